"""Make again what the docs show: pictures, rules in words, command help, the reference. Run `python -m docs.build`.

A page keeps a generated part between `<!-- begin: what -->` and `<!-- end -->`. A test fails when any of it has drifted
from the package.
"""

from __future__ import annotations

import dataclasses
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import vato
import vato.contest
import vato.games.fanorona
import vato.games.squadro
import vato.record
from docs import ending_plots, plots
from vato import catalog
from vato.learn import rules_page
from vato.learn.rules_page import Shown

FOLDER = Path(__file__).parent
ROOMS = {
    "vato": vato,
    "vato.record": vato.record,
    "vato.contest": vato.contest,
    "vato.games.fanorona": vato.games.fanorona,
    "vato.games.squadro": vato.games.squadro,
}
"""What the reference lists."""
PAGES = [FOLDER.parent / "README.md", *sorted(FOLDER.rglob("*.md"))]


class Picture(NamedTuple):
    """A position, and perhaps a move drawn as a plan or moves played."""

    game: str
    position: str | None = None
    move: str | None = None
    rules: str | None = None
    played: tuple[str, ...] = ()
    theme: str = "light"
    board: str | None = None

    def svg(self) -> str:
        """Return the picture."""
        setup = {"board": self.board} if self.board else {}
        board = vato.new(self.game, rules=self.rules, position=self.position, **setup)
        for move in self.played:
            board.push(move)
        return board.svg(theme=self.theme, move=self.move)


PICTURES: dict[str, Picture | Shown] = {
    "fanorona-5x5": Picture("fanorona", board="5x5"),
    "fanorona-lines": Picture("fanorona", "9/9/9/9/4w3b w"),
    "document-chain": Picture("fanorona", "3b5/3w1bbb1/1b3bbb1/4b4/3b5 w", "d4-e4A-e3A-d3W-d2A", rules="classic"),
} | {
    f"{game}-{shown.example.name}": shown
    for game, entry in catalog.GAMES.items()
    for rules in reversed(entry.rules.known)
    for shown in rules_page.of(game, rules)
}
"""Beside a few others, every example of the rules; where rule sets share one, the first rule set's."""


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
    program = "from vato.terminal.app import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", program, *command, "--help"],
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    text = "\n".join(line.rstrip() for line in ran.stdout.strip().splitlines())
    return f"```text\n{text}\n```"


def reference() -> str:
    """Return the public names of the package with their docstrings."""
    seen: set[int] = set()
    parts = []
    for room_name, room in ROOMS.items():
        parts.append(f"## {room_name}\n\n{inspect.getdoc(room)}")
        names = getattr(room, "__all__", [name for name in vars(room) if not name.startswith("_")])
        for name in names:
            value = getattr(room, name)
            of_this_room = getattr(value, "__module__", "").startswith(room_name)
            if (inspect.isclass(value) or inspect.isfunction(value)) and of_this_room and id(value) not in seen:
                seen.add(id(value))
                parts += _entry(name, value)
    return "\n\n".join(parts)


def _entry(name: str, value: Any) -> Iterator[str]:
    yield f"### {name}{_signature(value)}\n\n{_documentation(value)}"
    if inspect.isclass(value):
        for member_name, member in _members(value):
            plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            if isinstance(plain, property) and plain.fget is not None:
                yield f"`{name}.{member_name}`\n: {_documentation(plain.fget)}"
            elif inspect.isfunction(plain):
                yield f"`{name}.{member_name}{_signature(plain)}`\n: {_documentation(plain)}"


def _members(value: type) -> Iterator[tuple[str, Any]]:
    """Yield a class's public members, its own and those of vato's classes it derives from, except the board's."""
    seen = set()
    for kind in value.__mro__:
        if kind is value or (kind.__module__.startswith("vato") and kind is not vato.Board):
            for name, member in vars(kind).items():
                if not name.startswith("_") and name not in seen:
                    seen.add(name)
                    yield name, member


def _signature(value: Any) -> str:
    if inspect.isclass(value):
        return ""
    text = re.sub(r"^\((self|cls)(, )?", "(", str(inspect.signature(value)))
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)


def _documentation(value: Any) -> str:
    """Return a docstring with its examples as code."""
    text = inspect.getdoc(value) or ""
    description, arrow, example = text.partition(">>> ")
    return f"{description.strip()}\n\n```python\n{arrow}{example}\n\n```" if arrow else text


BLOCKS: dict[str, Callable[..., str]] = {
    "rules": rules_in_words,
    "comparison": comparison,
    "fields": fields,
    "help": command_help,
    "reference": reference,
    "layers": plots.layers_table,
    "longest": plots.longest_table,
    "classes": ending_plots.classes_table,
    "zugzwangs": ending_plots.zugzwangs_table,
    "boards": ending_plots.boards_table,
}


def page(text: str) -> str:
    """Return a page with its generated parts made anew."""

    def make(found: re.Match[str]) -> str:
        what, *arguments = found[1].split()
        return f"<!-- begin: {found[1]} -->\n\n{BLOCKS[what](*arguments)}\n\n<!-- end -->"

    return re.sub(r"<!-- begin: (.+?) -->.*?<!-- end -->", make, text, flags=re.DOTALL)


def build() -> dict[Path, str]:
    """Return every generated file with its text."""
    pictures = {FOLDER / "pictures" / f"{name}.svg": picture.svg() for name, picture in PICTURES.items()}
    pictures |= {
        FOLDER / "plots" / f"{name}.svg": plot for name, plot in (plots.plots() | ending_plots.plots()).items()
    }
    return pictures | {path: page(path.read_text(encoding="utf-8")) for path in PAGES}


if __name__ == "__main__":
    for path, text in build().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
