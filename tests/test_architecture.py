"""The plan of the house is true: what it names is there, and every folder is named. So are files named in comments."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tools.docs import DOCS, ROOT
from tools.docs.files import members

PACKAGE = ROOT / "src" / "vato"
ROOMS = PACKAGE / "games"
ANY_ROOM = "<game>"

FILE_NAME = re.compile(
    r"(?<![\w.*{}$/<>-])"  # whole names only, and none that are patterns
    r"(?:\.\.?/)*((?:[\w-]+/)*[\w-]+\.(?:py|js|css|cu|d\.ts|md|txt|xz))\b(?![\w(*-]|\.\w)"
)
MODULE_NAME = re.compile(r"(?<![\w./@-])(vato|tools)((?:\.(?!NAME\b)[A-Za-z]\w*)+)")
NO_FILES = {"certificate-RULES.txt", "small/certificate-standard.txt", "bot.py", "style.css"}
"""What is named though it is not here: whoever solves makes it, or keeps a bot, or joins the style sheets."""
NO_MODULES = {
    "vato.sqlite3",
    "vato.choices",
    "vato.explorer",
    "vato.kept",
    "vato.language",
    "vato.push",
    "vato.lessons",
    "vato.lines",
    "vato.lobby",
    "vato.settings",
    "vato.spoken",
    "vato.whole_games",
}
"""A file, and the names under which the browser remembers something."""


def plan() -> Iterator[tuple[Path, str]]:
    """Yield every path that the trees in docs/architecture.md name, with what is said of it."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    for tree in re.findall(r"```text\n(.*?)```", text, re.DOTALL):
        above: list[Path] = []
        for line in tree.splitlines():
            names, _, said = line.strip().partition("  ")
            depth = (len(line) - len(line.lstrip())) // 2
            for name in names.split(", "):
                path = (above[depth - 1] if depth else ROOT) / name
                above[depth:] = [path]
                yield path, said.strip()


def is_there(path: Path) -> bool:
    """Return whether a path of the plan exists: in one room at least, where it is any room's."""
    return any(Path(str(path).replace(ANY_ROOM, room.name)).exists() for room in members(ROOMS) if room.is_dir())


def test_what_the_plan_names_is_there() -> None:
    named = dict(plan())
    assert ROOMS in named
    assert [path for path in named if not is_there(path)] == []
    assert [path for path, said in named.items() if not said] == []


def test_the_plan_names_every_folder() -> None:
    named = {place for path, _ in plan() for place in (path, *path.parents)}
    folders = {path for path in members(ROOT) if path.is_dir() and path.name != "site"}
    # A room is furnished as its game needs; the plan tells what rooms have in common.
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    folders |= {path.parent for path in files if ROOMS not in path.parent.parents and path.parent != PACKAGE}
    assert folders - named == set()


def test_a_folder_that_is_told_by_file_is_told_whole() -> None:
    named = {path for path, _ in plan()}
    for folder in {path.parent for path in named if path.is_file() and path.parent != ROOT}:
        files = {path for path in members(folder) if path.is_file() and path.name != "__init__.py"}
        assert files - named == set()


def test_what_two_rooms_have_the_plan_tells() -> None:
    told = {path.name for path, _ in plan() if path.parent == ROOMS / ANY_ROOM}
    rooms = [{path.name for path in members(room)} for room in members(ROOMS) if room.is_dir()]
    shared = {name for room in rooms for name in room if sum(name in other for other in rooms) > 1}
    assert shared - told - {"__init__.py"} == set()


def test_imports_are_told_in_the_order_that_is_enforced() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = [re.split(r"\s*[|:]\s*", layer) for layer in contracts[0]["layers"]]
    rows = re.findall(r"^\| \d \| (.*?) \|", (DOCS / "architecture.md").read_text(encoding="utf-8"), re.MULTILINE)
    # A package whose files stand in several layers is told by the uppermost.
    places = [
        [
            next(
                place
                for place, layer in enumerate(layers)
                if any(f"{entry}.".startswith(f"vato.{name}.") for entry in layer)
            )
            for name in re.findall(r"`([\w.]+)`", row)
        ]
        for row in rows
    ]
    assert len(places) > 5
    assert all(max(above) < min(below) for above, below in pairwise(places))
    told = set(re.findall(r"`(\w+)", " ".join(rows)))
    assert {entry.split(".")[1] for layer in layers for entry in layer} == told


def texts() -> Iterator[tuple[Path, str]]:
    """Yield the pages, scripts and sources; not tests, which make names up, nor the changelog, which has old ones."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "pyproject.toml"]
    for folder in ("src", "tools", "bench", "scripts", "docs"):
        paths += (path for path in (ROOT / folder).rglob("*") if path.is_file())
    for path in paths:
        if path.suffix in ("", ".py", ".js", ".ts", ".css", ".cu", ".md", ".html", ".toml"):
            yield path, path.read_text(encoding="utf-8")


def test_files_that_are_named_anywhere_are_there() -> None:
    folders = [path for path in members(ROOT) if path.is_dir()]
    known = {f"/{path.name}" for path in members(ROOT)}
    known |= {f"/{path.relative_to(ROOT).as_posix()}" for folder in folders for path in folder.rglob("*")}
    endings = {path[place.start() :] for path in known for place in re.finditer("/", path)}
    lost = {
        (path.relative_to(ROOT).as_posix(), name)
        for path, text in texts()
        for name in FILE_NAME.findall(text)
        if f"/{name}" not in endings and name not in NO_FILES and "NAME" not in name
    }
    assert lost == set()


def test_modules_that_are_named_anywhere_are_there() -> None:
    lost = set()
    for path, text in texts():
        for found in MODULE_NAME.finditer(text):
            module, names = PACKAGE if found[1] == "vato" else ROOT / "tools", found[2].split(".")[1:]
            while names and (module / names[0]).is_dir():
                module /= names.pop(0)
            if names and (module / f"{names[0]}.py").exists():
                module /= f"{names.pop(0)}.py"
            inside = module if module.is_file() else module / "__init__.py"
            # What is left is a name in the module, if it is anything.
            if names and not re.search(rf"\b{names[0]}\b", inside.read_text(encoding="utf-8")):
                lost.add((path.relative_to(ROOT).as_posix(), found[0]))
    assert {(path, name) for path, name in lost if name not in NO_MODULES} == set()
