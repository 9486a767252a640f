"""Endgame tables of Fanorona: positions with few stones numbered, solved, kept, verified and looked up."""
