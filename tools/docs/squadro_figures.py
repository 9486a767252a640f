"""Find the figures of docs/solving.md in a solution of Squadro: `python -m tools.docs.squadro_figures SOLUTION`.

Writes docs/solving.json, from which `scripts/docs` makes the plots and tables. The longest wins are those found by
climbing from positions of games, one stone moved at a time: there may be longer ones.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

from tools.docs import DOCS
from vato.games.squadro.board import START, Board, Progress
from vato.games.squadro.mixed_games import sample
from vato.games.squadro.notation import place_of
from vato.games.squadro.rulesets import HOME, STANDARD
from vato.games.squadro.solution.slices import Shelf
from vato.games.squadro.solution.solution import Solution
from vato.knowledge import Patience
from vato.solve.contract import NotSolved
from vato.solve.folder import Folder
from vato.solve.packed import Packed

FILE = DOCS / "solving.json"
SAMPLE = 50_000
NODES = 1_000_000
"""How many positions a distance may take to find."""
PLIES = 9
LEAST_HOME = 2
"""Long wins are looked for where so many stones are home; before that most are too far away to be measured."""


def layers(folder: Folder) -> list[dict[str, int]]:
    """Return how many positions of each layer are won for light, won for dark and drawn."""
    totals: dict[int, list[int]] = {}
    for path in folder.path.glob("*.solved"):
        with Packed(path) as file:
            layer = Shelf.named(path.name.removesuffix(".solved")).layer
            before = totals.setdefault(layer, [0, 0, 0])
            totals[layer] = [a + b for a, b in zip(before, file.about["counts"], strict=True)]
    return [
        {"layer": layer, "light": light, "dark": dark, "drawn": drawn}
        for layer, (light, dark, drawn) in sorted(totals.items(), reverse=True)
    ]


def plies(solution: Solution) -> list[dict[str, int]]:
    """Return who wins the positions that come up for the first time after so many turns, whoever began."""
    front: set[tuple[Progress, int]] = {(START, turn) for turn in (0, 1)}
    seen: set[tuple[Progress, int]] = set()
    found = []
    for ply in range(PLIES + 1):
        seen |= front
        places = sorted(front)
        stones, turns = np.array([progress for progress, _ in places]), np.array([turn for _, turn in places])
        winners = solution.winners(stones, turns).tolist()
        found.append({"ply": ply, "light": winners.count(0), "dark": winners.count(1), "drawn": winners.count(-1)})
        reached = set()
        for position in front:
            for lane in range(1, 6):
                board = Board(STANDARD, *position)
                board._play(board.move(lane))
                reached.add((board.progress, board.turn))
        front = reached - seen
    return found


def tempo(solution: Solution) -> dict[str, int]:
    """Return of how many positions of games, with either side to move, who wins depends on who is to move."""
    progress, players = sample(SAMPLE, 5)
    one, other = (solution.winners(progress, players if same else 1 - players) for same in (True, False))
    mover = np.where(one == players, 1, 0)
    return {
        "positions": len(players),
        "same": int((one == other).sum()),
        "mover": int(((one != other) & (mover == 1) & (other == 1 - players)).sum()),
        "zugzwang": int(((one == 1 - players) & (other == players)).sum()),
    }


def keeping(solution: Solution) -> list[dict[str, float]]:
    """Return for the number of stones home how many moves keep a won position won, on average."""
    progress, players = sample(1_500, 6)
    kept: dict[int, list[float]] = {}
    for (light, dark), player in zip(progress.tolist(), players.tolist(), strict=True):
        board = Board(STANDARD, (tuple(light), tuple(dark)), player)
        if solution.value(board).winner == player:
            values = [value.winner for value in solution.moves(board).values()]
            kept.setdefault(board.home(0) + board.home(1), []).append(values.count(player) / len(values))
    return [
        {"home": home, "share": sum(shares) / len(shares), "positions": len(shares)}
        for home, shares in sorted(kept.items())
    ]


def longest(solution: Solution, seconds: float) -> list[dict[str, Any]]:
    """Return the longest wins found for each number of stones home, by climbing from positions of games."""
    rng = random.Random(7)
    progress, players = sample(20_000, 8)
    late = (progress == HOME).sum(axis=(1, 2)) >= LEAST_HOME
    progress, players = progress[late], players[late]
    starts = [
        Board(STANDARD, (tuple(a), tuple(b)), p) for (a, b), p in zip(progress.tolist(), players.tolist(), strict=True)
    ]
    best: dict[int, tuple[int, str]] = {}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        board = rng.choice(starts)
        turns = _turns(solution, board)
        patience = 12
        while patience and turns is not None and time.monotonic() < until:
            home = board.home(0) + board.home(1)
            if turns > best.get(home, (0, ""))[0]:
                best[home] = turns, board.position
                print(f"{home} home: {turns} turns, {board.position}", flush=True)
            other = _changed(board, rng)
            further = None if other is None else _turns(solution, other)
            if other is not None and further is not None and further >= turns:
                patience = 12 if further > turns else patience - 1
                board, turns = other, further
            else:
                patience -= 1
    return [{"home": home, "turns": turns, "position": position} for home, (turns, position) in sorted(best.items())]


def _turns(solution: Solution, board: Board) -> int | None:
    try:
        return solution.distance(board, 200, Patience(NODES))
    except NotSolved:
        return None


def _changed(board: Board, rng: random.Random) -> Board | None:
    """Return a position with one stone elsewhere or the other side to move, if no two stones share a place then."""
    sides = [list(side) for side in board.progress]
    turn = board.turn
    if rng.random() < 0.2:
        turn = 1 - turn
    else:
        side, lane = rng.randrange(2), rng.randrange(5)
        if sides[side][lane] == 12:
            return None
        sides[side][lane] = rng.randrange(12)
    light, dark = sides
    crossings = {(lane, place_of(stone) - 1) for lane, stone in enumerate(light) if 0 < place_of(stone) < 6}
    if any((place_of(stone) - 1, lane) in crossings for lane, stone in enumerate(dark)):
        return None
    return Board(STANDARD, (tuple(light), tuple(dark)), turn)


def main(arguments: list[str] | None = None) -> None:
    """Find all figures, and write them down."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.docs.squadro_figures",
        description="Find the figures of docs/solving.md in a solution.",
        epilog="Example: python -m tools.docs.squadro_figures squadro-solution",
    )
    parser.add_argument("solution", type=Path)
    parser.add_argument("--seconds", type=float, default=600, help="how long to look for long wins")
    parser.add_argument("--out", type=Path, default=FILE)
    wishes = parser.parse_args(arguments)
    with Solution(wishes.solution) as solution:
        found = {
            "layers": layers(Folder(wishes.solution)),
            "plies": plies(solution),
            "tempo": tempo(solution),
            "keeping": keeping(solution),
            "longest": longest(solution, wishes.seconds),
        }
    wishes.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
