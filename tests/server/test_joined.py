"""The app's files joined: all of them can be, what cannot be is refused and sent as it is, each line is found again."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest
from starlette.requests import Request

from vato.server.http import static_files
from vato.server.http.app import LOBBY, PAGES
from vato.server.http.joined import Joined, Unjoinable
from vato.server.http.static_files import FOLDER, Static

UNJOINED = {"app/theme.js", "service-worker.js"}
"""Scripts that are no modules."""


def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def app() -> Joined:
    return Joined(text("index.html"), text)


def test_every_module_and_style_sheet_of_the_app_is_joined(app: Joined) -> None:
    there = {path.relative_to(FOLDER).as_posix() for suffix in ("js", "css") for path in FOLDER.rglob(f"*.{suffix}")}
    assert app.asked | app.replaced == there - UNJOINED | {"style.css"}
    assert {"app/shell.js", "pages/start.js", "engine/worker.js", "board/board.js"} <= app.asked
    assert len(app.asked) < len(there) / 4


def test_each_module_comes_once_after_what_it_imports(app: Joined) -> None:
    def named(pattern: str, name: str, written: str) -> list[str]:
        found = re.findall(pattern, written, re.MULTILINE)
        return [Path("/", name).parent.joinpath(each).resolve().relative_to("/").as_posix() for each in found]

    def modules(name: str) -> list[str]:
        """Return the modules of a file after those of the files that it imports, as a browser runs them."""
        sent = app.file(name) or ""
        before = [each for file in named('^import "(.+)";', name, sent) for each in modules(file)]
        own = re.findall(r'^\$modules\["(.+?)"\] \?\?=', sent, re.MULTILINE)
        assert not {*own} & {*before}, name
        return [*before, *own]

    for file in app.asked - {"style.css"}:
        found = modules(file)
        assert found[-1] == file
        for at, name in enumerate(found):
            assert {*named('^import .*?"([.].+?)";', name, text(name))} <= {*found[:at]}, (file, name)


def test_the_map_finds_every_line_again(app: Joined) -> None:
    for name in ("app/shell.js", "pages/game.js", "engine/worker.js"):
        lines = (app.file(name) or "").splitlines()
        sections = json.loads(app.file(f"{name}.map") or "")["sections"]
        assert len(sections) == sum(line.startswith("$modules[") for line in lines)
        for section in sections:
            (source,), first = section["map"]["sources"], section["offset"]["line"]
            # A letter for the column here, the source, its line and its column, as differences; A is 0, C is 1.
            assert re.fullmatch("AAAA(;AACA)*", section["map"]["mappings"])
            written = text(source.removeprefix("/")).rstrip("\n").splitlines()
            assert section["map"]["mappings"].count(";") == len(written) - 1
            for here, there in zip(lines[first : first + len(written)], written, strict=True):
                assert here == there.removeprefix("export ") or re.search(r'\$from\(|import\("|import[.]meta', here)


PAGE = '<script type="module" src="/a/shell.js"></script>\n<link rel="stylesheet" href="/a.css" />'


@pytest.mark.parametrize(
    "strange",
    [
        "export default 1;",
        "export let later;",
        "export { one };",
        'export { one } from "./one.js";',
        'export * from "./one.js";',
        "export const { one } = {};",
        'import one from "./one.js";',
        'import one, { two } from "./one.js";',
        'import { one } from "elsewhere";',
        'const one = 1;\nimport { two } from "./one.js";',
        "const load = (name) => import(name);",
        "const one = import.meta.resolve(two);",
        "await 1;",
        'new Worker("./one.js");',
        'importScripts("./one.js");',
        'import "./shell.js";',
        'import "./circle.js";',
        'import "./nothing.js";',
        "const $from = 1;",
    ],
)
def test_what_is_not_known_is_refused(strange: str) -> None:
    files = {"a/shell.js": strange, "a/one.js": "", "a/circle.js": 'import "./shell.js";', "a.css": ""}
    with pytest.raises((Unjoinable, KeyError)):
        Joined(PAGE, files.__getitem__)


def test_words_that_only_look_like_it_are_none_of_it() -> None:
    shell = """/* import x from "y"; */
// import x from "y";
import "./one.js"; // and export default

/** @type {import("./wire").Me} */
export const one = { import: "import", export: t("export.now") }; // export let
class Two { #import() {} export = async () => this.#import(); }
"""
    files = {"a/shell.js": shell, "a/one.js": "", "a.css": ""}
    assert Joined(PAGE, files.__getitem__).asked == {"a/shell.js", "style.css"}


@pytest.mark.parametrize("strange", ['@import "b.css";', '@charset "utf-8";', "a { background: url(b.png) }"])
def test_a_style_sheet_that_would_mean_something_else_elsewhere_is_refused(strange: str) -> None:
    with pytest.raises(Unjoinable):
        Joined(PAGE, {"a/shell.js": "", "a.css": strange}.__getitem__)


def test_what_cannot_be_joined_is_sent_file_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(static_files, "visitor_for", lambda *_: None)
    files = {"index.html": PAGE, "a/shell.js": "export default 1;", "a.css": "", "service-worker.js": "here"}
    for name, written in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(written)
    static = Static(tmp_path)
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""})
    with caplog.at_level(logging.ERROR):
        page = bytes(static.shell(request, "a/shell.js").body).decode()
    assert "a/shell.js" in caplog.text
    version = re.search("~[0-9a-f]{16}", page)
    assert version is not None
    assert page == PAGE.replace('"/', f'"/{version[0]}/')
    assert bytes(static.answer(request, f"{version[0]}/a/shell.js").body) == b"export default 1;"
    told = bytes(static.service_worker(request).body).decode()
    assert {*re.findall(r'"/~[0-9a-f]+/(.+?)"', told)} == {"index.html", "a/shell.js", "a.css"}


def test_a_page_is_sent_with_what_the_router_will_open() -> None:
    routes = re.findall(r'pattern: /(\S+)/,\s+load: \(\) => import\("[.][.]/pages/(.+?)[.]js"\)', text("app/router.js"))
    for path, module in (PAGES | LOBBY).items():
        address = re.sub(r"\{.+?\}", "7", path)
        patterns = ((re.compile(pattern.replace("(?<", "(?P<")), page) for pattern, page in routes)
        assert next(page for pattern, page in patterns if pattern.search(address)) == module
