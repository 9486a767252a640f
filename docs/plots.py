"""The plots and tables of docs/solving.md, drawn from docs/solving.json, which docs/figures.py makes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("solving.json").read_text(encoding="utf-8"))
WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 44, 48
LIGHT, DARK, DRAWN, INK = "#d9a441", "#5b3a29", "#7a8b99", "#333"


def label(x: float, y: float, text: str, anchor: str = "middle", size: int = 13) -> str:
    """Return a text at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{text}</text>'


def frame(title: str, below: str, parts: list[str], legend: list[tuple[str, str]]) -> str:
    """Return a plot: title, what the horizontal axis counts, the parts, and what the colours mean."""
    place = WIDTH - RIGHT
    for colour, name in reversed(legend):
        place -= 9 * len(name) + 20
        parts.append(f'<rect x="{place}" y="26" width="11" height="11" fill="{colour}"/>')
        parts.append(label(place + 16, 36, name, "start", 12))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'font-family="system-ui, sans-serif" fill="{INK}">',
            f"<title>{title}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>',
            label(LEFT, 20, title, "start", 15),
            *parts,
            label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, below),
            "</svg>\n",
        )
    )


def bars(
    names: list[str], shares: list[list[tuple[float, str]]], most: float, labels: list[str], small: bool = False
) -> list[str]:
    """Return stacked bars, each a list of heights and colours from below, with a scale of named heights."""
    parts = []
    high = HEIGHT - TOP - BOTTOM
    for number, name in enumerate(labels):
        y = HEIGHT - BOTTOM - high * number / (len(labels) - 1)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(label(LEFT - 8, y + 4, name, "end", 12))
    step = (WIDTH - LEFT - RIGHT) / len(names)
    for number, (name, stack) in enumerate(zip(names, shares, strict=True)):
        x, y = LEFT + step * number + step * 0.12, float(HEIGHT - BOTTOM)
        for value, colour in stack:
            tall = high * value / most
            y -= tall
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.76:.1f}" height="{tall:.1f}" fill="{colour}"/>'
            )
        parts.append(label(x + step * 0.38, HEIGHT - BOTTOM + 18, name, size=8 if small else 12))
    return parts


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
