"""Squadro solved: values against a slow solver that knows only board.py, and looked up in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.solve.tables import PLAN, solve_here, solved
from vato.games.squadro.board import Board, Progress
from vato.games.squadro.notation import place_of
from vato.games.squadro.rulesets import BACK, OUT, STANDARD
from vato.games.squadro.solution import slices
from vato.games.squadro.solution.slices import UNFINISHED, Phases, Shelf, shelves
from vato.games.squadro.solution.solution import Solution, Value
from vato.solve.contract import Disagreement, NotSolved
from vato.solve.folder import Folder
from vato.solve.jobs import Job, verify_task
from vato.solve.packed import Packed, Writer
from vato.solve.verify import kept

Position = tuple[Progress, int]

# An independent, slow solver: plain dictionaries and the specification.


def stands(player: int, lane: int, phase: int) -> list[int]:
    if phase == 2:
        return [12]
    speed = (OUT, BACK)[phase][player][lane]
    return [6 * phase + place for place in range(6) if place != 1 or speed == 1]


def positions(light: Phases, dark: Phases) -> Iterator[Position]:
    sides = (
        list(product(*(stands(player, lane, phase) for lane, phase in enumerate(phases))))
        for player, phases in enumerate((light, dark))
    )
    for own, other in product(*sides):
        crossings = {(lane, place_of(progress) - 1) for lane, progress in enumerate(own) if 0 < place_of(progress) < 6}
        if not any((place_of(progress) - 1, lane) in crossings for lane, progress in enumerate(other)):
            yield from (((own, other), turn) for turn in (0, 1))


def after(position: Position) -> list[Position]:
    found = []
    for lane, progress in enumerate(position[0][position[1]], start=1):
        if progress < 12:
            board = Board(STANDARD, *position)
            board._play(board.move(lane))
            found.append((board.progress, board.turn))
    return found


def winner_by_stones(position: Position) -> int | None:
    return next((player for player in (0, 1) if position[0][player].count(12) >= 4), None)


def slow_solution(wanted: Iterable[Position]) -> dict[Position, int | None]:
    """Return who wins each position, and each that they lead to."""
    follows: dict[Position, list[Position]] = {}
    waiting = list(wanted)
    winners: dict[Position, int | None] = {}
    while waiting:
        position = waiting.pop()
        if position not in follows:
            winners[position] = winner_by_stones(position)
            follows[position] = [] if winners[position] is not None else after(position)
            waiting += follows[position]
    still_open = [position for position, winner in winners.items() if winner is None]
    changed = True
    while changed:
        changed = False
        for position in still_open:
            turn, values = position[1], [winners[follower] for follower in follows[position]]
            if turn in values or None not in values:
                winners[position] = turn if turn in values else 1 - turn
                changed = True
        still_open = [position for position in still_open if winners[position] is None]
    return winners


def compare(solution: Solution, winners: dict[Position, int | None]) -> None:
    for (progress, turn), winner in winners.items():
        assert solution.value(Board(STANDARD, progress, turn)).winner == winner, (progress, turn)


def test_the_slow_solver_agrees_with_all_of_the_last_layer() -> None:
    every = [
        position
        for light in UNFINISHED
        for dark in UNFINISHED
        if sum(light + dark) == 16
        for position in positions(light, dark)
    ]
    winners = slow_solution(every)
    with Solution(solved(16)) as solution:
        compare(solution, winners)
    (row,) = PLAN.solver.rows(kept(PLAN, [16], Folder(solved(16))))
    counted = [sum(winners[position] == winner for position in every) for winner in (0, 1, None)]
    assert [row["light"], row["dark"], row["drawn"]] == counted


@pytest.mark.parametrize(
    ("light", "dark"),
    [((2, 2, 1, 2, 0), (1, 2, 2, 2, 0)), ((0, 2, 2, 1, 2), (2, 1, 2, 0, 2)), ((2, 0, 2, 2, 1), (2, 2, 0, 2, 1))],
)
def test_the_slow_solver_agrees_with_slices_of_layer_14_and_all_they_lead_to(light: Phases, dark: Phases) -> None:
    with Solution(solved(14)) as solution:
        compare(solution, slow_solution(positions(light, dark)))


# Numbers


@given(st.sampled_from([0, 1]), st.sampled_from(UNFINISHED), st.data())
def test_a_number_stands_for_one_place_of_each_stone(player: int, phases: Phases, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, slices.count(player, phases) - 1))
    progress = slices.progress_of(player, phases, number)
    assert slices.phases_of(progress) == phases
    assert slices.number(player, progress) == number


def test_the_slices_hold_every_unfinished_position_once() -> None:
    total = sum(shelf.positions for layer in range(17) for shelf in shelves(layer))
    of_a_side = 12 * 12 * 11 * 12 * 12  # places out, back and home
    finished = 1 + sum((11, 11, 10, 11, 11))
    assert total == 2 * (of_a_side - finished) ** 2


# Looking up


def test_a_solution_knows_every_move() -> None:
    # Light comes home in two turns with stone 5; dark, who moves by 1 with stone 1, cannot be in time.
    board = Board.new(STANDARD, "ccc76/66ccc light")
    with Solution(solved(16)) as solution:
        assert solution.value(board) is Value.LIGHT
        moves = {str(move): value.word(board.turn) for move, value in solution.moves(board).items()}
    assert moves["5"] == "won"
    slow = slow_solution([(board.progress, 0)])
    for (progress, turn), move in zip(after((board.progress, 0)), moves, strict=True):
        assert moves[move] == {0: "won", 1: "lost", None: "drawn"}[slow[progress, turn]]


def test_a_finished_game_needs_no_file() -> None:
    with Solution(solved(16)) as solution:
        assert solution.value(Board.new(STANDARD, "cccc0/00000 dark")) is Value.LIGHT


@pytest.mark.parametrize(
    ("position", "sentence"),
    [("00000/00000 light", "does not hold layer 0"), ("ccc67/66ccc light", "never stands on the first place")],
)
def test_what_is_not_solved_is_said_to_be(position: str, sentence: str) -> None:
    with Solution(solved(16)) as solution, pytest.raises(NotSolved, match=sentence):
        solution.value(Board.new(STANDARD, position))


# Verifying


def test_every_value_is_verified() -> None:
    for task in PLAN.of_layers({16, 15}):
        assert sum(verify_task(Job.of(PLAN, Folder(solved(15)), "processor", task), 1)[1])


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    solve_here(tmp_path, [16, 15])
    shelf = Shelf(15, (2, 1, 0, 2, 2))
    path = Folder(tmp_path).file(shelf.name)
    with Packed(path) as file:
        parts, about = {name: file.read(name) for name in file}, file.about
    changed = next(name for name in parts if name.endswith("-light-won"))
    counts: list[object] = []
    for bit in range(8):
        writer = Writer()
        for name, content in parts.items():
            writer.add(
                name, bytes(byte ^ (1 << bit) for byte in content[:1]) + content[1:] if name == changed else content
            )
        writer.write(path, about)
        try:
            counts.append(verify_task(Job.of(PLAN, Folder(tmp_path), "processor", PLAN.tasks[shelf.name]), 1))
        except Disagreement:
            counts.append(None)
    # A bit where two stones share a place means nothing, so not every change is a wrong value.
    assert None in counts
