"""What members have to do with each other: blocks, reports, moderators and their deeds, bans, challenges, bots."""

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "blocks",
        _member("member", primary_key=True),
        _member("blocked", primary_key=True),
        sql.Column("since_ms", sql.BigInteger, nullable=False),
    )
    op.create_index("blocks_by_blocked", "blocks", ["blocked"])
    for name in ("moderators", "bans"):
        op.create_table(
            name, _member("member", primary_key=True), sql.Column("since_ms", sql.BigInteger, nullable=False)
        )
    op.create_table(
        "reports",
        sql.Column("id", sql.String(16), primary_key=True),
        _somebody("reporter"),
        _somebody("about"),
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="SET NULL")),
        sql.Column("reason", sql.String(16), nullable=False),
        sql.Column("text", sql.String(1000), nullable=False),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
        sql.Column("closed_ms", sql.BigInteger),
    )
    op.create_index("reports_by_end", "reports", ["closed_ms", "created_ms"])
    op.create_table(
        "deeds",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
        sql.Column("moderator", sql.String(80), nullable=False),
        sql.Column("deed", sql.String(16), nullable=False),
        _somebody("member"),
        sql.Column("report", sql.String(16), sql.ForeignKey("reports.id", ondelete="SET NULL")),
        sql.Column("text", sql.String(1000), nullable=False),
    )
    op.create_index("deeds_by_time", "deeds", ["at_ms"])
    op.create_table(
        "dares",
        sql.Column("id", sql.String(16), primary_key=True),
        _member("challenger"),
        _member("challenged"),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("rules", sql.String(400), nullable=False),
        sql.Column("initial_ms", sql.BigInteger),
        sql.Column("increment_ms", sql.BigInteger),
        sql.Column("side", sql.Integer),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
        sql.Column("until_ms", sql.BigInteger, nullable=False),
        sql.Column("answer", sql.String(16)),
        sql.Column("answered_ms", sql.BigInteger),
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE")),
    )
    op.create_index("dares_by_challenger", "dares", ["challenger"])
    op.create_index("dares_by_challenged", "dares", ["challenged"])
    op.create_table(
        "bots",
        _member("member", primary_key=True),
        _member("keeper"),
        sql.Column("token", sql.String(64), unique=True),
        sql.Column("token_ms", sql.BigInteger),
    )
    op.create_index("bots_by_keeper", "bots", ["keeper"])


def downgrade() -> None:
    """Remove the tables."""
    for name in ("bots", "dares", "deeds", "reports", "bans", "moderators", "blocks"):
        op.drop_table(name)


def _member(name: str, *, primary_key: bool = False) -> sql.Column[str]:
    key = sql.ForeignKey("members.id", ondelete="CASCADE")
    return sql.Column(name, sql.String(64), key, nullable=False, primary_key=primary_key)


def _somebody(name: str) -> sql.Column[str]:
    return sql.Column(name, sql.String(64), sql.ForeignKey("members.id", ondelete="SET NULL"))
