"""The engine as the server uses it: processes of its own, the analysis socket, tables for endings."""
