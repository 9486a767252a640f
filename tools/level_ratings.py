"""What the games of a league say the levels of a game are worth: its file, docs/levels.json, and the arithmetic.

`tools.league` plays the games, and docs/engine.md shows what comes of it. A player is known by its settings, so that a
level that was changed has played nothing yet.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tools.docs import DOCS
from vato.engine.levels import Level, levels_of

LEDGER = DOCS / "levels.json"
FULL_NODES = 200_000
"""How many positions a turn full strength looks at in the league, on one thread: games then depend on no machine."""
ANCHOR, ANCHOR_RATING = 5, 1500
"""The level that has the same rating in every game, and that rating."""
STEP = 10
"""Ratings are told in multiples of this."""
RESAMPLED = 300
"""How often the matches are drawn anew, for the intervals."""


class Match(NamedTuple):
    """What two players have played: how many pairs of games gave the first 0, ½, 1, 1½ and 2 points."""

    players: tuple[str, str]
    pairs: list[int]


class Standing(NamedTuple):
    """What a level is worth; errors are those of 95 % certainty."""

    level: Level
    rating: float
    error: float
    step: float
    """How far the level below is below it."""
    step_error: float
    games: int


def measured(level: Level) -> Level:
    """Return a level as it plays here."""
    return Level(10, level.name, level.traits._replace(seconds=None, nodes=FULL_NODES)) if level.is_full else level


def settings_of(level: Level) -> str:
    """Return what makes a level play as it does, in words.

    >>> settings_of(levels_of("squadro")[9])
    'everything, nodes 200000'
    """
    traits = measured(level).traits
    parts = ["everything"] if level.is_full else []
    parts += [f"depth {traits.depth}"] if traits.depth else [f"nodes {traits.nodes}"]
    parts += [f"{name} {getattr(traits, name):g}" for name in ("sight", "error", "greed") if not sees_all(level)]
    return ", ".join(parts)


def sees_all(level: Level) -> bool:
    """Return whether a level plays the best it finds."""
    return level.traits.sight == 1 and not level.traits.error


# The file


def read(path: Path = LEDGER) -> dict[str, list[Match]]:
    """Return the matches of each game."""
    if not path.exists():
        return {}
    kept = json.loads(path.read_text(encoding="utf-8"))
    return {game: [Match((a, b), pairs) for a, b, pairs in matches] for game, matches in kept.items()}


def write(league: dict[str, list[Match]], path: Path = LEDGER) -> None:
    """Keep the matches, all or nothing."""
    games = (
        f'  "{game}": [\n'
        + ",\n".join(f"    {json.dumps([*match.players, match.pairs])}" for match in matches)
        + "\n  ]"
        for game, matches in sorted(league.items())
    )
    beside = path.with_suffix(".new")
    beside.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")
    beside.replace(path)


# Ratings


def fit(players: Sequence[tuple[str, str]], points: Sequence[float], games: Sequence[int]) -> dict[str, float]:
    """Return the ratings under which the points of the first players are likeliest, around a mean of 0.

    It is the model of Bradley and Terry, in which a draw is half a win.
    """
    names = sorted({name for pair in players for name in pair})
    meets = np.array([[(name == a) - (name == b) for name in names] for a, b in players], float)
    counts, gained = np.asarray(games, float), np.asarray(points, float)
    strengths = np.zeros(len(names))
    for _ in range(50):
        shares = 1 / (1 + np.exp(-meets @ strengths))
        curvature = meets.T @ (meets * (counts * shares * (1 - shares))[:, None]) + 1e-3 * np.eye(len(names))
        change = np.linalg.solve(curvature, meets.T @ (gained - counts * shares) - 1e-3 * strengths)
        strengths += np.clip(change, -1, 1)
    return dict(zip(names, (400 / np.log(10) * strengths).tolist(), strict=True))


def standings(game: str, matches: Sequence[Match]) -> list[Standing]:
    """Return what the levels of a game are worth, the weakest first; none if not all have played."""
    levels = levels_of(game)
    own = [settings_of(level) for level in levels]
    played = [match for match in matches if any(match.pairs)]
    if not {*own} <= {name for match in played for name in match.players}:
        return []
    pairs = np.array([match.pairs for match in played])
    games = (2 * pairs.sum(axis=1)).tolist()
    halves = np.arange(5) / 2

    def ladder(counts: np.ndarray) -> np.ndarray:
        found = fit([match.players for match in played], (counts @ halves).tolist(), games)
        return np.array([found[name] - found[own[ANCHOR - 1]] + ANCHOR_RATING for name in own])

    ratings = ladder(pairs)
    chance = np.random.default_rng(1)
    # A result that has not occurred may have by another draw.
    both = [(match, (match + 0.1) / (match + 0.1).sum()) for match in pairs]
    drawn = np.array(
        [
            ladder(np.array([chance.multinomial(match.sum(), chances) for match, chances in both]))
            for _ in range(RESAMPLED)
        ]
    )
    spread = 1.96 * drawn.std(axis=0)
    steps, step_errors = np.diff(ratings, prepend=np.nan), 1.96 * np.diff(drawn, axis=1, prepend=np.nan).std(axis=0)
    counts = [sum(2 * sum(match.pairs) for match in played if name in match.players) for name in own]
    columns = ratings, spread, steps, step_errors
    rows = zip(levels, *(column.tolist() for column in columns), counts, strict=True)
    return [Standing(*row) for row in rows]


def rounded(rating: float) -> int:
    """Return a rating as it is told.

    >>> rounded(1234.5)
    1230
    """
    return STEP * round(rating / STEP)
