"""A Squadro position as SVG, with the last move marked or a move drawn as a plan. Knows the board, not the rules.

Beside the classes of `vato.picture`: pieces, whether stones or ghosts, carry `data-lane`, `data-place` (0 the start to
6 the far edge) and `data-points` (up, down, left or right); dots their lane and place, grooves their lane. A stone that
is home has the class `home` and a `check`. `arrow back` is the way of a stone jumped over, `jumped` outlines one that
a plan would jump over, `turn` stands beside one that turns round.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple

from vato.games.squadro.layout import (
    ALL_LANES,
    ANGLES,
    BORDER,
    CHECK,
    DOT_RADIUS,
    END_CORNER,
    HALF_LENGTH,
    MARKS,
    PIECE,
    SIZE,
    dots_of,
    end_of,
    groove_of,
    label_of,
    pointing,
    spot_of,
)
from vato.games.squadro.notation import SIDES, Move, place_of
from vato.games.squadro.rulesets import FAR_EDGE, HOME
from vato.picture import (
    Drawing,
    Look,
    Motifs,
    Theme,
    along,
    description_of,
    motif_look,
    theme_of,
    title_of,
    written,
)

if TYPE_CHECKING:
    from vato.games.squadro.board import Board
    from vato.rules import Example

ARROW = 8
TURN = "M28 -22V-1A10 10 0 0 0 48 -1V-9H55L45.5 -23L36 -9H43V-1A5 5 0 0 1 33 -1V-22Z"
"""An arrow beside a piece that points up, for one that came down its lane and turned."""


class Way(NamedTuple):
    """What a turn does to one stone: its progress before and after."""

    player: int
    lane: int
    before: int
    after: int


def svg(board: Board, theme: str, move: Move | None, motifs: Motifs | None = None) -> str:
    """Return a picture of the position, with the last move marked, or with `move` drawn as a plan."""
    picture = BoardPicture(board, theme_of(theme), motifs)
    picture.draw_board()
    if move is not None:
        picture.draw_turn(ways_ahead(board, move), planned=True)
    elif board.played:
        picture.draw_turn(ways_behind(board, board.played[-1]), planned=False)
    else:
        picture.draw_stones()
    return picture.drawing.document(SIZE, SIZE, title_of(board), description_of(board, move))


def illustration(board: Board, example: Example, theme: str) -> str:
    """Return a picture of an example: the position with its move as a plan."""
    return svg(board, theme, board.read(example.move) if example.move else None)


def ways_ahead(board: Board, move: Move) -> list[Way]:
    """Return the ways of the stones that a move about to be played would move, the mover's first."""
    enemy = 1 - board.turn
    jumped = [(lane, board.progress[enemy][lane - 1]) for lane in move.jumped]
    return [
        Way(board.turn, move.lane, move.origin, move.target),
        *(Way(enemy, lane, before, 0 if before < FAR_EDGE else FAR_EDGE) for lane, before in jumped),
    ]


def ways_behind(board: Board, move: Move) -> list[Way]:
    """Return the ways of the stones that the move just played moved, the mover's first."""
    jumped = [(lane, board.progress[board.turn][lane - 1]) for lane in move.jumped]
    return [
        Way(1 - board.turn, move.lane, move.origin, move.target),
        # A stone jumped over stood where its lane crosses the mover's.
        *(Way(board.turn, lane, move.lane if after == 0 else HOME - move.lane, after) for lane, after in jumped),
    ]


class BoardPicture:
    """A board being drawn, layer by layer from the wood upwards."""

    def __init__(self, board: Board, theme: Theme, motifs: Motifs | None = None) -> None:
        self.motifs = motifs
        self.board = board
        self.theme = theme
        self.drawing = Drawing()

    # The board

    def draw_board(self) -> None:
        """Draw the panel, the lanes with their places at both ends, the dots and the lane numbers."""
        drawing, theme = self.drawing, self.theme
        drawing.panel(SIZE, SIZE, BORDER, theme)
        grooves = [groove_of(*lane) for lane in ALL_LANES]
        drawing.glint(grooves, 10, theme)
        with drawing.group("grooves", stroke=theme.groove, stroke_width=10):
            for (player, lane), ((x1, y1), (x2, y2)) in zip(ALL_LANES, grooves, strict=True):
                drawing.add("line", f"groove {SIDES[player]}", data_lane=lane, x1=x1, y1=y1, x2=x2, y2=y2)
        # A start is hollowed out like the lanes, a far edge only outlined.
        for place, depth in ((0, 0.45), (FAR_EDGE, 0)):
            with drawing.group("places", fill=theme.groove, fill_opacity=depth, stroke=theme.line, stroke_width=1.5):
                for player, lane in ALL_LANES:
                    box = end_of(player, lane, place)
                    drawing.add("rect", f"place {SIDES[player]}", **box._asdict(), rx=END_CORNER)
            with drawing.group("dots", fill=theme.line):
                for player, lane in ALL_LANES:
                    kind = f"dot {SIDES[player]}"
                    for x, y in dots_of(player, lane, place):
                        drawing.add("circle", kind, data_lane=lane, data_place=place, cx=x, cy=y, r=DOT_RADIUS)
        with drawing.group("labels", fill=theme.label):
            for player, lane in ALL_LANES:
                drawing.label(label_of(player, lane), str(lane))

    # The stones

    def draw_stones(self) -> None:
        """Draw every stone with its shadow; one that is home lies faded at its start, with a check."""
        stones = [
            (player, lane, progress)
            for player in (0, 1)
            for lane, progress in enumerate(self.board.progress[player], start=1)
        ]
        with self.drawing.shadows():
            for stone in stones:
                if stone[-1] != HOME:
                    self.drawing.add("path", d=PIECE, transform=self.transform(*stone, down=3))
        for stone in stones:
            self.draw_stone(*stone)

    def draw_stone(self, player: int, lane: int, progress: int) -> None:
        """Draw one stone; light's are domes, dark's carry an outline of themselves."""
        look = self.theme.stones[player]
        home = progress == HOME
        mark: Look = {"transform": f"scale({MARKS[player]})", "fill": look.mark}
        if player == 1:
            mark |= {"fill": "none", "stroke": look.mark, "stroke_width": 3}
        faded: Look = {"opacity": 0.5} if home else {}
        with self.piece(f"stone {SIDES[player]}" + " home" * home, player, lane, progress, **faded):
            self.drawing.add("path", d=PIECE, fill=look.fill, stroke=look.edge, stroke_width=1.5)
            if self.motifs is None:
                self.drawing.add("path", d=PIECE, **mark)
            for path in self.motifs[player] if self.motifs is not None else ():
                self.drawing.add("path", d=path, **motif_look(self.theme, player))
        if home:
            self.draw_check(player, lane, self.theme.stones[1 - player].fill)

    def draw_check(self, player: int, lane: int, colour: str) -> None:
        """Draw the check of a stone that is home."""
        x, y = spot_of(player, lane, 0)
        stroke: Look = {"fill": "none", "stroke": colour, "stroke_width": 4, "stroke_dasharray": "none"}
        self.drawing.add("path", "check", d=CHECK, transform=f"translate({written(x)} {written(y)})", **stroke)

    def piece(
        self, kind: str, player: int, lane: int, progress: int, **look: str | float
    ) -> AbstractContextManager[None]:
        """Hold what belongs to one piece together, where it stands and turned as it points."""
        where: Look = {"data_lane": lane, "data_place": place_of(progress), "data_points": pointing(player, progress)}
        return self.drawing.group(kind, **where, transform=self.transform(player, lane, progress), **look)

    def transform(self, player: int, lane: int, progress: int, down: float = 0) -> str:
        """Return what brings something drawn around (0, 0), pointing up, to where a piece stands and points."""
        x, y = spot_of(player, lane, place_of(progress))
        return f"translate({written(x)} {written(y + down)}) rotate({ANGLES[pointing(player, progress)]})"

    # Moves

    def draw_turn(self, ways: list[Way], *, planned: bool) -> None:
        """Draw the position with the turn that led to it, or with one that may follow: what moves, and how."""
        kind, colour = ("plan", self.theme.plan) if planned else ("happened", self.theme.happened)
        mover, *jumped = ways
        if jumped:
            with self.drawing.accent(kind, colour, self.theme):
                for way in jumped:
                    self.draw_arrow("arrow back", way, ARROW / 2, HALF_LENGTH + 4)
        with self.drawing.group(kind, stroke=colour, stroke_width=2, stroke_dasharray="5 4"):
            for way in ways:
                self.draw_ghost(way, way.after if planned else way.before)
        self.draw_stones()
        with self.drawing.group(kind, fill="none", stroke=colour, stroke_width=3):
            if planned:
                self.draw_outline("origin", mover, mover.before)
                for way in jumped:
                    self.draw_outline("jumped", way, way.before)
            else:
                self.draw_outline("destination", mover, mover.after)
        with self.drawing.accent(kind, colour, self.theme):
            self.draw_arrow("arrow", mover, ARROW, 12)
            if mover.after == FAR_EDGE:
                self.drawing.add("path", "turn", d=TURN, transform=self.transform(mover.player, mover.lane, FAR_EDGE))

    def draw_ghost(self, way: Way, progress: int) -> None:
        """Draw a stone where it stands no longer, or not yet."""
        with self.piece(f"ghost {SIDES[way.player]}", way.player, way.lane, progress):
            self.drawing.add("path", d=PIECE, fill=self.theme.stones[way.player].fill, fill_opacity=0.35)
        if progress == HOME:
            self.draw_check(way.player, way.lane, self.theme.plan)

    def draw_outline(self, kind: str, way: Way, progress: int) -> None:
        """Draw a line around a stone, clear of its edge."""
        with self.piece(kind, way.player, way.lane, progress):
            self.drawing.add("path", d=PIECE, transform="scale(1.12)")

    def draw_arrow(self, kind: str, way: Way, width: float, leave: float) -> None:
        """Draw an arrow along a way, from `leave` after the middle of one piece to the edge of the other."""
        start = spot_of(way.player, way.lane, place_of(way.before))
        end = spot_of(way.player, way.lane, place_of(way.after))
        tip = along(end, start, HALF_LENGTH + 5)
        self.drawing.arrow(along(start, end, leave), tip, width, kind, data_lane=way.lane)
