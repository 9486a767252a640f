"""Ratings: which games are rated, what is known of how strong members and sides are, and how it came to that."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def _member() -> sql.Column[str]:
    return sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True)


def _strength() -> list[sql.Column[object]]:
    return [
        sql.Column("rating", sql.Float, nullable=False),
        sql.Column("deviation", sql.Float, nullable=False),
        sql.Column("volatility", sql.Float, nullable=False),
        sql.Column("since_ms", sql.BigInteger, nullable=False),
    ]


def upgrade() -> None:
    """Create the tables; no game was rated before."""
    op.add_column("games", sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("seats", sql.Column("rating", sql.Integer))
    op.add_column("seats", sql.Column("provisional", sql.Boolean))
    op.add_column("seats", sql.Column("rating_change", sql.Integer))
    op.add_column("seeks", sql.Column("provisional", sql.Boolean))
    op.add_column("seeks", sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("seeks", sql.Column("last_opponent", sql.String(64)))
    op.add_column("seeks", sql.Column("first_sides", sql.Integer, nullable=False, server_default="0"))
    op.create_table(
        "ratings",
        _member(),
        sql.Column("game", sql.String(32), primary_key=True),
        sql.Column("kind", sql.String(16), primary_key=True),
        *_strength(),
        sql.Column("games", sql.Integer, nullable=False),
    )
    op.create_index("ratings_by_rating", "ratings", ["game", "kind", "rating"])
    op.create_table(
        "rating_history",
        _member(),
        sql.Column("game", sql.String(32), primary_key=True),
        sql.Column("kind", sql.String(16), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("rating", sql.Float, nullable=False),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="SET NULL")),
        sql.UniqueConstraint("game_id", "member", name="rated_once"),
    )
    op.create_table(
        "sides",
        sql.Column("game", sql.String(32), primary_key=True),
        sql.Column("rules", sql.String(400), primary_key=True),
        *_strength(),
    )
    op.create_table(
        "exercises",
        sql.Column("game", sql.String(32), primary_key=True),
        sql.Column("kind", sql.String(16), primary_key=True),
        sql.Column("position", sql.String(400), primary_key=True),
        *_strength(),
        sql.Column("attempts", sql.Integer, nullable=False),
    )
    op.create_table(
        "attempts",
        _member(),
        sql.Column("game", sql.String(32), primary_key=True),
        sql.Column("kind", sql.String(16), primary_key=True),
        sql.Column("position", sql.String(400), primary_key=True),
        sql.Column("solved", sql.Boolean, nullable=False),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("attempts", "exercises", "sides", "rating_history", "ratings"):
        op.drop_table(table)
    for column in ("first_sides", "last_opponent", "rated", "provisional"):
        op.drop_column("seeks", column)
    for column in ("rating_change", "provisional", "rating"):
        op.drop_column("seats", column)
    op.drop_column("games", "rated")
