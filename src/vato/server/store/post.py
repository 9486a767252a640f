"""The tables of games by post, beside games: days off, moves that were planned, and where "your turn" is pushed to.

What is done to them is in vacations.py, plans.py and pushes.py.
"""

from __future__ import annotations

import sqlalchemy as sql

from vato.server.store.schema import metadata


def _game() -> sql.Column[str]:
    """Return the column of the game with which a row goes, of which there is one for each."""
    return sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


vacations = sql.Table(
    "vacations",
    metadata,
    sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("from_ms", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("until_ms", sql.BigInteger, nullable=False),
    # How many days of its year it takes.
    sql.Column("days", sql.Integer, nullable=False),
)

plans = sql.Table(
    "plans",
    metadata,
    # One for each game: only who is not to move has one that can still be played.
    _game(),
    sql.Column("side", sql.Integer, nullable=False),
    # How many turns had been played where it begins.
    sql.Column("plies", sql.Integer, nullable=False),
    sql.Column("lines", sql.JSON, nullable=False),
    # Another one with every change, so that nobody plays by what has changed meanwhile.
    sql.Column("revision", sql.String(16), nullable=False),
)

push_keys = sql.Table(
    "push_keys",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("private_key", sql.Text, nullable=False),
)

push_subscriptions = sql.Table(
    "push_subscriptions",
    metadata,
    # The hash of the endpoint.
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("visitor", sql.String(64), nullable=False),
    # Of a member: it goes with the session in which it was made.
    sql.Column("session", sql.String(64), sql.ForeignKey("sessions.token", ondelete="CASCADE")),
    sql.Column("endpoint", sql.String(1000), nullable=False),
    sql.Column("public_key", sql.String(200), nullable=False),
    sql.Column("secret", sql.String(100), nullable=False),
    sql.Column("language", sql.String(20), nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Index("push_subscriptions_by_visitor", "visitor"),
    sql.Index("push_subscriptions_by_session", "session"),
)

pushed = sql.Table(
    "pushed",
    metadata,
    _game(),
    # The turn that somebody was last told of; whoever changes it tells.
    sql.Column("plies", sql.Integer, nullable=False),
)
