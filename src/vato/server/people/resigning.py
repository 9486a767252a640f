"""Gives up the games of a member who cannot come any more, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import logging

from vato.errors import VatoError
from vato.server.http.refusals import Refusal, stale
from vato.server.play import actions
from vato.server.play.games import Games
from vato.server.play.permission import Actor
from vato.server.store.members import Members
from vato.server.wire import live

log = logging.getLogger("vato")

MOST_ATTEMPTS = 5
"""At resigning a game that the other one plays on in."""


async def resign_all(games: Games, members: Members, member: str) -> None:
    """Let a member give up all games against others."""
    actor = Actor(member, lambda _: asyncio.sleep(0, result=False))
    for game_id in await members.under_way(member):
        try:
            await _resign(games, game_id, actor)
        except VatoError as error:  # one that cannot be read keeps the others from nothing
            log.error("Game %s is not resigned: %s", game_id, error)


async def _resign(games: Games, game_id: str, actor: Actor) -> None:
    """Resign a game against another person, whatever is played in it meanwhile."""
    for _ in range(MOST_ATTEMPTS):
        game = (await games.snapshot(game_id)).game
        if game.alone:
            return
        try:
            await actions.act(games, game_id, actor, live.Resign(type="resign", ply=game.plies))
        except Refusal as refusal:
            if refusal.code in ("over", "not_begun"):
                return
            if refusal.code != "stale":
                raise
        else:
            return
    raise stale()
