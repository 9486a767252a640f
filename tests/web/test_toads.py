"""A game with nothing but what it must have, in the catalogue of a real server: over the API and in the browser."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.people import Person, Server, choose
from tests.web.conftest import OPTIONS, Visit


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("pond"), *OPTIONS, toads=True) as running:
        yield running
        assert "Traceback" not in running.errors


def test_it_is_offered_with_what_it_has(pond: Server) -> None:
    ann = Person(pond)
    (entry,) = [entry for entry in ann.get("/catalog").json()["games"] if entry["name"] == "toads"]
    assert entry["title"] == "Toads and Frogs"
    assert not any(entry["has"].values())
    assert ann.get("/rules/toads").json()["sections"][0]["paragraphs"] == ["Whoever cannot move has lost."]
    for path in ("/lessons", "/puzzles", "/training", "/kits"):
        found = ann.get(path)
        assert found.status_code == 200
        assert "toads" not in found.text


def test_it_is_played_over_the_api_to_its_end(pond: Server) -> None:
    ann, chance = Person(pond, "Ann"), random.Random(1)
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


def test_what_it_lacks_is_refused_in_a_sentence(pond: Server) -> None:
    ann = Person(pond)
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    refused = ann.post("/games", {"game": "toads", "seats": seats})
    assert refused.status_code in (400, 404, 422)
    assert refused.json()["error"]["message"] == "There is no engine for toads yet."
    with ann.analysing() as desk:
        desk.send("analyse", id="1", game="toads")
        assert desk.hear("refused")["message"] == "There is no engine for toads yet."


def test_it_is_chosen_and_played_in_the_browser(pond: Server, visit: Visit) -> None:
    ann = visit(pond).open("/")
    ann.find(".start-games label", has_text="Toads and Frogs").click()
    expect(ann.button("Play the computer")).to_have_count(0)
    ann.button("Same screen").click()
    ann.until_my_turn()
    assert ann.state["game"] == "toads"
    assert ann.fits()
    while not ann.state["outcome"]:
        ann.play(ann.state["scene"]["options"][0]["text"]).until_my_turn()
    expect(ann.prompt).to_have_attribute("data-kind", "ended")
    assert len(ann.moves) == ann.ply


@pytest.mark.parametrize("path", ["/rules/toads", "/analysis?game=toads", "/learn", "/puzzles", "/print", "/training"])
def test_no_page_stumbles_over_it(pond: Server, visit: Visit, path: str) -> None:
    ann = visit(pond).open(path)
    expect(ann.find("main h1, main h2").first).to_be_attached()
    assert "undefined" not in ann.seen
