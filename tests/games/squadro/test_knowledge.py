"""What is known exactly about Squadro: the opening book, distances, and facts about positions and their moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import vato
from tests.games.squadro.test_solver import Position, after, slow_solution, winner_by_stones
from tests.solve.tables import solved
from vato.games.squadro import Board, Solution, Value, known
from vato.games.squadro.knowledge import SquadroKnowledge
from vato.games.squadro.opening import OPENING, read
from vato.games.squadro.rulesets import STANDARD
from vato.games.squadro.solution.distance_memory import Measure
from vato.knowledge import LOOKED_AT, Fact, Patience, Result
from vato.solve.contract import NotSolved

# The opening book


def follows(value: Value, turn: int, reached: list[Value]) -> bool:
    """Return whether a value follows from those its moves lead to."""
    winners = [other.winner for other in reached]
    if turn in winners:
        return value.winner == turn
    return value.winner == (None if None in winners else 1 - turn)


def test_dark_wins_both_starts() -> None:  # RULES.md
    for first in ("light", "dark"):
        assert OPENING.value(Board.new(STANDARD, first=first)) == Value.DARK


def test_every_position_of_the_first_five_turns_follows_from_the_next() -> None:
    front = {Board(STANDARD, turn=turn) for turn in (0, 1)}
    seen: set[Board] = set()
    for _ in range(6):
        seen |= front
        reached = {Board(STANDARD, *position) for board in front for position in after((board.progress, board.turn))}
        front = reached - seen
    assert len(seen) == 2342  # counted by a breadth-first search over packed numbers
    for board in seen:
        values = [OPENING.value(Board(STANDARD, *position)) for position in after((board.progress, board.turn))]
        assert follows(OPENING.value(board), board.turn, values)


def test_the_whole_book_is_there_and_follows() -> None:
    rng, turns = random.Random(1), read().turns
    for _ in range(300):
        board = Board.new(STANDARD, first=rng.choice(Board.sides))
        for _ in range(turns - 1):
            board.push(rng.choice(board.legal_moves))
        values = [OPENING.value(Board(STANDARD, *position)) for position in after((board.progress, board.turn))]
        assert follows(OPENING.value(board), board.turn, values)


def test_the_book_says_where_it_ends() -> None:
    with pytest.raises(NotSolved):
        OPENING.value(Board.new(STANDARD, "ccc76/66ccc light"))


# Distances


def slow_distances(winners: dict[Position, int | None]) -> dict[Position, int]:
    """Return in how many turns each position ends when the winner hurries and the loser holds out."""
    found = {position: 0 for position in winners if winner_by_stones(position) is not None}
    still_open = {position: after(position) for position in winners if position not in found}
    turns = 0
    while True:
        turns += 1
        new = {}
        for position, reached in still_open.items():
            known_turns = [found.get(other) for other in reached if winners[other] == position[1]]
            if winners[position] == position[1]:
                if any(other is not None for other in known_turns):
                    new[position] = turns
            elif all(other in found for other in reached):
                new[position] = turns
        if not new:
            return found
        found |= new
        for position in new:
            del still_open[position]


@pytest.mark.parametrize("position", ["ca3cc/c16cc dark", "cc6c0/6ccc0 light", "0cc6c/c6c0c dark"])
def test_distances_are_those_of_a_slow_search(position: str) -> None:
    start = Board.new(STANDARD, position)
    winners = slow_solution([(start.progress, start.turn)])
    distances = slow_distances(winners)
    assert max(distances.values()) > 3
    with Solution(solved(14)) as solution:
        for (progress, turn), turns in distances.items():
            if turns:
                board = Board(STANDARD, progress, turn)
                assert solution.distance(board, 99) == turns
                assert solution.distance(board, turns - 1) is None
        for (progress, turn), winner in winners.items():
            if winner is None:
                assert solution.distance(Board(STANDARD, progress, turn), 99) is None


# Patience

LONG = Board.new(STANDARD, "ca3cc/c16cc dark")
"""Lost after many turns, in slices of several layers; one of two moves loses far sooner than the other."""


def test_nothing_is_looked_for_without_patience() -> None:
    with Solution(solved(14)) as solution:
        assert solution.distance(LONG, 99, Patience(0)) is None
        stopped = Patience(10**9)
        stopped.stop()
        assert solution.distance(LONG, 99, stopped) is None
        assert solution.distance(LONG, 99) is not None


def test_the_time_to_compile_the_measuring_is_not_part_of_a_limit() -> None:
    knowledge = known(solved(14))
    with closing(knowledge), vato.Engine("squadro", hash_mb=1, knowledge=knowledge) as engine:
        engine.load(LONG)
        assert knowledge._solution is not None
        assert knowledge._solution._measure is not None


def test_a_slice_is_brought_in_whole_or_not_at_all() -> None:
    with Solution(solved(14)) as solution:
        turns = solution.distance(LONG, 99)
    with Solution(solved(14)) as solution:
        patience = Patience(10**9)
        given = 0

        def parts(*slice_: Any) -> Iterator[Iterator[bytes] | None]:
            nonlocal given
            for blocks in solution._parts(*slice_):
                given += 1
                if given == 3:  # the other side to move
                    patience.stop()
                yield blocks

        measure = Measure(parts)
        assert measure.turns(LONG, winner_of(solution, LONG), 99, patience) is None
        assert given == 3
        assert measure.turns(LONG, winner_of(solution, LONG), 99, Patience(10**9)) == turns


def winner_of(solution: Solution, board: Board) -> int:
    winner = solution.value(board).winner
    assert winner is not None
    return winner


def test_a_position_and_its_moves_share_the_patience() -> None:
    def measured(patience: Patience) -> int:
        with closing(known(solved(14))) as knowledge:
            facts = knowledge.facts(LONG, patience)
        assert facts is not None
        return sum(fact.turns is not None for fact in (facts.fact, *facts.moves.values()))

    plenty = Patience(10**9)
    assert measured(plenty) == 1 + len(list(LONG.legal_moves))
    needed = int(plenty.words[LOOKED_AT])
    assert measured(Patience(needed)) == measured(plenty)
    assert measured(Patience(needed - 1)) < measured(plenty)


def test_a_loss_that_was_not_measured_does_not_look_later_than_one_that_was() -> None:
    plenty = Patience(10**9)
    with closing(known(solved(14))) as knowledge:
        facts = knowledge.facts(LONG, plenty)
    assert facts is not None
    assert len({fact.turns for fact in facts.moves.values()}) == 2
    needed = int(plenty.words[LOOKED_AT])
    for positions in (0, needed // 2, *range(needed - 20, needed)):
        with closing(known(solved(14))) as knowledge:
            found = knowledge.facts(LONG, Patience(positions))
        assert found is not None
        assert {fact.turns for fact in (found.fact, *found.moves.values())} == {None}


# Facts


def test_a_solution_tells_what_each_move_leads_to() -> None:
    board = Board.new(STANDARD, "ccc76/66ccc light")
    with closing(known(solved(15))) as knowledge:
        facts = knowledge.facts(board, patience=Patience(100_000))
    assert facts is not None
    with Solution(solved(15)) as solution:
        for move, value in solution.moves(board).items():
            assert facts.moves[move].result.word == value.word(board.turn)
    assert facts.fact == facts.moves[facts.best()[0]]
    assert set(facts.best()) <= set(facts.keeping())


def test_the_book_tells_what_each_move_leads_to() -> None:
    facts = SquadroKnowledge(None).facts(Board.new(STANDARD))
    assert facts is not None
    assert facts.fact == Fact(Result.LOST)
    assert [*facts.moves.values()] == [Fact(Result.LOST)] * 5


def test_a_third_occurrence_is_drawn_whatever_the_position_promises() -> None:
    board = Board.new(STANDARD, "ca3cc/c16cc dark")
    for lane in ("22323322" * 2)[:-1]:  # stones that send each other back; the last turn brings it about
        board.push(lane)
    with closing(known(solved(14))) as knowledge:
        facts = knowledge.facts(board)
        assert facts is not None
        assert facts.moves[board.move(2)] == Fact(Result.DRAWN, 1)
        fresh = knowledge.facts(Board(STANDARD, board.progress, board.turn))
        assert fresh is not None
        assert fresh.moves[board.move(2)] != Fact(Result.DRAWN, 1)


def test_a_part_of_a_solution_is_used_beside_the_book() -> None:
    with closing(known(solved(16))) as knowledge:
        assert knowledge.facts(Board.new(STANDARD)) is not None
        assert knowledge.facts(Board.new(STANDARD, "ccc76/66ccc light")) is not None
        assert knowledge.facts(Board.new(STANDARD, "cc076/66c0c light")) is None


def test_the_usual_folder_is_used_where_something_was_solved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path))
    board = Board.new(STANDARD, "ccc76/66ccc light")
    assert known(None).facts(board) is None
    (tmp_path / "squadro-solution").symlink_to(solved(16))
    with closing(known(None)) as knowledge:
        assert knowledge.facts(board) is not None


def test_a_folder_that_is_made_meanwhile_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path))
    board = Board.new(STANDARD, "ccc76/66ccc light")
    with closing(known(None)) as knowledge:
        assert knowledge.facts(board) is None
        (tmp_path / "squadro-solution").symlink_to(solved(16))
        assert knowledge.facts(board) is not None


def test_the_engine_plays_what_is_known_to_be_best() -> None:
    rng = random.Random(3)
    with (
        closing(known(solved(15))) as knowledge,
        vato.Engine("squadro", hash_mb=1, knowledge=knowledge) as engine,
    ):
        for _ in range(20):
            stones = f"ccc{rng.choice('6789')}{rng.choice('678')}/{rng.choice('678')}{rng.choice('69')}ccc"
            board = Board.new(STANDARD, f"{stones} {rng.choice(Board.sides)}")
            facts = knowledge.facts(board, Patience(100_000))
            if facts is None:
                continue
            found = engine.analyse(board, vato.Limit(nodes=100_000), lines=5)
            assert found.move in facts.best()
            assert [line.fact for line in found.lines] == sorted(
                facts.moves.values(), key=lambda fact: fact.worth, reverse=True
            )
            assert found.fact is not None
            assert found.fact.result == facts.fact.result
