"""What people say to each other beside the board: each once, whatever is sent again."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from vato.server.http.refusals import no_visitor
from vato.server.http.visitors import clean
from vato.server.play.deed import Deed
from vato.server.play.games import Games
from vato.server.play.permission import Actor, acting_for
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import Commit, Said
from vato.server.store.times import now_ms
from vato.server.wire import live as wire

LONGEST_CHAT = 500


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
