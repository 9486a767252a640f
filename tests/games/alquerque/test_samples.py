"""What is chosen for people from the tables: puzzles, endings to train, and the longest wins, which are published."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

from tests.games.alquerque.test_endgames import five_stones
from vato import record
from vato.games.alquerque import Board, Endgames, RuleSet
from vato.games.alquerque.endgames import SAMPLES
from vato.knowledge import Fact, Result
from vato.lattice.endgames.samples import longest_wins
from vato.learn import endings

DOCS = Path(__file__).parents[3] / "docs"
MODERN = RuleSet.known["modern"]


def published() -> list[tuple[str, int, str]]:
    """Return the classes of docs/alquerque-solved.md, each with its longest win and the position."""
    text = (DOCS / "alquerque-solved.md").read_text()
    rows = re.findall(r"^\| (\d against \d) \|.*\| (\d+) \| `(.*)` \|$", text, re.MULTILINE)
    return [(name, int(turns), position) for name, turns, position in rows]


def test_a_puzzle_has_one_turn_that_keeps_the_result() -> None:
    samples = replace(SAMPLES, stones=range(4, 6))  # as there are tables of
    results = set()
    with Endgames(five_stones()) as endgames:
        for position in islice(samples.only_moves(five_stones(), 5), 40):
            best, *others = endgames.moves(Board.new(MODERN, position)).values()
            assert all(other.result < best.result for other in others)
            assert best.turns is None or best.turns >= 5
            results.add(best.result)
    assert results == {Result.WON, Result.DRAWN}


def test_the_endings_to_train_are_won_as_fast_as_they_say() -> None:
    found = endings.endings_of("alquerque")
    assert [len(endings.of_grade("alquerque", grade)) for grade in endings.GRADES] == [60] * 5
    looked_up = 0
    with Endgames(five_stones()) as endgames:
        for ending in found:
            board = Board.new(MODERN, ending.position)
            assert (board.turn, board.all_jumps()) == (0, [])
            if board.count(0) + board.count(1) <= 5:
                fact = Fact(Result.WON, 2 * ending.turns - 1)
                assert endgames.look_up(board) == fact
                assert endgames.moves(board)[board.read(ending.best)] == fact
                looked_up += 1
    assert looked_up > 100


def test_the_longest_wins_are_those_that_are_published() -> None:
    found = list(longest_wins(five_stones()))
    assert found == [(name, position) for name, _, position in published()[: len(found)]]
    assert len(found) == 10


def test_the_records_win_in_the_turns_that_are_published() -> None:
    games = record.load(DOCS / "records/alquerque-longest-wins.vato")
    assert len(games) == 21
    for game, (name, turns, position) in zip(games, published(), strict=True):
        assert game.headers["Event"] == f"The longest win, {name}"
        assert (game.start.position, len(game.turns)) == (position, turns)
        assert game.outcome is not None
        assert (game.outcome.winner, game.board().outcome()) == (0, game.outcome)
