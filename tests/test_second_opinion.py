"""The boards agree with the counters in tests/perft, which were written from the rule texts alone and share no code."""

from __future__ import annotations

import random

import pytest

import vato
from tests.games.alquerque.cases import DERIVED
from tests.perft import count, count_alquerque
from vato import catalog

SIZES = ("3x3", "5x3", "5x5", "3x7", "9x5", "7x7")
GAMES, TURNS = 2, 60
"""Of each case, at most; every position on the way is compared."""
CASES = [("fanorona", rules, {"board": size}) for rules in catalog.find("fanorona").rules.known for size in SIZES]
ALQUERQUE = (*catalog.find("alquerque").rules.known, *DERIVED)
CASES += [("alquerque", rules, {"board": size}) for rules in ALQUERQUE for size in SIZES]
CASES += [("squadro", "standard", {"first": first}) for first in ("light", "dark")]


def identity(game: str, position: str) -> str:
    """Return the part of a position text that the second opinion writes, too."""
    return " ".join(position.split()[:2]) if game == "fanorona" else position


def successors(game: str, rules: str, size: str, position: str) -> dict[str, str]:
    """Return what the second opinion says of a position."""
    if game == "alquerque":
        return count_alquerque.successors(rules, size, position)
    return count.successors(game, rules, size, position)


@pytest.mark.parametrize(("game", "rules", "setup"), CASES, ids=lambda value: str(value))
def test_same_turns_and_same_successors(game: str, rules: str, setup: dict[str, str]) -> None:
    rng = random.Random(f"{game} {rules} {setup}")
    for _ in range(GAMES):
        board = vato.new(game, rules=rules, **setup)
        while board.legal_moves and len(board.played) < TURNS:
            fresh = vato.new(game, rules=rules, position=board.position)
            expected = successors(game, rules, setup.get("board", "-"), board.position)
            reached = {}
            for move in list(fresh.legal_moves):
                fresh.push(move)
                reached[str(move)] = identity(game, fresh.position)
                fresh.pop()
            assert reached == expected, board.position
            board.push(rng.choice(board.legal_moves))
