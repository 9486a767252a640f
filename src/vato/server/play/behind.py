"""What those see who do not play: a game that counts, some turns behind, so that nobody can help its players.

Turns and not seconds: however long somebody thinks, the position they think about is not shown to others. The moment a
game is over all of it is. Every way to look at a game, by socket, request, record or small picture, asks here.
"""

from __future__ import annotations

from dataclasses import replace

from vato.contest.clock import Clock
from vato.server.play.snapshot import Snapshot, back
from vato.server.store.model import StoredMove

TURNS = 3
"""How many turns are kept from who does not play."""


def as_seen_by(snapshot: Snapshot, visitor: str | None) -> Snapshot:
    """Return a game as somebody may see it: as it stands, or behind."""
    return snapshot if snapshot.game.seats_of(visitor) else from_outside(snapshot)


def from_outside(snapshot: Snapshot) -> Snapshot:
    """Return a game as those see it who do not play; worked out once for all of them."""
    game = snapshot.game
    if not game.counts or game.outcome is not None:
        return snapshot
    shown = max(min(game.base_plies, game.plies), game.plies - TURNS)
    if shown == game.plies:
        return snapshot
    if snapshot.behind is None or snapshot.behind[0] is not game:
        board = back(snapshot.board, shown)
        moves = snapshot.moves[:shown]
        clock = None if game.clock is None else _clock(game.clock, moves, board.turn)
        seen = replace(game, position=board.position, turn=board.turn, plies=shown, clock=clock)
        turns = snapshot.turns[:shown]
        snapshot.behind = game, replace(snapshot, game=seen, moves=moves, board=board, turns=turns).without_scene()
    return snapshot.behind[1]


def hidden_of(snapshot: Snapshot) -> int:
    """Return how many turns those do not see who do not play."""
    return snapshot.game.plies - from_outside(snapshot).game.plies


def _clock(clock: Clock, moves: tuple[StoredMove, ...], turn: int) -> Clock:
    """Return what the players had after the last turns that are shown; nobody's time is seen to run."""
    left = [clock.control.initial_ms] * 2
    for player, move in zip((1 - turn, turn), reversed(moves), strict=False):  # turns alternate
        left[player] = left[player] if move.clock_ms is None else move.clock_ms
    return replace(clock, remaining_ms=(left[0], left[1]), running=None)
