"""The modules of the games in a real browser: they say what the native code says there, too."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import Browser, Route

from tests.engine.modules import HERE, Job, bench_job, job_of
from vato import catalog

GAMES = [game.name for game in catalog.GAMES.values() if game.kernel is not None]
ADDRESS = "http://127.0.0.1:1"
ASK = """async () => {
    const { answers, readJob } = await import("/module.mjs");
    const fetched = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
    const found = await answers(await fetched("/engine.wasm"), readJob(await fetched("/job")));
    const bytes = new Uint8Array(found.buffer);
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
}"""


def in_browser(browser: Browser, job: Job) -> bytes:
    """Return what a game's module says of a job in a page that has nothing else."""
    files = {
        "/": (b"<!doctype html><title>A module</title>", "text/html"),
        "/module.mjs": ((HERE / "module.mjs").read_bytes(), "text/javascript"),
        "/engine.wasm": (job.module.read_bytes(), "application/wasm"),
        "/job": (job.written(), "application/octet-stream"),
    }

    def answer(route: Route) -> None:
        content, kind = files[route.request.url.removeprefix(ADDRESS)]
        route.fulfill(body=content, content_type=kind)

    with browser.new_context() as context:
        page = context.new_page()
        page.route("**", answer)
        page.goto(f"{ADDRESS}/")
        return base64.b64decode(page.evaluate(ASK))


@pytest.mark.parametrize("name", GAMES)
def test_a_browser_says_what_the_native_code_says(browser: Browser, name: str) -> None:
    game = catalog.find(name)
    job = job_of(game, games=1, longest=10, every=40, depth=5)
    job.cases += bench_job(game, less=6).cases
    for case, ours, theirs in zip(job.cases, job.native(), job.split(in_browser(browser, job)), strict=True):
        assert theirs == ours, case
