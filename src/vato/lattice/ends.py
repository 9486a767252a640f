"""How games on a lattice end, as numbers that compiled code tells and what they mean; nothing here is compiled."""

from __future__ import annotations

from vato.board import REPETITION, Outcome

ALL_CAPTURED, BLOCKED, BLOCKED_DRAWS, TOO_QUIET, REPEATED = 1, 3, 5, 6, 7
"""How a game ends; to the first two the winner is added."""


def outcomes(captured: str, blocked: str, quiet: str) -> tuple[Outcome | None, ...]:
    """Return what these numbers mean, by the words of a game."""
    return (
        None,
        *(Outcome(winner, captured) for winner in (0, 1)),
        *(Outcome(winner, blocked) for winner in (0, 1)),
        Outcome(None, blocked),
        Outcome(None, quiet),
        Outcome(None, REPETITION),
    )
