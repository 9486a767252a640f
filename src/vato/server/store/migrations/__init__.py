"""How the database came to look as it does, step by step; alembic runs what is missing when the server starts."""
