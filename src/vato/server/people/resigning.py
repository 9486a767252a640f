"""Gives up the games of a member who cannot come any more, and takes back their invitations: nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from vato.errors import VatoError
from vato.server.http.refusals import Refusal, stale
from vato.server.play import actions
from vato.server.play.games import Games
from vato.server.play.permission import Actor
from vato.server.store.members import Awaited, Members
from vato.server.wire import live

log = logging.getLogger("vato")

MOST_ATTEMPTS = 5
"""At resigning a game that the other one plays on in, and at being forgotten while others begin."""


async def resign_all(games: Games, members: Members, member: str) -> int:
    """Let a member give up all games against others, and all invitations; return how many there were."""
    actor = Actor(member, lambda _: asyncio.sleep(0, result=False))
    resigned = 0
    for game_id in await members.under_way(member):
        try:
            resigned += await _resign(games, game_id, actor)
        except VatoError as error:  # one that cannot be read keeps the others from nothing
            log.error("Game %s is not resigned: %s", game_id, error)
    return resigned


async def parted(games: Games, members: Members, member: str, forget: Callable[..., Awaitable[list[str]]]) -> list[str]:
    """Forget a member who has given up all games, also one that begins meanwhile; return the games that were theirs."""
    for _ in range(MOST_ATTEMPTS):
        await resign_all(games, members, member)
        with suppress(Awaited):
            return await forget()
    return await forget(even_if_awaited=True)  # where a game cannot be read


async def _resign(games: Games, game_id: str, actor: Actor) -> bool:
    """Resign a game that others wait for, or take it back if nobody has joined, whatever happens in it meanwhile."""
    for _ in range(MOST_ATTEMPTS):
        game = (await games.snapshot(game_id)).game
        if game.outcome is not None or (game.alone and game.tournament_id is None):
            return False
        deed = live.Resign(type="resign", ply=game.plies) if game.full else live.Withdraw(type="withdraw")
        try:
            await actions.act(games, game_id, actor, deed)
        except Refusal as refusal:
            if refusal.code not in ("over", "stale", "not_begun", "not_offered"):
                raise
        else:
            return True
    raise stale()
