"""What people do beside playing: take a seat, give themselves a name, talk."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from vato.board import Player
from vato.server.http.refusals import Refusal, no_visitor
from vato.server.http.visitors import LONGEST_CHAT, LONGEST_NAME, clean
from vato.server.play.deed import Deed
from vato.server.play.games import Games
from vato.server.play.permission import Actor, acting_for, refuse_if_over, seats_of
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import OPEN, PERSON, Commit, Said, Seat, StoredGame
from vato.server.store.times import now_ms
from vato.server.wire import live as wire


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
    taken = replace(game.seats[free], kind=PERSON, name=clean(message.name, LONGEST_NAME), visitor=actor.visitor)
    return Deed.of(_with_seat(game, free, taken))


def _with_seat(game: StoredGame, player: Player, seat: Seat) -> StoredGame:
    seats = (seat, game.seats[1]) if player == 0 else (game.seats[0], seat)
    return replace(game, seats=seats)


def rename(snapshot: Snapshot, actor: Actor, message: wire.Rename) -> Deed | None:
    """Give one's own seat a name."""
    if message.player not in seats_of(snapshot, actor):
        raise Refusal("You can change your own name only.", code="not_yours", status=403)
    name = clean(message.name, LONGEST_NAME)
    seat = snapshot.game.seats[message.player]
    if seat.name == name:
        return None
    return Deed.of(_with_seat(snapshot.game, message.player, replace(seat, name=name)))


def chat(snapshot: Snapshot, actor: Actor, message: wire.Chat) -> Deed | None:
    """Say something; those who watch may, too."""
    if actor.visitor is None:
        raise no_visitor()
    text = clean(message.text, LONGEST_CHAT)
    ref = _ref_of(actor.visitor, message)
    if not text or actor.has_said or (ref is not None and any(said.ref == ref for said in snapshot.said)):
        return None
    mine = snapshot.game.seats_of(actor.visitor)
    seat = None if not mine else acting_for(snapshot, actor)
    name = "" if seat is None else snapshot.game.seats[seat].name
    number = snapshot.said[-1].number + 1 if snapshot.said else 1
    return Deed(Commit(snapshot.game, said=Said(number, seat, name, text, now_ms(), ref)))


async def with_memory(games: Games, game_id: str, actor: Actor, message: wire.Chat) -> Actor:
    """Return the actor with whether they have said this before; of old words only the database knows."""
    ref = None if actor.visitor is None else _ref_of(actor.visitor, message)
    return actor if ref is None else replace(actor, has_said=await games.store.was_said(game_id, ref))


def _ref_of(visitor: str, message: wire.Chat) -> str | None:
    """Return what the database knows a message by: the same words under the same `ref` are said once, ever."""
    if message.ref is None:
        return None
    return hashlib.sha256(f"{visitor} {message.ref!r} {clean(message.text, LONGEST_CHAT)}".encode()).hexdigest()
