"""What a browser keeps to do without a network: the list of it, the packs, and the script that keeps the app."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request

from tests.server.people import Person, Server
from vato import catalog
from vato.learn.attempt import lessons_of
from vato.learn.puzzles import find, puzzles_of
from vato.server.http.joined import Joined
from vato.server.http.kept_routes import _Made
from vato.server.http.static_files import FOLDER, KINDS, Static


@pytest.mark.parametrize("language", ["en", "fa"])
def test_everything_in_the_list_is_there_in_the_size_that_is_told(ann: Person, language: str) -> None:
    told = ann.get("/kept", headers={"Accept-Language": language}).json()
    assert told["language"] == language
    assert told["size"] == sum(item["size"] for item in told["items"])
    for item in told["items"]:
        headers = {"Accept-Language": language, "Accept-Encoding": "gzip"}
        with ann.server.client.stream("GET", ann.server.address + item["url"], headers=headers) as answer:
            assert answer.status_code == 200
            assert sum(map(len, answer.iter_raw())) == item["size"]
            assert answer.headers.get("etag") == item["tag"]
            assert item["tag"] or "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("name", ["words", "beginnings", "light"])
def test_a_pack_holds_what_a_page_would_be_answered(ann: Person, name: str) -> None:
    headers = {"Accept-Language": "fr"}
    answers = ann.get(f"/kept/packs/{name}", headers=headers).json()["answers"]
    assert len({answer["url"] for answer in answers}) == len(answers)
    for answer in answers[:: max(1, len(answers) // 40)]:
        asked = ann.server.client.get(
            ann.server.address + answer["url"], headers=headers if answer["is_spoken"] else {"Accept-Language": "de"}
        )
        assert asked.text == answer["body"]
        assert asked.headers["content-type"] == answer["headers"]["content-type"]
        assert asked.headers["etag"] == answer["headers"]["etag"]
        assert not {"set-cookie", "content-encoding", "content-length"} & {*answer["headers"]}


def test_the_packs_lack_nothing_that_pages_ask_for(ann: Person) -> None:
    told = {name: ann.get(f"/kept/packs/{name}").json()["answers"] for name in ("words", "beginnings", "dark")}
    urls = {answer["url"] for answers in told.values() for answer in answers}
    for game, entry in catalog.GAMES.items():
        assert {f"/api/lessons/{game}/{lesson.name}" for lesson in lessons_of(game)} <= urls
        for rules in entry.rules.known:
            assert f"/api/rules/{game}?rules={rules}" in urls
            start = urlencode({"rules": rules, "position": catalog.new(game, rules=rules).position})
            assert f"/api/engine/{game}/beginning?{start}" in urls
            page = ann.get(f"/rules/{game}?rules={rules}").json()
            examples = {example["name"] for section in page["sections"] for example in section["examples"]}
            assert {f"/api/rules/{game}/{name}.svg?rules={rules}&theme=dark" for name in examples} <= urls


def test_all_answers_of_puzzles_are_told_once(ann: Person) -> None:
    kept = ann.get("/kept/puzzles/fanorona").json()
    assert len(kept["puzzles"]) == len(puzzles_of("fanorona"))
    for number in (1, 104, 1000):
        puzzle, told = find("fanorona", number), kept["puzzles"][number - 1]
        moves = {str(move) for move in puzzle.board.legal_moves}
        assert {line.split()[0] for line in told["answers"]} == moves
        right = [line for line, said in told["answers"].items() if kept["messages"][said]["verdict"] == "reached"]
        assert [line.split()[0] for line in right] == [puzzle.right[0]]


def test_what_takes_long_to_find_is_found_once_however_many_ask() -> None:
    found: list[tuple[str, str]] = []

    def find(game: str, language: str) -> dict[str, int]:
        found.append((game, language))
        return {"number": len(found)}

    async def ask() -> list[bytes]:
        made = _Made(FastAPI())
        asked = [made.exercises(find, game, "en") for game in ["squadro", "fanorona"] * 20]
        return [gzip.decompress(answer.body) for answer in await asyncio.gather(*asked)]

    assert asyncio.run(ask()) == [b'{"number":1}', b'{"number":2}'] * 20
    assert found == [("squadro", "en"), ("fanorona", "en")]


@pytest.mark.parametrize("name", ["packs/words", "lessons/squadro", "puzzles/squadro"])
def test_an_answer_that_is_ready_is_the_same_however_it_is_sent(ann: Person, name: str) -> None:
    address = f"{ann.server.address}/api/kept/{name}"
    plain, small = (ann.server.client.get(address, headers={"Accept-Encoding": kind}) for kind in ("identity", "gzip"))
    assert (plain.headers.get("content-encoding"), small.headers.get("content-encoding")) == (None, "gzip")
    assert plain.json() == small.json()
    assert {answer.headers["cache-control"] for answer in (plain, small)} == {"no-cache"}
    again = ann.server.client.get(address, headers={"If-None-Match": small.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == plain.headers["etag"] == small.headers["etag"]


def test_a_part_of_an_engine_is_the_same_however_it_is_sent(ann: Person) -> None:
    for part in ("module", "known"):
        told = ann.get("/engine/alquerque").json()[part]
        address = ann.server.address + told["url"]
        plain, small = (
            ann.server.client.get(address, headers={"Accept-Encoding": kind}) for kind in ("identity", "gzip")
        )
        assert plain.content == small.content
        assert plain.headers["content-length"] == str(told["length"]) == str(len(plain.content))


@pytest.mark.parametrize("path", ["/kept/lessons/chess", "/kept/puzzles/chess", "/kept/packs/everything"])
def test_what_cannot_be_kept_is_refused(ann: Person, path: str) -> None:
    answer = ann.get(path)
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]["message"]


def shipped(server: Server) -> dict[str, list[str]]:
    """Return what the service worker is told."""
    answer = httpx.get(f"{server.address}/service-worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cross-origin-embedder-policy"] == "require-corp"
    told = re.match(r"self[.]shipped = ({.*});\n", answer.text)
    assert told is not None
    assert answer.text.endswith((FOLDER / "service-worker.js").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = json.loads(told[1])
    return found


def test_the_service_worker_is_told_all_that_the_app_asks_for(server: Server) -> None:
    found = shipped(server)
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.suffix in KINDS}
    joined = Joined((FOLDER / "index.html").read_text(), lambda name: (FOLDER / name).read_text())
    alone = there - joined.replaced - {"service-worker.js"}
    assert {"index.html", "icon.svg", "manifest.webmanifest", "app/theme.js"} <= alone
    assert {path.split("/", 2)[2] for path in found["files"]} == alone | joined.asked
    with httpx.Client(base_url=server.address) as client:
        for path in found["files"]:
            answer = client.get(path)
            assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True), path
            assert "set-cookie" not in answer.headers
        shell = client.get(f"/~{found['version']}/index.html")
        assert shell.text == client.get("/").text
        assert f"/~{found['version']}/app/shell.js" in shell.text


def test_the_service_worker_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[int] = []
    plain = gzip.compress

    def counted(body: bytes, *options: Any, **named: Any) -> bytes:
        packed.append(len(body))
        return plain(body, *options, **named)

    monkeypatch.setattr(gzip, "compress", counted)
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b""}
    request = Request({**scope, "headers": [(b"accept-encoding", b"gzip")]})
    static = Static()
    answers = [static.service_worker(request) for _ in range(3)]
    assert len({bytes(answer.body) for answer in answers}) == 1
    assert answers[0].headers["content-encoding"] == "gzip"
    assert len(packed) == 1


def test_every_change_of_a_file_makes_another_service_worker(tmp_path: Path) -> None:
    for name in ("index.html", "icon.svg", "shell.js", "service-worker.js"):
        (tmp_path / name).write_text("1")
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""})
    seen = {bytes(Static(tmp_path).service_worker(request).body)}
    for name in ("index.html", "icon.svg", "shell.js", "service-worker.js"):
        (tmp_path / name).write_text("22")
        seen.add(bytes(Static(tmp_path).service_worker(request).body))
    assert len(seen) == 5
