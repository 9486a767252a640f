"""The server: games kept in a database, played live over WebSocket, and the browser app's files."""
