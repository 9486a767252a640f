"""Toads and Frogs, a room for the tests with nothing but what every game must have, made by docs/adding-a-game.md.

Toads step to the right and frogs to the left, to the next place if it is empty or over one of the others to the place
behind; whoever cannot move has lost (Berlekamp, Conway, Guy: Winning Ways, chapter 1). Run as a program, it is the
command `vato` with this game in the catalogue: `python -m tests.toads play toads`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from vato import board, catalog
from vato.board import Outcome, Player
from vato.errors import IllegalMove, InvalidPosition, UnknownName
from vato.game import Game
from vato.picture import Drawing, Look, description_of, theme_of, title_of
from vato.rules import RuleSet, Section

START, UNIT, RADIUS = "tt__ff", 80, 28
LONGEST = 20
LETTERS = "abcdefghijklmnopqrst"
SIGNS = {"t": 0, "f": 1}


@dataclass(frozen=True)
class Rules(RuleSet):
    """There is only one way to play it."""

    known: ClassVar[dict[str, Any]] = {}


Rules.known["standard"] = Rules("standard")


@dataclass(frozen=True, order=True)
class Hop:
    """A turn: the places it leads from and to, the first one being `a`; its text is where it begins."""

    origin: str
    target: str

    @property
    def steps(self) -> tuple[Hop]:
        """The only step: the turn itself."""
        return (self,)

    def __str__(self) -> str:
        return self.origin


class Board(board.Board[Hop]):
    """A row of toads and frogs."""

    game = "toads"
    sides = ("toads", "frogs")

    def __init__(self, rules: Rules, row: str = START, turn: Player = 0) -> None:
        super().__init__()
        self.rules, self.row, self.turn = rules, row, turn

    @classmethod
    def new(cls, rules: Rules, position: str | None = None) -> Self:
        """Return a board at the start, or with a position such as `tt__ff toads`."""
        if position is None:
            return cls(rules)
        row, _, side = position.partition(" ")
        if side not in cls.sides or not 3 <= len(row) <= LONGEST or set(row) - {"t", "f", "_"}:
            raise InvalidPosition("A position is a row of t, f and _ and a side, such as tt__ff toads", column=1)
        return cls(rules, row, cls.sides.index(side))

    @property
    def position(self) -> str:
        """The position as text that `vato.new` reads back."""
        return f"{self.row} {self.sides[self.turn]}"

    def _generate(self) -> Iterator[Hop]:
        ahead = 1 - 2 * self.turn
        if self._declared is None:
            for place, sign in enumerate(self.row):
                if SIGNS.get(sign) == self.turn:
                    for far in (1, 2):
                        target = place + far * ahead
                        free = 0 <= target < len(self.row) and self.row[target] == "_"
                        if free and (far == 1 or SIGNS.get(self.row[place + ahead]) == 1 - self.turn):
                            yield Hop(LETTERS[place], LETTERS[target])

    def _play(self, move: Hop) -> None:
        row = list(self.row)
        origin, target = LETTERS.index(move.origin), LETTERS.index(move.target)
        row[target], row[origin] = row[origin], "_"
        self.row, self.turn = "".join(row), 1 - self.turn

    def _outcome(self) -> Outcome | None:
        return None if next(self._generate(), None) else Outcome(1 - self.turn, "no move left")

    def _state(self) -> Hashable:
        return self.row, self.turn

    def _restore(self, state: Any) -> None:
        self.row, self.turn = state

    def svg(self, *, theme: str = "light", move: object = None) -> str:
        """Return a picture: a row of discs."""
        colours, drawing, plan = theme_of(theme), Drawing(), None if move is None else self.read(move)
        drawing.panel(UNIT * len(self.row), UNIT, 8, colours)
        ends: Look = {"x1": UNIT / 2, "y1": UNIT / 2, "x2": UNIT * (len(self.row) - 0.5), "y2": UNIT / 2}
        drawing.add("line", "line", **ends, stroke=colours.line)
        for place, sign in enumerate(self.row):
            if sign in SIGNS:
                look = colours.stones[SIGNS[sign]]
                drawing.add("circle", "stone", cx=(place + 0.5) * UNIT, cy=UNIT / 2, r=RADIUS, fill=look.fill)
        if plan is not None:
            start, end = ((LETTERS.index(name) + 0.5) * UNIT for name in (plan.origin, plan.target))
            drawing.arrow((start, UNIT / 2), (end, UNIT / 2), 8, fill=colours.plan)
        return drawing.document(UNIT * len(self.row), UNIT, title_of(self), description_of(self, plan))

    def diagram(self) -> list[list[tuple[str, str]]]:
        """Return the row between its edge and its letters."""
        return [
            [("-" * len(self.row), "line")],
            [(sign, {"t": "first", "f": "second"}.get(sign, "empty")) for sign in self.row],
            [(LETTERS[: len(self.row)], "label")],
        ]


class Scene:
    """What an interface draws and offers."""

    EDITS: tuple[str, ...] = ()

    def edited(self, start: Board, position: str | None, edit: Any) -> Board:
        """Refuse to set up positions by hand."""
        raise IllegalMove("Positions of this game are not set up by hand.")

    def layout_name(self, shown: Board) -> str:
        """Return how long the row is."""
        return str(len(shown.row))

    def layout(self, name: str) -> Any:
        """Return a row of places."""
        if not name.isdecimal() or not 3 <= int(name) <= LONGEST:
            raise UnknownName("No row is {name!r} places long.", name=name)
        names = LETTERS[: int(name)]
        spots = [{"name": place, "x": (number + 0.5) * UNIT, "y": UNIT / 2} for number, place in enumerate(names)]
        disc = f"M{-RADIUS} 0a{RADIUS} {RADIUS} 0 1 0 {2 * RADIUS} 0a{RADIUS} {RADIUS} 0 1 0 {-2 * RADIUS} 0Z"
        line = {"kind": "line", "x1": UNIT / 2, "y1": UNIT / 2, "x2": UNIT * (len(names) - 0.5), "y2": UNIT / 2}
        piece = {"outlines": [disc] * 2, "marks": [disc] * 2, "motifs": [], "check": "", "reach": RADIUS}
        size = {"width": UNIT * len(names), "height": UNIT, "border": 8}
        return {**size, "points": spots, "shapes": [line], "piece": piece}

    def pieces_of(self, shown: Board) -> Any:
        """Return toads and frogs."""
        signs = [(place, sign) for place, sign in zip(LETTERS, shown.row, strict=False) if sign in SIGNS]
        return [{"at": at, "player": SIGNS[sign], "heading": 0, "home": False} for at, sign in signs]

    def steps_of(self, shown: Board, move: Hop) -> Any:
        """Return the only step."""
        way = {"from": move.origin, "to": move.target}
        return [{**way, "changes": [way]}]

    def options_of(self, shown: Board) -> Any:
        """Return the legal moves."""
        return [{**self.steps_of(shown, move)[0], "text": str(move), "stop": True} for move in shown.legal_moves]

    def counts_of(self, shown: Board) -> dict[str, list[int]]:
        """Return nothing: nothing is counted."""
        return {}

    def refuse(self, shown: Board, beginning: str, to: str | None) -> None:
        """Refuse what is not offered."""
        move = shown.read(beginning)
        if to not in (None, move.target):
            raise IllegalMove("From {origin} it goes to {target}.", origin=move.origin, target=move.target)


GAME = Game(
    name="toads",
    title="Toads and Frogs",
    rules=Rules,
    board_for=lambda _rules: Board,
    words=lambda _rules: (Section("Toads and Frogs", ("Whoever cannot move has lost.",)),),
    scene=Scene(),
)

if __name__ == "__main__":
    from vato.terminal.app import main

    catalog.GAMES[GAME.name] = GAME
    main()
