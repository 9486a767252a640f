"""What an interface draws and offers: the board's layout, the pieces, and the turns that may be played, step by step.

All of it is plain data that `json` writes, with names for points and nothing that needs a rule to be understood, so
that whoever draws it knows no game. A game's room fills it in (`scene.py` there). What is empty, false or null in an
`Option`, a `Change` or a `Step` is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, Protocol, Required

from typing_extensions import TypedDict  # on Python 3.11 pydantic, with which the server describes it, needs this one

from vato import catalog
from vato.board import Board, Player
from vato.errors import IllegalMove


class Spot(TypedDict):
    """A point of the board by its name."""

    name: str
    x: float
    y: float


class Looks(TypedDict):
    """How pieces look, as path data around (0, 0), pointing up; one for each player."""

    outlines: list[str]
    marks: list[str]
    """What is engraved on a piece and tells the sides apart without colour: player 0's is filled, player 1's a line."""
    motifs: list[list[str]]
    """What the pieces of the set to print show instead, drawn from the same outlines; empty where there is none."""
    check: str
    """What lies on a piece that is home."""
    reach: float
    """How far from its middle a piece can be touched."""


class Shape(TypedDict, total=False):
    """An engraved part of the board, with what an SVG element of its kind has."""

    kind: Required[str]
    """The first word says what is drawn: line, groove, place, dot, label. All words are classes."""
    text: str
    x: float
    y: float
    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    height: float
    rx: float
    cx: float
    cy: float
    r: float


class Layout(TypedDict):
    """Where everything lies, the same throughout a game, in units of the picture."""

    width: float
    height: float
    border: float
    points: list[Spot]
    shapes: list[Shape]
    """In the order of drawing. A label's spot is its middle."""
    piece: Looks


class Piece(TypedDict):
    """A piece that stands on the board."""

    at: str
    player: Player
    heading: int
    """Degrees clockwise from pointing up."""
    home: bool
    """Whether it has finished; it is shown, but no longer plays."""


_Origin = TypedDict("_Origin", {"from": str})
"""Where something comes from; a call, as `from` is a word of Python."""


class Change(_Origin):
    """What a step does to one piece: it goes from a point to another or, without `to`, off the board."""

    to: NotRequired[str]
    heading: NotRequired[int]
    home: NotRequired[bool]


Counts = dict[str, list[int]]
"""What the game's counters say, by their names: a number for each player."""


class Step(_Origin):
    """A step of a turn: the piece's way, what it strikes, and every change in order."""

    to: str
    way: NotRequired[str]
    """What tells it from other steps between the same points."""
    struck: NotRequired[list[str]]
    """The points of the pieces that it takes or sends back."""
    lost: NotRequired[list[str]]
    """The points of the player's own pieces that it costs, after it."""
    changes: list[Change]
    path: NotRequired[list[str]]
    """The points it passes, where these are more than its ends."""
    counts: NotRequired[Counts]
    """What is counted after it, where that changes."""


class Option(Step):
    """A step that may be played now: a node of the tree of turns."""

    text: str
    """The turn up to and with this step; a whole move if it may stop."""
    closed: NotRequired[list[str]]
    """The empty points that the turn may no longer enter, while it may go on."""
    stop: NotRequired[bool]
    """Whether the turn may end here."""
    next: NotRequired[list[Option]]
    """How it may go on."""


class Scene(TypedDict):
    """A position to be shown and played on."""

    position: str
    turn: Player
    ply: int
    pieces: list[Piece]
    options: list[Option]
    counts: Counts
    crowded: NotRequired[bool]
    """Whether there are too many turns to be given as options; they can still be typed."""


class Turn(TypedDict):
    """A turn that was played, to be listed and shown again."""

    ply: int
    """The first turn has 1."""
    player: Player
    text: str
    steps: list[Step]
    clock_ms: int | None


Edit = TypedDict(
    "Edit",
    {"point": str, "from": str | None, "player": Player | None, "turn": Player | None, "clear": bool},
    total=False,
)
"""A change to a position that is being set up: a stone of a `player`, or none, on a `point`; or the stone `from` there
to a point; or another `turn`; or everything off (`clear`). Where stones cannot be put or taken off, trying it with one
turns it round."""


class Scenery(Protocol):
    """What a game's room gives."""

    EDITS: tuple[str, ...]
    """What can be done when a position is set up: `place`, `erase`, `move`, `turn` (a piece, round)."""

    def edited(self, start: Any, position: str | None, edit: Edit) -> Any:
        """Return a board with a change made to a position; it need be no position that could be played."""

    def layout_name(self, board: Any) -> str:
        """Return what tells the layouts of one game apart, such as the board's size; empty if there is only one."""

    def layout(self, name: str) -> Layout:
        """Return where everything lies on boards whose layout has this name; raise `UnknownName` if none has."""

    def pieces_of(self, board: Any) -> list[Piece]:
        """Return the pieces on the board."""

    def options_of(self, board: Any) -> list[Option]:
        """Return the beginnings of all legal turns, each with how it may go on; the game is not over."""

    def steps_of(self, board: Any, move: Any) -> Sequence[Step]:
        """Return the steps of a legal move of this position."""

    def counts_of(self, board: Any) -> Counts:
        """Return what the game's counters say."""

    def refuse(self, board: Any, beginning: str, to: str | None) -> None:
        """Raise the `IllegalMove` that says why a point or the beginning of a turn cannot be played, if so.

        With `to`, why it cannot go on to that point.
        """


def scene_of(board: Board, *, options: bool = True) -> Scene:
    """Return what there is to see on a board and, unless only to be looked at, to play.

    >>> import vato
    >>> scene = scene_of(vato.new("fanorona", position="9/9/2w1b4/9/8b w"))
    >>> scene["options"]  # doctest: +NORMALIZE_WHITESPACE
    [{'from': 'c3', 'to': 'd3', 'changes': [{'from': 'c3', 'to': 'd3'}, {'from': 'e3'}], 'way': 'A', 'struck': ['e3'],
      'counts': {'stones': [1, 1]}, 'text': 'c3-d3A', 'stop': True}]
    """
    room = _room(board)
    return {
        "position": board.position,
        "turn": board.turn,
        "ply": board.ply,
        "pieces": room.pieces_of(board),
        "options": options_of(board) if options else [],
        "counts": room.counts_of(board),
    }


def options_of(board: Board) -> list[Option]:
    """Return the beginnings of all turns that may be played; none once the game is over."""
    return _room(board).options_of(board) if board.outcome() is None else []


def layout_of(board: Board) -> Layout:
    """Return where everything lies on a board."""
    room = _room(board)
    return room.layout(room.layout_name(board))


def layout_key(board: Board) -> str:
    """Return a name for the layout: boards with the same name are drawn alike.

    >>> import vato
    >>> layout_key(vato.new("fanorona", board="5x5")), layout_key(vato.new("squadro"))
    ('fanorona/5x5', 'squadro')
    """
    name = _room(board).layout_name(board)
    return f"{board.game}/{name}" if name else board.game


def turn_of(board: Board, move: Any, ply: int, clock_ms: int | None = None) -> Turn:
    """Return a legal move of the position on the board as the turn that it is.

    >>> import vato
    >>> turn_of(vato.new("squadro"), "1", ply=1)["steps"]
    [{'from': '1-0', 'to': '1-1', 'changes': [{'from': '1-0', 'to': '1-1'}]}]
    """
    legal = board.read(move) if isinstance(move, str) else move
    steps = list(_room(board).steps_of(board, legal))
    return {"ply": ply, "player": board.turn, "text": str(legal), "steps": steps, "clock_ms": clock_ms}


def turns_of(board: Board) -> list[Turn]:
    """Return the turns played on a board."""
    replay = board.root()
    turns = []
    for ply, move in enumerate(board.played, start=1):
        turns.append(turn_of(replay, move, ply))
        replay.push(move)
    return turns


def refusal(board: Board, beginning: str, to: str | None = None) -> IllegalMove | None:
    """Return why a point, a turn or the beginning of one cannot be played, or cannot go on `to` a point; else None.

    >>> import vato
    >>> board = vato.new("fanorona")
    >>> print(refusal(board, "e5"), refusal(board, "a1"), refusal(board, "d2", "e3"), sep="\\n")
    The stone on e5 is not yours: it is white's turn.
    The stone on a1 is blocked: there is no empty point beside it.
    None
    """
    try:
        board.refuse_if_over()
        _room(board).refuse(board, beginning, to)
    except IllegalMove as error:
        return error
    return None


def edited(game: str, rules: str | None, position: str | None, edit: Edit) -> Board:
    """Return a board with a change made to a position that is being set up; it may be one that cannot be played.

    >>> edited("fanorona", None, "9/9/4w4/9/9 w", {"point": "e3", "player": None}).position
    '9/9/9/9/9 w'
    >>> edited("squadro", None, None, {"point": "2-6", "from": "2-0"}).position
    '06000/00000 light'
    """
    start = catalog.new(game, rules=rules)
    board: Board = _room(start).edited(start, position, edit)
    return board


def _room(board: Board) -> Scenery:
    return catalog.find(board.game).scene
