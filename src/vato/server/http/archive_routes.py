"""Requests to the archive: public games that have ended, searched by what is known of them, and all of them as a file.

A server without accounts has no public games, and says that it has no accounts.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from vato import catalog
from vato.book import key_of
from vato.server.http.answers import as_json, content, routes_at, worked_out
from vato.server.http.game_routes import summaries
from vato.server.http.language import language_of
from vato.server.http.member_routes import people_of
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import identify
from vato.server.play.archiving import LICENCE, as_file
from vato.server.play.closed import refuse_if_closed
from vato.server.play.positions import reached
from vato.server.services import address_of, services_of
from vato.server.store.archive import place_of
from vato.server.store.model import StoredGame
from vato.server.store.search import Archive, Mark, Wanted
from vato.server.wire import archive as wire

MARK = re.compile(r"([0-9]{1,18})-([A-Za-z0-9]{1,16})")
FILE_NAME = "vato-games.vato.gz"

router = routes_at("/api", "members")


@router.get("/archive", response_model=wire.ArchivePage)
async def search_archive(
    request: Request,
    game: Annotated[str | None, Query(max_length=40)] = None,
    rules: Annotated[str | None, Query(max_length=400)] = None,
    position: Annotated[str | None, Query(max_length=400)] = None,
    moves: Annotated[str, Query(max_length=8_000, description="Separated by spaces or commas")] = "",
    player: Annotated[str | None, Query(max_length=80)] = None,
    opening: Annotated[str | None, Query(max_length=80)] = None,
    result: wire.ResultName | None = None,
    before: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """Return public games for which all that is named holds, the last ended first; `before` is a page's `next`.

    A position, rules or an opening are those of a game, which is named with them. Moves lead to a position from there,
    or from the usual start. Mirror images are one position.
    """
    people = people_of(request)
    if game is None and (moves or (rules, position, opening) != (None, None, None)):
        raise Refusal("Name the game with its rules, position or opening.", code="unreadable", status=422)
    entry = None if game is None else catalog.find(game)
    kept = None if entry is None or rules is None else entry.read_rules(rules).name
    place = None
    if entry is not None and (moves or position is not None):
        await refuse_if_closed(services_of(request).store, identify(request), entry.name)
        played = moves.replace(",", " ").split()
        place = await worked_out(request, _place, entry.name, kept, position, played)
    wanted = Wanted(
        None if entry is None else entry.name,
        kept,
        place,
        None if player is None else (await people.shown(player)).id,
        opening,
        result,
    )
    found = await Archive(services_of(request).store).find(wanted, None if before is None else _mark(before))
    games = await worked_out(request, _listed, found.games, identify(request), language_of(request))
    following = None if found.next is None else f"{found.next.ended_ms}-{found.next.game_id}"
    return as_json(wire.ArchivePage(games=games, next=following, licence=LICENCE))


@router.get("/archive/games.vato.gz", response_model=None, responses=content("application/gzip"))
async def download_archive(request: Request, game: Annotated[str | None, Query(max_length=40)] = None) -> Response:
    """Return all public games, or those of one game, as records in one compressed file; each names its licence."""
    people_of(request)
    name = None if game is None else catalog.find(game).name
    services, place = services_of(request), ExitStack()
    place.enter_context(services.downloads.hold(address_of(request)))
    headers = {
        "content-disposition": f'attachment; filename="{FILE_NAME}"',
        "content-encoding": "identity",  # it is compressed already
        "cache-control": "no-store",
    }
    return Download(as_file(services.store, name), place, headers)


class Download(StreamingResponse):
    """A long file, during which a place is held, however it ends."""

    def __init__(self, parts: AsyncIterator[bytes], place: ExitStack, headers: dict[str, str]) -> None:
        super().__init__(parts, media_type="application/gzip", headers=headers)
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        with self._place:
            await super().__call__(scope, receive, send)


def _place(game: str, rules: str | None, position: str | None, moves: list[str]) -> int:
    board = reached(game, rules, position, moves)
    return place_of(game, board.rules.name, key_of(board))


def _mark(text: str) -> Mark:
    if (parts := MARK.fullmatch(text)) is None:
        raise Refusal(
            "That is no place in the archive; `before` is what a page calls `next`.", code="unreadable", status=422
        )
    return Mark(int(parts[1]), parts[2])


def _listed(games: list[tuple[StoredGame, str | None]], visitor: str | None, language: str) -> list[wire.ArchivedGame]:
    openings = {game.id: opening for game, opening in games}
    return [
        {"summary": summary, "opening": openings[summary["id"]]}
        for summary in summaries([game for game, _ in games], visitor, language)
    ]
