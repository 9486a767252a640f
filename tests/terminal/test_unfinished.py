"""The places of unfinished games: which are free, which wait, who holds them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import vato
from vato.folders import state_folder
from vato.record import Record
from vato.terminal.play.unfinished import Place


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def a_game(*moves: str) -> Record:
    board = vato.new("squadro")
    for move in moves:
        board.push(move)
    return Record.of(board)


def test_the_first_place_is_the_one_without_a_number(tmp_path: Path) -> None:
    place = Place.free()
    assert place.path == tmp_path / "vato" / "unfinished.vato"
    place.keep(a_game("2"))
    assert Place.free().path.name == "unfinished-2.vato"
    place.forget()
    assert Place.free().path == place.path


def test_games_wait_the_last_played_first_and_strangers_are_left_alone() -> None:
    for moves in (("1",), ("2", "3")):
        Place.free().keep(a_game(*moves))
    for name in ("unfinished-old.vato", "unfinished-.vato", "unfinished-2.vato.bak"):
        (state_folder() / name).write_text("")
    (state_folder() / "unfinished-3.vato").write_text("")
    waiting = {place.path.name: game and len(game.turns) for place, game in Place.waiting()}
    assert waiting == {"unfinished.vato": 1, "unfinished-2.vato": 2, "unfinished-3.vato": None}


def test_a_place_held_by_another_process_is_not_offered() -> None:
    hold = "import sys; from vato.terminal.play.unfinished import Place; "
    hold += "Place(1).hold(); print(flush=True); sys.stdin.read()"
    Place.free().keep(a_game("2"))
    Place(1).release()
    with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert not Place(1).hold()
        assert list(Place.waiting()) == []
        assert Place.free().path.name == "unfinished-2.vato"
        other.communicate(timeout=60)
    assert Place(1).hold()


def test_a_relative_state_folder_is_ignored_as_the_standard_asks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "somewhere/relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert state_folder() == tmp_path / "home" / ".local" / "state" / "vato"
