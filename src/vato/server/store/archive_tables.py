"""The tables of the archive: public games that have ended, who played them, and which positions they came by."""

from __future__ import annotations

import sqlalchemy as sql

from vato.server.store.schema import metadata

archive = sql.Table(
    "archive",
    metadata,
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    # The traditional name of its first move.
    sql.Column("opening", sql.String(80)),
    # Who won; None if it was drawn.
    sql.Column("winner", sql.Integer),
    sql.Column("ended_ms", sql.BigInteger, nullable=False),
    sql.Index("archive_by_end", "ended_ms", "game_id"),
    sql.Index("archive_by_game", "game", "ended_ms", "game_id"),
    sql.Index("archive_by_rules", "game", "rules", "ended_ms", "game_id"),
    sql.Index("archive_by_opening", "game", "opening", "ended_ms", "game_id"),
)

archive_players = sql.Table(
    "archive_players",
    metadata,
    sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("ended_ms", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("game_id", sql.String(16), primary_key=True),
)

archive_positions = sql.Table(
    "archive_positions",
    metadata,
    # A position of some rules as one number; see `place_of` in archive.py.
    sql.Column("place", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("ended_ms", sql.BigInteger, primary_key=True, autoincrement=False),
    # No foreign key: there are many rows to a game, and whoever deletes any game would have to look through them all.
    sql.Column("game_id", sql.String(16), primary_key=True),
    # Who won, or 2 if nobody did: in the key, so that games are counted without a look at anything else.
    sql.Column("result", sql.Integer, primary_key=True, autoincrement=False),
    # The key is all there is: SQLite need not keep it twice.
    sqlite_with_rowid=False,
)

archive_backlog = sql.Table(
    "archive_backlog",
    metadata,
    # Games that ended before there was an archive.
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
)
