"""Public games that are being played are found by an index of their own."""

import sqlalchemy as sql
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

IN_PLAY = sql.text("clock_running IS NOT NULL AND (rated OR tournament_id IS NOT NULL)")


def upgrade() -> None:
    """Create the index."""
    columns = ["created_ms", "id"]
    op.create_index("games_in_play", "games", columns, sqlite_where=IN_PLAY, postgresql_where=IN_PLAY)


def downgrade() -> None:
    """Remove it."""
    op.drop_index("games_in_play", "games")
