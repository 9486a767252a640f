"""Members: their names and what these look like, what proves who they are, and where they are signed in."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; whoever visits is a visitor as before."""
    op.create_table(
        "members",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("password", sql.String(200)),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "looks",
        sql.Column("look", sql.String(200), primary_key=True),
        sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_table(
        "passkeys",
        sql.Column("id", sql.String(1400), primary_key=True),
        sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sql.Column("public_key", sql.Text, nullable=False),
        sql.Column("uses", sql.BigInteger, nullable=False),
        sql.Column("device", sql.String(80), nullable=False),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sql.Column("token", sql.String(64), primary_key=True),
        sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sql.Column("id", sql.String(16), nullable=False),
        sql.Column("device", sql.String(80), nullable=False),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
        sql.Column("seen_ms", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("code", sql.String(64), primary_key=True),
    )
    op.create_table(
        "challenges",
        sql.Column("challenge", sql.String(64), primary_key=True),
        sql.Column("member", sql.String(64), nullable=False),
        sql.Column("asker", sql.String(64), nullable=False),
        sql.Column("until_ms", sql.BigInteger, nullable=False),
    )
    for table in ("looks", "passkeys", "sessions"):
        op.create_index(f"{table}_by_member", table, ["member"])


def downgrade() -> None:
    """Remove the tables."""
    for table in ("looks", "passkeys", "sessions", "recovery_codes", "challenges", "members"):
        op.drop_table(table)
