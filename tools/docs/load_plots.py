"""The plots of docs/operating.md: how quickly moves arrive, by games, workers and watchers, from docs/load.json.

`scripts/bench load` measures that; until it has, there are none.
"""

from __future__ import annotations

import json
import math
from typing import Any

from tools.docs import DOCS
from tools.docs.plot import BOTTOM, DARK, DRAWN, HEIGHT, LEFT, LIGHT, RIGHT, TOP, WIDTH, frame, label

DATA = DOCS / "load.json"
COLOURS = (LIGHT, DARK, DRAWN)
MARKS_MS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
"""The lines of the scale, each about three times the one before."""

Points = list[tuple[float, float]]


def curves(title: str, below: str, found: dict[str, Points]) -> str:
    """Return a plot of milliseconds, on a scale of powers, against what is counted, a curve for each name."""
    most_ms = max(ms for points in found.values() for _, ms in points)
    top = next((mark for mark in MARKS_MS if mark >= most_ms), MARKS_MS[-1])
    most = max(count for points in found.values() for count, _ in points)

    def place(count: float, ms: float) -> tuple[float, float]:
        high = math.log(max(ms, 1)) / math.log(top)
        return LEFT + (WIDTH - LEFT - RIGHT) * count / most, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * high

    parts = []
    for mark in MARKS_MS[: MARKS_MS.index(top) + 1]:
        _, y = place(0, mark)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(label(LEFT - 8, y + 4, f"{mark} ms", "end", 12))
    counts = sorted({count for points in found.values() for count, _ in points})
    parts += [label(place(count, 1)[0], HEIGHT - BOTTOM + 18, f"{count:g}", size=12) for count in counts]
    for points, colour in zip(found.values(), COLOURS, strict=False):
        places = [place(*point) for point in points]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="3"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>' for x, y in places]
    return frame(title, below, parts, list(zip(COLOURS, found, strict=False)))


def games(measured: list[dict[str, Any]]) -> str:
    """Return how long 99 of 100 moves take to the opponent, by games at once."""
    found: dict[str, Points] = {}
    for each in measured:
        name = "one worker" if each["workers"] == 1 else f"{each['workers']} workers"
        found.setdefault(name, []).append((each["games"], each["seen_ms"]["99"]))
    title = "99 of 100 moves are at the opponent within"
    return curves(title, "games at once, a move every two seconds in each", found)


def watchers(measured: list[dict[str, Any]]) -> str:
    """Return how long a move takes to the last of those who watch a game."""
    found: dict[str, Points] = {
        "half of the moves": [(each["watchers"], each["last_ms"]["50"]) for each in measured],
        "99 of 100": [(each["watchers"], each["last_ms"]["99"]) for each in measured],
    }
    return curves("A move is at the last watcher within", "watchers of one game", found)


def plots() -> dict[str, str]:
    """Return all plots by name."""
    if not DATA.exists():
        return {}
    measured = json.loads(DATA.read_text(encoding="utf-8"))
    return {"load-games": games(measured["games"]), "load-watchers": watchers(measured["watchers"])}
