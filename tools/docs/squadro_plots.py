"""The plots and tables of docs/solving.md, drawn from docs/solving.json, which `tools.docs.squadro_figures` makes."""

from __future__ import annotations

import json
from typing import Any

from tools.docs import DOCS
from tools.docs.plot import DARK, DRAWN, LIGHT, bars, frame

DATA: dict[str, Any] = json.loads((DOCS / "solving.json").read_text(encoding="utf-8"))
WINS = [(LIGHT, "won for light"), (DARK, "won for dark"), (DRAWN, "drawn")]


def shares(rows: list[dict[str, int]], key: str, title: str, below: str) -> str:
    """Return a plot of who wins which share of some rows."""
    stacks = []
    for row in rows:
        total = row["light"] + row["dark"] + row["drawn"]
        stacks.append(
            [
                (row[side] / total, colour)
                for side, colour in zip(("light", "dark", "drawn"), (LIGHT, DARK, DRAWN), strict=True)
            ]
        )
    parts = bars([str(row[key]) for row in rows], stacks, 1, ["0 %", "25 %", "50 %", "75 %", "100 %"])
    return frame(title, below, parts, WINS)


def sizes() -> str:
    """Return a plot of how many positions the layers have."""
    rows = DATA["layers"][::-1]
    most = 12e9
    stacks = [[(row["light"], LIGHT), (row["dark"], DARK), (row["drawn"], DRAWN)] for row in rows]
    labels = ["0", "3", "6", "9", "12"]
    parts = bars([str(row["layer"]) for row in rows], stacks, most, labels)
    return frame("Positions, in thousand millions", "layer: phases of all ten stones added up", parts, WINS[:2])


def keeping() -> str:
    """Return a plot of how many moves of a won position keep it won."""
    rows = DATA["keeping"]
    stacks = [[(row["share"], LIGHT)] for row in rows]
    parts = bars([str(row["home"]) for row in rows], stacks, 1, ["0 %", "25 %", "50 %", "75 %", "100 %"])
    return frame("Moves that keep a won position won", "stones home, of both sides", parts, [])


def plots() -> dict[str, str]:
    """Return all plots by name."""
    return {
        "layers": sizes(),
        "shares": shares(
            DATA["layers"][::-1], "layer", "Who wins, by layer", "layer: phases of all ten stones added up"
        ),
        "opening": shares(
            DATA["plies"], "ply", "Who wins the positions of the opening", "turns from the start, whoever began"
        ),
        "keeping": keeping(),
    }


def layers_table() -> str:
    """Return the layers as a table."""
    rows = [f"| {row['layer']} | {row['light']:,} | {row['dark']:,} | {row['drawn']:,} |" for row in DATA["layers"]]
    return "\n".join(("| layer | won for light | won for dark | drawn |", "| --- | --- | --- | --- |", *rows))


def longest_table() -> str:
    """Return the longest wins found as a table."""
    rows = [f"| {row['home']} | {row['turns']} | `{row['position']}` |" for row in DATA["longest"]]
    return "\n".join(("| stones home | turns | position |", "| --- | --- | --- |", *rows))
