"""What is chosen for people from the tables: puzzles, endings to train, and the longest wins, which are published."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

from tests.games.fanorona.test_knowledge import five_stones
from tools import make_endings
from vato import catalog, record
from vato.games.fanorona.endgames import SAMPLES
from vato.knowledge import Result
from vato.lattice.endgames.samples import longest_wins

DOCS = Path(__file__).parents[3] / "docs"


def published() -> list[tuple[str, int, str]]:
    """Return the classes of docs/endgames.md, each with its longest win and the position."""
    rows = re.findall(
        r"^\| (\d against \d) \|.*\| (\d+) \| `(.*)` \|$", (DOCS / "endgames.md").read_text(), re.MULTILINE
    )
    return [(name, int(turns), position) for name, turns, position in rows]


def test_a_puzzle_has_one_turn_that_keeps_the_result() -> None:
    samples = replace(SAMPLES, stones=range(4, 6))  # as there are tables of
    knowledge = catalog.known("fanorona", five_stones())
    assert knowledge is not None
    results = set()
    for position in islice(samples.only_moves(five_stones(), 5), 60):
        board = catalog.new("fanorona", position=position)
        facts = knowledge.facts(board)
        assert facts is not None
        assert len(facts.keeping()) == 1
        assert facts.fact.turns is None or facts.fact.turns >= 3
        results.add(facts.fact.result)
    knowledge.close()
    assert results == {Result.WON, Result.DRAWN}


def test_an_ending_to_train_is_won_and_quiet() -> None:
    knowledge = catalog.known("fanorona", five_stones())
    assert knowledge is not None
    positions = islice(SAMPLES.won_endings(five_stones(), 5), 120)
    lines = list(make_endings.training("fanorona", positions, knowledge, 4))
    knowledge.close()
    assert [line[0] for line in lines] == sorted(line[0] for line in lines)
    for line in lines:
        numbers, position, best = line.split(" | ")
        grade, turns = map(int, numbers.split())
        assert turns in make_endings.GRADES[grade - 1]
        board = catalog.new("fanorona", position=position)
        assert board.turn == 0
        assert best in map(str, board.legal_moves)
        assert not any(re.search("[AW]", str(move)) for move in board.legal_moves)


def test_the_longest_wins_are_those_that_are_published() -> None:
    found = list(longest_wins(five_stones()))
    assert found == [(name, position) for name, _, position in published()[: len(found)]]
    assert len(found) == 10


def test_the_records_win_in_the_turns_that_are_published() -> None:
    games = record.load(DOCS / "records/fanorona-longest-wins.vato")
    assert len(games) == 15
    for game, (name, turns, position) in zip(games, published(), strict=False):
        assert game.headers["Event"] == f"The longest win, {name}"
        assert (game.start.position, len(game.turns)) == (position, turns)
        assert game.outcome is not None
        assert (game.outcome.winner, game.board().outcome()) == (0, game.outcome)
