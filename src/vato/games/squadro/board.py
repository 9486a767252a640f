"""The rules of Squadro in plain Python: the specification, to be read beside the rule booklet (document 002).

Light's lanes are the columns 1 to 5, dark's the rows 1 to 5. Column c and row r cross where light's stone c stands on
place r of its lane and dark's stone r on place c of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple, Self

from vato import board as game
from vato.board import REPETITION, Outcome, Player
from vato.errors import IllegalMove, InvalidPosition, UnknownName, UnreadableMove
from vato.games.squadro import diagram, picture
from vato.games.squadro.notation import SIDES, Move, place_of, point_of, read_lane, read_position, write_position
from vato.games.squadro.rulesets import BACK, FAR_EDGE, HOME, LANES, OUT, STANDARD, RuleSet
from vato.mixing import mix
from vato.text import Text, by_number

ENOUGH_HOME = Text("enough stones home")

LIGHT, DARK = 0, 1
Progress = tuple[tuple[int, ...], tuple[int, ...]]
START: Progress = ((0,) * LANES, (0,) * LANES)


class State(NamedTuple):
    """Everything a turn changes."""

    progress: Progress
    turn: Player


class Board(game.Board[Move]):
    """A Squadro position in play.

    >>> import vato
    >>> board = vato.new("squadro", first="dark")
    >>> board.push("3")
    Move(lane=3, origin=0, target=2, jumped=())
    >>> board.position
    '00000/00200 light'
    """

    game: ClassVar[str] = "squadro"
    sides: ClassVar[tuple[str, str]] = SIDES
    rules: RuleSet
    progress: Progress
    """How far each stone of light and of dark has come: 0 start, 6 far edge, 12 home."""

    def __init__(self, rules: RuleSet = STANDARD, progress: Progress = START, turn: Player = LIGHT) -> None:
        super().__init__()
        self.rules = rules
        self.progress = progress
        self.turn = turn

    @classmethod
    def new(cls, rules: RuleSet, position: str | None = None, *, first: str | None = None) -> Self:
        """Return a board at the start with `first` (light or dark) to move, or with the position a text describes."""
        if first is not None and first not in SIDES:
            raise UnknownName("{first!r} cannot begin; light or dark can.", first=first)
        if position is None:
            return cls(rules, turn=SIDES.index(first or "light"))
        board = cls(rules, *read_position(position))
        if first is not None and first != SIDES[board.turn]:
            raise InvalidPosition(
                "In this position {side} is to move, not {first}",
                column=13,
                side=SIDES[board.turn],
                first=SIDES[1 - board.turn],
            )
        if min(map(board.home, (LIGHT, DARK))) >= rules.stones_home:
            raise InvalidPosition(
                by_number(
                    "Both sides cannot have one stone home",
                    "Both sides cannot have {count} stones home",
                    rules.stones_home,
                ),
                column=1,
                count=rules.stones_home,
            )
        return board

    # The rules

    def speed(self, player: Player, lane: int) -> int:
        """Return how far a stone moves: by the dots at its start, once turned round by those at the far edge."""
        return (OUT if self.progress[player][lane - 1] < FAR_EDGE else BACK)[player][lane - 1]

    def move(self, lane: int) -> Move:
        """Return what happens when the player to move chooses the stone of a lane."""
        origin = self.progress[self.turn][lane - 1]
        target = origin
        jumped: list[int] = []
        for _ in range(self.speed(self.turn, lane)):
            target += 1
            # On its way, also on the last place of its move, it jumps over an enemy and all enemies right behind.
            while (enemy := self._enemy_on(lane, target)) is not None:
                jumped.append(enemy)
                target += 1
            # It stops behind those it jumped over, at the far edge, where it turns round, and at home.
            if jumped or target in (FAR_EDGE, HOME):
                break
        return Move(lane, origin, target, tuple(jumped))

    def _enemy_on(self, lane: int, progress: int) -> int | None:
        """Return the lane of the enemy stone that stands in the way of the mover's stone in `lane` at `progress`."""
        crossing = place_of(progress)
        if 1 <= crossing <= LANES and place_of(self.progress[1 - self.turn][crossing - 1]) == lane:
            return crossing
        return None

    def home(self, player: Player) -> int:
        """Return how many stones of a player are home."""
        return self.progress[player].count(HOME)

    def _outcome(self) -> Outcome | None:
        for player in (LIGHT, DARK):
            if self.home(player) >= self.rules.stones_home:
                return Outcome(player, ENOUGH_HOME)
        if self.rules.repetition and self.occurrences() >= self.rules.repetition:
            return Outcome(None, REPETITION)
        return None

    # Turns

    def _generate(self) -> Iterator[Move]:
        if self.outcome() is None:
            for lane, progress in enumerate(self.progress[self.turn], start=1):
                if progress < HOME:
                    yield self.move(lane)

    def _read(self, move: object) -> Move:
        if isinstance(move, list | tuple) and not isinstance(move, Move) and len(move) == 1:
            (move,) = move
        if not isinstance(move, str | Move):
            raise UnreadableMove("A move is the number of a lane as text, a Move, or its one step.")
        lane = read_lane(str(move))
        if self.progress[self.turn][lane - 1] == HOME:
            raise IllegalMove("Stone {lane} is home already.", lane=lane)
        legal = self.move(lane)
        if isinstance(move, Move) and move != legal:
            raise IllegalMove(
                "Stone {lane} goes from {origin} to {target} here.", lane=lane, origin=legal.origin, target=legal.target
            )
        return legal

    def _way(self, move: Move) -> tuple[str, ...]:
        return tuple(point_of(self.turn, move.lane, place_of(progress)) for progress in (move.origin, move.target))

    def _play(self, move: Move) -> None:
        own, enemy = list(self.progress[self.turn]), list(self.progress[1 - self.turn])
        own[move.lane - 1] = move.target
        for lane in move.jumped:
            # Back to its start if it has not turned round yet, else to its far edge.
            enemy[lane - 1] = 0 if enemy[lane - 1] < FAR_EDGE else FAR_EDGE
        sides = tuple(own), tuple(enemy)
        self.progress = sides if self.turn == LIGHT else sides[::-1]
        self.turn = 1 - self.turn

    # Identity

    @property
    def position(self) -> str:
        """The position as text that `vato.new` reads back."""
        return write_position(self.progress, self.turn)

    @property
    def key(self) -> int:
        """A 64-bit number for the position: equal for equal positions, the same on every machine and in every run.

        It is the exclusive or of what `mix` makes of each stone and of the side to move.
        """
        key = mix(5000 + self.turn)
        for player in (LIGHT, DARK):
            for lane, progress in enumerate(self.progress[player]):
                key ^= mix(6000 + 100 * player + 13 * lane + progress)
        return key

    def _state(self) -> State:
        return State(self.progress, self.turn)

    def _restore(self, state: State) -> None:
        self.progress, self.turn = state

    # Pictures

    def svg(self, *, theme: str = "light", move: object = None) -> str:
        """Return a picture of the position, with the last move marked, or with `move` drawn as a plan."""
        return picture.svg(self, theme, None if move is None else self.read(move))

    def diagram(self) -> list[list[tuple[str, str]]]:
        """Return the board as lines of text, each line as (text, role) spans for an interface to colour."""
        return diagram.diagram(self)
