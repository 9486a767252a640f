"""What a room gives to be printed: kits as data, and what they are made of. Knows no game.

A kit says what there is and draws it; `document` lays it out on sheets. All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from vato.board import Board
from vato.kit.paper import Ink
from vato.picture import Drawing
from vato.rules import Section

Ornament = Callable[[Drawing, Ink, int], None]
"""Draws a side's motif around (0, 0), no more than 9 mm from it; the two are told apart by their shape alone."""
Illustrate = Callable[[Board, str, str | None], str]
"""Returns a picture of a position in a theme, with a move if there is one, as SVG; the stones look as the pieces do."""


@dataclass(frozen=True)
class PrintedBoard:
    """A board that can be printed, drawn from its left upper corner."""

    name: str
    title: str
    """What people call the game that is played on it."""
    width: float
    height: float
    seams: tuple[tuple[float, ...], tuple[float, ...]]
    """Where it may be parted, across and down: between points, never through them."""
    draw: Callable[[Drawing, Ink], None]


@dataclass(frozen=True)
class CutOut:
    """Something to cut out, with its own drawing from (0, 0)."""

    player: int
    pieces: int
    width: float
    height: float
    drawing: Drawing


@dataclass(frozen=True)
class Figure:
    """A position with a move, for the leaflet."""

    caption: str
    board: Board
    move: str | None = None


@dataclass(frozen=True)
class Card:
    """A part of the rules that has a sheet of its own, with large pictures."""

    title: str
    sections: tuple[Section, ...]
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Back:
    """The other side of a board: that of another kit."""

    kit: str
    """The kit's name; where there is none of that name, the back stays empty."""
    title: str
    """What the leaflet calls it, before that kit's rules."""


@dataclass(frozen=True)
class Kit:
    """What is printed for a game."""

    title: str
    """What people call the game."""
    rules: str
    """The name of the rule set; empty where there is only one."""
    summary: str
    board: PrintedBoard
    needed: int
    """How many pieces each side has."""
    spares: bool
    """Whether there are more of them on the sheets."""
    cut_outs: Callable[[Ink], Iterator[CutOut]]
    """The pieces; those of the first side come first."""
    folding: str
    """How the pieces are made."""
    sides: tuple[str, str]
    """Which side has which motif."""
    ornament: Ornament
    """What the box and the leaflet are adorned with."""
    illustrate: Illustrate
    """Draws the pictures of the leaflet."""
    sections: tuple[Section, ...]
    start: Figure
    """The position at the start."""
    figures: tuple[Figure, ...]
    pictured: str = ""
    """The title of the part of the rules that the figures follow; without it they follow the last."""
    short: tuple[str, ...] = ()
    """The rules in few words, for the leaflet of a kit on the back of whose board this one is printed."""
    outside: tuple[Section, ...] = ()
    """What goes on the outside of the leaflet, the most important first; what has no room there is left out."""
    outside_figures: tuple[Figure, ...] = ()
    """More positions, for what room is left there."""
    back: Back | None = None
    """What is printed on the back of the board."""
    card: Card | None = None
    """What has a sheet of its own beside the leaflet."""
    with_board: int = 0
    """How many of the cut-outs go on the sheet of the board, where they have room."""


@dataclass(frozen=True)
class KitMaker:
    """A kit that can be asked for, and what can be chosen."""

    make: Callable[[str, str, str], Kit]
    """Makes it by the rules, the size of the board and the motif; each is empty where there is nothing to choose."""
    rules: tuple[str, ...] = ()
    """The names of the rule sets that can be chosen, the usual one first."""
    boards: tuple[str, ...] = ()
    """The sizes of the board that can be chosen, the usual one first; the game may know others."""
    motifs: tuple[str, ...] = ()
    """What the pieces can show, the usual motif first."""


def figures_of(examples: Iterable[tuple[str, Board, str]]) -> Iterator[Figure]:
    """Yield those examples that the rules of their boards allow: a caption, a board, and how the move begins."""
    for caption, board, beginning in examples:
        moves = sorted((str(move) for move in board.legal_moves if str(move).startswith(beginning)), key=len)
        if moves:
            yield Figure(caption, board, moves[0])


def without(sections: Iterable[Section], titles: Iterable[str]) -> tuple[Section, ...]:
    """Return the parts of the rules but those with some titles."""
    left_out = set(titles)
    return tuple(section for section in sections if section.title not in left_out)
