"""The state of a game as one subscriber sees it, as JSON: the cheap parts made each time, the dear ones only once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from vato.board import Board, Outcome, Player
from vato.server.http.language import outcome_text
from vato.server.play import contests
from vato.server.play.snapshot import Standing, dump
from vato.server.store.model import COMPUTER, Game
from vato.server.store.times import now_ms


@dataclass(frozen=True)
class Presence:
    """Who is there; it passes and is not kept."""

    online: tuple[bool, bool] = (False, False)
    watchers: int = 0
    thinking: bool = False

    def message(self) -> str:
        """Return it as a message of its own."""
        return dump(
            {
                "type": "presence",
                "online": self.online,
                "watchers": self.watchers,
                "thinking": self.thinking,
            }
        )


async def state(standing: Standing, visitor: str | None, language: str, presence: Presence) -> str:
    """Return the whole state as a visitor sees it."""
    game = standing.game
    mine = game.seats_of(visitor)
    head = {
        "type": "state",
        "version": game.version,
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "layout": standing.layout,
        "start": game.start,
        "seats": seats_body(standing.board.sides, game, mine, presence),
        "outcome": outcome_body(language, standing.board, game.outcome),
        "clock": _clock(game),
        "offers": {"draw": game.offers.draw, "takeback": game.offers.takeback, "rematch": game.offers.rematch},
        "may": may(standing, mine),
        "chat": [
            {"number": said.number, "seat": said.seat, "name": said.name, "text": said.text, "at_ms": said.at_ms}
            for said in standing.said
        ],
        "contest": await _contest(standing, language),
        "next_id": game.next_id,
        "thinking": presence.thinking,
        "watchers": presence.watchers,
    }
    to_move = game.outcome is None and game.full and game.turn in mine
    seen = standing.scene(await standing.playable()) if to_move else standing.scene()
    return f'{dump(head)[:-1]},"scene":{seen},"turns":[{",".join(standing.turns)}]}}'


def may(standing: Standing, mine: tuple[Player, ...]) -> dict[str, bool]:
    """Return what somebody with these seats may do now, beside moving."""
    game = standing.game
    going_on = bool(mine) and game.outcome is None and game.full
    return {
        "takeback": going_on and taken_back_to(game, mine) is not None,
        "draw": going_on and agreement_allowed(standing),
        "resign": going_on,
        "hint": going_on and game.alone and game.contest_id is None and game.turn in mine,
        "rematch": bool(mine) and game.outcome is not None and game.contest_id is None and game.imported is None,
    }


def agreement_allowed(standing: Standing) -> bool:
    """Return whether the rules know a draw by agreement."""
    try:
        standing.board.copy().agree_draw()
    except ValueError:
        return False
    return True


def taken_back_to(game: Game, mine: tuple[Player, ...]) -> int | None:
    """Return how many plies are left when somebody with these seats takes back a turn; None if there is none."""
    # Turns alternate, so the turn before was the other player's; on the same screen both are mine.
    plies = game.plies - (2 if game.turn in mine and len(mine) == 1 else 1)
    return plies if plies >= game.base_plies else None


def outcome_body(language: str, board: Board, outcome: Outcome | None) -> dict[str, Any] | None:
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
    sides: tuple[str, str], game: Game, mine: tuple[Player, ...], presence: Presence
) -> list[dict[str, Any]]:
    """Return who sits where."""
    return [
        {
            "side": sides[player],
            "name": seat.name,
            "kind": seat.kind,
            "level": seat.level,
            "mine": player in mine,
            "online": seat.kind == COMPUTER or presence.online[player],
        }
        for player, seat in enumerate(game.seats)
    ]


def _clock(game: Game) -> dict[str, Any] | None:
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


async def _contest(standing: Standing, language: str) -> dict[str, Any] | None:
    row, game = standing.contest, standing.game
    if row is None or game.round is None:
        return None
    facts = await asyncio.to_thread(contests.facts_of, row, standing.rounds, game.seats)
    following = None
    if facts.coming is not None and facts.beginner is not None:
        following = {
            "rules": facts.coming.rules.name,
            "opening": facts.coming.opening,
            "first": facts.beginner.name,
            "first_contestant": facts.beginner.contestant,
        }
    return {
        "kind": row.kind,
        "round": game.round,
        "rounds": facts.rounds,
        "players": facts.players,
        "seats": [[seat.contestant for seat in game.seats].index(contestant) for contestant in (0, 1)],
        "score": facts.score,
        "next": following,
        "over": facts.over,
        "winner": facts.winner,
        "games": [
            {
                "id": played.id,
                "rules": played.rules,
                "text": None if played.outcome is None else outcome_text(language, standing.board, played.outcome),
            }
            for played in standing.rounds
        ],
    }
