"""A kit is asked for at the terminal and over the network; whatever cannot be had is refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from vato import languages
from vato.terminal.app import run


def test_the_document_goes_to_the_screen_or_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "fanorona", "--rules", "classic", "--board", "5x5", "--language", "fr", "--ink-saving"]) == 0
    shown = capsys.readouterr().out
    assert ElementTree.fromstring(shown).attrib["lang"] == "fr"
    path = tmp_path / "set.html"
    assert run(["print", "squadro", "--paper", "letter", "--two-sided", "--out", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert "279.4mm" in path.read_text(encoding="utf-8")


def test_a_pdf_has_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["print", "alquerque", "--pdf"]) == 0
    assert capsys.readouterr().out == "alquerque-a4.pdf\n"
    assert (tmp_path / "alquerque-a4.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "arguments",
    [
        "chess",
        "fanorona --rules none",
        "fanorona --board 4x4",
        "squadro --board 5x5",
        "alquerque --rules classic",
        "fanorona --paper a5",
        "fanorona --language tlh",
        "fanorona --out /nowhere/set.html",
        "fanorona --out /nowhere/set.pdf --pdf",
        "",
    ],
)
def test_what_cannot_be_had_is_refused_in_one_line(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", *arguments.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert shown.err.endswith((".\n", " --help\n"))


def test_every_language_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for code in languages.codes():
        assert run(["print", "squadro", "--language", code]) == 0
        assert f'lang="{code}"' in capsys.readouterr().out
