"""Other scripts than the Latin one, and the longest words: chosen, read, played, printed; nothing cut off or covered.

The Hebrew script, from right to left, and Chinese, which has no spaces; to try others, name them in `SCRIPTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.tab import Tab
from vato import catalog, languages
from vato.languages import say, translate
from vato.learn import attempt

SCRIPTS = ["he", "zh-Hans"]
LOCALES = {"he": "he-IL", "zh-Hans": "zh-CN"}
"""What the browser calls them."""
LONGEST = "mg"
"""The language that needs most letters for the texts of the app."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PLACES = "/", "/rules", "/rules/squadro", "/learn", "/learn/fanorona/chains", "/print", "/analysis", "/games"

TEXTS = """() => {
    const shown = [...document.querySelectorAll("body *")].filter((one) =>
        one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && one.closest("svg, select") === null &&
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
    // Only heard, or lying above the page on purpose.
    const apart = (one) => {
        for (let up = one; up !== null; up = up.parentElement) {
            const {position, clipPath} = getComputedStyle(up);
            if (["fixed", "sticky", "absolute"].includes(position) || clipPath !== "none") return true;
        }
        return false;
    };
    const boxes = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [...range.getClientRects()].filter(({width, height}) => width > 1 && height > 1);
    };
    const cuts = (box) => ["hidden", "clip"].includes(getComputedStyle(box).overflowX) &&
        (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2);
    return shown.filter((one) => !apart(one)).map((one) => ({
        text: one.textContent.trim(),
        boxes: boxes(one).map(({x, y, width, height}) => [x, y, width, height]),
        cut: cuts(one) || cuts(one.parentElement),
    }));
}"""
"""Every text on the page: its lines as boxes, and whether something cuts it off."""


def complaints(tab: Tab) -> list[str]:
    """Return what is wrong with where texts are: cut off, out of the window, or one upon another."""
    found: list[dict[str, Any]] = tab.page.evaluate(TEXTS)
    width: int = tab.page.evaluate("innerWidth")
    wrong = [f"cut off: {each['text']:.60}" for each in found if each["cut"]]
    wrong += [
        f"outside: {each['text']:.60}"
        for each in found
        if any(x < 0 or x + wide > width for x, _, wide, _ in each["boxes"])
    ]
    for number, first in enumerate(found):
        for second in found[number + 1 :]:
            part_of_it = first["text"] in second["text"] or second["text"] in first["text"]
            if not part_of_it and any(overlap(one, other) for one in first["boxes"] for other in second["boxes"]):
                wrong.append(f"upon each other: {first['text']:.60} | {second['text']:.60}")
    return wrong


def overlap(one: list[float], other: list[float]) -> bool:
    """Return whether two boxes share more than their line spacing."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return wide > 2 and high > 0.4 * min(one[3], other[3])


@pytest.fixture(params=SCRIPTS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def reader(visit: Visit, language: str) -> Tab:
    return visit(locale=LOCALES[language])


def direction(code: str) -> str:
    return next(each.direction for each in languages.languages() if each.code == code)


def test_a_language_is_chosen_and_stays(visit: Visit, language: str) -> None:
    ann = visit()
    ann.open("/").button("Menu").click()
    ann.page.get_by_label("Language").select_option(language)
    html = ann.find("html")
    expect(html).to_have_attribute("lang", language)
    expect(html).to_have_attribute("dir", direction(language))
    learn = ann.find("nav.pages a[href='/learn']")
    expect(learn).to_have_text(translate(language, "nav.learn"))
    ann.page.reload()
    expect(learn).to_have_text(translate(language, "nav.learn"))
    expect(html).to_have_attribute("dir", direction(language))


@pytest.mark.parametrize(("locale", "code"), [("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("pt-BR", "pt")])
def test_the_browsers_language_is_understood(visit: Visit, locale: str, code: str) -> None:
    expect(visit(locale=locale).open("/").find("html")).to_have_attribute("lang", code)


def test_the_rules_are_read(reader: Tab, language: str) -> None:
    tab = reader.open("/rules/squadro")
    expect(tab.find("html")).to_have_attribute("lang", language)
    rules = catalog.find("squadro")
    _, *sections = rules.words(rules.read_rules("standard"))
    for section in sections:
        expect(tab.find("main")).to_contain_text(say(language, section.title))
        for paragraph in section.paragraphs:
            expect(tab.find("main")).to_contain_text(say(language, paragraph))


def test_a_lesson_is_played_on_a_board_that_never_turns(reader: Tab, language: str) -> None:
    tab = reader.open("/learn/fanorona/step")
    lesson = attempt.find_lesson("fanorona", "step")
    expect(tab.find("h1")).to_have_text(say(language, lesson.title))
    expect(tab.find(".lesson-task")).to_have_text(say(language, lesson.exercises[0].task))
    (left, low), (right, high) = tab.middle("a1"), tab.middle("e5")
    assert left < right
    assert low > high
    tab.click("b2", "c3")
    expect(tab.find("vato-lesson-voice[data-kind=reached] .voice-text")).to_have_text(translate(language, "Well done."))


def test_moves_and_clocks_run_from_left_to_right(reader: Tab) -> None:
    tab = reader.play_new("fanorona", "me2", clock={"initial_ms": 600_000, "increment_ms": 5000})
    tab.play("d2-e3A")
    ends = """(one) => {
        const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        const nodes = [];
        while (walk.nextNode()) nodes.push(walk.currentNode);
        const left = (node, at) => {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            return range.getBoundingClientRect().left;
        };
        return [left(nodes[0], 0), left(nodes.at(-1), nodes.at(-1).data.length - 1)];
    }"""
    for selector in ("vato-moves .move-text", "vato-clock"):
        first, last = tab.find(selector).first.evaluate(ends)
        assert first < last


def test_a_sentence_in_the_place_of_moves_runs_its_own_way(visit: Visit) -> None:
    hint = visit(locale="he-IL").open("/analysis").find("vato-tree .moves-empty")
    assert hint.evaluate("(one) => getComputedStyle(one).direction") == "rtl"


def test_a_set_is_printed(reader: Tab, language: str) -> None:
    tab = reader.open("/print")
    address = tab.find("main a.button, main a.primary").first.get_attribute("href")
    assert address is not None
    tab.page.goto(tab.server.address + address)
    expect(tab.find("html")).to_have_attribute("lang", language)
    expect(tab.find("html")).to_have_attribute("dir", direction(language))
    expect(tab.find("body")).to_contain_text(translate(language, "How it is made"))


def restyle(tab: Tab, rules: str) -> None:
    adopt = "(rules) => { const s = new CSSStyleSheet(); s.replaceSync(rules); document.adoptedStyleSheets = [s]; }"
    tab.page.evaluate(adopt, rules)


@pytest.fixture
def phone(visit: Visit) -> Callable[[str], Tab]:
    return lambda code: visit(locale=code, **PHONE)


def test_the_search_for_texts_that_are_cut_off_finds_them(phone: Callable[[str], Tab]) -> None:
    tab = phone("en").open("/")
    expect(tab.find("main .button").first).to_be_visible()
    assert complaints(tab) == []
    restyle(tab, ".button { overflow: hidden; max-inline-size: 3rem; white-space: nowrap }")
    assert any(each.startswith("cut off") for each in complaints(tab))
    expect(tab.open("/").find("main .button").first).to_be_visible()
    restyle(tab, "main * { margin-block-start: -2rem !important }")
    assert any(each.startswith("upon each other") for each in complaints(tab))


def test_the_longest_language_is_still_the_longest() -> None:
    def letters(code: str) -> int:
        return sum(len(text if isinstance(text, str) else text["other"]) for text in languages.messages(code).values())

    assert max(languages.codes(), key=letters) == LONGEST


BROKEN_WORDS = """async (languages) => {
    const links = [...document.querySelectorAll(".pages a")];
    const bar = document.querySelector(".top");
    const found = [];
    for (const { code } of languages) {
        const { messages, direction } = await (await fetch(`/api/messages/${code}`)).json();
        document.documentElement.dir = direction;
        for (const link of links) {
            const { page } = link.dataset;
            link.textContent = messages[`nav.${page === "start" ? "play" : page}`];
        }
        document.querySelector(".network-sign").innerHTML = `<span>${messages["offline.sign"]}</span>`;
        for (const link of links)
            for (const { index, 0: word } of link.textContent.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(link.firstChild, index);
                range.setEnd(link.firstChild, index + word.length);
                const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
                if (lines.size > 1) found.push(`${code}: ${word}`);
            }
        const isHidden = links.some((link) => link.offsetWidth === 0);
        if (isHidden || bar.scrollWidth > bar.clientWidth || links.some((link) => link.offsetHeight > bar.offsetHeight))
            found.push(`${code}: too much`);
    }
    return found;
}"""


@pytest.mark.parametrize("width", [768, 800, 960])
def test_no_word_of_the_header_is_broken_in_any_language(visit: Visit, width: int) -> None:
    tab = visit(viewport={"width": width, "height": 600}).open("/rules")
    codes = [{"code": each.code} for each in languages.languages()]
    assert tab.page.evaluate(BROKEN_WORDS, codes) == []


@pytest.mark.parametrize("code", ["el", "hu", LONGEST])
def test_the_pages_are_in_the_menu_where_the_bar_has_no_room_for_them(visit: Visit, code: str) -> None:
    tab = visit(locale=code, viewport={"width": 1280, "height": 600}).open("/rules")
    tab.page.evaluate("document.querySelector('.waiting-sign').hidden = false")
    tab.find(".waiting-sign").evaluate("(sign) => void (sign.textContent = '12')")
    expect(tab.find("nav.pages")).to_be_visible()
    for width in (768, 844, 900):
        tab.page.set_viewport_size({"width": width, "height": 390})
        tab.find(".menu-button").click()
        in_menu = tab.find(".menu-pages").is_visible()
        assert tab.find("nav.pages").is_visible() != in_menu
        assert in_menu or width > 768
        tab.page.keyboard.press("Escape")
        for path in ("/games", "/rules"):  # the name of the page one is on is wider
            tab.follow(path)
            assert tab.fits()


@pytest.mark.parametrize("code", [*SCRIPTS, LONGEST])
def test_nothing_is_cut_off_or_covered_on_a_phone(phone: Callable[[str], Tab], code: str) -> None:
    tab = phone(code).open("/")
    for path in PLACES:
        tab.follow(path)
        assert tab.fits(), path
        assert complaints(tab) == [], path


@pytest.mark.parametrize("code", [*SCRIPTS, LONGEST])
def test_nothing_is_cut_off_in_a_game_on_a_phone(phone: Callable[[str], Tab], code: str) -> None:
    tab = phone(code).play_new("fanorona", "computer", clock={"initial_ms": 600_000, "increment_ms": 5000})
    tab.until_my_turn()
    assert tab.fits()
    assert complaints(tab) == []
    tab.follow("/").find("summary").first.click()
    assert tab.fits()
    assert complaints(tab) == []


BELOW_THE_BOARD = """() => {
    const broken = [...document.querySelectorAll(".dock .prompt-text")].flatMap(({ firstChild: node }) =>
        [...node.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            return range.getClientRects().length > 1;
        }).map(([word]) => word));
    const below = [...document.querySelectorAll(".dock :is(p, button)")].filter((one) =>
        one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight);
    return [...broken, ...below.map(({ textContent, title }) => textContent || title)];
}"""
"""The words below the board that are broken, and what there lies below the window."""


@pytest.mark.parametrize("code", ["de", LONGEST])
def test_below_a_square_board_all_words_and_buttons_have_room(visit: Visit, code: str) -> None:
    tab = visit(locale=code).play_new("alquerque", "me2", setup={"board": "5x5"})
    assert tab.page.evaluate(BELOW_THE_BOARD) == []
    tab.play(tab.state["scene"]["options"][0]["text"])
    tab.find("vato-actions .icon-button:visible").nth(3).click()
    tab.find("dialog .dialog-actions .button").last.click()
    expect(tab.find(".prompt-more .button")).to_have_count(3)
    assert tab.page.evaluate(BELOW_THE_BOARD) == []
    assert complaints(tab) == []
