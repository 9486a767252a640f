"""Positions that somebody describes: a start and moves from there, within what can be worked out for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from vato import catalog
from vato.board import Board
from vato.errors import VatoError
from vato.server.http.refusals import Refusal
from vato.server.wire.fields import MOST_PLIES

MOST_TURNS = 5_000
"""A position with more turns than this is not shown; in a game there are some hundreds, in a made-up one millions."""
FEW_TURNS = 50
"""So many are worked out sooner than a thread wakes."""


def begun(game: str, rules: str | None, position: str | None, setup: Mapping[str, str]) -> Board:
    """Return a board at the start of a game, set up as somebody wishes."""
    catalog.find(game).check_setup(setup)  # before `new` sees it: a wish may be called like its other arguments
    return catalog.new(game, rules=rules, position=position, **setup)


def reached(
    game: str,
    rules: str | None,
    position: str | None,
    moves: Sequence[str],
    setup: Mapping[str, str] = MappingProxyType({}),
) -> Board:
    """Return the board on which moves have been played from a start."""
    if len(moves) > MOST_PLIES:
        raise VatoError("A game has at most {most} turns here.", most=MOST_PLIES)
    board = begun(game, rules, position, setup or {})
    for move in moves:
        board.push(move)
    return board


def has_few_turns(board: Board) -> bool:
    """Return whether what may be played is worked out sooner than a thread is asked, as in most positions of games."""
    return not _has_more_turns(board, FEW_TURNS)


def is_crowded(board: Board) -> bool:
    """Return whether a position has more turns than can be shown; takes a moment, as it counts them up to there."""
    return _has_more_turns(board, MOST_TURNS)


def _has_more_turns(board: Board, count: int) -> bool:
    return sum(1 for _ in islice(board.legal_moves, count + 1)) > count


def refuse_if_crowded(board: Board) -> None:
    """Refuse a position with more turns than can be shown."""
    if is_crowded(board):
        raise Refusal(
            "This position has more than {most} turns, too many to show.",
            code="invalid_position",
            status=422,
            most=MOST_TURNS,
        )
