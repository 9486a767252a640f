"""The rules of Alquerque in plain Python: the specification, to be read beside docs/rules/alquerque.md.

Everything faster is proven equal to this. Letters in brackets name the sources that are listed there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import ClassVar, NamedTuple, Self

from vato import board as game
from vato.board import AGREEMENT, REPETITION, Outcome, Player
from vato.errors import IllegalMove, InvalidPosition
from vato.games.alquerque import refusals
from vato.games.alquerque.notation import LEFT, RIGHT, Move, Placement, Step, read_position, write_position
from vato.games.alquerque.rulesets import MODERN, RuleSet
from vato.games.alquerque.setup import SIZES, start_of
from vato.lattice import picture
from vato.lattice.diagram import diagram
from vato.lattice.points import BoardLine, Point, Points, Stones, board_of, place
from vato.mixing import mix
from vato.moves import Continuations
from vato.text import Text

WHITE, BLACK = 0, 1
FORWARD = (1, -1)
"""Which way each player's stones go on: White's up, Black's down."""

MOST_JUMPS = 2_000
"""Where more jumps than this would have to be looked at to know how many stones can be taken, nobody could check it."""

ALL_CAPTURED = Text("all stones captured")
BLOCKED = Text("no move possible")
TOO_QUIET = Text("too long without a capture")


class State(NamedTuple):
    """Everything a turn changes."""

    stones: tuple[Player | None, ...]
    turn: Player
    went: tuple[tuple[Point, str], ...]
    quiet: int


class Board(game.Board[Move]):
    """An Alquerque position in play.

    >>> import vato
    >>> vato.new("alquerque").legal_moves
    <LegalMoves: b2-c3, c2-c3, d2-c3, d3-c3>
    """

    game: ClassVar[str] = "alquerque"
    sides: ClassVar[tuple[str, str]] = (Text("white"), Text("black"))
    rules: RuleSet
    points: Points
    """The board's points and lines."""
    stones: Stones
    """For every point the player whose stone is there, or None."""
    went: dict[Point, str]
    """The points of the stones that stepped sideways last, and to which side; empty where that does not matter."""
    quiet: int
    """Turns since a stone left the board."""
    _least: int | None
    """What `least_captures` found for the position, once it was asked."""

    def __init__(self, rules: RuleSet = MODERN, placement: Placement | None = None, size: str = SIZES[0]) -> None:
        super().__init__()
        self.rules = rules
        if placement is None:
            placement = Placement(board_of(size), start_of(board_of(size)), WHITE, 0, {})
        self.points, self.stones, self.turn, self.quiet, went = placement
        self.went = {} if rules.turn_back else went

    @classmethod
    def new(cls, rules: RuleSet, position: str | None = None, *, board: str | None = None) -> Self:
        """Return a board at the start, or with the position a text describes; `board` is its size, such as `5x5`."""
        if position is None:
            return cls(rules, size=SIZES[0] if board is None else board)
        placement = read_position(position)
        if board is not None and placement.points.size != board_of(board).size:
            raise InvalidPosition(
                "This position is on a {found} board, not {wanted}", column=1, found=placement.points.size, wanted=board
            )
        return cls(rules, placement)

    # The rules

    def steps(self) -> Iterator[Step]:
        """Yield the steps of the player to move: along a line to the next point, if that is empty."""
        for origin, owner in self.stones.items():
            if owner == self.turn and self.may_step(origin):
                for line in self.points.lines[origin].values():
                    if self.stones[line.target] is None and self.way_is_open(origin, line):
                        yield Step(origin, line.target)

    def may_step(self, origin: Point) -> bool:
        """Return whether a stone may go without capturing; Bell: not from the row farthest from its player."""
        farthest = self.points.height if self.turn == WHITE else 1
        return self.rules.last_row or place(origin)[1] != farthest

    def way_is_open(self, origin: Point, line: BoardLine) -> bool:
        """Return whether a stone may step this way; Bell: not back, and not again where it has just been."""
        return not self.turns_back(origin, line) and (self.rules.backward == "free" or not self.goes_back(line))

    def goes_back(self, line: BoardLine) -> bool:
        """Return whether a line leads the player to move towards their own side."""
        return line.direction[1] * FORWARD[self.turn] < 0

    def turns_back(self, origin: Point, line: BoardLine) -> bool:
        """Return whether a stone that stepped sideways would step back along its row."""
        return self.went.get(origin) == {(1, 0): LEFT, (-1, 0): RIGHT}.get(line.direction, "")

    def jumps(self, stones: Stones, origin: Point) -> Iterator[Step]:
        """Yield the jumps of a stone: over an enemy on the next point to the empty point right behind, on one line."""
        for line in self.points.lines[origin].values():
            allowed = self.rules.backward != "never" or not self.goes_back(line)
            if allowed and stones[line.target] == 1 - self.turn and line.ahead and stones[line.ahead[0]] is None:
                yield Step(origin, line.ahead[0], (line.target,))

    def all_jumps(self) -> list[Step]:
        """Return the jumps with which the player to move could begin, if any number of captures will do."""
        return [
            step
            for origin in self.stones
            if self.stones[origin] == self.turn
            for step in self.jumps(self.stones, origin)
        ]

    def first_steps(self) -> list[Step]:
        """Return the steps with which a turn may begin."""
        jumps = self.all_jumps()
        if most := self.least_captures():
            jumps = [jump for jump in jumps if self.captures_after(self.stones, (jump,)) == most]
        if jumps and self.rules.must_capture:
            return jumps
        return jumps + list(self.steps())

    def onward(self, stones: Stones, steps: tuple[Step, ...]) -> list[Step]:
        """Return the jumps with which a turn may go on after `steps`, which led to `stones`."""
        if not steps[-1].captured:
            return []
        found = self.jumps_on(stones, steps)
        if most := self.least_captures():
            found = [jump for jump in found if self.captures_after(stones, (*steps, jump)) == most]
        return found

    def jumps_on(self, stones: Stones, steps: tuple[Step, ...]) -> list[Step]:
        """Return the further jumps of a stone that has jumped, if any number of captures will do."""
        visited = () if self.rules.revisit else (steps[0].origin, *(step.target for step in steps))
        return [jump for jump in self.jumps(stones, steps[-1].target) if jump.target not in visited]

    def captures_after(self, stones: Stones, steps: tuple[Step, ...]) -> int:
        """Return how many stones a turn can capture that begins with `steps`, the last of which meets `stones`."""
        stones = self.after(stones, steps[-1])
        onward = self.jumps_on(stones, steps)
        return max((self.captures_after(stones, (*steps, jump)) for jump in onward), default=len(steps))

    def least_captures(self) -> int:
        """Return how many stones a turn must take that captures: as many as possible, where that is a rule, or 0.

        Decision: where more than MOST_JUMPS jumps lead on, any number will do.
        """
        if not self.rules.most:
            return 0
        if self._least is None:
            jumps: list[tuple[Stones, tuple[Step, ...]]] = [(self.stones, (jump,)) for jump in self.all_jumps()]
            looked_at = most = 0
            while jumps and looked_at <= MOST_JUMPS:
                stones, steps = jumps.pop()
                looked_at += 1
                most = max(most, len(steps))
                stones = self.after(stones, steps[-1])
                jumps += [(stones, (*steps, jump)) for jump in self.jumps_on(stones, steps)]
            self._least = most if looked_at <= MOST_JUMPS else 0
        return self._least

    def _forget(self) -> None:
        super()._forget()
        self._least = None

    def may_stop(self, onward: list[Step]) -> bool:
        """Return whether a turn may end where it could go on with `onward`."""
        return not onward or (self.rules.chain == "optional" and not self.least_captures())

    def costs(self, steps: tuple[Step, ...]) -> tuple[Point, ...]:
        """Return the player's own stones that a turn costs; NRICH: all that could have captured if it does not."""
        if self.rules.must_capture or not self.rules.huff or steps[0].captured:
            return ()
        (step,) = steps
        lost = {step.target if jump.origin == step.origin else jump.origin for jump in self.all_jumps()}
        return tuple(point for point in self.points.all if point in lost)

    @staticmethod
    def after(stones: Stones, step: Step) -> Stones:
        """Return the stones after a step; what it captures leaves the board at once."""
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
        if not self.all_jumps() and next(self.steps(), None) is None:
            return Outcome(1 - self.turn if self.rules.blocked == "loses" else None, BLOCKED)
        if self.rules.quiet_turns and self.quiet >= self.rules.quiet_turns:
            return Outcome(None, TOO_QUIET)
        if self.rules.repetition and self.occurrences() >= self.rules.repetition:
            return Outcome(None, REPETITION)
        return None

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
                yield from self._turns(self.stones, (step,))

    def _turns(self, stones: Stones, steps: tuple[Step, ...]) -> Iterator[Move]:
        stones = self.after(stones, steps[-1])
        onward = self.onward(stones, steps)
        if self.may_stop(onward):
            yield self._move(steps)
        for step in onward:
            yield from self._turns(stones, (*steps, step))

    def _move(self, steps: tuple[Step, ...]) -> Move:
        return Move(steps, self.costs(steps))

    def continuations(self, prefix: object = ()) -> Continuations:
        """Return how the turn may go on after `prefix`: the steps played so far, as steps, a `Move` or text.

        >>> import vato
        >>> board = vato.new("alquerque", rules="alfonso", position="5/3b1/5/1b3/w4 w")
        >>> steps, may_stop = board.continuations("a1xc3")
        >>> [str(step) for step in steps], may_stop
        (['c3xe5'], True)
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
        return self._move(steps)

    def _begin(self, prefix: object) -> Move:
        return self._move(refusals.resolve(self, prefix)[0])

    def _play(self, move: Move) -> None:
        for step in move.steps:
            self.stones = self.after(self.stones, step)
        for point in move.lost:
            self.stones[point] = None
        self.quiet = 0 if move.steps[0].captured or move.lost else self.quiet + 1
        if not self.rules.turn_back:
            self._remember(move)
        self.turn = 1 - self.turn

    def _remember(self, move: Move) -> None:
        """Note to which side the stone went, if it stepped along its row, and forget the stones that are gone."""
        (column, row), (reached, final) = place(move.steps[0].origin), place(move.steps[-1].target)
        went = self.went | {move.steps[-1].target: ""}
        if row == final and not move.steps[0].captured:
            went[move.steps[0].target] = LEFT if reached < column else RIGHT
        self.went = {point: side for point, side in went.items() if side and self.stones[point] is not None}

    # Identity

    @property
    def position(self) -> str:
        """The position as text that `vato.new` reads back.

        >>> Board().position
        'bbbbb/bbbbb/bb1ww/wwwww/wwwww w'
        """
        quiet = min(self.quiet, self.rules.quiet_turns)
        return write_position(Placement(self.points, self.stones, self.turn, quiet, self.went))

    @property
    def key(self) -> int:
        """A 64-bit number for the position: equal for equal positions, the same on every machine and in every run.

        It is the exclusive or of what `mix` makes of the board's size, of each stone, and of each other fact.
        """
        key = mix(11_000 + 10 * self.points.width + self.points.height)
        for point, owner in self.stones.items():
            if owner is not None:
                column, row = place(point)
                spot = 9 * (row - 1) + column - 1
                key ^= mix(10_000 + 100 * owner + spot)
                if point in self.went:
                    key ^= mix(10_200 + 100 * (LEFT, RIGHT).index(self.went[point]) + spot)
        return key ^ mix(12_000) if self.turn == BLACK else key

    def _state(self) -> State:
        return State(tuple(self.stones.values()), self.turn, tuple(sorted(self.went.items())), self.quiet)

    def _restore(self, state: State) -> None:
        self.stones = dict(zip(self.points.all, state.stones, strict=True))
        self.turn, self.went, self.quiet = state.turn, dict(state.went), state.quiet

    def _identity_of(self, state: State) -> Hashable:
        return self.points.size, state._replace(quiet=0)

    def _reversible_turns(self) -> int:
        return min(self.quiet, len(self._past))

    # Mirror images

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The names of the board's mirror images; where it matters which way a stone goes, there is one only.

        >>> Board().symmetries[:3]
        ('left-right', 'top-bottom', 'half-turn')
        """
        return ("left-right",) if self.rules.directed else tuple(self.points.symmetries)

    def mirror(self, symmetry: str) -> Self:
        """Return a new board with the mirror image of this position."""
        image = self._image(symmetry)
        stones = {image[point]: owner for point, owner in self.stones.items()}
        went = {image[point]: {LEFT: RIGHT, RIGHT: LEFT}[side] for point, side in self.went.items()}
        ordered = {point: stones[point] for point in self.points.all}
        return type(self)(self.rules, Placement(self.points, ordered, self.turn, self.quiet, went))

    def mirror_move(self, move: Move, symmetry: str) -> Move:
        """Return the mirror image of a move."""
        image = self._image(symmetry)
        steps = tuple(
            Step(image[step.origin], image[step.target], tuple(image[point] for point in step.captured))
            for step in move.steps
        )
        lost = {image[point] for point in move.lost}
        return Move(steps, tuple(point for point in self.points.all if point in lost))

    def _image(self, symmetry: str) -> dict[Point, Point]:
        if symmetry not in self.symmetries:
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
        gone = [*last.lost, *(point for step in last.steps for point in step.captured)]
        return diagram(self.points, self.stones, self._way(last), gone)
