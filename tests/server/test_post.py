"""Games by post on real servers, one with a file or two with one database: whose turn it is, days off, plans."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import ACCOUNTS, WIDE
from tests.server.members import Member, code_of
from tests.server.people import Person, Server, State, wait_for
from tests.server.post import DAY_MS, HOUR_MS, by_post, do, let_pass, play

Servers = list[Server]
Start = Callable[..., Server]


@pytest.fixture(scope="module")
def sqlite_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Servers, Path | str]]:
    folder = tmp_path_factory.mktemp("post")
    with Server(folder, *ACCOUNTS) as running:
        yield [running], folder
        assert "Traceback" not in running.errors


@pytest.fixture(scope="module")
def postgresql_servers(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey
) -> Iterator[tuple[Servers, Path | str]]:
    address = postgres.new_database()
    shared = "--database", address, "--hints", valkey.address
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("post") for _ in range(2)]
        running = [stack.enter_context(Server(folder, *ACCOUNTS, *shared)) for folder in folders]
        yield running, address
        assert not any("Traceback" in server.errors for server in running)


@pytest.fixture
def house(request: pytest.FixtureRequest, database: str) -> tuple[Servers, Path | str]:
    """One server, or two of one database, and where that is."""
    running: tuple[Servers, Path | str] = request.getfixturevalue(f"{database}_servers")
    return running


@pytest.fixture
def servers(house: tuple[Servers, Path | str]) -> Servers:
    return house[0]


@pytest.fixture
def anna(servers: Servers, name: str) -> Member:
    return Member(Person(servers[0]), f"Anna {name}")


@pytest.fixture
def bert(servers: Servers, name: str) -> Member:
    return Member(Person(servers[-1]), f"Bert {name}")


def days_off(member: Person) -> State:
    found: State = member.get("/me/days-off").json()
    return found


def ids_waiting(person: Person) -> list[str]:
    return [game["id"] for game in person.get("/waiting").json()["games"]]


def plan(person: Person, game_id: str, *lines: str) -> State:
    ply = person.state(game_id)["scene"]["ply"]
    made = person.post(f"/games/{game_id}/plan", {"ply": ply, "lines": [line.split() for line in lines]})
    assert made.status_code == 200, made.text
    found: State = made.json()
    return found


def moves_of(person: Person, game_id: str) -> list[str]:
    return [turn["text"] for turn in person.state(game_id)["turns"]]


# Your turn


@ON_BOTH
def test_games_that_wait_are_listed_by_what_is_left(servers: Servers) -> None:
    ann, ben = Person(servers[0], "Ann"), Person(servers[-1], "Ben")
    assert ann.get("/waiting").json() == {"games": [], "count": 0, "others": False}
    for against in ("me2", "computer"):
        ann.create(against=against, setup={"first": "light"})
    untimed = ann.create(setup={"first": "light"})
    assert ann.get("/waiting").json()["others"] is False  # nobody else plays yet, so nobody waits
    ben.post(f"/games/{untimed}/join", {})
    long, short = by_post(ann, ben, 5), by_post(ann, ben, 1)
    assert ids_waiting(ann) == [short, long, untimed]
    told = ann.get("/waiting").json()
    assert told["count"] == 3
    assert [game["left_ms"] and round(game["left_ms"] / DAY_MS) for game in told["games"]] == [1, 5, None]
    assert ids_waiting(ben) == []
    assert ben.get("/waiting").json()["others"] is True
    play(ann, ben, short, "1")
    wait_for(lambda: ids_waiting(ben) == [short], 10)
    assert ids_waiting(ann) == [long, untimed]
    ann.act(long, "resign", ply=0)
    assert ids_waiting(ann) == [untimed]


# Days off


@ON_BOTH
def test_time_stands_still_while_somebody_is_off_and_the_other_one_sees_it(anna: Member, bert: Member) -> None:
    game_id = by_post(anna, bert)
    with bert.at(game_id) as table:
        table.hear("state")
        assert days_off(anna) == {"left": 30, "a_year": 30, "until": None}
        taken = anna.post("/me/days-off", {"days": 10}).json()
        assert taken["left"] == 20
        state = table.until(lambda state: state["seats"][0]["away_until"], within=10)
    assert state["seats"][0]["away_until"] == taken["until"]
    assert state["seats"][1]["away_until"] is None
    clock = state["clock"]
    assert clock["running"] == 0
    assert 9.9 * DAY_MS < clock["stands_ms"] <= 10 * DAY_MS
    # She may play all the same; then it is his time, which runs, and hers stands when it is her turn again.
    play(anna, bert, game_id, "1")
    assert anna.state(game_id)["clock"]["stands_ms"] == 0
    play(anna, bert, game_id, "1")
    clock = bert.state(game_id)["clock"]
    assert clock["remaining_ms"] == [2 * DAY_MS, 2 * DAY_MS]
    assert clock["stands_ms"] > 9 * DAY_MS
    # So it does in a game that begins meanwhile.
    another = by_post(anna, bert)
    assert anna.state(another)["clock"]["stands_ms"] > 9 * DAY_MS
    joined = by_post(bert, anna)
    play(bert, anna, joined, "1")
    assert bert.state(joined)["clock"]["stands_ms"] > 9 * DAY_MS
    # Ended early, the time runs at once, and the day that has begun is used.
    assert anna.delete("/me/days-off").json() == {"left": 29, "a_year": 30, "until": None}
    for each in (game_id, another, joined):
        state = bert.state(each)
        assert state["clock"]["stands_ms"] == 0
        assert not any(seat["away_until"] for seat in state["seats"])
        assert 2 * DAY_MS - 60_000 < min(state["clock"]["remaining_ms"]) < 2 * DAY_MS


@ON_BOTH
def test_days_off_are_counted_and_for_members_only(anna: Member, servers: Servers) -> None:
    assert code_of(Person(servers[0]).post("/me/days-off", {"days": 1})) == "not_signed_in"
    assert anna.post("/me/days-off", {"days": 31}).status_code == 422
    assert anna.post("/me/days-off", {"days": 30}).status_code == 200
    assert code_of(anna.post("/me/days-off", {"days": 1})) == "days_off"
    assert anna.delete("/me/days-off").json()["left"] == 29
    assert code_of(anna.post("/me/days-off", {"days": 30})) == "days_off"


@ON_BOTH
def test_a_flag_that_has_fallen_stays_fallen(own_server: Start, place: Path | str, name: str) -> None:
    server = own_server(*ACCOUNTS)
    anna, bert = Member(Person(server), f"Anna {name}"), Member(Person(server), f"Bert {name}")
    late, in_time = by_post(anna, bert, 1), by_post(anna, bert, 1)
    # The server does not know yet, as if it were only about to look.
    do(place, "UPDATE games SET clock_since_ms = clock_since_ms - :by WHERE id = :id", by=25 * HOUR_MS, id=late)
    do(place, "UPDATE games SET clock_since_ms = clock_since_ms - :by WHERE id = :id", by=20 * HOUR_MS, id=in_time)
    assert anna.post("/me/days-off", {"days": 5}).status_code == 200
    bert.act(late, "flag", ply=0)
    assert bert.state(late)["outcome"]["reason"] == "time"
    clock = bert.state(in_time)["clock"]
    assert 3.9 * HOUR_MS < clock["remaining_ms"][0] <= 4 * HOUR_MS  # what was used before stays used
    # Days off last over a restart, and are over when they are: with nobody doing anything.
    let_pass(server, place, in_time, 4 * DAY_MS)
    assert bert.state(in_time)["clock"]["stands_ms"] > 0.9 * DAY_MS
    let_pass(server, place, in_time, DAY_MS + 2 * HOUR_MS)
    clock = bert.state(in_time)["clock"]
    assert clock["stands_ms"] == 0
    assert 1.9 * HOUR_MS < clock["remaining_ms"][0] <= 2 * HOUR_MS


def test_games_of_a_visit_that_join_a_member_who_is_off_stand_still(servers: Servers, name: str) -> None:
    first = Member(Person(servers[0]), f"Anna {name}")
    first.post("/me/days-off", {"days": 3})
    visit, ben = Person(servers[0]), Person(servers[0], "Ben")
    game_id = by_post(visit, ben)
    assert ben.state(game_id)["clock"]["stands_ms"] == 0
    first.signed_in(visit)
    assert ben.state(game_id)["clock"]["stands_ms"] > 2 * DAY_MS


# Planned moves


@ON_BOTH
def test_a_plan_that_branches_is_followed_and_forgotten_when_it_does_not_fit(servers: Servers) -> None:
    ann, ben = Person(servers[0], "Ann"), Person(servers[-1], "Ben")
    game_id = by_post(ann, ben)
    play(ann, ben, game_id, "1")
    lines = "1 2", "2 3 1 4 4 5", "2 3 3 1"
    assert plan(ann, game_id, *lines)["lines"] == [line.split() for line in lines]
    play(ann, ben, game_id, "2")
    assert moves_of(ben, game_id) == ["1", "2", "3"]
    assert ann.get(f"/games/{game_id}/plan").json() == {"ply": 3, "lines": [["1", "4", "4", "5"], ["3", "1"]]}
    clock = ben.state(game_id)["clock"]
    assert (clock["running"], clock["remaining_ms"][0]) == (1, 2 * DAY_MS)
    play(ann, ben, game_id, "1")
    assert moves_of(ben, game_id) == ["1", "2", "3", "1", "4"]
    play(ann, ben, game_id, "5")  # which was not planned for
    assert moves_of(ben, game_id) == ["1", "2", "3", "1", "4", "5"]
    assert ann.get(f"/games/{game_id}/plan").json()["lines"] == []
    play(ann, ben, game_id, "1")
    assert plan(ann, game_id, "1 1")["lines"] == [["1", "1"]]
    assert plan(ann, game_id)["lines"] == []  # taken back
    play(ann, ben, game_id, "1")
    assert len(moves_of(ben, game_id)) == 8


@ON_BOTH
def test_a_plan_ends_with_a_turn_that_is_taken_back(servers: Servers) -> None:
    ann, ben = Person(servers[0], "Ann"), Person(servers[-1], "Ben")
    game_id = by_post(ann, ben)
    play(ann, ben, game_id, "1")
    plan(ann, game_id, "1 2")
    ann.act(game_id, "offer_takeback", ply=1)
    assert ben.act(game_id, "answer_takeback", ply=1, accept=True).status_code == 200
    play(ann, ben, game_id, "3", "1")
    assert moves_of(ann, game_id) == ["3", "1"]


def test_what_cannot_be_planned(ann: Person, ben: Person, eve: Person) -> None:
    game_id = by_post(ann, ben)
    path = f"/games/{game_id}/plan"
    assert code_of(ann.post(path, {"ply": 0, "lines": [["1", "1"]]})) == "your_turn"
    assert code_of(eve.get(path)) == "not_yours"
    assert code_of(eve.post(path, {"ply": 0, "lines": []})) == "not_yours"
    play(ann, ben, game_id, "1")
    for lines, code in (
        ([["1"]], "unreadable"),
        ([["1", "1", "2"]], "unanswered"),
        ([["9", "1"]], "illegal_move"),
        ([["1", "7"]], "illegal_move"),
        ([["1", "1"], ["1", "2"]], "two_answers"),
        ([["1", "1"]] * 51, "unreadable"),
    ):
        assert code_of(ann.post(path, {"ply": 1, "lines": lines})) == code
    assert code_of(ann.post(path, {"ply": 0, "lines": [["1", "1"]]})) == "stale"
    assert code_of(ben.post(path, {"ply": 1, "lines": [["1", "1"]]})) == "your_turn"
    quick = ann.create(setup={"first": "light"}, clock={"initial_ms": 60_000})
    ben.post(f"/games/{quick}/join", {})
    play(ann, ben, quick, "1")
    assert code_of(ann.post(f"/games/{quick}/plan", {"ply": 1, "lines": [["1", "1"]]})) == "not_by_post"


def everything(person: Person, game_id: str) -> list[str]:
    """Return all that somebody can read about a game, as text, but for what changes while time passes."""
    about = [f"/games/{game_id}{part}" for part in ("", "/plan", "/record", "/invitation")]
    passing = re.compile(r'"(left_ms|at_ms)":\d+|"remaining_ms":\[\d+,\d+]')
    return [passing.sub("", person.get(path).text) for path in (*about, "/games", "/waiting")]


@ON_BOTH
def test_nobody_else_hears_of_a_plan(servers: Servers) -> None:
    ann, ben, eve = Person(servers[0], "Ann"), Person(servers[-1], "Ben"), Person(servers[-1], "Eve")
    game_id = by_post(ann, ben)
    play(ann, ben, game_id, "1")
    heard: list[str] = []
    stop = threading.Event()

    def listen(person: Person, *, changes: bool) -> None:
        address = person.server.address.replace("http", "ws")
        path = f"{address}/api/games/{game_id}/live{'?changes=true' if changes else ''}"
        with connect(path, additional_headers=person.headers) as socket:
            while not stop.is_set():
                try:
                    heard.append(str(socket.recv(timeout=0.2)))
                except TimeoutError:
                    continue

    threads = [
        threading.Thread(target=listen, args=(person,), kwargs={"changes": changes})
        for person in (ben, eve)
        for changes in (False, True)
    ]
    for thread in threads:
        thread.start()
    wait_for(lambda: len([text for text in heard if '"type":"state"' in text]) == 4)
    wait_for(lambda: any('"watchers":1' in text or '"watchers":2' in text for text in heard))
    before = [everything(person, game_id) for person in (ben, eve)]
    told = len(heard)
    version = ben.state(game_id)["version"]
    plan(ann, game_id, "2 5", "3 5 2 4")
    threading.Event().wait(1.5)  # so long, two servers look what others did
    assert [text for text in heard[told:] if '"type":"presence"' not in text] == []
    assert ben.state(game_id)["version"] == version

    after = [everything(person, game_id) for person in (ben, eve)]
    assert after == before
    assert ben.get(f"/games/{game_id}/plan").json()["lines"] == []
    # When it is followed there is the move, and no word of what else was planned.
    play(ann, ben, game_id, "3")
    wait_for(lambda: sum('"ply":3' in text for text in heard) >= 4)
    stop.set()
    for thread in threads:
        thread.join()
    assert not any("plan" in text for text in heard)
    assert not any('"text":"4"' in text for text in heard if '"options":[]' in text)


@ON_BOTH
def test_a_server_killed_while_plans_are_followed_loses_nothing_and_doubles_nothing(
    own_server: Start, place: Path | str
) -> None:
    server = own_server(*WIDE)
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    games = [by_post(ann, ben) for _ in range(8)]
    for game_id in games:
        play(ann, ben, game_id, "1")
        plan(ann, game_id, "2 3 4 5")
    acknowledged: set[str] = set()

    def move_all() -> None:
        for game_id in games:
            try:
                if ben.act(game_id, "move", ply=1, move="2").status_code == 200:
                    acknowledged.add(game_id)
            except Exception:  # the line is cut by the kill
                return

    moving = threading.Thread(target=move_all)
    moving.start()
    wait_for(lambda: len(acknowledged) >= 3)
    server.kill()
    moving.join()
    server.start()
    for game_id in games:
        played = [row[0] for row in do(place, "SELECT text FROM moves WHERE game_id = :id ORDER BY ply", id=game_id)]
        assert played in (["1"], ["1", "2", "3"])  # never the one without the other
        if game_id in acknowledged:
            assert played == ["1", "2", "3"]
        # Sent again, as nobody knows, it is there once, and the rest of the plan stands.
        assert ben.act(game_id, "move", ply=1, move="2").status_code == 200
        assert moves_of(ann, game_id) == ["1", "2", "3"]
        play(ann, ben, game_id, "4")
        assert moves_of(ann, game_id) == ["1", "2", "3", "4", "5"]


@ON_BOTH
def test_a_plan_made_while_the_other_moves_is_followed_or_refused(servers: Servers) -> None:
    """Whichever comes first: a plan that was acknowledged before the move was is never overlooked."""
    ann, ben = Person(servers[0], "Ann"), Person(servers[-1], "Ben")
    for _ in range(6):
        game_id = by_post(ann, ben)
        play(ann, ben, game_id, "1")
        wanted = {"ply": 1, "lines": [["2", "3"]]}
        with ThreadPoolExecutor(2) as pool:
            planning = pool.submit(ann.post, f"/games/{game_id}/plan", wanted)
            moving = pool.submit(ben.act, game_id, "move", ply=1, move="2")
        assert moving.result().status_code == 200
        followed = moves_of(ann, game_id) == ["1", "2", "3"]
        assert followed == (planning.result().status_code == 200)
        assert ann.get(f"/games/{game_id}/plan").json()["lines"] == []
