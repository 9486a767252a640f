"""Rated games: who may play them, and that an end changes both ratings once, whoever is killed and whoever ends it.

On SQLite everybody is at one server; on PostgreSQL the two who play are at two.
"""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import ACCOUNTS
from tests.server.members import Member, code_of
from tests.server.people import Person, Server, State, Table, choose
from vato import catalog
from vato.contest.glicko import EVEN_SIDES, Strength, rated
from vato.engine.levels import levels_of
from vato.record import read

Servers = list[Server]
CLOSED_AND_OPEN = "rated_game", "told"
WAYS_TO_ASK = "analyse", "review", "explorer", "computer", "position"
CLOCK = {"initial_ms": 180_000, "increment_ms": 2_000}


@pytest.fixture(scope="module")
def sqlite_rated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with Server(tmp_path_factory.mktemp("rated"), *ACCOUNTS, "--lobby") as running:
        yield [running]
        assert "Traceback" not in running.errors


@pytest.fixture(scope="module")
def postgresql_rated(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey) -> Iterator[Servers]:
    shared = "--database", postgres.new_database(), "--hints", valkey.address
    with ExitStack() as stack:
        folders = (tmp_path_factory.mktemp("rated") for _ in range(2))
        running = [stack.enter_context(Server(folder, *ACCOUNTS, "--lobby", *shared)) for folder in folders]
        yield running
        assert not any("Traceback" in server.errors for server in running)


@pytest.fixture
def servers(request: pytest.FixtureRequest, database: str) -> Servers:
    running: Servers = request.getfixturevalue(f"{database}_rated")
    return running


@pytest.fixture
def ann(servers: Servers, name: str) -> Member:
    return Member(Person(servers[0]), f"{name}a")


@pytest.fixture
def ben(servers: Servers, name: str) -> Member:
    return Member(Person(servers[-1]), f"{name}b")


@pytest.fixture
def eve(servers: Servers) -> Person:
    """A visitor."""
    return Person(servers[0], "Eve")


_times = itertools.count(100_000)


@pytest.fixture
def wish() -> dict[str, Any]:
    """A rated game that nobody else looks for; its clock is a quick one."""
    return {"game": "squadro", "clock": {"initial_ms": next(_times), "increment_ms": 2_000}, "rated": True}


def paired(ann: Person, ben: Person, wish: dict[str, Any], *, taking: bool = False) -> str:
    """Let two find each other in the lobby, and return their game; who is `taking` does not wait for a wide wave."""
    with ann.in_lobby() as first, ben.in_lobby() as second:
        first.send("seek", **wish)
        if taking:
            seek = first.until(lambda state: state["mine"])["mine"]
            second.until(lambda state: seek in state["seeks"])
            second.send("take", seek=seek["id"])
        else:
            second.send("seek", **wish)
        games = {str(table.until(lambda state: state["game"])["game"]) for table in (first, second)}
        for table in (first, second):
            table.send("seen", game=min(games))
            table.until(lambda state: state["game"] is None)
    (game_id,) = games
    return game_id


def mine(state: State) -> int:
    return next(player for player, seat in enumerate(state["seats"]) if seat["mine"])


def begin(game_id: str, *people: Person) -> list[Person]:
    """Let both play their first turn, and return them in the order of their sides."""
    seated = sorted(people, key=lambda person: mine(person.state(game_id)))
    for ply in range(2):
        turn = people[0].state(game_id)["scene"]["turn"]
        assert seated[turn].post(f"/games/{game_id}/moves", {"ply": ply, "move": "1"}).status_code == 200
    return seated


def changes(person: Person, game_id: str) -> list[int | None]:
    return [seat["rating"]["change"] for seat in person.state(game_id)["seats"]]


def by_library(points: float) -> list[int]:
    """Return what a game of two newcomers does to their ratings, by the library, which is proven by the paper."""
    first, second, _ = rated(Strength(), Strength(), EVEN_SIDES, points)
    return [round(first.rating) - 1500, round(second.rating) - 1500]


@ON_BOTH
def test_an_end_changes_both_ratings_and_everybody_sees_it(ann: Member, ben: Member, wish: dict[str, Any]) -> None:
    game_id = paired(ann, ben, wish)
    state = ann.state(game_id)
    assert state["rated"]
    assert [seat["rating"] for seat in state["seats"]] == [{"value": 1500, "provisional": True, "change": None}] * 2
    first, second = begin(game_id, ann, ben)
    with first.at(game_id, changes=True) as one, second.at(game_id) as other:
        one.hear("state")
        assert other.ask("resign", ply=2)["type"] == "accepted"
        for table in (one, other):
            seats = table.until(lambda state: state["outcome"])["seats"]
            assert [seat["rating"]["change"] for seat in seats] == changes(ann, game_id)
    # The side is new as well, but only the first time that this server rates it.
    won, lost = changes(ann, game_id)
    assert won is not None
    assert lost is not None
    assert won > 0 > lost
    # The next game begins with what this one left.
    following = paired(ann, ben, wish, taking=True)
    values = {seat["name"]: seat["rating"]["value"] for seat in ann.state(following)["seats"]}
    assert values == {first.name: 1500 + won, second.name: 1500 + lost}
    # And whoever had the first side has the other one now.
    assert mine(ann.state(following)) != mine(state)


@pytest.mark.parametrize("again", ["same", "other"])
@ON_BOTH
def test_killed_at_any_moment_the_server_has_rated_the_game_once_or_not_ended_it(
    own_server: Callable[..., Server], again: str
) -> None:
    server = own_server(*ACCOUNTS, "--lobby")
    ann, ben = (Member(Person(server), called) for called in ("Ann Lee", "Ben Lee"))
    game_id = paired(ann, ben, {"game": "squadro", "clock": CLOCK, "rated": True})
    first, second = begin(game_id, ann, ben)
    killer = threading.Timer(0.0, server.kill)
    with second.at(game_id) as table:
        table.hear("state")
        table.send("resign", ply=2, ref="r")
        killer.start()
        killer.join()
    server.start()
    for person in (second, second if again == "same" else first):
        # Said again as the answer was lost; who has won may think they may as well.
        person.act(game_id, "resign", ply=2, ref="r")
    assert changes(ann, game_id) == by_library(1.0)
    assert counted(ann) == [(1, 1), (1, 1)]


def counted(member: Member) -> list[tuple[int, int]]:
    """Return how many games each member has that are rated, and how many changes are kept."""
    found = [member.get(f"/people/{called}").json()["ratings"] for called in ("Ann Lee", "Ben Lee")]
    return [(rating["games"], len(rating["history"])) for (rating,) in found]


@ON_BOTH
def test_games_that_end_at_once_are_rated_one_after_the_other(
    ann: Member, ben: Member, servers: Servers, wish: dict[str, Any], name: str
) -> None:
    """One member in eight games, each ended by both at the same moment: each counts once."""
    others = [Member(Person(servers[number % len(servers)]), f"{name}{number + 2}") for number in range(4)]
    games = [(paired(person, other, wish), person, other) for other in others for person in (ann, ben)]
    for game_id, *people in games:
        begin(game_id, *people)
    acts = [(person, game_id) for game_id, *people in games for person in people]
    barrier = threading.Barrier(len(acts))

    def resign(person: Person, game_id: str) -> None:
        barrier.wait()
        person.act(game_id, "resign", ply=2)

    threads = [threading.Thread(target=resign, args=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for person, count in [(ann, 4), (ben, 4), *((other, 2) for other in others)]:
        (rating,) = person.get(f"/people/{person.name}").json()["ratings"]
        assert rating["games"] == len(rating["history"]) == count
        gained = [
            seat["rating"]["change"]
            for game_id, *people in games
            if person in people
            for seat in person.state(game_id)["seats"]
            if seat["mine"]
        ]
        assert None not in gained
        assert rating["rating"] == 1500 + sum(gained)


@ON_BOTH
def test_what_ends_before_both_have_moved_does_not_count(ann: Member, ben: Member, wish: dict[str, Any]) -> None:
    game_id = paired(ann, ben, wish)
    assert ann.act(game_id, "resign", ply=0).status_code == 200
    assert changes(ben, game_id) == [None, None]
    assert ann.get(f"/people/{ann.name}").json()["ratings"] == []


def test_a_draw_and_a_rematch_count_too(ann: Member, ben: Member, wish: dict[str, Any]) -> None:
    wish |= {"game": "fanorona"}
    game_id = paired(ann, ben, wish)
    seated = sorted((ann, ben), key=lambda person: mine(person.state(game_id)))
    for ply, move in enumerate(("e2-e3A", "d5-e5")):
        state = seated[ply].state(game_id)
        texts = [option.get("text") for option in state["scene"]["options"]]
        played = move if move in texts else next(text for text in texts if text)
        assert seated[ply].post(f"/games/{game_id}/moves", {"ply": ply, "move": played}).status_code == 200
    assert ann.act(game_id, "offer_draw", ply=2).status_code == 200
    assert ben.act(game_id, "answer_draw", ply=2, accept=True).status_code == 200
    drawn = changes(ann, game_id)
    assert None not in drawn
    assert ann.act(game_id, "offer_rematch").status_code == 200
    assert ben.act(game_id, "answer_rematch", accept=True).status_code == 200
    following = ben.state(game_id)["next_id"]
    again = ben.state(following)
    assert again["rated"]
    assert [seat["rating"]["change"] for seat in again["seats"]] == [None, None]
    assert {seat["name"]: seat["rating"]["value"] for seat in again["seats"]} == {
        seat["name"]: 1500 + seat["rating"]["change"] for seat in ann.state(game_id)["seats"]
    }


def test_nothing_is_taken_back_or_hinted_at(ann: Member, ben: Member, wish: dict[str, Any]) -> None:
    game_id = paired(ann, ben, wish)
    first, _ = begin(game_id, ann, ben)
    assert not first.state(game_id)["may"]["takeback"]
    assert code_of(first.act(game_id, "offer_takeback", ply=2)) == "nothing_to_take_back"


# Who may


def refused(table: Table, **message: Any) -> str:
    table.send(**message)
    return str(table.hear("refused")["code"])


def test_visitors_neither_look_for_rated_games_nor_take_them(ann: Member, eve: Person, wish: dict[str, Any]) -> None:
    with ann.in_lobby() as table, eve.in_lobby() as other:
        table.send("seek", **wish)
        seek = table.until(lambda state: state["mine"])["mine"]
        assert (seek["rated"], seek["rating"], seek["provisional"]) == (True, 1500, True)
        assert refused(other, kind="seek", **wish) == "not_signed_in"
        assert refused(other, kind="take", seek=seek["id"]) == "not_signed_in"
        # Who wants the same game without a rating is not paired with who wants it with one.
        other.send("seek", **wish | {"rated": False})
        other.until(lambda state: state["mine"])
        other.send("ping")
        other.hear("pong")
        assert other.state["game"] is None
        assert table.state["game"] is None


def test_only_some_games_can_be_rated(ann: Member, wish: dict[str, Any]) -> None:
    with ann.in_lobby() as table:
        for change in ({"clock": None}, {"game": "fanorona", "rules": "vela"}, {"rules": "standard wins=1"}):
            assert refused(table, kind="seek", **wish | change) in ("not_rated", "unknown_name"), change
        assert table.state["mine"] is None


def test_nobody_else_ends_a_game_and_what_is_said_again_counts_once(
    ann: Member, ben: Member, eve: Person, wish: dict[str, Any], name: str
) -> None:
    game_id = paired(ann, ben, wish)
    begin(game_id, ann, ben)
    stranger, nobody = Member(Person(ann.server), f"{name}c"), Person(ann.server, token="")
    for other in (eve, stranger, nobody):
        assert code_of(other.act(game_id, "resign", ply=2)) == "not_yours"
        assert code_of(other.post(f"/games/{game_id}/moves", {"ply": 2, "move": "1"})) == "not_yours"
    for _ in range(3):
        assert ann.act(game_id, "resign", ply=2, ref="again").status_code == 200
    assert code_of(ben.act(game_id, "resign", ply=2)) == "over"
    (rating,) = ann.get(f"/people/{ann.name}").json()["ratings"]
    assert (rating["games"], rating["rating"]) == (1, 1500 + rating_change(ann, game_id))
    # Who has signed out is nobody: neither plays for a rating, nor is it known what is closed to them.
    paired(ann, ben, wish, taking=True)
    assert ann.post("/sign-out").status_code == 200
    assert ann.get("/me/closed").json() == {"games": []}
    assert code_of(level_game(ann)) == "not_signed_in"
    with ann.in_lobby() as table:
        assert refused(table, kind="seek", **wish) == "not_signed_in"


def rating_change(person: Person, game_id: str) -> int:
    state = person.state(game_id)
    change: int = state["seats"][mine(state)]["rating"]["change"]
    return change


# What is closed meanwhile


def told(person: Person, game: str) -> dict[str, str]:
    """Return what comes of each way to ask about a game, by its name: `told`, or why it is refused."""
    found = {}
    with person.analysing() as table:
        for kind, fields in (("analyse", {"seconds": 0.1}), ("review", {})):
            table.send(kind, id=kind, game=game, moves=[], **fields)
            found[kind] = table.hear("info", "review_done", "refused", within=60).get("code", "told")
    seats = [{"kind": "me"}, {"kind": "computer", "level": 10}]
    start = catalog.new(game).position
    from_start = {"game": game, "seats": seats, "sides": "me_first"}
    for name, path, body in (
        ("explorer", "/explorer", {"game": game, "moves": []}),
        ("computer", "/games", from_start),
        ("position", "/games", {**from_start, "position": start}),
    ):
        answer = person.post(path, body)
        found[name] = "told" if answer.status_code in (200, 201) else code_of(answer)
    return found


@ON_BOTH
def test_nobody_is_helped_in_a_game_that_counts(ann: Member, ben: Member, eve: Person, wish: dict[str, Any]) -> None:
    closed, open_ = (dict.fromkeys(WAYS_TO_ASK, word) for word in CLOSED_AND_OPEN)
    game_id = paired(ann, ben, wish)
    begin(game_id, ann, ben)
    elsewhere = ann.signed_in(Person(ann.server))
    for player in (ann, ben, elsewhere):
        assert told(player, "squadro") == closed
        assert player.get("/me/closed").json() == {"games": ["squadro"]}
    assert told(eve, "squadro") == open_  # who only watches
    assert told(ann, "fanorona") == open_
    with ann.analysing() as table:
        table.send("review", id="game", game_id=game_id)
        assert table.hear("refused")["code"] == "not_over"
    assert eve.get("/me/closed").json() == {"games": []}
    # Nor is there a hint in another game of the same kind.
    alone = ann.create("squadro", "me2")
    with ann.analysing() as table:
        table.send("hint", id="hint", game_id=alone)
        assert table.hear("refused")["code"] == "rated_game"
    assert ann.act(game_id, "resign", ply=2).status_code == 200
    assert ben.get("/me/closed").json() == {"games": []}
    assert told(ben, "squadro") == open_
    with ann.analysing() as table:
        table.send("review", id="game", game_id=game_id)
        assert table.hear("review_done", "refused", within=60)["type"] == "review_done"


@ON_BOTH
def test_while_a_game_counts_the_computer_begins_no_other(ann: Member, ben: Member, wish: dict[str, Any]) -> None:
    before = ann.create(against="computer")
    ann.act(before, "resign", ply=0)
    first = ann.create("fanorona", "computer", contest={"kind": "series", "cycles": 1})
    ann.act(first, "resign", ply=ann.state(first)["scene"]["ply"])
    others = ann.create(against="open", setup={"first": "light"})
    ben.post(f"/games/{others}/join", {"name": ""})
    ben.act(others, "resign", ply=0)
    game_id = paired(ann, ben, wish)
    begin(game_id, ann, ben)
    for refusal in (
        level_game(ann),
        level_game(ann, rated=False, rules="standard"),
        ann.post(f"/games/{before}/next"),
        ann.act(before, "offer_rematch"),
    ):
        assert code_of(refusal) == "rated_game"
        assert "finish it first" in refusal.json()["error"]["message"]
    # What tells nothing about it goes on: another game, and people.
    assert ann.post(f"/games/{first}/next").status_code == 200
    assert ann.act(others, "offer_rematch").status_code == 200
    assert ann.create(against="me2")
    assert ann.act(game_id, "resign", ply=2).status_code == 200
    following = ann.post(f"/games/{before}/next").json()["id"]
    assert ann.post(f"/games/{before}/next").json()["id"] == following


# Against a level


def level_game(person: Person, **wishes: Any) -> Any:
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    return person.post("/games", {"game": "squadro", "seats": seats, "clock": CLOCK, "rated": True} | wishes)


def test_a_level_keeps_its_rating_and_its_opponent_gets_one(ann: Member) -> None:
    game_id = level_game(ann, sides="me_first", setup={}).json()["id"]
    value = levels_of("squadro")[0].rating
    computer = {"value": value, "provisional": False, "change": None}
    assert ann.state(game_id)["seats"][1]["rating"] == computer
    with ann.at(game_id) as table:
        table.hear("state")
        table.send("think_here", here=True)
        while table.until(lambda state: state["scene"]["turn"] == 0)["scene"]["ply"] < 2:
            assert table.move("1")["type"] == "accepted"
        may = table.state["may"]
        assert [may["takeback"], may["hint"], may["draw"], may["resign"]] == [False, False, False, True]
        assert table.ask("offer_draw", ply=table.state["scene"]["ply"])["code"] == "draw_declined"
        assert table.ask("offer_takeback", ply=table.state["scene"]["ply"])["code"] == "nothing_to_take_back"
        assert table.ask("resign", ply=table.state["scene"]["ply"])["type"] == "accepted"
        seats = table.until(lambda state: state["outcome"])["seats"]
    assert seats[1]["rating"] == computer
    assert seats[0]["rating"]["change"] < 0


def test_nobody_but_the_server_thinks_for_a_level_that_counts(ann: Member) -> None:
    game_id = level_game(ann, sides="me_second", setup={"first": "light"}).json().get("id")
    assert game_id is None  # as who begins is drawn
    game_id = level_game(ann).json()["id"]
    state = ann.state(game_id)
    answer = ann.act(game_id, "computer_move", ply=state["scene"]["ply"], move="1")
    assert code_of(answer) == "not_yours"
    # Nor is a game brought that was played elsewhere from there.
    told = {
        "key": "0a0b0c0d-0000-4000-8000-000000000000",
        "game": "squadro",
        "rules": "standard",
        "start": state["start"],
        "seats": [{"kind": "computer", "level": 1} if seat["level"] else {"kind": "me"} for seat in state["seats"]],
        "moves": [],
        "times": [],
        "created": 1,
        "resigned": next(player for player, seat in enumerate(state["seats"]) if seat["level"]),
        "of": {"id": game_id, "version": state["version"]},
    }
    answer = ann.post("/brought", told)
    assert answer.status_code != 200 or answer.json()["id"] != game_id
    assert ann.state(game_id)["outcome"] is None


def test_a_wish_that_cannot_be_rated_is_refused(ann: Member, eve: Person) -> None:
    assert code_of(level_game(eve)) == "not_signed_in"
    for wishes in (
        {"clock": None},
        {"seats": [{"kind": "me"}, {"kind": "open"}]},
        {"seats": [{"kind": "me"}, {"kind": "me2"}]},
        {"position": "11111/11111 light"},
        {"contest": {"kind": "series"}, "game": "fanorona"},
    ):
        assert code_of(level_game(ann, **wishes)) == "not_rated", wishes


def test_bots_have_no_ratings(ann: Member, name: str) -> None:
    bot = Person(ann.server, token=ann.post("/me/bots", {"name": f"Robo {name}"}).json()["token"])
    assert code_of(level_game(bot)) == "not_rated"
    assert level_game(bot, rated=False).status_code == 201


def test_who_goes_takes_the_ratings_along(ann: Member, ben: Member, wish: dict[str, Any]) -> None:
    game_id = paired(ann, ben, wish)
    begin(game_id, ann, ben)
    assert ann.delete("/me").status_code == 200  # which resigns
    state = ben.state(game_id)
    me = mine(state)
    assert state["outcome"]["winner"] == me
    assert state["seats"][me]["rating"]["change"] > 0
    assert state["seats"][1 - me]["rating"] is None
    assert ben.get(f"/people/{ann.name}").status_code == 404


def test_who_does_not_play_sees_a_game_that_counts_three_turns_behind(
    ann: Member, ben: Member, eve: Person, wish: dict[str, Any]
) -> None:
    game_id = paired(ann, ben, wish)
    seated = sorted((ann, ben), key=lambda person: mine(person.state(game_id)))
    nobody = Person(ann.server, token="")
    with eve.at(game_id) as whole, eve.at(game_id, changes=True) as changed, ann.at(game_id) as played:
        for ply in range(6):
            now = played.until(lambda state, ply=ply: len(state["turns"]) == ply)
            shown = max(0, ply - 3)
            for seen in (whole, changed):
                state = seen.until(lambda state, now=now: state["version"] >= now["version"])
                assert (len(state["turns"]), state["scene"]["ply"]) == (shown, shown)
                assert state["behind"] == ply - shown
            assert now["behind"] == 0
            assert changed.state["turns"] == played.state["turns"][:shown]
            assert changed.state["scene"]["options"] == []
            for person in (eve, nobody):
                assert len(person.state(game_id)["turns"]) == shown
                record = person.get(f"/games/{game_id}/record").text
                assert len(read(record)[0].turns) == shown
            move = {"ply": ply, "move": choose(seated[now["scene"]["turn"]].state(game_id), random.Random(ply))}
            assert seated[now["scene"]["turn"]].post(f"/games/{game_id}/moves", move).status_code == 200
        clock = changed.until(lambda state: len(state["turns"]) == 3)["clock"]
        players = ann.state(game_id)
        assert clock["running"] is None
        turns = players["turns"][1:3]
        left = [turn["clock_ms"] for turn in turns]
        assert sorted(clock["remaining_ms"]) == sorted(left)
        assert players["scene"]["ply"] == 6
        assert ben.act(game_id, "resign", ply=6).status_code == 200
        for seen in (whole, changed):
            over = seen.until(lambda state: state["outcome"])
            assert (len(over["turns"]), over["behind"]) == (6, 0)


def test_nobody_has_a_rated_game_against_the_computer_reviewed_before_it_is_over(ann: Member, eve: Person) -> None:
    """Nor its player, who may ask from another browser as nobody."""
    game_id = str(level_game(ann).json()["id"])
    state = ann.state(game_id)
    if state["scene"]["turn"] == mine(state):
        move = {"ply": 0, "move": choose(state, random.Random(1))}
        assert ann.post(f"/games/{game_id}/moves", move).status_code == 200
    for person, why in ((eve, "not_over"), (Person(ann.server, token=""), "not_over")):
        with person.analysing() as table:
            table.send("review", id="r", game_id=game_id)
            assert table.hear("review_turn", "review_done", "refused", within=60).get("code") == why
    assert ann.act(game_id, "resign", ply=ann.state(game_id)["scene"]["ply"]).status_code in (200, 409)


def test_a_game_that_does_not_count_is_seen_as_it_stands(ann: Member, ben: Member, eve: Person) -> None:
    game_id = ann.create()
    assert ben.post(f"/games/{game_id}/join").status_code == 200
    beginner = (ann, ben)[ann.state(game_id)["scene"]["turn"]]
    assert beginner.post(f"/games/{game_id}/moves", {"ply": 0, "move": "1"}).status_code == 200
    state = eve.state(game_id)
    assert len(state["turns"]) == 1
    assert state["behind"] == 0
