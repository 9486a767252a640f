"""Conditional moves in games by post: which may be planned, and how the server follows a plan.

A plan is followed in the very transaction that keeps the move it answers: there is no moment at which the one is kept
and the other is not. It is not part of a game's state, and of no message to anybody else.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from vato.board import Board, Player
from vato.errors import VatoError
from vato.server.http.refusals import Refusal, stale
from vato.server.play.deed import Deed, ended, played
from vato.server.play.permission import Actor, refuse_if_over, seats_of
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import Commit
from vato.server.store.plans import Line, Plan, PlanChange

log = logging.getLogger("vato.server")


def planner(snapshot: Snapshot, actor: Actor) -> Player:
    """Return for whom the actor may plan; refuse who does not play one side of a game by post that goes on."""
    mine = seats_of(snapshot, actor)
    if not snapshot.game.by_post or len(mine) != 1:
        raise Refusal("Moves are planned in games by post, against somebody else.", code="not_by_post")
    return mine[0]


def refuse_unless_waiting(snapshot: Snapshot, player: Player, ply: int) -> None:
    """Refuse a plan that is not for the position on the board, with the other player to move."""
    refuse_if_over(snapshot)
    if not snapshot.game.full or ply != snapshot.game.plies:
        raise stale()
    if snapshot.game.turn == player:
        raise Refusal("It is your turn: play the move, and plan what you answer then.", code="your_turn")


def checked(board: Board, lines: Sequence[Sequence[str]]) -> tuple[Line, ...]:
    """Return lines as they are kept: each legal, each answered in one way, none that another one contains."""
    answers: dict[Line, str] = {}
    found: dict[Line, None] = {}
    for line in lines:
        if not line or len(line) % 2:
            raise Refusal("Every planned line ends with an answer of yours.", code="unanswered", status=422)
        read = _read(board, line)
        for number in range(1, len(read), 2):
            if answers.setdefault(read[:number], read[number]) != read[number]:
                raise Refusal(
                    "After {move} two answers are planned; choose one.",
                    code="two_answers",
                    status=422,
                    move=read[number - 1],
                )
        found[read] = None
    return tuple(line for line in found if not any(other != line and other[: len(line)] == line for other in found))


def _read(board: Board, line: Sequence[str]) -> Line:
    reached = board.copy()
    moves = []
    for move in line:
        moves.append(str(reached.push(move)))
        if len(moves) < len(line) and ended(reached, len(reached.played)) is not None:
            raise Refusal("After {move} the game is over.", code="over", status=422, move=moves[-1])
    return tuple(moves)


def followed(before: Snapshot, deed: Deed, plan: Plan | None) -> Deed:
    """Return what happens to a game by post with what becomes of its plan: it is followed, or of no use any more."""
    known = None if plan is None else plan.revision
    if plan is not None and (answered := _answered(before, deed, plan)) is not None:
        return answered
    return replace(deed, commit=replace(deed.commit, plan=PlanChange(known, None)))


def _answered(before: Snapshot, deed: Deed, plan: Plan) -> Deed | None:
    commit = deed.commit
    moves_on = len(commit.moves) == 1 and commit.keep_plies is None and commit.game.outcome is None
    if not moves_on or plan.plies != before.game.plies or plan.side != commit.game.turn or deed.board is None:
        return None
    move = commit.moves[0].text
    if (answer := plan.answer_to(move)) is None:
        return None
    try:
        second = played(before.after(commit, deed.board), answer)
    except VatoError:  # it was legal when it was planned
        log.exception("A planned move cannot be played in game %s.", commit.game.id)
        return None
    kept = None if second.commit.game.outcome is not None else plan.after(move)
    both = Commit(second.commit.game, (*commit.moves, *second.commit.moves), plan=PlanChange(plan.revision, kept))
    return Deed(both, second.board)
