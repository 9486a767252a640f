"""What could not be kept at once is tried again: the computer's move, and the end of somebody's time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.server.backing import ON_BOTH
from vato.board import Board
from vato.contest.clock import Clock
from vato.server.engine.thinking import Played
from vato.server.fair_queue import Asker
from vato.server.http.refusals import Refusal
from vato.server.play import alarms
from vato.server.play import computer as computers
from vato.server.play.actions import act
from vato.server.play.computer import Computer
from vato.server.play.games import Games
from vato.server.play.hub import Hub
from vato.server.play.new_game import create
from vato.server.play.permission import Actor
from vato.server.play.snapshot import Snapshot
from vato.server.services import Whereabouts
from vato.server.store.model import Commit, StoredGame
from vato.server.store.store import Store
from vato.server.wire.game import NewGame
from vato.server.wire.live import MakeMove, OfferDraw

ME = "me"
pytestmark = ON_BOTH


class Fragile(Store):
    """A store whose disk is full now and then."""

    failing = 0

    async def commit(self, before: StoredGame, change: Commit) -> StoredGame:
        self._fail()
        return await super().commit(before, change)

    async def wake(self, alive_ms: int | None, now_ms: int) -> None:
        self._fail()
        await super().wake(alive_ms, now_ms)

    def _fail(self) -> None:
        if self.failing:
            self.failing -= 1
            raise Refusal("The disk is full.", code="not_kept", status=503)


class Quick:
    """An engine that needs no time to find the first move, and has its time for opinions."""

    def __init__(self) -> None:
        self.opinion = asyncio.Event()
        self.asked = 0

    async def play(self, board: Board, level: int, asker: Asker, clock: Clock | None) -> Played:
        return Played(str(board.legal_moves[0]), 0.0)

    async def look(self, board: Board, seconds: float, asker: Asker) -> Any:
        self.asked += 1
        await self.opinion.wait()
        return {"known": None, "lines": [{"score": {"value": 0}}]}


class House(NamedTuple):
    """Who is at work on a server."""

    store: Fragile
    games: Games
    computer: Computer
    engine: Any


def in_a_house(place: Path | str, work: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Fragile.open(place)
        games = Games(store, Hub())
        engine: Any = Quick()
        watch = alarms.Alarms(games)
        house = House(store, games, Computer(games, engine, Whereabouts().asker, 0.0), engine)
        try:
            async with asyncio.timeout(20):
                await work(house)
        finally:
            watch.close()
            await games.close()
            await store.close()

    asyncio.run(run())


async def new_game(games: Games, other: str = "computer", **wishes: Any) -> str:
    seats = [{"kind": "me"}, {"kind": other}]
    wish = {"game": "squadro", "setup": {"first": "light"}, "sides": "me_first", "seats": seats} | wishes
    game, moves, contest = create(NewGame.model_validate(wish), ME)
    await games.store.create(game, moves, contest)
    await games.snapshot(game.id)
    return game.id


async def move(games: Games, game_id: str, text: str) -> None:
    snapshot = await games.snapshot(game_id)
    message = MakeMove(type="move", ply=snapshot.game.plies, move=text)
    await act(games, game_id, Actor(ME, lambda _: asyncio.sleep(0, result=False)), message)


def test_the_computers_move_is_kept_later(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "LONGEST_PAUSE_SECONDS", 0.01)

    async def work(house: House) -> None:
        game_id = await new_game(house.games)
        await move(house.games, game_id, "1")
        house.store.failing = 3
        while (await house.games.snapshot(game_id)).game.plies < 2:
            await asyncio.sleep(0.01)
        assert house.store.failing == 0

    in_a_house(place, work)


def test_the_end_of_the_time_is_kept_later(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarms, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("vato.contest.clock.SHORTEST_MS", 100)

    async def work(house: House) -> None:
        game_id = await new_game(house.games, "me2", clock={"initial_ms": 200})
        await move(house.games, game_id, "1")
        await move(house.games, game_id, "1")
        house.store.failing = 2
        while (await house.games.snapshot(game_id)).game.outcome is None:
            await asyncio.sleep(0.02)
        assert house.store.failing == 0

    in_a_house(place, work)


def test_the_game_is_not_held_while_the_computer_thinks_about_a_draw(place: Path | str) -> None:
    async def work(house: House) -> None:
        game_id = await new_game(house.games)
        waiting: list[Snapshot] = []

        def accepts_draw(snapshot: Snapshot) -> Awaitable[bool]:
            waiting.append(snapshot)
            return house.computer.accepts_draw(snapshot)

        message = OfferDraw(type="offer_draw", ply=0, ref="one")
        offers = [asyncio.create_task(act(house.games, game_id, Actor(ME, accepts_draw), message)) for _ in range(5)]
        while len(waiting) < 5:
            await asyncio.sleep(0.01)
        async with asyncio.timeout(2):
            await house.games.change(game_id, lambda _: None)
        house.engine.opinion.set()
        assert [(await offer).game.outcome for offer in offers].count(None) == 0
        assert house.engine.asked == 1

    in_a_house(place, work)


def test_an_offer_made_while_the_computer_thought_stands_after_its_move(place: Path | str) -> None:
    async def work(house: House) -> None:
        game_id = await new_game(house.games)
        await move(house.games, game_id, "1")
        offer = OfferDraw(type="offer_draw", ply=1)
        offering = asyncio.create_task(act(house.games, game_id, Actor(ME, house.computer.accepts_draw), offer))
        while (await house.games.snapshot(game_id)).game.plies < 2:
            await asyncio.sleep(0.01)
        house.engine.opinion.set()
        assert (await offering).game.outcome is not None

    in_a_house(place, work)
