"""The archive: public games are found by what is known of them, page by page, others never; all of them as a file."""

from __future__ import annotations

import asyncio
import gzip
import itertools
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic import command

import vato
from tests.server.backing import ON_BOTH
from tests.server.members import Member, code_of, playing
from tests.server.people import Person, Server
from tests.server.test_rated import begin, paired
from vato import record
from vato.board import TIME, Board, Outcome
from vato.book import key_of
from vato.server.play.archiving import archived, as_file, catch_up
from vato.server.store import migrate, schema, search
from vato.server.store.archive import place_of
from vato.server.store.archive_tables import archive_backlog
from vato.server.store.database import FILE
from vato.server.store.model import PERSON, Commit, Ends, Seat, StoredGame, StoredMove
from vato.server.store.rows import game_values
from vato.server.store.search import Archive, Mark, Wanted
from vato.server.store.store import PAGE, Store

_times = itertools.count(7_000_000)
AFTER_TWO = "10000/10000 light"
"""Squadro after the first turn of each player on their first lane, where both go one step."""


@pytest.fixture
def server(company_server: Server) -> Server:
    return company_server


def ended(ann: Member, ben: Member) -> tuple[str, Person]:
    """Let two members play a rated game in which the second resigns; return it and who won."""
    wish = {"game": "squadro", "clock": {"initial_ms": next(_times), "increment_ms": 0}, "rated": True}
    game_id = paired(ann, ben, wish)
    first, second = begin(game_id, ann, ben)
    assert second.act(game_id, "resign", ply=2).status_code == 200
    return game_id, first


def found(person: Person, **wanted: str) -> list[str]:
    answer = person.get("/archive", params=wanted)
    assert answer.status_code == 200, answer.text
    return [each["summary"]["id"] for each in answer.json()["games"]]


@ON_BOTH
def test_a_public_game_is_found_from_its_end_on_and_a_private_one_never(server: Server, name: str) -> None:
    ann, ben = (Member(Person(server), f"{name}{letter}") for letter in "ab")
    private = playing(ann, ben)
    begin(private, ann, ben)
    assert ben.act(private, "resign", ply=2).status_code == 200
    assert found(Person(server), player=ann.name) == []
    game_id, first = ended(ann, ben)
    eve = Person(server)
    position = eve.get("/archive", params={"player": ann.name}).json()["games"][0]["summary"]["position"]
    whole = {"game": "squadro", "rules": "standard", "position": position, "player": first.name, "result": "first"}
    for which, value in whole.items():
        of_game = {"game": "squadro"} if which in ("rules", "position") else {}
        assert game_id in found(eve, **(of_game | {which: value}))
    assert found(eve, **whole) == [game_id]
    assert found(eve, **(whole | {"result": "drawn"})) == []
    assert found(eve, **(whole | {"moves": "1"})) == []
    assert private not in found(eve, game="squadro")
    text = gzip.decompress(eve.get("/archive/games.vato.gz").content).decode()
    mine = [each for each in record.read(text) if first.name in each.players]
    assert [each.players[0] for each in mine] == [first.name]
    assert mine[0].headers["Licence"].startswith("CC0 1.0")
    assert mine[0].board().position == position
    # Whoever leaves is found by no name any more; the game stays.
    assert ann.get("/me").status_code == 200
    gone = ann._request("DELETE", "/me", json={"name": ann.name, "even_if_awaited": True})
    assert gone.status_code in (200, 204), gone.text
    assert code_of(eve.get("/archive", params={"player": ann.name})) == "unknown_member"
    (left,) = eve.get("/archive", params={"player": ben.name}).json()["games"]
    assert ann.name not in str(left)
    assert ann.name not in gzip.decompress(eve.get("/archive/games.vato.gz").content).decode()


@ON_BOTH
def test_the_explorer_counts_the_games_that_the_archive_finds(server: Server, name: str) -> None:
    ann, ben = (Member(Person(server), f"{name}{letter}") for letter in "cd")

    def counted(start: str, moves: list[str]) -> int:
        explored = ben.post("/explorer", {"game": "squadro", "position": start, "moves": moves}).json()
        return sum(explored["ends"].values())

    def archived(start: str, moves: str) -> list[str]:
        return found(ben, game="squadro", position=start, moves=moves)

    starts = [f"00000/00000 {side}" for side in ("light", "dark")]
    before = {start: counted(start, ["1", "1"]) for start in starts}
    private = playing(ann, ben)
    begin(private, ann, ben)
    assert ben.act(private, "resign", ply=2).status_code == 200
    assert {start: counted(start, ["1", "1"]) for start in starts} == before
    public, first = ended(ann, ben)
    start = first.state(public)["start"]
    assert counted(start, ["1", "1"]) == before[start] + 1
    for moves in ([], ["1"], ["1", "1"], ["1", "1", "1"]):
        assert counted(start, moves) == len(archived(start, ",".join(moves))), moves
    assert public in archived(start, "1 1")


def test_what_cannot_be_looked_for_is_refused(server: Server) -> None:
    eve = Person(server)
    for wanted, code in (
        ({"position": AFTER_TWO}, "unreadable"),
        ({"game": "halma"}, "unknown_name"),
        ({"game": "squadro", "position": "nonsense"}, "invalid_position"),
        ({"game": "squadro", "moves": "9"}, "illegal_move"),
        ({"moves": "1"}, "unreadable"),
        ({"game": "squadro", "rules": "nonsense"}, "unknown_name"),
        ({"player": "Nobody at all"}, "unknown_member"),
        ({"result": "won"}, "unreadable"),
        ({"before": "1"}, "unreadable"),
        ({"before": "999999999999999999-a", "player": "\0"}, "unknown_member"),
    ):
        assert code_of(eve.get("/archive", params=wanted)) == code, wanted


# Page by page, in a database without a server


def game_of(number: int, moves: list[str]) -> tuple[StoredGame, tuple[StoredMove, ...], Board]:
    board = vato.new("squadro", first="light")
    start = board.position
    for move in moves:
        board.push(move)
    game = StoredGame(
        id=f"game{number:06}", game="squadro", rules=board.rules.name, start=start, position=board.position,
        seats=(Seat(PERSON, "Ann"), Seat(PERSON, "Ben")), turn=board.turn, plies=len(moves), created_ms=number,
        updated_ms=number, rated=False, tournament_id="cup",
    )  # fmt: skip
    return game, tuple(StoredMove(move, number) for move in moves), board


async def end(store: Store, number: int, moves: list[str], winner: int | None) -> None:
    game, played, board = game_of(number, moves)
    await store.create(game, played)
    over = replace(game, outcome=Outcome(winner, TIME), version=2)
    await store.commit(game, Commit(over, archived=archived(over, board)))


@ON_BOTH
def test_pages_follow_each_other_and_no_look_goes_through_everything(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_LOOKED_AT", PAGE + 5)
    monkeypatch.setattr(search, "MOST_COUNTED", 40)
    monkeypatch.setattr(search, "COUNTED_TOGETHER", 2)
    count = 2 * PAGE + 15

    async def look() -> None:
        store = await Store.open(place)
        try:
            # Every seventh begins otherwise and is drawn.
            for number in range(count):
                odd = number % 7 == 0
                await end(store, number, ["2", "1"] if odd else ["1", "1"], None if odd else 0)
            keys = []
            for first in (None, "1", "2", "3"):
                board = vato.new("squadro", first="light")
                if first is not None:
                    board.push(first)
                keys.append(key_of(board))
            at_start, _, after, _ = (place_of("squadro", board.rules.name, key) for key in keys)
            seventh = [f"game{number:06}" for number in reversed(range(0, count, 7))]
            everything = [f"game{number:06}" for number in reversed(range(count))]
            for wanted, expected in (
                (Wanted(), everything),
                (Wanted(game="squadro"), everything),
                (Wanted(place=at_start), everything),
                (Wanted(place=after), seventh),
                (Wanted(result="drawn"), seventh),
                (Wanted(place=at_start, result="drawn"), seventh),
                (Wanted(place=after, result="first"), []),
                (Wanted(game="fanorona"), []),
            ):
                got: list[str] = []
                mark: Mark | None = None
                for _ in range(count):
                    page = await Archive(store).find(wanted, mark)
                    assert len(page.games) <= PAGE
                    got += [game.id for game, _ in page.games]
                    if (mark := page.next) is None:
                        break
                assert got == expected, wanted
            # Of the last 40, those that began otherwise were drawn.
            drawn = sum(number % 7 == 0 for number in range(count - 40, count))
            assert await Archive(store).ends("squadro", board.rules.name, keys) == {
                keys[0]: Ends(40 - drawn, 0, drawn, more=True),
                keys[1]: Ends(40, 0, 0, more=True),
                keys[2]: Ends(0, 0, len(seventh)),
            }
        finally:
            await store.close()

    asyncio.run(look())


@ON_BOTH
def test_games_that_ended_before_come_into_the_archive_once(place: Path | str) -> None:
    async def look() -> list[str]:
        store = await Store.open(place)
        try:
            for number in range(30):
                # In one only one of them moved, another cannot be read any more.
                game, played, _ = game_of(number, ["1"] if number == 3 else ["1", "1"])
                over = replace(game, outcome=Outcome(0, TIME))
                await store.create(replace(over, position="?", start="?") if number == 4 else over, played)
            async with store.writing() as connection:
                rows = [{"game_id": f"game{number:06}"} for number in range(30)]
                await connection.execute(sql.insert(archive_backlog), rows)
            await asyncio.gather(catch_up(store), catch_up(store))
            assert await Archive(store).backlog(1) == []
            await catch_up(store)
            return [game.id for game, _ in (await Archive(store).find(Wanted())).games]
        finally:
            await store.close()

    assert asyncio.run(look()) == [f"game{number:06}" for number in reversed(range(30)) if number not in (3, 4)]


@ON_BOTH
@pytest.mark.parametrize("has_members", [False, True])
def test_an_archive_of_before_knows_its_results_and_only_where_there_are_members_other_counts_go(
    place: Path | str, has_members: bool
) -> None:
    game, _, board = game_of(1, ["1", "1"])
    key = key_of(board)
    at = place_of(game.game, game.rules, key)
    url = f"sqlite:///{place}/{FILE}" if isinstance(place, Path) else sql.make_url(place)
    engine = sql.create_engine(url if isinstance(url, str) else url.set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        command.upgrade(migrate.configuration(connection), "0011")
        old = sql.MetaData()
        old.reflect(connection)

        def put(table: str, **values: object) -> None:
            connection.execute(sql.insert(old.tables[table]), values)

        for number, winner in enumerate((0, 1, 1, None)):
            stored, _, _ = game_of(number, ["1", "1"])
            put("games", **game_values(replace(stored, outcome=Outcome(winner, TIME))))
            of_game = {"game_id": stored.id, "ended_ms": number}
            put("archive", game=game.game, rules=game.rules, winner=winner, **of_game)
            put("archive_positions", place=at, **of_game)
        put("ends", game=game.game, rules=game.rules, position=key, first=9, second=9, drawn=9)
        if has_members:
            put("members", id="member-1", name="Ann", created_ms=1)
    engine.dispose()

    async def look() -> tuple[dict[int, Ends], dict[int, Ends]]:
        store = await Store.open(place)
        try:
            asked = game.game, game.rules, [key]
            return await Archive(store).ends(*asked), await store.ends(*asked)
        finally:
            await store.close()

    public, private = asyncio.run(look())
    assert public == {key: Ends(1, 2, 1)}
    assert private == ({} if has_members else {key: Ends(9, 9, 9)})


@ON_BOTH
def test_a_damaged_game_keeps_nobody_from_the_file_of_the_others(place: Path | str) -> None:
    async def look() -> bytes:
        store = await Store.open(place)
        try:
            for number in range(3):
                await end(store, number, ["1", "1"], 0)
            async with store.writing() as connection:
                for damage in (
                    sql.update(schema.games).where(schema.games.c.id == "game000000").values(start="?"),
                    sql.delete(schema.seats).where(schema.seats.c.game_id == "game000001", schema.seats.c.side == 1),
                ):
                    await connection.execute(damage)
            return b"".join([part async for part in as_file(store, None)])
        finally:
            await store.close()

    (left,) = record.read(gzip.decompress(asyncio.run(look())).decode())
    assert left.date == "1970-01-01"
    assert left.players == ("Ann", "Ben")
