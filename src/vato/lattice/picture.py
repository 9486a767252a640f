"""A position as SVG, with the last move marked or a move drawn as a plan. Knows the board, not the rules.

Beside the classes of `vato.picture`: what stands or is marked on a point carries it as `data-point`, an arrow its
step, counted from 1, as `data-step`, and a line what it runs along, a row, a column or a diagonal, as `data-along`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from vato.lattice.layout import BORDER, MARKS, RADIUS, labels_of, lines_of, size_of, spot_of
from vato.lattice.points import DIAGONAL, Point, Points, Stones
from vato.picture import (
    NUMBER_RADIUS,
    Drawing,
    Look,
    Motifs,
    Spot,
    Theme,
    along,
    description_of,
    motif_look,
    theme_of,
    title_of,
    written,
)

if TYPE_CHECKING:
    from vato.board import Board
    from vato.rules import Example

ARROW = 8
ARCH = 0.9 * RADIUS
"""How far the arrow of a jump swings aside, so that one sees what is jumped over."""


class Step(Protocol):
    """What is drawn of a step."""

    @property
    def origin(self) -> Point:
        """Where it begins."""

    @property
    def target(self) -> Point:
        """Where it ends: on the next point or, if it jumps, on the one after that."""

    @property
    def captured(self) -> tuple[Point, ...]:
        """Whose stones it takes."""


class Move(Protocol):
    """What is drawn of a move."""

    @property
    def steps(self) -> Sequence[Step]:
        """Its steps, one at least."""

    @property
    def lost(self) -> Sequence[Point]:
        """The points of the player's own stones that it costs."""


def svg(board: Board[Any], theme: str, move: Move | None, motifs: Motifs | None = None) -> str:
    """Return a picture of the position, with the last move marked, or with `move` drawn as a plan."""
    picture = BoardPicture(board, theme_of(theme), motifs)
    picture.draw_board()
    if move is not None:
        picture.draw_stones()
        picture.draw_plan(move)
    elif board.played:
        picture.draw_last_move(board.played[-1])
    else:
        picture.draw_stones()
    return picture.drawing.document(picture.width, picture.height, title_of(board), description_of(board, move))


def illustration(board: Board[Any], example: Example, refused: Sequence[Step], theme: str) -> str:
    """Return a picture of an example: the position, its move as a plan, and how the turn that is refused would go."""
    picture = BoardPicture(board, theme_of(theme))
    picture.draw_board()
    picture.draw_stones()
    move = board.read(example.move) if example.move else None
    if refused:
        picture.draw_refused(refused, move)
    if move is not None:
        picture.draw_plan(move)
    return picture.drawing.document(picture.width, picture.height, title_of(board), description_of(board, move))


def ends(step: Step) -> tuple[Point, Point]:
    """Return where a step begins and where it ends."""
    return step.origin, step.target


class BoardPicture:
    """A board being drawn, layer by layer from the wood upwards."""

    def __init__(self, board: Any, theme: Theme, motifs: Motifs | None = None) -> None:
        self.motifs = motifs
        self.board: Board[Any] = board
        self.points: Points = board.points
        self.stones: Stones = board.stones
        self.theme = theme
        self.drawing = Drawing()
        self.width, self.height = size_of(self.points)

    def spot(self, point: Point) -> Spot:
        """Return where a point lies in the picture."""
        return spot_of(self.points, point)

    def disc(self, kind: str, spot: Spot, radius: float, **look: str | float) -> None:
        """Draw a circle."""
        self.drawing.add("circle", kind, **look, cx=spot[0], cy=spot[1], r=radius)

    # The board

    def draw_board(self) -> None:
        """Draw the panel, the engraved lines and the coordinates."""
        drawing, theme = self.drawing, self.theme
        drawing.panel(self.width, self.height, BORDER, theme)
        lines = list(lines_of(self.points))
        drawing.glint([(start, end) for _, start, end in lines], 2, theme)
        with drawing.group("lines", stroke=theme.line, stroke_width=2, stroke_linecap="round"):
            for kind, (x1, y1), (x2, y2) in lines:
                drawing.add("line", "line", data_along=kind, x1=x1, y1=y1, x2=x2, y2=y2)
        with drawing.group("labels", fill=theme.label):
            for text, spot in labels_of(self.points):
                drawing.label(spot, text)

    # The stones

    def draw_stones(self) -> None:
        """Draw every stone with its shadow."""
        standing = {point: owner for point, owner in self.stones.items() if owner is not None}
        with self.drawing.shadows():
            for point in standing:
                x, y = self.spot(point)
                self.disc("", (x, y + 3), RADIUS)
        for player, look in enumerate(self.theme.stones):
            own = [point for point, owner in standing.items() if owner == player]
            with self.drawing.group("", fill=look.fill, stroke=look.edge, stroke_width=1.5):
                for point in own:
                    self.disc(f"stone {self.board.sides[player]}", self.spot(point), RADIUS, data_point=point)
            if self.motifs is not None:
                self.draw_motif(player, own)
                continue
            radius, raised = MARKS[player]
            mark: Look = {"fill": look.mark}
            if player == 1:
                mark = {"fill": "none", "stroke": look.mark, "stroke_width": 2}
            with self.drawing.group("marks", **mark):
                for point in own:
                    x, y = self.spot(point)
                    self.disc("", (x, y + raised), radius)

    def draw_motif(self, player: int, points: Sequence[Point]) -> None:
        """Draw what a side's stones show, if it is a motif."""
        assert self.motifs is not None
        with self.drawing.group("marks", **motif_look(self.theme, player)):
            for point in points:
                x, y = self.spot(point)
                with self.drawing.group("motif", transform=f"translate({written(x)} {written(y)})"):
                    for path in self.motifs[player]:
                        self.drawing.add("path", d=path)

    # Moves

    def draw_last_move(self, move: Move) -> None:
        """Draw the position with what the last move did: where from, along which steps, and what it captured."""
        origin, final = move.steps[0].origin, move.steps[-1].target
        gone = self.theme.stones[self.board.turn]
        kind = f"ghost {self.board.sides[self.board.turn]}"
        captured = [point for step in move.steps for point in step.captured]
        edge: Look = {"stroke": gone.edge, "stroke_width": 2, "stroke_dasharray": "5 4"}
        with self.drawing.group("happened", fill=gone.fill, fill_opacity=0.4, **edge):
            for point in captured:
                if point != final:
                    self.disc(kind, self.spot(point), RADIUS - 1, data_point=point)
        self.draw_stones()
        with self.drawing.group("happened", fill="none", stroke=self.theme.happened, stroke_width=3):
            self.disc("origin", self.spot(origin), RADIUS / 2, data_point=origin)
            self.disc("destination", self.spot(final), RADIUS + 3, data_point=final)
        with self.drawing.accent("happened", self.theme.happened, self.theme):
            if final in captured:
                # The mover stands where it captured: the ghost shrinks to a badge at the edge of its stone.
                badge, _ = self.place_of_cross(final, move)
                self.disc(kind, badge, RADIUS * 0.42, data_point=final, fill=gone.fill, stroke=gone.edge)
            self.draw_crosses(move)
            self.draw_steps(move, short_by=RADIUS + 5)

    def draw_plan(self, move: Move) -> None:
        """Draw a move over the position before it: the stone, its steps, and what they would capture."""
        origin, final = move.steps[0].origin, move.steps[-1].target
        with self.drawing.group("plan", fill="none", stroke=self.theme.plan, stroke_width=3):
            self.disc("origin", self.spot(origin), RADIUS + 3, data_point=origin)
            self.disc("destination", self.spot(final), RADIUS + 3, data_point=final, stroke_dasharray="7 5")
        with self.drawing.accent("plan", self.theme.plan, self.theme):
            self.draw_crosses(move)
            self.draw_steps(move, short_by=NUMBER_RADIUS if self.stones[final] is None else RADIUS + 5)

    def draw_refused(self, steps: Sequence[Step], move: Move | None) -> None:
        """Draw a barred arrow for each step of a turn that is refused, except where it goes along with a move."""
        with self.drawing.accent("refused", self.theme.refused, self.theme):
            for index, step in enumerate(steps):
                allowed = [] if move is None else [ends(each) for each in move.steps[index : index + 1]]
                if ends(step) not in allowed:
                    start, end = self.spot(step.origin), self.spot(step.target)
                    self.drawing.arrow(along(start, end, NUMBER_RADIUS), along(end, start, 4), ARROW)
                    self.drawing.bar(along(start, end, RADIUS + 6), self.theme)

    def draw_crosses(self, move: Move) -> None:
        """Draw a cross for each stone a move captures or costs."""
        for point in (*(point for step in move.steps for point in step.captured), *move.lost):
            self.drawing.cross(*self.place_of_cross(point, move), data_point=point)

    def place_of_cross(self, point: Point, move: Move) -> tuple[Spot, float]:
        """Return where the cross for a captured stone goes, and its size; it steps aside where the move enters."""
        x, y = self.spot(point)
        ways = {self.points.direction(point, step.origin) for step in move.steps if step.target == point}
        if not ways:
            return (x, y), 10
        ways |= {self.points.direction(point, step.target) for step in move.steps if step.origin == point}
        right, up = next(corner for corner in DIAGONAL if corner not in ways)
        return (x + 0.66 * RADIUS * right, y - 0.66 * RADIUS * up), 7

    def draw_steps(self, move: Move, short_by: float) -> None:
        """Draw an arrow for each step, from its number where there are several; the last one ends before its point."""
        last = len(move.steps)
        for index, step in enumerate(move.steps, start=1):
            start, end = self.spot(step.origin), self.spot(step.target)
            tip = along(end, start, short_by if index == last else NUMBER_RADIUS + 3)
            if step.target in self.points.lines[step.origin]:
                self.drawing.arrow(along(start, end, NUMBER_RADIUS), tip, ARROW, data_step=index)
            else:
                self.drawing.arch(along(start, end, NUMBER_RADIUS), tip, ARROW, ARCH, data_step=index)
        if last > 1:
            for index, step in enumerate(move.steps, start=1):
                self.drawing.number(self.spot(step.origin), index, self.theme)
