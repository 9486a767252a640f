"""Steps of tournaments that something overtakes: accounts that go, other workers, damaged rows, a killed server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.contest import standing_of_file
from tests.server.backing import ON_BOTH
from tests.server.post import do
from vato import catalog, record
from vato.board import Outcome
from vato.contest.clock import Control
from vato.contest.tournaments.plan import Plan
from vato.errors import VatoError
from vato.server.http.refusals import Refusal
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
from vato.server.tournaments import director
from vato.server.tournaments.steps import next_step
from vato.server.wire.live import Resign
from vato.server.wire.tournaments import NewTournament

OPENED = next(game.name for game in catalog.GAMES.values() if game.openings and game.revanche)
RULES = str(catalog.find(OPENED).contest_rules)
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
            rows, directing = organising.director.rows, organising.director
            people = await joined(rows, "ann", "ben", "eve", "flo")
            await begun(rows, "cup", people)
            await directing.step("cup")
            nobody, unreadable = (game.id for game in (await known(rows, "cup")).games)
            do(place, "UPDATE games SET start = 'nothing', rated = false WHERE id = :id", id=unreadable)
            do(place, "DELETE FROM seats WHERE game_id = :id AND side = 1", id=nobody)
            for game_id in (nobody, unreadable):
                services.games.forget(game_id)
            # Of which it is not known who plays, that is played anew.
            await directing.step("cup")
            first = (await known(rows, "cup")).games
            anew = next(game for game in first if game.id != unreadable)
            assert nobody not in {game.id for game in first}
            assert anew.players in {tuple(meeting.players) for meeting in (await known(rows, "cup")).value.meetings}
            await resign(services, anew.id)
            # What cannot be read goes on until its time is up, and is lost by whose time it was.
            late = "UPDATE games SET clock_since_ms = clock_since_ms - 1000000 WHERE id = :id"
            await directing.beat()
            assert (await known(rows, "cup")).value.begun == 1
            do(place, late, id=unreadable)
            while (after := await known(rows, "cup")).value.begun < 2:
                await directing.beat()
            lost = next(game for game in after.games if game.id == unreadable)
            assert lost.outcome == Outcome(1, "time")
            # Whoever lost so had not moved, and is not waited for again; the rest is played.
            while (after := await known(rows, "cup")).row.state == RUNNING:
                for game in after.games:
                    if game.outcome is None:
                        await resign(services, game.id)
                await directing.beat()
            text = await organising.records("cup", "here")
            assert f"Damaged: 1.{1 + (lost.players not in {(1, 4), (4, 1)})}.1 " in text
            assert len(record.read(text)) == len(after.games) - 1
            wanted = [(each.place, each.player, each.points, list(each.ties)) for each in after.value.standing()]
            assert standing_of_file.standing(text) == wanted
            assert services.games.known(unreadable) is None

    asyncio.run(run())


WRONG: list[dict[str, Any]] = [
    {"system": "swiss", "openings": "rotate", "order": ["nonsense"]},
    {"system": "knockout", "form": "series", "order": ["a1-a2"]},
    {"system": "round_robin", "form": "match", "rules": "vela"},
]


def test_what_could_not_begin_is_refused_when_it_is_created_and_not_when_all_are_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path, tmp_path) as services:
            organising = services.tournaments
            assert organising is not None
            (ann,) = await joined(organising.director.rows, "ann")
            wish = {"title": "Cup", "game": OPENED, "clock": {"initial_ms": 60_000, "increment_ms": 0}}
            for wrong in WRONG:
                with pytest.raises(VatoError, match=r"^[^\n]+\.$"):
                    await organising.create(ann, NewTournament.model_validate(wish | wrong))
            assert await organising.listed() == {"running": [], "soon": [], "finished": []}

    asyncio.run(run())


# Few people, who come and go

SYSTEMS = [
    Plan("arena", "squadro", "standard"),
    Plan("swiss", "squadro", "standard", rounds=3),
    Plan("round_robin", "squadro", "standard", cycles=2),
    Plan("knockout", "squadro", "standard"),
    Plan("round_robin", OPENED, RULES, form="series"),
    Plan("knockout", OPENED, RULES, form="match"),
]


async def play_out(
    services: Services, tournament_id: str, plan: Plan, people: list[str], chance: random.Random
) -> None:
    """Let a tournament of few be played to its end, in which some leave, all leave, or some come back at any moment."""
    organising = services.tournaments
    assert organising is not None
    rows, directing = organising.director.rows, organising.director
    entered = chance.sample(people, chance.randrange(6))
    await rows.create(replace(cup(tournament_id, people[0], plan), lasts_ms=300, pause_ms=chance.choice([0, 50])), {})
    for member in entered:
        await organising.enter(tournament_id, member)
    await organising.start(tournament_id, people[0])
    deadline = now_ms() + 60_000
    while not (now := await known(rows, tournament_id)).row.is_over:
        assert now_ms() < deadline, (plan, now.row, now.value.meetings)
        await rows.listen(people, now_ms(), tournament_id)
        for game in now.games:
            if game.outcome is None and chance.random() < 0.8:
                await resign(services, game.id)
        going = chance.random()
        for member in entered if going < 0.1 else entered[:1] if going < 0.25 else []:
            await organising.leave(tournament_id, member)
        if going > 0.9:
            with suppress(Refusal):  # nobody may come any more
                await organising.enter(tournament_id, chance.choice(people))
        await directing.beat()
    over = await known(rows, tournament_id)
    assert not any(game.outcome is None for game in over.games)
    assert (len(entered) > 1) == (over.row.state == "finished")
    if over.games:
        text = await organising.records(tournament_id, tournament_id)
        wanted = [(each.place, each.player, each.points, list(each.ties)) for each in over.value.standing()]
        assert standing_of_file.standing(text, len(catalog.find(plan.game).openings)) == wanted


def test_a_tournament_of_few_who_come_and_go_ends_though_each_step_is_the_last_of_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if whoever does a step were killed after it: what follows is found by the next look, or never.
    monkeypatch.setattr(director, "MOST_STEPS", 1)

    async def run() -> None:
        async with house(tmp_path, tmp_path) as services:
            assert services.tournaments is not None
            people = await joined(services.tournaments.director.rows, "ann", "ben", "eve", "flo", "gus")
            for number, plan in enumerate(4 * SYSTEMS):
                await play_out(services, f"cup{number}", plan, people, random.Random(number))

    asyncio.run(run())
