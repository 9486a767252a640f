"""The games: one folder each, found by `vato.catalog`, which is the only way to them."""
