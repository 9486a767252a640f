"""What players can do to a game: a table from the type of a message to its handler, the same for sockets and requests.

A handler is called while the game is held. It returns what happens to the game, or None if there was nothing left to
do, or refuses. It neither waits nor writes: `Games.change` commits what it returns.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from vato.server import metrics
from vato.server.http.refusals import Refusal
from vato.server.play import chat, moves, rematch, seats
from vato.server.play.deed import Deed
from vato.server.play.done import name_of
from vato.server.play.games import Games
from vato.server.play.permission import Actor, refuse_unless_shown
from vato.server.play.snapshot import Snapshot
from vato.server.wire import live as wire

Handler = Callable[[Snapshot, Actor, Any], Deed | None]

HANDLERS: dict[type[wire.Message], Handler] = {
    wire.MakeMove: moves.move,
    wire.ComputerMove: moves.computer_move,
    wire.Resign: moves.resign,
    wire.Flag: moves.flag,
    wire.OfferDraw: moves.offer_draw,
    wire.AnswerDraw: moves.answer_draw,
    wire.OfferTakeback: moves.offer_takeback,
    wire.AnswerTakeback: moves.answer_takeback,
    wire.OfferRematch: rematch.offer_rematch,
    wire.AnswerRematch: rematch.answer_rematch,
    wire.Join: seats.join,
    wire.Rename: seats.rename,
    wire.Withdraw: seats.withdraw,
    wire.Chat: chat.chat,
}
ASKED_FIRST: dict[type[wire.Message], Callable[[Games, str, Actor, Any], Awaitable[Actor]]] = {
    wire.OfferDraw: moves.with_opinion,
    wire.OfferRematch: rematch.with_computer,
    wire.Chat: chat.with_memory,
    wire.Join: seats.with_name,
    wire.Rename: seats.with_name,
}
"""What takes its time to find out, and so is found out before the game is held."""


async def act(
    games: Games,
    game_id: str,
    actor: Actor,
    message: wire.Action,
    acknowledge: Callable[[int], None] = lambda _: None,
) -> Snapshot:
    """Do what a message says: validate, commit, acknowledge, fan out. Said again under the same `ref`, it is not."""
    name = name_of(game_id, actor.visitor, message)
    refusal: Refusal | None = None
    if name not in games.done and (ask := ASKED_FIRST.get(type(message))) is not None:
        try:
            actor = await ask(games, game_id, actor, message)
        except Refusal as found:
            refusal = found  # unless it turns out, when the game is held, that it was done meanwhile

    def decide(snapshot: Snapshot) -> Deed | None:
        refuse_unless_shown(snapshot, actor.visitor)
        if name in games.done:
            return None
        if refusal is not None:
            raise refusal
        return HANDLERS[type(message)](snapshot, actor, message)

    def committed(version: int) -> None:
        acknowledge(games.done.note(name, message, version))

    with metrics.ACTIONS.timed(message.type):
        return await games.change(game_id, decide, committed)
