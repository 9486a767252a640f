"""Paper: the sizes that can be printed on, what of a sheet a printer reaches, and the two sets of colours.

All lengths are millimetres. Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass

from vato.errors import UnknownName, shorten
from vato.text import Listing

EDGE = 8.0
"""What no printer reaches, on every side."""
HEAD = 12.0
"""What the heading of a sheet takes."""
FOOT = 15.0
"""What the ruler and the legend at the bottom of a sheet take."""


@dataclass(frozen=True)
class Paper:
    """A sheet, upright."""

    name: str
    title: str
    width: float
    height: float

    def space(self, *, turned: bool) -> tuple[float, float]:
        """Return how much of an upright or a turned sheet there is between the heading and the foot.

        >>> PAPERS["a4"].space(turned=False), PAPERS["a4"].space(turned=True)
        ((194.0, 254.0), (281.0, 167.0))
        """
        width, height = (self.height, self.width) if turned else (self.width, self.height)
        return width - 2 * EDGE, height - 2 * EDGE - HEAD - FOOT


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 210, 297),
        Paper("a3", "A3", 297, 420),
        Paper("letter", "Letter", 215.9, 279.4),
    )
}


def paper_of(name: str) -> Paper:
    """Return a paper by its name.

    >>> paper_of("A3").width
    297
    """
    if name.lower() not in PAPERS:
        raise UnknownName(
            "There is no paper {paper!r}; choose one of {known}.", paper=shorten(name), known=Listing(PAPERS)
        )
    return PAPERS[name.lower()]


@dataclass(frozen=True)
class Ink:
    """The colours of a kit. None of them carries a meaning that a black and white printer would lose."""

    line: str
    """Lines, outlines and motifs."""
    ground: str
    """The surface of a board; `none` leaves the paper as it is."""
    dark: str
    """The ground of the second side's pieces."""
    on_dark: str
    """What is drawn on it."""
    on_band: str
    """What is drawn on the band around a board."""
    saving: bool
    """Whether areas are left empty, and outlines say all."""


FULL = Ink(
    line="#2b211a",
    ground="#f7eedd",
    dark="#2b211a",
    on_dark="#ffffff",
    on_band="#f7eedd",
    saving=False,
)
SAVING = Ink(
    line="#000000",
    ground="none",
    dark="none",
    on_dark="#000000",
    on_band="#000000",
    saving=True,
)
