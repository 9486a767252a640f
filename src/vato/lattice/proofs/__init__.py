"""Whole games on small boards of the lattice proven by search on top of the endgame tables, with certificates."""
