"""A game with nothing but what every game must have, on a real server: what it lacks is refused in a sentence.

How it is offered and played in the browser is tests/web/test_toads.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.server.people import Person, Server, choose
from vato import catalog
from vato.errors import VatoError
from vato.server.engine.worker import Thinker
from vato.server.play.new_game import create
from vato.server.store.model import COMPUTER
from vato.server.wire.game import NewGame

NO_ENGINE = "There is no engine for toads yet."


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("pond"), toads=True) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def ann(pond: Server) -> Person:
    return Person(pond, "Ann")


def message(answer: Any, status: int = 422) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"]["message"])


def test_it_is_offered_with_what_it_has(ann: Person) -> None:
    (entry,) = [entry for entry in ann.get("/catalog").json()["games"] if entry["name"] == "toads"]
    assert entry["title"] == "Toads and Frogs"
    assert not any(entry["has"].values())
    assert ann.get("/rules/toads").json()["sections"][0]["paragraphs"] == ["Whoever cannot move has lost."]
    for path in ("/lessons", "/puzzles", "/training", "/kits"):
        found = ann.get(path)
        assert found.status_code == 200
        assert "toads" not in found.text


def test_it_is_played_over_the_api_to_its_end(ann: Person) -> None:
    chance = random.Random(1)
    game = ann.create("toads", against="me2")
    with ann.at(game) as table:
        state = table.until(bool)
        assert table.move("f")["message"] == "f cannot be played here; b can."
        while state["outcome"] is None:
            ply = state["scene"]["ply"]
            assert table.move(choose(state, chance))["type"] == "accepted"
            state = table.until(lambda state, ply=ply: state["scene"]["ply"] > ply)
    assert state["outcome"]["winner"] == 1 - state["scene"]["turn"]
    assert "Result: " in ann.get(f"/games/{game}/record").text


def test_nobody_can_play_the_computer(ann: Person) -> None:
    for seat in ({"kind": "computer"}, {"kind": "computer", "level": 1}):
        assert message(ann.post("/games", {"game": "toads", "seats": [{"kind": "me"}, seat]})) == NO_ENGINE


def test_the_engine_is_not_asked(ann: Person) -> None:
    game_id = ann.create("toads", against="me2")
    state = ann.state(game_id)
    assert not state["may"]["hint"]
    assert state["scene"]["counts"] == {}
    with ann.analysing() as socket:
        socket.send("analyse", game="toads")
        assert socket.hear()["message"] == NO_ENGINE
        socket.send("review", game="toads", moves=["b"])
        assert socket.hear()["message"] == NO_ENGINE
        socket.send("review", game_id=game_id)
        assert socket.hear()["message"] == NO_ENGINE
        socket.send("hint", game_id=game_id)
        assert socket.hear()["code"] == "no_hint"


@pytest.mark.parametrize("path", ["/lessons", "/puzzles", "/training"])
def test_it_is_in_no_list_of_what_it_lacks(ann: Person, path: str) -> None:
    games = [listed["game"] for listed in ann.get(path).json()["games"]]
    assert games
    assert "toads" not in games


@pytest.mark.parametrize(
    "path",
    [
        "/lessons/toads/step",
        "/puzzles/toads/1",
        "/training/toads/1",
        "/lessons/toads/step/try",
        "/puzzles/toads/1/try",
        "/training/toads/1/try",
    ],
)
def test_what_it_lacks_is_not_found(ann: Person, path: str) -> None:
    answer = ann.post(path, {"move": "b"}) if path.endswith("/try") else ann.get(path)
    assert answer.status_code in (404, 422)
    assert "toads" in message(answer, answer.status_code)


def test_what_every_game_has(ann: Person) -> None:
    for path in ("/layouts/toads", "/layouts/toads/6", "/rules/toads", "/picture.svg?game=toads&moves=b"):
        assert ann.get(path).status_code == 200
    reached = ann.post("/positions", {"game": "toads", "moves": ["b"]}).json()
    assert reached["scene"]["turn"] == 1
    assert message(ann.post("/edits", {"game": "toads", "edit": {"clear": True}}))
    assert ann.post("/why", {"game": "toads", "move": "b"}).json() == {"message": None}
    assert message(ann.get("/print/toads"), 404)


def test_a_series_of_it(ann: Person) -> None:
    game_id = ann.create("toads", against="me2", contest={"kind": "series", "cycles": 1})
    assert ann.state(game_id)["contest"]["kind"] == "series"
    seats = [{"kind": "me"}, {"kind": "me2"}]
    assert message(ann.post("/games", {"game": "toads", "seats": seats, "contest": {"kind": "match"}}))


def test_a_server_without_the_room_leaves_its_games_alone(own_server: Any) -> None:
    server = own_server()
    server.stop()
    with Server(server.data, toads=True) as pond:
        ann = Person(pond)
        game_id = ann.create("toads", against="me2", clock={"initial_ms": 60_000, "increment_ms": 0})
        for move in ("b", "e"):
            ply = ann.state(game_id)["scene"]["ply"]
            assert ann.act(game_id, "move", ply=ply, move=move).status_code == 200
        pond.stop()
    server.start()
    ann = Person(server, token=ann.token)
    assert ann.get("/games").json()["games"] == []
    assert "no game 'toads'" in message(ann.get(f"/games/{game_id}"))


def test_an_engine_without_levels_plays_as_well_as_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    unranked = replace(catalog.find("squadro"), name="unranked", levels=())
    monkeypatch.setitem(catalog.GAMES, "unranked", unranked)

    def wish(**computer: Any) -> NewGame:
        return NewGame.model_validate({"game": "unranked", "seats": [{"kind": "me"}, {"kind": "computer", **computer}]})

    game, _, _ = create(wish(), "me")
    (seat,) = [seat for seat in game.seats if seat.kind == COMPUTER]
    assert seat.level is None
    with pytest.raises(VatoError, match="no levels of unranked"):
        create(wish(level=3), "me")
    told: list[Any] = []
    job: dict[str, Any] = {
        "job": 1,
        "level": None,
        "seconds": 0.1,
        "game": "squadro",
        "rules": None,
        "start": "00000/00000 light",
        "moves": [],
    }
    assert Thinker(told.append).play(job)["move"] in {"1", "2", "3", "4", "5"}


def test_it_is_kept_for_use_without_a_network_as_far_as_it_goes(ann: Person) -> None:
    told = ann.get("/kept").json()["items"]
    assert [item["url"] for item in told if "toads" in item["url"]] == []  # nothing plays it without the server
    words = {answer["url"] for answer in ann.get("/kept/packs/words").json()["answers"]}
    assert "/api/rules/toads?rules=standard" in words
    assert any(url.startswith("/api/layouts/toads") for url in words)
    assert message(ann.get("/kept/lessons/toads"), 404) == "There are no lessons of toads yet."
