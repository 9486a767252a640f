"""What knowledge does to an analysis: which turns are left out of the search, what lines are worth, how they go on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from vato.board import Board, Player
from vato.compiled.contract import WIN
from vato.engine import search
from vato.engine.analysis import Line, Score
from vato.engine.limits import Limit
from vato.knowledge import Fact, Knowledge, Patience, Result, best_line
from vato.moves import MoveT

LINES_LOOKED_UP, LONGEST_LINE = 3, 24
"""How many lines are looked up where the search has left off, and how many moves they then have at most."""
LINES_SECONDS = 0.02
"""How long that may take, after the thinking."""
PATIENCE, PATIENCE_A_SECOND = 600_000, 300_000
"""How many positions may be looked at to tell how far the ends are: at most, and for a second of thinking."""


def patience_within(limit: Limit) -> Patience:
    """Return how much patience there is with knowledge within a limit."""
    seconds = limit.budget_seconds
    in_time = PATIENCE if seconds is None else min(seconds * PATIENCE_A_SECOND, PATIENCE)
    return Patience(min(int(in_time), limit.nodes or PATIENCE))


def exclude(control: Any, found: list[tuple[int, int]], worths: dict[tuple[int, int], tuple[int, int]]) -> None:
    """Leave turns out of the next search of the root: those found, and those known to be worse than the best left."""
    left = [turn for turn in worths if turn not in found]
    most = max((worths[turn] for turn in left), default=None)
    excluded = found + [turn for turn in left if worths[turn] != most]
    control[search.EXCLUDED - 1] = len(excluded)
    control[search.EXCLUDED : search.EXCLUDED + 2 * len(excluded)] = np.array(excluded, np.uint64).reshape(-1)


def informed_score(value: int, fact: Fact | None, player: Player) -> Score:
    """Return a value found by search, or what is known better; it never contradicts what is known."""
    if fact is None:
        return Score(value, player)
    if fact.turns is not None or fact.result == Result.DRAWN:
        return Score(fact.result * (WIN - (fact.turns or 0)), player)
    return Score(max(value, 1) if fact.result == Result.WON else min(value, -1), player)


def informed_lines(knowledge: Knowledge, board: Board[MoveT], lines: Sequence[Line[MoveT]]) -> tuple[Line[MoveT], ...]:
    """Return lines, the first ones with the moves after them that are known to be best."""
    deadline = time.monotonic() + LINES_SECONDS
    known = [_to_the_end(knowledge, board, line, deadline) for line in lines[:LINES_LOOKED_UP]]
    return *known, *lines[LINES_LOOKED_UP:]


def _to_the_end(knowledge: Knowledge, board: Board[MoveT], line: Line[MoveT], deadline: float) -> Line[MoveT]:
    """Return a line with what is known to follow it: the search stops at what is known."""
    if line.fact is not None and line.fact.turns is None:
        return line  # nor will it be known from there how far the end is
    board = board.copy()
    for move in line.moves:
        board.push(move)
    more = best_line(knowledge, board, LONGEST_LINE - len(line.moves), deadline)
    return replace(line, moves=(*line.moves, *more))
