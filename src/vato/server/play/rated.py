"""Which games may be rated: those of members, with a clock, from the usual start by rules that have a name."""

from __future__ import annotations

from dataclasses import replace

from vato import catalog
from vato.contest.clock import Control
from vato.engine.levels import levels_of
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import is_bot, is_member
from vato.server.store.model import COMPUTER, PERSON, Seat, SeatRating, StoredGame


def refuse_unless_ratable(visitor: str | None, game: str, rules: str, control: Control | None) -> None:
    """Refuse what somebody wants to be rated, and what cannot be."""
    if not is_member(visitor):
        raise Refusal("Only members play rated games; become one, or sign in.", code="not_signed_in", status=401)
    if is_bot(visitor):
        raise Refusal("Bots play without a rating.", code="not_rated", status=403)
    if control is None:  # or whoever is about to lose would leave
        raise Refusal("A rated game has a clock; choose one, or play without a rating.", code="not_rated")
    if control.per_turn:  # as nobody could ask the engine about anything for weeks
        raise Refusal("A rated game is played in one sitting; games by post have no rating.", code="not_rated")
    entry = catalog.find(game)
    if rules not in entry.rules.known or entry.is_revanche(entry.read_rules(rules)):
        raise Refusal("Rated games are played by the usual rule sets on the usual board.", code="not_rated")


def rated(game: StoredGame) -> StoredGame:
    """Return a new game as a rated one; refuse one that cannot be."""
    control = None if game.clock is None else game.clock.control
    for seat in game.seats:
        if seat.kind == PERSON:
            refuse_unless_ratable(seat.visitor, game.game, game.rules, control)
    if game.alone and game.computer is None:
        raise _needs_opponent()
    first, second = (_rated_seat(game.game, seat) for seat in game.seats)
    return replace(game, seats=(first, second), rated=True)


def _rated_seat(game: str, seat: Seat) -> Seat:
    """Return a seat with no rating yet, or a level with its own."""
    if seat.kind == PERSON:
        return replace(seat, rating=None)
    if seat.kind != COMPUTER or seat.level is None:
        raise _needs_opponent()
    return replace(seat, rating=SeatRating(levels_of(game)[seat.level - 1].rating))


def _needs_opponent() -> Refusal:
    return Refusal("A rated game is played against a level, or somebody from the lobby.", code="not_rated")
