"""A game with nothing but what it must have, in the browser. What the server says of it: tests/server/test_bare.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.people import Server
from tests.web.conftest import OPTIONS, Visit


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("pond"), *OPTIONS, toads=True) as running:
        yield running
        assert "Traceback" not in running.errors


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


PAGES = (
    "/analysis#game=toads",
    "/rules/toads",
    "/analysis#game=toads&edit=1",
    "/learn",
    "/puzzles",
    "/analysis#game=toads&moves=b&review=1",
    "/print",
    "/training",
)


def test_no_page_stumbles_over_it(pond: Server, visit: Visit) -> None:
    ann = visit(pond).open("/")
    for path in PAGES:
        ann.follow(path)
        expect(ann.find("main h1, main h2").first).to_be_attached()
        assert "undefined" not in ann.seen, path
        if "toads" in path:
            expect(ann.find("main h1")).to_contain_text("Toads and Frogs")
