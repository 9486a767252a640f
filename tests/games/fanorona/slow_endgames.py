"""An independent, slow solver of Fanorona endings: plain dictionaries and the specification, board.py. No numbers, no
reflections, no compiled code.

    python -m tests.games.fanorona.slow_endgames 5x3 15 standard

solves every position of a board with up to so many stones and compares each with the tables. All of 5x3, 14 million,
takes half an hour of one core and 2 GB of memory; the tests compare less every time.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.shared import FOLDER, made_once
from tests.solve.tables import solve_here
from vato.board import Player
from vato.games.fanorona import Board, RuleSet
from vato.games.fanorona.board import BEGUN
from vato.games.fanorona.endgames import Endgames
from vato.games.fanorona.notation import Placement
from vato.knowledge import Fact, Result
from vato.lattice.points import Points, board_of
from vato.solve.plan import Plan

Stones = str
"""For every point `o` where the player to move has a stone, `x` where the other has, `.` where nobody has."""
OWNERS: dict[str, Player | None] = {"o": 0, "x": 1, ".": None}
AFTERWARDS: dict[Player | None, str] = {0: "x", 1: "o", None: "."}
"""After a turn, when the other player is to move."""


def positions(points: Points, movers: int, others: int) -> Iterator[Stones]:
    """Yield all positions with so many stones of the player to move and of the other."""
    places = range(len(points.all))
    for own in combinations(places, movers):
        for enemy in combinations([place for place in places if place not in own], others):
            stones = ["."] * len(places)
            for side, taken in (("o", own), ("x", enemy)):
                for place in taken:
                    stones[place] = side
            yield "".join(stones)


def board_with(points: Points, rules: RuleSet, stones: Stones) -> Board:
    """Return a board in which both have played before, the player to move being White."""
    placed = dict(zip(points.all, map(OWNERS.__getitem__, stones), strict=True))
    return Board(rules, Placement(points, placed, 0, {"turns": BEGUN}))


def followers_of(board: Board) -> set[Stones]:
    """Return the positions that the turns of a board lead to."""
    found = set()
    for move in board.legal_moves:
        after = board.stones
        for step in move.steps:
            after = board.after(after, step)
        found.add("".join(map(AFTERWARDS.__getitem__, after.values())))
    return found


def slow_solution(points: Points, rules: RuleSet, most: int) -> dict[Stones, int | None]:
    """Return in how many turns each position of up to so many stones ends if both play well, None for a draw.

    An odd number is a win for the player to move, an even one a loss.
    """
    folder = made_once(
        f"slow-{points.size}-{rules.name}-{most}",
        lambda folder: (folder / "found").write_bytes(pickle.dumps(_solution(points, rules, most))),
    )
    found: dict[Stones, int | None] = pickle.loads((folder / "found").read_bytes())
    return found


def _solution(points: Points, rules: RuleSet, most: int) -> dict[Stones, int | None]:
    found: dict[Stones, int | None] = {}
    for stones in range(2, most + 1):
        for few in range(1, stones // 2 + 1):
            _solve(points, rules, {(few, stones - few), (stones - few, few)}, found)
    return found


def _solve(points: Points, rules: RuleSet, classes: set[tuple[int, int]], found: dict[Stones, int | None]) -> None:
    """Add the positions that have so many stones; those with fewer are there."""
    leading_to: dict[Stones, list[Stones]] = defaultdict(list)
    left: dict[Stones, int] = {}
    at: dict[int, list[Stones]] = defaultdict(list)
    """The positions that end after so many turns and were not looked at yet."""
    for movers, others in classes:
        for stones in positions(points, movers, others):
            board = board_with(points, rules, stones)
            outcome = board.outcome()
            found[stones] = 0 if outcome is not None and outcome.winner == 1 else None
            if found[stones] == 0:
                at[0].append(stones)
            followers = set() if outcome is not None else followers_of(board)
            left[stones] = len(followers)
            for follower in followers:
                captured = follower.count(".") > stones.count(".")
                if captured and follower not in leading_to:
                    distance = found[follower] if "o" in follower else 0
                    if distance is not None:
                        at[distance].append(follower)
                leading_to[follower].append(stones)
    distance = 0
    while at:
        for stones in at.pop(distance, ()):
            for before in leading_to[stones]:
                if found[before] is None:
                    left[before] -= 1
                    # What ends after an even number of turns is lost for who is to move there.
                    if distance % 2 == 0 or left[before] == 0:
                        found[before] = distance + 1
                        at[distance + 1].append(before)
        distance += 1


def compare(folder: Path, size: str, rules: RuleSet, most: int) -> int:
    """Compare every position with up to so many stones with the tables in a folder; return how many there are."""
    points = board_of(size)
    slow = slow_solution(points, rules, most)
    with Endgames(folder) as endgames:
        for stones, distance in slow.items():
            found = endgames.look_up(board_with(points, rules, stones))
            result = Result.DRAWN if distance is None else (Result.LOST, Result.WON)[distance % 2]
            assert found == Fact(result, distance), f"{stones}: {found} in the tables, {distance} by the slow solver"
    return len(slow)


def build(folder: Path, size: str, rules: str, most: int) -> None:
    """Build the tables."""
    plan = Plan("fanorona", choices={"board": size, "rules": rules, "stones": str(most)})
    solve_here(folder, plan.layers, plan=plan)


if __name__ == "__main__":
    size, most, rules = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        build(Path(folder), size, rules, most)
        print(f"{compare(Path(folder), size, RuleSet.read(rules), most):,} positions, all alike")
