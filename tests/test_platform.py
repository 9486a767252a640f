"""What vato asks of the system: nothing at its start that only some systems have."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import vato

PACKAGE = Path(vato.__file__).parent
NOT_EVERYWHERE = {"crypt", "fcntl", "grp", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"}
"""Modules of Python that Windows does not have."""
MISSING = """
import sys

sys.modules["fcntl"] = None  # importing it fails
"""
COMMANDS = """
from vato.terminal.app import run

for arguments in (["--version"], ["--help"], ["rules"], ["rules", "squadro"], ["perft", "squadro", "3"]):
    assert run(arguments) == 0, arguments
"""
EVERYTHING = """
from importlib import import_module
from pathlib import Path
import vato

house = Path(vato.__file__).parent
for path in sorted(house.rglob("*.py")):
    name = ".".join(("vato", *path.relative_to(house).with_suffix("").parts)).removesuffix(".__init__")
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in {"cupy", "gymnasium", "pettingzoo", "pyspiel"}:  # extras
            raise
print("all")
"""


def told(program: str, folder: Path) -> str:
    """Run a program without what Windows lacks, and return what it says."""
    surroundings = os.environ | {"VATO_DATA": str(folder), "PYTHONPATH": str(PACKAGE.parent)}
    command = [sys.executable, "-c", MISSING + program]
    ran = subprocess.run(command, env=surroundings, cwd=folder, text=True, capture_output=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_command_works_without_fcntl(tmp_path: Path) -> None:
    shown = told(COMMANDS, tmp_path)
    assert shown.startswith("vato ")
    assert "Usage: vato" in shown
    assert shown.endswith("\n125\n")  # five lanes, three turns


def test_every_module_can_be_imported_without_fcntl(tmp_path: Path) -> None:
    assert told(EVERYTHING, tmp_path) == "all\n"


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
