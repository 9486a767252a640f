"""The servers that use the database, and which of them sees to what in a game must happen by itself."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; whoever served before is gone, and whatever may need a server is taken over from it."""
    op.create_table(
        "workers",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("alive_ms", sql.BigInteger, nullable=False),
        sql.Column("alone", sql.Boolean, nullable=False),
    )
    op.add_column("games", sql.Column("worker", sql.String(32)))
    op.create_index("games_by_worker", "games", ["worker"])
    op.execute("""
        UPDATE games SET worker = 'before'
        WHERE reason IS NULL
        AND (clock_running IS NOT NULL OR id IN (SELECT game_id FROM seats WHERE kind = 'computer'))
    """)


def downgrade() -> None:
    """Remove the table."""
    op.drop_index("games_by_worker", "games")
    op.drop_column("games", "worker")
    op.drop_table("workers")
