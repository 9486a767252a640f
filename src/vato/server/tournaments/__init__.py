"""Tournaments on the server: what is to be done in them by itself, what members do, and what everybody sees."""
