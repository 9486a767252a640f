"""Squadro moves and positions as text, written and read. Knows the alphabet, not the rules.

A move is the number of its lane. A position is ten progress digits in base 13, light's five and dark's five, and the
side to move: `00000/00000 light`. Progress 0 is the start, 6 the far edge, c (twelve) home.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vato.errors import InvalidPosition, UnreadableMove, shorten
from vato.games.squadro.rulesets import HOME, LANES
from vato.text import Text

DIGITS = "0123456789abc"
SIDES = (Text("light"), Text("dark"))


class Move(NamedTuple):
    """A turn: one stone goes along its lane. Its only step is itself."""

    lane: int
    """1 to 5."""
    origin: int
    """Progress before."""
    target: int
    """Progress after."""
    jumped: tuple[int, ...] = ()
    """The lanes of the enemy stones jumped over, in order."""

    @property
    def steps(self) -> tuple[Move, ...]:
        """The turn's only step."""
        return (self,)

    def __str__(self) -> str:
        return str(self.lane)


def read_lane(text: str) -> int:
    """Return the lane a move's text names."""
    if not re.fullmatch("[1-5]", text.strip()):
        raise UnreadableMove("{text!r} is not a move: write the number of a lane, 1 to 5.", text=shorten(text))
    return int(text)


def write_position(progress: tuple[tuple[int, ...], tuple[int, ...]], turn: int) -> str:
    """Return a position as text."""
    light, dark = ("".join(DIGITS[place] for place in lanes) for lanes in progress)
    return f"{light}/{dark} {SIDES[turn]}"


def read_position(text: str) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Return the progress of both sides' stones and the player to move."""
    words = [(word.start() + 1, word[0]) for word in re.finditer(r"\S+", text)]
    if not words:
        raise InvalidPosition("A position is written like 00000/00000 light", column=1)
    column, digits = words[0]
    sides: list[list[int]] = [[]]
    for place, letter in enumerate(digits, start=column):
        if letter == "/":
            if len(sides) == 2 or len(sides[0]) != LANES:
                raise InvalidPosition("Light's five digits stand before the only /", column=place)
            sides.append([])
        elif letter.lower() in DIGITS:
            sides[-1].append(DIGITS.index(letter.lower()))
            if len(sides[-1]) > LANES:
                raise InvalidPosition("Each side has five digits, one for each lane", column=place)
        else:
            raise InvalidPosition("Progress is a digit 0 to 9, a, b or c, not {letter!r}", column=place, letter=letter)
    if [len(side) for side in sides] != [LANES, LANES]:
        raise InvalidPosition("Each side has five digits, one for each lane", column=column + len(digits))
    if len(words) < 2 or words[1][1].lower() not in SIDES:
        after = words[1][0] if len(words) > 1 else len(text.rstrip()) + 1
        raise InvalidPosition("After the stones comes the side to move, light or dark", column=after)
    if len(words) > 2:
        raise InvalidPosition("Nothing follows the side to move", column=words[2][0])
    light, dark = (tuple(side) for side in sides)
    _refuse_shared_crossings(light, dark, column)
    return (light, dark), SIDES.index(words[1][1].lower())


def _refuse_shared_crossings(light: tuple[int, ...], dark: tuple[int, ...], column: int) -> None:
    for lane in range(1, LANES + 1):
        row = place_of(light[lane - 1])
        if 1 <= row <= LANES and place_of(dark[row - 1]) == lane:
            raise InvalidPosition(
                "Light's stone {light} and dark's stone {dark} cannot stand on one crossing",
                column=column + lane - 1,
                light=lane,
                dark=row,
            )


def point_of(player: int, lane: int, place: int) -> str:
    """Return the name of a place of a lane: its column and row.

    >>> point_of(0, 2, 4), point_of(1, 2, 4)
    ('2-4', '4-2')
    """
    return f"{lane}-{place}" if player == 0 else f"{place}-{lane}"


def place_of(progress: int) -> int:
    """Return where on its lane a stone stands: 0 its start, 6 the far edge.

    >>> [place_of(progress) for progress in (0, 2, 6, 8, 12)]
    [0, 2, 6, 4, 0]
    """
    return min(progress, HOME - progress)
