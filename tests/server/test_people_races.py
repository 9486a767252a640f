"""What was proved is looked at again when it is used: sign-ins, sessions and games that something overtakes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.server.backing import ON_BOTH
from vato.board import RESIGNATION, Outcome
from vato.server.engine.helping import _said
from vato.server.people.resigning import parted, resign_all
from vato.server.play import actions, new_game
from vato.server.play.hub import Subscriber
from vato.server.play.permission import Actor
from vato.server.services import Services
from vato.server.settings import Limits, Settings
from vato.server.store import schema
from vato.server.store.dares import Apart, Dare, Dares
from vato.server.store.members import Arrival, Ended, KeptPasskey, Member, Members, Session, forget, hold
from vato.server.store.model import OPEN, PERSON, Seat, StoredGame
from vato.server.store.seeks import Seeks, StoredSeek
from vato.server.store.store import Store
from vato.server.store.times import now_ms
from vato.server.wire.helping import HelperDone
from vato.server.wire.live import MakeMove

ANN = Member("member-ann", "Ann", "the first hash", 0)
BEN = Member("member-ben", "Ben", None, 0)
MOVE = MakeMove(type="move", ply=0, move="1")
KEY = KeptPasskey("key", ANN.id, "public", 0, "", 0)


def session(token: str) -> Session:
    return Session(token, ANN.id, token, "", now_ms(), now_ms())


def with_ann(place: Path | str, work: Callable[[Members, Session], Awaitable[None]]) -> None:
    """Do something to a database in which Ann is a member, by a password and a passkey, and has a session."""

    async def run() -> None:
        store = await Store.open(place)
        members, here = Members(store), session("here")
        await members.sign_up(ANN, ["ann"], ["code"], KEY, Arrival(here))
        try:
            await work(members, here)
        finally:
            await store.close()

    asyncio.run(run())


def game_of(visitor: str) -> StoredGame:
    return new_game.between("squadro", "standard", None, (Seat(PERSON, "", visitor), Seat(OPEN)))


@ON_BOTH
def test_a_sign_in_that_waited_while_the_password_was_changed_is_none(place: Path | str) -> None:
    async def work(members: Members, here: Session) -> None:
        assert await members.sign_in(ANN, Arrival(session("in time"))) == []
        assert await members.change_password(here, "another hash") == ["in time"]
        assert await members.sign_in(ANN, Arrival(session("too late"))) is None
        # What is proved otherwise is as good as before.
        assert await members.sign_in(ANN, Arrival(session("by code")), code="code") == []
        assert await members.sign_in(ANN, Arrival(session("by key")), passkey=KEY) == []
        assert {each.token for each in await members.sessions(ANN.id)} == {"here", "by code", "by key"}

    with_ann(place, work)


@ON_BOTH
def test_a_passkey_that_was_removed_meanwhile_and_a_member_who_has_gone_sign_nobody_in(place: Path | str) -> None:
    async def work(members: Members, here: Session) -> None:
        assert await members.remove_passkey(here, KEY.id)
        assert await members.sign_in(ANN, Arrival(session("too late")), passkey=KEY) is None
        await members.delete(here)
        for proof in ({}, {"passkey": KEY}, {"code": "code"}):
            assert await members.sign_in(ANN, Arrival(session("later")), **proof) is None

    with_ann(place, work)


@ON_BOTH
def test_a_session_that_has_ended_meanwhile_changes_nothing(place: Path | str) -> None:
    async def work(members: Members, here: Session) -> None:
        await members.end(ANN.id, but="nobody")
        for change in (
            members.change_password(here, "the thief's"),
            members.add_passkey(here, KeptPasskey("thief", ANN.id, "", 0, "", 0)),
            members.remove_passkey(here, KEY.id),
            members.replace_codes(here, ["thief"]),
            members.delete(here),
        ):
            with pytest.raises(Ended):
                await change
        assert await members.member(ANN.id) == ANN
        assert [key.id for key in await members.passkeys(ANN.id)] == [KEY.id]
        assert await members.sign_in(ANN, Arrival(session("again")), code="code") == []

    with_ann(place, work)


@ON_BOTH
def test_of_a_change_of_password_and_a_sign_in_at_once_none_is_left_that_was_proved_before(place: Path | str) -> None:
    async def work(members: Members, here: Session) -> None:
        arrivals = [members.sign_in(ANN, Arrival(session(f"s{number}"))) for number in range(6)]
        await asyncio.gather(*arrivals[:3], members.change_password(here, "another hash"), *arrivals[3:])
        assert [each.token for each in await members.sessions(ANN.id)] == ["here"]

    with_ann(place, work)


@ON_BOTH
def test_who_waits_in_the_lobby_waits_as_the_member_after_signing_in(place: Path | str) -> None:
    async def work(members: Members, here: Session) -> None:
        del here
        seeks = Seeks(members._store)
        sought = StoredSeek("one", "visit", "Somebody", "squadro", "standard", None, now_ms())
        await seeks.put(sought, now_ms())
        await members.sign_in(ANN, Arrival(session("there"), visit="visit"))
        assert [(seek.id, seek.visitor, seek.name) for seek in await seeks.waiting(now_ms())] == [
            ("one", ANN.id, "Ann")
        ]
        # From a second device the member goes on waiting for the first thing.
        await seeks.put(StoredSeek("two", "other", "Nobody", "fanorona", "standard", None, now_ms()), now_ms())
        await members.sign_in(ANN, Arrival(session("third"), visit="other"))
        assert [seek.id for seek in await seeks.waiting(now_ms())] == ["one"]

    with_ann(place, work)


def test_an_account_that_goes_leaves_no_seek(tmp_path: Path) -> None:
    async def work(members: Members, here: Session) -> None:
        seeks = Seeks(members._store)
        await seeks.put(StoredSeek("one", ANN.id, "Ann", "squadro", "standard", None, now_ms()), now_ms())
        await members.delete(here)
        assert await seeks.waiting(now_ms()) == []

    with_ann(tmp_path, work)


def serving(folder: Path, work: Callable[[Services], Awaitable[None]], **wishes: Any) -> None:
    async def run() -> None:
        services = await Services.open(Settings(folder, warm=False, **wishes))
        try:
            await work(services)
        finally:
            await services.close()

    asyncio.run(run())


def test_a_game_that_is_read_while_its_visitor_signs_in_has_the_new_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go = asyncio.Event(), asyncio.Event()

    async def work(services: Services) -> None:
        members, game = Members(services.store), game_of("visit")
        await services.store.create(game)
        load = services.store.load

        async def slow(game_id: str) -> Any:
            loaded = await load(game_id)
            reading.set()
            await go.wait()
            return loaded

        monkeypatch.setattr(services.store, "load", slow)
        looking = asyncio.create_task(services.games.snapshot(game.id))
        await reading.wait()
        joined = await members.sign_up(ANN, ["ann"], ["code"], None, Arrival(session("here"), visit="visit"))
        changing = asyncio.create_task(services.games.seats_changed(joined))
        await asyncio.sleep(0.05)
        go.set()
        await asyncio.gather(looking, changing)
        assert (await services.games.snapshot(game.id)).game.seats_of(ANN.id)

    serving(tmp_path, work)


def test_a_game_that_is_gone_is_forgotten_though_somebody_looks_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services) -> None:
        members, game = Members(services.store), game_of(ANN.id)
        here = session("here")
        await members.sign_up(ANN, ["ann"], ["code"], None, Arrival(here))
        await services.store.create(replace(game, owner=ANN.id))
        await services.games.snapshot(game.id)
        with services.games.hub.subscribed(game.id, Subscriber(None, "en")):
            await members.delete(here)  # elsewhere, as nobody says so here
            monkeypatch.setattr(type(services.store), "is_shared", True)
            await services.games.neighbours.catch_up()
            assert services.games.known(game.id) is None
            monkeypatch.undo()

    serving(tmp_path, work)


def test_a_lasting_task_that_dies_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def die(_: object) -> None:
        raise RuntimeError("this beat was the last")

    monkeypatch.setattr(Services, "_beat", die)

    async def work(_: Services) -> None:
        await asyncio.sleep(0.05)

    serving(tmp_path, work)
    assert "this beat was the last" in caplog.text


def test_a_helper_says_no_more_than_the_server_takes() -> None:
    score = {"value": 10, "first_value": -10, "wins_in": None, "loses_in": None, "text": "+0.10"}
    lines = [
        {"score": score, "moves": ["d2-e3A"] * length, "fact": None, "first": "x" * 9_000} for length in (1_900, 9)
    ]
    found = {"depth": 3, "nodes": 100, "seconds": 0.5, "lines": lines, "known": None}
    for answer in (found, {"found": found, "alone": 10}):
        text = _said("done", 1, answer)
        assert len(text) <= Limits.message_bytes
        said = HelperDone.model_validate_json(text).found
        kept: Any = getattr(said, "found", said)
        assert len(kept.lines[0].moves) > 100
        assert len(kept.lines[1].moves) == 9


def test_a_game_that_goes_on_meanwhile_is_resigned_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services) -> None:
        games, members = services.games, Members(services.store)
        ann, ben = Seat(PERSON, "Ann", ANN.id), Seat(PERSON, "Ben", "ben")
        game = new_game.between("squadro", "standard", None, (ann, ben))
        await services.store.create(game)
        other = game.seats[game.turn].visitor
        act = actions.act
        played: list[Any] = []

        async def late(*asked: Any) -> Any:
            if not played:
                played.append(await act(games, game.id, Actor(other, asked[2].ask_computer), MOVE))
            return await act(*asked)

        monkeypatch.setattr(actions, "act", late)
        await resign_all(games, members, ANN.id)
        assert (await games.snapshot(game.id)).game.outcome == Outcome(1, RESIGNATION)
        assert len((await games.snapshot(game.id)).moves) == 1

    serving(tmp_path, work)


# Games that begin while somebody goes


def begun(dare: Dare) -> StoredGame:
    seats = Seat(PERSON, dare.challenger_name, dare.challenger), Seat(PERSON, dare.challenged_name, dare.challenged)
    return new_game.between(dare.game, dare.rules, None, seats)


async def challenged_by_ben(members: Members) -> Dares:
    """Let Ben be a member, too, and challenge Ann."""
    there = Session("there", BEN.id, "there", "", now_ms(), now_ms())
    await members.sign_up(BEN, ["ben"], ["code"], None, Arrival(there))
    dares = Dares(members._store)
    dare = Dare("dare", BEN.id, ANN.id, "squadro", "standard", None, None, now_ms(), now_ms() + 60_000)
    await dares.put(dare, now_ms())
    return dares


@ON_BOTH
@pytest.mark.parametrize("going", [ANN, BEN])
def test_a_challenge_that_is_accepted_while_one_of_the_two_goes_is_no_game(place: Path | str, going: Member) -> None:
    async def work(members: Members, here: Session) -> None:
        del here
        dares, store = await challenged_by_ben(members), members._store
        async with store.writing() as connection:
            await hold(connection, going.id)
            await forget(connection, going.id, even_if_awaited=False)
            accepting = asyncio.create_task(dares.answer("dare", ANN.id, "accepted", now_ms(), begun))
            await asyncio.sleep(0.3)
        with suppress(Apart):
            assert await accepting is None
        for somebody in (ANN, BEN):
            assert await members.games(somebody.id) == []

    with_ann(place, work)


@ON_BOTH
def test_a_game_by_a_challenge_has_the_names_of_that_moment(place: Path | str) -> None:
    async def work(members: Members, here: Session) -> None:
        del here
        dares = await challenged_by_ben(members)
        renamed = sql.update(schema.members).where(schema.members.c.id == BEN.id).values(name="Benjamin")
        async with members._store.writing() as connection:
            await connection.execute(renamed)
        done = await dares.answer("dare", ANN.id, "accepted", now_ms(), begun)
        assert done is not None
        game = (await members._store.load(str(done.game_id))).game
        assert [seat.name for seat in game.seats] == ["Benjamin", "Ann"]

    with_ann(place, work)


@ON_BOTH
def test_a_game_that_begins_while_somebody_goes_is_given_up_as_well(
    place: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        settings = Settings(tmp_path, place if isinstance(place, str) else "", warm=False, accounts=True)
        services = await Services.open(settings)
        try:
            members, here = Members(services.store), session("here")
            await members.sign_up(ANN, ["ann"], ["code"], None, Arrival(here))
            dares = await challenged_by_ben(members)
            under_way = members.under_way

            async def too_early(member: str) -> list[str]:
                found = await under_way(member)
                await dares.answer("dare", ANN.id, "accepted", now_ms(), begun)
                return found

            monkeypatch.setattr(members, "under_way", too_early)
            [game_id] = await parted(services.games, members, ANN.id, partial(members.delete, here))
            game = (await services.store.load(game_id)).game
            assert game.outcome == Outcome(0, RESIGNATION)
            assert [seat.name for seat in game.seats] == ["Ben", ""]
        finally:
            await services.close()

    asyncio.run(work())
