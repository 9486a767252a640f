"""Members: visitors who have given themselves a name that is theirs, on every device where they sign in."""
