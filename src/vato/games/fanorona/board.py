"""The rules of Fanorona in plain Python: the specification, to be read beside the rule booklet.

Everything faster is proven equal to this. Numbers in comments name the documents listed in docs/rules/fanorona.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import ClassVar, NamedTuple, Self

from vato import board as game
from vato.board import AGREEMENT, REPETITION, Outcome, Player
from vato.errors import IllegalMove, InvalidPosition
from vato.games.fanorona import refusals
from vato.games.fanorona.notation import APPROACH, WITHDRAWAL, Move, Placement, Step, read_position, write_position
from vato.games.fanorona.rulesets import STANDARD, RuleSet
from vato.games.fanorona.setup import start_of
from vato.lattice import picture
from vato.lattice.diagram import diagram
from vato.lattice.points import BoardLine, Point, Points, Stones, board_of, place
from vato.mixing import mix
from vato.moves import Continuations
from vato.text import Text

WHITE, BLACK = 0, 1

ALL_CAPTURED = Text("all stones captured")
BLOCKED = Text("no move possible")
TOO_QUIET = Text("too long without a capture")

BEGUN = 2
"""Turns played once both players have had their first turn; counting stops there."""


class State(NamedTuple):
    """Everything a turn changes."""

    stones: tuple[Player | None, ...]
    turn: Player
    turns: int
    quiet: int
    phase: int


class Board(game.Board[Move]):
    """A Fanorona position in play.

    >>> import vato
    >>> board = vato.new("fanorona", rules="classic")
    >>> board.legal_moves
    <LegalMoves: d2-e3A, e2-e3A, f2-e3A, d3-e3A, d3-e3W>
    """

    game: ClassVar[str] = "fanorona"
    sides: ClassVar[tuple[str, str]] = (Text("white"), Text("black"))
    rules: RuleSet
    points: Points
    """The board's points and lines."""
    stones: Stones
    """For every point the player whose stone is there, or None."""
    turns: int
    """Turns played, 2 standing for two or more; only whether a turn is a player's first matters."""
    quiet: int
    """Turns since the last capture."""
    phase: int
    """1 in the first phase of a Vela, 2 otherwise."""

    def __init__(self, rules: RuleSet = STANDARD, placement: Placement | None = None, size: str = "9x5") -> None:
        super().__init__()
        self.rules = rules
        if placement is None:
            placement = Placement(board_of(size), start_of(board_of(size)), WHITE, {})
        self.points, self.stones, self.turn, fields = placement
        self.turns = fields.get("turns", self._turns_by_sight()) if rules.first_turn_differs else BEGUN
        self.quiet = fields.get("quiet", 0)
        self.phase = 2

    @classmethod
    def new(cls, rules: RuleSet, position: str | None = None, *, board: str | None = None) -> Self:
        """Return a board at the start, or with the position a text describes; `board` is its size, such as `5x5`."""
        if position is None:
            return cls(rules, size="9x5" if board is None else board)
        placement = read_position(position)
        if board is not None and placement.points.size != board_of(board).size:
            raise InvalidPosition(
                "This position is on a {found} board, not {wanted}", column=1, found=placement.points.size, wanted=board
            )
        return cls(rules, placement)

    # The rules

    def captures(self, stones: Stones, line: BoardLine, player: Player) -> Iterator[tuple[str, tuple[Point, ...]]]:
        """Yield what a step of `player` along `line` may capture: by approach, by withdrawal, both or nothing."""
        if ahead := _enemies_in_a_row(stones, line.ahead, player):
            yield APPROACH, ahead
        if behind := _enemies_in_a_row(stones, line.behind, player):
            yield WITHDRAWAL, behind

    def capturing_steps(self, stones: Stones, origin: Point, player: Player) -> Iterator[Step]:
        """Yield the capturing steps of the stone of `player` on `origin`."""
        for line in self.points.lines[origin].values():
            if stones[line.target] is None:
                for kind, captured in self.captures(stones, line, player):
                    yield Step(origin, line.target, kind, captured)

    def all_capturing_steps(self, stones: Stones, player: Player) -> Iterator[Step]:
        """Yield the capturing steps of all stones of `player`."""
        for origin, owner in stones.items():
            if owner == player:
                yield from self.capturing_steps(stones, origin, player)

    def paikas(self) -> Iterator[Step]:
        """Yield the steps that capture nothing; 003: a step that can capture must."""
        for origin, owner in self.stones.items():
            if owner == self.turn:
                for line in self.points.lines[origin].values():
                    if self.stones[line.target] is None and not any(self.captures(self.stones, line, self.turn)):
                        yield Step(origin, line.target)

    def first_steps(self) -> Iterator[Step]:
        """Yield the steps with which a turn may begin."""
        captures = False
        for step in self.all_capturing_steps(self.stones, self.turn):
            captures = True
            yield step
        if not captures or self.paika_allowed():
            yield from self.paikas()

    def paika_allowed(self) -> bool:
        """Return whether a player who can capture may make a paika instead."""
        return not self.rules.must_capture or (self.rules.first_turn_paika and self.first_turn)

    def onward(self, stones: Stones, steps: tuple[Step, ...]) -> list[Step]:
        """Return the steps with which a chain may go on after `steps`, which led to `stones`."""
        if not steps[-1].kind or self.chain_forbidden():
            return []
        visited = {steps[0].origin, *(step.target for step in steps)}
        return [
            step
            for step in self.capturing_steps(stones, steps[-1].target, self.turn)
            if step.target not in visited and not self.goes_straight_on(steps[-1], step)
        ]

    def chain_forbidden(self) -> bool:
        """Return whether a turn may hold only one capture; 004 and 000: on each player's first turn."""
        return self.first_turn and not self.rules.first_turn_chain

    def goes_straight_on(self, before: Step, step: Step) -> bool:
        """Return whether a step breaks the rule that a chain changes direction with every step."""
        return self.rules.change_direction and self.points.direction(*before[:2]) == self.points.direction(*step[:2])

    def may_stop(self, onward: list[Step]) -> bool:
        """Return whether a turn may end where it could go on with `onward`."""
        return self.rules.chain == "optional" or not onward

    @property
    def first_turn(self) -> bool:
        """Whether the player to move is about to play their first turn."""
        return self.turns < BEGUN

    @staticmethod
    def after(stones: Stones, step: Step) -> Stones:
        """Return the stones after a step; 004: what it captures leaves the board at once."""
        stones = stones.copy()
        stones[step.target] = stones[step.origin]
        stones[step.origin] = None
        for point in step.captured:
            stones[point] = None
        return stones

    def _outcome(self) -> Outcome | None:
        counts = self.count(self.turn), self.count(1 - self.turn)
        if 0 in counts:
            return Outcome(1 - self.turn if counts[0] == 0 else self.turn, ALL_CAPTURED)
        if self._blocked():
            return Outcome(1 - self.turn if self.rules.blocked == "loses" else None, BLOCKED)
        if self.rules.quiet_turns and self.quiet >= self.rules.quiet_turns and max(counts) < self.rules.quiet_stones:
            return Outcome(None, TOO_QUIET)
        if self.rules.repetition and self.occurrences() >= self.rules.repetition:
            return Outcome(None, REPETITION)
        return None

    def _blocked(self) -> bool:
        return not any(
            self.stones[target] is None
            for origin, owner in self.stones.items()
            if owner == self.turn
            for target in self.points.lines[origin]
        )

    def count(self, player: Player) -> int:
        """Return how many stones a player has."""
        return list(self.stones.values()).count(player)

    def declare(self, outcome: Outcome) -> Outcome:
        """End the game by what happened outside the board; not every rule set knows a draw by agreement."""
        if outcome.reason == AGREEMENT and not self.rules.agreement:
            raise IllegalMove("These rules know no draw by agreement.")
        return super().declare(outcome)

    # Turns

    def _generate(self) -> Iterator[Move]:
        if self.outcome() is None:
            for step in self.first_steps():
                yield from self._chains(self.stones, (step,))

    def _chains(self, stones: Stones, steps: tuple[Step, ...]) -> Iterator[Move]:
        stones = self.after(stones, steps[-1])
        onward = self.onward(stones, steps)
        if self.may_stop(onward):
            yield Move(steps)
        for step in onward:
            yield from self._chains(stones, (*steps, step))

    def continuations(self, prefix: object = ()) -> Continuations:
        """Return how the turn may go on after `prefix`: the steps played so far, as steps, a `Move` or text.

        >>> import vato
        >>> board = vato.new("fanorona", position="9/9/2w1b4/3b5/9 w")
        >>> steps, may_stop = board.continuations("c3-d3A")
        >>> [str(step) for step in steps], may_stop
        (['d3-d4W'], True)
        """
        if not prefix:
            return Continuations(tuple(self.first_steps()) if self.outcome() is None else (), may_stop=False)
        self.refuse_if_over()
        steps, stones = refusals.resolve(self, prefix)
        onward = self.onward(stones, steps)
        return Continuations(tuple(onward), self.may_stop(onward))

    def _read(self, move: object) -> Move:
        steps, stones = refusals.resolve(self, move)
        refusals.check_end(self, steps, stones)
        return Move(steps)

    def _begin(self, prefix: object) -> Move:
        return Move(refusals.resolve(self, prefix)[0])

    def _play(self, move: Move) -> None:
        for step in move.steps:
            self.stones = self.after(self.stones, step)
        self.quiet = 0 if move.steps[0].captured else self.quiet + 1
        self.turns = min(self.turns + 1, BEGUN)
        self.turn = 1 - self.turn

    # Identity

    @property
    def position(self) -> str:
        """The position as text that `vato.new` reads back.

        >>> Board().position
        'bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w'
        """
        return write_position(self.points, self.stones, self.turn, self._fields())

    def _fields(self) -> dict[str, int]:
        fields = {}
        if self.rules.first_turn_differs and self.turns != self._turns_by_sight():
            fields["turns"] = self.turns
        if self.rules.quiet_turns and self.quiet:
            fields["quiet"] = min(self.quiet, self.rules.quiet_turns)
        return fields

    def _turns_by_sight(self) -> int:
        """Return how many turns a position seems to have seen that does not say: none at the start, else enough."""
        return 0 if self.turn == WHITE and self.stones == start_of(self.points) else BEGUN

    @property
    def key(self) -> int:
        """A 64-bit number for the position: equal for equal positions, the same on every machine and in every run.

        It is the exclusive or of what `mix` makes of the board's size, of each stone, and of each other fact.
        """
        key = mix(1000 + 10 * self.points.width + self.points.height)
        for point, owner in self.stones.items():
            if owner is not None:
                column, row = place(point)
                key ^= mix(100 * owner + 9 * (row - 1) + column - 1)
        if self.turn == BLACK:
            key ^= mix(2000)
        if self.first_turn:
            key ^= mix(2001 + self.turns)
        if self.phase == 1:
            key ^= mix(2003)
        return key

    def _state(self) -> State:
        return State(tuple(self.stones.values()), self.turn, self.turns, self.quiet, self.phase)

    def _restore(self, state: State) -> None:
        self.stones = dict(zip(self.points.all, state.stones, strict=True))
        _, self.turn, self.turns, self.quiet, self.phase = state

    def _identity_of(self, state: State) -> Hashable:
        return self.points.size, state._replace(quiet=0)

    def _reversible_turns(self) -> int:
        return min(self.quiet, len(self._past))

    # Mirror images

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The names of the board's mirror images; a square board has more of them.

        >>> Board().symmetries
        ('left-right', 'top-bottom', 'half-turn')
        """
        return tuple(self.points.symmetries)

    def mirror(self, symmetry: str) -> Self:
        """Return a new board with the mirror image of this position."""
        image = self._image(symmetry)
        stones = {image[point]: owner for point, owner in self.stones.items()}
        fields = {"turns": self.turns, "quiet": self.quiet, "phase": self.phase}
        return type(self)(
            self.rules, Placement(self.points, {point: stones[point] for point in self.points.all}, self.turn, fields)
        )

    def mirror_move(self, move: Move, symmetry: str) -> Move:
        """Return the mirror image of a move."""
        image = self._image(symmetry)
        return Move(
            tuple(
                Step(image[step.origin], image[step.target], step.kind, tuple(image[point] for point in step.captured))
                for step in move.steps
            )
        )

    def _image(self, symmetry: str) -> dict[Point, Point]:
        if symmetry not in self.points.symmetries:
            raise self._no_symmetry(symmetry)
        return self.points.symmetries[symmetry]

    # Pictures

    def svg(self, *, theme: str = "light", move: object = None) -> str:
        """Return a picture of the position, with the last move marked, or with `move` drawn as a plan."""
        return picture.svg(self, theme, None if move is None else self.read(move))

    def diagram(self) -> list[list[tuple[str, str]]]:
        """Return the board as lines of text, each line as (text, role) spans for an interface to colour."""
        if not self.played:
            return diagram(self.points, self.stones)
        last = self.played[-1]
        gone = [point for step in last.steps for point in step.captured]
        return diagram(self.points, self.stones, self._way(last), gone)


def _enemies_in_a_row(stones: Stones, ray: tuple[Point, ...], player: Player) -> tuple[Point, ...]:
    """Return the enemies of `player` from the start of a ray on; 004: gaps and own stones end a capture."""
    row = []
    for point in ray:
        if stones[point] != 1 - player:
            break
        row.append(point)
    return tuple(row)
