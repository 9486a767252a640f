"""The plots and tables of docs/endgames.md, docs/small-boards.md and docs/whole-board.md.

Drawn from docs/endgames.jsonl, a line for each pair as `python -m tools.fanorona_survey --stones 9 --verify`
prints it, from docs/small-boards.json, what `vato solve fanorona --board SIZE --rules RULES --json` found, and from
docs/whole-board.json, which `python -m tools.docs.certificate_figures` makes.
"""

from __future__ import annotations

import json
from math import log10
from typing import Any

from tools.docs import DOCS
from tools.docs.plot import DARK, DRAWN, LIGHT, bars, frame

PAIRS: list[dict[str, Any]] = [
    json.loads(line) for line in (DOCS / "endgames.jsonl").read_text(encoding="utf-8").splitlines()
]
GROUP = 12
PERCENT = ["0 %", "25 %", "50 %", "75 %", "100 %"]


def _classes() -> list[dict[str, Any]]:
    """Return all classes by their stones, with how many positions are won, drawn and lost for the player to move."""
    found = []
    for pair in PAIRS:
        for number, row in enumerate(pair["classes"]):
            won, drawn, lost = pair["counts"][3 * number :][:3]
            found.append(row | {"won": won, "drawn": drawn, "lost": lost})
    return sorted(found, key=lambda row: (row["mover"] + row["other"], row["mover"]))


def classes_table() -> str:
    """Return how the positions of each class end as a table."""
    rows = [
        f"| {row['mover']} against {row['other']} | {row['won']:,} | {row['drawn']:,} | {row['lost']:,} | "
        f"{row['longest_win']['turns']} | `{row['longest_win']['position']}` |"
        for row in _classes()
    ]
    head = "| stones | won | drawn | lost | longest win | for example |", "| --- | --- | --- | --- | --- | --- |"
    return "\n".join((*head, *rows))


def zugzwangs_table() -> str:
    """Return how many mutual zugzwangs each pair has as a table."""
    rows = []
    for pair in PAIRS:
        _, few, many = pair["pair"].split("-")
        zugzwangs = pair["zugzwangs"]
        rows.append(f"| {few} and {many} | {zugzwangs['one_loses']:,} | {zugzwangs['both_lose']:,} |")
    return "\n".join(("| stones | one side loses, the other draws | both lose |", "| --- | --- | --- |", *rows))


def results() -> str:
    """Return a plot of how the positions of each class end."""
    rows = _classes()
    stacks = []
    for row in rows:
        total = row["won"] + row["drawn"] + row["lost"]
        stacks.append([(row["won"] / total, LIGHT), (row["drawn"] / total, DRAWN), (row["lost"] / total, DARK)])
    names = [f"{row['mover']}:{row['other']}" for row in rows]
    legend = [(LIGHT, "won"), (DRAWN, "drawn"), (DARK, "lost")]
    below = "stones of the player to move : stones of the other"
    return frame("How positions end for the player to move", below, bars(names, stacks, 1, PERCENT, small=True), legend)


def longest() -> str:
    """Return a plot of the longest win of each class."""
    rows = _classes()
    stacks = [[(row["longest_win"]["turns"], LIGHT)] for row in rows]
    names = [f"{row['mover']}:{row['other']}" for row in rows]
    below = "stones of the player to move : stones of the other"
    parts = bars(names, stacks, 160, ["0", "40", "80", "120", "160"], small=True)
    return frame("The longest wins, in turns of both players together", below, parts, [])


def distances() -> str:
    """Return a plot of how many positions with five stones against four are won in how many turns."""
    row = next(row for row in _classes() if (row["mover"], row["other"]) == (5, 4))
    counts = [0] * (len(row["by_turns"]) // GROUP + 1)
    for turns in range(1, len(row["by_turns"]), 2):
        counts[turns // GROUP] += row["by_turns"][turns]
    names = [f"{max(1, GROUP * number)}-{GROUP * (number + 1) - 1}" for number in range(len(counts))]
    parts = bars(names, [[(log10(count), LIGHT)] for count in counts], 12, ["1", "10³", "10⁶", "10⁹", "10¹²"])
    return frame("Wins with five stones against four, by their length", "turns of both players together", parts, [])


def boards_table() -> str:
    """Return who wins from the start on each small board by each rule set, and how many positions that took."""
    boards = json.loads((DOCS / "small-boards.json").read_text(encoding="utf-8"))
    rules = list(next(iter(boards.values())))
    head = f"| board | {' | '.join(f'`{name}`' for name in rules)} |", f"| --- |{' --- |' * len(rules)}"
    rows = []
    for board, values in boards.items():
        cells = []
        for name in rules:
            found = values.get(name)
            if found is None:
                cells.append("")
            else:
                cells.append(f"{(found['winner'] or 'draw').capitalize()}, {found['nodes']:,}")
        rows.append(f"| {board} | {' | '.join(cells)} |")
    return "\n".join((*head, *rows))


def _whole_board() -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = json.loads((DOCS / "whole-board.json").read_text(encoding="utf-8"))
    return found


MOST_SHOWN = 44
"""Stones at the start."""
POWERS = ["1", "10", "10²", "10³", "10⁴", "10⁵"]


def proof_growth() -> str:
    """Return a plot of how many positions the proof of 9x5 needs, from all stones down to the tables."""
    lists = _whole_board()
    stacks, names = [], []
    for stones in range(MOST_SHOWN, 7, -1):
        both = sum(rows.get(str(stones), {}).get("positions", 0) for rows in lists.values())
        stacks.append([(log10(both) if both else 0, LIGHT)])
        names.append(str(stones))
    parts = bars(names, stacks, 5, POWERS, small=True)
    return frame("The proof of 9x5 by strict: positions of both lists", "stones on the board", parts, [])


def proof_leaves() -> str:
    """Return a plot of where the proof of 9x5 ends: turns to what the tables know, by the stones before them."""
    lists = _whole_board()
    stacks, names = [], []
    for stones in range(8, 21):
        rows = [found[str(stones)] for found in lists.values()]
        turns = {name: sum(row[name] for row in rows) for name in ("answered", "answered_by_tables", "into_tables")}
        total = sum(turns.values())
        colours = {"answered": LIGHT, "answered_by_tables": DRAWN, "into_tables": DARK}
        stacks.append([(turns[name] / total, colour) for name, colour in colours.items()])
        names.append(str(stones))
    legend = [(LIGHT, "answered in the list"), (DRAWN, "answered by the tables"), (DARK, "in the tables")]
    parts = bars(names, stacks, 1, PERCENT)
    return frame("Where a turn of the other side leads", "stones on the board before it", parts, legend)


def plots() -> dict[str, str]:
    """Return all plots by name."""
    return {
        "endings-results": results(),
        "endings-longest": longest(),
        "endings-distances": distances(),
        "proof-growth": proof_growth(),
        "proof-leaves": proof_leaves(),
    }
