"""Games played without the server and brought later: none lost, none twice, nothing illegal, nobody else's."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic import command

import vato
from tests.server.backing import ON_BOTH
from tests.server.people import Person, Server
from vato.server.store import migrate
from vato.server.store.database import FILE
from vato.server.store.store import Store

NOW = 1_700_000_000_000
START = "00000/00000 light"
SCREEN = [{"kind": "me", "name": "Ann"}, {"kind": "me2", "name": "Ben"}]
AGAINST = [{"kind": "me"}, {"kind": "computer", "level": 5}]

Told = dict[str, Any]


def told(*moves: str, **changed: Any) -> Told:
    """Return a game of Squadro as a device tells it."""
    return {
        "key": str(uuid.uuid4()),
        "game": "squadro",
        "rules": "standard",
        "start": START,
        "seats": SCREEN,
        "moves": list(moves),
        "times": [NOW + 1_000 * ply for ply in range(len(moves))],
        "created": NOW,
        **changed,
    }


def bring(person: Person, game: Told) -> str:
    answer = person.post("/brought", game)
    assert answer.status_code == 200, answer.text
    game_id: str = answer.json()["id"]
    return game_id


def longer(game: Told, *moves: str, **changed: Any) -> Told:
    """Return a game that went on, under the same key."""
    return told(*game["moves"], *moves, key=game["key"], seats=game["seats"], of=game.get("of"), **changed)


def texts(person: Person, game_id: str) -> list[str]:
    return [turn["text"] for turn in person.state(game_id)["turns"]]


def games_of(person: Person) -> list[str]:
    return [game["id"] for game in person.get("/games").json()["games"]]


def whole_game(game: str, seed: int) -> vato.Board:
    chance = random.Random(seed)
    board = vato.new(game, **({} if game == "squadro" else {"board": "5x3"}))
    while board.outcome() is None and len(board.played) < 120:
        board.push(chance.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_a_whole_game_is_kept_as_it_was_played(ann: Person, game: str) -> None:
    board = whole_game(game, 5)
    moves = [str(move) for move in board.played]
    start, rules = board.root().position, board.rules.name
    game_id = bring(ann, told(*moves, game=game, rules=rules, start=start, seats=AGAINST))
    state = ann.state(game_id)
    assert [turn["text"] for turn in state["turns"]] == moves
    assert state["scene"]["position"] == board.position
    outcome = board.outcome()
    assert (state["outcome"] and state["outcome"]["winner"]) == (outcome and outcome.winner)
    assert [(seat["kind"], seat["level"], seat["mine"]) for seat in state["seats"]] == [
        ("person", None, True),
        ("computer", 5, False),
    ]
    (mine,) = (each for each in ann.get("/games").json()["games"] if each["id"] == game_id)
    assert mine["updated"] == NOW + 1_000 * (len(moves) - 1)


def test_ends_that_no_move_leads_to(ann: Person) -> None:
    resigned = ann.state(bring(ann, told("1", "2", resigned=0)))
    assert (resigned["outcome"]["winner"], resigned["outcome"]["reason"]) == (1, "resignation")
    agreed = ann.state(bring(ann, told("1", "2", agreed=True)))
    assert (agreed["outcome"]["winner"], agreed["outcome"]["reason"]) == (None, "agreement")


@ON_BOTH
def test_brought_again_it_is_there_once_even_by_many_ways_at_the_same_time(ann: Person) -> None:
    game = told("1", "2", "3")
    before = len(games_of(ann))
    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(lambda _: bring(ann, game), range(16)))
    assert len(ids) == 1
    assert len(games_of(ann)) == before + 1


@ON_BOTH
def test_it_is_there_once_when_the_server_dies_before_it_answers(own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann = Person(server, "Ann")
    game = told("1", "2", "3")
    first = bring(ann, game)
    server.kill()
    server.start()
    assert bring(ann, game) == first
    assert games_of(ann) == [first]


@ON_BOTH
def test_what_was_played_after_a_lost_answer_is_added(ann: Person) -> None:
    game = told("1", "2")
    game_id = bring(ann, game)
    assert bring(ann, longer(game, "3", "4")) == game_id
    assert texts(ann, game_id) == ["1", "2", "3", "4"]
    # Even if it was taken back.
    assert bring(ann, told("1", "5", key=game["key"], resigned=1)) == game_id
    state = ann.state(game_id)
    assert [turn["text"] for turn in state["turns"]] == ["1", "5"]
    assert state["outcome"]["winner"] == 0
    # Late and old news change nothing.
    assert bring(ann, told("1", "5", key=game["key"])) == game_id
    assert ann.state(game_id)["outcome"]["winner"] == 0


def test_an_unfinished_game_goes_on_here(ann: Person) -> None:
    game_id = bring(ann, told("1", seats=AGAINST))
    with ann.at(game_id) as table:
        state = table.until(lambda state: state["scene"]["ply"] == 2)  # the computer was to move
        assert table.move(state["scene"]["options"][0]["text"])["type"] == "accepted"
        table.until(lambda state: state["scene"]["ply"] == 4)
        assert table.ask("resign", ply=4)["type"] == "accepted"


def test_an_answer_of_the_computer_that_nobody_saw_gives_way(ann: Person) -> None:
    game = told("1", seats=AGAINST)
    game_id = bring(ann, game)
    with ann.at(game_id) as table:
        answer = table.until(lambda state: state["scene"]["ply"] == 2)["turns"][1]["text"]
    others = [move for move in "12345" if move != answer]
    assert bring(ann, longer(game, others[0])) == game_id
    assert texts(ann, game_id) == ["1", others[0]]


def left(person: Person, *moves: str, seats: Any = SCREEN) -> tuple[str, dict[str, Any]]:
    """Return a game of the server with moves played in it, and where it was left."""
    game_id = person.create(setup={"first": "light"}, seats=seats)
    for ply, move in enumerate(moves):
        assert person.act(game_id, "move", ply=ply, move=move).status_code == 200
    return game_id, {"id": game_id, "version": person.state(game_id)["version"]}


def test_a_game_of_the_server_goes_on_where_it_was_left(ann: Person) -> None:
    game_id, of = left(ann, "1", "2")
    game = told("1", "2", "3", "4", of=of)
    for _ in range(2):
        assert bring(ann, game) == game_id
    assert bring(ann, longer(game, "5", agreed=True)) == game_id
    assert texts(ann, game_id) == ["1", "2", "3", "4", "5"]
    assert ann.state(game_id)["outcome"]["drawn"]


def test_turns_taken_back_on_the_device_are_taken_back(ann: Person) -> None:
    game_id, of = left(ann, "1", "2", "3")
    assert bring(ann, told("1", of=of)) == game_id
    assert texts(ann, game_id) == ["1"]


def test_a_move_that_was_kept_while_its_answer_was_lost_is_not_played_twice(ann: Person) -> None:
    game_id, of = left(ann, "1", "2")
    assert ann.act(game_id, "move", ply=2, move="3").status_code == 200
    assert bring(ann, told("1", "2", "3", "4", of=of)) == game_id
    assert texts(ann, game_id) == ["1", "2", "3", "4"]


def test_a_game_that_has_gone_on_here_stays_and_the_other_is_a_game_of_its_own(ann: Person) -> None:
    game_id, of = left(ann, "1", "2")
    assert ann.act(game_id, "move", ply=2, move="3").status_code == 200
    game = told("1", "2", "4", "5", of=of)
    other = bring(ann, game)
    assert other != game_id
    assert bring(ann, game) == other
    assert bring(ann, longer(game, "1")) == other
    assert texts(ann, game_id) == ["1", "2", "3"]
    assert texts(ann, other) == ["1", "2", "4", "5", "1"]


@ON_BOTH
def test_a_key_that_stands_for_a_game_that_has_gone_on_stands_for_the_new_one(ann: Person) -> None:
    game = told("1", "2")
    first = bring(ann, game)
    assert ann.act(first, "move", ply=2, move="3").status_code == 200
    again = longer(game, "4")
    second = bring(ann, again)
    assert second != first
    assert bring(ann, again) == second
    assert (texts(ann, first), texts(ann, second)) == (["1", "2", "3"], ["1", "2", "4"])


def test_nobody_touches_what_is_somebody_elses(ann: Person, ben: Person) -> None:
    game_id, of = left(ann, "1", "2")
    bens = bring(ben, told("1", "2", "3", of=of))
    assert bens != game_id
    assert texts(ann, game_id) == ["1", "2"]
    # The same key of another visitor is another game, and does not say that there is one.
    game = told("1")
    assert bring(ann, game) != bring(ben, game)
    # A game against a person is the server's alone.
    against = ann.create(setup={"first": "light"})
    assert ben.act(against, "join").status_code == 200
    version = ann.state(against)["version"]
    assert bring(ann, told("1", of={"id": against, "version": version})) != against
    assert texts(ann, against) == []


def test_contests_and_clocks_are_the_servers_alone(ann: Person) -> None:
    wishes: list[dict[str, Any]] = [
        {"setup": {"first": "light"}, "clock": {"initial_ms": 60_000, "increment_ms": 0}},
        {"contest": {"kind": "series", "cycles": 1}},
    ]
    for wish in wishes:
        game_id = ann.create(seats=SCREEN, **wish)
        state = ann.state(game_id)
        of = {"id": game_id, "version": state["version"]}
        moves = [turn["text"] for turn in state["turns"]]
        assert bring(ann, told(*moves, "3", start=state["start"], of=of)) != game_id
        assert ann.state(game_id)["version"] == state["version"]


def test_it_is_not_told_as_played_here(ann: Person) -> None:
    board = whole_game("squadro", 7)
    start = {"game": "squadro", "rules": "standard", "position": START, "moves": []}
    before = ann.post("/explorer", start).json()["ends"]
    bring(ann, told(*map(str, board.played)))
    ends_later = bring(ann, told("1", "2"))
    assert ann.act(ends_later, "resign", ply=2).status_code == 200
    assert ann.post("/explorer", start).json()["ends"] == before


REFUSED: dict[str, tuple[Told, str]] = {
    "an illegal move": (told("1", "9"), "9"),
    "a move after the end": (told(*map(str, whole_game("squadro", 5).played), "1"), "over"),
    "an end after the end": (told(*map(str, whole_game("squadro", 5).played), resigned=0), "over"),
    "two ends": (told("1", agreed=True, resigned=0), "one way"),
    "another game's moves": (told("d2-e3A"), "d2-e3A"),
    "times that lack": (told("1", times=[]), "as many times"),
    "time before time": (told("1", times=[-1]), ""),
    "time beyond all": (told("1", times=[2**60]), ""),
    "no such level": (told("1", seats=[{"kind": "me"}, {"kind": "computer", "level": 99}]), ""),
    "an open seat": (told("1", seats=[{"kind": "me"}, {"kind": "open"}]), "seats"),
    "two computers": (told("1", seats=[AGAINST[1], AGAINST[1]]), "seats"),
    "another person": (told("1", seats=[{"kind": "me"}, {"kind": "me2", "visitor": "0" * 64}]), ""),
    "one seat": (told("1", seats=SCREEN[:1]), ""),
    "no such game": (told("1", game="chess"), ""),
    "no such rules": (told("1", rules="none"), ""),
    "no position": (told("1", start="x"), ""),
    "a key that is none": (told("1", key="1"), ""),
    "a key in capitals": (told("1", key="AAAAAAAA-0000-4000-8000-000000000000"), ""),
    "too many moves": (told(*["1"] * 2_001), ""),
    "a long move": (told("1" * 401), ""),
    "more than is asked": (told("1", owner="0" * 64), ""),
    "a clock": (told("1", clock={"initial_ms": 60_000}), ""),
    "a side that is none": (told("1", resigned=2), ""),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence_and_not_kept(ann: Person, what: str) -> None:
    game, said = REFUSED[what]
    before = games_of(ann)
    answer = ann.post("/brought", game)
    assert answer.status_code == 422, answer.text
    assert said in answer.json()["error"]["message"]
    assert games_of(ann) == before


def test_garbage_is_refused(ann: Person) -> None:
    chance = random.Random(7)
    garbage: list[Any] = [None, True, -1, 2**70, 1.5, "", "\x00", "x" * 500, [], {}, [[]], [None], {"a": 1}, ["1"] * 3]
    before = games_of(ann)
    for _ in range(150):
        game: Told = told("1", "2", of={"id": "aB3dE5fG7h", "version": 1})
        for name in chance.sample(list(game), chance.randint(1, 3)):
            if name not in ("of", "created"):
                game[name] = chance.choice(garbage)
        answer = ann.post("/brought", game)
        assert answer.status_code in (200, 422), answer.text
        if answer.status_code == 200:  # it was no garbage after all
            before = games_of(ann)
    assert games_of(ann) == before
    assert ann.post("/brought", [told("1")] * 2).status_code == 422
    huge = ann.post("/brought", told("1", seats=[{"kind": "me", "name": "x" * 70_000}] * 2))
    assert huge.status_code == 413


def test_nobody_brings_without_a_token_and_a_browser_gets_one_to_keep(server: Server) -> None:
    nobody = Person(server, token="")
    assert nobody.post("/brought", told("1")).json()["error"]["code"] == "no_visitor"
    given = nobody.post("/visitors/cookie")
    assert given.json() == {"new": True}
    cookie = {"Cookie": given.headers["set-cookie"].partition(";")[0]}
    assert "set-cookie" not in nobody.post("/visitors/cookie", headers=cookie).headers
    assert nobody.post("/brought", told("1"), headers=cookie).status_code == 200


def test_times_of_a_clock_that_was_set_are_put_in_order(own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann = Person(server)
    bring(ann, told("1", "2", "3", times=[NOW + 5, NOW, 2**53]))
    with sqlite3.connect(server.data / FILE) as database:
        kept = [at_ms for (at_ms,) in database.execute("SELECT at_ms FROM moves ORDER BY ply")]
        assert kept[:2] == [NOW + 5, NOW + 5]
        assert NOW + 5 < kept[2] < 2**42
        assert database.execute("SELECT brought FROM games").fetchall() == [(1,)]


def test_too_many_at_once_are_refused_for_a_while(own_server: Callable[..., Server]) -> None:
    ann = Person(own_server("--games-per-hour", "3"))
    answers = [ann.post("/brought", told("1")).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_a_database_from_before_is_brought_to_the_present_form(tmp_path: Path) -> None:
    engine = sql.create_engine(f"sqlite:///{tmp_path / FILE}")
    with engine.begin() as connection:
        command.upgrade(migrate.configuration(connection), "0002")
        connection.execute(
            sql.text(
                "INSERT INTO games (id, game, rules, start, position, version, turn, plies, base_plies, created_ms,"
                " updated_ms, no_result, offers) VALUES ('aB3dE5fG7h', 'squadro', 'standard', :start, :start, 1, 0, 0,"
                """ 0, 0, 0, 0, '{"draw": null, "takeback": null, "rematch": null, "draw_plies": [-1, -1]}')"""
            ),
            {"start": START},
        )
        for side in (0, 1):
            connection.execute(
                sql.text(f"INSERT INTO seats VALUES ('aB3dE5fG7h', {side}, 'person', '', 'v', null, null)")
            )
    engine.dispose()

    async def old_game() -> bool:
        store = await Store.open(tmp_path)
        try:
            return (await store.load("aB3dE5fG7h")).game.brought
        finally:
            await store.close()

    assert asyncio.run(old_game()) is False


def test_a_game_that_never_ends_is_adjudicated_as_it_is_here(ann: Person) -> None:
    begun = {"game": "fanorona", "rules": "standard,repetition=0", "start": "8b/9/9/9/w8 w"}
    shuffle = ["a1-a2", "i5-i4", "a2-a1", "i4-i5"] * 250  # as many turns as docs/deploying.md names
    assert ann.state(bring(ann, told(*shuffle[:-1], **begun)))["outcome"] is None
    outcome = ann.state(bring(ann, told(*shuffle, **begun)))["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (None, "adjudication")


# Wished for here, and begun there because no answer came


def wish(key: str, **wishes: Any) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "me2"}]
    return {"game": "squadro", "setup": {"first": "light"}, "seats": seats, "sides": "me_first", "key": key, **wishes}


def wished(person: Person, body: dict[str, Any]) -> str:
    answer = person.post("/games", body)
    assert answer.status_code == 201, answer.text
    game_id: str = answer.json()["id"]
    return game_id


def test_wished_for_again_under_its_key_a_game_is_there_once(ann: Person, ben: Person) -> None:
    key = str(uuid.uuid4())
    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(lambda _: wished(ann, wish(key)), range(16)))
    assert len(ids) == 1
    assert games_of(ann) == [*ids]
    assert wished(ben, wish(key)) not in ids  # what somebody else calls theirs
    assert ann.post("/games", wish("my game")).status_code == 422


@pytest.mark.parametrize("wishes", [{}, {"clock": {"initial_ms": 60_000, "increment_ms": 0}}])
def test_begun_on_the_device_what_was_wished_for_is_the_same_game(ann: Person, wishes: dict[str, Any]) -> None:
    game = told("1", "2", seats=[{"kind": "me"}, {"kind": "me2"}])
    game_id = wished(ann, wish(game["key"], **wishes))
    assert bring(ann, game) == game_id
    assert texts(ann, game_id) == ["1", "2"]
    assert ann.state(game_id)["clock"] is None
    assert games_of(ann) == [game_id]


def test_what_was_played_with_a_clock_is_not_what_was_played_without(ann: Person) -> None:
    game = told("1", "2", seats=[{"kind": "me"}, {"kind": "me2"}])
    game_id = wished(ann, wish(game["key"], clock={"initial_ms": 600_000, "increment_ms": 0}))
    ann.act(game_id, "move", ply=0, move="1")
    assert bring(ann, game) != game_id
    assert (texts(ann, game_id), ann.state(game_id)["clock"] is None) == (["1"], False)
