"""Signs of engine help in a finished game, worked out when a moderator asks: for people to weigh, never a verdict.

Two things are told of each side: how often the engine's first choice was played, with what turns gave away, and how
long turns took; beside them stands the rating, if the game was rated. Strong players agree with the engine often, too,
and where one move is plainly best everybody does; so the two sides are told beside each other, and nothing is concluded
from them here.
"""

from __future__ import annotations

from itertools import islice
from statistics import mean, median, pstdev

from vato.board import Board
from vato.server.engine.thinking import Thinking
from vato.server.fair_queue import Asker
from vato.server.http.visitors import is_member
from vato.server.play.snapshot import Snapshot
from vato.server.play.view import rating_body
from vato.server.wire import moderation as wire

NODES = 50_000
"""How far the engine looks at each turn."""
OPENING_PLIES = 4
"""What many know by heart says nothing."""
MOST_PLIES = 200
"""Of a longer game the first are looked at."""
WIN = 10_000
"""What a position is worth in which the game is over, in hundredths; losses are cut off there."""


async def found(thinking: Thinking, snapshot: Snapshot, asker: Asker) -> wire.Signs:
    """Return the signs of a game."""
    game = snapshot.game
    replay = snapshot.board.root()
    agreed: list[list[bool]] = [[], []]
    losses: list[list[int]] = [[], []]
    best, value = await _judged(thinking, replay, asker)
    for ply, move in enumerate(snapshot.board.played[:MOST_PLIES]):
        player, has_choice = replay.turn, len(list(islice(replay.legal_moves, 2))) > 1
        replay.push(move)
        next_best, next_value = await _judged(thinking, replay, asker)
        after = next_value if replay.turn == player else -next_value
        if has_choice and ply >= game.base_plies + OPENING_PLIES:
            agreed[player].append(best == str(move))
            losses[player].append(0 if best == str(move) else max(0, value - after))
        best, value = next_best, next_value
    first, second = (_side(snapshot, player, agreed[player], losses[player]) for player in (0, 1))
    return {"sides": (first, second), "nodes": NODES}


async def _judged(thinking: Thinking, board: Board, asker: Asker) -> tuple[str, int]:
    """Return the best move of a position, and what it is worth to whoever is to move."""
    if (outcome := board.outcome()) is not None:
        return "", 0 if outcome.winner is None else WIN if outcome.winner == board.turn else -WIN
    judged = await thinking.judge(board, asker, NODES)
    return judged.found["lines"][0]["moves"][0], max(-WIN, min(WIN, judged.alone))


def _side(snapshot: Snapshot, player: int, agreed: list[bool], losses: list[int]) -> wire.SideSigns:
    game = snapshot.game
    seconds = seconds_of(snapshot, player)
    return {
        "name": game.seats[player].name,
        "member": is_member(game.seats[player].visitor),
        "rating": rating_body(game.seats[player].rating),
        "turns": len(agreed),
        "agreed": sum(agreed),
        "loss": round(mean(losses), 1) if losses else None,
        "seconds": seconds,
        "median_seconds": round(median(seconds), 1) if seconds else None,
        "spread": round(pstdev(seconds) / mean(seconds), 2) if seconds and mean(seconds) else None,
    }


def seconds_of(snapshot: Snapshot, player: int) -> list[float]:
    """Return what each turn of a side took, but for the first of both, when somebody may still have been arriving."""
    replay = snapshot.board.root()
    found = []
    for ply, move in enumerate(snapshot.board.played):
        if replay.turn == player and ply >= snapshot.game.base_plies + 2:
            found.append(round((snapshot.moves[ply].at_ms - snapshot.moves[ply - 1].at_ms) / 1000, 1))
        replay.push(move)
    return found
