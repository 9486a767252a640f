"""Fanorona to print."""
