"""The command line: `vato` and its commands. Knows no game: draws, asks and writes; the boards have the rules."""
