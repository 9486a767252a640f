"""A tab of a real browser with the app in it: what a player sees, clicks and plays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Self

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.server.people import Server, State
from tests.web.line import Line

LIMIT_MS = 20_000
"""Long enough for a slow machine that does something else as well."""

POLLING_MS = 25
"""Whoever looks at every frame makes the browser draw sixty of them a second."""

Option = dict[str, Any]

WORDS = """() => [document.title, document.body.innerText].concat(
    [...document.querySelectorAll("body *")].flatMap((one) =>
        ["aria-label", "title", "placeholder", "alt"].map((name) => one.getAttribute(name) ?? ""))).join("\\n")"""
FOLLOW = """async (path) => {
    const before = document.querySelector("main > *");
    const link = document.body.appendChild(document.createElement("a"));
    link.href = path;
    link.click();
    link.remove();
    while (before.isConnected) await new Promise((resolve) => setTimeout(resolve, 5));
}"""
LOST_LINE = re.compile(r"WebSocket connection to .* failed|Failed to load resource: net::ERR_(?!NAME_NOT_RESOLVED)")
BOARD = "document.querySelector('vato-game-board')"


class Tab:
    """One page, in a browser of its own or in the same one as another tab."""

    def __init__(self, context: BrowserContext, server: Server | Line) -> None:
        self.context = context
        self.server = server
        self.troubles: list[str] = []
        """What the browser complained about, which must be nothing unless a test cuts a line.

        That a page asked for something from another machine is among it: nobody is found there.
        """
        self.page: Page = context.new_page()
        self.page.set_default_timeout(LIMIT_MS)
        self.page.on("console", lambda said: self._complain(said.type, said.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _complain(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.troubles.append(text)

    def another(self) -> Tab:
        """Open a second tab in the same browser; its troubles are those of the first."""
        second = Tab(self.context, self.server)
        second.troubles = self.troubles
        return second

    def open(self, path: str = "/") -> Self:
        """Go to an address of the app and wait until its page is there."""
        self.page.goto(self.server.address + path)
        self.settle()
        return self

    def follow(self, path: str) -> Self:
        """Go to another page as by a link, which does not load the app again, and wait until it is there."""
        self.page.evaluate(FOLLOW, path)
        self.settle()
        return self

    def settle(self) -> None:
        """Wait until nothing is loading."""
        expect(self.page.locator("main > *").first).to_be_visible()
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    def forgive_lost_lines(self) -> None:
        """Forget that the browser complained about a line that a test has cut."""
        self.troubles[:] = [trouble for trouble in self.troubles if not LOST_LINE.match(trouble)]

    def find(self, selector: str, has_text: str | None = None) -> Locator:
        """Return what a selector finds."""
        return self.page.locator(selector, has_text=has_text)

    def button(self, name: str) -> Locator:
        """Return the button of a name."""
        return self.page.get_by_role("button", name=name, exact=True)

    # Games

    def create(self, game: str = "fanorona", against: str = "computer", **wishes: Any) -> str:
        """Create a game with the browser's own cookie, without clicking through the first page."""
        seat: dict[str, Any] = {"kind": against, **({"level": wishes.pop("level", 1)} if against == "computer" else {})}
        me = {"kind": "me", **({"name": wishes.pop("name")} if "name" in wishes else {})}
        body = {"game": game, "sides": "me_first", "seats": [me, seat]} | wishes
        answer = self.context.request.post(f"{self.server.address}/api/games", data=body)
        assert answer.status == 201, answer.text()
        return str(answer.json()["id"])

    def sit(self, game_id: str) -> Self:
        """Open a game, by a link if the app is there already."""
        path = f"/game/{game_id}"
        self.follow(path) if self.page.url.startswith(self.server.address) else self.open(path)
        self.until("true")
        return self

    def play_new(self, game: str = "fanorona", against: str = "computer", **wishes: Any) -> Self:
        """Create a game and open it."""
        return self.sit(self.create(game, against, **wishes))

    @property
    def state(self) -> State:
        """The state that the board shows."""
        # As a text, which Playwright does not take apart and put together piece by piece.
        state: State = json.loads(self.when("JSON.stringify(b.state)"))
        return state

    @property
    def ply(self) -> int:
        return int(self.when("b.state.turns.length"))

    @property
    def id(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    def when(self, wanted: str) -> Any:
        """Wait until there is a game, and return something of it, `b` being the element around the board."""
        looked_at = f"() => {{ const b = {BOARD}; return b?.state && [{wanted}]; }}"
        found = self.page.wait_for_function(looked_at, polling=POLLING_MS)
        return found.json_value()[0]

    def until(self, condition: str) -> Self:
        """Wait until something is true of the board, `b` being the element around it."""
        looked_at = f"() => {{ const b = {BOARD}; return b?.state && ({condition}); }}"
        self.page.wait_for_function(looked_at, polling=POLLING_MS)
        return self

    def until_ply(self, ply: int) -> Self:
        return self.until(f"b.state.turns.length === {ply}")

    # On the board

    def point(self, name: str) -> Locator:
        return self.find(f'.board-point[data-point="{name}"]')

    def middle(self, name: str) -> tuple[float, float]:
        """Return where a point is on the screen."""
        box = self.point(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, *points: str) -> Self:
        """Click points of the board, one after the other."""
        for point in points:
            # The points take no pointer themselves: what lies under their middle does.
            expect(self.point(point)).to_be_visible()
            self.point(point).click(force=True)
        return self

    def drag(self, start: str, end: str) -> Self:
        """Drag a stone."""
        (x, y), (to_x, to_y) = self.middle(start), self.middle(end)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
        self.page.mouse.move(to_x, to_y)
        self.page.mouse.up()
        return self

    def piece_on(self, point: str) -> str:
        """Return the classes of the piece that is drawn on a point; nothing where none is."""
        x, y = self.middle(point)
        return str(
            self.page.evaluate(
                """([x, y]) => [...document.querySelectorAll(".pieces .piece")].filter((piece) => {
                    const box = piece.querySelector(".piece-face").getBoundingClientRect();
                    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < box.width / 4;
                }).map((piece) => piece.getAttribute("class"))[0] ?? "" """,
                [x, y],
            )
        )

    def play(self, move: str, press: Callable[[str], object] | None = None) -> Self:
        """Play a move as a person does: stone, target, the kind of capture, the end of the turn or a second word."""
        press = press or self.click
        before = self.ply
        offered = self.state["scene"]["options"]
        for number, step in enumerate(steps := way_to(move, offered)):
            mine = [option for option in offered if option["from"] == step["from"]]
            if number == 0:
                press(step["from"])
            press(step["to"])
            if sum(option["to"] == step["to"] for option in mine) > 1:
                self.find(f".board-way[data-way={step['way']}]").click()
            offered = step.get("next", [])
        if steps[-1].get("next"):
            self.button("End turn").click()
        elif self.page.evaluate(f"{BOARD}.board.confirming"):
            self.button("Play it").click()
        return self.until(f"b.state.turns.length > {before}")

    def offer_draw(self) -> Self:
        """Offer a draw, and mean it."""
        self.button("Offer a draw").click()
        self.find("dialog .dialog-actions .button:last-child").click()
        return self

    def until_my_turn(self) -> Self:
        """Wait until it is this player's turn, or the game is over."""
        return self.until("b.mayPlay || b.state.outcome")

    # Around the board

    @property
    def prompt(self) -> Locator:
        return self.find("vato-prompt")

    def says(self, text: str | re.Pattern[str]) -> Self:
        """Wait until the page says something under the board."""
        expect(self.prompt).to_contain_text(text)
        return self

    @property
    def moves(self) -> list[str]:
        """The moves in the list beside the board."""
        return [text.strip() for text in self.find("vato-moves .move-text").all_text_contents()]

    @property
    def seen(self) -> str:
        """All visible words, and those only heard."""
        return str(self.page.evaluate(WORDS))

    def fits(self) -> bool:
        """Return whether nothing scrolls sideways."""
        return bool(self.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


Pair = tuple[Tab, Tab]


def meet(ann: Tab, ben: Tab, game: str = "fanorona", **wishes: Any) -> Pair:
    """Let Ann, who has the first side, and Ben sit down at one game."""
    game_id = ann.create(game, "open", name="Ann", **wishes)
    answer = ben.context.request.post(f"{ben.server.address}/api/games/{game_id}/join", data={"name": "Ben"})
    assert answer.ok, answer.text()
    return ann.sit(game_id), ben.sit(game_id)


def way_to(move: str, options: list[Option]) -> list[Option]:
    """Return the steps of a move among the options."""
    for option in options:
        if option["text"] == move:
            return [option]
        if further := way_to(move, option.get("next", [])):
            return [option, *further]
    return []


def whole_moves(options: list[Option]) -> list[str]:
    """Return every move that the options hold."""
    return [
        text
        for option in options
        for text in ([option["text"]] if option.get("stop") else []) + whole_moves(option.get("next", []))
    ]
