"""Squadro solved: every position numbered, settled, kept in files, looked up and counted."""
