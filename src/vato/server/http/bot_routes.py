"""Bots: a member's requests about theirs, and the streams that bots listen to, one JSON object on each line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from vato.server.http.answers import as_json, content, routes_at
from vato.server.http.game_routes import GameId
from vato.server.http.language import language_of
from vato.server.http.lines import CLOSING_SECONDS, abort
from vato.server.http.member_routes import people_of
from vato.server.http.refusals import no_visitor
from vato.server.http.sockets import Outbox
from vato.server.http.visitors import identify, member_of
from vato.server.people.company import Bot
from vato.server.play.hub import Subscriber
from vato.server.play.permission import refuse_unless_shown
from vato.server.services import Services, address_of, services_of
from vato.server.wire import company as wire

router = routes_at("/api", "bots")
LINES = "application/x-ndjson"
SILENCE_SECONDS = 6.0
"""After which an empty line says that all is well."""
BotName = Annotated[str, Path(max_length=200, examples=["Ann's engine"])]


@router.get("/me/bots", response_model=wire.BotList)
async def my_bots(request: Request) -> Response:
    """Return the bots of the member who asks."""
    return as_json(await people_of(request).bots.of(request))


@router.post("/me/bots", response_model=wire.BotToken, status_code=201)
async def make_bot(request: Request, sent: wire.NewBot) -> Response:
    """Make a bot; its token is told once."""
    made = as_json(await people_of(request).bots.make(request, sent.name))
    made.status_code = 201
    return made


@router.post("/me/bots/{name}/token", response_model=wire.BotToken)
async def new_token(request: Request, name: BotName) -> Response:
    """Give a bot another token; the one before is worth nothing from then on."""
    return as_json(await people_of(request).bots.renew(request, name))


@router.delete("/me/bots/{name}/token", response_model=wire.BotList)
async def revoke_token(request: Request, name: BotName) -> Response:
    """Let a bot's token be worth nothing."""
    return as_json(await people_of(request).bots.revoke(request, name))


@router.delete("/me/bots/{name}", response_model=wire.BotList)
async def delete_bot(request: Request, name: BotName) -> Response:
    """Delete a bot; its games are resigned, and stay without a name."""
    return as_json(await people_of(request).bots.forget(request, name))


# Streams


@router.get("/stream", response_model=None, responses=content(LINES))
async def events(request: Request) -> Response:
    """Return what happens to the bot, or member, who asks, as a stream: challenges, and games that begin and end.

    It begins with what stands: challenges that wait, and games under way.
    """
    people, services = people_of(request), services_of(request)
    guest = Bot(member_of(request))
    async with AsyncExitStack() as held:
        held.enter_context(services.sockets.hold(address_of(request)))
        await held.enter_async_context(people.dares.company.listening(guest))
        return Stream(services, request, guest.outbox, held)


@router.get("/games/{game_id}/stream", response_model=None, responses=content(LINES))
async def game_states(request: Request, game_id: GameId) -> Response:
    """Return a game as a stream: its whole state now, after each change, and who is there; it ends with the game."""
    services, visitor = services_of(request), identify(request)
    if visitor is None:
        raise no_visitor()
    games = services.games
    subscriber = Subscriber(visitor, language_of(request))
    subscriber.hides = await games.hides(visitor)
    refuse_unless_shown(await games.snapshot(game_id), visitor)

    def is_over() -> bool:
        known = games.known(game_id)
        return not len(subscriber.outbox) and (known is None or known.game.outcome is not None)

    async with AsyncExitStack() as held:
        held.enter_context(services.sockets.hold(address_of(request)))
        held.enter_context(games.hub.subscribed(game_id, subscriber))
        await games.send_state(game_id, subscriber)
        return Stream(services, request, subscriber.outbox, held, is_over)


class Stream(StreamingResponse):
    """What comes into an outbox, line by line, until it is over, time to leave, or nobody is recognised.

    Whatever it holds is let go of when nobody reads it any more.
    """

    def __init__(
        self,
        services: Services,
        request: Request,
        outbox: Outbox,
        held: AsyncExitStack,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        # Said to be as it is, so that nothing compresses it and so holds lines back.
        headers = {"content-encoding": "identity", "cache-control": "no-store"}
        super().__init__(self._lines(), media_type=LINES, headers=headers)
        self._request = request
        self._outbox = outbox
        self._is_over = is_over
        self._leaving = asyncio.Event()
        held.enter_context(services.staying(request, self._leave))
        self._held = held.pop_all()

    def _leave(self) -> None:
        """End it, and cut it off from a reader that takes nothing any more, and so does not come to the end."""
        self._leaving.set()
        cutting = asyncio.get_running_loop().call_later(CLOSING_SECONDS, abort, self._request)
        self._held.callback(cutting.cancel)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it to its end, and let go."""
        async with self._held:
            await super().__call__(scope, receive, send)

    async def _lines(self) -> AsyncIterator[bytes]:
        going = asyncio.create_task(self._leaving.wait())
        taking = asyncio.create_task(self._outbox.take())
        try:
            while not self._outbox.overflowed:
                await asyncio.wait((going, taking), timeout=SILENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if going.done():
                    return
                if taking.done():
                    yield f"{taking.result()}\n".encode()
                    if self._is_over():
                        return
                    taking = asyncio.create_task(self._outbox.take())
                else:
                    yield b"\n"
        finally:
            going.cancel()
            taking.cancel()
