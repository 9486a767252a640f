"""The tables of studies: a row for each chapter and each turn of its tree, and the edits by which they came about.

A row for each turn, so that an edit costs the same however much there is already. The edits are kept for those who
look, and only for a while: the rows are the study.
"""

from __future__ import annotations

import sqlalchemy as sql

from vato.server.store.schema import metadata

studies = sql.Table(
    "studies",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("owner", sql.String(64), nullable=False),
    sql.Column("title", sql.String(80), nullable=False),
    # Whether whoever has the link may edit it.
    sql.Column("by_link", sql.Boolean, nullable=False),
    # The highest number that a turn or a chapter was given; none is given twice.
    sql.Column("made", sql.Integer, nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("updated_ms", sql.BigInteger, nullable=False),
    sql.Index("studies_by_owner", "owner", "updated_ms"),
)


def _study() -> sql.Column[str]:
    key = sql.ForeignKey("studies.id", ondelete="CASCADE")
    return sql.Column("study_id", sql.String(16), key, primary_key=True)


chapters = sql.Table(
    "study_chapters",
    metadata,
    _study(),
    # The number of the turn it begins with.
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("place", sql.Integer, nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    sql.Column("start", sql.String(400), nullable=False),
    # Of an imported game: who played it, and how it ended.
    sql.Column("about", sql.JSON, nullable=False),
)

nodes = sql.Table(
    "study_nodes",
    metadata,
    _study(),
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("chapter", sql.Integer, nullable=False),
    # None where the chapter begins.
    sql.Column("parent", sql.Integer),
    # Among the turns with the same parent.
    sql.Column("place", sql.Integer, nullable=False),
    sql.Column("move", sql.String(400), nullable=False),
    sql.Column("comment", sql.Text, nullable=False),
    # In which version.
    sql.Column("commented", sql.Integer, nullable=False),
    sql.Column("arrows", sql.JSON, nullable=False),
    # Adding the same turn twice makes one, whoever tries.
    sql.UniqueConstraint("study_id", "parent", "move", name="a_turn_once"),
)

edits = sql.Table(
    "study_edits",
    metadata,
    _study(),
    # The primary key is what makes it impossible that two edits are the same version.
    sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
    # What its sender calls it: sent again because the line was lost, it is not done twice.
    sql.Column("ref", sql.String(64)),
    # As it is told; None if the study is to be read again instead.
    sql.Column("edit", sql.Text),
    sql.UniqueConstraint("study_id", "ref", name="edited_once"),
)
