"""The game on small boards proven from the start: claims, the search for proofs, certificates."""
