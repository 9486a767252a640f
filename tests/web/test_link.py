"""Two people at two browsers, who found each other by a link."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import segno
from playwright.sync_api import WebSocketRoute, expect

from tests.server.people import Server
from tests.web.conftest import Visit
from tests.web.situations import CHAIN, LONG_CHAIN
from tests.web.tab import Pair, Tab, meet

RACE: dict[str, Any] = {"game": "squadro", "setup": {"first": "light"}}
"""A race from the start, Ann to move."""


@pytest.fixture
def chain(regulars: Pair) -> Pair:
    """Ann has a chain before her."""
    return meet(*regulars, **CHAIN)


@pytest.fixture
def race(regulars: Pair) -> Pair:
    return meet(*regulars, **RACE)


def test_a_link_is_all_that_is_needed(ann: Tab, ben: Tab) -> None:
    ann.open("/")
    ann.button("Send a link").click()
    link = ann.page.get_by_label("Link to this game").input_value()
    ann.button("Copy").click()
    expect(ann.page.get_by_text("Copied.")).to_be_visible()
    ben.page.goto(link)
    expect(ben.page.get_by_role("dialog")).to_contain_text("invites you to play")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("dialog").get_by_role("button", name="Play").click()
    ben.until("b.state.seats.some((seat) => seat.mine)")
    ann.until("b.state.seats.every((seat) => seat.kind === 'person')")
    expect(ann.find("vato-player .name", has_text="Ben")).to_be_visible()
    first, second = (ann, ben) if ann.page.evaluate("document.querySelector('vato-game-board').mayPlay") else (ben, ann)
    first.play("d2-e3A")
    assert second.until_ply(1).until_my_turn().moves == ["d2-e3A"]


def test_a_server_that_others_reach_gives_its_link_as_a_code_as_well(
    own_server: Callable[..., Server], visit: Visit
) -> None:
    ann = visit(own_server("--origin", "https://vato.example.org")).play_new(against="open")
    link = f"https://vato.example.org/game/{ann.state['id']}"
    expect(ann.page.get_by_label("Link to this game")).to_have_value(link)
    rows = segno.make_qr(link, error="m").matrix
    dark = {f"{x + 4},{y + 4}" for y, row in enumerate(rows) for x, square in enumerate(row) if square}
    drawn = ann.find(".qr path").get_attribute("d") or ""
    assert {square.partition("h")[0] for square in drawn.split("M")[1:]} == dark
    expect(ann.find(".qr + p")).to_have_text("The same link, for a phone's camera.")


def test_a_chain_with_its_choices_arrives_at_the_other_browser(chain: Pair) -> None:
    ann, ben = chain
    ann.play(LONG_CHAIN)
    ben.until_my_turn()
    assert ben.moves == [LONG_CHAIN]
    assert ben.state["scene"]["pieces"] == ann.state["scene"]["pieces"]
    assert "first" in ben.piece_on("d3")
    assert ben.piece_on("e3") == ""


def test_a_page_that_missed_a_change_asks_for_the_whole_state(ann: Tab, ben: Tab) -> None:
    heard: list[str] = []

    def stand(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(text: str | bytes) -> None:
            heard.append(json.loads(text)["type"])
            if heard.count("change") != 1:
                line.send(text)

        server.on_message(hear)

    ben.page.route_web_socket("**/live?*", stand)
    ann, ben = meet(ann, ben, **RACE)
    ann.until_my_turn()
    ann.play("1")
    ann.until_ply(1)
    moves = f"{ben.server.address}/api/games/{ann.id}/moves"
    assert ben.context.request.post(moves, data={"ply": 1, "move": "2"}).ok
    assert ben.until_ply(2).moves == ["1", "2"]
    assert heard.count("state") == 2


def test_a_turn_that_may_go_on_is_ended_by_the_button(chain: Pair) -> None:
    ann, ben = chain
    ann.click("c2", "d2")
    ann.says("Go on, or end the turn")
    assert ben.ply == 0
    ann.button("End turn").click()
    assert ben.until_ply(1).moves == ["c2-d2W"]


def test_a_draw_is_declined_and_then_agreed(race: Pair) -> None:
    ann, ben = race
    ann.offer_draw()
    # Who offers it goes on all the same.
    ann.says("You have offered a draw. Your turn.")
    ben.says("Ann offers a draw.").button("Decline").click()
    expect(ann.find(".toast")).to_have_text("Ben declines.")
    ann.says("Your turn")
    # Whoever plays on instead declines, too, and that is said.
    ann.play("1").offer_draw()
    ben.says("Ann offers a draw.")
    expect(ann.find(".toast")).to_have_count(0)
    ben.play("1")
    expect(ann.find(".toast")).to_have_text("Ben declines.")
    ann.play("2").offer_draw()
    ben.says("Ann offers a draw.").button("Accept").click()
    for one in race:
        one.says("Drawn")


def test_who_won_and_who_lost_is_said_as_to_a_person_and_shown_in_the_list(race: Pair) -> None:
    ann, ben = race
    ann.button("Resign").click()
    ann.find("dialog .button.danger").click()
    ann.says("You lost: Dark wins")
    ben.says("You won: Dark wins")
    expect(ben.find("vato-moves")).to_contain_text("You won: Dark wins")
    address = f"/game/{ann.id}"
    for one, standing in ((ann, "lost"), (ben, "won")):
        one.follow("/games")
        expect(one.find(f".game-card[href='{address}'] .card-state")).to_have_attribute("data-standing", standing)


def test_games_are_marked_taken_from_the_list_and_sorted_out(ann: Tab) -> None:
    ids = [ann.create("squadro") for _ in range(2)] + [ann.create("fanorona"), ann.create("fanorona", "me2")]
    ann.sit(ids[0]).until_my_turn().button("Resign").click()
    ann.find("dialog .button.danger").click()
    ann.says("You lost").follow("/games")
    expect(ann.find(".game-card")).to_have_count(4)
    ann.find(f"li:has([href='/game/{ids[2]}']) .mark").click()
    ann.page.get_by_role("radio", name="Marked").check()
    expect(ann.find(".game-card")).to_have_count(1)
    ann.page.get_by_role("radio", name="Squadro").check()
    expect(ann.find(".game-card")).to_have_count(0)
    ann.page.get_by_role("radio", name="Lost").check()
    expect(ann.find(".game-card")).to_have_count(1)
    ann.find("fieldset", "Lost").get_by_role("radio", name="All").check()
    expect(ann.find(".game-card")).to_have_count(2)
    ann.find(f"li:has([href='/game/{ids[1]}'])").get_by_role("button", name="Remove").click()
    ann.find("dialog .button.danger").click()
    expect(ann.find(".game-card")).to_have_count(1)
    expect(ann.open("/games").find(".game-card")).to_have_count(3)  # it stays away
    ann.sit(ids[1])  # but is there


def test_a_link_of_this_computer_says_so_and_asks_who_invites(ann: Tab, ben: Tab) -> None:
    ann.play_new("squadro", "open", setup={"first": "light"})
    expect(ann.find(".link-code")).to_contain_text("Only this computer can open this address.")
    ann.page.get_by_label("Your name").fill("Zoe")
    ann.page.keyboard.press("Tab")
    expect(ann.find("vato-player .name", "Zoe")).to_be_visible()
    ben.open(f"/game/{ann.id}")
    expect(ben.page.get_by_role("dialog")).to_contain_text("Zoe")


def test_a_move_is_taken_back_only_with_consent(race: Pair) -> None:
    ann, ben = race
    ann.play("1").button("Take back").click()
    ben.says("Ann asks to take back a move.").button("Decline").click()
    expect(ann.find(".toast")).to_have_text("Ben declines.")
    ann.says("Waiting for Ben")
    assert ann.moves == ["1"]
    ann.button("Take back").click()
    ben.says("Ann asks to take back a move.").button("Accept").click()
    assert ann.until_ply(0).until_my_turn().moves == []
    assert ben.until_ply(0).moves == []


def test_time_that_runs_out_ends_the_game_on_both_pages(ann: Tab, ben: Tab) -> None:
    clock = {"initial_ms": 5000, "increment_ms": 0}
    meet(ann, ben, "squadro", setup={"first": "light"}, clock=clock)
    expect(ann.find("vato-clock.running")).to_have_count(0)  # each player's first turn is untimed
    ann.play("1")
    ben.until_my_turn().play("1")
    expect(ben.find("vato-player[data-player='0'] vato-clock.running.low")).to_be_visible()
    for one in (ann, ben):
        one.says("Dark wins")
        expect(one.find("vato-clock.running")).to_have_count(0)


def test_whoever_resigns_is_asked_first(race: Pair) -> None:
    ann, ben = race
    ben.button("Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert ann.state["outcome"] is None
    ben.button("Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for one in race:
        one.says("Light wins by resignation")


def test_a_rematch_changes_sides_and_beginner(race: Pair) -> None:
    ann, ben = race
    before = ann.id
    ben.button("Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.button("Rematch").click()
    ann.says("resignation · You have asked for a rematch.")
    ben.says("Ann asks for a rematch.").button("Accept").click()
    for one in race:
        one.page.wait_for_url(lambda url: "/game/" in url and before not in url)
        one.until("!b.state.outcome")
    assert ann.id == ben.id
    state = ann.state
    assert [seat["name"] for seat in state["seats"]] == ["Ben", "Ann"]
    assert state["seats"][state["scene"]["turn"]]["name"] == "Ben"


def test_a_name_is_changed_in_place_and_seen_by_both(ann: Tab, ben: Tab) -> None:
    meet(ann, ben, **RACE)
    ann.find("button.name").click()
    ann.page.get_by_label("Name", exact=True).fill('<b onclick="x">Ann</b>')
    ann.page.keyboard.press("Enter")
    expect(ben.find("vato-player .name", has_text='<b onclick="x">Ann</b>')).to_be_visible()
    # The same key does not press the button that has taken the field's place.
    expect(ann.find("button.name")).to_be_focused()
    expect(ann.page.get_by_label("Name", exact=True)).to_have_count(0)
    assert ben.find("vato-player b").count() == 0


def test_chat_is_text_and_nothing_else_and_can_be_muted(ann: Tab, ben: Tab) -> None:
    meet(ann, ben, **RACE)
    line = "<img src=x onerror=alert(1)> hello"
    ann.page.get_by_label("Say something").fill(line)
    ann.page.keyboard.press("Enter")
    expect(ben.find(".chat-log")).to_contain_text(line)
    assert ben.find(".chat-log img").count() == 0
    ben.button("Mute the chat").click()
    expect(ben.find(".chat-log")).to_be_hidden()
    expect(ben.page.get_by_text("The chat is muted.")).to_be_visible()


def test_players_without_a_name_are_told_apart_in_the_chat(ann: Tab, ben: Tab, visit: Visit) -> None:
    ann.play_new("squadro", "open", setup={"first": "light"})
    ben.open(f"/game/{ann.id}").page.get_by_role("dialog").get_by_role("button", name="Play").click()
    ben.until("b.state.seats[1].mine")
    eve = visit().sit(ann.id)
    for number, tab in enumerate((ann, ben, eve), start=1):
        tab.page.evaluate("document.querySelector('vato-chat').enter()")
        tab.page.keyboard.type(f"I am {number}")
        tab.page.keyboard.press("Enter")
        expect(ann.find(".chat-log p")).to_have_count(number)
    expect(ann.find(".chat-log strong")).to_have_text(["You", "Dark", "Watcher"])
    # Watchers can be muted, and the other player is heard all the same.
    expect(ben.button("Mute watchers")).to_be_visible()
    ann.button("Mute watchers").click()
    for number, tab in enumerate((eve, ben), start=4):
        tab.page.keyboard.type(f"I am {number}")
        tab.page.keyboard.press("Enter")
        expect(ann.find(".chat-log p")).to_have_count(number)
    shown = ann.find(".chat-log p").filter(visible=True)
    expect(shown.locator("strong")).to_have_text(["You", "Dark", "Dark"])
    ann.button("Hear watchers again").click()
    expect(shown).to_have_count(5)


def test_a_third_watches_and_cannot_move(race: Pair, visit: Visit) -> None:
    ann, ben = race
    eve = visit().sit(ann.id)
    expect(ann.find(".watchers")).to_have_text("1")
    eve.click("1-0", "1-1")
    assert eve.page.evaluate("document.querySelector('vato-board').half.steps.length") == 0
    answer = eve.context.request.post(f"{eve.server.address}/api/games/{ann.id}/moves", data={"ply": 0, "move": "1"})
    assert answer.status == 403
    ann.play("1")
    assert eve.until_ply(1).moves == ["1"]
    assert ben.until_ply(1).state["watchers"] == 1
    for name in ("Resign", "Offer a draw", "Take back"):
        expect(eve.button(name)).to_be_hidden()


def test_whoever_is_invited_may_watch_first_and_join_later(ann: Tab, ben: Tab) -> None:
    ann.play_new("squadro", "open", setup={"first": "light"})
    ben.open(f"/game/{ann.id}").page.get_by_role("dialog").get_by_role("button", name="Watch").click()
    ben.says("A seat is open.").prompt.get_by_role("button", name="Play").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Play").click()
    ben.until("b.state.seats[1].mine")
    assert ann.until_my_turn().play("1").ply == 1


def test_nobody_moves_for_the_other_side(race: Pair) -> None:
    ann, ben = race
    ben.click("1-0", "1-1")
    assert ben.page.evaluate("document.querySelector('vato-board').half.steps.length") == 0
    assert ann.ply == 0


def test_two_tabs_of_one_player_stay_in_step(race: Pair) -> None:
    ann, ben = race
    second = ann.another().sit(ann.id)
    second.play("2")
    ann.until_ply(1)
    ben.until_my_turn().play("3")
    for tab in (ann, second):
        tab.until_ply(2).until_my_turn()
        assert tab.moves == ["2", "3"]
    ann.play("4")
    assert second.until_ply(3).state["scene"] == ann.state["scene"]
    second.page.close()


def test_every_line_of_chat_by_the_other_is_heard_from_the_first_on(ann: Tab, ben: Tab) -> None:
    for tab in meet(ann, ben, **RACE):
        tab.page.evaluate("""async () => {
            const shell = document.querySelector("script[type=module]").src;
            const { sounds } = await import(new URL("sounds.js", shell));
            window.heard = [];
            sounds.play = (kind) => window.heard.push(kind);
        }""")
    ben.page.get_by_label("Say something").fill("Hello!")
    ben.page.keyboard.press("Enter")
    expect(ann.find(".chat-log")).to_contain_text("Hello!")
    expect(ben.find(".chat-log")).to_contain_text("Hello!")
    assert ann.page.evaluate("heard") == ["notify"]
    assert ben.page.evaluate("heard") == []


def test_a_long_chat_goes_on(race: Pair) -> None:
    ann, _ = race
    # The server sends the newest hundred lines.
    show = """(last) => document.querySelector("vato-chat").show(Array.from({ length: 100 }, (_, index) => {
        const number = last - 99 + index;
        return { number, seat: 1, name: "Ben", text: `line ${number}`, at_ms: 0 };
    }), [{ mine: true }, { mine: false }])"""
    ann.page.evaluate(show, 100)
    assert ann.page.evaluate(show, 101) is True
    assert ann.page.evaluate(show, 101) is False
    lines = ann.find(".chat-log p")
    expect(lines).to_have_count(100)
    expect(lines.first).to_contain_text("line 2")
    expect(lines.last).to_contain_text("line 101")
    expect(lines.last).to_be_in_viewport()
