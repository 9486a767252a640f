"""What players can do to a game: a table from the type of a message to its handler, the same for sockets and requests.

A handler is called while the game is held. It returns the committed new version, or the same one if there was nothing
left to do, or refuses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from vato.server.play import moves, seats
from vato.server.play import rematch as following
from vato.server.play.games import Games
from vato.server.play.permission import Actor
from vato.server.play.snapshot import Standing
from vato.server.wire import messages

Handler = Callable[[Games, Standing, Actor, Any], Awaitable[Standing]]

HANDLERS: dict[type[messages.Message], Handler] = {
    messages.MakeMove: moves.move,
    messages.Resign: moves.resign,
    messages.Flag: moves.flag,
    messages.OfferDraw: moves.offer_draw,
    messages.AnswerDraw: moves.answer_draw,
    messages.OfferTakeback: moves.offer_takeback,
    messages.AnswerTakeback: moves.answer_takeback,
    messages.OfferRematch: following.offer_rematch,
    messages.AnswerRematch: following.answer_rematch,
    messages.Join: seats.join,
    messages.Rename: seats.rename,
    messages.Chat: seats.chat,
}


async def act(
    games: Games,
    game_id: str,
    actor: Actor,
    message: messages.Action,
    acknowledge: Callable[[int], None] = lambda _: None,
) -> Standing:
    """Do what a message says: validate, commit, acknowledge, fan out."""
    if isinstance(message, messages.OfferDraw):
        # Asked before the game is held, as it may take its time.
        actor = await moves.with_opinion(games, game_id, actor, message)
    async with games.changing(game_id) as standing:
        version = games.done_before(game_id, actor.visitor, message)
        if version is not None:
            acknowledge(version)
            return standing
        following = await HANDLERS[type(message)](games, standing, actor, message)
        games.remember(game_id, actor.visitor, message, following.game.version)
        acknowledge(following.game.version)
        if following is not standing:
            games.announce(following)
    return following
