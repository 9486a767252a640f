"""Games by post: delays and days on clocks, days off, planned moves, and where "your turn" is pushed to."""

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

WITH_CLOCK = "games", "seeks", "dares"


def upgrade() -> None:
    """Create the tables; no clock had a delay or days before."""
    for name in WITH_CLOCK:
        op.add_column(name, sql.Column("delay_ms", sql.BigInteger))
        op.add_column(name, sql.Column("per_turn", sql.Boolean))
    op.add_column("seats", sql.Column("away_until_ms", sql.BigInteger))
    op.create_table(
        "vacations",
        sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("from_ms", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("until_ms", sql.BigInteger, nullable=False),
        sql.Column("days", sql.Integer, nullable=False),
    )
    op.create_table(
        "plans",
        _game(),
        sql.Column("side", sql.Integer, nullable=False),
        sql.Column("plies", sql.Integer, nullable=False),
        sql.Column("lines", sql.JSON, nullable=False),
        sql.Column("revision", sql.String(16), nullable=False),
    )
    op.create_table(
        "push_keys",
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("private_key", sql.Text, nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("visitor", sql.String(64), nullable=False),
        sql.Column("session", sql.String(64), sql.ForeignKey("sessions.token", ondelete="CASCADE")),
        sql.Column("endpoint", sql.String(1000), nullable=False),
        sql.Column("public_key", sql.String(200), nullable=False),
        sql.Column("secret", sql.String(100), nullable=False),
        sql.Column("language", sql.String(20), nullable=False),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
    )
    op.create_index("push_subscriptions_by_visitor", "push_subscriptions", ["visitor"])
    op.create_index("push_subscriptions_by_session", "push_subscriptions", ["session"])
    op.create_table("pushed", _game(), sql.Column("plies", sql.Integer, nullable=False))


def downgrade() -> None:
    """Remove the tables."""
    for name in ("pushed", "push_subscriptions", "push_keys", "plans", "vacations"):
        op.drop_table(name)
    op.drop_column("seats", "away_until_ms")
    for name in WITH_CLOCK:
        op.drop_column(name, "per_turn")
        op.drop_column(name, "delay_ms")


def _game() -> sql.Column[str]:
    return sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
