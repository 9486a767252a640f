"""Studies: a study as it is opened, what those who edit it say, and what everybody who looks is told of that.

A turn is known by a number that it has in its study and that no other turn there ever gets. A chapter has that of the
position it begins from, which is a turn like others, but for the move that it lacks.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from vato.server.wire.fields import (
    Body,
    GameName,
    MoveText,
    Name,
    PointName,
    PositionText,
    RulesName,
    Setup,
    sent,
)
from vato.server.wire.live import Accepted, Message, Ping, Pong, Refused

MOST_COMMENT = 2_000
MOST_ARROWS = 64
"""On one position."""
MOST_MOVES = 64
"""Added at once."""

Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Points = Annotated[tuple[PointName, PointName], Field(description="Of an arrow; the same twice for a ring")]
Arrows = Annotated[list[Points], Field(max_length=MOST_ARROWS)]


# What is said


class AddTurns(Message):
    """Add a line after a turn; as far as it is there already it is the same."""

    type: Literal["turns"]
    node: Number
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=MOST_MOVES)]


class DeleteBranch(Message):
    """Delete a turn with all that follows it."""

    type: Literal["delete"]
    node: Number


class PromoteLine(Message):
    """Let the line to a turn be the main one."""

    type: Literal["promote"]
    node: Number


class WriteComment(Message):
    """Comment on a turn, instead of what is there."""

    type: Literal["comment"]
    node: Number
    text: Annotated[str, Field(max_length=2 * MOST_COMMENT)]
    since: Number
    """The version in which the writer has seen the comment that this one replaces; a newer one is not overwritten."""


class DrawArrows(Message):
    """Draw arrows and rings on the position after a turn, and take others away."""

    type: Literal["arrows"]
    node: Number
    add: Arrows = Field(default=[])
    remove: Arrows = Field(default=[])


class RenameStudy(Message):
    """Give the study another title."""

    type: Literal["title"]
    title: Name


class AddChapter(Message):
    """Add an empty chapter: a game, and where it begins."""

    type: Literal["chapter"]
    name: Name = ""
    game: GameName
    rules: RulesName | None = None
    setup: Setup = Field(default={})
    position: PositionText | None = None


class RenameChapter(Message):
    """Give a chapter another name."""

    type: Literal["chapter_name"]
    chapter: Number
    name: Name


class MoveChapter(Message):
    """Let a chapter be the first, the second and so on, counted from 0."""

    type: Literal["chapter_move"]
    chapter: Number
    to: Number


class DeleteChapter(Message):
    """Delete a chapter, which is not the only one."""

    type: Literal["chapter_delete"]
    chapter: Number


class ShareStudy(Message):
    """As the owner, let whoever has the link edit, or only look."""

    type: Literal["share"]
    by_link: bool


class FollowStudy(Message):
    """I have the study as it was in a version; tell me what has happened since, and what happens from now on."""

    type: Literal["follow"]
    version: Number


Edit = (
    AddTurns
    | DeleteBranch
    | PromoteLine
    | WriteComment
    | DrawArrows
    | RenameStudy
    | AddChapter
    | RenameChapter
    | MoveChapter
    | DeleteChapter
    | ShareStudy
)
StudyMessage = Annotated[Edit | FollowStudy | Ping, Field(discriminator="type")]
STUDY: TypeAdapter[Edit | FollowStudy | Ping] = TypeAdapter(StudyMessage)


class NewStudy(Body):
    """A study with a first chapter, or with the chapters that are read from a text of records."""

    title: Name
    name: Name = ""
    """Of the chapter"""
    game: GameName | None = None
    rules: RulesName | None = None
    setup: Setup = Field(default={})
    position: PositionText | None = None
    text: Annotated[str, Field(max_length=500_000)] | None = None


class NewChapters(Body):
    """Games as text that become chapters of a study."""

    text: Annotated[str, Field(max_length=500_000)]
    name: Name = ""
    """Of a single chapter, instead of the one that the text gives"""


# What is told


@sent
class StudyChapter(TypedDict):
    """A chapter, but for its turns."""

    id: int
    name: str
    """Empty where nobody has given it one."""
    game: str
    rules: str
    start: str
    players: tuple[str, str]
    """Of a game that was played; else empty."""


@sent
class WholeChapter(StudyChapter):
    """A chapter with all there is in it."""

    turns: list[tuple[int, int, str]]
    """Each with its number, that of the turn before it, and its move; the first after a turn goes on with its line."""
    comments: list[tuple[int, str]]
    arrows: list[tuple[int, list[tuple[str, str]]]]


@sent
class StudyState(TypedDict):
    """A study, whole."""

    id: str
    version: int
    title: str
    by_link: bool
    """Whether whoever has the link may edit it."""
    mine: bool
    chapters: list[WholeChapter]


@sent
class StudyHead(TypedDict):
    """A study in a list."""

    id: str
    title: str
    by_link: bool
    chapters: int
    games: list[str]
    updated: int
    """When it was last edited, in milliseconds."""


@sent
class StudyList(TypedDict):
    """My studies, those first that were edited last."""

    studies: list[StudyHead]


@sent
class AddedChapters(TypedDict):
    """Chapters that were read from a text, in their order."""

    chapters: list[int]


@sent
class TurnsAdded(TypedDict):
    """Somebody has added a line after a turn, as a variation if it had one before."""

    type: Literal["turns"]
    node: int
    turns: list[tuple[int, str]]
    """Each after the one before, with its number and its move."""


@sent
class BranchDeleted(TypedDict):
    """A turn is gone with all that followed it."""

    type: Literal["delete"]
    node: int


@sent
class LinePromoted(TypedDict):
    """Each of these turns goes on with the line of the turn before it from now on."""

    type: Literal["promote"]
    nodes: list[int]


@sent
class CommentWritten(TypedDict):
    """A turn has this comment from now on; none if it is empty."""

    type: Literal["comment"]
    node: int
    text: str


@sent
class ArrowsDrawn(TypedDict):
    """Arrows and rings were drawn, and others taken away."""

    type: Literal["arrows"]
    node: int
    add: list[tuple[str, str]]
    remove: list[tuple[str, str]]


@sent
class StudyRenamed(TypedDict):
    """The study has another title."""

    type: Literal["title"]
    title: str


@sent
class ChapterAdded(TypedDict):
    """There is an empty chapter, after all others."""

    type: Literal["chapter"]
    chapter: StudyChapter


@sent
class ChapterRenamed(TypedDict):
    """A chapter has another name."""

    type: Literal["chapter_name"]
    chapter: int
    name: str


@sent
class ChapterMoved(TypedDict):
    """A chapter has another place, counted from 0."""

    type: Literal["chapter_move"]
    chapter: int
    to: int


@sent
class ChapterDeleted(TypedDict):
    """A chapter is gone."""

    type: Literal["chapter_delete"]
    chapter: int


@sent
class StudyShared(TypedDict):
    """Whoever has the link may edit from now on, or may not."""

    type: Literal["share"]
    by_link: bool


StudyEdit = Annotated[
    TurnsAdded
    | BranchDeleted
    | LinePromoted
    | CommentWritten
    | ArrowsDrawn
    | StudyRenamed
    | ChapterAdded
    | ChapterRenamed
    | ChapterMoved
    | ChapterDeleted
    | StudyShared,
    Field(discriminator="type"),
]


@sent
class StudyEdits(TypedDict):
    """What has happened since a version, each edit being one version more."""

    type: Literal["edits"]
    before: int
    edits: list[StudyEdit]


@sent
class StudyChanged(TypedDict):
    """More has happened than is told one by one: read the whole study again, and follow it from there."""

    type: Literal["whole"]


@sent
class StudyGone(TypedDict):
    """The study was deleted."""

    type: Literal["gone"]


StudyAnswer = Annotated[StudyEdits | StudyChanged | StudyGone | Accepted | Refused | Pong, Field(discriminator="type")]
