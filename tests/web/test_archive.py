"""Public games in a real browser: looked for from the menu, the analysis board, a member's page; opened, taken home."""

from __future__ import annotations

import gzip
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.members import Member
from tests.server.people import Person, Server
from tests.server.test_rated import mine, paired
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab

VAKY_LOHA, FOHY = "e2-e3A", "d3-e3A"
"""Two first turns of Fanorona that have a name."""
_times = itertools.count(5_000_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts and a lobby."""
    options = *OPTIONS, "--accounts", "--lobby", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("archive"), *options) as running:
        yield running
        assert "Traceback" not in running.errors


def ended(ann: Member, ben: Member, game: str, first: str, loser: Member) -> str:
    """Let two play a rated game with some first turn, in which one of them resigns."""
    wish = {"game": game, "clock": {"initial_ms": next(_times), "increment_ms": 0}, "rated": True}
    game_id = paired(ann, ben, wish, taking=True)
    seated = sorted((ann, ben), key=lambda member: mine(member.state(game_id)))
    for ply in range(2):
        mover = seated[ann.state(game_id)["scene"]["turn"]]
        move = first if ply == 0 else whole(mover, game_id)
        assert mover.act(game_id, "move", ply=ply, move=move).status_code == 200
    assert loser.act(game_id, "resign", ply=2).status_code == 200
    return game_id


def whole(mover: Member, game_id: str) -> str:
    """Return a whole turn."""
    option = mover.state(game_id)["scene"]["options"][0]
    while not option.get("stop"):
        option = option["next"][0]
    return str(option["text"])


def cards(tab: Tab) -> list[str]:
    """Return the games that are found, by their addresses, once all are there."""
    expect(tab.find(".archive-found [aria-busy]")).to_have_count(0)
    return [re.findall(r"from=(\w+)", link.get_attribute("href") or "")[0] for link in tab.find(".game-card").all()]


def until_found(tab: Tab, *games: str) -> None:
    expect(tab.find(".archive-found .game-card")).to_have_count(len(games))
    assert sorted(cards(tab)) == sorted(games)


def test_games_are_found_opened_and_taken_home(visit: Visit, server: Server, clean: Check, tmp_path: Path) -> None:
    tab = visit()
    # What is empty invites.
    tab.open("/").button("Menu").click()
    tab.page.get_by_role("link", name="Public games").click()
    expect(tab.page.get_by_role("heading", name="No public games yet")).to_be_visible()
    ann, ben = (Member(Person(server), name) for name in ("Ann Marlow", "Ben Marlow"))
    vaky, fohy, squadro = (
        ended(ann, ben, game, first, loser)
        for game, first, loser in (("fanorona", VAKY_LOHA, ben), ("fanorona", FOHY, ann), ("squadro", "1", ben))
    )
    tab.open("/archive")
    until_found(tab, vaky, fohy, squadro)
    assert cards(tab) == [squadro, fohy, vaky]  # the last first
    expect(tab.find(".archive-found [role=status]")).to_have_text("3 games, the last first.")
    expect(tab.find(".game-card").nth(1)).to_contain_text("fohy · 2 turns")
    clean(tab)
    # By keyboard alone: the game, an opening, who won.
    tab.page.get_by_label("Fanorona").focus()
    tab.page.keyboard.press("Space")
    until_found(tab, vaky, fohy)
    expect(tab.page.get_by_label("Fanorona")).to_be_focused()
    tab.page.get_by_label("Opening").select_option("vaky loha")
    until_found(tab, vaky)
    tab.page.get_by_label("Opening").select_option("All")
    until_found(tab, vaky, fohy)
    winner = {game: 1 - mine(loser.state(game)) for game, loser in ((vaky, ben), (fohy, ann))}
    for player, side in enumerate(("White", "Black")):
        tab.page.get_by_label(f"{side} won").check()
        until_found(tab, *(game for game, won in winner.items() if won == player))
    tab.page.get_by_label("Drawn").check()
    expect(tab.find(".archive-found [role=status]")).to_have_text("No game matches.")
    # The address says what is looked for, also to whoever comes back to it.
    assert tab.page.url.endswith("/archive#game=fanorona&result=drawn")
    tab.page.reload()
    expect(tab.page.get_by_label("Drawn")).to_be_checked()
    # By a player, from their own page; nobody of a name is said to be nobody.
    tab.follow("/people/Ann%20Marlow").page.get_by_role("link", name="Public games").click()
    until_found(tab, vaky, fohy, squadro)
    tab.page.get_by_label("Name of a player").fill("Nobody at all")
    tab.page.keyboard.press("Enter")
    expect(tab.find(".archive-found [role=status]")).to_contain_text("Nobody at all")
    expect(tab.find(".game-card")).to_have_count(0)
    tab.troubles.clear()  # the browser writes down what was not found
    # A file with all of them, which says what one may do with it.
    with tab.page.expect_download() as coming:
        tab.page.get_by_role("link", name="All public games as a file").click()
    coming.value.save_as(tmp_path / "games.vato.gz")
    text = gzip.decompress((tmp_path / "games.vato.gz").read_bytes()).decode()
    assert text.count("CC0 1.0") == 3
    # Each opens its review.
    tab.open("/archive#game=squadro").find(".game-card").click()
    tab.page.wait_for_url("**/analysis#**")
    expect(tab.find("vato-review")).to_be_visible()
    expect(tab.find(".game-about")).to_contain_text("Marlow")


def test_positions_are_looked_for_from_the_analysis_board(visit: Visit, server: Server, clean: Check) -> None:
    ann, ben = (Member(Person(server), name) for name in ("Ann Barlow", "Ben Barlow"))
    tab = visit(viewport={"width": 390, "height": 844}, locale="he")
    before = server.client.get(f"{server.address}/api/archive?game=fanorona").json()["games"]
    vaky = ended(ann, ben, "fanorona", VAKY_LOHA, ben)
    rules = ann.state(vaky)["rules"]
    tab.open(f"/analysis#game=fanorona&rules={rules}")
    # As the explorer counts them, so they are found: of the position, and after each turn.
    line = tab.find(".explorer-moves li", has_text=VAKY_LOHA)
    count = int(line.locator(".explorer-games").inner_text())
    assert count == 1 + sum(each["opening"] == "vaky loha" for each in before)
    clean(tab)
    line.locator(".explorer-games").click()
    tab.page.wait_for_url("**/archive#**")
    expect(tab.find(".game-card")).to_have_count(count)
    assert vaky in cards(tab)
    expect(tab.find(".archive-position img")).to_be_visible()
    assert tab.fits()
    clean(tab)
    # Back to the board with it, and from there to the games again.
    tab.find(".archive-position a").click()
    tab.page.wait_for_url("**/analysis#**")
    expect(tab.find("aside.side")).to_contain_text(VAKY_LOHA)
    tab.find(".explorer-all").click()
    expect(tab.find(".game-card")).to_have_count(count)
    tab.find(".archive-position button").click()
    expect(tab.find(".archive-position img")).to_have_count(0)
    expect(tab.find(".game-card")).to_have_count(len(before) + 1)
    # Who goes there to look for a position finds the way back, also where nobody has been.
    tab.find(".archive-position a").click()
    tab.find(".analysis-games").click()
    tab.page.wait_for_url("**/archive#**")


def test_more_games_come_when_they_are_wanted(visit: Visit, server: Server) -> None:
    ann, ben = (Member(Person(server), name) for name in ("Ann Carlow", "Ben Carlow"))
    ended(ann, ben, "squadro", "1", ben)
    tab = visit().open("/archive")

    def fake(*pages: tuple[int, str | None]) -> None:
        """Let the server answer with pages of so many of its games, as it does where there are many."""
        found = server.client.get(f"{server.address}/api/archive").json()
        answers = iter(pages)

        def answer(route: object) -> None:
            count, following = next(answers)
            body = found | {"games": (found["games"] * 40)[:count], "next": following}
            route.fulfill(json=body)  # type: ignore[attr-defined]

        tab.page.unroute("**/api/archive?*")
        tab.page.route("**/api/archive?*", answer)

    status = tab.find(".archive-found [role=status]")
    fake((0, "1-a"), (0, "2-a"), (0, "3-a"), (0, "4-a"), (30, "5-a"), (2, None))
    tab.page.get_by_label("Drawn").check()
    # The server has looked through much, and found nothing yet.
    expect(status).to_have_text("No game matches among those looked through so far.")
    tab.button("Look further").click()
    expect(tab.find(".game-card")).to_have_count(30)
    expect(status).to_have_text("The last 30 games; there are others.")
    tab.button("More").click()
    expect(tab.find(".game-card")).to_have_count(32)
    expect(status).to_have_text("32 games, the last first.")
    expect(tab.button("More")).to_be_hidden()


def test_without_accounts_there_is_nothing_of_it(own_server: Callable[..., Server], visit: Visit) -> None:
    tab = visit(own_server()).open("/archive")
    expect(tab.find("vato-not-found")).to_be_visible()
    tab.follow("/analysis#game=fanorona&rules=classic")
    expect(tab.find(".explorer-move").first).to_be_visible()
    expect(tab.find(".explorer-all")).to_be_hidden()
