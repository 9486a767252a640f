"""The database: the only truth of live play."""
