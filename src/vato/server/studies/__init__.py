"""Studies on the server: chapters with variations, comments, arrows and rings, kept and edited together."""
