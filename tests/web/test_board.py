"""What the board does at once: marks, chains, choices, refusals, moves chosen ahead, turning and stepping back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.people import Person
from tests.web.situations import CHAIN
from tests.web.tab import Pair, Tab

YELLOW = "--yellow"


@pytest.fixture
def chain(regulars: Pair) -> Tab:
    """Both sides at one screen, White with a chain before it."""
    return regulars[0].play_new("fanorona", "me2", **CHAIN)


def colour(tab: Tab, selector: str, what: str) -> str:
    return str(tab.find(selector).first.evaluate(f"(one) => getComputedStyle(one).{what}"))


def colour_of(tab: Tab, name: str) -> str:
    """Return a colour of the theme as the browser works it out."""
    script = """(name) => { const one = document.body.appendChild(document.createElement("i"));
        one.style.color = `var(${name})`; const seen = getComputedStyle(one).color; one.remove(); return seen; }"""
    return str(tab.page.evaluate(script, name))


def test_the_first_click_only_chooses_a_stone_even_if_it_has_one_step(chain: Tab) -> None:
    chain.click("c2")
    assert "selected" in chain.piece_on("c2")
    expect(chain.find(".target")).to_have_count(1)
    expect(chain.find(".ghost")).to_have_count(1)  # where it would stand
    chain.click("c2")
    assert "selected" not in chain.piece_on("c2")
    chain.click("c2", "d2")
    assert "first" in chain.piece_on("d2")
    assert chain.piece_on("b2") == ""


def test_who_wishes_it_plays_single_moves_at_one_click(ann: Tab) -> None:
    ann.play_new("squadro", "me2", setup={"first": "light"})
    ann.button("Menu").click()
    ann.page.get_by_role("switch", name="Play single moves at once").check()
    ann.button("Close").click()
    ann.click("2-0").until_ply(1)
    assert "first" in ann.piece_on("2-3")


def test_in_a_slow_game_a_move_waits_for_a_second_word(ann: Tab, eve: Person) -> None:
    game_id = ann.create("squadro", "open", setup={"first": "light"})
    eve.act(game_id, "join")
    ann.sit(game_id).click("2-0", "2-3")
    ann.says("Play this move?").button("Undo").click()
    assert "first" in ann.piece_on("2-0")
    ann.click("4-0", "4-3").says("Play this move?")
    assert eve.state(game_id)["turns"] == []
    ann.button("Play it").click()
    ann.until_ply(1)
    eve.act(game_id, "move", ply=1, move="1")
    ann.until_ply(2).button("Menu").click()
    ann.page.get_by_role("radio", name="Never").check()
    ann.button("Close").click()
    ann.click("2-0", "2-3").until_ply(3)


def test_the_stone_in_play_changes_colour(chain: Tab) -> None:
    before = colour(chain, ".piece.first .piece-face", "fill")
    chain.click("c2", "d2")
    assert "playing" in chain.piece_on("d2")
    assert colour(chain, ".piece.playing .piece-face", "fill") != before


def test_points_closed_to_the_chain_carry_a_yellow_star(chain: Tab) -> None:
    chain.click("c2", "d2")
    expect(chain.find(".star")).to_have_count(1)
    assert colour(chain, ".star", "fill") == colour_of(chain, YELLOW)
    chain.click("c1")
    expect(chain.find(".star")).to_have_count(2)


def test_the_name_to_move_stands_on_a_yellow_ground(chain: Tab) -> None:
    expect(chain.find("vato-player.to-move")).to_have_attribute("data-player", "0")
    yellow = colour_of(chain, YELLOW)
    assert colour(chain, "vato-player.to-move .player-name .name", "backgroundColor") == yellow
    assert colour(chain, "vato-player:not(.to-move) .player-name .name", "backgroundColor") != yellow


def test_the_two_ways_of_a_capture_are_chosen_on_the_board(chain: Tab) -> None:
    chain.click("c2", "d2", "c3")
    expect(chain.find(".board-way")).to_have_count(2)
    chain.says("Two captures are possible: choose one.").button("Undo").click()
    expect(chain.find(".board-way")).to_have_count(0)
    chain.says("Go on, or end the turn.").click("c3")
    chain.click("b4")  # a stone that only one of the ways would strike
    expect(chain.find(".board-way")).to_have_count(0)
    assert chain.piece_on("b4") == ""
    assert "second" in chain.piece_on("e1")


def test_the_turn_passes_by_itself_when_nothing_is_left(chain: Tab) -> None:
    chain.click("c2", "d2", "c1", "d1").until_ply(1)
    assert chain.moves == ["c2-d2W-c1W-d1A"]
    expect(chain.find("vato-player.to-move")).to_have_attribute("data-player", "1")


def test_a_half_played_chain_is_undone_step_by_step(chain: Tab) -> None:
    chain.click("c2", "d2", "c1")
    chain.page.keyboard.press("Escape")
    assert "first" in chain.piece_on("d2")
    assert "second" in chain.piece_on("e3")
    chain.button("Undo").click()
    assert "first" in chain.piece_on("c2")
    assert chain.ply == 0
    expect(chain.find(".star")).to_have_count(0)


def test_a_click_on_the_stone_in_play_ends_the_turn(chain: Tab) -> None:
    chain.click("c2", "d2", "d2")
    assert chain.ply == 0  # whoever clicks twice in haste does not mean it
    chain.page.wait_for_timeout(700)
    chain.click("d2").until_ply(1)
    assert chain.moves == ["c2-d2W"]


@pytest.mark.parametrize(("points", "reason", "possible"), [(("a1",), "capture", "c2"), (("c2", "d3"), "d3", "d2")])
def test_a_refused_move_says_why(chain: Tab, points: tuple[str, ...], reason: str, possible: str) -> None:
    chain.click(*points)
    expect(chain.find(".toast.reason")).to_contain_text(reason)
    # Once something that can be done is done, it has been understood.
    chain.click(possible)
    expect(chain.find(".toast.reason")).to_have_count(0, timeout=2000)


def test_stones_are_dragged_as_well(chain: Tab) -> None:
    chain.drag("c2", "d2")
    assert "playing" in chain.piece_on("d2")
    chain.drag("d2", "c1")
    assert "playing" in chain.piece_on("c1")
    chain.drag("c1", "e5")
    expect(chain.find(".toast.reason")).to_be_visible()
    assert "playing" in chain.piece_on("c1")


def test_a_move_is_chosen_ahead_and_played_when_the_turn_comes(ann: Tab, eve: Person) -> None:
    game_id = ann.create("squadro", "open", setup={"first": "dark"})
    eve.act(game_id, "join")
    ann.sit(game_id).click("4-0", "4-0")
    expect(ann.find(".ahead-target, .ahead").first).to_be_attached()
    eve.act(game_id, "move", ply=0, move="1")
    ann.until_ply(2)
    assert ann.moves == ["1", "4"]


def test_a_move_chosen_ahead_that_cannot_be_played_is_forgotten(ann: Tab, eve: Person) -> None:
    game_id = ann.create("fanorona", "open", sides="me_second")
    eve.act(game_id, "join")
    ann.sit(game_id).click("a5", "a4")
    eve.act(game_id, "move", ply=0, move="d2-e3A")
    ann.until_my_turn()
    assert ann.moves == ["d2-e3A"]
    assert ann.page.evaluate("document.querySelector('vato-board').premove") is None


def test_a_draw_at_one_screen_is_not_a_matter_of_one_tap(chain: Tab) -> None:
    chain.button("Offer a draw").click()
    dialog = chain.page.get_by_role("dialog", name="End the game as a draw?")
    dialog.get_by_role("button", name="Cancel").click()
    assert chain.state["outcome"] is None
    chain.offer_draw().says("Drawn")
    expect(chain.find("vato-moves .moves-result")).to_contain_text("Drawn")
    expect(chain.prompt.get_by_role("button", name="New game")).to_be_visible()


def test_the_board_is_flipped_and_the_players_with_it(ann: Tab) -> None:
    ann.play_new("fanorona", "me2", **CHAIN)
    (left, low), (_, high) = ann.middle("a1"), ann.middle("a5")
    assert low > high
    ann.button("Flip the board").click()
    (right, above), (_, below) = ann.middle("a1"), ann.middle("a5")
    assert above < below
    assert left < right
    expect(ann.find("vato-player").last).to_have_attribute("data-player", "1")
    ann.click("c2", "d2")
    assert "first" in ann.piece_on("d2")


def test_the_board_of_whoever_has_the_upper_stones_is_turned(ann: Tab) -> None:
    ann.play_new("fanorona", "open", sides="me_second")
    assert ann.middle("a5")[1] > ann.middle("a1")[1]


def test_arrow_keys_step_through_the_game_and_back_to_now(chain: Tab) -> None:
    chain.play("c2-d2W").find("main").focus()
    chain.page.keyboard.press("ArrowLeft")
    chain.says("An earlier position.")
    assert "first" in chain.piece_on("c2")
    chain.click("c2")
    assert "first" in chain.piece_on("c2")
    chain.page.keyboard.press("ArrowRight")
    chain.says("Black to move")
    assert "first" in chain.piece_on("d2")
    chain.find("vato-moves .move").first.click()
    chain.button("To the start").click()
    chain.says("An earlier position.").button("Back to the game").click()
    chain.says("Black to move")


def test_the_wheel_steps_through_the_game(chain: Tab) -> None:
    chain.play("c2-d2W")
    chain.page.mouse.move(*chain.middle("c3"))
    chain.page.mouse.wheel(0, -100)
    chain.says("An earlier position.")


def test_sounds_are_turned_off_and_stay_off(ann: Tab) -> None:
    ann.play_new("fanorona", "me2")
    expect(ann.button("Sound")).to_have_attribute("aria-pressed", "true")
    ann.button("Sound").click()
    expect(ann.button("Sound")).to_have_attribute("aria-pressed", "false")
    ann.page.reload()
    expect(ann.button("Sound")).to_have_attribute("aria-pressed", "false")


def test_the_path_of_a_squadro_piece_is_shown_before_it_moves(ann: Tab) -> None:
    ann.play_new("squadro", "me2", setup={"first": "light"})
    ann.page.mouse.move(*ann.middle("2-0"))
    expect(ann.find(".ghost").first).to_be_attached()
    ann.play("2")
    assert "first" in ann.piece_on("2-3")


def test_the_counters_follow_a_half_played_chain_and_an_earlier_move(chain: Tab) -> None:
    counts = chain.find(".counter.stones > span[aria-hidden]")
    expect(counts).to_have_text(["5", "2"])
    chain.click("c2", "d2")
    expect(counts).to_have_text(["4", "2"])
    chain.button("Undo").click()
    expect(counts).to_have_text(["5", "2"])
    chain.play("c2-d2W")
    expect(counts).to_have_text(["4", "2"])
    chain.find("main").focus()
    chain.page.keyboard.press("ArrowLeft")
    expect(counts).to_have_text(["5", "2"])


def test_arrows_and_rings_are_drawn_by_hand_and_wiped_away(regular: Tab) -> None:
    regular.follow("/analysis#game=fanorona&rules=standard")
    mouse, drawn = regular.page.mouse, regular.find(".layer-drawn > *")
    for start, end in (("a1", "c3"), ("e5", "e5"), ("b2", "b3")):
        mouse.move(*regular.middle(start))
        mouse.down(button="right")
        mouse.move(*regular.middle(end))
        mouse.up(button="right")
    expect(drawn).to_have_count(3)
    expect(regular.find(".layer-drawn .arrow")).to_have_count(2)
    regular.page.mouse.click(*regular.middle("e5"), button="right")  # once more takes it away
    expect(drawn).to_have_count(2)
    regular.click("i1")
    expect(drawn).to_have_count(0)
    # While a piece is chosen the same button lets go of it, and draws nothing.
    regular.click("d2")
    expect(regular.find(".piece.selected")).to_have_count(1)
    regular.page.mouse.click(*regular.middle("e5"), button="right")
    expect(regular.find(".piece.selected")).to_have_count(0)
    expect(drawn).to_have_count(0)
