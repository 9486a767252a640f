"""The rooms are closed: nothing outside one imports it, names its game or asks which game it has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import vato
from vato import catalog

HOUSE = Path(vato.__file__).parent
NAMES = re.compile("|".join(map(re.escape, catalog.GAMES)), re.IGNORECASE)
SOURCES = sorted(
    path
    for suffix in ("py", "js", "ts", "css", "html")
    for path in HOUSE.rglob(f"*.{suffix}")
    if "games" not in path.relative_to(HOUSE).parts[:1]
)


def named(path: Path) -> Iterator[str]:
    """Yield the lines of a file that name a game; an example in a docstring may, since it is run as a test."""
    text = path.read_text(encoding="utf-8")
    examples = set(example_lines(text)) if path.suffix == ".py" else set()
    for number, line in enumerate(text.splitlines(), start=1):
        if number not in examples and NAMES.search(line):
            yield f"{path.relative_to(HOUSE)}:{number}: {line.strip()}"


def example_lines(text: str) -> Iterator[int]:
    """Yield the numbers of the lines that are examples with their output, in the docstrings of a source."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and first.end_lineno:
                inside = False
                for number in range(first.lineno, first.end_lineno + 1):
                    line = text.splitlines()[number - 1].strip()
                    inside = line.startswith(">>>") or (inside and bool(line))
                    if inside:
                        yield number


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_file_outside_a_room_names_a_game(path: Path) -> None:
    assert list(named(path)) == []


def test_a_name_would_be_found() -> None:
    assert {"catalog.py", "web/app/api.js", "web/index.html"} <= {str(path.relative_to(HOUSE)) for path in SOURCES}
    assert NAMES.search("a Squadro board")
    assert list(example_lines('"""Words.\n\n>>> squadro\n1\n\nsquadro\n"""')) == [3, 4]


def test_every_room_is_found_and_named_after_its_folder() -> None:
    folders = {path.parent.name for path in (HOUSE / "games").glob("*/__init__.py")}
    assert set(catalog.GAMES) == folders
    for name, game in catalog.GAMES.items():
        assert game.name == name
        assert game.folder == HOUSE / "games" / name
