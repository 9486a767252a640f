"""What a move is to the house, and the moves that are legal on a board. Knows no game.

Boards and what is found about them are generic in the type of their moves: a room's own board gives the room's moves,
and a `Board` of any game gives a `Move`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, overload

from typing_extensions import TypeVar

from vato.errors import IllegalMove

if TYPE_CHECKING:
    from vato.board import Board


class Move(Protocol):
    """A whole turn. Its text is what `Board.push` reads."""

    @property
    def steps(self) -> tuple[Any, ...]:
        """The turn's steps in order, for interfaces that play a chain step by step."""
        ...


MoveT = TypeVar("MoveT", bound=Move, default=Move)
"""The type of a game's moves."""
MoveT_co = TypeVar("MoveT_co", bound=Move, default=Move, covariant=True)
"""The same for what only gives moves: whoever takes boards of any game takes those of every room."""


class Continuations(NamedTuple):
    """How a half-played turn may go on: the legal next steps, and whether it may stop here."""

    steps: tuple[Any, ...]
    may_stop: bool


class LegalMoves(Generic[MoveT_co]):
    """The legal moves of a board as it stands now, a sequence: lazy to iterate, countable, and `in` lists nothing."""

    def __init__(self, board: Board[MoveT_co]) -> None:
        self._board = board

    def __iter__(self) -> Iterator[MoveT_co]:
        return iter(self._board._listed) if self._board._listed is not None else self._board._generate()

    def __len__(self) -> int:
        return len(self._list())

    def __bool__(self) -> bool:
        # A player who cannot move has lost or drawn, so there is a move as long as the game goes on.
        return self._board.outcome() is None

    @overload
    def __getitem__(self, index: int) -> MoveT_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[MoveT_co]: ...
    def __getitem__(self, index: int | slice) -> MoveT_co | Sequence[MoveT_co]:
        return self._list()[index]

    def __contains__(self, move: object) -> bool:
        try:
            self._board.read(move)
        except IllegalMove:
            return False
        return True

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self)) or 'none'}>"

    def __reversed__(self) -> Iterator[MoveT_co]:
        return reversed(self._list())

    def index(self, move: object) -> int:
        """Return the place of a move in the list."""
        return self._list().index(self._board.read(move))

    def count(self, move: object) -> int:
        """Return 1 for a legal move, else 0."""
        return int(move in self)

    def _list(self) -> list[MoveT_co]:
        if self._board._listed is None:
            self._board._listed = list(self._board._generate())
        return self._board._listed


# By registration and not by name, since type checkers hold that a text cannot be `in` a sequence of moves.
Sequence.register(LegalMoves)
