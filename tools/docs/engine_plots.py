"""What docs/engine.md shows of matches: strength by time (docs/strength.json), and the levels (docs/levels.json)."""

from __future__ import annotations

import json
import math
from typing import NamedTuple

from tools.docs import DOCS
from tools.docs.plot import DARK, LIGHT, frame, lines
from tools.level_ratings import fit, read, standings
from vato import catalog
from vato.engine.levels import NAMES

STEP = 50
"""Elo from one line of the scale to the next."""


class Match(NamedTuple):
    """Games between two players."""

    a: str
    b: str
    won: int
    drawn: int
    lost: int


def strength() -> str:
    """Return a plot of strength against the seconds for a turn, of the engine as it is and as it was."""
    matches = [Match(*match) for match in json.loads((DOCS / "strength.json").read_text(encoding="utf-8"))]
    played = [(match.won + match.drawn / 2, match.won + match.drawn + match.lost) for match in matches]
    found = fit([(match.a, match.b) for match in matches], *zip(*played, strict=True))
    weakest = min(found.values())
    seconds = sorted({float(name.split()[-1]) for name in found})
    top = STEP * math.ceil((max(found.values()) - weakest) / STEP)
    names = [f"{time:g}" for time in seconds]
    rows = [
        ([found[f"{version} {time}"] - weakest for time in names], colour)
        for version, colour in (("now", LIGHT), ("before", DARK))
    ]
    parts = lines([f"{time} s" for time in names], rows, top, [str(elo) for elo in range(0, top + 1, STEP)])
    legend = [(LIGHT, "now"), (DARK, "version 0.1.0")]
    return frame("Fanorona: Elo by the time for a turn", "seconds for a turn, each twice the one before", parts, legend)


def plots() -> dict[str, str]:
    """Return all plots by name."""
    return {"strength": strength()}


def levels_table() -> str:
    """Return what each level of each game is worth, and how far that is above the level below."""
    games = {game: standings(game, matches) for game, matches in read().items()}
    rows = [["level", "name", *(catalog.find(game).title for game in games)], ["---"] * (2 + len(games))]
    for place, name in enumerate(NAMES):
        cells = [str(place + 1), str(name)]
        for ladder in games.values():
            _, rating, error, step, step_error, _ = ladder[place]
            cells.append(f"{rating:.0f} ± {error:.0f}" + (f"; +{step:.0f} ± {step_error:.0f}" if place else ""))
        rows.append(cells)
    played = [f"{sum(2 * sum(match.pairs) for match in matches):,}" for matches in read().values()]
    rows.append(["", "games", *played])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
