"""Learning: rules page, lessons, first whole games, puzzles and endings, for any game that has them. Knows no game."""
