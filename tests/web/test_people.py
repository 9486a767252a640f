"""Members in real browsers: a guest joins with a passkey, signs in elsewhere, recovers by a printed code, and goes."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from playwright.sync_api import CDPSession, expect

from tests.server.people import Server
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab

PASSWORD = "four words of mine"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="session")
def members(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts, by a name, as passkeys belong to one."""
    options = *OPTIONS, "--accounts", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("members"), *options) as running:
        running.address = running.address.replace("127.0.0.1", "localhost")
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def name() -> str:
    """A name that no member has yet."""
    return "".join("bcdfghkpqtvxz"[byte % 13] for byte in uuid.uuid4().bytes[:12])


class Device:
    """Where a tab finds passkeys."""

    def __init__(self, tab: Tab) -> None:
        self._line: CDPSession = tab.context.new_cdp_session(tab.page)
        self._line.send("WebAuthn.enable")
        made = self._line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self._id = {"authenticatorId": made["authenticatorId"]}

    def share(self, other: Device) -> None:
        """Let another device have the same passkeys, as one that is synchronised has."""
        for credential in self._line.send("WebAuthn.getCredentials", self._id)["credentials"]:
            other._line.send("WebAuthn.addCredential", other._id | {"credential": credential})


def join(tab: Tab, name: str) -> list[str]:
    """Become a member by a passkey, and return the recovery codes."""
    tab.open("/join")
    tab.page.get_by_label("Name").first.fill(name)
    tab.button("Make a passkey and join").click()
    expect(tab.page.get_by_role("heading", name=f"Recovery codes of {name}")).to_be_focused()
    codes = tab.find(".codes code").all_inner_texts()
    tab.button("I have kept them").click()
    expect(tab.find("h1")).to_have_text(name)
    return codes


def test_who_had_to_join_or_sign_in_first_comes_back(visit: Visit, members: Server, name: str) -> None:
    ann = visit(members)
    Device(ann)
    ann.open("/tournaments").page.get_by_role("link", name="New tournament").click()
    expect(ann.page.get_by_text("That is for members")).to_be_visible()
    ann.page.get_by_role("link", name="I am no member yet").click()
    expect(ann.button("Make a passkey and join")).to_be_visible()  # who signs in is asked for a name, too
    ann.page.get_by_label("Name").first.fill(name)
    ann.button("Make a passkey and join").click()
    ann.button("I have kept them").click()
    expect(ann.page.get_by_role("heading", name="New tournament")).to_be_visible()
    assert ann.page.url.endswith("/tournaments/new")
    # Nobody is led to another place than one of the app.
    for wanted, reached in (("/rules?rules=free", "/rules?rules=free"), ("//elsewhere.example", "/account")):
        ann.follow(f"/sign-in?{urlencode({'to': wanted})}").button("Sign in with a passkey").click()
        ann.page.wait_for_url(members.address + reached)


def test_from_guest_to_member_and_away(visit: Visit, members: Server, name: str) -> None:
    ann, there = visit(members), visit(members)
    key, copied = Device(ann), Device(there)
    # A guest plays, joins, and keeps the game.
    played = ann.open("/").create("squadro", "me2")
    codes = join(ann, name)
    assert len(set(codes)) == 8
    ann.follow("/games")
    expect(ann.find(f"a[href='/game/{played}']").first).to_be_visible()
    ann.button("Menu").click()
    expect(ann.find(".menu-account")).to_contain_text(name)
    ann.page.keyboard.press("Escape")
    # Another browser, where somebody played before: that game comes along.
    second = there.open("/").create("squadro", "open")
    key.share(copied)
    there.open("/sign-in")
    expect(there.page.get_by_role("switch", name="Keep the game that was played on this device")).to_be_checked()
    there.button("Sign in with a passkey").click()
    expect(there.find("h1")).to_have_text(name)
    there.sit(second)
    expect(there.find("vato-player .name", has_text=name).first).to_be_visible()
    # The first browser ends that session: there, one is nobody again, in an open game at once.
    ann.follow("/account")
    expect(ann.find("vato-account section", has_text="Where you are signed in").locator("li")).to_have_count(2)
    ann.button("Sign out everywhere else").click()
    expect(ann.find("vato-account section", has_text="Where you are signed in").locator("li")).to_have_count(1)
    there.until("!b.state.seats.some((seat) => seat.mine)")
    # Every passkey is lost: a printed code opens the account, once.
    lost = visit(members).open("/sign-in")
    lost.find("summary").click()
    lost.find("details").get_by_label("Name").fill(name)
    lost.find("details").get_by_label("Recovery code").fill(codes[0].upper())
    lost.find("details").get_by_role("button").click()
    expect(lost.find("h1")).to_have_text(name)
    expect(lost.find("vato-account")).to_contain_text("7 codes are left.")
    lost.page.get_by_label("New password").fill(PASSWORD)
    lost.button("Set a password").click()
    expect(lost.button("Change the password")).to_be_visible()
    # All that is known is taken home.
    with lost.page.expect_download() as download:
        lost.page.get_by_role("link", name="Take everything home").click()
    with ZipFile(download.value.path()) as archive:
        assert sorted(archive.namelist()) == ["account.json", "games.vato", "studies.vato"]
        assert archive.read("games.vato").count(b"Game: squadro") == 2
    # And the account is deleted: the game stays, without a name.
    lost.button("Delete the account").click()
    lost.find("dialog").get_by_role("button", name="Delete the account").click()
    expect(lost.find("vato-start")).to_be_visible()
    lost.button("Menu").click()
    expect(lost.find(".menu-account")).to_contain_text("You are a visitor")
    lost.page.keyboard.press("Escape")
    lost.sit(played)
    assert name not in lost.find("body").inner_text()


def test_without_passkeys_a_password_does(visit: Visit, members: Server, name: str) -> None:
    # By its number, as browsers know no passkeys for one.
    tab = visit(members)
    tab.open("/").page.goto(members.address.replace("localhost", "127.0.0.1") + "/join")
    expect(tab.button("Make a passkey and join")).to_have_count(0)
    tab.page.get_by_label("Name").fill(f"{name}<b>")
    tab.page.get_by_label("Password").fill(PASSWORD)
    tab.button("Join").click()
    expect(tab.find("[role=alert]")).to_contain_text("letters and digits")
    tab.page.get_by_label("Name").fill(name)
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("heading", name=f"Recovery codes of {name}")).to_be_visible()
    # A second tab is told, and nobody else can have the name.
    guest = visit(members).open("/")
    guest.page.evaluate("(name) => localStorage.setItem('vato.settings', JSON.stringify({ name }))", f"{name}.")
    guest.open("/")
    guest.find("[data-opponent=link]").click()
    expect(guest.find(".toast.problem")).to_contain_text("belongs to somebody else")
    tab.troubles.clear()  # the browser writes down what was refused
    guest.troubles.clear()


def test_a_wrong_password_says_no_more_than_that(visit: Visit, members: Server, name: str) -> None:
    tab = visit(members).open("/sign-in")
    form = tab.find("form", has_text="With a password")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("That is not right: check the name and what goes with it.")
    expect(tab.find("vato-sign-in")).to_be_visible()
    tab.troubles.clear()


def test_other_tabs_know_who_is_here(visit: Visit, members: Server, name: str) -> None:
    tab = visit(members)
    Device(tab)
    other = tab.open("/").another().open("/")
    join(tab, name)
    other.button("Menu").click()
    expect(other.find(".menu-account")).to_contain_text(name)


@pytest.mark.parametrize(
    "like", [{}, {"color_scheme": "dark", "viewport": {"width": 390, "height": 800}}, {"locale": "he"}]
)
def test_everybody_can_use_the_pages(
    visit: Visit, members: Server, clean: Check, name: str, like: dict[str, object]
) -> None:
    tab = visit(members, bypass_csp=True, **like)  # axe is a script from elsewhere
    Device(tab)
    for path in ("/join", "/sign-in"):
        tab.open(path)
        tab.find("summary").click()
        assert tab.fits()
        clean(tab)
    tab.open("/join").find("form").first.locator("input").fill(name)
    tab.find("form").first.locator("button").click()
    expect(tab.find(".codes")).to_be_visible()
    assert tab.fits()
    clean(tab)
    tab.open("/account")
    expect(tab.find("h1")).to_have_text(name)
    assert tab.fits()
    clean(tab)


def test_the_keyboard_alone_is_enough(visit: Visit, members: Server, name: str) -> None:
    tab = visit(members)
    Device(tab)
    tab.open("/join")
    tab.page.get_by_label("Name").first.focus()
    tab.page.keyboard.type(name)
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("heading", name=f"Recovery codes of {name}")).to_be_focused()
    for _ in range(3):
        tab.page.keyboard.press("Tab")
    tab.page.keyboard.press("Enter")
    expect(tab.find("h1")).to_have_text(name)


def test_without_accounts_there_is_nothing_of_them(visit: Visit) -> None:
    tab = visit()
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    for path in ("/join", "/sign-in", "/account"):
        tab.open(path)
        expect(tab.find("vato-not-found")).to_be_visible()
    tab.button("Menu").click()
    expect(tab.find("dialog.menu")).to_be_visible()
    expect(tab.find(".menu-account")).to_have_count(0)
    assert not any("/api/me" in url.partition("/api/messages")[0] for url in asked)
