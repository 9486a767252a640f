"""What needs no game in play: the catalogue, positions, records, sets to print, texts, tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from vato.learn.rules_page import PageComparison, PageExample, PageRow, PageSection, RulesPage
from vato.server.wire.board import Scene, Turn
from vato.server.wire.fields import (
    Body,
    GameName,
    Moves,
    PointName,
    PositionText,
    RulesName,
    Setup,
    sent,
    sent_too,
)
from vato.server.wire.game import Outcome

__all__ = ["PageComparison", "PageExample", "PageRow", "PageSection", "RulesPage"]

sent_too(PageComparison, PageExample, PageRow, PageSection, RulesPage)


# The catalogue


@sent
class RuleSetEntry(TypedDict):
    """A way to play."""

    name: str
    summary: str
    revanche: bool
    """Whether it is the revanche game of a match."""


@sent
class LevelEntry(TypedDict):
    """How well the computer plays."""

    number: int
    name: str
    rating: int
    """In Elo; level 5 has 1500 in every game."""


@sent
class OpeningEntry(TypedDict):
    """A first move with a name."""

    name: str
    move: str


@sent
class SetupEntry(TypedDict):
    """Something that can be chosen at the start."""

    name: str
    """What requests call it."""
    label: str
    values: tuple[str, ...]
    """The usual one first."""
    decides_beginner: bool
    """Whether its values are the sides, one of which begins."""


@sent
class StartEntry(TypedDict):
    """Where a game begins by a rule set and a choice of its set-up."""

    rules: str
    setup: dict[str, str]
    position: str


@sent
class CounterEntry(TypedDict):
    """Something of which each player has a number that people watch."""

    name: str
    """What `counts` call it."""
    label: str
    most: int | None
    """How many there are to be had, where the number grows towards that."""


@sent
class Capabilities(TypedDict):
    """What a game may have beside its rules; what it lacks is not offered."""

    engine: bool
    """The computer plays it and analyses it."""
    device: bool
    """It can do so on the visitor's own device."""
    lessons: bool
    puzzles: bool
    endings: bool
    kit: bool
    """There is a set to print."""


@sent
class GameEntry(TypedDict):
    """A game that can be played."""

    name: str
    title: str
    sides: tuple[str, str]
    rules: list[RuleSetEntry]
    setup: list[SetupEntry]
    starts: list[StartEntry]
    """Every start that can be chosen."""
    counters: list[CounterEntry]
    levels: list[LevelEntry]
    """Empty where the computer plays at full strength, or not at all."""
    odds: int
    """An advantage of so many hundredths makes the odds of winning e times as good, roughly."""
    has: Capabilities
    contests: list[Literal["match", "series"]]
    contest_rules: str
    edits: tuple[str, ...]
    """What can be done when a position is set up."""
    openings: list[OpeningEntry]


@sent
class Catalog(TypedDict):
    """The games."""

    games: list[GameEntry]


# Positions


class Reach(Body):
    """A position: a start, and the moves from there."""

    game: GameName
    rules: RulesName | None = None
    setup: Setup = Field(default={})
    position: PositionText | None = None
    moves: Moves = Field(default=[])


@sent
class Reached(TypedDict):
    """A position reached from a start by moves."""

    layout_key: str
    scene: Scene
    turns: list[Turn]
    outcome: Outcome | None
    start: str


class Drawn(BaseModel):
    """A position to be drawn, in an address, where set-up options may stand beside it."""

    game: GameName
    rules: RulesName | None = None
    position: PositionText | None = None
    moves: Annotated[str, Field(max_length=8_000, description="Separated by spaces or commas")] = ""
    theme: Literal["light", "dark"] = "light"


class EditWish(Body):
    """A change to a position: one of these, or a point with where its piece comes from or whose it is."""

    point: PointName | None = None
    from_: Annotated[PointName | None, Field(alias="from")] = None
    player: Annotated[int, Field(ge=0, le=1)] | None = None
    turn: Annotated[int, Field(ge=0, le=1)] | None = None
    clear: bool = False


class EditPosition(Body):
    """A position that is being set up, and what to change."""

    game: GameName
    rules: RulesName | None = None
    position: PositionText | None = None
    edit: EditWish


@sent
class Edited(TypedDict):
    """A position that is being set up."""

    position: str
    scene: Scene


class Why(Reach):
    """A move, or its beginning, that may be refused."""

    move: Annotated[str, Field(max_length=400, description="A point, a turn or the beginning of one")]
    to: Annotated[PointName, Field(description="The point to which the turn was to go on")] | None = None
    bare: Annotated[bool, Field(description="Whether no move is named that would do, for who is to find one alone")] = (
        False
    )


@sent
class Reason(TypedDict):
    """Why a move is refused; null if it is not."""

    message: str | None


# Records


class Records(Body):
    """Games as text."""

    text: Annotated[str, Field(max_length=60_000)]


@sent
class SideLine(TypedDict):
    """Moves that were recorded beside a game."""

    of: int
    """The line that it leaves: 0 is the game itself, 1 the first of these."""
    ply: int
    """How many moves from the start it shares with that one."""
    moves: list[str]


@sent
class RecordedGame(TypedDict):
    """A game read from a record."""

    id: str | None
    """Its address, if it was kept."""
    game: str
    rules: str
    start: str
    moves: list[str]
    lines: list[SideLine]
    """What else is recorded, each after the one that it leaves."""
    players: tuple[str, str]
    headers: dict[str, str]
    outcome: Outcome | None


@sent
class RecordedGames(TypedDict):
    """Games read from records."""

    games: list[RecordedGame]


# Sets to print


@sent
class KitEntry(TypedDict):
    """A set that can be printed."""

    name: str
    rules: tuple[str, ...]
    """Rule sets to choose from; empty where there is nothing to choose."""
    boards: tuple[str, ...]
    """Sizes, the usual one first; empty where there is only one."""
    motifs: tuple[str, ...]
    """What the pieces can show, the usual motif first; empty where there is only one."""


@sent
class PaperEntry(TypedDict):
    """What can be printed on."""

    name: str
    title: str


@sent
class Kits(TypedDict):
    """What can be printed, and on what."""

    kits: list[KitEntry]
    papers: list[PaperEntry]


# Texts and tokens


@sent
class Language(TypedDict):
    """A language of the app."""

    code: str
    name: str
    direction: Literal["ltr", "rtl"]


@sent
class Messages(TypedDict):
    """All texts of the app in a language."""

    language: str
    direction: Literal["ltr", "rtl"]
    messages: Mapping[str, str | Mapping[str, str]]
    """By their keys; where a text depends on a number, one for each plural form."""


@sent
class Acquainted(TypedDict):
    """Somebody who has a token."""

    new: bool
    """Whether it was given to them just now."""


@sent
class Token(TypedDict):
    """Who a program is from now on: send it as `Authorization: Bearer TOKEN`."""

    token: str
