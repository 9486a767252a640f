"""What is sent and received, as types: the one description of the wire."""
