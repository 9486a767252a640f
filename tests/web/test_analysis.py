"""Looking at games: the engine's lines, tries, set-up, review, export and import, and the list of my games."""

from __future__ import annotations

import re
from urllib.parse import unquote
from xml.etree import ElementTree

from playwright.sync_api import expect

from tests.server.people import Person
from tests.shared import UNPROVEN
from tests.web.situations import CHAIN
from tests.web.tab import Tab
from vato import record as records

RECORD = re.compile(r"d2-e3A")


def analysis_of(game: str = "fanorona", **fields: str) -> str:
    return "/analysis#" + "&".join(f"{name}={value}" for name, value in {"game": game, **fields}.items())


def in_tree(tab: Tab) -> list[str]:
    return [text.strip() for text in tab.find("vato-tree .move-text").all_text_contents()]


def test_the_engine_shows_lines_arrows_and_who_stands_better(ann: Tab) -> None:
    ann.open(analysis_of(rules="standard", moves="d2-e3A"))
    ann.page.get_by_label("Lines").select_option("2")
    ann.page.get_by_role("switch", name="Engine").check()
    expect(ann.find(".engine-line")).to_have_count(2)
    expect(ann.find(".arrow")).to_have_count(2)
    expect(ann.find(".engine-depth")).to_contain_text("depth")
    bar = ann.page.get_by_role("meter", name="Evaluation")
    expect(bar).not_to_have_attribute("aria-valuetext", "not known")
    ann.find(".engine-move").first.click()
    expect(ann.find("vato-tree .move")).to_have_count(2)
    ann.page.get_by_role("switch", name="Engine").uncheck()
    expect(ann.find(".engine-line")).to_have_count(0)
    expect(ann.find(".arrow")).to_have_count(0)


def test_a_line_is_looked_at_without_playing_it_and_played_as_far_as_one_likes(ann: Tab) -> None:
    ann.open(analysis_of("squadro", start="00000/00000 light"))
    ann.page.get_by_role("switch", name="Engine").check()
    line = ann.find(".engine-line").first.locator(".engine-move")
    expect(line.nth(2)).to_be_visible()
    before = ann.find(".pieces").inner_html()
    line.nth(1).hover()
    expect(ann.find(".arrow")).to_have_count(0)
    assert ann.find(".pieces").inner_html() != before
    assert in_tree(ann) == []
    ann.page.mouse.move(5, 5)
    expect(ann.find(".arrow")).not_to_have_count(0)
    assert ann.find(".pieces").inner_html() == before
    # With the keyboard alone, and nothing else comes under the fingers meanwhile.
    line.first.focus()
    moves = line.all_text_contents()
    for _ in range(2):
        ann.page.keyboard.press("ArrowRight")
    expect(ann.find(".arrow")).to_have_count(0)
    assert line.all_text_contents() == moves
    ann.page.keyboard.press("Enter")
    expect(ann.find("vato-tree .move-text")).to_have_count(3)
    assert in_tree(ann) == [move.strip() for move in moves[:3]]
    ann.page.get_by_role("switch", name="Engine").uncheck()


def test_what_is_known_exactly_is_said_and_on_request_which_moves_keep_it(ann: Tab) -> None:
    ann.open(analysis_of("squadro", start="00000/00000 light"))
    ann.page.get_by_role("switch", name="Engine").check()
    known = ann.find(".engine-known summary")
    expect(known).to_have_text("Known exactly: Dark wins")  # RULES.md
    expect(ann.find(".engine-score").first).to_have_text("Dark wins")
    expect(ann.page.get_by_role("meter", name="Evaluation")).to_have_attribute("aria-valuenow", "0")
    expect(ann.find(".engine-known p")).to_be_hidden()
    known.click()
    expect(ann.find(".engine-known p")).to_contain_text("1 2 3 4 5")


def test_the_page_says_what_is_analysed_and_lets_one_turn_to_another_game(regular: Tab) -> None:
    regular.follow(analysis_of(rules="standard"))
    expect(regular.find(".game-about")).to_contain_text("9\u2009×\u20095")
    expect(regular.find(".engine-count")).to_contain_text("Lines")
    regular.button("New analysis").click()
    dialog = regular.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Squadro").check()
    dialog.locator(".button.primary").click()
    expect(regular.find("h1")).to_have_text("Squadro")
    expect(regular.find(".game-about")).to_have_text("Standard")


def test_tries_beside_the_game_are_kept_and_the_address_says_what_is_seen(ann: Tab) -> None:
    ann.open(analysis_of("squadro", moves="1,1,2"))
    assert in_tree(ann) == ["1", "1", "2"]
    ann.find("main").focus()
    ann.page.keyboard.press("ArrowLeft")
    ann.page.wait_for_url("**ply=2")  # what may be played there is known now
    ann.click("4-0", "4-3")
    expect(ann.find(".variation .move-text")).to_have_text("4")
    expect(ann.find("vato-tree [aria-current=step] .move-text")).to_have_text("4")
    # The number of a lane alone says little: where the stone went stands beside it.
    expect(ann.find("vato-tree [aria-current=step] .move-way")).to_contain_text("→")
    ann.page.wait_for_url("**moves=1,1,4")
    ann.button("Make this the main line").click()
    expect(ann.find(".variation .move-text")).to_have_text("2")
    second = ann.another().open(ann.page.url.removeprefix(ann.server.address))
    assert in_tree(second) == ["1", "1", "4"]


def test_a_position_is_set_up_on_the_board_and_analysed(ann: Tab) -> None:
    ann.open(analysis_of(rules="standard"))
    ann.button("Set up a position").click()
    ann.button("Clear").click()
    text = ann.page.get_by_role("textbox", name="Position as text")
    expect(text).to_have_value(re.compile("^9/9/9/9/9 "))
    ann.click("a1", "e3")
    expect(text).to_have_value(re.compile("^9/9/4w4/9/w8 "))
    ann.page.locator("body").press("f")  # turned round, it is the same position that is set up
    ann.page.locator("body").press("f")
    ann.find("vato-edit label", has_text="Black").first.click()
    ann.click("g3")
    ann.click("a5")
    expect(text).to_have_value(re.compile("^b8/9/4w1b2/9/w8 "))
    ann.drag("a5", "a4")
    expect(text).to_have_value(re.compile("^9/b8/4w1b2/9/w8 "))
    ann.button("Analyse").click()
    expect(ann.find(".analysis-status")).to_have_text("White to move.")
    ann.click("e3", "f3")
    expect(ann.find("vato-tree .move-text")).to_have_text("e3-f3A")


def test_a_position_that_is_none_is_refused_with_a_sentence(ann: Tab) -> None:
    ann.open(analysis_of(edit="1"))
    text = ann.page.get_by_role("textbox", name="Position as text")
    text.fill("nonsense")
    text.blur()
    expect(ann.find("vato-edit [role=alert]")).not_to_be_empty()
    ann.troubles.clear()  # the browser notes the refusal


def test_a_finished_game_is_reviewed(ann: Tab) -> None:
    ann.play_new("fanorona", "me2", rules="standard", setup={"board": "5x3"})
    for _ in range(2):
        ann.play(ann.state["scene"]["options"][0]["text"])
    ann.button("Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.button("Review").click()
    expect(ann.find(".review-counts p")).to_have_count(2)
    graph = ann.page.get_by_role("slider", name="Evaluation of the game")
    assert ann.find(".graph-curve").get_attribute("d", timeout=1000)
    graph.focus()
    ann.page.keyboard.press("Home")
    expect(graph).to_have_attribute("aria-valuetext", "Move 0 of 2")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.find("vato-tree [aria-current=step]")).to_have_count(1)


def test_a_blunder_is_named_with_the_better_move(ann: Tab) -> None:
    # White stops where Black strikes its last two stones in one chain.
    ann.open(
        analysis_of(rules="standard", start=CHAIN["position"].replace(" ", "+"), moves="c2-d2W,b4-c3A-b2A", review="1")
    )
    expect(ann.find(".review-counts p")).to_have_count(2)
    moment = ann.find(".review-moments button").first
    expect(moment).to_contain_text("c2-d2W??")
    expect(moment).to_contain_text("better c2-d2W-c")
    expect(moment).to_contain_text("White wins → Black wins")
    bar = ann.page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuenow", "0")  # as the graph has it at the end
    moment.click()
    expect(ann.find(".analysis-status")).to_have_text("White to move.")  # the position before it
    expect(ann.find(".arrow.plan")).to_have_count(1)  # what was better
    expect(ann.find(".arrow.happened")).to_have_count(1)
    expect(bar).to_have_attribute("aria-valuenow", "100")
    # The same without the answer.
    ann.button("Try them yourself: Try the mistakes of White yourself").click()
    expect(ann.find("vato-retry")).to_contain_text("1. c2-d2W was played.")
    expect(ann.find(".arrow")).to_have_count(0)
    expect(moment).to_be_hidden()
    ann.find("vato-retry").get_by_role("button", name="Close").click()
    expect(moment).to_be_visible()
    ann.button("Try them yourself: Try the mistakes of White yourself").click()
    ann.click("c2", "d2").button("End turn").click()
    expect(ann.find("vato-retry")).to_contain_text("c2-d2W is what was played.")
    ann.button("Again").click()
    ann.click("c2", "d2", "c1", "d1")
    expect(ann.find("vato-retry")).to_contain_text("?")
    ann.button("Show me").click()
    expect(ann.find(".arrow.plan")).to_have_count(1)
    ann.button("Done").click()
    expect(ann.find("vato-retry")).to_be_hidden()
    # Loaded again there, the bar, the arrows and the list say so as soon as the review does.
    moment.click()
    ann.page.wait_for_function("() => location.hash.includes('ply=0')")
    ann.page.reload()
    expect(ann.find(".review-counts p")).to_have_count(2)
    expect(bar).to_have_attribute("aria-valuenow", "100")
    expect(ann.find(".arrow.plan")).to_have_count(1)
    expect(moment).to_have_attribute("aria-current", "step")


JUDGE = """async (turns) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const { verdict } = await import(new URL("app/evaluation.js", base));
    return turns.map(([said, player]) => verdict(said, player, 280));
}"""


def test_turns_of_a_game_that_is_lost_from_the_start_are_graded_too(regular: Tab) -> None:
    lost, far, near = ({"winner": 1, "turns": turns} for turns in (None, 40, 9))
    won = {"winner": 0, "turns": None}
    turns = [
        ({"first_value": -1000, "loss": 900, "known_before": lost, "known": lost}, 0),
        ({"first_value": -2400, "loss": 1400, "known_before": lost, "known": lost}, 0),
        ({"first_value": -2400, "loss": 10, "known_before": far, "known": near}, 0),
        ({"first_value": -29990, "loss": 20, "known_before": None, "known": None}, 0),
        ({"first_value": 30, "loss": 0, "known_before": lost, "known": won}, 1),
        ({"first_value": -1000, "loss": 20, "known_before": lost, "known": lost}, 0),
    ]
    found = regular.page.evaluate(JUDGE, turns)
    assert [one["kind"] for one in found] == ["blunder", "slip", "slip", "slip", "blunder", None]
    assert [one["hurried"] for one in found] == [0, 0, 30, 20, 0, 0]
    assert [one["gone"] for one in found] == [None, None, None, None, "win", None]
    accuracies = [one["accuracy"] for one in found]
    assert accuracies[0] < 0.5 < accuracies[1] < accuracies[5]


def test_a_game_keeps_its_names_its_side_and_all_its_lines(ann: Tab) -> None:
    ann.play_new("squadro", "me2", setup={"first": "light"}, name="Ann").play("1").play("2")
    ann.button("Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.says("resign").button("More").click()
    ann.button("Analyse this game").click()
    expect(ann.find("vato-tree .move")).to_have_count(2)
    ann.page.reload()
    ann.settle()
    expect(ann.find(".game-about")).to_contain_text("Ann – Dark")
    ann.button("To the start").click()
    ann.page.wait_for_url("**ply=0**")
    ann.click("4-0", "4-3")
    expect(ann.find(".variation .move-text")).to_have_text("4")
    ann.button("Export").click()
    record = ann.page.get_by_role("dialog").get_by_label("Record").input_value()
    [read] = records.read(record)
    assert read.players == ("Ann", "Dark")
    assert [str(turn.move) for turn in read.turns] == ["1", "2"]
    assert [str(turn.move) for turn in read.turns[0].variations[0]] == ["4"]
    assert read.outcome is not None
    assert read.outcome.reason == "resignation"
    # All of it comes in again.
    ann.page.keyboard.press("Escape")
    ann.open("/analysis").button("More").click()
    ann.button("Import a record").click()
    ann.page.get_by_role("dialog").get_by_role("textbox").fill(record)
    ann.page.get_by_role("dialog").locator(".button.primary").click()
    expect(ann.find(".variation .move-text")).to_have_text("4")
    expect(ann.find(".game-about")).to_contain_text("Ann – Dark")
    ann.button("Export").click()
    expect(ann.page.get_by_role("dialog").get_by_label("Record")).to_have_value(record)


def test_a_game_played_as_black_is_seen_from_black(ann: Tab, eve: Person) -> None:
    game_id = ann.create("fanorona", "open", sides="me_second")
    eve.act(game_id, "join")
    eve.act(game_id, "move", ply=0, move="d2-e3A")
    ann.open(analysis_of("", **{"from": game_id}))
    assert ann.middle("a5")[1] > ann.middle("a1")[1]
    # What is worse for White has a minus sign, not a hyphen; in the opening book that is its first move.
    expect(ann.find(".explorer-score").first).to_have_text(re.compile("^\N{MINUS SIGN}\\d"))
    eve.act(game_id, "resign", ply=1)
    ann.follow(f"/game/{game_id}").says("You won: Black wins by resignation").button("Review").click()
    reviews = []
    for _ in range(2):
        expect(ann.find(".review-counts strong")).to_have_text(["You", "White"])
        expect(ann.find(".game-about")).to_contain_text("White \N{EN DASH} You")
        expect(ann.find(".analysis-status")).to_have_text("You won: Black wins by resignation")
        reviews.append(ann.find("vato-review").inner_text())
        ann.page.reload()
        ann.settle()
    assert reviews[0] == reviews[1]  # it says the same whenever it is opened


def faces_in(picture: str) -> int:
    """Return how many pieces a picture shows that stands alone."""
    kind, _, text = picture.partition(",")
    assert kind == "data:image/svg+xml;charset=utf-8"
    parts = list(ElementTree.fromstring(unquote(text)).iter())
    named = {f"url(#{part.get('id')})" for part in parts}
    painted = [part.get("fill", "") for part in parts if part.get("fill", "").startswith("url(")]
    assert set(painted) <= named  # nothing is left on the page
    assert not any("var(" in value or name == "class" for part in parts for name, value in part.items())
    return sum("-first-" in paint or "-second-" in paint for paint in painted)


def test_a_record_goes_out_and_comes_in_again(ann: Tab) -> None:
    ann.play_new("fanorona", "me2", rules="standard").play("d2-e3A")
    ann.button("More").click()
    ann.button("Export").click()
    dialog = ann.page.get_by_role("dialog")
    record = dialog.get_by_label("Record").input_value()
    assert RECORD.search(record)
    picture = dialog.get_by_role("link", name="picture").get_attribute("href")
    assert picture is not None
    assert faces_in(picture) == len(ann.state["scene"]["pieces"])
    link = dialog.get_by_label("Link").input_value()
    ann.page.keyboard.press("Escape")

    second = ann.another().open(link.removeprefix(ann.server.address))
    assert in_tree(second) == ["d2-e3A"]
    ann.follow("/games").page.get_by_role("button", name="Import").click()
    ann.page.get_by_role("dialog").get_by_role("textbox").fill(record)
    ann.page.get_by_role("dialog").get_by_role("button", name=re.compile("Read|Import")).click()
    ann.page.wait_for_url("**/analysis#**")
    expect(ann.find("vato-tree .move-text")).to_have_text("d2-e3A")
    expect(ann.follow("/games").find(".game-card")).to_have_count(2)


def test_a_record_that_cannot_be_read_stays_in_its_dialog_with_the_reason(ann: Tab) -> None:
    ann.open("/games").page.get_by_role("button", name="Import").first.click()
    ann.page.get_by_role("dialog").get_by_role("textbox").fill("1. e4 e5")
    ann.page.get_by_role("dialog").get_by_role("button", name=re.compile("Read|Import")).click()
    expect(ann.page.get_by_role("dialog").get_by_role("alert")).not_to_be_empty()
    expect(ann.page.get_by_role("dialog").get_by_role("textbox")).to_have_value("1. e4 e5")
    ann.troubles.clear()  # the browser notes the refusal


def test_my_games_are_found_again_by_this_browser_and_no_other(ann: Tab, ben: Tab) -> None:
    ann.play_new("squadro", "me2", setup={"first": "light"}).play("1")
    address = ann.page.url
    ann.follow("/games")
    expect(ann.find(".game-card")).to_have_count(1)
    ann.page.reload()
    ann.find(".game-card").click()
    ann.page.wait_for_url(address)
    assert ann.until_ply(1).moves == ["1"]
    expect(ann.follow("/").find(".unfinished .game-card")).to_have_count(1)
    expect(ben.open("/games").page.get_by_text("No games yet")).to_be_visible()


def test_a_line_is_played_on_against_someone(ann: Tab) -> None:
    ann.open(analysis_of("squadro", moves="1,1"))
    ann.button("More").click()
    ann.button("Play on from here").click()
    ann.button("Same screen").click()
    ann.page.wait_for_url("**/game/*")
    assert ann.until_my_turn().state["scene"]["position"] != "00000/00000 light"


def test_letters_do_the_same_with_the_shift_key(ann: Tab) -> None:
    ann.open(analysis_of("squadro"))
    before = ann.middle("1-0")
    ann.page.keyboard.press("Shift+F")
    assert ann.middle("1-0") != before


def test_the_opening_explorer_tells_moves_names_and_values_and_plays_them(ann: Tab) -> None:
    ann.open(analysis_of(rules="classic"))
    panel = ann.find("vato-explorer")
    expect(panel.locator("summary")).to_have_text("Opening explorer")
    moves = panel.locator(".explorer-move")
    expect(moves).to_have_count(5)
    names = {"vaky loha", "fohy", "kobana", "havanana", "havia"}  # RULES.md
    assert set(panel.locator("em").all_text_contents()) == names
    values = [float(text.replace("\u2212", "-")) for text in panel.locator(".explorer-score").all_text_contents()]
    assert values == sorted(values, reverse=True)
    ann.page.get_by_role("button", name=re.compile("e2-e3A vaky loha$")).focus()
    ann.page.keyboard.press("Enter")
    expect(ann.find("vato-tree [aria-current=step]")).to_have_text("e2-e3A")
    expect(panel.locator("summary")).to_have_text("Opening explorer: vaky loha")
    expect(moves).to_have_count(1)  # Black has one answer
    panel.locator("summary").click()
    expect(moves).not_to_be_visible()
    ann.open(analysis_of(rules="classic"))
    expect(panel.locator("summary")).to_be_visible()
    expect(moves.first).not_to_be_visible()  # as it was left


def test_the_explorer_says_what_is_proven_and_what_is_open(ann: Tab) -> None:
    ann.open(analysis_of(rules="strict"))
    panel = ann.find("vato-explorer")
    expect(panel.locator(".explorer-proven")).to_have_text("Drawn: proven.")
    moves = panel.locator(".explorer-move")
    expect(moves).to_have_count(5)
    expect(moves.first).to_contain_text("d3-e3W")  # docs/whole-board.md
    expect(moves.first.locator(".proof")).to_have_text("drawn: proven")
    assert moves.locator(".proof").all_text_contents()[1:] == ["open"] * 4
    moves.filter(has_text="e2-e3A").click()
    expect(panel.locator(".explorer-proven")).to_have_text("Black does not lose: proven. Whether Black wins is open.")


def test_the_explorer_says_nothing_where_nothing_is_known(ann: Tab) -> None:
    ann.open(analysis_of(rules="classic"))
    expect(ann.find("vato-explorer details")).to_be_visible()
    ann.open(analysis_of(rules=UNPROVEN, start="9/9/2w1b4/3b5/9%20w"))
    expect(ann.find("vato-tree")).to_be_visible()
    expect(ann.find("vato-explorer")).to_be_hidden()
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.click("c3", "b4")
    expect(ann.find("vato-tree .move-text")).to_have_text("c3-b4W")
    expect(ann.find("vato-explorer")).to_be_hidden()
    assert not any("explorer" in url for url in asked)


def test_the_explorer_tells_how_games_here_ended(ann: Tab, eve: Person) -> None:
    rules = "standard,quiet_turns=779"  # nobody else's
    game_id = eve.create("fanorona", against="me2", rules=rules)
    for ply, move in enumerate(("e2-e3A", "f4-e5W")):
        assert eve.act(game_id, "move", ply=ply, move=move).status_code == 200
    eve.act(game_id, "resign", ply=2)
    ann.open(analysis_of(rules=rules))
    told = "1 game here: White won 0, Black won 1, 0 drawn."
    expect(ann.find("vato-explorer p:not(.explorer-proven)").first).to_have_text(told)
    expect(ann.page.get_by_role("button", name=f"e2-e3A vaky loha {told}")).to_be_visible()
    expect(ann.find(".ends-bar")).to_have_count(1)
    expect(ann.find(".explorer-proven")).to_be_hidden()
    expect(ann.find("vato-explorer .proof")).to_have_count(0)
