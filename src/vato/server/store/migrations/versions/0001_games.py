"""Games, their seats, moves and chat, contests, and the server's sign of life."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "contests",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("rules", sql.String(400), nullable=False),
        sql.Column("opening_order", sql.JSON, nullable=False),
        sql.Column("cycles", sql.Integer, nullable=False),
    )
    op.create_table(
        "games",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("rules", sql.String(400), nullable=False),
        sql.Column("start", sql.String(400), nullable=False),
        sql.Column("position", sql.String(400), nullable=False),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("turn", sql.Integer, nullable=False),
        sql.Column("plies", sql.Integer, nullable=False),
        sql.Column("base_plies", sql.Integer, nullable=False),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
        sql.Column("updated_ms", sql.BigInteger, nullable=False),
        sql.Column("initial_ms", sql.BigInteger),
        sql.Column("increment_ms", sql.BigInteger),
        sql.Column("clock_first_ms", sql.BigInteger),
        sql.Column("clock_second_ms", sql.BigInteger),
        sql.Column("clock_running", sql.Integer),
        sql.Column("clock_since_ms", sql.BigInteger),
        sql.Column("winner", sql.Integer),
        sql.Column("reason", sql.String(200)),
        sql.Column("no_result", sql.Boolean, nullable=False),
        sql.Column("offers", sql.JSON, nullable=False),
        sql.Column("owner", sql.String(64)),
        sql.Column("next_id", sql.String(16)),
        sql.Column("contest_id", sql.String(16), sql.ForeignKey("contests.id", ondelete="CASCADE")),
        sql.Column("round", sql.Integer),
        sql.Column("imported", sql.Text),
        sql.UniqueConstraint("contest_id", "round", name="one_game_a_round"),
    )
    op.create_index("games_by_owner", "games", ["owner", "updated_ms"])
    op.create_index("games_going_on", "games", ["reason", "updated_ms"])
    op.create_table(
        "seats",
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("side", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("visitor", sql.String(64)),
        sql.Column("level", sql.Integer),
        sql.Column("contestant", sql.Integer),
    )
    op.create_index("seats_by_visitor", "seats", ["visitor"])
    op.create_table(
        "moves",
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("ply", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("text", sql.String(400), nullable=False),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
        sql.Column("clock_ms", sql.BigInteger),
    )
    op.create_table(
        "chat",
        sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("seat", sql.Integer),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("text", sql.String(1000), nullable=False),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
        sql.Column("ref", sql.String(160)),
        sql.UniqueConstraint("game_id", "ref", name="said_once"),
    )
    op.create_table(
        "heartbeat",
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("alive_ms", sql.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("heartbeat", "chat", "moves", "seats", "games", "contests"):
        op.drop_table(table)
