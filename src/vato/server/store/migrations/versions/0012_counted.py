"""The explorer counts public games in the archive, which knows of each position how its games ended."""

import sqlalchemy as sql
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

KNOWN = "archive_positions"


def upgrade() -> None:
    """Make the table anew with the results; where there are members, only public games are counted from now on."""
    op.rename_table(KNOWN, "known_positions")
    op.create_table(
        KNOWN,
        *_key(),
        sql.Column("result", sql.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.execute(
        f"INSERT INTO {KNOWN} SELECT known.place, known.ended_ms, known.game_id, coalesce(archive.winner, 2) "
        "FROM known_positions known JOIN archive ON archive.game_id = known.game_id"
    )
    op.drop_table("known_positions")
    op.execute("DELETE FROM ends WHERE EXISTS (SELECT 1 FROM members)")


def downgrade() -> None:
    """Forget the results."""
    op.rename_table(KNOWN, "known_positions")
    op.create_table(KNOWN, *_key(), sqlite_with_rowid=False)
    op.execute(f"INSERT INTO {KNOWN} SELECT place, ended_ms, game_id FROM known_positions")
    op.drop_table("known_positions")


def _key() -> list[sql.Column[int] | sql.Column[str]]:
    return [
        sql.Column("place", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("ended_ms", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("game_id", sql.String(16), primary_key=True),
    ]
