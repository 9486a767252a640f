"""Makes puzzles from the middle of games: `scripts/shots GAME`. Knows no game.

The engine plays quick and careless games against itself. Wherever it finds one move far better than every other, and
not at first sight, it looks again, longer each time; what it still says after the last look is a puzzle. As long as the
same is true after the answer of the other side, that turn is to be found as well.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tools.make_puzzles import GRADES, Found, graded, is_plain
from vato import catalog, scene
from vato.board import Board
from vato.engine.engine import Engine
from vato.engine.limits import Limit
from vato.errors import VatoError
from vato.learn.puzzles import ATTACK, DEFENCE, SHOTS_FILE

COUNT = 300
CARELESS = Limit(nodes=400)
CARELESS_SHARE = 0.2
"""How many moves of the games are played blindly."""
FIRST_PLY, LAST_PLY = 6, 60
LEAST_PIECES = 0.25
"""What must be left of the pieces of the start: with fewer it is an ending."""
LEAST_MOVES = 4
LOOKS = (Limit(nodes=10_000), Limit(nodes=200_000), Limit(nodes=2_000_000))
MARGIN = 200
"""By how much the one move is better, in hundredths of a stone or place."""
AHEAD = 120
"""From where on who is to move stands well."""
MOST_FINDS = 3
EXPLAINING = Limit(nodes=4_000)
LINE = 3
"""How many moves show why another one is not as good."""


class Shot(NamedTuple):
    """A position with one move that is far better than every other."""

    found: Found
    theme: str
    right: tuple[Any, ...]
    """The moves of both sides, those to be found among them."""
    finds: int


class Shooter:
    """Looks for such positions in games that it plays."""

    def __init__(self, game: str, seed: int, stack: ExitStack) -> None:
        self._game = game
        self._random = Random(seed)
        self._player, self._judge = (
            stack.enter_context(Engine(game, hash_mb=size, knowledge=None)) for size in (4, 64)
        )
        self._knowledge = catalog.known(game)

    def shots(self) -> Iterator[Shot]:
        """Yield them, one of a game at most."""
        seen = set()
        while True:
            for board in self._positions():
                if board.position not in seen and (shot := self._shot(board)) is not None:
                    seen.add(board.position)
                    yield shot
                    break

    def _positions(self) -> Iterator[Board]:
        board = catalog.new(self._game)
        least = LEAST_PIECES * _pieces(board)
        while board.outcome() is None and len(board.played) < LAST_PLY and _pieces(board) >= least:
            if self._knowledge is not None and self._knowledge.facts(board) is not None:
                return
            if len(board.played) >= FIRST_PLY:
                yield catalog.new(self._game, position=board.position)
            moves = list(board.legal_moves)
            blind = self._random.random() < CARELESS_SHARE
            board.push(self._random.choice(moves) if blind else self._player.play(board, CARELESS))

    def _shot(self, board: Board) -> Shot | None:
        if sum(1 for _ in board.legal_moves) < LEAST_MOVES:
            return None
        self._judge.clear()
        first = self._one_good(board, LOOKS[0])
        if first is None or is_plain(board, first[0]):
            return None
        for look in LOOKS[1:]:
            if (again := self._one_good(board, look)) is None or again[0] != first[0]:
                return None
            first = again
        move, theme = first
        right, finds = self._sequence(board, move)
        return Shot(graded(board, move), theme, right, finds)

    def _one_good(self, board: Board, look: Limit) -> tuple[Any, str] | None:
        """Return the move that is far better than every other, and what for, if there is one."""
        lines = self._judge.analyse(board, look, lines=2).lines
        if len(lines) < 2 or (best := lines[0].score.value) - (next_best := lines[1].score.value) < MARGIN:
            return None
        if best >= AHEAD:
            return lines[0].move, ATTACK
        return (lines[0].move, DEFENCE) if best >= -AHEAD // 2 and next_best <= -AHEAD else None

    def _sequence(self, board: Board, move: Any) -> tuple[tuple[Any, ...], int]:
        """Return how the game goes on, and how many of the moves are to be found."""
        board = catalog.new(self._game, position=board.position)
        played = [board.push(move)]
        finds = 1
        while finds < MOST_FINDS and board.outcome() is None:
            answer = self._judge.analyse(board, LOOKS[1]).move
            board.push(answer)
            if board.outcome() is not None or sum(1 for _ in board.legal_moves) < LEAST_MOVES:
                break
            if (following := self._one_good(board, LOOKS[1])) is None:
                break
            played += [answer, board.push(following[0])]
            finds += 1
        if board.played[len(played) :]:
            board.pop()
        if board.outcome() is None:
            played += self._judge.analyse(board, LOOKS[1]).lines[0].moves[:2]
        return tuple(played), finds

    def written(self, shot: Shot, grade: int) -> str:
        """Return a puzzle as a line of the file."""
        found = shot.found
        head = f"{grade} {found.depth} {found.lure} {shot.finds} | {shot.theme} | {found.board.position}"
        wrong = (self._line(found.board, move) for move in found.board.legal_moves if move != found.move)
        return " | ".join((head, " ".join(map(str, shot.right)), *wrong))

    def _line(self, board: Board, move: Any) -> str:
        board = board.copy()
        line = [board.push(move)]
        if board.outcome() is None:
            line += self._player.analyse(board, EXPLAINING).lines[0].moves[: LINE - 1]
        return " ".join(map(str, line))


def _pieces(board: Board) -> int:
    return len(scene.scene_of(board, options=False)["pieces"])


def make(game: str, seed: int, count: int) -> Iterator[str]:
    """Yield the lines of the file: theme by theme, the easiest puzzle first."""
    with ExitStack() as stack:
        shooter = Shooter(game, seed, stack)
        shots: list[Shot] = []
        for shot in shooter.shots():
            shots.append(shot)
            print(f"{len(shots)} of {count}: {shot.theme} {shot.found.board.position}", file=sys.stderr, flush=True)
            if len(shots) == count:
                break
        for theme in (ATTACK, DEFENCE):
            chosen = sorted((shot for shot in shots if shot.theme == theme), key=lambda shot: shot.found.hardness)
            for number, shot in enumerate(chosen):
                yield shooter.written(shot, 1 + GRADES * number // len(chosen))


def main(arguments: list[str] | None = None) -> None:
    """Make the puzzles from the middle of games again."""
    parser = argparse.ArgumentParser(
        prog="scripts/shots",
        description="Make puzzles from the middle of games the engine plays against itself.",
        epilog="Example: scripts/shots fanorona --count 20 --out shots.txt",
    )
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=2_026)
    parser.add_argument("--out", type=Path, help="without it, the file that is shipped")
    wishes = parser.parse_args(arguments)
    try:
        game = catalog.find(wishes.game)
        if game.kernel is None or game.folder is None:
            raise VatoError("There is no engine for {game} yet.", game=game.name)
        lines = list(make(game.name, wishes.seed, wishes.count))
    except VatoError as error:
        sys.exit(f"vato: {error}")
    out = wishes.out or game.folder / SHOTS_FILE
    out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{out}: {len(lines)} puzzles")


if __name__ == "__main__":
    main()
