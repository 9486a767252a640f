"""Fanorona's endings: numbers without gaps, every value as a slow solver finds it, and verified."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

from tests.games.fanorona.slow_endgames import board_with, build, compare, positions, slow_solution
from tests.solve.tables import FANORONA, solve_here
from vato.games.fanorona import Board, RuleSet
from vato.games.fanorona.endgames import essence
from vato.games.fanorona.figures import position_of
from vato.lattice.endgames import numbers
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.directory import Directory
from vato.lattice.endgames.numbers import Pair, anchors_of, pairs, subsets
from vato.lattice.endgames.ranks import place_in
from vato.lattice.endgames.settle import stones_of
from vato.lattice.points import board_of
from vato.solve.contract import Disagreement
from vato.solve.folder import Folder
from vato.solve.jobs import Job, verify_task
from vato.solve.packed import Packed, Writer
from vato.solve.plan import Plan
from vato.solve.verify import kept

# Numbers


def test_there_are_as_many_positions_up_to_seven_stones_as_was_published() -> None:
    points = board_of("9x5")
    every = [pair for stones in range(2, 8) for pair in pairs(stones)]
    assert sum(numbers.positions(points, pair) for pair in every) == 6_261_651_660
    for pair in every:
        assert anchors_of(points, pair.few).sizes.sum() == comb(45, pair.few)


@pytest.mark.parametrize(("size", "most"), [("3x3", 9), ("5x3", 15), ("3x7", 6), ("5x5", 4), ("9x5", 4)])
def test_anchors_are_counted_without_listing_them(size: str, most: int) -> None:
    points = board_of(size)
    for count in range(1, most + 1):
        assert numbers.count_anchors(points, count) == len(anchors_of(points, count).sets)


def test_many_stones_are_planned_at_once() -> None:
    anchors_of.cache_clear()
    tasks = Plan("fanorona", choices={"stones": "16"}).tasks.values()
    assert anchors_of.cache_info().currsize == 0
    # In how many ways sixteen stones can stand on 45 points, each side having one at least, with either to move.
    assert sum(task.positions for task in tasks if task.layer == 16) == 2 * (comb(45, 16) * (2**16 - 2)) // 2


@pytest.mark.parametrize("pair", [Pair(1, 1), Pair(1, 4), Pair(2, 2), Pair(2, 3), Pair(3, 3), Pair(5, 9)])
def test_every_number_stands_for_a_position(pair: Pair) -> None:
    points = board_of("5x3")
    directory = Directory(points)
    size = numbers.length(points, pair)
    directory.add(pair, [np.zeros(size, np.uint8) for _ in pair.classes])
    sets, combinations = anchors_of(points, pair.few).sets, subsets(pair.many, len(points.all) - pair.few)
    for movers, others in pair.classes:
        for number in range(size):
            own, enemy = stones_of(sets, combinations, number, movers, others)
            assert (own.bit_count(), enemy.bit_count(), own & enemy) == (movers, others, 0)
            assert place_in(directory.address, np.uint64(own), np.uint64(enemy), movers, others) == number


@pytest.mark.parametrize("size", ["3x3", "5x3", "3x5"])
def test_positions_share_a_number_with_their_mirror_images_alone(size: str) -> None:
    points = board_of(size)
    for pair in [Pair(1, 1), Pair(1, 2), Pair(2, 2)]:
        found: dict[int, set[str]] = {}
        for stones in positions(points, *pair):
            few, many = (sum(1 << place for place, each in enumerate(stones) if each == side) for side in "ox")
            found.setdefault(numbers.number_of(points, few, many), set()).add(stones)
        assert sorted(found) == list(range(numbers.length(points, pair)))
        for alike in found.values():
            board = board_with(points, RuleSet.known["standard"], min(alike))
            images = {board.position, *(board.mirror(name).position for name in numbers.REFLECTIONS)}
            assert {board_with(points, board.rules, stones).position for stones in alike} <= images


def test_the_compiled_number_is_the_plain_one() -> None:
    points = board_of("7x3")
    pair = Pair(2, 3)
    directory = Directory(points)
    directory.add(pair, [np.zeros(numbers.length(points, pair), np.uint8) for _ in pair.classes])
    chance = np.random.default_rng(7)
    for _ in range(2000):
        places = [1 << int(place) for place in chance.permutation(len(points.all))[:5]]
        few, many = sum(places[:2]), sum(places[2:])
        number = numbers.number_of(points, few, many)
        assert place_in(directory.address, np.uint64(few), np.uint64(many), 2, 3) == number
        assert place_in(directory.address, np.uint64(many), np.uint64(few), 3, 2) == number


# Values


@pytest.mark.parametrize("rules", ["standard", "strict", "short"])
@pytest.mark.parametrize(("size", "stones"), [("3x3", 9), ("5x3", 4), ("3x5", 3)])
def test_the_slow_solver_agrees_with_every_position(tmp_path: Path, size: str, stones: int, rules: str) -> None:
    build(tmp_path, size, rules, stones)
    points = len(board_of(size).all)
    every = sum(comb(points, some) * (2**some - 2) for some in range(2, stones + 1))
    assert compare(tmp_path, size, RuleSet.read(rules), stones) == every


# Both boards have more points than there are bits in half a word.
@pytest.mark.parametrize(("size", "stones", "every"), [("9x5", 2, 1_980), ("7x5", 3, 1_190 + 39_270)])
def test_the_slow_solver_agrees_with_few_stones_on_large_boards(
    tmp_path: Path, size: str, stones: int, every: int
) -> None:
    build(tmp_path, size, "standard", stones)
    assert compare(tmp_path, size, RuleSet.known["classic"], stones) == every


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("classic", "standard"),
        ("strict,first_turn_paika=no", "strict"),
        ("short,repetition=0", "short"),
        ("classic,chain=obligatory", "standard,chain=obligatory"),
    ],
)
def test_only_rules_that_matter_later_are_told_apart(rules: str, name: str) -> None:
    assert essence(RuleSet.read(rules)).name == name


@pytest.mark.parametrize("rules", ["free", "free,quiet_turns=0", "vela", "standard,phase_one=3"])
def test_rules_that_look_back_have_no_tables(rules: str) -> None:
    with pytest.raises(NotSolvable):
        essence(RuleSet.read(rules))


# Verifying


def jobs(plan: Plan, path: Path) -> list[Job]:
    return [Job.of(plan, Folder(path), "processor", task) for task in plan.tasks.values()]


def test_every_value_follows_from_those_it_leads_to() -> None:
    plan = Plan("fanorona", choices={"board": "5x3", "stones": "8"})
    for job in jobs(plan, FANORONA.solved(2)):
        task, counts = verify_task(job, 1)
        assert sum(counts) == task.positions


def test_every_value_of_four_stones_on_the_large_board_follows(tmp_path: Path) -> None:
    plan = Plan("fanorona", choices={"stones": "4"})
    solve_here(tmp_path, plan.layers, plan=plan)
    assert sum(sum(verify_task(job, 1)[1]) for job in jobs(plan, tmp_path)) == 2_173_050
    rows = plan.solver.rows(kept(plan, plan.layers, Folder(tmp_path)))
    assert [(row["mover"], row["other"]) for row in rows] == [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)]


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    plan = Plan("fanorona", choices={"board": "3x3", "stones": "4"})
    solve_here(tmp_path, plan.layers, plan=plan)
    job = jobs(plan, tmp_path)[-1]
    path = Folder(tmp_path).file(job.task.name)
    with Packed(path) as file:
        parts, about = {name: file.read(name) for name in file}, file.about
    for place in range(0, len(parts["2-2"]), 7):
        changed = bytearray(parts["2-2"])
        changed[place] ^= 2
        writer = Writer()
        writer.add("2-2", changed)
        writer.write(path, about)
        with pytest.raises(Disagreement, match=f"Remove {path} and solve again."):
            verify_task(job, 1)


# What is kept beside the values


def test_the_longest_win_and_the_counts_are_kept_with_the_values() -> None:
    with Packed(Folder(FANORONA.solved(2)).file("05-2-3")) as file:
        about = file.about
        tables = {name: np.frombuffer(file.read(name), np.uint8) for name in file}
    for record in about["classes"]:
        table = tables[f"{record['mover']}-{record['other']}"]
        longest = record["longest_win"]
        assert longest["turns"] == int(table[table % 2 == 0].max()) - 1
        board = Board.new(RuleSet.known["standard"], longest["position"])
        own, enemy, *_ = position_of(board)
        few, many = sorted((int(own), int(enemy)), key=int.bit_count)
        assert table[numbers.number_of(board.points, few, many)] == longest["turns"] + 1
        assert sum(record["by_turns"]) + record["drawn"] == comb(15, 5) * comb(5, 2)


@pytest.mark.parametrize("pair", [Pair(1, 2), Pair(2, 2), Pair(1, 3)])
def test_a_zugzwang_is_where_nobody_wants_to_move(tmp_path: Path, pair: Pair) -> None:
    build(tmp_path, "3x3", "standard", 4)
    slow = slow_solution(board_of("3x3"), RuleSet.known["standard"], 4)
    found = {-1: 0, -2: 0}
    for stones in positions(board_of("3x3"), *pair):
        here, there = (worth(slow[each]) for each in (stones, stones.translate(str.maketrans("ox", "xo"))))
        if here + there < 0:
            found[here + there] += 1
    if pair.few == pair.many:  # met with either side to move
        found = {both: count // 2 for both, count in found.items()}
    with Packed(Folder(tmp_path).file(pair.name)) as file:
        assert file.about["zugzwangs"] == {"one_loses": found[-1], "both_lose": found[-2]}


def worth(distance: int | None) -> int:
    return 0 if distance is None else 1 if distance % 2 else -1
