"""What happens to a game when a page, a line or the server is lost: nothing that was acknowledged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.people import Person, Server
from tests.web.conftest import Visit
from tests.web.line import Line, free_port
from tests.web.situations import CHAIN, LONG_CHAIN
from tests.web.tab import Tab, meet, whole_moves

LOST = "Connection lost. Trying again."


@pytest.fixture(scope="module")
def one_line(server: Server) -> Iterator[Line]:
    with Line(server) as line:
        yield line


@pytest.fixture
def line(one_line: Line) -> Iterator[Line]:
    yield one_line
    one_line.restore()


def test_a_reload_in_mid_chain_gives_the_game_back_and_the_chain_is_played_anew(ann: Tab, ben: Tab) -> None:
    meet(ann, ben, **CHAIN)
    ann.click("c2", "d2")
    ann.says("Go on, or end the turn")
    ann.page.reload()
    ann.until_my_turn()
    assert (ann.ply, ben.ply) == (0, 0)
    assert "first" in ann.piece_on("c2")
    ann.play(LONG_CHAIN)
    assert ben.until_ply(1).moves == [LONG_CHAIN]


def test_a_half_played_chain_survives_what_others_say_and_a_lost_line(visit: Visit, ben: Tab, line: Line) -> None:
    ann = visit(line)
    meet(ann, ben, **CHAIN)
    ann.click("c2", "d2")
    ann.says("Go on, or end the turn")
    ben.page.get_by_label("Say something").fill("Well?")
    ben.page.keyboard.press("Enter")
    expect(ann.find(".chat-log")).to_contain_text("Well?")
    line.cut()
    expect(ann.page.get_by_text(LOST)).to_be_visible()
    line.restore()
    expect(ann.page.get_by_text("Connected again.")).to_be_visible()
    ann.says("Go on, or end the turn").click("c3").find(".board-way[data-way=W]").click()
    ann.button("End turn").click()
    assert ben.until_ply(1).moves == ["c2-d2W-c3W"]
    ann.forgive_lost_lines()


def test_a_move_made_while_the_line_is_cut_arrives_when_it_is_restored(visit: Visit, ben: Tab, line: Line) -> None:
    ann = visit(line)
    meet(ann, ben, "squadro", setup={"first": "light"})
    line.cut()
    expect(ann.page.get_by_text(LOST)).to_be_visible()
    ann.click("1-0", "1-1").button("Play it").click()
    ann.says(LOST)  # and no longer that it is her turn
    assert ben.ply == 0
    line.restore()
    assert ben.until_ply(1).moves == ["1"]
    ben.play("2")
    assert ann.until_ply(2).until_my_turn().moves == ["1", "2"]
    expect(ann.page.get_by_text(LOST)).to_have_count(0)
    ann.forgive_lost_lines()


def test_a_line_that_hangs_while_it_opens_is_given_up(visit: Visit, ben: Tab, line: Line) -> None:
    ann = visit(line)
    ann.page.clock.install()
    meet(ann, ben, "squadro", setup={"first": "light"})
    line.cut()
    line.hang()
    expect(ann.page.get_by_text(LOST)).to_be_visible()
    while not line.hanging:
        ann.page.wait_for_timeout(50)
    line.restore()
    ann.page.clock.fast_forward("00:10")
    expect(ann.page.get_by_text(LOST)).to_have_count(0)
    ann.play("1")
    assert ben.until_ply(1).moves == ["1"]
    ann.troubles.clear()  # the browser notes that it gave up


def test_a_line_that_falls_silent_is_noticed_within_seconds_and_the_clock_is_spoken_of(
    visit: Visit, ben: Tab, line: Line
) -> None:
    ann = visit(line)
    ann.page.clock.install()
    meet(ann, ben, "squadro", setup={"first": "light"}, clock={"initial_ms": 600_000, "increment_ms": 0})
    ann.play("1")
    ben.until_ply(1).until_my_turn().play("2")
    ann.until_ply(2).page.clock.fast_forward("00:04")
    expect(ann.find(".delay")).to_have_text(re.compile(r"^\d+ ms$"))
    line.deafen()
    ann.page.evaluate("dispatchEvent(new Event('offline'))")
    ann.page.clock.fast_forward("00:02")
    ann.page.clock.fast_forward("00:01")
    expect(ann.page.get_by_text("Connection lost. The clock runs on")).to_be_visible()
    said = ann.find(".connection").bounding_box()
    assert said is not None
    for seen in (*ann.find("vato-clock").all(), ann.find("vato-board")):
        box = seen.bounding_box()
        assert box is not None
        beside = box["x"] >= said["x"] + said["width"]
        assert beside or box["y"] >= said["y"] + said["height"]  # the clocks and the board stay in sight
    line.cut()
    line.restore()
    expect(ann.page.get_by_text("Connected again.")).to_be_visible()
    ann.forgive_lost_lines()


def test_what_the_other_does_while_the_line_is_cut_is_there_afterwards(visit: Visit, ben: Tab, line: Line) -> None:
    ann = visit(line)
    meet(ann, ben, "squadro", setup={"first": "dark"})
    line.cut()
    ben.play("2").offer_draw()
    expect(ann.page.get_by_text(LOST)).to_be_visible()
    line.restore()
    ann.until_ply(1).says("Ben offers a draw")
    ann.forgive_lost_lines()


def test_a_move_whose_answer_was_lost_is_played_once(visit: Visit, ben: Tab, line: Line) -> None:
    ann = visit(line)
    meet(ann, ben, "squadro", setup={"first": "light"})
    line.deafen()
    ann.click("1-0", "1-1").button("Play it").click()
    assert ben.until_ply(1).moves == ["1"]
    assert ann.ply == 0
    line.cut()
    ann.says(LOST)  # which stands above the board as well
    line.restore()
    assert ann.until_ply(1).moves == ["1"]
    ben.play("1")
    assert ann.until_ply(2).moves == ["1", "1"]
    ann.forgive_lost_lines()


def test_the_browser_itself_goes_offline_and_comes_back(ann: Tab, eve: Person) -> None:
    game_id = ann.create("squadro", "open", setup={"first": "dark"})
    eve.act(game_id, "join")
    ann.sit(game_id)
    ann.context.set_offline(True)
    eve.act(game_id, "move", ply=0, move="1")
    ann.context.set_offline(False)
    ann.until_ply(1).play("1")
    assert len(eve.state(game_id)["turns"]) == 2
    ann.forgive_lost_lines()


def test_a_server_killed_between_two_moves_loses_nothing_and_knows_everybody_again(
    visit: Visit, own_server: Callable[..., Server]
) -> None:
    server = own_server("--port", str(free_port()))
    ann, ben = visit(server), visit(server)
    meet(ann, ben, **CHAIN)
    ann.play(LONG_CHAIN)
    ben.until_ply(1)
    server.kill()
    for tab in (ann, ben):
        expect(tab.page.get_by_text(LOST)).to_be_visible()
    # Played into the void; it is sent again until it is heard.
    ben.click("b3", "c3")
    ben.button("End turn").click()
    server.start()
    for tab in (ann, ben):
        tab.until_ply(2)
        assert tab.moves == [LONG_CHAIN, "b3-c3A"]
        expect(tab.page.get_by_text(LOST)).to_have_count(0)
    second = ann.another().sit(ann.id)
    assert second.moves == [LONG_CHAIN, "b3-c3A"]
    second.until_my_turn().play(whole_moves(second.state["scene"]["options"])[0])
    for tab in (ann, ben):
        assert tab.until_ply(3).moves == second.moves
    # One that is told to stop sends everybody away, and they come back by themselves.
    server.stop()
    server.start()
    ben.until_my_turn().play(whole_moves(ben.state["scene"]["options"])[0])
    for tab in (ann, ben):
        assert tab.until_ply(4).moves == ben.moves
        tab.forgive_lost_lines()


SLOW_BODY = """async () => {
    const base = document.querySelector("script[src]").src;
    const at = (name) => import(new URL(name, base));
    const [{ recordOf }, { network }] = await Promise.all([at("api.js"), at("network.js")]);
    const plain = window.fetch;
    window.fetch = async (path, { signal }) => new Response(new ReadableStream({
        start(body) {
            signal?.addEventListener("abort", () => body.error(signal.reason));
            setTimeout(() => (body.enqueue(new TextEncoder().encode("whole")), body.close()), 3500);
        },
    }));
    network.lose();
    try {
        return await recordOf("game");
    } finally {
        window.fetch = plain;
        network.find();
    }
}"""


def test_an_answer_that_has_begun_to_come_may_take_its_time(regular: Tab) -> None:
    assert regular.open("/rules").page.evaluate(SLOW_BODY) == "whole"
