"""A board of points joined by lines, rows, columns and diagonals: what the games that are played on it share."""
