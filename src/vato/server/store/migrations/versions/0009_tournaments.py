"""Tournaments: what was agreed, who entered, who met whom; and which game is part of one."""

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _somebody(name: str) -> sql.Column[str]:
    return sql.Column(name, sql.String(64), sql.ForeignKey("members.id", ondelete="SET NULL"))


def _tournament() -> sql.Column[str]:
    key = sql.ForeignKey("tournaments.id", ondelete="CASCADE")
    return sql.Column("tournament_id", sql.String(16), key, primary_key=True)


def _integers(*names: str) -> list[sql.Column[int]]:
    return [sql.Column(name, sql.Integer, nullable=False) for name in names]


def _times(*names: str) -> list[sql.Column[int]]:
    return [sql.Column(name, sql.BigInteger, nullable=False) for name in names]


def upgrade() -> None:
    """Create the tables; no game was part of a tournament before."""
    op.add_column("games", sql.Column("tournament_id", sql.String(16)))
    op.create_index("games_by_tournament", "games", ["tournament_id", "reason"])
    op.create_table(
        "tournaments",
        sql.Column("id", sql.String(16), primary_key=True),
        *_integers("version"),
        _somebody("organiser"),
        sql.Column("title", sql.String(80), nullable=False),
        sql.Column("system", sql.String(16), nullable=False),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("rules", sql.String(400), nullable=False),
        sql.Column("form", sql.String(16), nullable=False),
        sql.Column("openings", sql.String(16), nullable=False),
        sql.Column("opening_order", sql.JSON, nullable=False),
        *_integers("rounds", "cycles"),
        *_times("seed", "initial_ms", "increment_ms"),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("bots", sql.Boolean, nullable=False),
        *_times("pause_ms", "lasts_ms", "created_ms", "starts_ms"),
        sql.Column("begun_ms", sql.BigInteger),
        sql.Column("ended_ms", sql.BigInteger),
        sql.Column("state", sql.String(16), nullable=False),
        *_integers("settled"),
        sql.Column("due_ms", sql.BigInteger),
    )
    op.create_index("tournaments_by_state", "tournaments", ["state", "starts_ms"])
    op.create_index("tournaments_by_organiser", "tournaments", ["organiser", "created_ms"])
    op.create_table(
        "tournament_entries",
        _tournament(),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        _somebody("member"),
        sql.Column("level", sql.Integer),
        sql.Column("rating", sql.Float, nullable=False),
        *_integers("joined"),
        sql.Column("left_round", sql.Integer),
        *_integers("since_round"),
        *_times("alive_ms"),
        sql.UniqueConstraint("tournament_id", "member", name="entered_once"),
        sql.UniqueConstraint("tournament_id", "level", name="a_level_once"),
    )
    op.create_index("tournament_entries_by_member", "tournament_entries", ["member"])
    op.create_table(
        "tournament_meetings",
        _tournament(),
        sql.Column("round", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("board", sql.Integer, primary_key=True, autoincrement=False),
        *_integers("first"),
        sql.Column("second", sql.Integer),
        sql.Column("forfeit", sql.Integer),
    )


def downgrade() -> None:
    """Remove the tables."""
    for name in ("tournament_meetings", "tournament_entries", "tournaments"):
        op.drop_table(name)
    op.drop_index("games_by_tournament", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("tournament_id")
