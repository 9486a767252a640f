"""What people do beside playing: take a seat, give themselves a name, talk."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from vato.board import Player
from vato.server.http.refusals import Refusal, no_visitor
from vato.server.http.visitors import LONGEST_CHAT, LONGEST_NAME, clean
from vato.server.play.games import Games
from vato.server.play.permission import Actor, acting_for, refuse_if_over, seats_of
from vato.server.play.snapshot import Standing
from vato.server.store.model import OPEN, PERSON, Change, Game, Said, Seat
from vato.server.store.times import now_ms
from vato.server.wire import messages


async def join(games: Games, standing: Standing, actor: Actor, message: messages.Join) -> Standing:
    """Take the open seat; with a seat already, nothing happens."""
    game = standing.game
    if actor.visitor is None:
        raise no_visitor()
    if game.seats_of(actor.visitor):
        return standing
    free = next((player for player, seat in enumerate(game.seats) if seat.kind == OPEN), None)
    if free is None:
        raise Refusal("Both seats are taken; you can watch.", code="taken")
    refuse_if_over(standing)
    taken = replace(game.seats[free], kind=PERSON, name=clean(message.name, LONGEST_NAME), visitor=actor.visitor)
    return await games.commit(standing, Change(_with_seat(game, free, taken)))


def _with_seat(game: Game, player: Player, seat: Seat) -> Game:
    seats = (seat, game.seats[1]) if player == 0 else (game.seats[0], seat)
    return replace(game, seats=seats)


async def rename(games: Games, standing: Standing, actor: Actor, message: messages.Rename) -> Standing:
    """Give one's own seat a name."""
    if message.player not in seats_of(standing, actor):
        raise Refusal("You can change your own name only.", code="not_yours", status=403)
    name = clean(message.name, LONGEST_NAME)
    seat = standing.game.seats[message.player]
    if seat.name == name:
        return standing
    return await games.commit(standing, Change(_with_seat(standing.game, message.player, replace(seat, name=name))))


async def chat(games: Games, standing: Standing, actor: Actor, message: messages.Chat) -> Standing:
    """Say something; those who watch may, too."""
    if actor.visitor is None:
        raise no_visitor()
    text = clean(message.text, LONGEST_CHAT)
    if not text:
        return standing
    ref = None if message.ref is None else _name(actor.visitor, message.ref, text)
    if ref is not None and await games.store.was_said(standing.game.id, ref):
        return standing
    mine = standing.game.seats_of(actor.visitor)
    seat = None if not mine else acting_for(standing, actor)
    name = "" if seat is None else standing.game.seats[seat].name
    number = standing.said[-1].number + 1 if standing.said else 1
    return await games.say(standing, Said(number, seat, name, text, now_ms(), ref))


def _name(visitor: str, ref: str | int, text: str) -> str:
    """Return what the database knows a message by: the same words under the same `ref` are said once, ever."""
    return hashlib.sha256(f"{visitor} {ref!r} {text}".encode()).hexdigest()
