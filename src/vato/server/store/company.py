"""The tables of what members have to do with each other, beside games: blocks, reports, moderators, challenges, bots.

What is done to them is in conduct.py, dares.py and bots.py.
"""

from __future__ import annotations

import sqlalchemy as sql

from vato.server.store import controls
from vato.server.store.schema import metadata

Key = sql.Column[str]


def _member(name: str = "member", *, primary_key: bool = False) -> Key:
    """Return the column of a member with whom the row goes."""
    key = sql.ForeignKey("members.id", ondelete="CASCADE")
    return sql.Column(name, sql.String(64), key, nullable=False, primary_key=primary_key)


def _somebody(name: str) -> Key:
    """Return the column of a member without whom the row stays."""
    return sql.Column(name, sql.String(64), sql.ForeignKey("members.id", ondelete="SET NULL"))


blocks = sql.Table(
    "blocks",
    metadata,
    _member(primary_key=True),
    _member("blocked", primary_key=True),
    sql.Column("since_ms", sql.BigInteger, nullable=False),
    sql.Index("blocks_by_blocked", "blocked"),
)

moderators = sql.Table(
    "moderators",
    metadata,
    _member(primary_key=True),
    sql.Column("since_ms", sql.BigInteger, nullable=False),
)

bans = sql.Table(
    "bans",
    metadata,
    _member(primary_key=True),
    sql.Column("since_ms", sql.BigInteger, nullable=False),
)

reports = sql.Table(
    "reports",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    _somebody("reporter"),
    _somebody("about"),
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="SET NULL")),
    sql.Column("reason", sql.String(16), nullable=False),
    sql.Column("text", sql.String(1000), nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("closed_ms", sql.BigInteger),
    sql.Index("reports_by_end", "closed_ms", "created_ms"),
)

deeds = sql.Table(
    "deeds",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    # By name, as it stays when its moderator goes.
    sql.Column("moderator", sql.String(80), nullable=False),
    sql.Column("deed", sql.String(16), nullable=False),
    _somebody("member"),
    sql.Column("report", sql.String(16), sql.ForeignKey("reports.id", ondelete="SET NULL")),
    sql.Column("text", sql.String(1000), nullable=False),
    sql.Index("deeds_by_time", "at_ms"),
)

dares = sql.Table(
    "dares",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    _member("challenger"),
    _member("challenged"),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    *controls.columns(),
    # The side that the challenger is to have; none if it is drawn.
    sql.Column("side", sql.Integer),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("until_ms", sql.BigInteger, nullable=False),
    sql.Column("answer", sql.String(16)),
    sql.Column("answered_ms", sql.BigInteger),
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE")),
    sql.Index("dares_by_challenger", "challenger"),
    sql.Index("dares_by_challenged", "challenged"),
)

bots = sql.Table(
    "bots",
    metadata,
    _member(primary_key=True),
    # The member who made it.
    _member("keeper"),
    # The hash of its token; none if it was revoked.
    sql.Column("token", sql.String(64), unique=True),
    sql.Column("token_ms", sql.BigInteger),
    sql.Index("bots_by_keeper", "keeper"),
)


def is_closed() -> sql.ColumnElement[bool]:
    """Return the condition that a bot is banned, or its keeper is."""
    return sql.exists().where(sql.or_(bans.c.member == bots.c.member, bans.c.member == bots.c.keeper))
