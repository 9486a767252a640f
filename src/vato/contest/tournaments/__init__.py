"""Tournaments: who plays whom by which system, and the standing that follows from entries, pairings and results."""
