"""The plot of docs/engine.md: how strength grows with the time for a turn, from the matches in docs/strength.json."""

from __future__ import annotations

import json
import math
from typing import NamedTuple

from tools.docs import DOCS
from tools.docs.plot import DARK, LIGHT, frame, lines

STEP = 50
"""Elo from one line of the scale to the next."""


class Match(NamedTuple):
    """Games between two players."""

    a: str
    b: str
    won: int
    drawn: int
    lost: int


def ratings(matches: list[Match]) -> dict[str, float]:
    """Return the ratings that make the points of all matches likeliest; the weakest player has 0."""
    found = dict.fromkeys((name for match in matches for name in (match.a, match.b)), 0.0)
    for _ in range(2000):
        for name in found:
            missing = spread = 0.0
            for a, b, won, drawn, lost in matches:
                if name not in (a, b):
                    continue
                games, points = won + drawn + lost, won + drawn / 2
                expected = games / (1 + 10 ** ((found[b] - found[a]) / 400))
                missing += (points - expected) * (1 if name == a else -1)
                spread += expected * (1 - expected / games) * math.log(10) / 400
            found[name] += missing / spread / 2
    weakest = min(found.values())
    return {name: rating - weakest for name, rating in found.items()}


def strength() -> str:
    """Return a plot of strength against the seconds for a turn, of the engine as it is and as it was."""
    matches = [Match(*match) for match in json.loads((DOCS / "strength.json").read_text(encoding="utf-8"))]
    found = ratings(matches)
    seconds = sorted({float(name.split()[-1]) for name in found})
    top = STEP * math.ceil(max(found.values()) / STEP)
    names = [f"{time:g}" for time in seconds]
    rows = [
        ([found[f"{version} {time}"] for time in names], colour)
        for version, colour in (("now", LIGHT), ("before", DARK))
    ]
    parts = lines([f"{time} s" for time in names], rows, top, [str(elo) for elo in range(0, top + 1, STEP)])
    legend = [(LIGHT, "now"), (DARK, "version 0.1.0")]
    return frame("Fanorona: Elo by the time for a turn", "seconds for a turn, each twice the one before", parts, legend)


def plots() -> dict[str, str]:
    """Return all plots by name."""
    return {"strength": strength()}
