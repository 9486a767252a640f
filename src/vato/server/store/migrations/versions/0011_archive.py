"""The archive: public games that have ended, to be found by position, player, opening and result."""

import sqlalchemy as sql
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

INDEXES = {"end": (), "game": ("game",), "rules": ("game", "rules"), "opening": ("game", "opening")}


def upgrade() -> None:
    """Create the tables; games that ended before are noted, and a server looks at them one by one."""
    op.create_table(
        "archive",
        _game(),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("rules", sql.String(400), nullable=False),
        sql.Column("opening", sql.String(80)),
        sql.Column("winner", sql.Integer),
        sql.Column("ended_ms", sql.BigInteger, nullable=False),
    )
    for name, columns in INDEXES.items():
        op.create_index(f"archive_by_{name}", "archive", [*columns, "ended_ms", "game_id"])
    op.create_table(
        "archive_players",
        sql.Column("member", sql.String(64), sql.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("ended_ms", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("game_id", sql.String(16), primary_key=True),
    )
    op.create_table(
        "archive_positions",
        sql.Column("place", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("ended_ms", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("game_id", sql.String(16), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table("archive_backlog", _game())
    op.execute(
        "INSERT INTO archive_backlog (game_id) SELECT id FROM games "
        "WHERE reason IS NOT NULL AND (rated OR tournament_id IS NOT NULL)"
    )


def downgrade() -> None:
    """Remove the tables."""
    for name in ("archive_backlog", "archive_positions", "archive_players", "archive"):
        op.drop_table(name)


def _game() -> sql.Column[str]:
    return sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
