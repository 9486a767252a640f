"""The pages of a place with members, wherever they are read: four widths, light and dark, three scripts, axe, keys."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.members import Member, appointed, playing
from tests.server.people import Person, Server
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab

PAGES = {
    "/lobby": "vato-lobby",
    "/account": "vato-account",
    "/people/{name}": ".rating-card, .notice, h2",
    "/leaders": "vato-leaders",
    "/archive": "vato-archive",
    "/watch": "vato-watch",
    "/": "vato-start",
    "/challenge": "vato-challenge",
    "/challenge?to={other}": "vato-challenge",
    "/report": "vato-report",
    "/report?member={other}": "vato-report",
    "/moderation": "vato-moderation",
}
WIDTHS = 390, 768, 1280, 1920
SCRIPT = "<img src=x onerror='window.planted=1'>"
_names = map("".join, itertools.product("bcdfghkpqtvx", repeat=3))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts and a lobby, where something has happened."""
    options = *OPTIONS, "--accounts", "--lobby", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("pages"), *options) as running:
        yield running
        assert "Traceback" not in running.errors


def named(server: Server, first: str) -> Member:
    return Member(Person(server), f"{first} {next(_names)}")


@pytest.fixture
def enter(visit: Visit, server: Server) -> Callable[..., tuple[Tab, Member]]:
    def come(**like: object) -> tuple[Tab, Member]:
        """Come as a moderator."""
        mona = appointed(named(server, "Mona"))
        tab = visit(server, bypass_csp=True, **like)  # axe is a script from elsewhere
        tab.context.add_cookies([{"name": "vato_session", "value": mona.token, "url": server.address}])
        return tab, mona

    return come


def let_things_happen(mona: Member, other: Member) -> None:
    """Give each page something to show: a challenge, a report, a deed, a bot, somebody who is blocked."""
    game_id = playing(mona, other)
    third = named(mona.server, "Theodora")
    assert other.post("/challenges", {"member": mona.name, "game": "squadro"}).status_code == 201
    report = {"member": other.name, "game": game_id, "reason": "chat", "text": f"{SCRIPT} " + "long words " * 30}
    assert third.post("/reports", report).status_code == 201
    assert mona.post(f"/moderation/members/{third.name}/ban", {"note": SCRIPT}).status_code == 200
    assert mona.post("/me/bots", {"name": f"Robo {mona.name}"}).status_code == 201
    assert mona.post("/me/blocks", {"name": third.name}).status_code == 200


@pytest.mark.parametrize(
    ("width", "scheme", "locale"), [(390, "dark", "he"), (768, "light", "zh-CN"), (1920, "light", "en-GB")]
)
def test_every_page_can_be_read_and_used(
    enter: Callable[..., tuple[Tab, Member]], server: Server, clean: Check, width: int, scheme: str, locale: str
) -> None:
    tab, mona = enter(color_scheme=scheme, viewport={"width": width, "height": 900}, locale=locale)
    other = named(server, "Bartholomew")
    tab.open("/")
    for happened in (False, True):  # what is empty invites
        if happened:
            let_things_happen(mona, other)
        for path, shown in PAGES.items():
            tab.follow(path.format(name=mona.name, other=other.name))
            tab.find(shown).first.wait_for()
            expect(tab.find("main h1").first).to_be_visible()
            expect(tab.find(".loading")).to_have_count(0)
            # A page that is open is only made wider or narrower, and what is empty has less that may stick out.
            for each in (*WIDTHS, width) if happened else (min(WIDTHS), width):
                tab.page.set_viewport_size({"width": each, "height": 900})
                assert tab.fits(), (path, each)
            if happened:
                clean(tab)
    assert tab.page.evaluate("() => window.planted") is None


def test_the_keyboard_alone_is_enough(enter: Callable[..., tuple[Tab, Member]], server: Server) -> None:
    tab, mona = enter()
    other = named(server, "Bartholomew")
    keys = tab.page.keyboard

    def reach(name: str) -> None:
        """Go to what is called so by the Tab key alone."""
        for _ in range(60):
            keys.press("Tab")
            focused = tab.page.evaluate(
                "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
            )
            if name in focused:
                return
        raise AssertionError(f"{name} is not reached")

    # Somebody is challenged, reported and blocked, and looked up by a moderator.
    tab.open("/challenge").page.get_by_label("Name of the member").focus()
    keys.type(other.name)
    reach("Challenge")
    keys.press("Enter")
    expect(tab.find(".challenge-waiting")).to_contain_text(other.name)
    assert [each["mine"] for each in other.get("/challenges").json()] == [False]
    tab.follow("/report").page.get_by_label("Name of the member").first.focus()
    keys.type(other.name)
    reach("Send to the moderators")
    keys.press("Enter")
    expect(tab.find(".toast", has_text="Thank you")).to_be_visible()
    tab.follow("/moderation").page.get_by_label("Name of the member").focus()
    keys.type(other.name)
    keys.press("Enter")
    expect(tab.page.get_by_role("heading", name=other.name)).to_be_focused()
    reach("Ban")
    for _ in range(2):
        keys.press("Enter")
        expect(tab.find("dialog[open]")).to_be_visible()
        reach("Ban")
    keys.press("Enter")
    expect(tab.find(".deeds")).to_contain_text(f"{mona.name} banned {other.name}")


BROKEN_WORDS = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
        const { currentNode: node } = texts;
        if (!node.parentElement.checkVisibility() || node.parentElement.closest("select, .hidden")) continue;
        for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(word);
        }
    }
    return found;
}"""


@pytest.mark.parametrize("language", ["el", "hu"])
def test_no_word_is_broken_on_a_narrow_phone(enter: Callable[..., tuple[Tab, Member]], language: str) -> None:
    tab, _ = enter(viewport={"width": 360, "height": 740}, locale=language)
    for path in ("/leaders", "/lobby", "/tournaments"):
        tab.open(path)
        assert tab.page.evaluate(BROKEN_WORDS) == [], path
    tab.find(".menu-button").click()
    assert tab.page.evaluate(BROKEN_WORDS) == []
