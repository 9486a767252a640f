"""Learning: the rules page, lessons, puzzles and endings to train, for any game that has them. Knows no game."""
