"""Other languages: no English where there are words, no key instead of a word, and the language of the page is said."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.server.people import Person
from tests.web.conftest import Visit
from tests.web.situations import CHAIN
from tests.web.tab import Tab
from tools import catalogue
from tools.extract import forms

KEY = re.compile(r"\b[a-z]+\.[a-z]+(?:_[a-z0-9]+)*\b")
"""What a missing text looks like: `start.new_game`."""
ENGLISH = re.compile(
    r"\b(?:the|your|and|with|game|turn|play|stones?|wins|move|moves|white|black|light|dark|level|draw|undo|end|sound)\b",
    re.I,
)
SAME_ELSEWHERE = re.compile(r"\b(?:Chat|Vela|vato|Squadro|Fanorona)\b", re.I)
PLACES = "/", "/analysis", "/games", "/learn", "/print", "/rules", "/rules/squadro", "/nowhere"


def complaints(tab: Tab) -> list[str]:
    """Return what is wrong with the words on a page; names of languages are in their own."""
    text = untranslated(tab.find("html").get_attribute("lang") or "").sub("", tab.seen)
    text = SAME_ELSEWHERE.sub("", text).replace("English", "").replace("127.0.0.1", "")
    return [f"{found!r} in {text[max(0, at - 40) : at + 40]!r}" for at, found in found_in(text)]


@cache
def untranslated(language: str) -> re.Pattern[str]:
    """Return what finds the sentences that a language has no words for yet: only a release asks for them."""
    english = catalogue.english()
    texts = [forms(english[said].string)[0] if said in english else said for said in catalogue.missing(language)]
    found = sorted(map(re.escape, texts), key=len, reverse=True)
    return re.compile("|".join(re.sub(r"\\{.*?\\}", ".*?", text) for text in found) or "(?!)", re.I)


def found_in(text: str) -> list[tuple[int, str]]:
    return [(match.start(), match[0]) for pattern in (KEY, ENGLISH) for match in pattern.finditer(text)]


@pytest.fixture
def guest(visit: Visit) -> Tab:
    """Somebody who reads French: what is English here is so for everybody, and which words a language has is counted
    in tests/test_languages.py."""
    return visit(locale="fr-FR")


def test_the_search_for_english_and_for_keys_finds_them(ann: Tab) -> None:
    assert complaints(ann.open("/"))
    assert found_in("Neu: start.new_game") == [(5, "start.new_game")]


def test_every_page_speaks_the_browsers_language(guest: Tab) -> None:
    guest.open("/")
    expect(guest.find("html")).to_have_attribute("lang", "fr")
    for path in PLACES:
        assert complaints(guest.follow(path)) == [], path


def test_the_options_of_a_game_and_the_menu(guest: Tab) -> None:
    guest.open("/").find("summary").first.click()
    for choice in ("custom", "series"):
        guest.find(f"vato-setup label[data-value={choice}]").click()
    assert complaints(guest) == []
    guest.find(".menu-button").click()
    guest.page.get_by_role("dialog").wait_for()
    assert complaints(guest) == []


def test_a_game_from_its_start_to_its_end(guest: Tab) -> None:
    guest.play_new("fanorona", "me2", **CHAIN)
    assert complaints(guest) == []
    guest.click("c2", "d2").find(".prompt-more button").first.wait_for()
    assert complaints(guest) == []
    guest.click("c3").find(".board-way").first.wait_for()
    assert complaints(guest) == []
    guest.find(".board-way").first.click()
    guest.click("b5").find(".toast.reason").wait_for()
    assert complaints(guest) == []
    guest.find(".prompt-more .button.primary").click()
    guest.until_ply(1).find("vato-actions [class*=icon-button]").nth(4).click()
    guest.find("dialog .button.danger").click()
    guest.until("b.state.outcome")
    expect(guest.prompt).to_have_attribute("data-kind", "ended")
    assert complaints(guest) == []


def test_an_invitation_and_its_offers(guest: Tab, eve: Person) -> None:
    game_id = guest.create("squadro", "open", setup={"first": "light"}, name="Zoë")
    guest.sit(game_id)
    assert complaints(guest) == []
    eve.act(game_id, "join", name="Eve")
    eve.act(game_id, "offer_draw", ply=0)
    expect(guest.prompt).to_have_attribute("data-kind", "offer")
    assert complaints(guest) == []


def test_a_contest_and_a_computer(guest: Tab) -> None:
    guest.play_new("fanorona", "computer", contest={"kind": "series", "cycles": 1})
    guest.until_my_turn()
    assert complaints(guest) == []


def test_the_analysis(guest: Tab) -> None:
    guest.open("/analysis#game=squadro&moves=1,1,2&review=1")
    guest.page.get_by_role("switch").check()
    guest.find(".engine-line").first.wait_for()
    assert complaints(guest) == []
    guest.page.get_by_role("switch").uncheck()
    guest.find(".review-counts p").first.wait_for()
    assert complaints(guest) == []
    guest.open("/analysis#game=fanorona&edit=1")
    assert complaints(guest) == []


def test_the_language_is_changed_in_the_menu_and_remembered(ann: Tab) -> None:
    ann.open("/").button("Menu").click()
    ann.page.get_by_label("Language").select_option("de")
    expect(ann.find("html")).to_have_attribute("lang", "de")
    expect(ann.find("nav.pages a").last).to_have_text("Regeln")
    ann.page.reload()
    expect(ann.find("nav.pages a").last).to_have_text("Regeln")
    assert complaints(ann) == []
