"""Games that were played without the server, and what their visitors call them."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; no game has been brought before."""
    op.create_table(
        "brought",
        sql.Column("visitor", sql.String(64), primary_key=True),
        sql.Column("key", sql.String(36), primary_key=True),
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sql.Column("version", sql.Integer, nullable=False),
    )
    op.add_column("games", sql.Column("brought", sql.Boolean, nullable=False, server_default=sql.false()))


def downgrade() -> None:
    """Remove the table."""
    op.drop_column("games", "brought")
    op.drop_table("brought")
