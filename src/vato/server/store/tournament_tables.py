"""The tables of tournaments: what was agreed, who entered, who met whom. Their games are among all games."""

from __future__ import annotations

import sqlalchemy as sql

from vato.server.store.schema import metadata


def _somebody(name: str) -> sql.Column[str]:
    """Return the column of a member without whom the row stays."""
    return sql.Column(name, sql.String(64), sql.ForeignKey("members.id", ondelete="SET NULL"))


def _tournament() -> sql.Column[str]:
    key = sql.ForeignKey("tournaments.id", ondelete="CASCADE")
    return sql.Column("tournament_id", sql.String(16), key, primary_key=True)


tournaments = sql.Table(
    "tournaments",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    # Changes with everything that is done to it but for its games, and whoever changes it knew the one before.
    sql.Column("version", sql.Integer, nullable=False),
    _somebody("organiser"),
    sql.Column("title", sql.String(80), nullable=False),
    sql.Column("system", sql.String(16), nullable=False),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    sql.Column("form", sql.String(16), nullable=False),
    sql.Column("openings", sql.String(16), nullable=False),
    sql.Column("opening_order", sql.JSON, nullable=False),
    sql.Column("rounds", sql.Integer, nullable=False),
    sql.Column("cycles", sql.Integer, nullable=False),
    sql.Column("seed", sql.BigInteger, nullable=False),
    sql.Column("initial_ms", sql.BigInteger, nullable=False),
    sql.Column("increment_ms", sql.BigInteger, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False),
    sql.Column("bots", sql.Boolean, nullable=False),
    # Between two rounds.
    sql.Column("pause_ms", sql.BigInteger, nullable=False),
    # Of an arena: for how long people are paired.
    sql.Column("lasts_ms", sql.BigInteger, nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("starts_ms", sql.BigInteger, nullable=False),
    sql.Column("begun_ms", sql.BigInteger),
    sql.Column("ended_ms", sql.BigInteger),
    sql.Column("state", sql.String(16), nullable=False),
    # How many of its games had ended when it was last looked at, and when it is to be looked at again in any case.
    sql.Column("settled", sql.Integer, nullable=False),
    sql.Column("due_ms", sql.BigInteger),
    sql.Index("tournaments_by_state", "state", "starts_ms"),
    sql.Index("tournaments_by_organiser", "organiser", "created_ms"),
)

entries = sql.Table(
    "tournament_entries",
    metadata,
    _tournament(),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    _somebody("member"),
    # Of the computer.
    sql.Column("level", sql.Integer),
    sql.Column("rating", sql.Float, nullable=False),
    # How many rounds had begun when they came, and when they went.
    sql.Column("joined", sql.Integer, nullable=False),
    sql.Column("left_round", sql.Integer),
    # How many rounds had begun when they last entered.
    sql.Column("since_round", sql.Integer, nullable=False),
    # When they were last known to be there.
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
    sql.UniqueConstraint("tournament_id", "member", name="entered_once"),
    sql.UniqueConstraint("tournament_id", "level", name="a_level_once"),
    sql.Index("tournament_entries_by_member", "member"),
)

meetings = sql.Table(
    "tournament_meetings",
    metadata,
    _tournament(),
    sql.Column("round", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("board", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("first", sql.Integer, nullable=False),
    # Nobody in a bye.
    sql.Column("second", sql.Integer),
    # Who did not play it to its end.
    sql.Column("forfeit", sql.Integer),
)
