"""Rows of the database's tables as the values of model.py, and back."""

from __future__ import annotations

from typing import Any

from vato.board import Outcome
from vato.contest.clock import Clock
from vato.server.store import controls
from vato.server.store.model import Offers, Said, Seat, SeatRating, StoredContest, StoredGame, StoredMove

Values = dict[str, Any]
"""A row to be written, by its columns."""


def game_values(game: StoredGame) -> Values:
    """Return a game as a row."""
    clock, outcome, offers = game.clock, game.outcome, game.offers
    return {
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "start": game.start,
        "position": game.position,
        "version": game.version,
        "turn": game.turn,
        "plies": game.plies,
        "base_plies": game.base_plies,
        "created_ms": game.created_ms,
        "updated_ms": game.updated_ms,
        **controls.values_of(clock.control if clock else None),
        "clock_first_ms": clock.remaining_ms[0] if clock else None,
        "clock_second_ms": clock.remaining_ms[1] if clock else None,
        "clock_running": clock.running if clock else None,
        "clock_since_ms": clock.since_ms if clock else None,
        "winner": outcome.winner if outcome else None,
        "reason": f"{outcome.reason}" if outcome else None,
        "no_result": outcome.no_result if outcome else False,
        "offers": {
            "draw": offers.draw,
            "takeback": offers.takeback,
            "rematch": offers.rematch,
            "draw_plies": list(offers.draw_plies),
        },
        "owner": game.owner,
        "next_id": game.next_id,
        "contest_id": game.contest_id,
        "round": game.round,
        "imported": game.imported,
        "brought": game.brought,
        "rated": game.rated,
        "tournament_id": game.tournament_id,
        "worker": game.worker,
    }


def seat_values(game: StoredGame) -> list[Values]:
    """Return a game's seats as rows."""
    return [
        {
            "game_id": game.id,
            "side": side,
            "kind": seat.kind,
            "name": seat.name,
            "visitor": seat.visitor,
            "level": seat.level,
            "contestant": seat.contestant,
            "rating": seat.rating and seat.rating.value,
            "provisional": seat.rating and seat.rating.provisional,
            "rating_change": seat.rating and seat.rating.change,
            "away_until_ms": seat.away_until_ms,
        }
        for side, seat in enumerate(game.seats)
    ]


def move_values(game_id: str, before: int, added: tuple[StoredMove, ...]) -> list[Values]:
    """Return moves as rows; `before` is how many were played before them."""
    return [
        {"game_id": game_id, "ply": ply, "text": move.text, "at_ms": move.at_ms, "clock_ms": move.clock_ms}
        for ply, move in enumerate(added, start=before + 1)
    ]


def outcome_of(row: Any) -> Outcome | None:
    """Return how a game ended, from its row."""
    return None if row.reason is None else Outcome(row.winner, row.reason, no_result=bool(row.no_result))


def clock_of(row: Any) -> Clock | None:
    """Return a game's clock, from its row."""
    control = controls.control_of(row)
    if control is None:
        return None
    return Clock(
        control,
        (row.clock_first_ms, row.clock_second_ms),
        row.clock_running,
        row.clock_since_ms,
    )


def game_of(row: Any, seat_rows: list[Any]) -> StoredGame:
    """Return the game that rows describe; the seats are in the order of their sides."""
    first, second = map(_seat_of, seat_rows)
    first_ply, second_ply = row.offers["draw_plies"]
    return StoredGame(
        id=row.id,
        game=row.game,
        rules=row.rules,
        start=row.start,
        position=row.position,
        seats=(first, second),
        turn=row.turn,
        plies=row.plies,
        created_ms=row.created_ms,
        updated_ms=row.updated_ms,
        version=row.version,
        base_plies=row.base_plies,
        clock=clock_of(row),
        outcome=outcome_of(row),
        offers=Offers(row.offers["draw"], row.offers["takeback"], row.offers["rematch"], (first_ply, second_ply)),
        owner=row.owner,
        next_id=row.next_id,
        contest_id=row.contest_id,
        round=row.round,
        imported=row.imported,
        brought=row.brought,
        rated=row.rated,
        tournament_id=row.tournament_id,
        worker=row.worker,
    )


def _seat_of(row: Any) -> Seat:
    rating = None if row.rating is None else SeatRating(row.rating, bool(row.provisional), row.rating_change)
    return Seat(row.kind, row.name, row.visitor, row.level, row.contestant, rating, row.away_until_ms)


def said_of(row: Any) -> Said:
    """Return a chat message, from its row."""
    return Said(row.number, row.seat, row.name, row.text, row.at_ms, row.ref)


def contest_of(row: Any) -> StoredContest:
    """Return a contest, from its row."""
    return StoredContest(row.id, row.kind, row.game, row.rules, tuple(row.opening_order), row.cycles)
