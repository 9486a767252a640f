"""What an engine does with knowledge, whoever it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

import vato
from vato import catalog
from vato.engine import levels
from vato.engine.search import WIN
from vato.game import Board, UnknownName
from vato.knowledge import Fact, Facts, Result


@dataclass
class Oracle:
    """Says of each move what a function of its text says."""

    says: Callable[[str], Fact]

    def facts(self, board: Board, patience: int = 0) -> Facts:
        moves = {move: self.says(str(move)) for move in board.legal_moves}
        return Facts(max(moves.values(), key=lambda fact: fact.worth), moves)

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
            level = levels.LEVELS["squadro"]
            assert str(levels.LevelPlayer("squadro", level[9], 1, engine).play(board)) == chosen
            with vato.Engine("squadro", hash_mb=1) as ignorant:
                for number in (0, 6):
                    played = [
                        levels.LevelPlayer("squadro", level[number], 1, each).play(board) for each in (engine, ignorant)
                    ]
                    assert played[0] == played[1]


def test_a_game_without_solution_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog.GAMES, "fanorona", replace(catalog.find("fanorona"), knowledge=None))
    assert vato.known("fanorona") is None
    with pytest.raises(UnknownName):
        vato.known("fanorona", "somewhere")
