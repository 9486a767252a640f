"""What an engine does with knowledge, whoever it comes from."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import pytest

import vato
from vato import catalog
from vato.board import Board
from vato.compiled.contract import WIN
from vato.engine import levels
from vato.errors import UnknownName
from vato.knowledge import Fact, Facts, Patience, Result


@dataclass
class Oracle:
    """Says of each move what a function of its text says."""

    says: Callable[[str], Fact]

    def facts(self, board: Board, patience: Patience | None = None) -> Facts:
        moves = {move: self.says(str(move)) for move in board.legal_moves}
        return Facts(max(moves.values(), key=lambda fact: fact.worth), moves)

    def proven(self, board: Board) -> None:
        pass

    def words(self, board: Board) -> None:
        pass

    def close(self) -> None:
        pass


def only(chosen: str, otherwise: Result) -> Callable[[str], Fact]:
    return lambda text: Fact(Result.WON if text == chosen else otherwise)


STARTS = [vato.new("fanorona"), vato.new("squadro"), vato.new("fanorona", position="9/9/w1bbwb3/9/8w w")]


@pytest.mark.parametrize("board", STARTS)
def test_the_engine_believes_who_knows(board: Board) -> None:
    for chosen in map(str, board.legal_moves):
        oracle = Oracle(only(chosen, Result.DRAWN))
        with vato.Engine(board.game, hash_mb=1, knowledge=oracle) as engine:
            found = engine.analyse(board, vato.Limit(depth=3), lines=64)
            assert str(found.move) == chosen
            assert found.fact == Fact(Result.WON)
            assert [line.fact for line in found.lines[1:]] == [Fact(Result.DRAWN)] * (len(found.lines) - 1)
            assert str(engine.play(board, vato.Limit(nodes=1))) == chosen


def test_the_engine_wins_soon_and_loses_late() -> None:
    board = vato.new("squadro")
    soon = Oracle(lambda text: Fact(Result.WON, 9 if text == "4" else 21))
    late = Oracle(lambda text: Fact(Result.LOST, 20 if text == "2" else 8))
    for oracle, best, score in ((soon, "4", WIN - 9), (late, "2", 20 - WIN)):
        with vato.Engine("squadro", hash_mb=1, knowledge=oracle) as engine:
            found = engine.analyse(board, vato.Limit(depth=3))
            assert (str(found.move), found.score.value) == (best, score)


def test_only_full_strength_looks_things_up() -> None:
    board = vato.new("squadro")
    for chosen in "15":
        oracle = Oracle(only(chosen, Result.LOST))
        with vato.Engine("squadro", hash_mb=1, knowledge=oracle) as engine:
            level = levels.levels_of("squadro")
            assert str(levels.LevelPlayer("squadro", level[9], 1, engine).play(board)) == chosen
            with vato.Engine("squadro", hash_mb=1, knowledge=None) as ignorant:
                for number in (0, 6):
                    played = [
                        levels.LevelPlayer("squadro", level[number], 1, each).play(board) for each in (engine, ignorant)
                    ]
                    assert played[0] == played[1]


# Patience

LATE_SECONDS = 5.0


@dataclass
class Ponderer(Oracle):
    """Looks for the end as long as it may."""

    pondering: threading.Event = field(default_factory=threading.Event)

    def facts(self, board: Board, patience: Patience | None = None) -> Facts:
        self.pondering.set()
        deadline = time.monotonic() + LATE_SECONDS
        while patience is not None and not patience.is_over and time.monotonic() < deadline:
            time.sleep(0.001)
        return super().facts(board)


def ponderer() -> Ponderer:
    return Ponderer(only("3", Result.LOST))


def test_a_time_limit_holds_while_something_is_looked_up() -> None:
    with vato.Engine("squadro", hash_mb=1, knowledge=ponderer()) as engine:
        begin = time.monotonic()
        found = engine.analyse(vato.new("squadro"), vato.Limit(seconds=0.05))
        assert time.monotonic() - begin < LATE_SECONDS
    assert str(found.move) == "3"


def test_stop_is_obeyed_while_something_is_looked_up() -> None:
    oracle = ponderer()
    with vato.Engine("squadro", hash_mb=1, knowledge=oracle) as engine, ThreadPoolExecutor(1) as pool:
        found = pool.submit(engine.analyse, vato.new("squadro"), vato.Limit())
        assert oracle.pondering.wait(LATE_SECONDS)
        begin = time.monotonic()
        engine.stop()
        assert str(found.result().move) == "3"
        assert time.monotonic() - begin < LATE_SECONDS


def test_lines_are_not_looked_up_for_long_after_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vato.engine.informed.LINES_SECONDS", 0.0)
    oracle = Oracle(lambda _: Fact(Result.WON, 9))
    with vato.Engine("squadro", hash_mb=1, knowledge=oracle) as engine:
        found = engine.analyse(vato.new("squadro"), vato.Limit(depth=2))
    assert len(found.lines[0].moves) == 2


def test_a_game_without_solution_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog.GAMES, "fanorona", replace(catalog.find("fanorona"), knowledge=None))
    assert vato.known("fanorona") is None
    with pytest.raises(UnknownName):
        vato.known("fanorona", "somewhere")
