"""The engine on the visitor's own device: it finds what the native one finds, and asks the server for nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import vato
from tests.games.fanorona.test_proven import Prover
from tests.server.people import Server
from tests.web.conftest import Visit
from tests.web.tab import Tab, whole_moves
from vato import catalog
from vato.engine.levels import LevelPlayer, levels_of
from vato.games.fanorona.endgames import PROOFS
from vato.knowledge import Result

ENGINE = "Engine"
THINK = """async ({ game, rules, start, moves, limit, wishes, stop }) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const at = (name) => import(new URL(`engine/${name}.js`, base));
    const [{ positionsFrom, partsOf }, { Thinker }] = await Promise.all([at("supply"), at("thinker")]);
    const subject = { game, rules, start };
    const positions = await positionsFrom(subject);
    const thinker = await Thinker.of(await partsOf(game, true), wishes);
    const ending = new AbortController();
    const setting = positions.setting(moves);
    await thinker.think(setting, { nodes: 100 }, undefined, ending.signal);
    if (limit.keeping) {
        const same = positions.playables(moves).filter(({ text }) => limit.keeping.moves.includes(text));
        limit.keeping.turns = same.map(({ words }) => words);
    }
    let stopped = 0;
    if (stop) setTimeout(() => { stopped = performance.now(); ending.abort(); }, stop);
    const found = await thinker.think(setting, { informed: false, clear: true, ...limit }, undefined, ending.signal);
    const waited = performance.now() - stopped;
    await thinker.close();
    const lines = found.lines.map(({ value, turns }) => [value, positions.texts(moves, turns)]);
    return { depth: found.depth, nodes: found.nodes, lines, waited, threads: thinker.threads };
}"""


def think(page: Page, game: str, moves: list[str], limit: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Let a page's own engine think."""
    board = vato.new(game)
    asked = {"game": game, "rules": board.rules.name, "start": board.position, "moves": moves, "limit": limit}
    found: dict[str, Any] = page.evaluate(THINK, {**asked, "wishes": {"threads": 1, "hash": 1 << 26}, **more})
    return found


@pytest.mark.parametrize("most", [Result.DRAWN, Result.WON])
def test_it_keeps_to_what_is_proven_as_the_native_engine_does(ann: Tab, most: Result) -> None:
    ann.open()
    board = vato.new("fanorona", position="2b1w4/4wb2w/3w3w1/4w1w2/5ww2 w")
    keeping = {"moves": ["e5-d5A"], "isOpen": most == Result.WON}
    for depth in (3, 7):
        with vato.Engine("fanorona", knowledge=Prover(("e5-d5A",), most)) as engine:
            wanted = engine.analyse(board, vato.Limit(depth=depth))
        limit = {"depth": depth, "keeping": keeping}
        found = think(ann.page, "fanorona", [], limit, start=board.position)
        assert found["nodes"] == wanted.nodes
        assert found["lines"] == [[line.score.value, [str(move) for move in line.moves]] for line in wanted.lines]
        assert (str(wanted.move) == "e5-d5A") == (most == Result.DRAWN or depth == 3)


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_it_finds_what_the_native_engine_finds_after_as_many_positions(ann: Tab, game: str) -> None:
    ann.open()
    board = vato.new(game)
    with vato.Engine(game, knowledge=None) as engine:
        for limit in ({"depth": 7}, {"nodes": 30_000}):
            wanted = engine.analyse(board, vato.Limit(**limit), lines=2)
            engine.clear()
            found = think(ann.page, game, [str(move) for move in board.played], {**limit, "lines": 2})
            assert (found["depth"], found["nodes"]) == (wanted.depth, wanted.nodes)
            assert found["lines"] == [[line.score.value, [str(move) for move in line.moves]] for line in wanted.lines]
            board.push(wanted.move)


def test_it_has_a_thread_for_each_core_and_stops_at_once_with_one_or_many(ann: Tab) -> None:
    ann.open()
    cores = ann.page.evaluate("navigator.hardwareConcurrency")
    assert ann.page.evaluate("crossOriginIsolated")
    for threads in (1, max(2, min(cores, 8))):
        wishes = {"threads": threads, "hash": 1 << 24}
        found = think(ann.page, "fanorona", [], {}, wishes=wishes, stop=400)
        assert found["threads"] == threads
        assert found["lines"]
        assert found["waited"] < 1000  # where nothing else runs it is a few milliseconds


def test_a_device_with_little_memory_gets_a_small_table(ann: Tab) -> None:
    ann.open()
    sizes = ann.page.evaluate("""async () => {
        const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
        const { hashBytes } = await import(new URL("engine/thinker.js", base));
        return [0.5, 2, 4, 8, undefined].map(hashBytes);
    }""")
    *known, unknown = sizes
    assert known == sorted(known)
    assert known[0] <= 8 << 20 < unknown < known[-1]


def lines_of(tab: Tab) -> list[str]:
    return tab.find(".engine-line").all_text_contents()


def test_an_analysis_goes_on_when_the_server_is_gone(visit: Visit, own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann = visit(server)
    ann.open("/analysis#game=squadro&moves=1,1")
    ann.page.get_by_role("switch", name=ENGINE).check()
    expect(ann.find(".engine-line").first).to_be_visible()
    server.kill()
    ann.click("2-0", "2-2")
    expect(ann.find("vato-tree [aria-current=step] .move-text")).to_have_text("2")
    expect(ann.find(".engine-depth")).to_have_text(re.compile(r"depth \d\d"))
    ann.find(".engine-move").first.click()
    expect(ann.find("vato-tree .move-text")).to_have_count(4)
    ann.troubles.clear()  # the opening explorer is the server's


def test_nobody_asks_the_servers_engine_unless_it_is_chosen(ann: Tab) -> None:
    sockets: list[str] = []
    ann.page.on("websocket", lambda socket: sockets.append(socket.url))
    ann.open("/analysis#game=fanorona&rules=classic")
    ann.page.get_by_role("switch", name=ENGINE).check()
    expect(ann.find(".engine-line").first).to_be_visible()
    assert sockets == []
    ann.button("Menu").click()
    ann.page.get_by_role("radio", name="On the server").check()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("switch", name=ENGINE).uncheck()
    ann.page.get_by_role("switch", name=ENGINE).check()
    expect(ann.find(".engine-line").first).to_be_visible()
    assert len(sockets) == 1


ANALYSE = """async (question) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const { DeviceAnalyst } = await import(new URL("engine/device-analyst.js", base));
    const analyst = new DeviceAnalyst();
    return new Promise((resolve, reject) => {
        analyst.addEventListener("info", ({ detail }) => detail.done && resolve(detail));
        analyst.addEventListener("failed", ({ detail }) => reject(detail));
        analyst.analyse(question);
    });
}"""


@pytest.mark.parametrize(
    ("game", "position"), [("fanorona", "9/2b5b/4w2w1/9/5w3 w"), ("alquerque", "5/b2b1/4w/5/2w2 w")]
)
def test_a_line_goes_on_through_what_is_known_to_the_end(ann: Tab, game: str, position: str) -> None:
    ann.open()
    board = vato.new(game, position=position)
    facts = catalog.known(game)
    assert facts is not None
    wanted = facts.facts(board)
    assert wanted is not None
    assert wanted.fact.turns is not None
    assert 6 < wanted.fact.turns <= 24
    question = {"game": game, "rules": board.rules.name, "start": board.position, "moves": []}
    best = ann.page.evaluate(ANALYSE, {**question, "lines": 1, "seconds": 0.3})["lines"][0]
    assert len(best["moves"]) == wanted.fact.turns
    for move in best["moves"]:
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == best["fact"]["winner"]


REVIEW = """async ({ start, moves }) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const { DeviceAnalyst } = await import(new URL("engine/device-analyst.js", base));
    const analyst = new DeviceAnalyst();
    const turns = [];
    analyst.addEventListener("review_turn", ({ detail }) => turns.push(detail));
    const done = new Promise((resolve, reject) => {
        analyst.addEventListener("review_done", resolve);
        analyst.addEventListener("refused", ({ detail }) => reject(new Error(detail.message)));
    });
    analyst.review({ game: "fanorona", rules: "standard", start, moves });
    await done;
    return turns;
}"""


def test_a_review_says_the_same_every_time(ann: Tab) -> None:
    board = vato.new("fanorona", rules="standard")
    for _ in range(3):
        board.push(board.legal_moves[0])
    asked = {"start": board.root().position, "moves": [str(move) for move in board.played]}
    said = [ann.open().page.evaluate(REVIEW, asked) for _ in range(2)]
    assert said[0] == said[1]
    assert [turn["ply"] for turn in said[0]] == [1, 2, 3]
    assert all(turn["best"] for turn in said[0])


CHOOSE = """async ({ game, rules, start, moves, level, drawn }) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const { choose, traitsOf } = await import(new URL("engine/opponent.js", base));
    const traits = await traitsOf(game, level);
    const ending = new AbortController();
    return choose({ game, rules, start }, moves, traits, ending.signal, null, () => drawn.shift());
}"""


class Drawn(random.Random):
    """Chance that draws numbers of ours."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(0)
        draw = iter(numbers)
        self.random = lambda: next(draw)  # type: ignore[method-assign]


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_a_level_plays_what_the_servers_plays_with_the_same_chance(ann: Tab, game: str) -> None:
    ann.open()
    chance = random.Random(f"levels of {game}")
    differing = 0
    with vato.Engine(game, hash_mb=64, book=catalog.book(game)) as engine:
        for level in [each for each in levels_of(game) if each.limit.seconds is None and not each.is_full] * 3:
            board = vato.new(game)
            for _ in range(chance.randrange(12)):
                board.push(chance.choice(list(board.legal_moves)))
            if board.outcome() is not None:
                continue
            drawn = [chance.random() for _ in range(1000)]
            player = LevelPlayer(game, level, engine=engine)
            player._random = Drawn(drawn)
            wanted = player.play(board)
            asked = {"game": game, "rules": board.rules.name, "start": board.root().position, "level": level.number}
            moves = [str(move) for move in board.played]
            found = ann.page.evaluate(CHOOSE, {**asked, "moves": moves, "drawn": drawn})
            assert found == str(wanted), (level.number, moves)
            differing += wanted != engine.play(board, level.limit, informed=False)
    assert differing > 3  # chance has decided something


def test_full_strength_plays_by_the_book_on_the_page(visit: Visit, own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann = visit(server)
    before, book = server.children(), catalog.book("fanorona")
    assert book is not None
    fetched: list[str] = []
    ann.page.on("request", lambda request: fetched.append(request.url))
    ann.play_new("fanorona", rules="classic", sides="me_first", level=10)
    board = vato.new("fanorona", rules="classic")
    for ply in range(0, 4, 2):
        page = book.page(board)
        assert page is not None
        ann.until_my_turn().play(str(page.moves[0].move))
        ann.until_ply(ply + 2)
        board.push(page.moves[0].move)
        answers = [str(each.move) for each in book.candidates(board)]
        assert ann.state["turns"][-1]["text"] in answers
        board.push(ann.state["turns"][-1]["text"])
    assert server.children() == before  # no engine has been started
    assert sum("/book?" in url for url in fetched) == 1


def test_a_game_against_a_level_is_thought_out_on_the_page(visit: Visit, own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann = visit(server)
    before = server.children()
    fetched: list[str] = []
    ann.page.on("request", lambda request: fetched.append(request.url))
    ann.play_new("squadro", setup={"first": "light"}, sides="me_first", level=4)
    for ply in range(0, 6, 2):
        ann.until_my_turn().play(whole_moves(ann.state["scene"]["options"])[0])
        ann.until_ply(ply + 2)
    assert server.children() == before  # no engine has been started
    assert any("/weights?" in url for url in fetched)
    asked = "/known?", "/book?", "/explorer"  # which this level does not use
    assert not any(each in url for each in asked for url in fetched)


@pytest.mark.parametrize("is_told", [True, False])
def test_full_strength_keeps_what_is_proven_and_leaves_it_to_the_server_if_it_is_not_told(
    visit: Visit, own_server: Callable[..., Server], is_told: bool
) -> None:
    server = own_server()
    ann = visit(server)
    before = server.children()
    if not is_told:
        ann.page.route("**/api/explorer", lambda route: route.fulfill(status=403, json={"detail": "No."}))
    ann.play_new("fanorona", rules="strict", sides="me_first", level=10)
    board = vato.new("fanorona", rules="strict")
    for move in ("e2-e3A", None):
        board.push(move or board.legal_moves[0])
        ann.until_my_turn().play(str(board.played[-1]))
        ann.until_ply(len(board.played) + 1)
        proven = PROOFS.proven(board, lambda _: None)
        assert proven is not None
        answer = ann.state["turns"][-1]["text"]
        assert answer in [str(move) for move in proven.best]
        board.push(answer)
    assert (server.children() == before) == is_told  # no engine has been started
    if not is_told:
        ann.troubles.clear()


def test_a_page_that_was_reloaded_thinks_on(visit: Visit, own_server: Callable[..., Server]) -> None:
    server = own_server("--pace", "1.5")
    ann = visit(server)
    ann.play_new("fanorona", sides="me_first", level=5)
    ann.until_my_turn().play(whole_moves(ann.state["scene"]["options"])[0])
    ann.page.reload()
    ann.until_ply(2).until_my_turn()
    ann.play(whole_moves(ann.state["scene"]["options"])[0])
    ann.until_ply(4)


def test_threads_judge_by_the_same_from_the_first_position_on(ann: Tab) -> None:
    ann.open()
    wishes = {"threads": 4, "hash": 1 << 26}
    with vato.Engine("squadro", knowledge=None) as engine:
        wanted = engine.analyse(vato.new("squadro"), vato.Limit(depth=1), lines=5)
    found = think(ann.page, "squadro", [], {"depth": 1, "lines": 5}, wishes=wishes, stop=0)
    assert {text[0]: value for value, text in found["lines"]} == {
        str(line.move): line.score.value for line in wanted.lines
    }


def test_where_the_device_cannot_think_the_server_does(ann: Tab) -> None:
    ann.page.add_init_script("WebAssembly.compile = () => Promise.reject(new Error('No.'))")
    ann.open("/analysis#game=squadro&moves=1,1")
    ann.page.get_by_role("switch", name=ENGINE).check()
    expect(ann.find(".engine-depth")).to_contain_text("depth")
    ann.click("2-0", "2-2")
    expect(ann.find("vato-tree .move-text")).to_have_count(3)
