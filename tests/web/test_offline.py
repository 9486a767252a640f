"""The app without a network: what was kept works when the server has been killed, and what cannot work says so."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.people import Server
from tests.web.conftest import OPTIONS, USUAL, Check, Visit
from tests.web.line import Line
from tests.web.tab import LIMIT_MS, Tab
from tests.web.test_lessons import voice
from vato import catalog, scene
from vato.board import Board
from vato.learn.attempt import lessons_of
from vato.learn.puzzles import find, puzzles_of
from vato.server.http.static_files import FOLDER

KEPT = re.compile("Kept on this device for use without a network")
CACHED = """async () => (await Promise.all((await caches.keys()).map(async (name) => {
    const cache = await caches.open(name);
    return Promise.all((await cache.keys()).map(async (request) => {
        const answer = await cache.match(request, { ignoreVary: true });
        return { cache: name, path: request.url.slice(location.origin.length), headers: [...answer.headers.keys()] };
    }));
}))).flat()"""
ANSWERS = """async ({ game, lessons, puzzles }) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const at = (name) => import(new URL(`${name}.js`, base));
    const [api, kept] = await Promise.all([at("app/api"), at("engine/exercises")]);
    const whole = (options) => options.flatMap((option) =>
        [...(option.stop ? [option.text] : []), ...whole(option.next ?? [])]);
    const sorted = (value) => Array.isArray(value) ? value.map(sorted) : value && typeof value === "object"
        ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
    const found = { compared: 0, different: [] };
    const compare = (where, ours, theirs) => {
        found.compared += 1;
        if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(theirs))) found.different.push(where);
    };
    const follow = async (name, exercise, moves, options) => {
        for (const move of whole(options)) {
            const tried = { exercise, moves, move };
            const theirs = await api.tryMove(game, name, tried);
            compare([name, exercise, moves, move], await kept.tryKeptLesson(game, name, tried), theirs);
            if (theirs.verdict === "onward") await follow(name, exercise, theirs.moves, theirs.scene.options);
        }
    };
    const followPuzzle = async (number, moves, options) => {
        for (const move of whole(options)) {
            const theirs = await api.tryPuzzle(game, number, { moves, move });
            compare([number, moves, move], await kept.tryKeptPuzzle(game, number, { moves, move }), theirs);
            if (theirs.verdict === "onward") await followPuzzle(number, theirs.moves, theirs.scene.options);
        }
    };
    for (const name of lessons) {
        const { exercises } = await api.lesson(game, name);
        for (const [number, { scene }] of exercises.entries()) await follow(name, number, [], scene.options);
    }
    for (const number of puzzles) {
        const theirs = await api.puzzle(game, number);
        compare([number], await kept.keptPuzzle(game, number), theirs);
        await followPuzzle(number, [], theirs.scene.options);
    }
    return found;
}"""


def ready(tab: Tab) -> None:
    """Wait until the app is kept as far as it was used."""
    tab.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    paths = ["/api/languages", "/api/catalog", "/api/messages/en"]
    found = f"{paths}.map((path) => caches.match(path, {{ ignoreSearch: true }}))"
    until(tab.page, f"async () => (await Promise.all({found})).every(Boolean)")


def until(page: Page, condition: str) -> None:
    """Wait until something that takes time to find out is true."""
    for _ in range(LIMIT_MS // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def keep_all(tab: Tab) -> None:
    """Keep the whole app by the menu, with the keyboard alone."""
    tab.button("Menu").press("Enter")
    keep = tab.page.get_by_role("button", name="Keep for use without a network")
    expect(keep).to_contain_text("MB)")
    keep.press("Enter")
    expect(tab.find("vato-keep")).to_contain_text(KEPT, timeout=60_000)
    tab.page.keyboard.press("Escape")


def speak(tab: Tab, code: str) -> None:
    tab.find(".menu-button").click()
    tab.find("dialog select").select_option(code)
    expect(tab.find("html")).to_have_attribute("lang", code)
    tab.settle()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(**USUAL) as opened:
        yield opened


@pytest.fixture(scope="module")
def cached(context: BrowserContext, server: Server) -> Iterator[tuple[Tab, list[Any]]]:
    """Somebody who has played, has kept the app in English and then in Persian, and has no server any more."""
    # The server lives on for others: to find out what there is to keep takes it long.
    with Line(server) as line:
        tab = Tab(context, line).open("/")
        ready(tab)
        tab.play_new("squadro", level=1).open("/games")
        keep_all(tab)
        cookies = context.cookies()
        speak(tab, "fa")
        tab.find(".menu-button").click()
        tab.find("vato-keep button:visible").first.click()
        expect(tab.find("vato-keep")).to_contain_text("فارسی", timeout=60_000)
        tab.page.keyboard.press("Escape")
        speak(tab, "en")
        assert context.cookies() == cookies
        assert tab.troubles == []
        found = tab.page.evaluate(CACHED)
        line.close()
        yield tab, found


@pytest.fixture
def ann(cached: tuple[Tab, list[Any]]) -> Iterator[Tab]:
    tab, _ = cached
    yield tab
    tab.page.set_viewport_size(USUAL["viewport"])
    tab.forgive_lost_lines()
    assert tab.troubles == []


def test_nothing_of_one_visitor_is_kept(cached: tuple[Tab, list[Any]]) -> None:
    _, found = cached
    paths = [entry["path"] for entry in found]
    assert [
        path for path in paths if re.match(r"/(api/(games|positions|explorer|records|visitors|analysis)|game)", path)
    ] == []
    assert not any("set-cookie" in entry["headers"] for entry in found)
    shell = [entry for entry in found if entry["path"].endswith("/index.html")]
    assert len(shell) == 1
    isolating = {"cross-origin-opener-policy", "cross-origin-embedder-policy", "content-security-policy"}
    assert isolating <= {*shell[0]["headers"]}


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/", "Play the computer"),
        ("/rules/alquerque", "Rules of Alquerque"),
        ("/learn", "Learn by playing"),
        ("/learn/alquerque/step", "Hint"),
        ("/puzzles", "Grade 5"),
        ("/puzzles/fanorona/2", "Hint"),
        ("/training", "Endgame training"),
        ("/analysis", "White to move."),
        ("/print/squadro", "The sheets are made on the server, which cannot be reached."),
        ("/games", "Your games are on the server, which cannot be reached."),
        ("/learn/squadro/first-game", "Your opponent here is on the server, which cannot be reached."),
        ("/training/fanorona/1", "The perfect defence is looked up on the server, which cannot be reached."),
        ("/game/nosuchgame", "This game is on the server, which cannot be reached."),
        ("/nowhere", "Nothing here"),
    ],
)
def test_every_page_opens_and_is_loaded_again(ann: Tab, path: str, seen: str) -> None:
    if path == "/learn/alquerque/step":
        path = f"/learn/alquerque/{lessons_of('alquerque')[0].name}"
    for come in (lambda: ann.open(path), ann.page.reload):
        come()
        expect(ann.find("main")).to_contain_text(seen)
        expect(ann.find("[aria-busy=true]")).to_have_count(0)
        expect(ann.find(".network-sign")).to_have_text("No network")


def test_rules_in_another_script_with_their_pictures(ann: Tab, clean: Check) -> None:
    speak(ann.open("/rules/fanorona"), "fa")
    ann.page.reload()
    expect(ann.find("html")).to_have_attribute("dir", "rtl")
    expect(ann.find(".rules-text section").first).to_contain_text(re.compile("[\u0600-\u06ff]{4}"))
    pictures = ann.find(".rules-pictures img, .rules-text img")
    ann.page.evaluate("document.querySelectorAll('img').forEach((image) => (image.loading = 'eager'))")
    until(ann.page, "[...document.images].every((image) => image.complete)")
    assert pictures.count() > 5
    assert pictures.evaluate_all("(all) => all.filter((image) => image.naturalWidth === 0).length") == 0
    ann.page.set_viewport_size({"width": 390, "height": 844})
    assert ann.fits()
    clean(ann)
    ann.find(".menu-button").click()
    clean(ann)
    ann.page.keyboard.press("Escape")
    speak(ann, "en")


def ways(board: Board) -> dict[str, tuple[str, str]]:
    """Return the stone of each move, and where it goes."""
    steps = {str(move): scene.turn_of(board, move, 1)["steps"][0] for move in board.legal_moves}
    return {text: (step["from"], step["to"]) for text, step in steps.items()}


def test_a_lesson_is_missed_helped_with_and_done(ann: Tab) -> None:
    ann.open("/learn/squadro/speed")
    exercise = lessons_of("squadro")[0].exercises[0]
    board = catalog.new("squadro", rules=exercise.rules, position=exercise.position)
    way_of = ways(board)
    wrong = next(text for text in way_of if text not in exercise.solution)
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    ann.click(*way_of[wrong])
    voice(ann, "wrong")
    ann.button("Try again").click()
    ann.button("Hint").click()
    expect(voice(ann, "hint")).to_have_text(str(exercise.hint))
    ann.click(*way_of[exercise.solution[0]])
    voice(ann, "reached")


def test_a_puzzle_is_missed_and_solved(ann: Tab) -> None:
    ann.open("/puzzles/squadro/1")
    puzzle = find("squadro", 1)
    board = puzzle.board
    way_of = ways(board)
    move, refutation = next(iter(puzzle.wrong.items()))
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    ann.click(*way_of[move])
    expect(voice(ann, "wrong")).to_contain_text(" ".join(refutation.line))
    ann.button("Try again").click()
    ann.click(*way_of[puzzle.right[0]])
    voice(ann, "reached")
    ann.button("Next").click()
    expect(ann.find(".lesson-aim")).to_have_text("Puzzle 2 · 1 of 200 solved")


def test_the_analysis_board_thinks_with_threads(ann: Tab) -> None:
    ann.open("/analysis#game=fanorona&rules=standard&moves=d2-e3A")
    assert ann.page.evaluate("crossOriginIsolated")
    ann.page.get_by_role("switch", name="Engine").check()
    expect(ann.find(".engine-line").first).to_be_visible()
    expect(ann.find(".engine-depth")).to_contain_text("depth")
    expect(ann.find("vato-explorer")).to_contain_text("on the server, which cannot be reached")
    ann.page.get_by_role("switch", name="Engine").uncheck()
    ann.page.get_by_role("button", name="Set up a position").click()
    ann.click("e3")
    expect(ann.find("vato-edit")).to_contain_text("Setting up a position needs the server")


def test_what_needs_somebody_elsewhere_says_so(ann: Tab) -> None:
    ann.open("/")
    ann.page.get_by_role("button", name="Send a link").click()
    expect(ann.find("#toasts")).to_contain_text("A game with someone elsewhere needs the server")


def test_a_language_that_is_not_here_says_so(ann: Tab) -> None:
    ann.open("/")
    ann.find(".menu-button").click()
    ann.find("dialog select").select_option("de")
    expect(ann.find("#toasts")).to_contain_text("this was not kept for use without a network")
    expect(ann.find("html")).to_have_attribute("lang", "en")
    expect(ann.button("Play the computer")).to_be_visible()


def test_what_is_said_about_the_network_is_for_everybody(ann: Tab, clean: Check) -> None:
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.open("/")
    assert ann.fits()
    clean(ann)
    ann.button("Menu").press("Enter")
    remove = ann.button("Remove what is kept")
    remove.focus()
    expect(remove).to_be_focused()
    clean(ann)
    ann.page.keyboard.press("Escape")


# Answers told ahead


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_what_is_told_ahead_is_what_the_server_says(regular: Tab, game: str) -> None:
    regular.open("/")
    lessons = [lesson.name for lesson in lessons_of(game) if lesson.exercises]
    numbers = [*range(1, len(puzzles_of(game)) + 1, len(puzzles_of(game)) // 12)]
    found = regular.page.evaluate(ANSWERS, {"game": game, "lessons": lessons, "puzzles": numbers})
    assert found["different"] == []
    assert found["compared"] > sum(len(lesson.exercises) for lesson in lessons_of(game)) + 2 * len(numbers)


# Versions


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A folder with the app's files that may be changed."""
    folder = tmp_path / "web"
    shutil.copytree(FOLDER, folder)
    return folder


def change(web: Path, *names: str) -> None:
    """Change files of the app so that one sees whether a page has the new ones."""
    for name in names:
        with (web / name).open("a") as file:
            file.write(
                f'\ndocument.documentElement.dataset.new = (document.documentElement.dataset.new ?? "") + "{name} ";\n'
            )


def new_files(tab: Tab) -> list[str]:
    """Return which of the changed files a page has."""
    return sorted((tab.page.evaluate("document.documentElement.dataset.new") or "").split())


STANDALONE = """const plain = matchMedia; window.matchMedia = (query) =>
    query.includes("standalone") ? { matches: true, addEventListener() {} } : plain(query);"""
VERSIONS = "async () => (await caches.keys()).filter((name) => name.startsWith('vato-files-')).length"
CHANGED = ["app/shell.js", "pages/learn.js", "pages/puzzles.js", "pages/rules.js"]


def test_a_page_keeps_its_version_and_the_next_visit_has_the_new_one(
    browser: Browser, tmp_path: Path, web: Path
) -> None:
    with Server(tmp_path, *OPTIONS, web=web) as server, browser.new_context(**USUAL) as context:
        ann = Tab(context, server).open("/")
        ready(ann)
        change(web, *CHANGED)
        ann.page.wait_for_timeout(1100)  # until the server looks at its files again
        # What the browser keeps besides may go at any time.
        context.new_cdp_session(ann.page).send("Network.clearBrowserCache")
        ann.follow("/learn")
        assert new_files(ann) == []
        ben = ann.another().open("/")  # has the new one, and brings it
        expect(ann.button("Load the new version")).to_be_visible()
        expect(ben.button("Load the new version")).to_have_count(0)
        ann.follow("/puzzles")
        assert new_files(ann) == []
        ben.follow("/learn")
        assert new_files(ben) == ["app/shell.js", "pages/learn.js"]
        assert ann.page.evaluate(VERSIONS) == 2
        ann.button("Load the new version").click()
        expect(ann.button("Load the new version")).to_have_count(0)
        ann.settle()
        ann.follow("/rules")
        assert new_files(ann) == ["app/shell.js", "pages/puzzles.js", "pages/rules.js"]
        until(ann.page, f"({VERSIONS})().then((count) => count === 1)")
        server.kill()
        ann.open("/learn")
        assert new_files(ann) == ["app/shell.js", "pages/learn.js"]
        ann.forgive_lost_lines()
        assert ann.troubles == []


def test_an_update_that_breaks_off_leaves_the_old_version_whole(browser: Browser, tmp_path: Path, web: Path) -> None:
    with Server(tmp_path, *OPTIONS, web=web) as server, browser.new_context(**USUAL) as context:
        ann = Tab(context, server).open("/")
        ready(ann)
        (tmp_path / "lacking").write_text("pages/print.js")
        change(web, *CHANGED)
        ann.page.wait_for_timeout(1100)
        update = "navigator.serviceWorker.ready.then((registration) => registration.update()).catch(() => null)"
        ann.page.evaluate(update)
        idle = "navigator.serviceWorker.ready.then((found) => !found.installing && !found.waiting)"
        until(ann.page, idle)
        server.kill()
        ann.page.reload()
        ann.settle()
        ann.follow("/learn").follow("/print")
        assert new_files(ann) == []
        ann.troubles.clear()  # the browser says that it could not update


def test_somebody_in_between_who_does_not_reach_the_server(browser: Browser, tmp_path: Path, web: Path) -> None:
    with Server(tmp_path, *OPTIONS, web=web) as server, browser.new_context(**USUAL) as context:
        ann = Tab(context, server).open("/")
        ready(ann)
        ann.open("/rules/squadro")
        is_rules = "({ url }) => url.includes('/api/rules/squadro')"
        until(ann.page, f"async () => (await (await caches.open('vato-used')).keys()).some({is_rules})")
        (tmp_path / "gateway").touch()
        ann.page.reload()
        expect(ann.find(".rules-text")).to_contain_text("Five stones a side")
        expect(ann.find(".network-sign")).to_have_text("No network")
        ann.follow("/games")
        expect(ann.find("main")).to_contain_text("Your games are on the server, which cannot be reached.")
        (tmp_path / "gateway").unlink()
        expect(ann.find("main")).to_contain_text("My games")  # by itself
        expect(ann.find(".network-sign")).to_be_empty()
        ann.troubles.clear()


def test_what_is_kept_is_interrupted_gone_on_with_renewed_and_removed(visit: Visit) -> None:
    ann = visit(keeping=True).open("/")
    ready(ann)
    ann.button("Menu").click()
    ann.page.get_by_role("button", name=re.compile("Keep for use .*MB")).press("Enter")
    expect(ann.button("Stop")).to_be_focused()
    ann.page.keyboard.press("Enter")
    keep = ann.page.get_by_role("button", name=re.compile("Keep for use"))
    expect(keep).to_be_focused()
    expect(ann.find("vato-keep")).not_to_contain_text(KEPT)
    ann.page.keyboard.press("Escape")
    keep_all(ann)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url.removeprefix(ann.server.address)))
    ann.open("/")
    until(ann.page, "navigator.serviceWorker.ready.then(() => true)")
    ann.page.wait_for_timeout(500)
    assert [path for path in asked if path.startswith("/api/kept")] == ["/api/kept"]
    ann.button("Menu").click()
    ann.button("Remove what is kept").press("Enter")
    expect(keep).to_be_focused()
    assert not ann.page.evaluate("caches.has('vato-kept')")
    ann.page.add_init_script(STANDALONE)
    ann.open("/")  # as an installed app, which keeps itself
    until(ann.page, "localStorage.getItem('vato.kept')?.includes('whole\":[\"en\"]')")


CROWDED = """async () => {
    const cache = await caches.open("vato-used");
    for (let number = 0; number < 450; number++) await cache.put(`/api/rules/game?rules=${number}`, new Response("{}"));
    await (await fetch("/api/lessons")).json();
}"""
USED = """async () => (await (await caches.open("vato-used")).keys()).map(({ url }) => new URL(url).pathname)"""


def test_what_the_app_begins_with_is_never_pushed_out(visit: Visit) -> None:
    ann = visit(keeping=True).open("/")
    ready(ann)
    until(ann.page, "navigator.serviceWorker.controller !== null")
    needed = {"/api/catalog", "/api/languages", "/api/messages/en"}
    until(ann.page, f"({USED})().then((used) => {sorted(needed)}.every((path) => used.includes(path)))")
    ann.page.evaluate(CROWDED)
    until(ann.page, f"({USED})().then((used) => used.length < 410)")
    assert needed <= {*ann.page.evaluate(USED)}


def test_a_browser_without_room_says_so(visit: Visit) -> None:
    ann = visit(keeping=True).open("/")
    ready(ann)
    ann.page.evaluate(
        "() => { Cache.prototype.put = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')); }"
    )
    ann.button("Menu").click()
    ann.page.get_by_role("button", name=re.compile("Keep for use")).click()
    expect(ann.find("vato-keep [role=alert]")).to_have_text("This browser has no room for what is to be kept.")
    assert not ann.page.evaluate("caches.has('vato-kept')")


def test_the_engine_of_the_very_first_visit_is_kept(server: Server, visit: Visit) -> None:
    with Line(server) as line:
        ann = visit(line, keeping=True).open("/analysis#game=squadro")
        ann.page.get_by_role("switch", name="Engine").check()
        expect(ann.find(".engine-line").first).to_be_visible()
        ready(ann)
        used = "caches.open('vato-used').then((cache) => cache.keys())"
        of_engine = "filter(({ url }) => url.includes('/api/engine/squadro'))"
        # Module, weights, what is known, where they are, and where a game begins.
        until(ann.page, f"async () => (await {used}).{of_engine}.length === 5")
        line.close()
        choices = {"game": "squadro", "begins": "me", "stones": "0"}  # the start that was looked at
        ann.open("/").page.evaluate("(it) => localStorage.setItem('vato.choices', JSON.stringify(it))", choices)
        ann.open("/").page.get_by_role("button", name="Play the computer").click()
        ann.until("b.state")
        assert "-" in ann.id  # it is played here
        ann.forgive_lost_lines()


def test_a_slow_line_is_not_taken_for_none(server: Server, visit: Visit) -> None:
    asked = """fetch("/api/languages", { headers: { "Accept-Language": "en" } })
        .then((answer) => answer.headers.get("x-vato-kept"))"""
    with Line(server) as line:
        ann = visit(line, keeping=True).open("/")
        ready(ann)
        until(ann.page, "navigator.serviceWorker.controller !== null")
        line.slowness = 3.5
        assert ann.page.evaluate(asked) == "lost"
        line.slowness = 0.6
        ann.page.wait_for_timeout(1500)  # what was asked for first comes late
        assert [ann.page.evaluate(asked) for _ in range(3)] == [None] * 3
        line.slowness = 0.0
        ann.forgive_lost_lines()
