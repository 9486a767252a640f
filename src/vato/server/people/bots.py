"""Bots: members that are programs. A member makes and keeps them; each has a token, told once, that can be revoked.

A bot has no password, no passkey and no session, so that its token can play, and change nothing about any account.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from vato.server.http.refusals import Refusal, not_signed_in
from vato.server.http.visitors import BOTS, visitor_of
from vato.server.people import names
from vato.server.people.resigning import parted
from vato.server.play.games import Games
from vato.server.store.bots import Bot, Bots
from vato.server.store.members import Ended, Member
from vato.server.store.model import Conflict
from vato.server.store.times import now_ms
from vato.server.wire import company as wire

if TYPE_CHECKING:
    from vato.server.people.members import People

TOKENS = "vatobot_"
"""What a bot's token begins with: so that it is known for one, by whoever finds it where it should not be, too."""
MOST_BOTS = 5
"""Of one member."""


def new_token() -> str:
    """Return a token for a bot: 208 random bits, and as long as any other."""
    return f"{TOKENS}{secrets.token_urlsafe(26)}"


def is_token(text: str | None) -> bool:
    """Return whether a program comes as a bot."""
    return text is not None and text.startswith(TOKENS)


class BotAccounts:
    """The bots of this server."""

    def __init__(self, people: People, games: Games) -> None:
        self._people = people
        self._games = games
        self.rows = Bots(games.store)

    async def recognised(self, token: str) -> str:
        """Return the bot of a token's hash; one that was revoked is refused, and not taken for some visitor's."""
        bot = await self.rows.member_of(token)
        if bot is None:
            raise Refusal("This token is no bot's, or was revoked.", code="not_signed_in", status=401)
        return bot

    async def of(self, connection: HTTPConnection) -> wire.BotList:
        """Return the bots of the member who asks."""
        session, _ = await self._people.session(connection)
        return {
            "bots": [
                {"name": bot.name, "created": bot.created_ms, "token": bot.token_ms}
                for bot in await self.rows.of(session.member)
            ]
        }

    async def make(self, connection: HTTPConnection, wanted: str) -> wire.BotToken:
        """Make a bot of the member who asks."""
        session, _ = await self._people.fresh_session(connection)
        name, token = names.checked(wanted), new_token()
        bot = Member(f"{BOTS}{secrets.token_hex(16)}", name, None, now_ms())
        try:
            made = await self.rows.add(session, bot, names.looks(name), visitor_of(token), MOST_BOTS)
        except Conflict as conflict:
            raise names.taken(name) from conflict
        except Ended as ended:
            raise not_signed_in() from ended
        if not made:
            raise Refusal("You have {count} bots; delete one first.", code="too_many", count=MOST_BOTS)
        return {"name": name, "token": token}

    async def renew(self, connection: HTTPConnection, name: str) -> wire.BotToken:
        """Give a bot another token; the one before is worth nothing from then on."""
        keeper, bot = await self._mine(connection, name, fresh=True)
        token = new_token()
        await self._set_token(keeper, bot, visitor_of(token))
        return {"name": bot.name, "token": token}

    async def revoke(self, connection: HTTPConnection, name: str) -> wire.BotList:
        """Let a bot's token be worth nothing; whoever signed in long ago can do that, too."""
        await self._set_token(*await self._mine(connection, name, fresh=False), None)
        return await self.of(connection)

    async def _set_token(self, keeper: str, bot: Bot, token: str | None) -> None:
        await self.rows.set_token(keeper, bot.id, token, now_ms())
        if bot.token is not None:
            self._people.cut([bot.token])

    async def forget(self, connection: HTTPConnection, name: str) -> wire.BotList:
        """Delete a bot of the member who asks, as an account is deleted."""
        await self.delete(*await self._mine(connection, name, fresh=True))
        return await self.of(connection)

    async def delete(self, keeper: str, bot: Bot) -> None:
        """Delete a bot: its games are resigned, and stay without a name."""
        gone = await parted(self._games, self._people.rows, bot.id, partial(self.rows.delete, keeper, bot.id))
        if bot.token is not None:
            self._people.cut([bot.token])
        await self._games.seats_changed(gone)

    async def _mine(self, connection: HTTPConnection, name: str, *, fresh: bool) -> tuple[str, Bot]:
        session, _ = await (self._people.fresh_session if fresh else self._people.session)(connection)
        bot = next((bot for bot in await self.rows.of(session.member) if bot.name == name), None)
        if bot is None:
            raise Refusal("You have no bot called {name!r}.", code="unknown_member", status=404, name=name[:80])
        return session.member, bot
