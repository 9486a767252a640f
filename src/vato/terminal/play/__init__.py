"""A game at the terminal: the table, the turns, what can be typed."""
