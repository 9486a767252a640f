"""What the engine found, as it is sent: scores from both sides' view, lines as turns that can be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato import scene
from vato.board import Board, Player
from vato.knowledge import Fact, Facts, Result

if TYPE_CHECKING:
    from vato.engine import Analysis, Score
    from vato.server.wire import analysis as wire


def findings(board: Board, found: Analysis) -> wire.Findings:
    """Return what the engine found, in words for the browser."""
    ply = len(board.played) + 1
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "lines": [
            {
                "score": score_body(line.score, board.turn),
                "moves": [str(move) for move in line.moves],
                "first": scene.turn_of(board, line.move, ply),
                "fact": None if line.fact is None else _fact(line.fact, board.turn),
            }
            for line in found.lines
        ],
        "known": None if found.facts is None else _known(found.facts, board.turn),
    }


def _known(facts: Facts, turn: Player) -> wire.Known:
    return {**_fact(facts.fact, turn), "keeping": [str(move) for move in facts.keeping()]}


def _fact(fact: Fact, turn: Player) -> wire.Fact:
    winner = {Result.WON: turn, Result.LOST: 1 - turn, Result.DRAWN: None}[fact.result]
    return {"winner": winner, "turns": fact.turns}


def score_body(score: Score, turn: Player) -> wire.Score:
    """Return a score for the player to move, from both sides' view."""
    return {
        "value": score.value,
        "first_value": score.value if turn == 0 else -score.value,
        "wins_in": score.wins_in,
        "loses_in": score.loses_in,
        "text": str(score),
    }
