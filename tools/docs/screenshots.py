"""Make again the pictures of the app that the README shows. Run `python -m tools.docs.screenshots`; it needs Chromium.

A game on one screen is played by its moves, then a chain is begun by clicking, as a player would.

`python -m tools.docs.screenshots FOLDER` takes the first page instead, in every language, wide and on a phone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.docs import DOCS
from vato import languages
from vato.kit.pdf import BROWSERS

PICTURES = DOCS / "pictures"
MOVES = ("d3-e3W", "c4-c3A", "e3-d3W", "d4-e3A-f3W", "d2-e3A", "e5-f4A-g5W")
CHAIN = ("f1", "f2", "g3", "f3", "f4")
SIZE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

CREATE = """async (moves) => {
    const post = async (path, body) => (await fetch(path, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})).json();
    const seats = [{kind: "me", name: "Ann"}, {kind: "me2", name: "Ben"}];
    const {id} = await post("/api/games", {game: "fanorona", rules: "standard", seats, sides: "me_first"});
    for (const [ply, move] of moves.entries()) await post(`/api/games/${id}/moves`, {ply, move});
    return id;
}"""


@contextmanager
def server() -> Iterator[str]:
    """Run a server with an empty folder and give its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "vato", "--language", "en", "serve", "--port", "0", "--no-warm"]
        with subprocess.Popen([*command, "--data", folder], stdout=subprocess.PIPE, text=True) as running:
            try:
                assert running.stdout is not None
                yield running.stdout.readline().split()[3]
            finally:
                running.terminate()


def click(page: Page, point: str) -> None:
    """Click the middle of a point of the board."""
    box = page.locator(f".board-point[data-point={point}]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(700)


def show_game(browser: Browser, address: str) -> None:
    """Take the pictures for the README."""
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for theme in themes:
        page = browser.new_page(viewport=SIZE, color_scheme=theme, locale="en-GB")
        page.goto(address)
        game = page.evaluate(CREATE, MOVES)
        page.goto(f"{address}/game/{game}")
        page.wait_for_selector(".board-point")
        page.wait_for_timeout(1000)
        for point in CHAIN:
            click(page, point)
        page.mouse.move(0, 0)
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURES / f"app-{theme}.png")


def show_languages(browser: Browser, address: str, folder: Path) -> None:
    """Take the first page in every language."""
    folder.mkdir(parents=True, exist_ok=True)
    for code in languages.codes():
        for name, size in {"wide": SIZE, "phone": PHONE}.items():
            with browser.new_context(viewport=size, locale=code, reduced_motion="reduce") as context:
                page = context.new_page()
                page.goto(address)
                page.wait_for_selector(".start-learn")
                page.wait_for_load_state("networkidle")
                page.screenshot(path=folder / f"{code}-{name}.png")
        print(code, flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.docs.screenshots",
        description="Take pictures of the app.",
        epilog="Example: python -m tools.docs.screenshots pictures",
    )
    parser.add_argument("folder", nargs="?", type=Path, help="take the first page in every language, and put it here")
    folder = parser.parse_args(arguments).folder
    sandbox = [] if os.getuid() else ["--no-sandbox"]
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, BROWSERS)), None), args=sandbox
        )
        if folder is not None:
            show_languages(browser, address, folder)
        else:
            show_game(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
