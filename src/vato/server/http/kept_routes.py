"""Requests of a browser that means to do without a network: all that the app needs then, listed with its size."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Annotated, Literal, get_args
from urllib.parse import quote, unquote, urlencode
from weakref import WeakKeyDictionary

from fastapi import Path, Request
from fastapi.responses import Response
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message

from vato import catalog, scene
from vato.errors import UnknownName
from vato.learn import endings, puzzles, rules_page
from vato.learn.attempt import lessons_of
from vato.server.http.answers import INNER, Ready, handed_out, lasting, ready, routes_at
from vato.server.http.engine_routes import PARTS, part_of
from vato.server.http.kept_exercises import kept_lessons, kept_puzzles
from vato.server.http.language import language_of
from vato.server.http.lesson_routes import beginning_of
from vato.server.http.library_routes import starts_of
from vato.server.http.refusals import addressed
from vato.server.play.positions import begun
from vato.server.wire import kept as wire

THEMES = "light", "dark"
PackName = Literal["words", "beginnings", "light", "dark"]
PACKS: tuple[PackName, ...] = get_args(PackName)
"""Small answers, by what they are about; the last two are pictures in the colours of a theme."""
KEPT_HEADERS = "content-type", "etag", "vary", "cache-control"

router = routes_at("/api/kept", "kept")
GameName = Annotated[str, Path(max_length=40)]


@router.get("", response_model=wire.KeptList)
async def list_kept(request: Request) -> Response:
    """Return all that the app needs without a network in a language, beside its own files, with the sizes."""
    return lasting(request, await _made_for(request.app).list(language_of(request)))


@router.get("/packs/{name}", response_model=wire.Pack)
async def read_pack(request: Request, name: PackName) -> Response:
    """Return many small answers as one."""
    return await handed_out(request, await _made_for(request.app).pack(name, language_of(request)))


@router.get("/lessons/{game}", response_model=wire.KeptLessons)
async def read_kept_lessons(request: Request, game: GameName) -> Response:
    """Return the lessons of a game with all answers, for a game whose engine runs in browsers."""
    with addressed():
        entry = catalog.find(game)
        if not entry.is_portable or not lessons_of(entry.name):
            raise UnknownName("There are no lessons of {game} yet.", game=game)
    made = await _made_for(request.app).exercises(kept_lessons, entry.name, language_of(request))
    return await handed_out(request, made)


@router.get("/puzzles/{game}", response_model=wire.KeptPuzzles)
async def read_kept_puzzles(request: Request, game: GameName) -> Response:
    """Return the puzzles of a game with all answers, for a game whose engine runs in browsers."""
    with addressed():
        entry = catalog.find(game)
        if not entry.is_portable or not puzzles.has_puzzles(entry):
            raise UnknownName("There are no puzzles of {game} yet.", game=game)
    made = await _made_for(request.app).exercises(kept_puzzles, entry.name, language_of(request))
    return await handed_out(request, made)


# Asking oneself


async def _ask(app: ASGIApp, url: str, headers: dict[str, str]) -> tuple[Headers, bytes]:
    """Ask the server itself, as a browser does."""
    path, _, query = url.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": Headers({"host": "localhost", **headers}).raw,
        "client": None,
        "server": None,
        INNER: True,
    }
    heard: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        heard.append(message)

    await app(scope, receive, send)
    begun, *rest = heard
    if begun["status"] != 200:
        raise AssertionError(f"{url} is to be kept, and is answered with {begun['status']}")
    return Headers(raw=begun["headers"]), b"".join(part.get("body", b"") for part in rest)


class _Made:
    """The lists, packs and exercises of an application, each made when first asked for: the same as long as it runs."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._lists: dict[str, wire.KeptList] = {}
        self._packs: dict[tuple[str, str], Ready] = {}
        self._exercises: dict[tuple[Callable[..., object], str, str], Ready] = {}
        # Each kind one at a time: whoever plays needs the threads, too.
        self._listing, self._packing, self._exercising = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()

    async def list(self, language: str) -> wire.KeptList:
        """Return what there is to keep in a language."""
        async with self._listing:
            if language not in self._lists:
                packs = [await self._item(f"/api/kept/packs/{name}", language, is_pack=True) for name in PACKS]
                urls = await asyncio.to_thread(lambda: [*_single()])
                items = packs + [await self._item(url, language, is_pack=False) for url in urls]
                size = sum(item["size"] for item in items)
                self._lists[language] = {"language": language, "size": size, "items": items}
        return self._lists[language]

    async def _item(self, url: str, language: str, *, is_pack: bool) -> wire.KeptItem:
        headers, body = await _ask(self._app, url, {"accept-encoding": "gzip", "accept-language": language})
        return {"url": url, "size": len(body), "tag": headers.get("etag"), "is_pack": is_pack}

    async def pack(self, name: PackName, language: str) -> Ready:
        """Return a pack."""
        about = name, "" if name in THEMES else language  # a picture has no words
        async with self._packing:
            if about not in self._packs:
                urls = await asyncio.to_thread(lambda: [*_packed(name)])
                answers = [await self._answer(url, language, is_spoken=name not in THEMES) for url in urls]
                if name == "words":
                    answers.append(await self._answer(f"/api/messages/{language}", language, is_spoken=False))
                self._packs[about] = await asyncio.to_thread(ready, wire.Pack(answers=answers))
        return self._packs[about]

    async def _answer(self, url: str, language: str, *, is_spoken: bool) -> wire.PackedAnswer:
        headers, body = await _ask(self._app, url, {"accept-language": language} if is_spoken else {})
        kept = {header: headers[header] for header in KEPT_HEADERS if header in headers}
        return {"url": url, "is_spoken": is_spoken, "headers": kept, "body": body.decode()}

    async def exercises(self, find: Callable[[str, str], object], game: str, language: str) -> Ready:
        """Return the lessons or the puzzles of a game with all answers; to find them takes a while."""
        about = find, game, language
        async with self._exercising:
            if about not in self._exercises:
                self._exercises[about] = await asyncio.to_thread(lambda: ready(find(game, language)))
        return self._exercises[about]


_made: WeakKeyDictionary[ASGIApp, _Made] = WeakKeyDictionary()


def _made_for(app: ASGIApp) -> _Made:
    return _made.setdefault(app, _Made(app))


# What there is to keep, written as the app asks for it (`web/app/api.js`).


def _single() -> Iterator[str]:
    """What is large: what plays the games and teaches them, where there is no server."""
    for game in (game for game in catalog.GAMES.values() if game.is_portable):
        yield from (part["url"] for name in PARTS if (part := part_of(game.name, name)) is not None)
        if lessons_of(game.name):
            yield f"/api/kept/lessons/{game.name}"
        if puzzles.has_puzzles(game):
            yield f"/api/kept/puzzles/{game.name}"


def _packed(name: PackName) -> Iterator[str]:
    if name == "words":
        return _words()
    return _beginnings() if name == "beginnings" else _pictures(name)


def _words() -> Iterator[str]:
    yield from (f"/api/{name}" for name in ("languages", "catalog", "kits", "lessons", "puzzles", "training"))
    for game in catalog.GAMES.values():
        yield from (f"/api/layouts/{key}" for key in dict.fromkeys(_layouts(game.name)))
        yield from (f"/api/rules/{game.name}?rules={quote(name, safe='')}" for name in game.rules.known)
        yield from (f"/api/lessons/{game.name}/{lesson.name}" for lesson in lessons_of(game.name))
        if game.is_portable:
            yield f"/api/engine/{game.name}"


def _layouts(game: str) -> Iterator[str]:
    for start in starts_of(game):
        yield scene.layout_key(begun(game, start["rules"], start["position"], {}))


def _beginnings() -> Iterator[str]:
    for game in (game for game in catalog.GAMES.values() if game.is_portable):
        for start in starts_of(game.name):
            wanted = {"rules": start["rules"], "position": start["position"]}
            yield f"/api/engine/{game.name}/beginning?{urlencode(wanted)}"


def _pictures(theme: str) -> Iterator[str]:
    for game in catalog.GAMES.values():
        shown: list[dict[str, str]] = [{}]
        shown += ({"rules": rules} for rules in game.rules.known)
        for lesson in lessons_of(game.name):
            start = beginning_of(game.name, lesson)
            shown.append({"rules": start["rules"], "position": start["position"]})
        for groups_of in (puzzles.groups_of, endings.groups_of):
            shown += ({"position": found[0].position} for found in groups_of(game.name))
        queries = (urlencode({"theme": theme, "game": game.name, **wanted}) for wanted in shown)
        # Two lessons may begin alike.
        yield from (f"/api/picture.svg?{query}" for query in dict.fromkeys(queries))
        for rules in game.rules.known:
            for name in dict.fromkeys(each.example.name for each in rules_page.of(game.name, rules)):
                query = urlencode({"rules": rules, "theme": theme})
                yield f"/api/rules/{game.name}/{quote(name, safe='')}.svg?{query}"
