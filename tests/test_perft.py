"""Counted turns agree with those that came with the rules, with publications and with an independent count.

The expectations are the files in tests/perft, one line a position: rules, size, position or `start`, then the counts
for depth 1, 2, 3 and so on. Here the boards count, which takes them long; each game's kernel, which must agree with its
board on any position, counts them all in tests/games/GAME/test_kernel.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import vato

FOLDER = Path(__file__).parent / "perft"
MOST_TURNS = 2000
"""What a board counts in a tenth of a second."""


def cases() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*.perft")):
        game = path.stem.split("-")[0]
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if line and not line.startswith("#"):
                place, _, counts = line.partition("|")
                rules, size, position = place.strip().split(maxsplit=2)
                name = f"{path.stem}:{number}"
                found.append(pytest.param(game, rules, size, position, [*map(int, counts.split())], id=name))
    return found


def begun(game: str, rules: str, size: str, position: str) -> vato.Board:
    """Return the board that a line of a file is about."""
    return vato.new(
        game,
        rules=None if rules == "-" else rules,
        position=None if position == "start" else position,
        **({} if size == "-" else {"board": size}),
    )


@pytest.mark.parametrize(("game", "rules", "size", "position", "counts"), cases())
def test_perft(game: str, rules: str, size: str, position: str, counts: list[int]) -> None:
    board = begun(game, rules, size, position)
    shallow = [count for count in counts if count <= MOST_TURNS]
    for depth, expected in enumerate(shallow, start=1):
        counted = vato.perft(board, depth, plain=True)
        assert counted == expected, "\n".join(
            [
                f"depth {depth}: {counted} instead of {expected}",
                *(f"{move}: {n}" for move, n in vato.divide(board, depth, plain=True)),
            ]
        )


def test_depth_nought_is_the_position_itself() -> None:
    assert vato.perft(vato.new("fanorona"), 0) == 1


def test_divide_leaves_the_board_alone_when_it_is_abandoned() -> None:
    board = vato.new("fanorona")
    next(vato.divide(board, 2))
    assert board.played == ()
    with pytest.raises(vato.VatoError, match="a number from 1"):
        next(vato.divide(board, 0))


def test_divide_adds_up() -> None:
    board = vato.new("fanorona")
    assert sum(count for _, count in vato.divide(board, 3)) == 724  # RULES.md
    assert board.position == vato.new("fanorona").position
