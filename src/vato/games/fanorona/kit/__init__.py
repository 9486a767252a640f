"""Fanorona to print, and Alquerque, which goes on the back of its 5x5 board."""
