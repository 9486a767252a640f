"""Whatever is typed, in whatever order: nothing breaks, and what is kept is the game on the board."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

import vato
from vato import locks
from vato.record import load
from vato.terminal.play import opponents
from vato.terminal.play.commands import COMMANDS
from vato.terminal.play.loop import play
from vato.terminal.play.opponents import Opponents
from vato.terminal.play.session import Session, TablePlayer
from vato.terminal.play.table import Table
from vato.terminal.screen import Screen

WORDS = [
    *COMMANDS,
    *(
        "save s.vato",
        "save .",
        "load s.vato",
        "load",
        "load .",
        "load damaged.vato",
        "save ~nobody/x",
        "save a\0b",
        "load a\0b",
        "moves d",
        "moves q",
    ),
    *("", "", "", "y", "n", "yes", "1", "2", "3", "4", "5", "0", "17", "99999999999999999999", "-1", "²", "٣"),
    *(f"{column}{row}" for column in "abcdefghi" for row in range(1, 6)),
    *("a", "w", "e3", "d2-e3", "d3-e3", "D2-E3A", "a1-", "-", "--", "a1-a2-a3", "d2 e3", "{", "{move}", "%s", "[red]"),
    *("u", "re", "q", "rés", "\N{REPLACEMENT CHARACTER}", "\x00", "\x1b[A", "x" * 5000),
]


class Typing(Screen):
    """A screen whose lines are given."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines
        self.console.file = io.StringIO()

    def ask(self, prompt: str) -> str:
        self.console.print(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


@pytest.mark.parametrize("seed", range(12))  # each kind of opponent at each game
def test_anything_may_be_typed(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(opponents, "HINT_SECONDS", 0.01)
    (tmp_path / "damaged.vato").write_text("Game: squadro\nRules: standard\n\n1. 2 1\n2. 9 1\n")
    rng = Random(seed)
    game, rules = [("fanorona", "standard"), ("fanorona", "strict"), ("fanorona", "vela"), ("squadro", "standard")][
        seed % 4
    ]
    opponent = [None, "random", "greedy"][seed % 3]
    lines = [rng.choice(WORDS) for _ in range(400)]
    table = Table(
        Typing(lines),
        Session(
            vato.new(game, rules=rules),
            (TablePlayer("Ann"), TablePlayer(opponent or "Ben", opponent)),
            Random(seed),
            Opponents(),  # who give the hints
        ),
    )
    while lines:  # `quit` ends a sitting: sit down again
        play(table)
        board = table.session.board
        if board.played and table.place is not None and table.place.path.exists():
            (kept,) = load(table.place.path)
            assert tuple(turn.move for turn in kept.turns) == board.played
            assert kept.outcome == board.outcome()
    assert isinstance(table.screen.console.file, io.StringIO)
    assert "Traceback" not in table.screen.console.file.getvalue()


def test_a_sitting_that_is_over_holds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    table = Table(Typing(["2"]), Session(vato.new("squadro"), (TablePlayer("Ann"), TablePlayer("Ben"))))
    play(table)
    assert table.place is not None
    locks.hold(table.place.path.with_suffix(".lock")).release()
