"""Who sits where: taking the open seat, giving oneself a name, and taking back the invitation to a seat."""

from __future__ import annotations

from dataclasses import replace

from vato.board import Outcome, Player
from vato.server.http.refusals import Refusal, no_visitor
from vato.server.http.visitors import is_member
from vato.server.play.deed import Deed, by_post_begun
from vato.server.play.games import Games
from vato.server.play.permission import Actor, refuse_if_over, seats_of
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import OPEN, PERSON, WITHDRAWN, Seat, StoredGame
from vato.server.wire import live as wire


async def with_name(games: Games, game_id: str, actor: Actor, message: wire.Join | wire.Rename) -> Actor:
    """Return the actor with the name they are to have; a member who joins has their own."""
    own = isinstance(message, wire.Join)
    if own and actor.visitor is not None and (apart := (await games.apart([actor.visitor])).get(actor.visitor)):
        game = (await games.snapshot(game_id)).game
        if any(seat.visitor in apart for seat in game.seats):
            raise Refusal("You do not play with each other.", code="apart", status=403)
    return replace(actor, name=await games.name_for(actor.visitor, message.name, own=own))


def join(snapshot: Snapshot, actor: Actor, message: wire.Join) -> Deed | None:
    """Take the open seat; with a seat already, nothing happens."""
    game = snapshot.game
    if actor.visitor is None:
        raise no_visitor()
    if game.seats_of(actor.visitor):
        return None
    free = next((player for player, seat in enumerate(game.seats) if seat.kind == OPEN), None)
    if free is None:
        raise Refusal("Both seats are taken; you can watch.", code="taken")
    refuse_if_over(snapshot)
    taken = replace(game.seats[free], kind=PERSON, name=actor.name, visitor=actor.visitor)
    return Deed.of(by_post_begun(_with_seat(game, free, taken)))


def withdraw(snapshot: Snapshot, actor: Actor, message: wire.Withdraw) -> Deed | None:
    """Take the invitation to one's own game back, as long as nobody has accepted it."""
    game = snapshot.game
    if actor.visitor is None or game.owner != actor.visitor or game.full:
        raise Refusal("There is no invitation of yours to take back.", code="not_offered")
    return Deed.of(replace(game, outcome=Outcome(None, WITHDRAWN, no_result=True)))


def _with_seat(game: StoredGame, player: Player, seat: Seat) -> StoredGame:
    seats = (seat, game.seats[1]) if player == 0 else (game.seats[0], seat)
    return replace(game, seats=seats)


def rename(snapshot: Snapshot, actor: Actor, message: wire.Rename) -> Deed | None:
    """Give one's own seat a name."""
    mine = seats_of(snapshot, actor)
    if message.player not in mine:
        raise Refusal("You can change your own name only.", code="not_yours", status=403)
    seat = snapshot.game.seats[message.player]
    if seat.name == actor.name:
        return None
    if is_member(actor.visitor) and len(mine) == 1:
        raise Refusal("Members play by their own name.", code="own_name")
    return Deed.of(_with_seat(snapshot.game, message.player, replace(seat, name=actor.name)))
