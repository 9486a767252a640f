"""Opponents that choose moves. Imports the games through the catalogue only, and never asks which game it plays."""
