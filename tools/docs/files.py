"""The files of a folder with what each says of itself, as Markdown: the first sentence of its docstring or comment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tools.docs import ROOT

COMMENTS = {
    ".js": r"/\*\*?(.+?)\*/",
    ".ts": r"/\*\*?(.+?)\*/",
    ".css": r"/\*(.+?)\*/",
    ".cu": r"((?://[^\n]*\n)+)",
    "": r"#![^\n]*\n((?:#[^\n]*\n)+)",
}
"""How the comment that a file of a kind begins with is found; a script has no ending."""


def table(*folders: str) -> str:
    """Return a heading and a table for each folder and for every folder in it."""
    return "\n\n".join(part for folder in folders for part in _tables(ROOT / folder))


def _tables(folder: Path) -> Iterator[str]:
    files = [path for path in members(folder) if path.is_file()]
    about = sentence(folder / "__init__.py") if folder / "__init__.py" in files else ""
    told = {path.name: sentence(path) for path in files if path.name != "__init__.py"}
    rows = [f"| `{name}` | {text} |" for name, text in told.items() if text]
    if rows:
        rows = ["| file | what it is for |", "| --- | --- |", *rows]
    if rest := _shortened([name for name, text in told.items() if not text]):
        rest = f"{'Beside them' if rows else 'Here lie'}: {rest}."
    if about or rows or rest:
        heading = f"### `{folder.relative_to(ROOT).as_posix()}/`"
        yield "\n\n".join(part for part in (heading, about, "\n".join(rows), rest) if part)
    for path in members(folder):
        if path.is_dir():
            yield from _tables(path)


def members(folder: Path) -> list[Path]:
    """Return what lies in a folder, without what programs leave behind."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__pycache__")))


def sentence(path: Path) -> str:
    """Return the first sentence of what a file says of itself; nothing if it says nothing."""
    if path.suffix == ".py":
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    elif pattern := COMMENTS.get(path.suffix):
        found = re.search(pattern, path.read_text(encoding="utf-8"), re.DOTALL)
        text = re.sub(r"^ *(?:\*|//|#) ?", "", found[1].strip(), flags=re.MULTILINE) if found else ""
    else:
        text = ""
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", paragraph)[0].replace("|", r"\|")


def _shortened(names: list[str]) -> str:
    """Return the names of files, those that differ only before their ending as one."""
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(Path(name).suffix, []).append(name)
    shown = [f"*{suffix}" if suffix and len(found) > 3 else " ".join(found) for suffix, found in alike.items()]
    return ", ".join(f"`{name}`" for text in shown for name in text.split())
