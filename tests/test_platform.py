"""What vato asks of the system at its start: nothing that only some systems have. And what it does to it: nothing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import vato

ROOT = Path(__file__).parent.parent
PACKAGE = Path(vato.__file__).parent
NOT_EVERYWHERE = {"crypt", "fcntl", "grp", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"}
"""Modules of Python that Windows does not have."""
MISSING = """
import os
import select
import signal
import sys

sys.modules["fcntl"] = None  # importing it fails
del os.sysconf, select.poll, signal.pthread_sigmask
"""
COMMANDS = """
from vato.terminal.app import run

for typed in (
    "--version", "--help", "rules", "rules squadro", "arena random random --game squadro --games 2",
    "engine squadro", "perft squadro 3",
):
    assert run(typed.split()) == 0, typed
"""
IMPORTS = """
from importlib import import_module

surroundings = dict(os.environ)
for name in sys.argv[1:]:
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in {"cupy", "gymnasium", "pettingzoo", "pyspiel"}:  # extras
            raise
changed = dict(os.environ.items() ^ surroundings.items())
assert not changed.keys() - {"PYGAME_HIDE_SUPPORT_PROMPT", "SDL_AUDIODRIVER"}, changed  # PettingZoo's doing
print("all")
"""


def told(program: str, folder: Path, *arguments: str, paths: tuple[Path, ...] = (PACKAGE.parent,)) -> str:
    """Run a program without what Windows lacks, and return what it says."""
    surroundings = os.environ | {"VATO_DATA": str(folder), "PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, "-c", MISSING + program, *arguments]
    ran = subprocess.run(command, env=surroundings, cwd=folder, text=True, capture_output=True, input="quit\n")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def modules(folder: Path, pattern: str) -> list[str]:
    """Return the names of the modules in a folder."""
    names = [".".join(path.relative_to(folder.parent).with_suffix("").parts) for path in folder.glob(pattern)]
    return sorted(name.removesuffix(".__init__") for name in names)


def test_the_command_works_without_fcntl(tmp_path: Path) -> None:
    shown = told(COMMANDS, tmp_path)
    assert shown.startswith("vato ")
    assert "Usage: vato" in shown
    assert shown.endswith("\n125\n")  # five lanes, three turns


def test_every_module_can_be_imported_without_fcntl_and_leaves_the_environment_alone(tmp_path: Path) -> None:
    names = [name for name in modules(PACKAGE, "**/*.py") if not name.endswith(".env")]  # which only Alembic runs
    assert told(IMPORTS, tmp_path, *names) == "all\n"


def test_so_can_the_tools(tmp_path: Path) -> None:
    names = modules(ROOT / "tools", "*.py")
    assert told(IMPORTS, tmp_path, *names, paths=(PACKAGE.parent, ROOT)) == "all\n"


def imported(node: ast.AST) -> Iterator[str]:
    """Yield the modules that are imported as soon as a module is, unless it is ready for their absence."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield (child.module or "").partition(".")[0]
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Try):
            yield from imported(child)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_is_imported_that_only_some_systems_have(path: Path) -> None:
    assert set(imported(ast.parse(path.read_text(encoding="utf-8")))) & NOT_EVERYWHERE == set()
