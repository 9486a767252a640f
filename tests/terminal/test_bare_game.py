"""A game that has nothing but what it must have is played; what it lacks is not offered, or told in a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.toads import GAME
from vato import catalog
from vato.terminal.app import run
from vato.terminal.play.opponents import opponents_of

Type = Callable[..., str]


@pytest.fixture(autouse=True)
def toads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Put the game into the catalogue, and keep what is kept in a folder of the test."""
    monkeypatch.setitem(catalog.GAMES, GAME.name, GAME)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("VATO_DATA", str(tmp_path / "data"))


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Type:
    """Play with what is typed, and return what is shown."""

    def typed(arguments: str, *lines: str) -> str:
        waiting = iter(lines)

        def answer(prompt: str = "") -> str:
            print(prompt)
            line = next(waiting, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", answer)
        assert run(["play", *arguments.split()]) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return shown.out

    return typed


def test_only_opponents_that_exist_are_offered(play: Type) -> None:
    assert list(opponents_of("toads")) == ["human", "random", "greedy"]
    # Of three games the last; there is one rule set and nothing to ask about it; Enter means the strongest opponent.
    shown = play("", str(len(catalog.GAMES)), "")
    assert "engine" not in shown
    assert "level" not in shown
    assert "Frogs (greedy)" in play("toads --against greedy", "b")


def test_it_is_played_to_its_end(play: Type) -> None:
    shown = play("toads", "b", "e", "moves", "b", "d", "resign", "y")
    assert "Toads played b." in shown
    assert "Frogs played e." in shown
    assert "resignation" in shown


def test_hints_are_not_offered_and_refused_in_a_sentence(play: Type) -> None:
    assert " hint " not in play("toads", "help")
    assert "There is no engine for toads yet." in play("toads", "hint")
    assert " hint " in play("squadro", "help")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("learn toads", "There are no lessons of toads yet."),
        ("learn toads jumps", "There are no lessons of toads yet."),
        ("learn toads --json", "There are no lessons of toads yet."),
        ("puzzle toads", "There are no puzzles of toads yet."),
        ("puzzle toads --number 1", "There are no puzzles of toads yet."),
        ("train toads", "There are no endings of toads to train yet."),
        ("solve toads", "There is no solver for toads yet."),
        ("print toads", "There is nothing to print for 'toads'; choose one of fanorona, squadro, alquerque."),
        ("bench toads", "There are no positions of toads to measure the engine on."),
        ("engine toads", "There is no engine for toads yet."),
        ("analyse toads", "There is no engine for toads yet."),
        ("arena engine random --game toads", "There is no engine for toads yet."),
        ("arena nobody random --game toads", "There is no player 'nobody'; write random, greedy, or 'ugi: PROGRAM"),
        ("play toads --against engine", "--against cannot be 'engine'; choose one of human, random, greedy."),
        ("play toads --against level1", "--against cannot be 'level1'; choose one of human, random, greedy."),
        ("play toads --side frogs", "leave out --side, or add --against greedy."),
        ("play toads --board 5x5", "toads has no option 'board'; it has none."),
    ],
)
def test_what_it_lacks_is_told_in_a_sentence(arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("vato: ")
    assert sentence in shown.err
    assert len(shown.err.splitlines()) == 1


def test_lists_skip_it_where_it_has_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn"]) == 0
    assert "toads" not in capsys.readouterr().out
    assert run(["learn", "--json"]) == 0
    assert "toads" not in json.loads(capsys.readouterr().out)
    assert run(["rules"]) == 0
    assert "Whoever cannot move has lost." in capsys.readouterr().out


def test_what_needs_nothing_more_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "toads.svg"
    assert run(["picture", "toads", "--out", str(picture)]) == 0
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert run(["perft", "toads", "1"]) == 0
    # From tt__ff only the second toad can move, to the gap.
    assert capsys.readouterr().out == "1\n"
    assert run(["rules", "toads", "standard"]) == 0
    assert "Whoever cannot move has lost." in capsys.readouterr().out
