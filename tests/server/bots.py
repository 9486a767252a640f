"""Bots that play one game after the other, whatever happens to the servers, and know what was acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.people import choose

PATIENCE_SECONDS = 1.5
"""How long a bot waits for an answer before it takes the line for dead; longer each time that it was wrong."""
MOST_PATIENCE_SECONDS = 12.0
TROUBLES = OSError, WebSocketException, TimeoutError, httpx.HTTPError
LATER = "not_kept", "not_read", "stale", "too_fast", "not_your_turn"
"""What a bot is told that may try again."""


@dataclass
class Played:
    """What bots know of a game."""

    against_computer: bool
    meant: dict[int, str] = field(default_factory=dict)
    """What was to be played, by ply."""
    acknowledged: set[int] = field(default_factory=set)


@dataclass
class Tally:
    """What was acknowledged and what happened."""

    games: dict[str, Played] = field(default_factory=dict)
    moves: int = 0
    """That were acknowledged."""
    finished: int = 0
    sent_again: int = 0
    not_kept: int = 0
    """What was refused as nothing could be kept."""
    progress: dict[int, float] = field(default_factory=dict)
    """When each table last saw a move."""
    tables: dict[int, str] = field(default_factory=dict)
    """What is done at each table."""
    faults: list[tuple[str, float, float]] = field(default_factory=list)
    """What happened, and after how many seconds people and those who play the computer went on."""
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: int = 0


class Bot:
    """One side of a game, that comes back when its line is lost."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address.replace("http", "ws")
        self.headers = {"Authorization": f"Bearer {token}"}
        self._socket: ClientConnection | None = None
        self._patience = PATIENCE_SECONDS
        self.game_id = ""
        self.state: dict[str, Any] = {}

    async def sit_down(self, game_id: str) -> None:
        await self.leave()
        self.game_id, self.state = game_id, {}

    async def leave(self) -> None:
        if self._socket is not None:
            socket, self._socket = self._socket, None
            with suppress(*TROUBLES):
                socket.transport.abort()

    async def hear(self) -> dict[str, Any]:
        """Return the next message, or fail when none comes."""
        if self._socket is None:
            self._socket = await connect(
                f"{self._address}/api/games/{self.game_id}/live",
                additional_headers=self.headers,
                compression=None,
                max_size=None,
                open_timeout=self._patience,
                ping_interval=None,
            )
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.recv(), self._patience))
        self._patience = PATIENCE_SECONDS
        if message["type"] == "state" and message["version"] >= self.state.get("version", 0):
            self.state = message
        return message

    async def until_ply(self, ply: int) -> None:
        """Wait until so many moves were played, over as many lines as it takes."""
        while not self.state or (self.state["scene"]["ply"] < ply and self.state["outcome"] is None):
            try:
                await self.hear()
            except TROUBLES:
                await self._come_back()

    async def _come_back(self) -> None:
        await self.leave()
        await asyncio.sleep(0.05)
        self._patience = min(1.5 * self._patience, MOST_PATIENCE_SECONDS)

    async def move(self, ply: int, text: str, tally: Tally) -> None:
        """Play a move, and send it until it is acknowledged or seen."""
        message = json.dumps({"type": "move", "ply": ply, "move": text, "ref": f"{ply}"})
        tally.games[self.game_id].meant[ply] = text
        sent = False
        while True:
            try:
                if self._socket is None:
                    await self.hear()
                if self._is_there(ply, text):
                    return
                if not sent:
                    assert self._socket is not None
                    await self._socket.send(message)
                    sent = True
                answer = await self.hear()
                if answer["type"] == "accepted" and answer["ref"] == f"{ply}":
                    tally.games[self.game_id].acknowledged.add(ply)
                    tally.moves += 1
                    return
                if answer["type"] == "refused":
                    assert answer["code"] in LATER, answer
                    tally.sent_again += 1
                    tally.not_kept += answer["code"] == "not_kept"
                    sent = False
                    await asyncio.sleep(0.2)
            except TROUBLES:
                tally.sent_again += 1
                sent = False
                await self._come_back()

    def _is_there(self, ply: int, text: str) -> bool:
        """Return whether a move was kept whose acknowledgement was lost."""
        if not self.state or self.state["scene"]["ply"] <= ply:
            return False
        assert self.state["turns"][ply]["text"] == text, "another move was played"
        return True


def is_against_computer(table: int) -> bool:
    """Return whether somebody plays against the computer at a table."""
    return table % 6 == 3


class Table:
    """Two bots, or one against the computer, that play one game after the other."""

    def __init__(self, number: int, address: str, client: httpx.AsyncClient, tally: Tally) -> None:
        self._number, self._address, self._client, self._tally = number, address, client, tally
        self._chance = random.Random(number)
        self._against_computer = is_against_computer(number)

    async def play(self, stop: asyncio.Event, pause: float) -> None:
        """Play until it is to stop."""
        bots = [Bot(self._address, await self._ask("/visitors", {}, "token", {})) for _ in range(2)]
        while not stop.is_set():
            await self._game(bots, stop, pause)
        for bot in bots:
            await bot.leave()

    async def _ask(self, path: str, body: object, wanted: str, headers: dict[str, str]) -> str:
        while True:
            with suppress(*TROUBLES, KeyError):
                answer = await self._client.post(f"{self._address}/api{path}", json=body, headers=headers)
                return str(answer.json()[wanted])
            await asyncio.sleep(0.1)

    async def _game(self, bots: list[Bot], stop: asyncio.Event, pause: float) -> None:
        other = {"kind": "computer", "level": 1} if self._against_computer else {"kind": "open"}
        wish = {
            "game": "fanorona" if self._number % 4 == 3 else "squadro",
            "seats": [{"kind": "me"}, other],
            "sides": "me_first",
            "clock": {"initial_ms": 3_600_000, "increment_ms": 0} if self._number % 4 == 1 else None,
        }
        game_id = await self._ask("/games", wish, "id", bots[0].headers)
        self._tally.games[game_id] = Played(self._against_computer)
        if not self._against_computer:
            await self._ask(f"/games/{game_id}/join", {}, "id", bots[1].headers)
        players = bots[:1] if self._against_computer else bots
        for bot in players:
            await bot.sit_down(game_id)
            await bot.until_ply(0)
        ply = 0
        while not stop.is_set():
            for bot in players:
                await bot.until_ply(ply)
            self._tally.progress[self._number] = time.monotonic()
            state = bots[0].state
            if state["outcome"] is not None:
                self._tally.finished += 1
                return
            ply = state["scene"]["ply"]
            self._tally.tables[self._number] = f"{wish['game']} {game_id}, ply {ply}, version {state['version']}"
            mover = bots[state["scene"]["turn"]]
            if mover in players:
                await mover.move(ply, choose(mover.state, self._chance), self._tally)
                if pause:
                    await asyncio.sleep(self._chance.expovariate(1 / pause))
            ply += 1
