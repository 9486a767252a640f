"""Every tool says how it is run, and explains itself when asked; every script that runs one finds it."""

from __future__ import annotations

import ast
import os
import re
from importlib import import_module
from pathlib import Path

import pytest

from tools.docs import ROOT

SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "scripts").iterdir())}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


TREES = {
    module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tools").rglob("*.py"))
}
RUN = [
    name
    for name, tree in TREES.items()
    if any(isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in tree.body)
]


def test_there_are_tools() -> None:
    assert {"tools.compare_kernels", "tools.make_puzzles", "tools.tune"} <= set(RUN)


@pytest.mark.parametrize("name", RUN)
def test_a_tool_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        import_module(name).main(["--help"])
    assert not left.value.code
    shown = capsys.readouterr().out
    assert shown.startswith("usage: ")
    assert "\n\nExample: " in shown


@pytest.mark.parametrize("name", RUN)
def test_a_tool_says_how_it_is_run(name: str) -> None:
    said = ast.get_docstring(TREES[name]) or ""
    scripts = [script for script, text in SCRIPTS.items() if re.search(rf"python -m {re.escape(name)}\b", text)]
    assert f"python -m {name}" in said or any(f"scripts/{script}" in said for script in scripts)


def test_what_scripts_run_is_there() -> None:
    run = {name for text in SCRIPTS.values() for name in re.findall(r"python -m (tools[\w.]+)", text)}
    assert run
    assert run <= set(RUN)


@pytest.mark.parametrize("name", [name for name in SCRIPTS if os.access(ROOT / "scripts" / name, os.X_OK)])
def test_a_script_looks_at_what_it_is_given(name: str) -> None:
    assert re.search(r"\$(?:@|\{@)", SCRIPTS[name])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("tools.make_puzzles", "chess nowhere"),
        ("tools.make_endings", "squadro nowhere"),
        ("tools.squadro_book", "nowhere"),
        ("tools.squadro_network", "nowhere"),
        ("tools.fanorona_survey", "--stones 2 --board 2x2"),
        ("tools.compare_kernels", "--processes 0"),
        ("tools.catalogue", "xx"),
    ],
)
def test_a_tool_refuses_in_a_sentence(
    name: str, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        import_module(name).main(arguments.split())
    assert left.value.code == 2 or "\n" not in str(left.value.code)
    assert left.value.code
