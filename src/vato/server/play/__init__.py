"""Live play: what players do to games, what they see of them, the computer as a player."""
