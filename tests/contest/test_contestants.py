"""Players made from texts, and one game between two of them: clocks, adjudication, programs that fail."""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import vato
from vato import record
from vato.board import Board, Outcome
from vato.contest.contestants import MOST_TURNS, SURE_TURNS, Contestant, make, play_game
from vato.engine import Score
from vato.engine.limits import Limit
from vato.errors import UnknownName, VatoError

FAKE = Path(__file__).with_name("fake_program.py")
FEW = Limit(nodes=200)


class Scripted(Contestant):
    """Plays the first legal move, thinks as long and as well of it as it is told."""

    def __init__(self, name: str = "", score: int | None = None, seconds: float = 0) -> None:
        super().__init__(name)
        self.score = None if score is None else Score(score)
        self.seconds = seconds
        self.limits: list[Limit] = []

    def play(self, board: Board, limit: Limit) -> Any:
        time.sleep(self.seconds)
        self.limits.append(limit)
        return board.legal_moves[0]


@pytest.mark.parametrize("text", ["random", "greedy", "engine", "level 1", " level  6 "])
def test_our_players_play_legal_moves_and_the_same_ones_again(text: str) -> None:
    moves = []
    for _ in range(2):
        board = vato.new("squadro")
        with make(text, "squadro") as player:
            player.begin(board, 7)
            while len(board.played) < 6:
                before = board.position
                move = player.play(board, FEW)
                assert board.position == before
                board.push(move)
        moves.append([str(move) for move in board.played])
    assert moves[0] == moves[1]
    assert player.name == " ".join(text.split())


@pytest.mark.parametrize("limit", [Limit(seconds=0.01), Limit(depth=2), Limit(clock_seconds=5, increment_seconds=0.1)])
def test_the_engine_keeps_every_kind_of_limit(limit: Limit) -> None:
    with make("engine", "squadro") as player:
        board = vato.new("squadro")
        player.begin(board, 0)
        assert player.play(board, limit) in board.legal_moves
        assert player.score is not None


def test_levels_go_to_the_tenth() -> None:
    assert [make(f"level {number}", "fanorona").name for number in (1, 10)] == ["level 1", "level 10"]


def test_a_game_does_not_depend_on_the_one_before() -> None:
    with make("engine", "fanorona") as engine, make("greedy", "fanorona") as greedy:
        games = [str(play_game(vato.new("fanorona", board="5x5"), (engine, greedy), FEW, (1, 2))) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    "text", ["", "nobody", "level 0", "level 11", "level", "engine 2", "ugi:", "ugi:  ", "ugi: a\nb"]
)
def test_nobody_else_plays(text: str) -> None:
    with pytest.raises(UnknownName, match="write random, greedy, engine, level 1 to 10"):
        make(text, "squadro")


def test_half_a_quotation_is_no_command() -> None:
    with pytest.raises(VatoError, match="no closing quotation"):
        make("ugi: program 'half", "squadro")


def test_a_record_tells_the_whole_game() -> None:
    with make("random", "squadro") as first, make("greedy", "squadro") as second:
        board = vato.new("squadro")
        board.push("3")
        played = play_game(board, (first, second), FEW, (1, 2))
    assert played.players == ("random", "greedy")
    assert played.outcome == board.outcome() is not None
    assert [turn.move for turn in played.turns] == list(board.played)
    assert str(played.turns[0].move) == "3"
    assert record.read(str(played))[0].outcome == played.outcome


def test_a_clock_goes_down_by_what_is_used_and_up_by_the_increment() -> None:
    players = Scripted("a"), Scripted("b", seconds=0.001)
    played = play_game(vato.new("squadro"), players, Limit(clock_seconds=100, increment_seconds=5))
    clocks = [turn.clock_ms for turn in played.turns]
    assert None not in clocks
    for player in (0, 1):
        shown = [limit.clock_seconds for limit in players[player].limits]
        assert shown[0] == 100
        # What a player is told is what stood there after its turn before: at most an increment more each time.
        assert [round(1000 * clock) for clock in shown[1:] if clock] == clocks[player::2][: len(shown) - 1]
        assert all(before and after and after <= before + 5 for before, after in pairwise(shown))
        assert {limit.increment_seconds for limit in players[player].limits} == {5}


def test_a_clock_that_runs_out_loses() -> None:
    played = play_game(vato.new("squadro"), (Scripted(), Scripted(seconds=0.5)), Limit(clock_seconds=0.1))
    assert played.outcome == Outcome(0, "time")
    assert len(played.turns) == 1
    assert record.read(str(played))[0].outcome == played.outcome


def test_a_game_without_an_end_is_drawn() -> None:
    # Without repetition and with nothing to capture, two stones can step around for ever.
    board = vato.new("fanorona", rules="free,repetition=0,quiet_turns=0", position="b8/b8/9/8w/8w w")
    played = play_game(board, (Scripted(), Scripted()), FEW)
    assert played.outcome == Outcome(None, "adjudication")
    assert len(played.turns) == MOST_TURNS


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((29990, -29990), 0), ((-29990, 29990), 1), ((29990, -2000), None), ((29990, None), None), ((29990, 29990), None)],
)
def test_a_game_both_know_to_be_decided_is_not_played_out(
    scores: tuple[int | None, int | None], winner: int | None
) -> None:
    played = play_game(vato.new("squadro"), (Scripted(score=scores[0]), Scripted(score=scores[1])), FEW)
    assert played.outcome is not None
    if winner is None:
        assert played.outcome.reason != "adjudication"
    else:
        assert played.outcome == Outcome(winner, "adjudication")
        assert len(played.turns) == SURE_TURNS


@pytest.mark.parametrize(("mode", "reason"), [("die", "ended."), ("illegal", "played a1-a2")])
@pytest.mark.parametrize("side", [0, 1])
def test_a_program_that_fails_loses_the_game_and_plays_the_next(mode: str, reason: str, side: int) -> None:
    with make(f"ugi: {sys.executable} {FAKE} squadro {mode}", "squadro") as program:
        players = (program, Scripted()) if side == 0 else (Scripted(), program)
        for _ in range(2):
            played = play_game(vato.new("squadro"), players, FEW)
            assert played.outcome == Outcome(1 - side, "adjudication")
            assert reason in played.comment
            assert len(played.turns) == 2 + side
            assert record.read(str(played))[0].comment == played.comment


def test_a_program_that_cannot_start_loses_without_a_turn() -> None:
    with make("ugi: /no/such/program", "squadro") as program:
        played = play_game(vato.new("squadro"), (Scripted(), program), FEW)
    assert (played.outcome, played.turns) == (Outcome(0, "adjudication"), [])
