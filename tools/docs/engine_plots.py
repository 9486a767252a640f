"""The plot of docs/engine.md: how strength grows with the time for a turn, from the matches in docs/strength.json."""

from __future__ import annotations

import json
import math
from typing import NamedTuple

from tools.docs import DOCS
from tools.docs.plot import BOTTOM, DARK, HEIGHT, LEFT, LIGHT, RIGHT, TOP, WIDTH, frame, label

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

    def place(name: str, number: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (number + 0.5) / len(seconds)
        return x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * found[name] / top

    parts = []
    for elo in range(0, top + 1, STEP):
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * elo / top
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(label(LEFT - 8, y + 4, str(elo), "end", 12))
    for version, colour in (("now", LIGHT), ("before", DARK)):
        places = [place(f"{version} {time:g}", number) for number, time in enumerate(seconds)]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="3"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>' for x, y in places]
    for number, time in enumerate(seconds):
        parts.append(label(place(f"now {time:g}", number)[0], HEIGHT - BOTTOM + 18, f"{time:g} s", size=12))
    legend = [(LIGHT, "now"), (DARK, "version 0.1.0")]
    return frame("Fanorona: Elo by the time for a turn", "seconds for a turn, each twice the one before", parts, legend)


def plots() -> dict[str, str]:
    """Return all plots by name."""
    return {"strength": strength()}
