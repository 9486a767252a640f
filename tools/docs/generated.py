"""Makes again what the pages show of the package: pictures, rules in words, help, files. `scripts/docs` runs this file.

A page keeps a generated part between `<!-- begin: what -->` and `<!-- end -->`. A test fails when any of it has drifted
from the package.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import vato
from tools.docs import (
    DOCS,
    ROOT,
    archive_plots,
    engine_plots,
    fanorona_plots,
    files,
    load_plots,
    rating_figures,
    squadro_plots,
)
from vato import catalog
from vato.learn import rules_page
from vato.learn.rules_page import Shown

PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


class Picture(NamedTuple):
    """A position, and perhaps a move drawn as a plan."""

    game: str
    position: str | None = None
    move: str | None = None
    rules: str | None = None
    board: str | None = None

    def svg(self) -> str:
        """Return the picture."""
        setup = {"board": self.board} if self.board else {}
        board = vato.new(self.game, rules=self.rules, position=self.position, **setup)
        return board.svg(move=self.move)


def _examples() -> Iterator[tuple[str, Shown]]:
    """Yield the examples of the rules of each game that has a page; of those rule sets share, the first one's last."""
    for page in sorted((DOCS / "rules").glob("*.md")):
        for rules in reversed(catalog.find(page.stem).rules.known):
            for shown in rules_page.of(page.stem, rules):
                yield f"{page.stem}-{shown.example.name}", shown


PICTURES: dict[str, Picture | Shown] = {
    "fanorona-5x5": Picture("fanorona", board="5x5"),
    "fanorona-lines": Picture("fanorona", "9/9/9/9/4w3b w"),
    "document-chain": Picture("fanorona", "3b5/3w1bbb1/1b3bbb1/4b4/3b5 w", "d4-e4A-e3A-d3W-d2A", rules="classic"),
} | dict(_examples())


def rules_in_words(game: str, rules: str, base: str | None = None) -> str:
    """Return the rules as Markdown with pictures; with a `base`, only what that rule set does not say."""
    entry = catalog.find(game)
    known = () if base is None else entry.words(entry.read_rules(base))
    said = {paragraph for section in known for paragraph in section.paragraphs}
    lines = []
    for section in entry.words(entry.read_rules(rules))[1:]:
        if section.title in COMPARED:
            continue
        parts = [(paragraph, shown) for paragraph, shown in section.parts() if paragraph not in said]
        if parts:
            lines += [f"**{section.title}**", ""]
        for paragraph, shown in parts:
            lines += [paragraph, ""]
            for example in shown:
                address = f"../pictures/{game}-{example.name}.svg"
                lines += [f'<img src="{address}" width="340" alt="{escape(example.caption)}"><br>{example.caption}', ""]
    return "\n".join(lines).rstrip()


COMPARED = ("What sets it apart", "Source")
"""What the docs show as tables."""


def comparison(game: str) -> str:
    """Return a table of what distinguishes the rule sets of a game."""
    entry = catalog.find(game)
    found = entry.comparison(entry.read_rules())
    rows = [["", *found.columns], ["---"] * (len(found.columns) + 1), *([row.label, *row.values] for row in found.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def fields(game: str) -> str:
    """Return a table of the rule sets of a game and their fields."""
    entry = catalog.find(game)
    names = [field.name for field in dataclasses.fields(entry.rules) if field.name != "name"]
    known = list(entry.rules.known.values())
    rows = [["field", *(rules.name for rules in known)], ["---"] * (len(known) + 1)]
    for name in names:
        values = [getattr(rules, name) for rules in known]
        rows.append(
            [f"`{name}`", *({True: "yes", False: "no"}.get(v, v) if isinstance(v, bool) else str(v) for v in values)]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def command_help(*command: str) -> str:
    """Return the help of a command as it is printed on a terminal of eighty columns."""
    return f"```text\n{every_help()[command]}\n```"


@cache
def every_help() -> dict[tuple[str, ...], str]:
    """Return the help of each command by the words that name it, all printed by one process."""
    ran = subprocess.run(
        [sys.executable, "-c", PRINT_EVERY_HELP],
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = {}
    for page in ran.stdout.split("\f")[1:]:
        words, _, text = page.partition("\n")
        found[tuple(words.split())] = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return found


PRINT_EVERY_HELP = """
import typer
from vato.terminal.app import app, run

def show(command, *words):
    print("\\f" + " ".join(words), flush=True)
    run([*words, "--help"])
    for name, below in getattr(command, "commands", {}).items():
        show(below, *words, name)

show(typer.main.get_command(app))
"""


BLOCKS: dict[str, Callable[..., str]] = {
    "rules": rules_in_words,
    "comparison": comparison,
    "fields": fields,
    "help": command_help,
    "files": files.table,
    "layers": squadro_plots.layers_table,
    "longest": squadro_plots.longest_table,
    "classes": fanorona_plots.classes_table,
    "zugzwangs": fanorona_plots.zugzwangs_table,
    "boards": fanorona_plots.boards_table,
    "ladder": engine_plots.levels_table,
    "models": rating_figures.models_table,
    "newcomers": rating_figures.newcomers_table,
    "levels": rating_figures.levels_table,
    "lobby": rating_figures.lobby_table,
    "waves": rating_figures.waves_table,
    "archive": archive_plots.archive_table,
}


def page(text: str) -> str:
    """Return a page with its generated parts made anew."""

    def make(found: re.Match[str]) -> str:
        what, *arguments = found[1].split()
        return f"<!-- begin: {found[1]} -->\n\n{BLOCKS[what](*arguments)}\n\n<!-- end -->"

    return re.sub(r"<!-- begin: (.+?) -->.*?<!-- end -->", make, text, flags=re.DOTALL)


def build() -> dict[Path, str]:
    """Return every generated file with its text."""
    pictures = {DOCS / "pictures" / f"{name}.svg": picture.svg() for name, picture in PICTURES.items()}
    games = squadro_plots.plots() | fanorona_plots.plots() | engine_plots.plots()
    plots = games | rating_figures.plots() | load_plots.plots() | archive_plots.plots()
    pictures |= {DOCS / "plots" / f"{name}.svg": plot for name, plot in plots.items()}
    return pictures | {path: page(path.read_text(encoding="utf-8")) for path in PAGES}


def main(arguments: list[str] | None = None) -> None:
    """Write all of it."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.docs.generated",
        description="Make again what the pages show.",
        epilog="Example: python -m tools.docs.generated",
    )
    parser.parse_args(arguments)
    for path, text in build().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
