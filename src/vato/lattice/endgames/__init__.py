"""Endgame tables of games on the lattice: positions with few stones numbered, solved, kept, verified and looked up."""
