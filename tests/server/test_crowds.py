"""Many members at once: each who comes is looked for alone, and the database is asked for all of them in one breath."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from tests.server.backing import ON_BOTH
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import MEMBER
from vato.server.people import names
from vato.server.people.company import Bot, Page
from vato.server.people.moderation import BLOCKS_PER_HOUR
from vato.server.play.neighbours import Neighbours
from vato.server.services import Services
from vato.server.settings import Settings
from vato.server.store.conduct import Conduct
from vato.server.store.dares import Dare, Dares
from vato.server.store.members import Arrival, Member, Members, Session
from vato.server.store.seeks import Seeks, StoredSeek
from vato.server.store.store import Store
from vato.server.store.times import now_ms

CROWD = [f"member-{number}" for number in range(40_000)]
"""More than a statement can be given as values, for SQLite even once."""


def running(folder: Path, work: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        services = await Services.open(Settings(folder, warm=False, accounts=True))
        try:
            await work(services)
        finally:
            await services.close()

    asyncio.run(run())


async def join(store: Store, *crowd: str) -> None:
    """Let some be members, each of whom is called what they are known by."""
    for name in crowd:
        session = Session(f"token {name}", name, name, "", now_ms(), now_ms())
        member = Member(name, name, None, 0)
        await Members(store).sign_up(member, names.looks(name), [f"code {name}"], None, Arrival(session))


def test_whoever_comes_is_looked_for_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    of, under_way = Dares.of, Dares.under_way

    async def counted_of(self: Dares, people: Collection[str], now: int) -> list[Dare]:
        asked.append(sorted(people))
        return await of(self, people, now)

    async def counted_under_way(self: Dares, people: Collection[str]) -> list[tuple[str, str]]:
        asked.append(sorted(people))
        return await under_way(self, people)

    monkeypatch.setattr(Dares, "of", counted_of)
    monkeypatch.setattr(Dares, "under_way", counted_under_way)

    async def work(services: Services) -> None:
        await join(services.store, *CROWD[:3])
        one, two, three = CROWD[:3]
        assert services.people is not None
        company = services.people.dares.company
        dare = Dare("dare", one, three, "squadro", "standard", None, None, now_ms(), now_ms() + 60_000)
        await Dares(services.store).put(dare, now_ms())
        async with company.listening(Page(one)), company.listening(Bot(two)), company.listening(page := Page(three)):
            assert '"id":"dare"' in await page.outbox.take()
            assert asked == [[one], [two], [two], [three]]
            company.look_soon()
            while len(asked) < 6:
                await asyncio.sleep(0.01)
            assert asked[4:] == [[one, two, three], [two]]

    running(tmp_path, work)


@ON_BOTH
def test_a_crowd_is_asked_for_at_once(place: Path | str) -> None:
    first, last, now = CROWD[0], CROWD[-1], now_ms()

    async def work() -> None:
        store = await Store.open(place)
        try:
            dares, conduct, seeks, members = Dares(store), Conduct(store), Seeks(store), Members(store)
            await join(store, first, last)
            await dares.put(Dare("late", first, last, "squadro", "standard", None, None, now, now + 60_000), now)
            await dares.put(Dare("soon", last, first, "squadro", "standard", None, None, now - 1, now + 60_000), now)
            # Each once, though both are of the crowd, and in order.
            assert [dare.id for dare in await dares.of(CROWD, now)] == ["soon", "late"]
            assert await dares.under_way(CROWD) == []
            await conduct.block(first, last, now, 10)
            assert await conduct.apart(CROWD) == {first: frozenset({last}), last: frozenset({first})}
            await seeks.put(StoredSeek("seek", last, "", "squadro", "standard", None, now), now)
            await seeks.listen(CROWD, now + 5_000)
            assert list(await seeks.of(CROWD)) == [last]
            assert [seek.id for seek in await seeks.waiting(now + 9_000)] == ["seek"]
            tokens = [f"token {name}" for name in CROWD]
            assert await members.living(tokens) == {f"token {first}", f"token {last}"}
        finally:
            await store.close()

    asyncio.run(work())


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Count what others are told between members."""
    told: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(Neighbours, "tell_company", lambda _: told.append("company"))
        patched.setattr(Neighbours, "tell_hides", lambda _, member: told.append(member))
        yield told


def test_blocks_have_a_rate_and_are_told_when_they_change_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services) -> None:
        one, two = "member-annabel", "member-benedict"
        await join(services.store, one, two)
        assert services.people is not None
        moderation = services.people.moderation
        scope: dict[str, Any] = {"type": "http", "headers": [], MEMBER: one}
        here = HTTPConnection(scope)
        with counting(monkeypatch) as told:
            assert await moderation.unblock(here, two) == {"names": []}
            assert told == []
            for _ in range(3):
                assert await moderation.block(here, two) == {"names": [two]}
            assert told == [one, "company"]
            for _ in range(3):
                assert await moderation.unblock(here, two) == {"names": []}
            assert told == [one, "company"] * 2
        for _ in range(BLOCKS_PER_HOUR - 7):
            await moderation.block(here, two)
        for deed in (moderation.block, moderation.unblock):
            with pytest.raises(Refusal) as refused:
                await deed(here, two)
            assert refused.value.status == 429

    running(tmp_path, work)
