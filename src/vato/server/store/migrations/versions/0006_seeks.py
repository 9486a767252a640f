"""Who looks for somebody to play."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "seeks",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("visitor", sql.String(64), nullable=False, unique=True),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("rules", sql.String(400), nullable=False),
        sql.Column("initial_ms", sql.BigInteger),
        sql.Column("increment_ms", sql.BigInteger),
        sql.Column("rating", sql.Float),
        sql.Column("since_ms", sql.BigInteger, nullable=False),
        sql.Column("alive_ms", sql.BigInteger, nullable=False),
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE")),
    )


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("seeks")
