"""The state of a game as one subscriber sees it, as JSON: the cheap parts made each time, the dear ones only once."""

from __future__ import annotations

import asyncio

from vato.board import Board, Outcome, Player
from vato.server.http.language import outcome_text
from vato.server.http.visitors import is_member
from vato.server.play import contests
from vato.server.play.permission import may
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import COMPUTER, Said, StoredGame
from vato.server.store.times import now_ms
from vato.server.wire import game as wire
from vato.server.wire.live import Presence
from vato.server.wire.text import dump

NOBODY: Presence = {"type": "presence", "online": (False, False), "watchers": 0, "thinking": False}


async def state(snapshot: Snapshot, visitor: str | None, language: str, presence: Presence) -> str:
    """Return the whole state as a visitor sees it: a `wire.State`."""
    game = snapshot.game
    mine = game.seats_of(visitor)
    head: wire.StateHead = {
        "type": "state",
        "version": game.version,
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "layout": snapshot.layout,
        "start": game.start,
        "seats": seats_body(snapshot.board.sides, game, mine, presence),
        "outcome": outcome_body(language, snapshot.board, game.outcome),
        "clock": _clock(game),
        "offers": {"draw": game.offers.draw, "takeback": game.offers.takeback, "rematch": game.offers.rematch},
        "may": may(snapshot, mine),
        "chat": [_said(said) for said in snapshot.said],
        "contest": await _contest(snapshot, language),
        "next_id": game.next_id,
        "thinking": presence["thinking"],
        "watchers": presence["watchers"],
    }
    to_move = game.outcome is None and game.full and game.turn in mine
    seen = snapshot.scene(await snapshot.playable()) if to_move else snapshot.scene()
    return f'{dump(head)[:-1]},"scene":{seen},"turns":[{",".join(snapshot.turns)}]}}'


def outcome_body(language: str, board: Board, outcome: Outcome | None) -> wire.Outcome | None:
    """Return how a game ended, for programs and in words."""
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "text": outcome_text(language, board, outcome),
        "drawn": outcome.drawn,
        "no_result": outcome.no_result,
    }


def seats_body(
    sides: tuple[str, str], game: StoredGame, mine: tuple[Player, ...], presence: Presence
) -> tuple[wire.Seat, wire.Seat]:
    """Return who sits where."""

    def seat_body(player: Player) -> wire.Seat:
        seat = game.seats[player]
        return {
            "side": sides[player],
            "name": seat.name,
            "kind": seat.kind,
            "level": seat.level,
            "mine": player in mine,
            "online": seat.kind == COMPUTER or presence["online"][player],
            "contestant": seat.contestant,
            "member": is_member(seat.visitor) and seat.visitor != game.seats[1 - player].visitor,
        }

    return seat_body(0), seat_body(1)


def _said(said: Said) -> wire.ChatLine:
    return {"number": said.number, "seat": said.seat, "name": said.name, "text": said.text, "at_ms": said.at_ms}


def _clock(game: StoredGame) -> wire.Clock | None:
    clock, now = game.clock, now_ms()
    if clock is None:
        return None
    return {
        "initial_ms": clock.control.initial_ms,
        "increment_ms": clock.control.increment_ms,
        "remaining_ms": clock.remaining_at(now),
        "running": clock.running,
        "at_ms": now,
    }


async def _contest(snapshot: Snapshot, language: str) -> wire.Contest | None:
    row, game = snapshot.contest, snapshot.game
    if row is None or game.round is None:
        return None
    progress = await asyncio.to_thread(contests.progress_of, row, snapshot.rounds, game.seats)
    following: wire.ContestNext | None = None
    if progress.coming is not None and progress.beginner is not None:
        assert progress.beginner.contestant is not None
        following = {
            "rules": progress.coming.rules.name,
            "opening": progress.coming.opening,
            "first": progress.beginner.name,
            "first_contestant": progress.beginner.contestant,
        }
    contestants = [seat.contestant for seat in game.seats]
    return {
        "kind": row.kind,
        "round": game.round,
        "rounds": progress.rounds,
        "players": progress.players,
        "seats": (contestants.index(0), contestants.index(1)),
        "score": progress.score,
        "next": following,
        "over": progress.over,
        "winner": progress.winner,
        "games": [
            {
                "id": played.id,
                "rules": played.rules,
                "text": None if played.outcome is None else outcome_text(language, snapshot.board, played.outcome),
            }
            for played in snapshot.rounds
        ],
    }
