"""Alquerque's endings: every value as a slow solver finds it, verified, known to the engine, refused where unsound."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

import vato
from tests.games.alquerque.slow_endgames import board_with, build, compare, slow_solution
from vato.compiled.contract import WIN
from vato.games.alquerque import Board, Endgames, RuleSet, known
from vato.games.alquerque.endgames import essence
from vato.games.alquerque.notation import Placement
from vato.knowledge import Fact, Result
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.points import board_of
from vato.solve.contract import NotSolved
from vato.solve.folder import Folder
from vato.solve.jobs import Job, verify_task
from vato.solve.packed import DamagedFile
from vato.solve.plan import Plan

MODERN = RuleSet.known["modern"]
_kept: list[TemporaryDirectory[str]] = []
"""Removed when the tests end."""


@cache
def five_stones() -> Path:
    """Return a folder with all endings of up to five stones on the usual board, to be read only."""
    folder = TemporaryDirectory(prefix="vato-endings-")
    _kept.append(folder)
    build(Path(folder.name), "5x5", "modern", 5)
    return Path(folder.name)


def random_boards(chance: Random, stones: int) -> Iterator[Board]:
    """Yield positions with so many stones in which the game goes on."""
    points = board_of("5x5")
    while True:
        places = chance.sample(points.all, stones)
        white = chance.randint(1, stones - 1)
        owners = dict.fromkeys(places[:white], 0) | dict.fromkeys(places[white:], 1)
        placed = {point: owners.get(point) for point in points.all}
        board = Board(MODERN, Placement(points, placed, chance.randint(0, 1), 0, {}))
        if board.outcome() is None:
            yield board


# Values

RULES = ["modern", "huffing", "alfonso", "alfonso,chain=obligatory,blocked=draws", "modern,most=yes,revisit=no"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("size", "stones"), [("3x3", 8), ("5x3", 3)])
def test_the_slow_solver_agrees_with_every_position(tmp_path: Path, size: str, stones: int, rules: str) -> None:
    build(tmp_path, size, rules, stones)
    points = len(board_of(size).all)
    every = sum(comb(points, some) * (2**some - 2) for some in range(2, stones + 1))
    assert compare(tmp_path, size, RuleSet.read(rules), stones) == every


def test_the_slow_solver_knows_the_smallest_board() -> None:
    # By tools/alquerque_small_boards.py, which goes forwards from the start.
    for rules, fact in (("modern", Fact(Result.LOST, 16)), ("alfonso", Fact(Result.DRAWN))):
        board = Board(RuleSet.read(rules), size="3x3")
        stones = "".join(".ox"[0 if owner is None else 1 + owner] for owner in board.stones.values())
        assert slow_solution(board.points, board.rules, 8)[stones] == fact


@pytest.mark.parametrize("rules", ["modern", "huffing", "alfonso"])
def test_every_value_follows_from_those_it_leads_to(tmp_path: Path, rules: str) -> None:
    build(tmp_path, "5x5", rules, 4)
    plan = Plan("alquerque", choices={"rules": rules, "stones": "4"})
    for task in plan.tasks.values():
        _, counts = verify_task(Job.of(plan, Folder(tmp_path), "processor", task), 1)
        assert sum(counts) == task.positions


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("modern,repetition=0", "modern"),
        ("alfonso,agreement=no", "alfonso"),
        ("huffing,blocked=draws", "modern,must_capture=no,huff=yes,chain=optional,blocked=draws"),
    ],
)
def test_only_rules_that_matter_are_told_apart(rules: str, name: str) -> None:
    assert essence(RuleSet.read(rules)).name == name


@pytest.mark.parametrize("rules", ["bell", "modern,backward=never", "modern,last_row=no", "alfonso,quiet_turns=40"])
def test_rules_that_look_back_or_ahead_have_no_tables(rules: str) -> None:
    with pytest.raises(NotSolvable, match="There are no tables for"):
        essence(RuleSet.read(rules))


# What is known


def test_a_jump_wins_by_hand() -> None:
    board = Board.new(MODERN, "5/5/5/1b3/w4 w")
    with Endgames(five_stones()) as endgames:
        assert endgames.look_up(board) == Fact(Result.WON, 1)
        assert endgames.moves(board) == {board.read("a1xc3"): Fact(Result.WON, 1)}


def test_a_huffed_player_without_a_stone_has_lost(tmp_path: Path) -> None:
    rules = RuleSet.known["huffing"]
    build(tmp_path, "3x3", "huffing", 3)
    board = Board.new(rules, "2b/1b1/w2 w")
    with Endgames(tmp_path) as endgames, pytest.raises(NotSolved, match="is for 3x3 and huffing, not for"):
        endgames.look_up(Board.new(MODERN, "2b/1b1/w2 w"))
    board = Board.new(rules, "3/1b1/w2 w")
    with Endgames(tmp_path) as endgames:
        moves = endgames.moves(board)
    # The stone that could have captured is lost, and with it the game.
    assert moves[board.read("a1xc3")] == Fact(Result.WON, 1)
    assert moves[board.read("a1-a2")] == Fact(Result.LOST, 1)


def test_a_damaged_file_is_named_in_one_sentence(tmp_path: Path) -> None:
    build(tmp_path, "3x3", "modern", 2)
    path = Folder(tmp_path).file("02-1-1")
    path.write_bytes(path.read_bytes()[:-20])
    with Endgames(tmp_path) as endgames, pytest.raises(DamagedFile, match=str(path)) as raised:
        endgames.look_up(board_with(board_of("3x3"), MODERN, "o......x."))
    assert "\n" not in str(raised.value)


def test_the_search_agrees_with_the_tables_within_its_sight() -> None:
    knowledge = known(five_stones())
    compared = 0
    with (
        vato.Engine("alquerque", hash_mb=4) as alone,
        vato.Engine("alquerque", hash_mb=4, knowledge=knowledge) as knowing,
    ):
        for board in random_boards(Random(8), 5):
            facts = knowledge.facts(board)
            assert facts is not None
            if facts.fact.turns is None or not 3 <= facts.fact.turns <= 7:
                continue
            value = WIN - facts.fact.turns if facts.fact.result is Result.WON else facts.fact.turns - WIN
            alone.clear()
            assert alone.analyse(board, vato.Limit(depth=facts.fact.turns + 2)).score.value == value, board.position
            assert knowing.analyse(board, vato.Limit(depth=1)).score.value == value, board.position
            compared += 1
            if compared == 30:
                break
    knowledge.close()


def test_the_engine_wins_what_is_won_within_the_known_turns() -> None:
    chance = Random(5)
    knowledge = known(five_stones())
    won = 0
    with vato.Engine("alquerque", hash_mb=4, knowledge=knowledge) as engine, Endgames(five_stones()) as endgames:
        for board in random_boards(chance, 5):
            fact = endgames.look_up(board)
            if fact.result is not Result.WON or fact.turns is None or fact.turns < 9:
                continue
            winner, left = board.turn, fact.turns
            while board.outcome() is None:
                if board.turn == winner:
                    board.push(engine.play(board, vato.Limit(depth=2)))
                else:
                    board.push(next(iter(endgames.moves(board))))
                left -= 1
            outcome = board.outcome()
            assert outcome is not None
            assert (outcome.winner, left) == (winner, 0)
            won += 1
            if won == 20:
                break
    knowledge.close()
