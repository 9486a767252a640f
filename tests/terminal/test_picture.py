"""`vato picture`: SVG on the output or in a file."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from tests.command import DEVNULL, Command

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_picture_is_svg_on_the_output_or_in_a_file(vato: Run, tmp_path: Path) -> None:
    done = vato("picture", "fanorona", "--move", "d2-e3A", "--theme", "dark")
    assert ElementTree.fromstring(done.stdout).tag == "{http://www.w3.org/2000/svg}svg"
    assert vato("picture", "squadro", "--out", "board.svg").stdout == ""
    assert ElementTree.fromstring((tmp_path / "board.svg").read_text("utf-8")).tag.endswith("svg")


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    there = tmp_path / "there.svg"
    there.write_text("as it was", encoding="utf-8")
    for name in ("new.svg", "there.svg"):
        with (tmp_path / "errors").open("w") as errors:
            command = Command(
                *("picture", "fanorona", "--out", name), stdin=DEVNULL, stderr=errors, cwd=tmp_path, largest_file=100
            )
        assert command.wait(60) != 0
        assert "cannot be written" in (tmp_path / "errors").read_text()
    assert there.read_text("utf-8") == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["errors", "there.svg"]


def test_a_picture_goes_into_a_pipe(vato: Run) -> None:
    assert vato("picture", "squadro", "--out", "/dev/stdout").stdout.startswith("<svg")
