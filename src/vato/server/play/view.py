"""The state of a game as one subscriber sees it, as JSON, whole or as what has changed.

What is dear is made only once for all who see it: `ready` makes what must be waited for, then a state is put together
without waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from vato.board import Board, Outcome, Player
from vato.server.http.language import outcome_text
from vato.server.http.visitors import is_bot, is_member
from vato.server.play import contests
from vato.server.play.permission import may
from vato.server.play.snapshot import NOTHING, Snapshot
from vato.server.store.model import COMPUTER, SeatRating, StoredGame
from vato.server.store.times import now_ms
from vato.server.wire import game as wire
from vato.server.wire.live import Presence
from vato.server.wire.text import dump

Seats = tuple[Player, ...]
"""Somebody's own, by which a state differs from that of others."""

NOBODY: Presence = {"type": "presence", "online": (False, False), "watchers": 0, "thinking": False}


@dataclass(frozen=True)
class Sight:
    """A version of a game with all that is needed to show it to somebody."""

    snapshot: Snapshot
    presence: Presence
    playable: str
    """What may be played, as part of the scene's JSON; for whoever is to move."""
    progress: contests.Progress | None
    """How the contest stands, where it is part of one."""
    behind: int = 0
    """How many turns of it are not shown."""

    @property
    def is_in_words(self) -> bool:
        """Whether there is something in it that each language says otherwise."""
        return self.snapshot.game.outcome is not None or self.progress is not None

    def whole(self, mine: Seats, language: str, hidden: Seats = ()) -> str:
        """Return the state as somebody with these seats sees it, but for what `hidden` sides said: a `wire.State`."""
        game = self.snapshot.game
        head = {
            "type": "state",
            "id": game.id,
            "game": game.game,
            "rules": game.rules,
            "layout": self.snapshot.layout,
            "start": game.start,
            "rated": game.rated,
            "tournament": game.tournament_id,
            "chat": _chat(self.snapshot, hidden),
            **self._news(mine, language),
        }
        return self._written(head, mine, self.snapshot.turns)

    def change(self, before: Snapshot, mine: Seats, language: str, hidden: Seats = ()) -> str:
        """Return what has changed since an earlier version: a `wire.StateChange`."""
        kept = self.snapshot.kept_of(before)
        head: dict[str, object] = {
            "type": "change",
            "before": before.game.version,
            "kept": kept,
            **self._news(mine, language),
        }
        if self.snapshot.said != before.said:
            head["chat"] = _chat(self.snapshot, hidden)
        return self._written(head, mine, self.snapshot.turns[kept:])

    def _written(self, head: dict[str, object], mine: Seats, turns: tuple[str, ...]) -> str:
        scene = self.snapshot.scene(self.playable if is_to_move(self.snapshot.game, mine) else NOTHING)
        return f'{dump(head)[:-1]},"scene":{scene},"turns":[{",".join(turns)}]}}'

    def _news(self, mine: Seats, language: str) -> wire.StateNews:
        snapshot, game = self.snapshot, self.snapshot.game
        return {
            "version": game.version,
            "seats": seats_body(snapshot.board.sides, game, mine, self.presence),
            "outcome": outcome_body(language, snapshot.board, game.outcome),
            "clock": _clock(game),
            "offers": {"draw": game.offers.draw, "takeback": game.offers.takeback, "rematch": game.offers.rematch},
            "may": may(snapshot, mine),
            "contest": None if self.progress is None else _contest(snapshot, self.progress, language),
            "next_id": game.next_id,
            "thinking": self.presence["thinking"],
            "watchers": self.presence["watchers"],
            "behind": self.behind,
        }


def is_to_move(game: StoredGame, mine: Seats) -> bool:
    """Return whether somebody with these seats may play a move now."""
    return game.outcome is None and game.full and game.turn in mine


async def ready(snapshot: Snapshot, presence: Presence, everybody: Iterable[Seats], behind: int = 0) -> Sight:
    """Return a version of a game ready to be shown to people with these seats, to whom some turns are not shown."""
    playable = NOTHING
    if any(is_to_move(snapshot.game, mine) for mine in everybody):
        playable = await snapshot.playable()
    progress: contests.Progress | None = None
    if snapshot.contest is not None and snapshot.game.round is not None:
        seats = snapshot.game.seats
        progress = await asyncio.to_thread(contests.progress_of, snapshot.contest, snapshot.rounds, seats)
    return Sight(snapshot, presence, playable, progress, behind)


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
        body: wire.Seat = {
            "side": sides[player],
            "name": seat.name,
            "kind": seat.kind,
            "level": seat.level,
            "mine": player in mine,
            "online": seat.kind == COMPUTER or presence["online"][player],
            "contestant": seat.contestant,
            "member": is_member(seat.visitor) and seat.visitor != game.seats[1 - player].visitor,
            "rating": rating_body(seat.rating),
            "away_until": seat.away_until_ms if (seat.away_until_ms or 0) > now_ms() else None,
        }
        if is_bot(seat.visitor):
            body["bot"] = True
        return body

    return seat_body(0), seat_body(1)


def rating_body(rating: SeatRating | None) -> wire.SeatRating | None:
    """Return the rating that somebody plays with."""
    if rating is None:
        return None
    return {"value": rating.value, "provisional": rating.provisional, "change": rating.change}


def _chat(snapshot: Snapshot, hidden: Seats) -> list[wire.ChatLine]:
    return [
        {"number": said.number, "seat": said.seat, "name": said.name, "text": said.text, "at_ms": said.at_ms}
        for said in snapshot.said
        if said.seat not in hidden
    ]


def _clock(game: StoredGame) -> wire.Clock | None:
    clock, now = game.clock, now_ms()
    if clock is None:
        return None
    return {
        "initial_ms": clock.control.initial_ms,
        "increment_ms": clock.control.increment_ms,
        "delay_ms": clock.control.delay_ms,
        "per_turn": clock.control.per_turn,
        "remaining_ms": clock.remaining_at(now),
        "running": clock.running,
        "stands_ms": 0 if clock.running is None else max(0, clock.runs_from_ms - now),
        "at_ms": now,
    }


def _contest(snapshot: Snapshot, progress: contests.Progress, language: str) -> wire.Contest:
    row, game = snapshot.contest, snapshot.game
    assert row is not None
    assert game.round is not None
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
                "winner": winner,
            }
            for played, winner in zip_longest(snapshot.rounds, progress.winners)
        ],
    }
