"""What players can do to a game: a table from the type of a message to its handler, the same for sockets and requests.

A handler is called while the game is held. It returns the committed new version, or the same one if there was nothing
left to do, or refuses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from vato.server import following, meeting, messages, playing
from vato.server.games import Games
from vato.server.permission import Actor
from vato.server.standing import Standing

Handler = Callable[[Games, Standing, Actor, Any], Awaitable[Standing]]

HANDLERS: dict[type[messages.Message], Handler] = {
    messages.MakeMove: playing.move,
    messages.Resign: playing.resign,
    messages.Flag: playing.flag,
    messages.OfferDraw: playing.offer_draw,
    messages.AnswerDraw: playing.answer_draw,
    messages.OfferTakeback: playing.offer_takeback,
    messages.AnswerTakeback: playing.answer_takeback,
    messages.OfferRematch: following.offer_rematch,
    messages.AnswerRematch: following.answer_rematch,
    messages.Join: meeting.join,
    messages.Rename: meeting.rename,
    messages.Chat: meeting.chat,
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
        actor = await playing.with_opinion(games, game_id, actor, message)
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
