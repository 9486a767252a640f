"""Tournaments whatever goes wrong: accounts that go between two steps, several workers at once, damaged games."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.contest import standing_of_file
from tests.server.backing import ON_BOTH
from tests.server.post import do
from vato import record
from vato.board import Outcome
from vato.contest.clock import Control
from vato.contest.tournaments.plan import Plan
from vato.server.play import actions
from vato.server.play.permission import Actor
from vato.server.services import Services
from vato.server.settings import Settings
from vato.server.store import holding, ratings, schema
from vato.server.store.company import bans
from vato.server.store.members import Arrival, Member, Members, Session, forget
from vato.server.store.model import Conflict
from vato.server.store.store import Store
from vato.server.store.times import now_ms
from vato.server.store.tournament_model import CLOSED, RUNNING, Change, KnownTournament, StoredTournament
from vato.server.store.tournaments import Tournaments
from vato.server.tournaments.steps import next_step
from vato.server.wire.live import Resign

ROUND_ROBIN = Plan("round_robin", "squadro", "standard")


@asynccontextmanager
async def workers(place: Path | str, count: int = 1) -> AsyncIterator[list[Tournaments]]:
    """Open a database as several servers have it."""
    stores = [await Store.open(place) for _ in range(count)]
    try:
        yield [Tournaments(store) for store in stores]
    finally:
        for store in stores:
            await store.close()


async def joined(rows: Tournaments, *names: str) -> list[str]:
    """Let people become members, and return their ids."""
    members = Members(rows._store)
    for name in names:
        member = Member(f"member-{name}", name.title(), None, 0)
        here = Session(f"token {name}", member.id, name, "", now_ms(), now_ms())
        await members.sign_up(member, [name], [f"code {name}"], None, Arrival(here))
    return [f"member-{name}" for name in names]


def cup(tournament_id: str, organiser: str, plan: Plan = ROUND_ROBIN) -> StoredTournament:
    return StoredTournament(
        *(tournament_id, 1, organiser, "Cup", plan, Control(60_000, 0)),
        rated=True,
        bots=True,
        pause_ms=0,
        lasts_ms=60_000,
        created_ms=now_ms(),
        starts_ms=now_ms(),
    )


async def begun(rows: Tournaments, tournament_id: str, people: list[str], plan: Plan = ROUND_ROBIN) -> KnownTournament:
    """Return a tournament that has begun and whose first round is to be paired."""
    await rows.create(cup(tournament_id, people[0], plan), {})
    for member in people:
        await rows.enter(await known(rows, tournament_id), member, now_ms())
    before = await known(rows, tournament_id)
    change = next_step(before, now_ms())
    assert change.values["state"] == RUNNING
    await rows.commit(before, change)
    return await known(rows, tournament_id)


async def known(rows: Tournaments, tournament_id: str) -> KnownTournament:
    found = await rows.known(tournament_id)
    assert found is not None
    return found


async def go(connection: Any, member: str) -> None:
    await forget(connection, member, even_if_awaited=False)


async def be_renamed(connection: Any, member: str) -> None:
    members = schema.members
    await connection.execute(sql.update(members).where(members.c.id == member).values(name="Another"))


async def be_banned(connection: Any, member: str) -> None:
    await connection.execute(sql.insert(bans).values(member=member, since_ms=now_ms()))


@ON_BOTH
@pytest.mark.parametrize("happens", [go, be_renamed, be_banned])
def test_nobody_is_seated_who_is_not_there_any_more_when_a_step_is_kept(place: Path | str, happens: Any) -> None:
    async def run() -> None:
        async with workers(place) as (rows,):
            people = await joined(rows, "ann", "ben", "eve")
            before = await begun(rows, "cup", people)
            change = next_step(before, now_ms())
            seated = sorted(str(seat.visitor) for seat in change.created[0][0].seats)
            async with rows._store.writing() as connection:
                await holding.hold(connection, [seated[1]])
                await happens(connection, seated[1])
                keeping = asyncio.create_task(rows.commit(before, change))
                await asyncio.sleep(0.3)
            with pytest.raises(Conflict):
                await keeping
            after = await known(rows, "cup")
            assert (after.games, after.value.meetings) == ((), ())
            # What is worked out anew takes those who are there, as they are by now.
            while not (after := await known(rows, "cup")).games:
                await rows.commit(after, next_step(after, now_ms()))
            seats = (await rows._store.load(after.games[0].id)).game.seats
            assert (seated[1] in {seat.visitor for seat in seats}) == (happens is be_renamed)
            assert ("Another" in {seat.name for seat in seats}) == (happens is be_renamed)

    asyncio.run(run())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_workers_that_seat_the_same_people_at_once_never_wait_for_each_other_for_ever(place: str) -> None:
    async def run() -> None:
        chance = random.Random(14)
        async with workers(place, 2) as (one, other):
            people = await joined(one, *"abcdefgh")
            for number in range(3):
                steps, cups = [], []
                for index, rows in enumerate((one, other, one, other)):
                    chance.shuffle(people)
                    before = await begun(rows, f"{number}-{index}", people)
                    steps.append(rows.commit(before, next_step(before, now_ms())))
                    cups.append(before.row.id)
                # While they do, everybody is noted to be there, too.
                await asyncio.gather(*steps, *(rows.listen(people, now_ms()) for rows in (one, other)))
                for cup in cups:
                    after = await known(one, cup)
                    assert len(after.games) == 4
                    await one.commit(after, Change(values={"state": CLOSED}))

    asyncio.run(run())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_an_organiser_who_goes_while_they_enter_their_own_tournament_holds_up_nobody(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with workers(place) as (rows,):
            (ann,) = await joined(rows, "ann")
            await rows.create(cup("cup", ann), {})
            going = asyncio.Event()
            of = ratings.of

            async def slow(*asked: Any) -> Any:
                """Let her go when the tournament is held, and before her entry is kept."""
                going.set()
                await asyncio.sleep(0.3)
                return await of(*asked)

            async def leave() -> None:
                await going.wait()
                async with rows._store.writing() as connection:
                    await holding.hold(connection, [ann])
                    await go(connection, ann)

            monkeypatch.setattr(ratings, "of", slow)
            await asyncio.gather(rows.enter(await known(rows, "cup"), ann, now_ms()), leave())
            assert [person.member for person in (await known(rows, "cup")).people] == [None]

    asyncio.run(run())


# Damage


@asynccontextmanager
async def house(place: Path | str, folder: Path) -> AsyncIterator[Services]:
    """Open all that a server has, but for its addresses."""
    database = place if isinstance(place, str) else ""
    services = await Services.open(Settings(folder, database, warm=False, accounts=True))
    try:
        yield services
    finally:
        await services.close()


async def resign(services: Services, game_id: str) -> None:
    game = (await services.games.snapshot(game_id)).game
    actor = Actor(game.seats[game.turn].visitor, lambda _: asyncio.sleep(0, result=False))
    await actions.act(services.games, game_id, actor, Resign(type="resign", ply=game.plies))


@ON_BOTH
def test_a_damaged_game_holds_up_neither_its_round_nor_the_others_nor_the_records(
    place: Path | str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with house(place, tmp_path) as services:
            organising = services.tournaments
            assert organising is not None
            rows, director = organising.director.rows, organising.director
            people = await joined(rows, "ann", "ben", "eve", "flo")
            await begun(rows, "cup", people)
            await director.step("cup")
            nobody, unreadable = (game.id for game in (await known(rows, "cup")).games)
            do(place, "UPDATE games SET start = 'nothing', rated = false WHERE id = :id", id=unreadable)
            do(place, "DELETE FROM seats WHERE game_id = :id AND side = 1", id=nobody)
            for game_id in (nobody, unreadable):
                services.games.forget(game_id)
            # Of which it is not known who plays, that is played anew.
            await director.step("cup")
            first = (await known(rows, "cup")).games
            anew = next(game for game in first if game.id != unreadable)
            assert nobody not in {game.id for game in first}
            assert anew.players in {tuple(meeting.players) for meeting in (await known(rows, "cup")).value.meetings}
            await resign(services, anew.id)
            # What cannot be read goes on until its time is up, and is lost by whose time it was.
            late = "UPDATE games SET clock_since_ms = clock_since_ms - 1000000 WHERE id = :id"
            await director.beat()
            assert (await known(rows, "cup")).value.begun == 1
            do(place, late, id=unreadable)
            while (after := await known(rows, "cup")).value.begun < 2:
                await director.beat()
            lost = next(game for game in after.games if game.id == unreadable)
            assert lost.outcome == Outcome(1, "time")
            # Whoever lost so had not moved, and is not waited for again; the rest is played.
            while (after := await known(rows, "cup")).row.state == RUNNING:
                for game in after.games:
                    if game.outcome is None:
                        await resign(services, game.id)
                await director.beat()
            text = await organising.records("cup", "here")
            assert f"Damaged: 1.{1 + (lost.players not in {(1, 4), (4, 1)})}.1 " in text
            assert len(record.read(text)) == len(after.games) - 1
            wanted = [(each.place, each.player, each.points, list(each.ties)) for each in after.value.standing()]
            assert standing_of_file.standing(text) == wanted
            assert services.games.known(unreadable) is None

    asyncio.run(run())
