"""Parts of the server by themselves: rates, outboxes, the store, what the server never loads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from tests.server.backing import ON_BOTH
from tests.server.people import Server
from vato import catalog
from vato.errors import VatoError
from vato.server.http import language
from vato.server.http.limits import Allowance, Places, Rate
from vato.server.http.refusals import Refusal, too_many
from vato.server.http.security import origins_of
from vato.server.http.sockets import Outbox
from vato.server.http.visitors import clean
from vato.server.store.model import OPEN, PERSON, Commit, Conflict, Seat, StoredGame, StoredMove
from vato.server.store.store import Store


def test_a_rate() -> None:
    rate = Rate(3, 0.001)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b")


def test_an_address_has_its_own_limit_whatever_visitors_are_made_up() -> None:
    allowance = Allowance(1, 0.001)
    for number in range(4):
        allowance.take(f"visitor {number}", "here")
    with pytest.raises(Refusal, match="too much"):
        allowance.take("visitor 5", "here")
    allowance.take("visitor 6", "elsewhere")
    with pytest.raises(Refusal, match="too much"):
        allowance.take("visitor 6", "somewhere")


def test_places() -> None:
    places = Places(1, too_many)
    with places.hold("a"), places.hold("b"), pytest.raises(Refusal, match="Too many"), places.hold("a"):
        pass
    with places.hold("a"):
        pass


def test_a_newer_state_takes_the_place_of_an_older_one() -> None:
    async def talk() -> list[str]:
        outbox = Outbox()
        outbox.put_state(1, "state 1")
        outbox.put("accepted")
        outbox.put_state(3, "state 3")
        outbox.put_state(2, "state 2")  # late
        return [await outbox.take(), await outbox.take()]

    assert asyncio.run(talk()) == ["accepted", "state 3"]


def test_whoever_has_not_been_sent_a_state_is_not_told_what_changed_since() -> None:
    async def talk() -> list[bool]:
        outbox = Outbox()
        known = [outbox.has_sent(1)]
        outbox.put_state(1, "state 1")
        known.append(outbox.has_sent(1))
        await outbox.take()
        known.append(outbox.has_sent(1))
        outbox.put_state(2, "state 2")
        known.append(outbox.has_sent(1))
        return known

    assert asyncio.run(talk()) == [False, False, True, False]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ann", "Ann"),
        ("  Zoë\t\n Lee ", "Zoë Lee"),
        ("\u202eevil\u2069", "evil"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("\u200b\ufeff", ""),
        ("\u200d" * 40, ""),
        ("\u3164\u2800", ""),
        ("👩\u200d🚀 نام", "👩\u200d🚀 نام"),
        ("\ud800", ""),
        ("x" * 50, "x" * 40),
    ],
)
def test_names_are_cleaned(text: str, seen: str) -> None:
    assert clean(text, 40) == seen


@pytest.mark.parametrize("text", ["vato.example.org", "ftp://a", "https://", "https://a/path", "http://["])
def test_what_is_no_origin(text: str) -> None:
    with pytest.raises(VatoError, match="is not an origin"):
        origins_of([text])


def test_what_is_said_about_languages_is_not_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []

    def negotiated(wanted: str) -> str:
        kept.append(wanted)
        return "en"

    monkeypatch.setattr(language, "_negotiate", negotiated)
    for number in range(3):
        header = f"de;q=0.{number}," + "x" * 60_000
        scope = {"type": "http", "query_string": b"", "headers": [(b"accept-language", header.encode())]}
        assert language.language_of(HTTPConnection(scope)) == "en"
    assert len(set(kept)) == 3
    assert max(map(len, kept)) < 1_000


# The store


def with_store(place: Path | str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(place)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


GAME = StoredGame(
    id="abcdefghij",
    game="squadro",
    rules="standard",
    start="00000/00000 light",
    position="00000/00000 light",
    seats=(Seat(PERSON, "Ann", "v" * 64), Seat(OPEN)),
    turn=0,
    plies=0,
    created_ms=1,
    updated_ms=1,
)


@ON_BOTH
def test_a_game_comes_back_as_it_was(place: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.create(GAME)
        played = replace(GAME, version=2, plies=1, turn=1)
        await store.commit(GAME, Commit(played, (StoredMove("1", 5, 9),)))
        loaded = await store.load(GAME.id)
        assert loaded.game == played
        assert loaded.moves == (StoredMove("1", 5, 9),)

    with_store(place, work)


def test_what_cannot_be_kept_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vato.server.store.database.BUSY_MS", 50)

    async def work(store: Store) -> None:
        with closing(sqlite3.connect(tmp_path / "vato.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # somebody else writes, and does not stop
            for creating in (store.create(GAME), store.create_all([(GAME, ())])):
                with pytest.raises(Refusal) as refusal:
                    await creating
                assert (refusal.value.code, refusal.value.status) == ("not_kept", 503)
        await store.create(GAME)

    with_store(tmp_path, work)


@ON_BOTH
def test_games_are_created_all_or_none(place: Path | str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.create_all([(GAME, (StoredMove("1", 5),)), (GAME, ())])
        with pytest.raises(Refusal, match="no such game"):
            await store.load(GAME.id)

    with_store(place, work)


@ON_BOTH
def test_the_same_ply_cannot_be_played_twice(place: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.create(GAME)
        played = replace(GAME, version=2, plies=1, turn=1)
        tries = [store.commit(GAME, Commit(played, (StoredMove(str(lane), 5),))) for lane in range(1, 6)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result == played for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 4
        # Even a version that says otherwise: the key of the table forbids it.
        with pytest.raises(Conflict):
            await store.commit(played, Commit(replace(played, version=3), (StoredMove("2", 6),)))
        assert len((await store.load(GAME.id)).moves) == 1
        assert (await store.load(GAME.id)).game.version == 2

    with_store(place, work)


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "vato.sqlite3").write_bytes(b"this is no database" * 100)
    with pytest.raises(VatoError, match="cannot be used"):
        asyncio.run(Store.open(tmp_path))


def test_the_server_never_loads_the_engine(tmp_path: Path) -> None:
    # With toads it is no fork of a process that may have loaded it.
    with Server(tmp_path, toads=True) as server:
        for game in [name for name, entry in catalog.GAMES.items() if entry.is_portable]:
            for path in (game, f"{game}/beginning"):
                assert server.client.get(f"{server.address}/api/engine/{path}").status_code == 200
            assert server.client.get(f"{server.address}/api/kept/lessons/{game}").status_code == 200
        assert server.process is not None
        loaded = Path(f"/proc/{server.process.pid}/maps").read_text()
        assert "numpy" in loaded
        assert "llvmlite" not in loaded
