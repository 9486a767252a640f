"""The plots and tables of docs/ratings.md, from docs/ratings.json, which `python -m tools.simulate` writes."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tools.docs import DOCS
from tools.docs.plot import DARK, DRAWN, LIGHT, bars, frame, lines

MODELS = {"sides ignored": DRAWN, "pairs": DARK, "side learned": LIGHT}


@cache
def figures() -> dict[str, Any]:
    """Return everything that was simulated."""
    found: dict[str, Any] = json.loads((DOCS / "ratings.json").read_text(encoding="utf-8"))
    return found


def _table(*rows: list[str]) -> str:
    head, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _at(name: str, games: int) -> dict[str, float]:
    found: dict[str, float] = next(row for row in figures()["ratings"][name] if row["games"] == games)
    return found


def models_table() -> str:
    """Return how the ways of rating compare."""
    return _table(
        ["", *MODELS],
        *(
            [f"{said}, after {count} games", *(show(_at(name, count)[key]) for name in MODELS)]
            for said, key, show, marks in (
                ("within 50 points of the truth", "within", _percent, (10, 30, 100, 200)),
                ("error (root of the mean square)", "error", "{:.0f}".format, (10, 30, 100, 200)),
                ("mean error of who looks for the better side", "choosers", "{:+.0f}".format, (100,)),
                ("points of rating for a point of strength", "stretch", "{:.2f}".format, (100,)),
                ("error in deviations", "in_deviations", "{:.2f}".format, (100,)),
            )
            for count in marks
        ),
    )


def newcomers_table() -> str:
    """Return what the deviation with which people begin does."""
    names = {
        "all new, deviation 350": "side learned",
        "all new, deviation 500": "deviation 500",
        "among others, deviation 350": "newcomers",
        "among others, deviation 500": "newcomers, deviation 500",
    }
    return _places(names, "points of rating for a point of strength", "stretch", ".2f")


def levels_table() -> str:
    """Return what games against levels do to people who are weaker than newcomers are taken to be."""
    names = {
        "never": "weaker",
        "a tenth of the time": "weaker, a tenth against levels",
        "the first five games": "weaker, first five against levels",
        "half of the time": "weaker, half against levels",
    }
    return _places(names, "mean error", "bias", "+.0f")


def _places(names: dict[str, str], what: str, key: str, form: str) -> str:
    games = (10, 30, 100, 200)
    return _table(
        [f"within 50 points; {what}", *(f"{count} games" for count in games)],
        *(
            [said, *(f"{_percent(_at(name, count)['within'])}; {_at(name, count)[key]:{form}}" for count in games)]
            for said, name in names.items()
        ),
    )


def lobby_table() -> str:
    """Return how long people wait, and for whom."""
    rows = []
    for rate, found in figures()["lobby"]["waves"].items():
        best = figures()["lobby"]["best"][rate]
        rows.append(
            [
                f"{int(rate):,}",
                *(f"{found[key]} s ({best[key]} s)" for key in ("wait_median_s", "wait_90_s")),
                f"{_percent(found['offered'])} ({_percent(best['offered'])})",
                *(f"{found[key]} ({best[key]})" for key in ("distance_median", "distance_90")),
            ]
        )
    return _table(
        [
            "people a minute",
            "half wait",
            "nine of ten wait",
            "are offered a level",
            "half are apart",
            "nine of ten are apart",
        ],
        *rows,
    )


def waves_table() -> str:
    """Return what a wave costs."""
    waves, best = figures()["wave_ms"]["waves"], figures()["wave_ms"]["best"]
    return _table(
        ["people at once", *(f"{int(count):,}" for count in waves)],
        ["waves, ms", *map(str, waves.values())],
        ["best pairs, ms", *(str(best.get(count, "")) for count in waves)],
    )


def _models(title: str, key: str, most: float, labels: list[str]) -> str:
    found = {name: figures()["ratings"][name] for name in MODELS}
    games = [str(row["games"]) for row in found["pairs"]]
    rows = [([row[key] for row in found[name]], colour) for name, colour in MODELS.items()]
    legend = [(colour, name) for name, colour in MODELS.items()]
    return frame(title, "games played", lines(games, rows, most, labels), legend)


def _lobby(title: str, median: str, most_of_them: str, scale: range, unit: str) -> str:
    found = figures()["lobby"]["waves"]
    stacks = [[(row[median], LIGHT), (row[most_of_them] - row[median], DARK)] for row in found.values()]
    parts = bars([f"{int(rate):,}" for rate in found], stacks, scale[-1], [f"{value}{unit}" for value in scale])
    return frame(title, "people who come in a minute", parts, [(LIGHT, "half of them"), (DARK, "nine of ten")])


def plots() -> dict[str, str]:
    """Return all plots by name."""
    return {
        "ratings-within": _models(
            "People whose rating is within 50 points of the truth",
            "within",
            1,
            [f"{share} %" for share in range(0, 101, 20)],
        ),
        "ratings-choosers": _models(
            "What always taking the better side gains", "choosers", 200, [str(points) for points in range(0, 201, 50)]
        ),
        "lobby-waiting": _lobby("How long people wait at most", "wait_median_s", "wait_90_s", range(0, 71, 10), " s"),
        "lobby-distance": _lobby(
            "How far apart opponents are at most", "distance_median", "distance_90", range(0, 701, 100), ""
        ),
    }
