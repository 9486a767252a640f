"""The lobby: who wants the same is paired, once, whichever worker they are at, and told of it, whatever happens.

On SQLite everybody is at one server; on PostgreSQL the first and the last to come are at two.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from websockets.exceptions import InvalidStatus

from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import WIDE
from tests.server.people import Person, Server, State, Table
from vato.contest.clock import Control
from vato.contest.lobby import OFFER_MS
from vato.engine.levels import levels_of
from vato.server.people.company import Page
from vato.server.play import new_game
from vato.server.play.lobby import Listener, Lobby
from vato.server.play.neighbours import Neighbours
from vato.server.services import Services
from vato.server.settings import Settings
from vato.server.store import schema, seeks
from vato.server.store.model import PERSON, Conflict, Seat
from vato.server.store.seeks import StoredSeek
from vato.server.store.store import Store
from vato.server.store.times import now_ms

Servers = list[Server]


@pytest.fixture(scope="module")
def sqlite_lobby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with Server(tmp_path_factory.mktemp("lobby"), *WIDE, "--lobby") as running:
        yield [running]
        assert "Traceback" not in running.errors


@pytest.fixture(scope="module")
def postgresql_lobby(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey) -> Iterator[Servers]:
    shared = "--database", postgres.new_database(), "--hints", valkey.address
    with ExitStack() as stack:
        running = [
            stack.enter_context(Server(tmp_path_factory.mktemp("lobby"), *WIDE, "--lobby", *shared)) for _ in range(2)
        ]
        yield running
        assert not any("Traceback" in server.errors for server in running)


@pytest.fixture
def lobby(request: pytest.FixtureRequest, database: str) -> Servers:
    running: Servers = request.getfixturevalue(f"{database}_lobby")
    return running


@pytest.fixture
def ann(lobby: Servers) -> Person:
    return Person(lobby[0], "Ann")


@pytest.fixture
def ben(lobby: Servers) -> Person:
    return Person(lobby[-1], "Ben")


@pytest.fixture
def eve(lobby: Servers) -> Person:
    return Person(lobby[0], "Eve")


_times = itertools.count(60_000)


@pytest.fixture
def wish() -> dict[str, Any]:
    """A game that nobody else looks for, whoever may be left from another test."""
    return {"game": "squadro", "clock": {"initial_ms": next(_times), "increment_ms": 2_000}}


def seek(table: Table, person: Person, wish: dict[str, Any]) -> State:
    """Look for a game, and return the first state in which one waits for it, or has it."""
    table.send("seek", name=person.name, **wish)
    return table.until(lambda state: state["mine"] or state["game"])


def shown(table: Table, wish: dict[str, Any]) -> list[State]:
    return [each for each in table.state["seeks"] if each["clock"] == wish["clock"]]


def game_of(table: Table) -> str:
    """Wait until one is paired, and return the game."""
    return str(table.until(lambda state: state["game"])["game"])


@ON_BOTH
def test_two_who_want_the_same_are_paired_and_seated(ann: Person, ben: Person, wish: dict[str, Any]) -> None:
    with ann.in_lobby() as first, ben.in_lobby() as second:
        mine = seek(first, ann, wish)["mine"]
        assert (mine["name"], mine["game"], mine["rules"]) == ("Ann", "squadro", "standard")
        second.send("seek", name="Ben", **wish)
        game_id = game_of(first)
        assert game_of(second) == game_id
        assert first.state["mine"] is None
    state = ann.state(game_id)
    assert {seat["name"]: seat["mine"] for seat in state["seats"]} == {"Ann": True, "Ben": False}
    assert {key: state["clock"][key] for key in wish["clock"]} == wish["clock"]
    mover = next(person for person in (ann, ben) if person.state(game_id)["scene"]["options"])
    assert mover.post(f"/games/{game_id}/moves", {"ply": 0, "move": "1"}).status_code == 200


@ON_BOTH
def test_of_twenty_at_once_each_is_paired_once(lobby: Servers, wish: dict[str, Any]) -> None:
    people = [Person(lobby[number % len(lobby)], str(number)) for number in range(20)]
    with ExitStack() as stack, ThreadPoolExecutor(len(people)) as threads:
        tables = [stack.enter_context(person.in_lobby()) for person in people]

        def pair(place: int) -> str:
            tables[place].send("seek", name=people[place].name, **wish)
            return game_of(tables[place])

        games = list(threads.map(pair, range(len(people))))
    assert set(Counter(games).values()) == {2}
    for person, game_id in zip(people, games, strict=True):
        others = [other.name for other, theirs in zip(people, games, strict=True) if theirs == game_id]
        assert sorted(seat["name"] for seat in person.state(game_id)["seats"]) == sorted(others)
        assert [game["id"] for game in person.get("/games").json()["games"]] == [game_id]


@ON_BOTH
def test_sides_are_drawn(ann: Person, ben: Person, wish: dict[str, Any]) -> None:
    firsts = set()
    with ann.in_lobby() as first, ben.in_lobby() as second:
        for _ in range(40):  # all alike by chance: once in 5 * 10^11
            seek(first, ann, wish)
            second.send("seek", name="Ben", **wish)
            game_id = game_of(first)
            assert game_of(second) == game_id
            firsts.add(ann.state(game_id)["seats"][0]["name"])
            for table in (first, second):
                table.send("seen", game=game_id)
                table.until(lambda state: state["game"] is None)
            if len(firsts) == 2:
                return
    raise AssertionError(firsts)


@ON_BOTH
def test_who_wants_something_else_waits_and_is_shown(ann: Person, ben: Person, wish: dict[str, Any]) -> None:
    with ann.in_lobby() as first, ben.in_lobby() as second:
        mine = seek(first, ann, wish)["mine"]
        other = wish | {"game": "fanorona"}
        assert seek(second, ben, other)["game"] is None
        second.until(lambda _: mine in shown(second, wish))
        assert mine not in first.state["seeks"]
        assert [each["name"] for each in first.until(lambda _: shown(first, wish))["seeks"]].count("Ben") == 1
        first.send("stop")
        first.until(lambda state: state["mine"] is None)
        second.until(lambda _: not shown(second, wish))


@ON_BOTH
def test_nobody_is_paired_with_oneself_in_two_tabs(ann: Person, ben: Person, wish: dict[str, Any]) -> None:
    also_ann = Person(ben.server, "Ann", ann.token)
    with ann.in_lobby() as first, also_ann.in_lobby() as second:
        mine = seek(first, ann, wish)["mine"]
        assert second.until(lambda state: state["mine"] == mine)["seeks"] == first.state["seeks"]
        second.send("take", seek=mine["id"], name="Ann")
        assert second.hear("refused")["code"] == "taken"
        # The same again, as when the line was lost, is the same seek; another one takes its place.
        second.send("seek", name="Ann", **wish)
        newer = wish | {"game": "fanorona"}
        second.send("seek", name="Ann", **newer)
        for table in (first, second):
            table.until(lambda state: state["mine"] and state["mine"]["game"] == "fanorona")
            assert table.state["game"] is None
        with ben.in_lobby() as third:
            assert seek(third, ben, newer)["game"] or game_of(third)
        for table in (first, second):
            game_of(table)


@ON_BOTH
def test_who_waits_is_taken_from_the_list_once(ann: Person, ben: Person, eve: Person, wish: dict[str, Any]) -> None:
    with ann.in_lobby() as first, ben.in_lobby() as second, eve.in_lobby() as third:
        mine = seek(first, ann, wish)["mine"]
        seek(third, eve, wish | {"game": "fanorona"})
        second.until(lambda _: mine in shown(second, wish))
        third.send("take", seek=mine["id"], name="Eve")
        game_id = game_of(third)
        assert game_of(first) == game_id
        second.send("take", seek=mine["id"], name="Ben")
        assert second.hear("refused")["code"] == "taken"
        assert sorted(seat["name"] for seat in ann.state(game_id)["seats"]) == ["Ann", "Eve"]
        second.until(lambda _: not shown(second, wish))  # and who was taken up does not wait for something else


@ON_BOTH
def test_who_has_gone_is_not_paired_and_waits_on_when_back(ann: Person, ben: Person, wish: dict[str, Any]) -> None:
    with ben.in_lobby() as second:
        with ann.in_lobby() as first:
            mine = seek(first, ann, wish)["mine"]
            second.until(lambda _: shown(second, wish))
        second.until(lambda _: not shown(second, wish))
        assert seek(second, ben, wish)["game"] is None
        second.send("stop")
        second.until(lambda state: state["mine"] is None)
        with ann.in_lobby() as first:
            assert first.until(lambda state: state["mine"])["mine"] == mine
            assert second.until(lambda _: shown(second, wish))["game"] is None


@ON_BOTH
def test_whoever_was_paired_when_the_server_was_killed_is_told_when_back(
    own_server: Callable[..., Server], wish: dict[str, Any]
) -> None:
    server = own_server("--lobby")
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    with ann.in_lobby() as first, ben.in_lobby() as second:
        seek(first, ann, wish)
        second.send("seek", name="Ben", **wish)
        game_id = game_of(first)  # and none of the pages says that it knows
        server.kill()
    server.start()
    for person in (ann, ben):
        with person.in_lobby() as table:
            assert game_of(table) == game_id
            table.send("seek", name=person.name, **wish)  # said before it knew, and again
            table.send("seen", game=game_id)
            table.send("ping")
            table.hear("pong")
        with person.in_lobby() as table:
            table.hear("lobby")
            assert (table.state["game"], table.state["mine"]) == (None, None)


def test_what_cannot_be_played_is_refused_in_a_sentence(ann: Person, wish: dict[str, Any]) -> None:
    with ann.in_lobby() as table:
        for change, code in (
            ({"game": "halma"}, "unknown_name"),
            ({"rules": "none such"}, "unknown_name"),
            ({"clock": {"initial_ms": 1}}, "refused"),
            ({"clock": "fast"}, "unreadable"),
        ):
            table.send("seek", ref=code, **wish | change)
            answer = table.hear("refused")
            assert (answer["ref"], answer["code"]) == (code, code)
            assert answer["message"].endswith(".")
        assert table.state["mine"] is None
    with Person(ann.server, token="").in_lobby() as table:
        assert table.hear("refused")["code"] == "no_visitor"


def test_looking_for_games_counts_as_creating_them(own_server: Callable[..., Server], wish: dict[str, Any]) -> None:
    ann = Person(own_server("--lobby", "--games-per-hour", "2"), "Ann")
    with ann.in_lobby() as table:
        for game in ("squadro", "squadro", "fanorona", "fanorona"):  # said again it is not counted again
            table.send("seek", **wish | {"game": game})
            table.until(lambda state, game=game: state["mine"] and state["mine"]["game"] == game)
        table.send("seek", **wish)
        assert table.hear("refused")["code"] == "too_fast"
        assert table.state["mine"]["game"] == "fanorona"


def test_without_the_option_there_is_no_lobby(server: Server, lobby: Servers) -> None:
    with pytest.raises(InvalidStatus), Person(server).in_lobby():
        pass
    people = {"accept": "text/html"}
    pages = [each.client.get(f"{each.address}/lobby", headers=people) for each in (server, lobby[0])]
    assert [page.status_code for page in pages] == [404, 200]
    assert ["<body data-lobby>" in page.text for page in pages] == [False, True]


@ON_BOTH
def test_a_pair_is_made_only_of_two_who_still_wait(place: Path | str) -> None:
    async def work() -> None:
        store = await Store.open(place)
        kept, now = seeks.Seeks(store), now_ms()
        ann, ben, eve, tom = people = [sought(name) for name in ("ann", "ben", "eve", "tom")]
        for seek in people[:3]:
            await kept.put(seek, now)
        await kept.fall_silent("eve", now)
        made = [new_game.between("squadro", "standard", None, (Seat(PERSON), Seat(PERSON))) for _ in range(5)]
        await kept.pair(ann, ben, made[0], now)
        for one, other, game in ((ann, ben, made[1]), (ben, ann, made[2]), (ann, eve, made[3])):
            with pytest.raises(Conflict):
                await kept.pair(one, other, game, now)
        with pytest.raises(Conflict):
            await kept.take(ben, tom, made[4], now)
        known = await kept.of(["ann", "ben", "eve", "tom"])
        assert {visitor: seek.game_id for visitor, seek in known.items()} == {
            "ann": made[0].id,
            "ben": made[0].id,
            "eve": None,
        }
        assert set(await store.versions([game.id for game in made])) == {made[0].id}
        await store.close()

    asyncio.run(work())


@pytest.mark.parametrize("hinted", [True, False])
def test_whoever_is_at_another_worker_is_told_by_hints_and_without(
    postgres: Postgres, valkey: Valkey, monkeypatch: pytest.MonkeyPatch, hinted: bool
) -> None:
    if hinted:
        monkeypatch.setattr("vato.server.play.lobby.BEAT_SECONDS", 1_000)  # nothing is found by looking now and then
    else:
        monkeypatch.setattr(Neighbours, "tell_lobby", lambda _: None)
    settings = Settings(Path(), postgres.new_database(), valkey.address, warm=False, lobby=True)

    async def work() -> None:
        async with AsyncExitStack() as stack, asyncio.timeout(20):
            lobbies = []
            for visitor in ("ann", "ben"):
                services = await Services.open(settings)
                stack.push_async_callback(services.close)
                assert services.lobby is not None
                listener = Listener(visitor, "en")
                await stack.enter_async_context(services.lobby.listening(listener))
                lobbies.append((services.lobby, listener))
            (first, ann), (second, ben) = lobbies
            await first.seek(sought("ann"))
            while '"seeks":[{"id":"ann"' not in ben.told:
                await asyncio.sleep(0.01)
            await second.seek(sought("ben"))
            while '"game":null,"clocks"' in ann.told or '"game":null,"clocks"' in ben.told:
                await asyncio.sleep(0.01)

    asyncio.run(work())


@ON_BOTH
def test_what_was_to_be_looked_at_soon_is_not_once_the_server_has_gone(place: Path | str, tmp_path: Path) -> None:
    async def work() -> None:
        database = place if isinstance(place, str) else ""
        services = await Services.open(Settings(tmp_path, database, warm=False, lobby=True, accounts=True))
        assert services.lobby is not None
        assert services.people is not None
        company = services.people.dares.company
        async with services.lobby.listening(Listener("ann", "en")), company.listening(Page("member-ann")):
            services.lobby.look_soon()
            company.look_soon()
            await services.close()
            await asyncio.sleep(0.2)
        await asyncio.sleep(0.1)
        pools: Any = [engine.pool for engine in (services.store.database.reader, services.store.database.writer)]
        lines = [pool.checkedin() + pool.checkedout() for pool in pools]
        await services.store.close()
        assert lines == [0, 0]

    asyncio.run(work())


# What takes its time, with time that is made to pass


def in_a_lobby(folder: Path, work: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        services = await Services.open(Settings(folder, warm=False, lobby=True))
        try:
            assert services.lobby is not None
            await work(services.lobby)
        finally:
            await services.close()

    asyncio.run(run())


def sought(visitor: str, rating: float | None = None, since_ms: int = 0) -> StoredSeek:
    control = Control(600_000, 5_000)
    return StoredSeek(visitor, visitor, visitor, "squadro", "standard", control, now_ms() + since_ms, rating)


async def paired(lobby: Lobby) -> set[str]:
    await lobby.look()
    found = [await lobby.known(visitor) for visitor in ("ann", "ben")]
    return {seek.visitor for seek in found if seek is not None and seek.game_id is not None}


def test_waves_reach_further_with_time(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        await lobby.seek(sought("ann"))
        await lobby.seek(sought("ben", 1700))
        assert await paired(lobby) == set()  # as 200 is further than 50 for each
        await lobby.seek(sought("ann", since_ms=-20_000))
        assert await paired(lobby) == {"ann", "ben"}  # and 50 + 6 * 25 + 50 is further than 200

    in_a_lobby(tmp_path, work)


def test_a_level_of_ones_own_strength_is_offered_after_a_while(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        ann = Listener("ann", "en")
        async with lobby.listening(ann):
            for since_ms, level in ((0, None), (-OFFER_MS, 5)):  # which has 1500 in every game
                await lobby.seek(sought("ann", since_ms=since_ms))
                await lobby.look()
                assert f'"level":{"null" if level is None else level},' in ann.told

    in_a_lobby(tmp_path, work)


@pytest.mark.parametrize(("kind", "level"), [("quick", 8), ("slow", 5)])
def test_a_member_is_offered_a_level_and_paired_by_their_rating(tmp_path: Path, kind: str, level: int) -> None:
    near = levels_of("squadro")[7].rating + 1.0  # the member's rating where they play quick games, and in no others

    async def work(lobby: Lobby) -> None:
        known = {"game": "squadro", "kind": kind, "rating": near, "deviation": 60.0, "volatility": 0.06, "games": 9}
        async with lobby._games.store.writing() as connection:
            await connection.execute(sql.insert(schema.members), {"id": "member-1", "name": "Ann", "created_ms": 1})
            rating = known | {"member": "member-1", "since_ms": now_ms()}
            await connection.execute(sql.insert(schema.ratings), rating)
        ann = Listener("member-1", "en")
        async with lobby.listening(ann):
            await lobby.seek(replace(sought("ann", since_ms=-OFFER_MS), visitor="member-1", control=Control(180_000)))
            await lobby.look()
            assert f'"level":{level},' in ann.told
            assert (f'"rating":{round(near)},"provisional":false' in ann.told) is (kind == "quick")

    in_a_lobby(tmp_path, work)


def test_who_has_just_played_somebody_is_paired_with_somebody_new(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        people = Seat(PERSON, "Ann", "ann"), Seat(PERSON, "Ben", "ben")
        await lobby._games.store.create(new_game.between("squadro", "standard", None, people))
        for visitor, rating in (("ann", None), ("ben", None), ("eve", 1560.0)):
            await lobby._seeks.put(await lobby._seeks.standing(sought(visitor, rating), now_ms()), now_ms())
        seek = await lobby.known("ann")
        assert seek is not None
        assert (seek.last_opponent, seek.first_sides) == ("ben", 1)
        await lobby.look()
        with_eve = await lobby.known("eve")
        assert with_eve is not None
        assert with_eve.game_id is not None
        game = (await lobby._games.store.load(with_eve.game_id)).game
        # Ann has had the first side more often than Eve, and Ben less often: either way it is fair.
        met = [seat.visitor for seat in game.seats]
        assert met in (["eve", "ann"], ["ben", "eve"])

    in_a_lobby(tmp_path, work)


def test_a_page_that_says_nothing_any_more_is_not_paired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("vato.server.store.seeks", "vato.server.play.lobby"):
        monkeypatch.setattr(f"{module}.LISTENING_MS", 300)
    monkeypatch.setattr(seeks, "KEPT_MS", 900)

    async def work(lobby: Lobby) -> None:
        ann, ben = Listener("ann", "en"), Listener("ben", "en")
        async with lobby.listening(ann), lobby.listening(ben):
            await lobby.seek(sought("ann"))
            await lobby.seek(replace(sought("ben"), rules="other"))
            await lobby.look()
            while await lobby.known("ann") is not None:  # first not shown to Ben, and then forgotten
                await asyncio.sleep(0.05)
                ben.heard += 0.05
                await lobby.beat()
                assert '"mine":{"id":"ben"' in ben.told
            assert '"seeks":[]' in ben.told

    in_a_lobby(tmp_path, work)
