"""A board on as few sheets as it takes: where it is parted, and how far a sheet reaches under its neighbour.

All lengths are millimetres. Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from vato.errors import VatoError
from vato.kit.paper import Paper

OVERLAP = 10.0
"""How far a sheet goes on under the next one; this strip takes the glue."""
MOST_PARTS = 4


@dataclass(frozen=True)
class Span:
    """A part of a side of the board: what is seen of it, and how far it is printed."""

    start: float
    end: float
    tab: float
    """What is printed beyond the end, under the neighbour."""

    @property
    def length(self) -> float:
        """How much is printed."""
        return self.end - self.start + self.tab


@dataclass(frozen=True)
class Part:
    """What one sheet carries of a board: columns from the left, rows from the top."""

    across: Span
    down: Span
    column: int
    row: int


@dataclass(frozen=True)
class Tiling:
    """The parts of a board, row by row."""

    turned: bool
    parts: tuple[Part, ...]


def tile(width: float, height: float, seams: tuple[tuple[float, ...], tuple[float, ...]], paper: Paper) -> Tiling:
    """Return how a board is spread over the fewest sheets, upright ones if both ways take as many.

    `seams` says where it may be parted, across and down.
    """
    found = []
    for turned in (False, True):
        across, down = (
            spans(length, places, space)
            for length, places, space in zip((width, height), seams, paper.space(turned=turned), strict=True)
        )
        parts = tuple(
            Part(here, there, column, row)
            for row, there in enumerate(down, start=1)
            for column, here in enumerate(across, start=1)
        )
        if parts:
            found.append(Tiling(turned, parts))
    if not found:
        raise VatoError("This board does not fit on {paper}.", paper=paper.title)
    return min(found, key=lambda tiling: len(tiling.parts))


def spans(length: float, places: tuple[float, ...], space: float) -> tuple[Span, ...]:
    """Return the fewest parts of a length that each fit a space, as even as they can be; none if that cannot be.

    >>> [(span.start, span.end, span.tab) for span in spans(100, (25, 50, 75), 70)]
    [(0, 50, 10.0), (50, 100, 0)]
    """
    for count in range(1, MOST_PARTS + 1):
        choices = []
        for chosen in combinations(places, count - 1):
            ends = (*chosen, length)
            parts = tuple(
                Span(start, end, OVERLAP if end != length else 0) for start, end in zip((0, *chosen), ends, strict=True)
            )
            if all(part.length <= space for part in parts):
                choices.append(parts)
        if choices:
            return min(choices, key=lambda parts: max(part.length for part in parts))
    return ()
