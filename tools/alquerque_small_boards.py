"""Solves Alquerque on boards so small that all their positions can be looked at.

`python -m tools.alquerque_small_boards` runs this file:

    python -m tools.alquerque_small_boards 3x3 modern bell

Uses nothing but the specification, and remembers every position that can come about. A game that never ends is drawn,
which is what the rule of repetition comes to.
"""

from __future__ import annotations

import argparse
from collections import defaultdict, deque
from typing import NamedTuple

from vato.games.alquerque import Board, RuleSet


class Solved(NamedTuple):
    """What is known of a start."""

    value: int
    """1 if the player to move wins, -1 if they lose, 0 if it is a draw."""
    turns: int
    """How many turns that takes if both play as well as they can, the loser as long as they can."""
    positions: int
    """How many positions can come about."""


def solve(rules: str, size: str) -> Solved:
    """Return what the start of a board is worth."""
    start = Board(RuleSet.read(rules).derive(repetition=0, quiet_turns=0), size=size)
    numbers = {start.position: 0}
    waiting = deque([start])
    later: list[list[int]] = []
    ended: list[int | None] = []
    while waiting:
        board = waiting.popleft()
        outcome = board.outcome()
        ended.append(None if outcome is None else _seen_by(board.turn, outcome.winner))
        reached = []
        for move in list(board.legal_moves):
            played = board.copy()
            played.push(move)
            after = Board.new(board.rules, played.position)
            if after.position not in numbers:
                numbers[after.position] = len(numbers)
                waiting.append(after)
            reached.append(numbers[after.position])
        later.append(reached)
    value, turns = _settle(later, ended)
    return Solved(value, turns, len(numbers))


def _seen_by(player: int, winner: int | None) -> int:
    return 0 if winner is None else 1 if winner == player else -1


def _settle(later: list[list[int]], ended: list[int | None]) -> tuple[int, int]:
    """Return the value of the first position, and in how many turns it is reached, from the ends backwards."""
    earlier: dict[int, list[int]] = defaultdict(list)
    for number, reached in enumerate(later):
        for after in reached:
            earlier[after].append(number)
    values: dict[int, tuple[int, int]] = {number: (end, 0) for number, end in enumerate(ended) if end is not None}
    open_turns = [len(reached) for reached in later]
    waiting = deque(number for number, (value, _) in values.items() if value)
    while waiting:
        after = waiting.popleft()
        value, turns = values[after]
        for number in earlier[after]:
            if number in values:
                continue
            open_turns[number] -= 1
            # Wins are found by their shortest way first; a position is lost once its last way out is.
            if value < 0 or open_turns[number] == 0:
                values[number] = -value, turns + 1
                waiting.append(number)
    return values.get(0, (0, 0))


def main(arguments: list[str] | None = None) -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.alquerque_small_boards",
        description="Solve small boards of Alquerque by looking at every position.",
        epilog="Example: python -m tools.alquerque_small_boards 3x3 modern bell",
    )
    parser.add_argument("size", nargs="?", default="3x3", help="the board, such as 3x3")
    parser.add_argument("rules", nargs="*", default=list(RuleSet.known), help="rule sets")
    wishes = parser.parse_args(arguments)
    for rules in wishes.rules:
        solved = solve(rules, wishes.size)
        word = {1: "White wins", -1: "Black wins", 0: "drawn"}[solved.value]
        print(f"{wishes.size} {rules}: {word} in {solved.turns} turns, {solved.positions:,} positions", flush=True)


if __name__ == "__main__":
    main()
