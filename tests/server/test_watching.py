"""Watching: which public games are being played, the best first; how they stand, some turns behind; how they end."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sql

import vato
from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import ACCOUNTS
from tests.server.members import Member
from tests.server.people import Person, Server, State, Table
from tests.server.test_rated import begin, paired
from vato.board import TIME, Outcome
from vato.contest.clock import Clock, Control
from vato.server.play import watching
from vato.server.play.behind import TURNS
from vato.server.play.boards import Boards
from vato.server.play.watching import Watcher, Watching
from vato.server.store import in_play, schema
from vato.server.store.in_play import InPlay
from vato.server.store.model import PERSON, Commit, Seat, SeatRating, StoredGame
from vato.server.store.store import Store

Servers = list[Server]
_times = itertools.count(2_000_000)


@pytest.fixture(scope="module")
def postgresql_hall(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey) -> Iterator[Servers]:
    shared = "--lobby", "--database", postgres.new_database(), "--hints", valkey.address
    with ExitStack() as stack:
        folders = (tmp_path_factory.mktemp("watching") for _ in range(2))
        running = [stack.enter_context(Server(folder, *ACCOUNTS, *shared)) for folder in folders]
        yield running
        assert not any("Traceback" in server.errors for server in running)


@pytest.fixture
def servers(request: pytest.FixtureRequest, database: str) -> Servers:
    """One server, or two of one database."""
    if database == "sqlite":
        return [request.getfixturevalue("sqlite_company")]
    running: Servers = request.getfixturevalue("postgresql_hall")
    return running


def shown(state: State) -> list[str]:
    return [game["id"] for game in state["games"]]


def board_of(table: Table, game_id: str, wanted: Any) -> State:
    """Return how a game stands as soon as it is as wanted."""
    while True:
        board = table.hear("board")
        if board["game"] == game_id and wanted(board):
            return board


@ON_BOTH
def test_a_public_game_is_watched_from_its_first_turns_to_its_end(servers: Servers, name: str) -> None:
    ann, ben = Member(Person(servers[0]), f"{name}a"), Member(Person(servers[-1]), f"{name}b")
    eve = Person(servers[-1])
    clock = {"initial_ms": next(_times), "increment_ms": 0}
    private = ann.create(clock=clock)
    assert ben.post(f"/games/{private}/join", {"name": ben.name}).status_code == 200
    begin(private, ann, ben)
    with eve.watching(game="squadro", speed="slow") as slow, eve.watching(most=1, speed="quick") as quick:
        game_id = paired(ann, ben, {"game": "squadro", "clock": clock, "rated": True})
        seated = begin(game_id, ann, ben)
        slow.until(lambda state: game_id in shown(state))
        assert private not in shown(slow.state)
        (game,) = [game for game in slow.state["games"] if game["id"] == game_id]
        assert sorted(seat["name"] for seat in game["seats"]) == sorted([ann.name, ben.name])
        assert {seat["rating"]["value"] for seat in game["seats"]} == {1500}
        assert (game["speed"], game["rated"], game["clock"]["initial_ms"]) == ("slow", True, clock["initial_ms"])
        assert slow.state["count"] >= 1
        played = []
        for ply in range(2, 2 + TURNS + 1):
            mover = seated[ann.state(game_id)["scene"]["turn"]]
            played.append(mover.state(game_id)["scene"]["options"][0]["text"])
            assert mover.act(game_id, "move", ply=ply, move=played[-1]).status_code == 200
        # As by everybody who does not play it, it is seen some turns behind, whichever server it is played at.
        board = board_of(slow, game_id, lambda board: board["last"] is not None and board["scene"]["ply"] == 3)
        assert (board["last"]["text"], board["over"], board["winner"]) == (played[0], False, None)
        assert board["scene"]["options"] == []
        assert game_id not in shown(quick.until(lambda _: True))
        assert ben.act(game_id, "resign", ply=ply + 1).status_code == 200
        board = board_of(slow, game_id, lambda board: board["over"])
        assert board["winner"] == 1 - seated.index(ben)
        assert board["scene"]["ply"] == ply + 1
        # It stays for a moment, and is gone then.
        assert game_id in shown(slow.state)
        slow.until(lambda state: game_id not in shown(state))


def test_what_cannot_be_watched_is_refused_and_without_accounts_there_is_nothing_to_watch(
    servers: Servers, sqlite_server: Server
) -> None:
    for asked, code in (
        ({"game": "halma"}, "unknown_name"),
        ({"speed": "sluggish"}, "unreadable"),
        ({"most": "0"}, "unreadable"),
        ({"most": "25"}, "unreadable"),
        ({"most": "many"}, "unreadable"),
    ):
        with Person(servers[0]).watching(**asked) as table:
            assert table.hear("refused")["code"] == code, asked
    with pytest.raises(Exception, match="HTTP 40"), Person(sqlite_server).watching():
        pass


# Which are played, in a database without a server


def stored(number: int, ratings: tuple[int | None, int | None], **changed: Any) -> StoredGame:
    board = vato.new("squadro", first="light")
    first, second = (
        Seat(PERSON, name, rating=None if rating is None else SeatRating(rating))
        for name, rating in zip(("Ann", "Ben"), ratings, strict=True)
    )
    clock = Clock.of(Control(180_000, 2_000)).start(0, 1)
    game = StoredGame(
        id=f"game{number:06}", game="squadro", rules=board.rules.name, start=board.position, position=board.position,
        seats=(first, second), turn=0, plies=2, created_ms=number, updated_ms=number, clock=clock,
        tournament_id="cup",
    )  # fmt: skip
    return replace(game, **changed)


@ON_BOTH
def test_games_are_found_by_an_index_the_strongest_first_and_never_more_than_some(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Clock.of(Control(3_600_000))
    games = [
        stored(1, (2000, 1400)),
        stored(2, (1500, 1600)),
        stored(3, (None, 2400)),  # one plays without a rating
        stored(4, (1800, 1800), clock=slow.start(1, 1)),
        stored(5, (2500, 2500), tournament_id=None),  # a private one
        stored(6, (2500, 2500), clock=slow),  # one that has not begun
        stored(7, (2500, 2500), outcome=Outcome(0, TIME), clock=slow.stop(1)),
        stored(8, (2500, 2500), clock=None),
    ]

    async def look() -> None:
        store = await Store.open(place)
        try:
            for game in games:
                await store.create(game)
            found = await in_play.in_play(store)
            assert [(each.id, each.speed, each.strength) for each in found] == [
                ("game000004", "slow", 1800),
                ("game000002", "quick", 1500),
                ("game000001", "quick", 1400),
                ("game000003", "quick", 0),
            ]
            monkeypatch.setattr(in_play, "MOST", 2)
            assert [each.id for each in await in_play.in_play(store)] == ["game000004", "game000003"]
            over = replace(games[3], outcome=Outcome(0, TIME), clock=slow.stop(2), version=2)
            await store.commit(games[3], Commit(over))
            assert [each.id for each in await in_play.in_play(store)] == ["game000002", "game000003"]
            # However many other games there are: they are not in the index.
            newest = sql.select(schema.games.c.id).where(schema.PUBLIC_IN_PLAY)
            newest = newest.order_by(schema.games.c.created_ms.desc(), schema.games.c.id.desc()).limit(2)
            how = "EXPLAIN QUERY PLAN" if isinstance(place, Path) else "EXPLAIN"
            async with store.reading() as connection:
                if not isinstance(place, Path):
                    await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
                text = str(newest.compile(connection.engine, compile_kwargs={"literal_binds": True}))
                plan = (await connection.exec_driver_sql(f"{how} {text}")).all()
            assert "games_in_play" in str(plan)
            assert "sort" not in str(plan).lower()
        finally:
            await store.close()

    asyncio.run(look())


class NoBoards(Boards):
    """Shows nothing."""

    def __init__(self) -> None:
        pass

    async def show(self, *_: object) -> None:
        """Do nothing."""


def test_a_game_keeps_its_place_until_its_end_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    now, playing = 100.0, {"a": 1500, "b": 1400, "c": 1300}
    monkeypatch.setattr("vato.server.play.watching.time", SimpleNamespace(monotonic=lambda: now))

    async def listed(_: object) -> list[InPlay]:
        found = [InPlay(name, "squadro", "quick", strength) for name, strength in playing.items()]
        return sorted(found, key=lambda game: -game.strength)

    async def told() -> None:
        nonlocal now

        async def look() -> list[str]:
            nonlocal now
            now += watching.BEAT_SECONDS
            for each in (best, others):
                await watch._tell(each)
            watch._tidy()
            return [" ".join(each.places) for each in (best, others)]

        watch, best, others = Watching(None, NoBoards()), Watcher(most=1), Watcher("squadro", "quick", 2)  # type: ignore[arg-type]
        monkeypatch.setattr(watch, "_read", lambda _: asyncio.sleep(0))
        watch._watchers = {best, others}
        assert await look() == ["a", "a b"]
        playing["d"] = 2000  # a better one begins, and does not push the others away
        assert await look() == ["a", "a b"]
        del playing["a"]
        assert await look() == ["a", "a b"]
        now += watching.RESULT_SECONDS
        assert await look() == ["d", "d b"]
        playing.clear()
        assert await look() == ["d", "d b"]
        now += watching.RESULT_SECONDS
        assert await look() == ["", ""]

    monkeypatch.setattr(watching, "in_play", listed)
    asyncio.run(told())
