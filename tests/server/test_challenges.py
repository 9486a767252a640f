"""Challenges of one member to another, and bots: asked, answered, expired, told to whoever is there, at any worker."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server import agreed
from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import ACCOUNTS
from tests.server.members import Member, code_of
from tests.server.people import Person, Server, State, Table, wait_for
from tests.server.test_rated import begin
from vato.server.store.database import FILE
from vato.server.wire.company import BotHears, CompanyAnswer

COMPANY: TypeAdapter[Any] = TypeAdapter(CompanyAnswer)
EVENTS: TypeAdapter[Any] = TypeAdapter(BotHears)
WISH = {"game": "squadro", "clock": {"initial_ms": 300_000, "increment_ms": 0}}
Servers = list[Server]


@pytest.fixture(scope="module")
def sqlite_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with Server(tmp_path_factory.mktemp("challenges"), *ACCOUNTS) as running:
        yield [running]
        assert "Traceback" not in running.errors


@pytest.fixture(scope="module")
def postgresql_servers(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey
) -> Iterator[Servers]:
    shared = "--database", postgres.new_database(), "--hints", valkey.address
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("challenges") for _ in range(2)]
        running = [stack.enter_context(Server(folder, *ACCOUNTS, *shared)) for folder in folders]
        yield running
        assert not any("Traceback" in server.errors for server in running)


@pytest.fixture
def servers(request: pytest.FixtureRequest, database: str) -> Servers:
    """One server, or two of one database."""
    running: Servers = request.getfixturevalue(f"{database}_servers")
    return running


@pytest.fixture
def anna(servers: Servers, name: str) -> Member:
    return Member(Person(servers[0]), f"Anna {name}")


@pytest.fixture
def bert(servers: Servers, name: str) -> Member:
    return Member(Person(servers[-1]), f"Bert {name}")


def challenge(member: Member, other: Person, **wishes: Any) -> State:
    made = member.post("/challenges", {"member": other.name, **WISH, **wishes})
    assert made.status_code == 201, made.text
    found: State = made.json()
    return found


@contextlib.contextmanager
def listening(member: Person) -> Iterator[Table]:
    """Have a page open, whichever it is."""
    address = member.server.address.replace("http", "ws")
    with connect(f"{address}/api/me/live", additional_headers=member.headers) as socket:
        yield Table(socket, COMPANY, "company")


def answers(table: Table, challenge_id: str) -> list[str | None]:
    return [each["answer"] for each in table.state.get("challenges", []) if each["id"] == challenge_id]


@ON_BOTH
def test_a_challenge_is_told_accepted_and_becomes_a_game(anna: Member, bert: Member) -> None:
    with listening(anna) as hers, listening(bert) as his:
        made = challenge(anna, bert, side="second")
        assert (made["mine"], made["challenger"], made["challenged"]) == (True, anna.name, bert.name)
        his.until(lambda _: answers(his, made["id"]) == [None])
        assert his.state["challenges"][-1]["mine"] is False
        done = bert.post(f"/challenges/{made['id']}/accept").json()
        hers.until(lambda _: answers(hers, made["id"]) == ["accepted"])
        assert hers.state["challenges"][-1]["game_id"] == done["game_id"]
    state = anna.state(done["game_id"])
    assert [seat["name"] for seat in state["seats"]] == [bert.name, anna.name]
    assert state["clock"]["initial_ms"] == 300_000
    assert code_of(bert.post(f"/challenges/{made['id']}/accept")) == "not_offered"


@ON_BOTH
def test_a_round_that_begins_is_told_to_its_players_wherever_they_are(anna: Member, bert: Member, name: str) -> None:
    clock = {"initial_ms": 300_000, "increment_ms": 0}
    wish = {"system": "round_robin", "game": "squadro", "clock": clock, "pause_seconds": 0, "starts_in_seconds": 3_000}

    def begun(title: str, *people: Member, **more: Any) -> str:
        cup = str(anna.post("/tournaments", wish | {"title": f"{title} {name}", **more}).json()["id"])
        for person in people:
            assert person.post(f"/tournaments/{cup}/enter").status_code == 200
        assert anna.post(f"/tournaments/{cup}/start").status_code == 200
        return cup

    def of(cup: str, state: State) -> list[State]:
        return [each for each in state["rounds"] if each["tournament"] == cup]

    with listening(anna) as hers, listening(bert) as his:
        cup, alone = begun("Cup", anna, bert), begun("Alone", anna, levels=[1])
        for table, other in ((hers, bert), (his, anna)):
            (told,) = of(cup, table.until(lambda state: of(cup, state)))
            assert (told["title"], told["opponent"], told["level"]) == (f"Cup {name}", other.name, None)
        (told_too,) = of(alone, hers.until(lambda state: of(alone, state)))
        assert (told_too["opponent"], told_too["level"]) == ("", 1)
        assert of(alone, his.state) == []
        # Until both have moved.
        assert told["game"] == anna.get(f"/tournaments/{cup}").json()["mine"]["game"]
        begin(told["game"], anna, bert)
        for table in (hers, his):
            table.until(lambda state: not of(cup, state))
    for each in (cup, alone):
        assert anna.post(f"/tournaments/{each}/close").status_code == 200


@ON_BOTH
def test_a_challenge_is_declined_or_taken_back(anna: Member, bert: Member) -> None:
    with listening(anna) as hers, listening(bert) as his:
        declined = challenge(anna, bert)
        his.until(lambda _: answers(his, declined["id"]) == [None])
        assert bert.post(f"/challenges/{declined['id']}/decline").json()["answer"] == "declined"
        hers.until(lambda _: answers(hers, declined["id"]) == ["declined"])
        second, third = challenge(anna, bert), challenge(anna, bert)  # which takes the place of the second
        his.until(lambda _: answers(his, third["id"]) == [None] and answers(his, second["id"]) == [])
        assert anna.delete(f"/challenges/{third['id']}").json()["answer"] == "withdrawn"
        his.until(lambda _: answers(his, third["id"]) == ["withdrawn"])
        for gone in (declined, second, third):
            assert code_of(bert.post(f"/challenges/{gone['id']}/accept")) == "not_offered"


@ON_BOTH
def test_one_that_is_accepted_and_taken_back_at_once_is_one_of_both(anna: Member, bert: Member) -> None:
    for _ in range(4):
        made, together = challenge(anna, bert), threading.Barrier(2)

        def take_back(made: State = made, together: threading.Barrier = together) -> int:
            together.wait()
            return anna.delete(f"/challenges/{made['id']}").status_code

        def accept(made: State = made, together: threading.Barrier = together) -> int:
            together.wait()
            return bert.post(f"/challenges/{made['id']}/accept").status_code

        with ThreadPoolExecutor(2) as threads:
            done = [threads.submit(take_back), threads.submit(accept)]
            assert sorted(each.result() for each in done) == [200, 409]


@ON_BOTH
def test_who_is_blocked_neither_challenges_nor_is_challenged(anna: Member, bert: Member) -> None:
    waiting = challenge(bert, anna)
    anna.post("/me/blocks", {"name": bert.name})
    assert code_of(anna.post(f"/challenges/{waiting['id']}/accept")) == "not_offered"
    for one, other in ((anna, bert), (bert, anna)):
        assert code_of(one.post("/challenges", {"member": other.name, **WISH})) == "apart"


def test_only_the_two_answer_and_each_their_part(anna: Member, bert: Member, servers: Servers, name: str) -> None:
    made = challenge(anna, bert)
    eve, nobody = Member(Person(servers[0]), f"Eve {name}"), Person(servers[0], token="")
    for deed in ("accept", "decline"):
        for wrong in (eve, anna):
            assert code_of(wrong.post(f"/challenges/{made['id']}/{deed}")) == "not_offered"
        assert code_of(nobody.post(f"/challenges/{made['id']}/{deed}")) == "not_signed_in"
    for wrong in (eve, bert):
        assert code_of(wrong.delete(f"/challenges/{made['id']}")) == "not_offered"
    assert eve.get("/challenges").json() == []
    assert [each["id"] for each in bert.get("/challenges").json()] == [made["id"]]
    with listening(nobody) as table:
        assert table.hear("refused")["code"] == "not_signed_in"
        with pytest.raises(ConnectionClosed):
            table.hear()


def test_who_listens_for_challenges_takes_nobodys_place(own_server: Callable[..., Server], name: str) -> None:
    server = own_server("--accounts", "--sockets-per-address", "1")
    member = Member(Person(server), name)
    game_id = member.create()
    with listening(member) as page, member.at(game_id) as table:
        page.hear("company")
        table.hear("state")
        with listening(member) as second:
            assert second.hear("refused")["code"] == "too_many"


def test_what_cannot_be_played_or_is_too_much_is_refused(anna: Member, bert: Member, servers: Servers) -> None:
    for wishes, code in (
        ({"member": anna.name}, "apart"),
        ({"member": "nobody at all"}, "unknown_member"),
        ({"game": "halma"}, "unknown_name"),
        ({"rules": "none such"}, "unknown_name"),
        ({"clock": {"initial_ms": 1}}, "refused"),
        ({"side": "third"}, "unreadable"),
    ):
        assert code_of(anna.post("/challenges", {"member": bert.name, **WISH, **wishes})) == code
    others = [Member(Person(servers[0]), f"{letter} {anna.name[5:]}") for letter in ("Ka", "Pa", "Qu", "Ta", "Va")]
    others += [Member(Person(servers[0]), f"{letter} {anna.name[5:]}") for letter in ("Fe", "Go", "Hu", "Xe", "Ze")]
    for other in others:
        challenge(anna, other)
    assert code_of(anna.post("/challenges", {"member": bert.name, **WISH})) == "too_many"


def test_a_challenge_expires(anna: Member, bert: Member) -> None:
    made = challenge(anna, bert)
    with sqlite3.connect(anna.server.data / FILE, timeout=20) as database:
        database.execute("UPDATE dares SET until_ms = 1 WHERE id = ?", (made["id"],))
    database.close()
    assert bert.get("/challenges").json() == []
    assert code_of(bert.post(f"/challenges/{made['id']}/accept")) == "not_offered"
    without_clock = challenge(anna, bert, clock=None)
    assert without_clock["until"] - made["until"] > 23 * 3_600_000


@ON_BOTH
def test_who_blocks_at_one_worker_does_not_hear_them_at_another(anna: Member, bert: Member, servers: Servers) -> None:
    elsewhere = Person(servers[-1], anna.name, anna.token)
    game_id = anna.create()
    bert.post(f"/games/{game_id}/join", {"name": ""})
    bert.act(game_id, "chat", text="Hello")
    with elsewhere.at(game_id) as page:
        assert len(page.hear("state")["chat"]) == 1
        anna.post("/me/blocks", {"name": bert.name})
        page.until(lambda state: state["chat"] == [])


# Bots


class Stream:
    """What a bot is told, read by a thread of its own."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.heard: list[State] = []
        self.is_over = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(lines,), daemon=True)
        self._thread.start()

    def _read(self, lines: Iterator[str]) -> None:
        with contextlib.suppress(httpx.HTTPError):
            for line in lines:
                if line:
                    self.heard.append(json.loads(line))
        self.is_over.set()

    def until(self, kind: str) -> State:
        """Wait for an event of a kind, and return the last of them."""
        wait_for(lambda: any(event["type"] == kind for event in self.heard))
        return [event for event in self.heard if event["type"] == kind][-1]


@contextlib.contextmanager
def stream(person: Person, path: str) -> Iterator[Stream]:
    address = f"{person.server.address}/api{path}"
    with (
        httpx.Client(timeout=30, trust_env=False) as client,
        client.stream("GET", address, headers=person.headers) as told,
    ):
        assert told.status_code == 200
        assert told.headers["content-type"] == "application/x-ndjson"
        yield Stream(told.iter_lines())


def bot_of(keeper: Member, name: str, server: Server | None = None) -> Person:
    made = keeper.post("/me/bots", {"name": name})
    assert made.status_code == 201, made.text
    return Person(server or keeper.server, name, made.json()["token"])


@ON_BOTH
def test_a_bot_hears_of_challenges_and_plays(anna: Member, servers: Servers, name: str) -> None:
    bot = bot_of(anna, f"Robo {name}", servers[-1])
    with stream(bot, "/stream") as events:
        declined = challenge(anna, bot)
        assert events.until("challenge")["challenge"]["id"] == declined["id"]
        assert (declined["bot"], events.until("challenge")["challenge"]["bot"]) == (True, False)
        bot.post(f"/challenges/{declined['id']}/decline")
        assert events.until("challenge_gone")["challenge"]["answer"] == "declined"
        made = challenge(anna, bot, side="second", clock=None)
        game_id = bot.post(f"/challenges/{made['id']}/accept").json()["game_id"]
        begun = events.until("game_start")["game"]
        assert (begun["id"], begun["side"], begun["opponent"]) == (game_id, 0, anna.name)
        with stream(bot, f"/games/{game_id}/stream") as states:
            state = states.until("state")
            assert [seat.get("bot") for seat in state["seats"]] == [True, None]
            players = [bot, anna]
            mover = players[state["scene"]["turn"]]
            assert mover.post(f"/games/{game_id}/moves", {"ply": 0, "move": "1"}).status_code == 200
            wait_for(lambda: states.until("state")["scene"]["ply"] == 1)
            assert bot.act(game_id, "chat", text="Good luck").status_code == 200
            assert bot.act(game_id, "resign", ply=1).status_code == 200
            assert states.is_over.wait(20)
        assert states.until("state")["outcome"]["reason"] == "resignation"
        assert events.until("game_finish")["id"] == game_id
    for event in events.heard:
        agreed.check(EVENTS, json.dumps(event))
    assert {event["type"] for event in events.heard} == {"challenge", "challenge_gone", "game_start", "game_finish"}
    with stream(bot, "/stream") as again:  # nothing stands any more, and of a game under way it would hear at once
        other = anna.create(setup={"first": "light"})
        bot.post(f"/games/{other}/join", {"name": ""})
        assert again.until("game_start")["game"]["id"] == other


@ON_BOTH
def test_a_revoked_token_is_worth_nothing_and_its_streams_end(anna: Member, servers: Servers, name: str) -> None:
    bot = bot_of(anna, f"Robo {name}", servers[-1])  # which may be another worker than the keeper's
    assert bot.get("/me").json() == {"member": True, "name": bot.name, "games": 0}
    with stream(bot, "/stream") as events:
        renewed = anna.post(f"/me/bots/{bot.name}/token").json()
        assert events.is_over.wait(20)
    assert code_of(bot.get("/me")) == "not_signed_in"
    newer = Person(anna.server, bot.name, renewed["token"])
    assert newer.get("/me").json()["member"]
    [kept] = anna.delete(f"/me/bots/{bot.name}/token").json()["bots"]
    assert (kept["name"], kept["token"]) == (bot.name, None)
    for gone in (bot, newer):
        for request in (gone.get("/challenges"), gone.get("/games"), gone.post("/games", {"game": "squadro"})):
            assert (request.status_code, code_of(request)) == (401, "not_signed_in")


def test_a_server_that_stops_ends_its_streams(own_server: Callable[..., Server], name: str) -> None:
    server = own_server(*ACCOUNTS)
    bot = bot_of(Member(Person(server), name), f"Robo {name}")
    game_id = bot.create()
    with stream(bot, "/stream") as events, stream(bot, f"/games/{game_id}/stream") as states:
        states.until("state")
        assert server.stop() == 0
        assert events.is_over.wait(20)
        assert states.is_over.wait(20)
    assert "Traceback" not in server.errors


def test_a_stream_says_that_it_lives_and_whoever_goes_is_let_go_of(anna: Member, name: str) -> None:
    bot = bot_of(anna, f"Robo {name}")
    game_id = anna.create()
    with anna.at(game_id) as table:
        table.hear("state")
        address = f"{bot.server.address}/api/games/{game_id}/stream"
        with (
            httpx.Client(timeout=30, trust_env=False) as client,
            client.stream("GET", address, headers=bot.headers) as told,
        ):
            lines = told.iter_lines()
            assert json.loads(next(lines))["type"] == "state"
            wait_for(lambda: table.hear("presence")["watchers"] == 1)
            while next(lines):  # until an empty one comes
                pass
        wait_for(lambda: table.hear("presence")["watchers"] == 0)


def test_a_bots_token_plays_and_changes_no_account(anna: Member, name: str) -> None:
    bot = bot_of(anna, f"Robo {name}")
    for method, path in (
        ("GET", "/me/account"),
        ("GET", "/me/archive"),
        ("POST", "/me/codes"),
        ("DELETE", "/me"),
        ("DELETE", "/me/sessions"),
        ("GET", "/me/bots"),
        ("POST", f"/me/bots/{bot.name}/token"),
        ("DELETE", f"/me/bots/{bot.name}"),
        ("GET", "/moderation"),
    ):
        assert code_of(bot._request(method, path)) == "not_signed_in", path
    with httpx.Client(base_url=anna.server.address, trust_env=False) as browser:  # nor is it good as a cookie
        browser.cookies.set("vato_session", bot.token, domain="127.0.0.1")
        assert browser.get("/api/me").json()["member"] is False
    assert len(bot.token) == 43
    with sqlite3.connect(anna.server.data / FILE) as database:
        everything = "\n".join(database.iterdump())
    database.close()
    assert bot.token not in everything


def test_bots_are_their_keepers_alone(anna: Member, bert: Member, name: str) -> None:
    bot = bot_of(anna, f"Robo {name}")
    assert bert.get("/me/bots").json() == {"bots": []}
    for method, path in (
        ("POST", f"/me/bots/{bot.name}/token"),
        ("DELETE", f"/me/bots/{bot.name}/token"),
        ("DELETE", f"/me/bots/{bot.name}"),
    ):
        assert code_of(bert._request(method, path)) == "unknown_member"
    assert code_of(bert.post("/me/bots", {"name": bot.name.upper()})) == "name_taken"
    assert code_of(Person(anna.server).post("/me/bots", {"name": f"Other {name}"})) == "not_signed_in"
    for letter in "BCDF":
        bot_of(anna, f"Robo {letter}{name}")
    assert code_of(anna.post("/me/bots", {"name": f"Robo G{name}"})) == "too_many"


@ON_BOTH
def test_bots_go_with_their_keeper_and_their_games_stay(anna: Member, bert: Member, name: str) -> None:
    bot = bot_of(anna, f"Robo {name}")
    game_id = bert.create()
    bot.post(f"/games/{game_id}/join", {"name": ""})
    assert bert.state(game_id)["seats"][1]["name"] == bot.name
    assert anna.delete("/me").status_code == 200
    state = bert.state(game_id)
    assert (state["seats"][1]["name"], state["outcome"]["winner"]) == ("", 0)
    assert code_of(bot.get("/me")) == "not_signed_in"
