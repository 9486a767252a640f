"""What every game gives: a board to play on, and outcomes.

This file knows no game. A game's own room (`vato.games`) fills in what is left abstract here.
"""

from __future__ import annotations

import copy
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from vato.errors import AmbiguousMove, IllegalMove, UnknownName, VatoError, shorten
from vato.moves import Continuations, LegalMoves, MoveT_co
from vato.text import Listing, Text

if TYPE_CHECKING:
    from vato.rules import RuleSet

Player = int
"""0 or 1; `Board.sides` says what they are called."""

PLAYER_ROLES = ("first", "second")
"""What a player's pieces are in a diagram."""

# Reasons a game may end for that belong to no game in particular.
REPETITION = Text("repetition")
AGREEMENT = Text("agreement")
RESIGNATION = Text("resignation")
TIME = Text("time")
ADJUDICATION = Text("adjudication")
DECLARED_REASONS = (AGREEMENT, RESIGNATION, TIME, ADJUDICATION)
"""The reasons that lie outside the board: somebody declares them, no move leads to them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner, or nobody, and why."""

    winner: Player | None
    reason: str
    no_result: bool = False
    """True when the game ended without counting as won, lost or drawn, as some rules have it."""

    @property
    def drawn(self) -> bool:
        """Whether the game counts as a draw.

        >>> Outcome(None, AGREEMENT).drawn, Outcome(0, RESIGNATION).drawn
        (True, False)
        """
        return self.winner is None and not self.no_result


class Board(ABC, Generic[MoveT_co]):
    """A position in play: whose turn it is, what may be played, what was played, and how it ended.

    Two boards are equal when the game's repetition rule would call their positions the same, under the same rules.
    The hash follows the position, so copy a board before using it as a key and playing on.
    """

    game: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    """What the two players are called, player 0 first."""

    rules: RuleSet
    turn: Player
    """The player to move."""

    def __init__(self) -> None:
        self._past: list[tuple[MoveT_co, Any]] = []
        self._seen: dict[Hashable, int] = {}
        """How often each position of the past has occurred."""
        self._declared: Outcome | None = None
        self._forget()

    def _forget(self) -> None:
        """Drop what was worked out for the position, because it changes."""
        self._listed: list[MoveT_co] | None = None
        self._reached: tuple[Outcome | None] | None = None

    # Playing

    @property
    def legal_moves(self) -> LegalMoves[MoveT_co]:
        """The legal moves, as a sequence that follows the board."""
        return LegalMoves(self)

    def read(self, move: object) -> MoveT_co:
        """Return the legal move a text or `Move` stands for, or raise `IllegalMove` saying which rule refuses it."""
        self.refuse_if_over()
        return self._read(move)

    def refuse_if_over(self) -> None:
        """Raise `IllegalMove` once the game is over."""
        if (outcome := self.outcome()) is not None:
            raise IllegalMove("The game is over: {outcome}.", outcome=self.describe(outcome))

    def push(self, move: object) -> MoveT_co:
        """Play a move, given as text or as a `Move`, and return it; raise `IllegalMove` if the rules refuse it."""
        legal = self.read(move)
        self._advance(legal)
        return legal

    def _advance(self, move: Any) -> None:
        state = self._state()
        before = self._identity_of(state)
        self._past.append((move, state))
        self._seen[before] = self._seen.get(before, 0) + 1
        self._play(move)
        self._forget()

    def pop(self) -> MoveT_co:
        """Take back the last move, with a resignation or agreement that followed it, and return it."""
        if not self._past:
            raise IllegalMove("There is no move to take back.")
        move, state = self._past.pop()
        self._restore(state)
        self._seen[self._identity_of(state)] -= 1
        self._declared = None
        self._forget()
        return move

    @property
    def played(self) -> tuple[MoveT_co, ...]:
        """The moves played on this board so far."""
        return tuple(move for move, _ in self._past)

    def peek(self) -> MoveT_co:
        """Return the last move that was played.

        >>> import vato
        >>> board = vato.new("squadro")
        >>> board.push("3") == board.peek()
        True
        """
        if not self._past:
            raise IllegalMove("No move has been played yet.")
        return self._past[-1][0]

    def find_move(self, origin: str, *points: str) -> MoveT_co:
        """Return the legal move that leads from a point to the last of others, over the rest in their order.

        Points have the names that `vato.scene` gives them. If a move stands on just these points, it is meant; if
        more than one fits, `AmbiguousMove` names them.

        >>> import vato
        >>> str(vato.new("fanorona").find_move("d2", "e3"))
        'd2-e3A'
        >>> str(vato.new("squadro").find_move("2-0", "2-3"))
        '2'
        """
        self.refuse_if_over()
        wanted = tuple(point.strip().lower() for point in (origin, *points))
        ways = {move: self._way(move) for move in self.legal_moves}
        fitting = [move for move, way in ways.items() if way == wanted] or [
            move for move, way in ways.items() if _leads_over(way, wanted)
        ]
        named = Text.literal(" ".join(map(shorten, (origin, *points))))
        if not fitting:
            raise IllegalMove("No legal move leads over {points}.", points=named)
        if len(fitting) > 1:
            raise AmbiguousMove("{points} can be {moves}.", points=named, moves=Listing(map(str, fitting)))
        return fitting[0]

    def copy(self) -> Self:
        """Return an independent board with the same position and the same past."""
        return copy.copy(self)

    def __copy__(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._restore(self._state())
        twin._past = self._past.copy()
        twin._seen = self._seen.copy()
        return twin

    def root(self, ply: int = 0) -> Self:
        """Return a new board with the position this one began from, or had after so many moves, and with no past.

        >>> import vato
        >>> board = vato.new("squadro")
        >>> for lane in "123":
        ...     _ = board.push(lane)
        >>> board.root(2).position, board.root().position
        ('10000/01000 light', '00000/00000 light')
        """
        if not 0 <= ply <= len(self._past):
            raise VatoError("{ply} moves have not been played on this board.", ply=ply)
        first = type(self).__new__(type(self))
        first.__dict__.update(self.__dict__)
        first._restore(self._past[ply][1] if ply < len(self._past) else self._state())
        first._past, first._seen, first._declared = [], {}, None
        first._forget()
        return first

    @property
    def ply(self) -> int:
        """How many moves have been played on this board so far."""
        return len(self._past)

    # The end

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self._reached is None:
            self._reached = (self._declared or self._outcome(),)
        return self._reached[0]

    def resign(self, player: Player | None = None) -> Outcome:
        """End the game: `player`, or the one to move, gives up."""
        loser = self.turn if player is None else player
        return self.declare(Outcome(1 - loser, RESIGNATION))

    def agree_draw(self) -> Outcome:
        """End the game: both players agree that it is drawn."""
        return self.declare(Outcome(None, AGREEMENT))

    def declare(self, outcome: Outcome) -> Outcome:
        """End the game by what happened outside the board, such as a clock that ran out."""
        if outcome.reason not in DECLARED_REASONS:
            raise VatoError("{reason!r} ends a game on the board only.", reason=outcome.reason)
        drawn = outcome.winner is None
        fitting: dict[str, bool] = {AGREEMENT: drawn, RESIGNATION: not drawn, TIME: not drawn}
        if outcome.winner not in (None, 0, 1) or outcome.no_result or not fitting.get(outcome.reason, True):
            raise VatoError("{outcome} cannot be how a game ends.", outcome=outcome)
        self.refuse_if_over()
        self._declared = outcome
        self._forget()
        return outcome

    def describe(self, outcome: Outcome) -> Text:
        """Return an outcome in words.

        >>> import vato
        >>> vato.new("squadro").describe(Outcome(1, RESIGNATION))
        'dark wins by resignation'
        """
        reason = Text.literal(outcome.reason)
        if outcome.no_result:
            return Text("no result, {reason}", reason=reason)
        if outcome.winner is None:
            return Text("drawn, {reason}", reason=reason)
        side = self.sides[outcome.winner]
        if outcome.reason in DECLARED_REASONS:
            return Text("{side} wins by {reason}", side=side, reason=reason)
        return Text("{side} wins, {reason}", side=side, reason=reason)

    def occurrences(self) -> int:
        """Return how often the position on the board has occurred, this time included."""
        return 1 + self._seen.get(self._identity(), 0)

    # Identity

    @property
    @abstractmethod
    def position(self) -> str:
        """The position as text that `vato.new` reads back."""

    @property
    def key(self) -> int:
        """A 64-bit number for the position: equal for equal positions, the same on every machine and in every run."""
        name = f"{self.game} {self._identity()!r}"
        return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.game == other.game and self.rules == other.rules and self._identity() == other._identity()

    def __hash__(self) -> int:
        return self.key

    def __repr__(self) -> str:
        return f"vato.new({self.game!r}, rules={self.rules.name!r}, position={self.position!r})"

    # Mirror images

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The names of the board's mirror images under which the rules stay the same."""
        return ()

    def mirror(self, symmetry: str) -> Self:
        """Return a new board with the mirror image of this position."""
        raise self._no_symmetry(symmetry)

    def mirror_move(self, move: Any, symmetry: str) -> MoveT_co:
        """Return the mirror image of a move."""
        raise self._no_symmetry(symmetry)

    def _no_symmetry(self, symmetry: str) -> UnknownName:
        return UnknownName(
            "This board has no symmetry {symmetry!r}; it has {known}.",
            symmetry=symmetry,
            known=Listing(self.symmetries) or Text("none"),
        )

    # Turns step by step

    def continuations(self, prefix: object = ()) -> Continuations:
        """Return how the turn may go on after `prefix`: the steps played so far, as steps, a `Move` or text.

        Unless a game says otherwise, a turn is one step.
        """
        if not prefix:
            return Continuations(tuple(self.legal_moves), may_stop=False)
        self.refuse_if_over()
        self._begin(prefix)
        return Continuations((), may_stop=True)

    def beginning(self, prefix: object) -> MoveT_co:
        """Return the steps played so far as a move, whether or not the turn may end with them."""
        return self._begin(prefix)

    def joined(self, beginning: str, rest: str) -> str:
        """Return the text of a turn that begins with a point or some steps and goes on with others."""
        return f"{beginning}-{rest}"

    def sketch(self, prefix: object) -> Self:
        """Return a copy with a half-played turn on it, for an interface to draw; it is not for playing on."""
        self.refuse_if_over()
        move = self._begin(prefix)
        twin = self.copy()
        twin._advance(move)
        return twin

    # Pictures

    @abstractmethod
    def svg(self, *, theme: str = "light", move: object = None) -> str:
        """Return a picture of the position, with the last move marked, or with `move` drawn as a plan."""

    def _repr_svg_(self) -> str:
        return self.svg()

    @abstractmethod
    def diagram(self) -> list[list[tuple[str, str]]]:
        """Return the board as lines of text, each line as (text, role) spans for an interface to colour.

        A role is one or more words: `line`, `empty`, `dots`, `label`, one of `PLAYER_ROLES` for a player's pieces, and
        `last` or `captured` for what the last move did. Others are shown plainly.
        """

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in line).rstrip() for line in self.diagram())

    # What a game fills in

    @abstractmethod
    def _generate(self) -> Iterator[MoveT_co]:
        """Yield the legal moves; none once the game is over."""

    def _read(self, move: object) -> MoveT_co:
        """Return the legal move that a text, a move or its only step stands for; a game may say better why not."""
        if isinstance(move, list | tuple) and len(move) == 1:
            (move,) = move
        for legal in self._generate():
            if move == legal or (isinstance(move, str) and move.strip() == str(legal)):
                return legal
        example = next(self._generate())
        named = shorten(str(move))
        raise IllegalMove(
            "{move} cannot be played here; {example} can.",
            bare=Text("{move} cannot be played here.", move=named),
            move=named,
            example=str(example),
        )

    def _begin(self, prefix: object) -> MoveT_co:
        """Return the beginning of a turn as a move, whether or not it may stop there."""
        return self._read(prefix)

    def _way(self, move: Any) -> tuple[str, ...]:
        """Return the points on which a move's piece stands one after the other; a game may tell them otherwise."""
        return (move.steps[0].origin, *(step.target for step in move.steps))

    @abstractmethod
    def _play(self, move: Any) -> None: ...

    @abstractmethod
    def _outcome(self) -> Outcome | None: ...

    @abstractmethod
    def _state(self) -> Any:
        """Return everything a move changes, as one immutable value."""

    @abstractmethod
    def _restore(self, state: Any) -> None: ...

    def _identity_of(self, state: Any) -> Hashable:
        """Return the part of a state that makes two positions the same position: all of it, unless a game says so."""
        identity: Hashable = state
        return identity

    def _identity(self) -> Hashable:
        return self._identity_of(self._state())

    def _reversible_turns(self) -> int:
        """Return how many of the last turns could be part of a repetition."""
        return len(self._past)


def _leads_over(way: tuple[str, ...], points: tuple[str, ...]) -> bool:
    """Return whether a way begins and ends with the first and last of some points and has the others in their order."""
    if way[0] != points[0] or (len(points) > 1 and way[-1] != points[-1]):
        return False
    rest = iter(way)
    return all(point in rest for point in points)
