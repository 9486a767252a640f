"""What follows a finished game: the rematch that both want, or the next game of a contest."""

from __future__ import annotations

from dataclasses import replace

from vato.server.http.refusals import Refusal
from vato.server.play import contests, new_game
from vato.server.play.closed import refuse_computer_if_closed
from vato.server.play.deed import Deed, offered
from vato.server.play.games import Games
from vato.server.play.permission import (
    Actor,
    acting_for,
    has_rematch,
    refuse_unless_offered,
    refuse_unless_shown,
    seats_of,
)
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import Commit, StoredGame
from vato.server.wire import live as wire


def offer_rematch(snapshot: Snapshot, actor: Actor, message: wire.OfferRematch) -> Deed | None:
    """Ask for another game with sides exchanged; where nobody needs to be asked, create it."""
    player = acting_for(snapshot, actor)
    game = snapshot.game
    _refuse_unless_rematch(game)
    if game.next_id is not None or (game.offers.rematch == player and not game.alone):
        return None
    if game.alone or game.offers.rematch == 1 - player:
        return _rematch(game)
    return offered(snapshot, replace(game.offers, rematch=player))


def answer_rematch(snapshot: Snapshot, actor: Actor, message: wire.AnswerRematch) -> Deed | None:
    """Accept or decline another game."""
    player = acting_for(snapshot, actor)
    _refuse_unless_rematch(snapshot.game)
    if snapshot.game.next_id is not None:
        return None
    refuse_unless_offered(snapshot.game.offers.rematch, player)
    if message.accept:
        return _rematch(snapshot.game)
    return offered(snapshot, replace(snapshot.game.offers, rematch=None))


def _refuse_unless_rematch(game: StoredGame) -> None:
    if game.outcome is None:
        raise Refusal("The game is not over yet.", code="not_over")
    if not has_rematch(game):
        raise Refusal("This game has no rematch.", code="no_rematch")


def _rematch(game: StoredGame) -> Deed:
    created = new_game.rematch(game)
    after = replace(game, next_id=created.id, offers=replace(game.offers, rematch=None))
    return Deed(Commit(after, created=created))


async def with_computer(games: Games, game_id: str, actor: Actor, _: wire.OfferRematch | None = None) -> Actor:
    """Return the actor, unless the next game would be against the computer and that is closed to them now."""
    game = (await games.snapshot(game_id)).game
    if game.computer is not None and game.next_id is None:
        await refuse_computer_if_closed(games.store, actor.visitor, game.game)
    return actor


async def next_game(games: Games, game_id: str, actor: Actor) -> str:
    """Return the game that follows a finished one, creating it if nobody has: a contest's next, or the rematch."""
    await with_computer(games, game_id, actor)
    following = await games.change(game_id, lambda snapshot: _following(snapshot, actor))
    assert following.game.next_id is not None
    return following.game.next_id


def _following(snapshot: Snapshot, actor: Actor) -> Deed | None:
    game = snapshot.game
    refuse_unless_shown(snapshot, actor.visitor)
    seats_of(snapshot, actor)
    if game.next_id is not None:
        return None
    if game.contest_id is not None:
        return _next_round(snapshot)
    _refuse_unless_rematch(game)
    if not game.alone:
        raise Refusal("The other player has not agreed to a rematch yet.", code="not_offered")
    return _rematch(game)


def _next_round(snapshot: Snapshot) -> Deed:
    game = snapshot.game
    if game.outcome is None:
        raise Refusal("The game is not over yet.", code="not_over")
    assert snapshot.contest is not None
    pairing = contests.contest_of(snapshot.contest, snapshot.rounds, game.seats).next
    if pairing is None or not contests.is_current(game, snapshot.rounds):
        raise Refusal("The contest is over; no game is left to play.", code="over")
    created, moves = new_game.next_round(game, pairing)
    return Deed(Commit(replace(game, next_id=created.id), created=created, created_moves=moves))
