"""How games ended, for each position that they came by."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; games that ended before are not counted."""
    op.create_table(
        "ends",
        sql.Column("game", sql.String(32), primary_key=True),
        sql.Column("rules", sql.String(400), primary_key=True),
        sql.Column("position", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("first", sql.Integer, nullable=False),
        sql.Column("second", sql.Integer, nullable=False),
        sql.Column("drawn", sql.Integer, nullable=False),
    )


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("ends")
