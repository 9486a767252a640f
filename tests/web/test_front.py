"""The first page of a place where people meet: what goes on there, and that nothing moves under a pointer."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.server.members import Member
from tests.server.people import Person, Server, Table, choose, wait_for
from tests.server.test_rated import paired
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab
from vato.server.play.behind import TURNS

CLOCK = {"initial_ms": 180_000, "increment_ms": 2_000}
LOOK = "() => document.dispatchEvent(new Event('visibilitychange'))"
"""As when somebody comes back to a tab, which asks at once."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts and a lobby."""
    options = *OPTIONS, "--accounts", "--lobby", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("front"), *options) as running:
        yield running
        assert "Traceback" not in running.errors


def named(server: Server, name: str) -> Member:
    return Member(Person(server), name)


@contextmanager
def waiting(person: Person, **wish: object) -> Iterator[Table]:
    """Wait for an opponent, and say again and again that one is there."""
    with person.in_lobby() as lobby:
        lobby.send("seek", **{"game": "squadro", "clock": CLOCK, **wish})
        lobby.until(lambda state: state["mine"])
        ended = threading.Event()

        def stay() -> None:
            while not ended.wait(0.5):
                lobby.send("here")

        listening = threading.Thread(target=stay)
        listening.start()
        try:
            yield lobby
        finally:
            ended.set()
            listening.join()


def look_until(tab: Tab, condition: Callable[[], bool]) -> None:
    """Come back to the page until something is so: what others see is read once in some seconds."""

    def looked() -> bool:
        tab.page.evaluate(LOOK)
        tab.page.wait_for_timeout(100)
        return condition()

    wait_for(looked)


@pytest.mark.parametrize(("width", "locale", "scheme"), [(1280, "en-GB", "light"), (390, "he", "dark")])
def test_what_goes_on_is_shown_and_can_be_joined(
    visit: Visit, server: Server, clean: Check, width: int, locale: str, scheme: str
) -> None:
    ann, ida = (named(server, f"{name} {locale[:2]}") for name in ("Ann Lorrow", "Ida Lorrow"))
    wish = {"title": f"Cup {locale}", "system": "arena", "game": "squadro", "clock": CLOCK, "starts_in_seconds": 900}
    cup = ann.post("/tournaments", wish).json()["id"]
    with waiting(ann, rated=True), waiting(ida):
        wait_for(lambda: ida.get("/front").json()["going"]["seekers"] == 1)
        tab = visit(viewport={"width": width, "height": 800}, locale=locale, color_scheme=scheme)
        tab.open("/")
        seek = tab.find("vato-going a", has_text=ida.name)
        expect(seek).to_be_visible()
        expect(tab.find(f"vato-going a[href='/tournaments/{cup}']")).to_contain_text(re.compile(r"\d"))
        # The same puzzle as among the puzzles.
        puzzle = tab.find(".going-puzzle").get_attribute("href")
        assert tab.find(".going-puzzle img").evaluate("async (image) => (await image.decode(), image.naturalWidth)")
        for each in (320, 390, 768, 1280, 1920, width):
            tab.page.set_viewport_size({"width": each, "height": 800})
            assert tab.fits(), each
        clean(tab)
        # A rated game is for members: whoever is none is led to becoming one. The other begins at once.
        tab.find("vato-going a", has_text=ann.name).click()
        expect(tab.find(".seek", has_text=ann.name).get_by_role("link")).to_have_attribute("href", "/join?to=%2Flobby")
        tab.follow("/puzzles")
        expect(tab.find(f".daily a[href='{puzzle}']")).to_be_visible()
        tab.follow("/")
        tab.find("vato-going a", has_text=ida.name).focus()
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_url("**/game/*")
        tab.until("b.state.seats.some(({mine}) => mine)")
    assert ann.post(f"/tournaments/{cup}/close").status_code == 200


def test_nothing_moves_under_the_pointer_or_the_focus(visit: Visit, server: Server) -> None:
    ann, ben, eve = (named(server, name) for name in ("Ann Morrow", "Ben Morrow", "Eve Morrow"))
    tab = visit()
    tab.context.add_cookies([{"name": "vato_session", "value": eve.token, "url": server.address}])
    tab.open("/")
    going, heading = tab.find("vato-going"), tab.find("vato-going h2").first
    with waiting(ann):
        look_until(tab, lambda: ann.name in going.inner_text())
        tab.find("vato-going a", has_text=ann.name).hover()
        before = going.inner_html()
        with waiting(ben, game="alquerque"):
            wait_for(lambda: eve.get("/front").json()["going"]["seekers"] == 2)
            with tab.page.expect_response("**/api/front"):
                tab.page.evaluate(LOOK)
            tab.page.wait_for_function("() => true")
            assert going.inner_html() == before
            tab.page.mouse.move(5, 5)
            expect(heading).to_have_text("2 players are waiting")
            # The same of a focus.
            tab.find("vato-going a", has_text=ben.name).focus()
        wait_for(lambda: eve.get("/front").json()["going"]["seekers"] == 1)
        with tab.page.expect_response("**/api/front"):
            tab.page.evaluate(LOOK)
        assert heading.inner_text() == "2 players are waiting"
        expect(tab.find("vato-going a", has_text=ben.name)).to_be_focused()
        tab.page.evaluate("() => document.activeElement.blur()")
        expect(heading).to_have_text("1 player is waiting")
    # A game that begins to wait comes above the others only when nobody points at them; the bar says it at once.
    tab.find(".start-picture").first.hover()
    place = tab.find(".start-games").bounding_box()
    game = ann.create(setup={"first": "light"}, sides="me_second")
    assert eve.post(f"/games/{game}/join", {"name": eve.name}).status_code == 200
    with tab.page.expect_response("**/api/front"):
        tab.page.evaluate(LOOK)
    expect(tab.find(".waiting-sign")).to_have_text("1")
    assert tab.find(".start-games").bounding_box() == place
    tab.page.mouse.move(5, 5)
    expect(tab.find(f"vato-waiting a[href='/game/{game}']")).to_be_visible()


def begun(ann: Member, ben: Member, game: str) -> str:
    """Let two begin a rated game, and play far enough that others see something of it."""
    game_id = paired(ann, ben, {"game": game, "clock": CLOCK, "rated": True}, taking=True)
    for _ in range(TURNS + 2):
        turn(game_id, ann, ben)
    return game_id


def turn(game_id: str, *people: Member) -> None:
    """Let whoever is to move play a turn."""
    for person in people:
        state = person.state(game_id)
        if state["seats"][state["scene"]["turn"]]["mine"]:
            move = choose(state, random.Random(1))
            assert person.act(game_id, "move", ply=state["scene"]["ply"], move=move).status_code == 200
            return


def test_the_best_game_is_watched_until_its_end_and_then_the_next(visit: Visit, server: Server, clean: Check) -> None:
    tab = visit().open("/watch")
    expect(tab.page.get_by_role("heading", name="Nobody plays just now")).to_be_visible()
    clean(tab)
    ann, ben, ida, jon = (named(server, f"{first} Sorrow") for first in ("Ann", "Ben", "Ida", "Jon"))
    games = {begun(ann, ben, "squadro"): (ann, ben), begun(ida, jon, "fanorona"): (ida, jon)}
    # All are as strong: then the address decides.
    best, other = sorted(games)
    # Both side by side, or those of a game.
    expect(tab.find(".small-board")).to_have_count(2)
    expect(tab.find(".small-board .piece").first).to_be_visible()
    expect(tab.find("vato-watch [role=status]").nth(1)).to_contain_text("2 games")
    tab.page.get_by_label("Fanorona").focus()
    tab.page.keyboard.press("Space")
    expect(tab.find(".small-board")).to_have_count(1)
    expect(tab.find(".small-board")).to_contain_text("Ida Sorrow 1500?")
    assert tab.page.url.endswith("/watch#game=fanorona")
    tab.page.get_by_label("Slow").check()
    expect(tab.page.get_by_role("heading", name="Nobody plays just now")).to_be_visible()
    # On the first page there is the best one, which follows what is played.
    front = visit().open("/")
    watched = front.find("vato-going .small-board")
    expect(watched).to_have_attribute("href", f"/game/{best}")
    expect(watched.locator(".piece").first).to_be_visible()
    clean(front)
    before = watched.locator("vato-board").inner_html()
    turn(best, *games[best])
    front.page.wait_for_function(
        "(before) => document.querySelector('vato-going vato-board').innerHTML !== before", arg=before
    )
    # Its end is seen; the next one comes when nobody points there any more.
    watched.hover()
    loser, winner = games[best]
    assert loser.act(best, "resign", ply=loser.state(best)["scene"]["ply"]).status_code == 200
    expect(front.find(".small-board-end")).to_have_text(f"{winner.name} won")
    with winner.watching(most=1) as table:
        table.until(lambda state: [game["id"] for game in state["games"]] == [other])
    with front.page.expect_response("**/api/front"):
        front.page.evaluate(LOOK)
    expect(watched).to_have_attribute("href", f"/game/{best}")
    front.page.mouse.move(5, 5)
    expect(watched).to_have_attribute("href", f"/game/{other}")
    # Who wants it calm does not see any of it.
    for is_calm in (True, False):
        front.button("Menu").click()
        front.page.get_by_role("switch", name="Calm").set_checked(is_calm)
        front.page.keyboard.press("Escape")
        front.page.mouse.move(5, 5)
        expect(watched).to_be_visible(visible=not is_calm)
    front.find("vato-going h2 a").focus()
    front.page.keyboard.press("Enter")
    expect(front.find(f".small-board[href='/game/{other}']")).to_be_visible()
    front.find(".small-board").click()
    front.until("b.state.behind > 0").says("Shown some turns behind")


def note(tab: Tab, asked: list[str]) -> None:
    tab.page.on("request", lambda request: asked.append(request.url))


def test_who_wants_it_calm_is_not_told_again_and_ones_own_machine_has_nothing_of_it(
    own_server: Callable[..., Server], visit: Visit
) -> None:
    calm, plain = visit(), visit(own_server())
    for tab, wants in ((calm, True), (plain, False)):
        asked: list[str] = []
        tab.page.clock.install()
        if wants:
            tab.page.add_init_script("localStorage.setItem('vato.settings', JSON.stringify({ calm: true }))")
        note(tab, asked)
        tab.open("/")
        tab.page.clock.run_for(60_000)
        tab.page.wait_for_load_state("networkidle")
        assert sum(url.endswith("/api/front") for url in asked) == 1
    expect(calm.find(".going-puzzle")).to_be_visible()
    expect(plain.find("vato-going")).to_have_count(0)
