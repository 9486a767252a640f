"""Where the parts of a Squadro board lie when it is drawn: the one geometry of pictures and of the browser's board.

Lengths are in units of the picture. Light's lanes go up from the bottom, dark's to the right from the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from vato.games.squadro.rulesets import BACK, FAR_EDGE, LANES, OUT
from vato.picture import Spot, written

UNIT = 84
"""From a place to the next."""
BORDER = 28
MARGIN = BORDER + 66
SIZE = FAR_EDGE * UNIT + 2 * MARGIN
END = (35, 23)
"""Half the length and half the width of the place at either end of a lane."""
END_CORNER = 12
DOT_RADIUS = 4.5

HALF_LENGTH = 30
"""Of a piece."""
PIECE = "M0 -30L18 -8V22Q18 30 10 30H-10Q-18 30 -18 22V-8Z"
"""The outline of a piece that points up, around its middle."""
MARKS = (0.84, 0.58)
"""What tells the sides apart: light's pieces are domes, dark's carry an outline of themselves, so much smaller."""
MOON = "M5 -9A12 12 0 1 0 5 13A13.5 13.5 0 0 1 5 -9Z"
"""What dark's printed pieces show; light's show a sun."""
CHECK = "M-9 5L-3 12L9 -3"
"""The mark of a piece that is home."""

POINTING = (("up", "down"), ("right", "left"))
"""Where each side's pieces point on the way out and on the way back."""
ANGLES = {"up": 0, "right": 90, "down": 180, "left": 270}

SPEEDS = {0: OUT, FAR_EDGE: BACK}
"""The speeds engraved at either end of the lanes."""
ALL_LANES = tuple((player, lane) for player in (0, 1) for lane in range(1, LANES + 1))


class Box(NamedTuple):
    """A rectangle: its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float


def spot_of(player: int, lane: int, place: float) -> Spot:
    """Return where a place of a lane lies."""
    column, row = (lane, place) if player == 0 else (place, lane)
    return MARGIN + column * UNIT, SIZE - MARGIN - row * UNIT


def groove_of(player: int, lane: int) -> tuple[Spot, Spot]:
    """Return where the groove of a lane begins and ends, between the places at its ends."""
    inset = END[0] / UNIT
    return spot_of(player, lane, inset), spot_of(player, lane, FAR_EDGE - inset)


def end_of(player: int, lane: int, place: int) -> Box:
    """Return the rectangle at the start or at the far edge of a lane."""
    x, y = spot_of(player, lane, place)
    down, right = END if player == 0 else END[::-1]
    return Box(x - right, y - down, 2 * right, 2 * down)


def dots_of(player: int, lane: int, place: int) -> Iterator[Spot]:
    """Yield where the dots lie that are engraved outside the start or the far edge of a lane."""
    outwards = 50 / UNIT
    x, y = spot_of(player, lane, place - outwards if place == 0 else place + outwards)
    speed = SPEEDS[place][player][lane - 1]
    for index in range(speed):
        offset = 14 * (index - (speed - 1) / 2)
        yield (x + offset, y) if player == 0 else (x, y + offset)


def label_of(player: int, lane: int) -> Spot:
    """Return the middle of a lane's number, in the border."""
    x, y = spot_of(player, lane, 0)
    return (x, SIZE - BORDER / 2) if player == 0 else (BORDER / 2, y)


def sun() -> str:
    """Return the outline of a sun with eight rays, around a little below the middle of a piece."""
    down, inner, outer, half = 2.0, 8.0, 12.5, 0.12

    def spot(radius: float, turn: float) -> str:
        return f"{written(radius * cos(turn))} {written(down + radius * sin(turn))}"

    disc = f"M-6 {written(down)}a6 6 0 1 1 12 0a6 6 0 1 1 -12 0Z"
    turns = (number * pi / 4 for number in range(8))
    rays = (f"M{spot(inner, turn - half)}L{spot(outer, turn)}L{spot(inner, turn + half)}Z" for turn in turns)
    return disc + "".join(rays)


def pointing(player: int, progress: int) -> str:
    """Return where a piece points: out along its lane, back once it has turned round.

    >>> pointing(0, 5), pointing(0, 6), pointing(1, 0), pointing(1, 7)
    ('up', 'down', 'right', 'left')
    """
    return POINTING[player][progress >= FAR_EDGE]
