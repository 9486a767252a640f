"""The database's tables, for SQLite and PostgreSQL alike; those of members among each other are in company.py."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from vato.server.store import controls

metadata = sql.MetaData()

contests = sql.Table(
    "contests",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    sql.Column("opening_order", sql.JSON, nullable=False),
    sql.Column("cycles", sql.Integer, nullable=False),
)

games = sql.Table(
    "games",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    sql.Column("start", sql.String(400), nullable=False),
    sql.Column("position", sql.String(400), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("turn", sql.Integer, nullable=False),
    sql.Column("plies", sql.Integer, nullable=False),
    sql.Column("base_plies", sql.Integer, nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("updated_ms", sql.BigInteger, nullable=False),
    *controls.columns(),
    sql.Column("clock_first_ms", sql.BigInteger),
    sql.Column("clock_second_ms", sql.BigInteger),
    sql.Column("clock_running", sql.Integer),
    sql.Column("clock_since_ms", sql.BigInteger),
    sql.Column("winner", sql.Integer),
    sql.Column("reason", sql.String(200)),
    sql.Column("no_result", sql.Boolean, nullable=False, default=False),
    sql.Column("offers", sql.JSON, nullable=False),
    sql.Column("owner", sql.String(64)),
    sql.Column("next_id", sql.String(16)),
    sql.Column("contest_id", sql.String(16), sql.ForeignKey("contests.id", ondelete="CASCADE")),
    sql.Column("round", sql.Integer),
    sql.Column("imported", sql.Text),
    # Played, or partly played, where nobody but its player saw it.
    sql.Column("brought", sql.Boolean, nullable=False, default=False),
    sql.Column("rated", sql.Boolean, nullable=False, default=False),
    # With a round, and with who of those who entered sits where as the contestants.
    sql.Column("tournament_id", sql.String(16)),
    # Which server sees to what must happen by itself; see roster.py.
    sql.Column("worker", sql.String(32)),
    sql.UniqueConstraint("contest_id", "round", name="one_game_a_round"),
    sql.Index("games_by_owner", "owner", "updated_ms"),
    sql.Index("games_going_on", "reason", "updated_ms"),
    sql.Index("games_by_worker", "worker"),
    sql.Index("games_by_tournament", "tournament_id", "reason"),
)

PUBLIC_IN_PLAY = sql.text("clock_running IS NOT NULL AND (rated OR tournament_id IS NOT NULL)")
"""The condition that a game is being played and counts, as its index has it, word by word."""
sql.Index("games_in_play", games.c.created_ms, games.c.id, sqlite_where=PUBLIC_IN_PLAY, postgresql_where=PUBLIC_IN_PLAY)

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("side", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("visitor", sql.String(64)),
    sql.Column("level", sql.Integer),
    sql.Column("contestant", sql.Integer),
    # Of a rated game: what it was when the game began, and what the game did to it.
    sql.Column("rating", sql.Integer),
    sql.Column("provisional", sql.Boolean),
    sql.Column("rating_change", sql.Integer),
    # Of a member who has taken days off: until when their time stands still in a game by post.
    sql.Column("away_until_ms", sql.BigInteger),
    sql.Index("seats_by_visitor", "visitor"),
)

moves = sql.Table(
    "moves",
    metadata,
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # The primary key is what makes it impossible to play the same turn twice, whoever tries.
    sql.Column("ply", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("text", sql.String(400), nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sql.Column("clock_ms", sql.BigInteger),
)

chat = sql.Table(
    "chat",
    metadata,
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("seat", sql.Integer),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("text", sql.String(1000), nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    # What the sender calls it: said again because the line was lost, it is not said twice.
    sql.Column("ref", sql.String(160)),
    sql.UniqueConstraint("game_id", "ref", name="said_once"),
)

brought = sql.Table(
    "brought",
    metadata,
    # The primary key is what makes it impossible to bring the same game twice.
    sql.Column("visitor", sql.String(64), primary_key=True),
    sql.Column("key", sql.String(36), primary_key=True),
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
)

ends = sql.Table(
    "ends",
    metadata,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("rules", sql.String(400), primary_key=True),
    # The number that a book gives to a position.
    sql.Column("position", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("first", sql.Integer, nullable=False),
    sql.Column("second", sql.Integer, nullable=False),
    sql.Column("drawn", sql.Integer, nullable=False),
)

seeks = sql.Table(
    "seeks",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    # One at a time, from however many tabs.
    sql.Column("visitor", sql.String(64), nullable=False, unique=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    *controls.columns(),
    sql.Column("rating", sql.Float),
    sql.Column("provisional", sql.Boolean),
    sql.Column("rated", sql.Boolean, nullable=False, default=False),
    # What pairing asks of somebody's games before.
    sql.Column("last_opponent", sql.String(64)),
    sql.Column("first_sides", sql.Integer, nullable=False, default=0),
    sql.Column("since_ms", sql.BigInteger, nullable=False),
    # When its page was last known to listen.
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
    # What came of it, until its page has said that it knows.
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE")),
)

workers = sql.Table(
    "workers",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
    # Whether it can be told nothing by others, so that there must be none.
    sql.Column("alone", sql.Boolean, nullable=False),
)

heartbeat = sql.Table(
    "heartbeat",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
)

members = sql.Table(
    "members",
    metadata,
    # What seats know them by; no token has it for a hash.
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("password", sql.String(200)),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
)


def _member(*, primary_key: bool = False) -> sql.Column[str]:
    """Return the column that says whose a row is; it goes with its member."""
    key = sql.ForeignKey("members.id", ondelete="CASCADE")
    return sql.Column("member", sql.String(64), key, nullable=False, primary_key=primary_key)


looks = sql.Table(
    "looks",
    metadata,
    # The primary key is what makes it impossible that two members look alike by their names.
    sql.Column("look", sql.String(200), primary_key=True),
    _member(),
    sql.Index("looks_by_member", "member"),
)

passkeys = sql.Table(
    "passkeys",
    metadata,
    sql.Column("id", sql.String(1400), primary_key=True),
    _member(),
    sql.Column("public_key", sql.Text, nullable=False),
    sql.Column("uses", sql.BigInteger, nullable=False),
    sql.Column("device", sql.String(80), nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Index("passkeys_by_member", "member"),
)

sessions = sql.Table(
    "sessions",
    metadata,
    # The hash of the token, which nobody here knows.
    sql.Column("token", sql.String(64), primary_key=True),
    _member(),
    # What its member calls it by to end it.
    sql.Column("id", sql.String(16), nullable=False),
    sql.Column("device", sql.String(80), nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("seen_ms", sql.BigInteger, nullable=False),
    sql.Index("sessions_by_member", "member"),
)

recovery_codes = sql.Table(
    "recovery_codes",
    metadata,
    _member(primary_key=True),
    sql.Column("code", sql.String(64), primary_key=True),
)

challenges = sql.Table(
    "challenges",
    metadata,
    sql.Column("challenge", sql.String(64), primary_key=True),
    # For whom a passkey made with it would be: a member, or who may become one by it.
    sql.Column("member", sql.String(64), nullable=False),
    # To whom it was given, as a hash of what they came with.
    sql.Column("asker", sql.String(64), nullable=False),
    sql.Column("until_ms", sql.BigInteger, nullable=False),
)


def _strength() -> list[sql.Column[Any]]:
    """Return the columns of what is known of a strength."""
    return [
        *(sql.Column(name, sql.Float, nullable=False) for name in ("rating", "deviation", "volatility")),
        sql.Column("since_ms", sql.BigInteger, nullable=False),
    ]


ratings = sql.Table(
    "ratings",
    metadata,
    _member(primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    # How fast it is played, or what else is rated of a game.
    sql.Column("kind", sql.String(16), primary_key=True),
    *_strength(),
    # How many games have made it.
    sql.Column("games", sql.Integer, nullable=False),
    sql.Index("ratings_by_rating", "game", "kind", "rating"),
)

rating_history = sql.Table(
    "rating_history",
    metadata,
    _member(primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("rating", sql.Float, nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="SET NULL")),
    # What makes it impossible that a game changes the same rating twice.
    sql.UniqueConstraint("game_id", "member", name="rated_once"),
)

sides = sql.Table(
    "sides",
    metadata,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("rules", sql.String(400), primary_key=True),
    *_strength(),
)


exercises = sql.Table(
    "exercises",
    metadata,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("position", sql.String(400), primary_key=True),
    *_strength(),
    sql.Column("attempts", sql.Integer, nullable=False),
)

attempts = sql.Table(
    "attempts",
    metadata,
    # The primary key is what makes it impossible that a second attempt counts.
    _member(primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("position", sql.String(400), primary_key=True),
    sql.Column("solved", sql.Boolean, nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
)


def falls_at_ms() -> Any:
    """Return when the time of the player is up whose clock runs, as `Clock.falls_at_ms` says it."""
    left_ms = sql.case((games.c.clock_running == 0, games.c.clock_first_ms), else_=games.c.clock_second_ms)
    return games.c.clock_since_ms + sql.func.coalesce(games.c.delay_ms, 0) + left_ms
