"""What docs/operating.md shows of public games: how quickly they are found, and how that grows, from docs/archive.json.

`scripts/bench archive` measures that.
"""

from __future__ import annotations

import json
from typing import Any

from tools.docs import DOCS
from tools.docs.plot import DARK, LIGHT, frame, lines

DATA = DOCS / "archive.json"
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
COLOURS = {"sqlite": LIGHT, "postgresql": DARK}
STEPS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""How far the lines of the scale may be apart."""
MOST_LINES = 6


def _measured() -> dict[str, list[dict[str, Any]]]:
    found = json.loads(DATA.read_text(encoding="utf-8"))
    return {kind: found[kind] for kind in NAMES if kind in found}


def growth() -> str:
    """Return how long 99 of 100 answers take of the kind that takes longest, by how many games there are."""
    measured = _measured()
    counts = sorted({each["games"] for steps in measured.values() for each in steps})
    slowest = {
        kind: [max(took["99"] for took in each["milliseconds"].values()) for each in steps]
        for kind, steps in measured.items()
    }
    most = max(ms for found in slowest.values() for ms in found)
    step = next(step for step in STEPS_MS if step * MOST_LINES >= most or step == STEPS_MS[-1])
    top = step * -(-int(most + 1) // step)
    parts = lines(
        [f"{count:,}" for count in counts],
        [(found, COLOURS[kind]) for kind, found in slowest.items()],
        top,
        [f"{ms} ms" for ms in range(0, top + 1, step)],
    )
    legend = [(COLOURS[kind], NAMES[kind]) for kind in slowest]
    return frame("99 of 100 answers of the slowest kind are there within", "public games", parts, legend)


def plots() -> dict[str, str]:
    """Return all plots by name."""
    return {"archive-growth": growth()}


def archive_table() -> str:
    """Return how long each kind of question takes where there are most games."""
    last = {kind: max(steps, key=lambda each: each["games"]) for kind, steps in _measured().items()}
    heads = [f"{NAMES[kind]}, {each['games']:,} games: half within" for kind, each in last.items()]
    rows = [["what is asked", *(cell for head in heads for cell in (head, "99 of 100 within"))]]
    rows.append(["---"] * len(rows[0]))
    for what in next(iter(last.values()))["milliseconds"]:
        took = [each["milliseconds"][what][share] for each in last.values() for share in ("50", "99")]
        rows.append([what, *(f"{ms:g} ms" for ms in took)])
    sizes = (f"{each['bytes'] / 1e9:.1f} GB" for each in last.values())
    rows.append(["on the disk, without moves", *(cell for size in sizes for cell in (size, ""))])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
