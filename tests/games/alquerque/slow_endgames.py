"""An independent, slow solver of Alquerque endings: plain dictionaries and the specification, board.py. No numbers, no
reflections, no compiled code.

    python -m tests.games.alquerque.slow_endgames 5x3 5 alfonso

solves every position of a board with up to so many stones and compares each with the tables.
"""

from __future__ import annotations

import os
import pickle
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.shared import FOLDER, made_once
from tests.solve.tables import solve_here
from vato.board import Player
from vato.games.alquerque import Board, Endgames, RuleSet
from vato.games.alquerque.notation import Placement
from vato.knowledge import Fact, Result
from vato.lattice.points import Points, board_of
from vato.solve.plan import Plan

Stones = str
"""For every point `o` where the player to move has a stone, `x` where the other has, `.` where nobody has."""
OWNERS: dict[str, Player | None] = {"o": 0, "x": 1, ".": None}
AFTERWARDS: dict[Player | None, str] = {0: "x", 1: "o", None: "."}
"""After a turn, when the other player is to move."""


def positions(points: Points, stones: int) -> Iterator[Stones]:
    """Yield all positions with so many stones, at least one of each side."""
    places = range(len(points.all))
    for taken in combinations(places, stones):
        for movers in range(1, stones):
            for own in combinations(taken, movers):
                yield "".join("o" if place in own else "x" if place in taken else "." for place in places)


def board_with(points: Points, rules: RuleSet, stones: Stones) -> Board:
    """Return a board with a position, the player to move being White."""
    placed = dict(zip(points.all, map(OWNERS.__getitem__, stones), strict=True))
    return Board(rules, Placement(points, placed, 0, 0, {}))


def followers_of(board: Board) -> set[Stones]:
    """Return the positions that the turns of a board lead to."""
    found = set()
    for move in board.legal_moves:
        after = board.stones
        for step in move.steps:
            after = board.after(after, step)
        after |= dict.fromkeys(move.lost)
        found.add("".join(map(AFTERWARDS.__getitem__, after.values())))
    return found


def slow_solution(points: Points, rules: RuleSet, most: int) -> dict[Stones, Fact]:
    """Return how each position of up to so many stones ends for the player to move, and in how many turns."""
    name = re.sub("[^a-z0-9]+", "-", f"slow {points.size} {rules.name} {most}")
    folder = made_once(
        name, lambda folder: (folder / "found").write_bytes(pickle.dumps(_solution(points, rules, most)))
    )
    found: dict[Stones, Fact] = pickle.loads((folder / "found").read_bytes())
    return found


def _solution(points: Points, rules: RuleSet, most: int) -> dict[Stones, Fact]:
    found: dict[Stones, Fact] = {}
    for stones in range(2, most + 1):
        _solve(points, rules, stones, found)
    return found


def _solve(points: Points, rules: RuleSet, stones: int, found: dict[Stones, Fact]) -> None:
    """Add the positions that have so many stones; those with fewer are there."""
    leading_to: dict[Stones, list[Stones]] = defaultdict(list)
    left: dict[Stones, int] = {}
    at: dict[int, list[tuple[Stones, Result]]] = defaultdict(list)
    """The positions that end after so many turns and were not looked at yet."""
    for position in positions(points, stones):
        board = board_with(points, rules, position)
        outcome = board.outcome()
        found[position] = Fact(Result.DRAWN)
        if outcome is not None and outcome.winner == 1:
            found[position] = Fact(Result.LOST, 0)
            at[0].append((position, Result.LOST))
        followers = set() if outcome is not None else followers_of(board)
        left[position] = len(followers)
        for follower in followers:
            if follower not in leading_to and follower.count(".") > position.count("."):
                if "o" not in follower:
                    at[0].append((follower, Result.LOST))
                elif "x" not in follower:
                    at[0].append((follower, Result.WON))
                elif (fact := found[follower]).turns is not None:
                    at[fact.turns].append((follower, fact.result))
            leading_to[follower].append(position)
    turns = 0
    while at:
        for position, result in at.pop(turns, ()):
            for before in leading_to[position]:
                if found[before].result is Result.DRAWN:
                    left[before] -= 1
                    if result is Result.LOST or left[before] == 0:
                        found[before] = Fact(Result(-result), turns + 1)
                        at[turns + 1].append((before, Result(-result)))
        turns += 1


def compare(folder: Path, size: str, rules: RuleSet, most: int) -> int:
    """Compare every position with up to so many stones with the tables in a folder; return how many there are."""
    points = board_of(size)
    slow = slow_solution(points, rules, most)
    with Endgames(folder) as endgames:
        for stones, fact in slow.items():
            found = endgames.look_up(board_with(points, rules, stones))
            assert found == fact, f"{stones}: {found} in the tables, {fact} by the slow solver"
    return len(slow)


def build(folder: Path, size: str, rules: str, most: int) -> None:
    """Build the tables."""
    plan = Plan("alquerque", choices={"board": size, "rules": rules, "stones": str(most)})
    solve_here(folder, plan.layers, plan=plan)


if __name__ == "__main__":
    size, most, rules = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        build(Path(folder), size, rules, most)
        print(f"{compare(Path(folder), size, RuleSet.read(rules), most):,} positions, all alike")
