"""What the server answers, as types: for the OpenAPI page and nothing else; the answers themselves are made by hand.

Fields that are empty, false or null may be missing in options, steps and changes.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field


class ErrorDetail(BaseModel):
    """What went wrong."""

    message: str = Field(description="One sentence, in the language of the request")
    code: str = Field(examples=["illegal_move"])


class Failure(BaseModel):
    """The one shape of errors."""

    error: ErrorDetail


class Identified(BaseModel):
    """Something that has an address."""

    id: str


class Token(BaseModel):
    """Who a program is from now on: send it as `Authorization: Bearer TOKEN`."""

    token: str


class RuleSetEntry(BaseModel):
    """A way to play."""

    name: str
    summary: str
    revanche: bool = Field(description="Whether it is the revanche game of a match")


class LevelEntry(BaseModel):
    """How well the computer plays."""

    number: int
    name: str


class OpeningEntry(BaseModel):
    """A first move with a name."""

    name: str
    move: str


class SetupEntry(BaseModel):
    """Something that can be chosen at the start."""

    name: str = Field(description="What requests call it")
    label: str
    values: list[str] = Field(description="The usual one first")
    decides_beginner: bool = Field(description="Whether its values are the sides, one of which begins")


class CounterEntry(BaseModel):
    """Something of which each player has a number that people watch."""

    name: str = Field(description="What `counts` call it")
    label: str
    most: int | None = Field(description="How many there are to be had, where the number grows towards that")


class Capabilities(BaseModel):
    """What a game may have beside its rules; what it lacks is not offered."""

    engine: bool = Field(description="The computer plays it and analyses it")
    lessons: bool
    puzzles: bool
    endings: bool
    kit: bool = Field(description="There is a set to print")


class GameEntry(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    sides: list[str]
    rules: list[RuleSetEntry]
    setup: list[SetupEntry]
    counters: list[CounterEntry]
    levels: list[LevelEntry] = Field(description="Empty where the computer plays at full strength, or not at all")
    has: Capabilities
    contests: list[str]
    contest_rules: str
    edits: list[str] = Field(description="What can be done when a position is set up")
    openings: list[OpeningEntry]


class Catalog(BaseModel):
    """The games."""

    games: list[GameEntry]


class Example(BaseModel):
    """A position in which a rule is seen at work; `/api/rules/{game}/{name}.svg` is its picture."""

    paragraph: int = Field(description="Which paragraph of its section it belongs to, from 0")
    name: str
    caption: str
    width: float = Field(description="Of the picture")
    height: float
    position: str
    move: str | None = Field(description="The turn that is shown, if any")
    captured: list[str] = Field(description="The points of the stones that it takes or sends back")
    sent: list[str] = Field(description="Where these stones go; empty where they leave the board")
    refused: str | None = Field(description="A turn that the rules refuse here, if that is shown")
    why: str | None = Field(description="Why it is refused")


class Section(BaseModel):
    """A part of the rules."""

    title: str
    paragraphs: list[str]
    examples: list[Example]


class ComparedField(BaseModel):
    """What each rule set has in a field."""

    field: str
    label: str
    values: list[str]


class Comparison(BaseModel):
    """Rule sets side by side, with the fields in which they differ."""

    title: str
    columns: list[str] = Field(description="The names of the rule sets")
    rows: list[ComparedField]


class Rules(BaseModel):
    """The rules of a game in words."""

    game: str
    rules: str
    sections: list[Section]
    comparison: Comparison


class Layout(BaseModel):
    """Where everything lies on a board."""

    width: float
    height: float
    border: float
    points: list[dict[str, Any]]
    shapes: list[dict[str, Any]]
    piece: dict[str, Any]


class Change(BaseModel):
    """What a step does to one piece; without `to` it leaves the board."""

    from_: str = Field(alias="from")
    to: str | None = None
    heading: int | None = None
    home: bool = False


class Step(BaseModel):
    """A step of a turn."""

    from_: str = Field(alias="from")
    to: str
    way: str = ""
    struck: list[str] = []
    changes: list[Change] = []
    path: list[str] = []
    counts: dict[str, list[int]] | None = Field(default=None, description="What is counted after it, if that changes")


class Option(Step):
    """A step that may be played now, and how the turn may go on after it."""

    text: str
    closed: list[str] = []
    stop: bool = False
    next: list[Option] = []


class Turn(BaseModel):
    """A turn that was played."""

    ply: int
    player: int
    text: str
    steps: list[Step]
    clock_ms: int | None = None


class Piece(BaseModel):
    """A piece on the board."""

    at: str
    player: int
    heading: int = 0
    home: bool = False


class Scene(BaseModel):
    """A position to be shown and played on."""

    position: str
    turn: int
    ply: int
    pieces: list[Piece]
    options: list[Option]
    counts: dict[str, list[int]] = Field(description="By the names of the game's counters: a number for each player")
    crowded: bool = Field(default=False, description="Whether there are too many turns to give them as options")


class Outcome(BaseModel):
    """How a game ended."""

    winner: int | None
    reason: str
    text: str
    drawn: bool
    no_result: bool


class Seat(BaseModel):
    """Who plays a side."""

    side: str
    name: str
    kind: Literal["person", "computer", "open"]
    level: int | None
    mine: bool
    online: bool


class Clock(BaseModel):
    """What is left to each player at `at_ms`."""

    initial_ms: int
    increment_ms: int
    remaining_ms: list[int]
    running: int | None
    at_ms: int


class State(BaseModel):
    """A game as one visitor sees it; options only for whoever is to move."""

    type: Literal["state"]
    version: int
    id: str
    game: str
    rules: str
    layout: str
    start: str
    seats: list[Seat]
    scene: Scene
    turns: list[Turn]
    outcome: Outcome | None
    clock: Clock | None
    offers: dict[str, int | None]
    may: dict[str, bool]
    chat: list[dict[str, Any]]
    contest: dict[str, Any] | None
    next_id: str | None
    thinking: bool
    watchers: int


class Accepted(BaseModel):
    """Something is done and kept."""

    version: int
    id: str


class Summary(BaseModel):
    """A game in a list."""

    id: str
    game: str
    rules: str
    names: list[str]
    seats: list[Seat]
    outcome: Outcome | None
    result: str | None
    plies: int
    position: str
    layout: str
    my_turn: bool
    updated: int


class SummaryPage(BaseModel):
    """A page of games."""

    games: list[Summary]
    page: int
    more: bool


class Reached(BaseModel):
    """A position reached from a start by moves."""

    layout_key: str
    scene: Scene
    turns: list[Turn]
    outcome: Outcome | None
    start: str


class Edited(BaseModel):
    """A position that is being set up."""

    position: str
    scene: Scene


class Reason(BaseModel):
    """Why a move is refused; null if it is not."""

    message: str | None


class LessonEntry(BaseModel):
    """A lesson in the list."""

    name: str
    title: str
    aim: str
    exercises: int = Field(description="How many it has")
    rules: str = Field(description="Of its first exercise, as its position")
    position: str


class LessonGame(BaseModel):
    """The lessons of a game, in the order of learning."""

    game: str
    lessons: list[LessonEntry]


class LessonList(BaseModel):
    """All lessons."""

    games: list[LessonGame]


class LessonHint(BaseModel):
    """Help with an exercise: a sentence, and a turn that is right."""

    message: str
    turn: Turn


class LessonExercise(BaseModel):
    """A position with something to do in it."""

    task: str
    rules: str
    player: int = Field(description="Whose side the learner has")
    turns: int = Field(description="How many turns the learner has")
    layout: str
    scene: Scene
    hint: LessonHint | None


class Lesson(BaseModel):
    """A lesson with its exercises."""

    game: str
    name: str
    title: str
    aim: str
    sides: list[str]
    exercises: list[LessonExercise]
    next: str | None = Field(description="The name of the lesson after it")


class PuzzleGrade(BaseModel):
    """The puzzles of a grade: their numbers go on from the first."""

    grade: int
    first: int
    count: int
    position: str = Field(description="Of the first")


class PuzzleGame(BaseModel):
    """The puzzles of a game."""

    game: str
    grades: list[PuzzleGrade]


class PuzzleList(BaseModel):
    """All puzzles."""

    games: list[PuzzleGame]


class Puzzle(LessonExercise):
    """A position in which a single move keeps the result."""

    game: str
    number: int
    grade: int
    sides: list[str]


class Ending(Puzzle):
    """A won position to be won against a perfect defence; `turns` is how many the winner needs."""

    ready: bool = Field(description="Whether its tables are there; they are being made otherwise")


class Tried(BaseModel):
    """What came of a try."""

    verdict: Literal["refused", "wrong", "onward", "reached"]
    message: str
    turn: Turn | None = Field(description="The turn that was tried; null if it was refused")
    reply: Turn | None = Field(description="The other side's answer, if there was one")
    scene: Scene = Field(description="What is on the board then; options only where the exercise goes on")
    moves: list[str] = Field(description="What to send with the next try")
    hint: LessonHint | None


class RecordedGame(BaseModel):
    """A game read from a record."""

    id: str | None
    game: str
    rules: str
    start: str
    moves: list[str]
    players: list[str]
    headers: dict[str, str]
    outcome: Outcome | None


class RecordedGames(BaseModel):
    """Games read from records."""

    games: list[RecordedGame]


class KitEntry(BaseModel):
    """A set that can be printed."""

    name: str
    rules: list[str] = Field(description="Rule sets to choose from; empty where there is nothing to choose")
    boards: list[str] = Field(description="Sizes, the usual one first; empty where there is only one")


class PaperEntry(BaseModel):
    """What can be printed on."""

    name: str
    title: str


class Kits(BaseModel):
    """What can be printed, and on what."""

    kits: list[KitEntry]
    papers: list[PaperEntry]


class Language(BaseModel):
    """A language of the app."""

    code: str
    name: str
    direction: Literal["ltr", "rtl"]


class Messages(BaseModel):
    """All texts of the app in a language."""

    language: str
    direction: Literal["ltr", "rtl"]
    messages: dict[str, str | dict[str, str]]
