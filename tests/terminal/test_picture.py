"""`vato picture`: SVG on the output or in a file."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_picture_is_svg_on_the_output_or_in_a_file(vato: Run, tmp_path: Path) -> None:
    done = vato("picture", "fanorona", "--move", "d2-e3A", "--theme", "dark")
    assert ElementTree.fromstring(done.stdout).tag == "{http://www.w3.org/2000/svg}svg"
    assert vato("picture", "squadro", "--out", "board.svg").stdout == ""
    assert ElementTree.fromstring((tmp_path / "board.svg").read_text("utf-8")).tag.endswith("svg")
