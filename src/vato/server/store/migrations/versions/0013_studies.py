"""Studies: their chapters, the turns of these with what is noted at them, and the edits by which they came about."""

import sqlalchemy as sql
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "studies",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("owner", sql.String(64), nullable=False),
        sql.Column("title", sql.String(80), nullable=False),
        sql.Column("by_link", sql.Boolean, nullable=False),
        sql.Column("made", sql.Integer, nullable=False),
        sql.Column("created_ms", sql.BigInteger, nullable=False),
        sql.Column("updated_ms", sql.BigInteger, nullable=False),
    )
    op.create_index("studies_by_owner", "studies", ["owner", "updated_ms"])
    op.create_table(
        "study_chapters",
        _study(),
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("place", sql.Integer, nullable=False),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("rules", sql.String(400), nullable=False),
        sql.Column("start", sql.String(400), nullable=False),
        sql.Column("about", sql.JSON, nullable=False),
    )
    op.create_table(
        "study_nodes",
        _study(),
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("chapter", sql.Integer, nullable=False),
        sql.Column("parent", sql.Integer),
        sql.Column("place", sql.Integer, nullable=False),
        sql.Column("move", sql.String(400), nullable=False),
        sql.Column("comment", sql.Text, nullable=False),
        sql.Column("commented", sql.Integer, nullable=False),
        sql.Column("arrows", sql.JSON, nullable=False),
        sql.UniqueConstraint("study_id", "parent", "move", name="a_turn_once"),
    )
    op.create_table(
        "study_edits",
        _study(),
        sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("ref", sql.String(64)),
        sql.Column("edit", sql.Text),
        sql.UniqueConstraint("study_id", "ref", name="edited_once"),
    )


def downgrade() -> None:
    """Remove the tables."""
    for name in ("study_edits", "study_nodes", "study_chapters", "studies"):
        op.drop_table(name)


def _study() -> sql.Column[str]:
    return sql.Column("study_id", sql.String(16), sql.ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True)
