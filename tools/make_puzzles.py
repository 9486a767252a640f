"""Makes puzzles of a game that is known exactly: `scripts/puzzles GAME SOLUTION`. Knows no game.

A puzzle is a position in which exactly one move keeps the result; the game's samples propose such positions
(`only_moves`). It is the harder the deeper the engine must look to find that move and stay with it, and the better
another one looks at first sight. What the engine finds at once is no puzzle.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from vato import catalog
from vato.board import Board
from vato.engine.engine import Engine
from vato.engine.limits import MOST_LINES, Limit
from vato.errors import VatoError
from vato.knowledge import Knowledge, Result, best_line
from vato.learn.puzzles import FILE

COUNT = 1000
GRADES = 5
LEAST_MOVES = 3
GRADING = Limit(depth=14, nodes=1_000_000)
FIRST_SIGHT = Limit(depth=2)
GLANCE = Limit(depth=4)
EXPLAINING = Limit(nodes=3_000)
LINE = 5
"""How many moves of a line are kept."""


class Found(NamedTuple):
    """A position with one good move, and how hard that is to find."""

    board: Board
    move: Any
    depth: int
    lure: int

    @property
    def hardness(self) -> float:
        """How hard it is: a lure of a whole stone or place counts as two turns, but none as more than six."""
        return self.depth + max(-6.0, min(6.0, self.lure / 50))


def only_move(board: Board, knowledge: Knowledge) -> Any | None:
    """Return the one move that keeps a won or drawn position so, if there is just one."""
    facts = knowledge.facts(board)
    if facts is None or facts.fact.result == Result.LOST or len(facts.moves) < LEAST_MOVES:
        return None
    keeping = facts.keeping()
    return keeping[0] if len(keeping) == 1 else None


def graded(board: Board, move: Any) -> Found:
    """Return how deep the engine must look to find a move and stay with it, and how good another one looks first."""
    chosen: dict[int, Any] = {}
    with Engine(board.game, hash_mb=4, knowledge=None) as engine:
        lines = engine.analyse(board, FIRST_SIGHT, lines=MOST_LINES).lines
        seems = {line.move: line.score.value for line in lines}
        lure = max(value for other, value in seems.items() if other != move) - seems[move]
        engine.clear()
        engine.analyse(board, GRADING, told=lambda found: chosen.__setitem__(found.depth, found.move))
    depth = next((depth for depth in sorted(chosen, reverse=True) if chosen[depth] != move), 0) + 1
    return Found(board, move, depth, lure)


def is_plain(board: Board, move: Any) -> bool:
    """Return whether the engine finds a move at once and stays with it for some turns."""
    chosen = []
    with Engine(board.game, hash_mb=1, knowledge=None) as engine:
        engine.analyse(board, GLANCE, told=lambda found: chosen.append(found.move))
    return all(each == move for each in chosen)


def line_after(board: Board, knowledge: Knowledge, move: Any) -> str:
    """Return a move and how the game goes on when both play well."""
    board = board.copy()
    board.push(move)
    for known in best_line(knowledge, board, LINE - 1):
        board.push(known)
    with Engine(board.game, hash_mb=1, knowledge=knowledge) as engine:
        while board.outcome() is None and len(board.played) < LINE:
            board.push(engine.play(board, EXPLAINING))
    return " ".join(map(str, board.played))


def written(found: Found, grade: int, knowledge: Knowledge) -> str:
    """Return a puzzle as a line of the file."""
    facts = knowledge.facts(found.board)
    assert facts is not None
    head = f"{grade} {found.depth} {found.lure} | {facts.fact.result.word} | {found.board.position}"
    right = line_after(found.board, knowledge, found.move)
    wrong = (
        f"{fact.result.word} {line_after(found.board, knowledge, move)}"
        for move, fact in facts.moves.items()
        if move != found.move
    )
    return " | ".join((head, right, *wrong))


def make(game: str, positions: Iterable[str], knowledge: Knowledge, count: int) -> Iterator[str]:
    """Yield the lines of the file, the easiest puzzle first."""
    found: list[Found] = []
    for position in positions:
        board = catalog.new(game, position=position)
        if (move := only_move(board, knowledge)) is not None and not is_plain(board, move):
            found.append(graded(board, move))
            if len(found) % 100 == 0:
                print(f"{len(found)} positions of {2 * count}", file=sys.stderr, flush=True)
            if len(found) == 2 * count:
                break
    # Of every hardness, but for the easiest, which are no puzzles.
    harder = sorted(found, key=lambda each: each.hardness)[len(found) // 4 :]
    for number in range(count):
        yield written(harder[number * len(harder) // count], 1 + GRADES * number // count, knowledge)


def main(arguments: list[str] | None = None) -> None:
    """Make the puzzles of a game again."""
    parser = argparse.ArgumentParser(
        prog="scripts/puzzles",
        description="Make puzzles of a game that is known exactly.",
        epilog="Example: scripts/puzzles squadro FOLDER",
    )
    parser.add_argument("game")
    parser.add_argument("solution", type=Path, help="the folder that `vato solve` has filled")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=2_026)
    parser.add_argument("--out", type=Path, help="without it, the file that is shipped")
    wishes = parser.parse_args(arguments)
    try:
        game = catalog.find(wishes.game)
        knowledge = catalog.known(game.name, wishes.solution)
        assert knowledge is not None
        if game.samples is None or game.folder is None:
            raise VatoError("There is nothing to make puzzles of {game} from.", game=game.name)
        positions = game.samples().only_moves(wishes.solution, wishes.seed)
        lines = list(make(game.name, positions, knowledge, wishes.count))
    except VatoError as error:
        sys.exit(f"vato: {error}")
    out = wishes.out or game.folder / FILE
    out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{out}: {len(lines)} puzzles")


if __name__ == "__main__":
    main()
