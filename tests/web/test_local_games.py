"""Games without a network: played to the end on the device, kept through reloads, and brought to the server once."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import expect

import vato
from tests.server.people import Person, Server, State, wait_for
from tests.web.conftest import OPTIONS, Visit
from tests.web.line import Line
from tests.web.tab import Tab, whole_moves
from tests.web.test_analysis import faces_in

LIGHT = {"first": "light"}
MARK = "on this device, not sent yet"
LOCAL = re.compile(r"/game/[0-9a-f-]{36}$")
SERVED = re.compile(r"/game/\w{10}$")
SLOW_LEVEL = 9
"""Which thinks for a moment, and has no book."""
OFFER_WHILE_IT_THINKS = """() => {
    const board = document.querySelector("vato-game-board");
    const looking = setInterval(() => {
        if (!board.state.thinking) return;
        clearInterval(looking);
        window.offered = board.state.scene.ply;
        document.querySelector('main button[aria-label="Offer a draw"]').click();
        document.querySelector("dialog .dialog-actions .button:last-child").click();
    }, 1);
}"""

HURRIED = """async () => {
    const press = (name) => document.querySelector(`main button[aria-label="${name}"]`)?.click();
    press("Hint");
    press("Offer a draw");
    document.querySelector("dialog .dialog-actions .button:last-child").click();
    for (let time = 0; time < 20; time += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        press("Hint");
    }
}"""
"""Somebody who cannot wait for a hint."""


class Network:
    """A server of one's own and the line to it; both can be gone."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.line = Line(server)

    def lose(self) -> None:
        """Kill the server as nothing can prevent."""
        self.line.cut()
        if self.server.process is not None:
            self.server.kill()

    def find(self) -> None:
        """Start the server again with the same games."""
        if self.server.process is None:
            self.server.start()
        self.line.restore()


@pytest.fixture(scope="module")
def only_network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    with Server(tmp_path_factory.mktemp("server"), *OPTIONS) as server:
        found = Network(server)
        with found.line:
            yield found


@pytest.fixture
def network(only_network: Network) -> Network:
    """A network that is there, of which nobody else has a browser open."""
    only_network.find()
    return only_network


@pytest.fixture
def ann(visit: Visit, network: Network) -> Iterator[Tab]:
    tab = visit(network.line)
    yield tab
    tab.forgive_lost_lines()


def ready(tab: Tab) -> Tab:
    """Play a little with a network, so that all that is needed is on the device, and return to the first page."""
    tab.play_new("squadro", setup=LIGHT, level=5)
    tab.until_my_turn().play(whole_moves(tab.state["scene"]["options"])[0]).until_ply(2)
    return tab.follow("/")


def ready_at_first(tab: Tab) -> None:
    """Be ready, in a browser that has nothing from earlier visits."""
    tab.context.new_cdp_session(tab.page).send("Network.clearBrowserCache")
    ready(tab)


def choose_game(tab: Tab, **wishes: Any) -> Tab:
    """Choose on the first page, as if it had been chosen the last time."""
    choices = {"game": "squadro", "level": {"squadro": 5}, "begins": "me", "stones": "0", **wishes}
    tab.page.evaluate("(choices) => localStorage.setItem('vato.choices', JSON.stringify(choices))", choices)
    return tab.follow("/")


def begin(tab: Tab, how: str = "Play the computer") -> str:
    """Begin a game without a network, and return its key."""
    tab.button(how).click()
    tab.page.wait_for_url(LOCAL)
    tab.until("true")
    return tab.id


def kept_games(tab: Tab) -> list[State]:
    """Return the games that this browser has on the server."""
    games: list[State] = tab.context.request.get(f"{tab.server.address}/api/games").json()["games"]
    return games


def meet_again(network: Network, *tabs: Tab) -> None:
    """Start the server again, and let the browser notice as it does when a network is back."""
    network.find()
    for tab in tabs:
        tab.page.evaluate("dispatchEvent(new Event('online'))")


def moves_of(tab: Tab, game_id: str) -> list[str]:
    state = tab.context.request.get(f"{tab.server.address}/api/games/{game_id}").json()
    return [turn["text"] for turn in state["turns"]]


def play_on(tab: Tab, plies: int = 1_000, chance: random.Random | None = None) -> Tab:
    """Play as many turns of one's own, or until the game is over."""
    chance = chance or random.Random(1)
    for _ in range(plies):
        if tab.until_my_turn().state["outcome"]:
            break
        tab.play(chance.choice(whole_moves(tab.state["scene"]["options"])))
    return tab


def test_a_whole_game_without_a_network_is_brought_once(ann: Tab, network: Network) -> None:
    ready_at_first(ann)
    before = {game["id"] for game in kept_games(ann)}
    network.lose()
    choose_game(ann)
    key = begin(ann)
    expect(ann.find(".game-about")).to_contain_text(MARK)
    play_on(ann, 3)
    second = ann.another()
    play_on(ann)
    moves, outcome = ann.moves, ann.state["outcome"]
    assert outcome
    ann.button("More").click()
    ann.button("Export").click()
    record = ann.find("dialog textarea.record").input_value()
    picture = ann.find("dialog a[download$=svg]").get_attribute("href")
    assert faces_in(picture or "") == len(ann.state["scene"]["pieces"])
    ann.page.keyboard.press("Escape")
    meet_again(network, ann)
    second.open("/games")  # two tabs that both would send
    ann.page.wait_for_url(SERVED, timeout=30_000)
    expect(ann.find(".game-about")).not_to_contain_text(MARK)
    assert ann.until("b.state.outcome").moves == moves
    new = [game for game in kept_games(ann) if game["id"] not in before]
    assert [game["id"] for game in new] == [ann.id]
    assert new[0]["outcome"] == outcome
    assert moves_of(ann, ann.id) == moves
    assert ann.context.request.get(f"{ann.server.address}/api/games/{ann.id}/record").text() == record
    assert [(seat["kind"], seat["level"]) for seat in new[0]["seats"]] == [("person", None), ("computer", 5)]
    # The address under which it was played here still leads to it.
    ann.open(f"/game/{key}")
    ann.page.wait_for_url(f"**/game/{new[0]['id']}")


def test_a_game_whose_answer_is_lost_is_there_once(ann: Tab, network: Network) -> None:
    ready(ann)
    before = {game["id"] for game in kept_games(ann)}
    (cookie,) = ann.context.cookies()
    herself = Person(network.server, token=cookie["value"])  # by a line of her own
    choose_game(ann, clock="5+3")
    network.line.deafen()
    ann.button("Same screen").click()
    wait_for(lambda: len(herself.get("/games").json()["games"]) > len(before))
    network.line.cut()
    ann.page.wait_for_url(LOCAL)
    play_on(ann, 2)
    moves = ann.until_ply(2).moves
    meet_again(network, ann)
    ann.page.wait_for_url(SERVED, timeout=30_000)
    assert [game["id"] for game in kept_games(ann) if game["id"] not in before] == [ann.id]
    assert moves_of(ann, ann.id) == moves


def test_an_unfinished_game_goes_on_at_the_server_without_a_jolt(ann: Tab, network: Network) -> None:
    ready(ann)
    network.lose()
    choose_game(ann)
    begin(ann)
    play_on(ann, 2)
    moves = ann.until_ply(4).moves
    ann.page.evaluate("document.querySelector('vato-game').here = true")
    network.find()
    ann.page.wait_for_url(SERVED, timeout=30_000)
    ann.until("b.state.id.length === 10")
    assert ann.page.evaluate("document.querySelector('vato-game').here")  # it is the same page
    assert ann.moves == moves
    play_on(ann, 1)
    ann.until_ply(6)
    assert moves_of(ann, ann.id) == ann.moves


def test_a_page_that_is_reloaded_or_killed_goes_on_without_a_network(visit: Visit, network: Network) -> None:
    ann = visit(network.line, keeping=True).open()
    ann.page.wait_for_function("() => navigator.serviceWorker.controller")
    ready(ann)
    before = {game["id"] for game in kept_games(ann)}
    network.lose()
    key = begin(choose_game(ann))
    play_on(ann, 2).until_ply(4)
    ann.play(whole_moves(ann.state["scene"]["options"])[0])
    ann.page.reload()  # while the computer thinks
    play_on(ann.until_ply(6), 1)
    moves = ann.until_ply(8).moves
    ann.page.close()
    again = ann.another().open(f"/game/{key}")
    assert again.until_ply(8).moves == moves
    again.open()
    again.find("a.game-card", MARK).click()  # the first page offers to go on with it
    play_on(again.until_ply(8), 1)
    moves = again.until_ply(10).moves
    meet_again(network, again)
    again.page.wait_for_url(SERVED, timeout=30_000)
    assert [game["id"] for game in kept_games(again) if game["id"] not in before] == [again.id]
    assert moves_of(again, again.id) == moves
    ann.forgive_lost_lines()


def test_two_on_one_screen(ann: Tab, network: Network) -> None:
    ready_at_first(ann)
    network.lose()
    choose_game(ann)
    begin(ann, "Same screen")
    ann.play("1").play("2").play("3")
    ann.button("Take back").click()
    ann.until_ply(2).play("4")
    ann.find(".player-name button").first.click()
    ann.page.get_by_label("Name", exact=True).fill("Zoe")
    ann.page.keyboard.press("Enter")
    ann.page.get_by_label("Type a move").fill("9")
    ann.page.keyboard.press("Enter")
    expect(ann.find(".typed-problem")).not_to_be_empty()
    ann.page.get_by_label("Type a move").fill("5")
    ann.page.keyboard.press("Enter")
    ann.until_ply(4)
    ann.offer_draw()
    ann.says("Drawn")
    ann.button("Rematch").click()
    ann.until("b.state.turns.length === 0").play("1")
    meet_again(network, ann)
    ann.page.wait_for_url(SERVED, timeout=30_000)
    assert moves_of(ann, ann.id) == ["1"]
    drawn = [game for game in kept_games(ann) if game["outcome"]]
    assert [(moves_of(ann, game["id"]), game["outcome"]["reason"]) for game in drawn] == [
        (["1", "2", "4", "5"], "agreement")
    ]
    assert "Zoe" in [seat["name"] for seat in drawn[0]["seats"]]


def test_what_needs_the_server_is_said_in_a_sentence(ann: Tab, network: Network) -> None:
    ready(ann)
    network.lose()
    choose_game(ann)
    ann.button("Send a link").click()
    expect(ann.find(".toast.problem")).to_contain_text("A game with someone elsewhere needs the server")
    choose_game(ann, contest="series").button("Same screen").click()
    expect(ann.find(".toast.problem", has_text="contest")).to_be_visible()
    choose_game(ann, clock="5+3")
    begin(ann, "Same screen")
    assert ann.state["clock"] is None
    expect(ann.find(".toast", has_text="without a clock")).to_be_visible()


def test_resigning_drawing_and_hints_against_the_computer(ann: Tab, network: Network) -> None:
    ready_at_first(ann)
    network.lose()
    choose_game(ann)
    begin(ann)
    play_on(ann, 1).until_ply(2)
    ann.until_my_turn().button("Hint").click()
    expect(ann.find(".board-arrow, .arrow").first).to_be_attached()
    ann.offer_draw()
    expect(ann.find(".toast", has_text="declines").or_(ann.find("vato-prompt[data-kind=ended]"))).to_be_visible()
    if not ann.state["outcome"]:
        ann.offer_draw()
        expect(ann.find(".toast", has_text="already")).to_be_visible()
        ann.button("Resign").click()
        ann.find("dialog").get_by_role("button", name="Resign").click()
    ann.until("b.state.outcome")
    meet_again(network, ann)
    ann.page.wait_for_url(SERVED, timeout=30_000)
    (ended,) = (game for game in kept_games(ann) if game["outcome"])
    assert ended["outcome"]["reason"] in ("resignation", "agreement")


def test_a_draw_offered_while_the_computer_thinks_is_answered_after_its_move(ann: Tab, network: Network) -> None:
    ready(ann)
    network.lose()
    choose_game(ann, level={"squadro": SLOW_LEVEL})
    begin(ann)
    ann.until_my_turn().page.evaluate(OFFER_WHILE_IT_THINKS)
    ann.play(whole_moves(ann.state["scene"]["options"])[0])
    ann.until("b.state.outcome?.reason === 'agreement' || document.body.innerText.includes('declines the draw')")
    assert ann.page.evaluate("window.offered") == 1
    assert ann.ply == 2
    assert ann.state["outcome"] or ann.find(".toast", has_text="declines").count() == 1


ADJUDICATED = """async ({ game, rules, start, moves }) => {
    const base = document.querySelector("script[src]").src;
    const [{ stateOf, newRecord }, { positionsFrom }] = await Promise.all(
        ["local-game.js", "../engine/supply.js"].map((name) => import(new URL(name, base))));
    const positions = await positionsFrom({ game, rules, start });
    const seats = [{ kind: "me" }, { kind: "me2" }];
    const told = (moves) => stateOf(newRecord({ game, rules, start, seats, moves }), positions).outcome;
    return [told(moves.slice(0, -1)), told(moves)];
}"""


def test_a_game_that_never_ends_is_adjudicated_as_at_the_server(regular: Tab) -> None:
    begun = {"game": "fanorona", "rules": "standard,repetition=0", "start": "8b/9/9/9/w8 w"}
    moves = ["a1-a2", "i5-i4", "a2-a1", "i4-i5"] * 250  # as many turns as docs/deploying.md names
    before, outcome = regular.open("/").page.evaluate(ADJUDICATED, {**begun, "moves": moves})
    assert before is None
    seats = [{"kind": "me"}, {"kind": "me2"}]
    eve = Person(cast("Server", regular.server))
    told = {**begun, "key": str(uuid.uuid4()), "seats": seats, "moves": moves, "times": [1] * len(moves), "created": 1}
    game_id = eve.post("/brought", told).json()["id"]
    assert outcome == eve.state(game_id)["outcome"]


def test_a_draw_is_answered_whatever_else_the_engine_is_asked(ann: Tab, network: Network) -> None:
    ready(ann)
    network.lose()
    choose_game(ann)
    begin(ann)
    ann.until_my_turn().page.evaluate(HURRIED)
    ann.button("Resign").click()
    ann.find("dialog").get_by_role("button", name="Resign").click()
    ann.until("b.state.outcome")


def lose_line(tab: Tab, network: Network) -> None:
    network.lose()
    expect(tab.page.get_by_text("Connection lost. Trying again.")).to_be_visible()


def test_a_game_of_the_server_goes_on_here_and_is_brought_back(ann: Tab, network: Network) -> None:
    ann.play_new("squadro", setup=LIGHT, sides="me_first", level=5)
    game_id = ann.id
    play_on(ann, 1).until_ply(2)
    lose_line(ann, network)
    step = ann.until_my_turn().state["scene"]["options"][0]
    ann.click(step["from"], step["to"])  # sent into the void
    ann.button("Go on without the network").click()
    ann.page.wait_for_url(LOCAL)
    ann.until_ply(4)
    play_on(ann, 2).until_ply(8)
    moves = ann.moves
    meet_again(network, ann)
    ann.page.wait_for_url(f"**/game/{game_id}", timeout=30_000)
    assert moves_of(ann, game_id) == moves
    assert [game["id"] for game in kept_games(ann)] == [game_id]
    play_on(ann, 1).until_ply(10)


def test_a_game_that_went_on_at_the_server_meanwhile_is_another_game(ann: Tab, network: Network) -> None:
    ann.play_new("squadro", "me2", setup=LIGHT)
    game_id = ann.id
    ann.play("1").play("2")
    ann.page.evaluate(
        """async (subject) => {
        const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
        await (await import(new URL("engine/supply.js", base))).positionsFrom(subject);
    }""",
        {"game": "squadro", "rules": "standard", "start": ann.state["start"]},
    )
    lose_line(ann, network)
    ann.button("Go on without the network").click()
    ann.page.wait_for_url(LOCAL)
    ann.play("3").play("3")
    network.server.start()
    elsewhere = ann.context.request.post(
        f"{network.server.address}/api/games/{game_id}/moves",
        data={"ply": 2, "move": "5"},
        headers={"Origin": network.server.address},
    )
    assert elsewhere.ok, elsewhere.text()
    meet_again(network, ann)
    ann.page.wait_for_url(SERVED, timeout=30_000)
    assert ann.id != game_id
    assert moves_of(ann, ann.id) == ["1", "2", "3", "3"]
    assert moves_of(ann, game_id) == ["1", "2", "5"]


def test_an_answer_that_is_lost_doubles_nothing(ann: Tab, network: Network) -> None:
    ready(ann)
    before = {game["id"] for game in kept_games(ann)}
    network.lose()
    choose_game(ann)
    begin(ann, "Same screen")
    ann.play("1").play("2")
    network.server.start()
    network.line.restore()
    network.line.deafen()  # what the server says is lost: it has the game, and nobody hears of it
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    ann.page.wait_for_timeout(1_500)
    network.lose()
    ann.play("3")
    meet_again(network, ann)
    ann.page.wait_for_url(SERVED, timeout=40_000)
    new = [game["id"] for game in kept_games(ann) if game["id"] not in before]
    assert new == [ann.id]
    assert moves_of(ann, ann.id) == ["1", "2", "3"]


def test_two_tabs_see_the_same_game(ann: Tab, network: Network) -> None:
    ready(ann)
    ben = ready(ann.another())
    network.lose()
    key = begin(choose_game(ann), "Same screen")
    ben.follow(f"/game/{key}").until("true")
    ann.play("1")
    assert ben.until_ply(1).moves == ["1"]
    ben.play("2")
    assert ann.until_ply(2).moves == ["1", "2"]
    meet_again(network, ann, ben)
    for tab in (ann, ben):
        tab.page.wait_for_url(SERVED, timeout=30_000)
    assert ann.id == ben.id
    assert moves_of(ann, ann.id) == ["1", "2"]


def test_two_tabs_do_not_write_over_each_other(ann: Tab, network: Network) -> None:
    ready(ann)
    ben = ann.another()
    ben.page.add_init_script("delete window.BroadcastChannel")  # he does not hear of what others do
    ready(ben)
    network.lose()
    key = begin(choose_game(ann), "Same screen")
    ben.follow(f"/game/{key}").until("true")
    ann.play("1")
    ben.click("3-0", "3-2")
    expect(ben.find(".toast.problem")).to_have_text("The game has gone on meanwhile.")
    assert ben.until_ply(1).moves == ["1"]
    ben.play("2")
    assert ann.ply == 1
    ann.click("0-4", "1-4")
    expect(ann.find(".toast.problem")).to_have_text("The game has gone on meanwhile.")
    assert ann.until_ply(2).moves == ["1", "2"]


def test_where_nothing_can_be_kept_the_game_goes_on_and_says_so(ann: Tab, network: Network) -> None:
    ann.page.add_init_script("indexedDB.open = () => { throw new DOMException('No.', 'SecurityError'); }")
    ready(ann)
    network.lose()
    choose_game(ann)
    begin(ann, "Same screen")
    expect(ann.find(".game-about")).to_contain_text("this browser keeps nothing")
    ann.play("1").play("2")
    meet_again(network, ann)
    ann.page.wait_for_url(SERVED, timeout=30_000)
    assert moves_of(ann, ann.id) == ["1", "2"]


def test_my_games_tells_those_of_this_device(ann: Tab, network: Network) -> None:
    ready(ann).follow("/games")
    network.lose()
    choose_game(ann)
    key = begin(ann, "Same screen")
    ann.play("1")
    ann.follow("/games")
    card = ann.find(f'a[href="/game/{key}"]')
    expect(card).to_contain_text(MARK)
    meet_again(network, ann)
    expect(card).to_have_count(0, timeout=30_000)
    expect(ann.find(".game-card")).to_have_count(2)


def test_what_the_server_refuses_is_kept_and_says_why(ann: Tab, network: Network) -> None:
    ready(ann)
    network.lose()
    choose_game(ann)
    begin(ann, "Same screen")
    ann.play("1").play("2")
    ann.page.route(
        "**/api/brought",
        lambda route: route.fulfill(
            status=422, json={"error": {"message": "These rules are unknown here.", "code": "unknown_name"}}
        ),
    )
    meet_again(network, ann)
    expect(ann.find(".game-about")).to_contain_text("These rules are unknown here.", timeout=30_000)
    ann.play("3")
    assert ann.moves == ["1", "2", "3"]
    # Looked back at, it has its players and its end as any other.
    ann.button("Resign").click()
    ann.find("dialog").get_by_role("button", name="Resign").click()
    ann.says("wins by resignation").button("Review").click()
    expect(ann.find(".game-about")).to_contain_text("Light \N{EN DASH} Dark")
    expect(ann.find(".analysis-status")).to_contain_text("wins by resignation")
    ann.troubles.clear()


STATES = """async ({ game, rules, start, moves, seats, ends }) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const at = (name) => import(new URL(`${name}.js`, base));
    const [{ newRecord, stateOf }, { positionsFrom }] = await Promise.all([at("app/local-game"), at("engine/supply")]);
    const positions = await positionsFrom({ game, rules, start });
    const state = (count, end = {}) =>
        stateOf(newRecord({ game, rules, start, seats, moves: moves.slice(0, count), times: [], ...end }), positions);
    const played = [...moves.keys(), moves.length].map((count) => state(count));
    return played.concat(ends.map((end) => state(moves.length, end)));
}"""
PASSING = ("version", "id", "next_id", "thinking")
"""What is another in another place."""


def comparable(state: State) -> State:
    kept = {name: value for name, value in state.items() if name not in PASSING}
    return {**kept, "seats": [{**seat, "online": True} for seat in kept["seats"]]}


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
@pytest.mark.parametrize("against", ["computer", "me2"])
def test_every_state_is_what_the_server_tells(ann: Tab, game: str, against: str) -> None:
    ann.open()
    chance = random.Random(f"{game} {against}")
    setup = {"setup": LIGHT} if game == "squadro" else {"setup": {"board": "5x3"}}
    game_id = (
        ann.create(game, against, level=1, **setup) if against == "computer" else ann.create(game, against, **setup)
    )

    def served() -> State:
        state: State = ann.context.request.get(f"{ann.server.address}/api/games/{game_id}").json()
        return state

    def act(**message: Any) -> bool:
        return ann.context.request.post(f"{ann.server.address}/api/games/{game_id}/actions", data=message).ok

    told = [served()]
    while not told[-1]["outcome"] and len(told) <= 30:
        state = told[-1]
        board = vato.new(game, rules=state["rules"], position=state["start"])
        for turn in state["turns"]:
            board.push(turn["text"])
        move = str(chance.choice(list(board.legal_moves)))
        kind = "move" if state["seats"][state["scene"]["turn"]]["mine"] else "computer_move"
        # The server's own computer may be faster than the one here.
        assert act(type=kind, ply=state["scene"]["ply"], move=move) or kind == "computer_move"
        told.append(served())
    ends: list[dict[str, Any]] = []
    if not told[-1]["outcome"]:
        while not act(type="resign", ply=served()["scene"]["ply"]):
            pass  # the computer moved in between
        told.append(served())
        ends = [{"resigned": 1 - told[-1]["outcome"]["winner"]}]
    last = told[-1]
    seats = [
        {"kind": "computer", "level": seat["level"], "name": seat["name"]}
        if seat["kind"] == "computer"
        else {"kind": "me", "name": seat["name"]}
        for seat in last["seats"]
    ]
    asked = {name: last[name] for name in ("game", "rules", "start")}
    moves = [turn["text"] for turn in last["turns"]]
    here = ann.page.evaluate(STATES, {**asked, "moves": moves, "seats": seats, "ends": ends})
    assert len(moves) > 5
    for state in told:
        ply = state["scene"]["ply"]
        ours = here[-1] if ends and state["outcome"] else here[ply]
        assert comparable(ours) == comparable(state)
