"""Requests of visitors' own engines: the compiled code of a game with what it needs, and where a game begins."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
import threading
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_args

from fastapi import Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from vato import catalog, scene
from vato.board import ADJUDICATION, AGREEMENT, RESIGNATION, Board, Outcome
from vato.book import DamagedBook
from vato.compiled.contract import KNOWN_AT
from vato.engine.levels import Level, levels_of
from vato.errors import UnknownName
from vato.game import MODULE_FILE, Carried, Game
from vato.server.http.answers import content, lasting, routes_at
from vato.server.http.language import language_of
from vato.server.http.refusals import Refusal, addressed
from vato.server.http.static_files import FOR_EVER
from vato.server.play.computer import SHARE_OF_CLOCK
from vato.server.play.deed import LONGEST_GAME
from vato.server.play.permission import agreement_allowed
from vato.server.play.positions import MOST_TURNS, begun
from vato.server.play.view import outcome_body
from vato.server.services import services_of
from vato.server.wire import engine as wire
from vato.server.wire.fields import PositionText, RulesName
from vato.server.wire.game import Outcome as Ended

log = logging.getLogger("vato.server")

OCTETS = "application/octet-stream"
PIECE = 16 * 1024
GZIP = 16
"""Says to zlib that what comes is in gzip's form."""

router = routes_at("/api/engine/{game}", "engine")
GameName = Annotated[str, Path(max_length=40)]
PartName = Literal["module", "weights", "known", "book"]
PARTS: tuple[PartName, ...] = get_args(PartName)


class Packed(NamedTuple):
    """A part as it is sent, compressed, and a version of it."""

    body: bytes
    length: int
    version: str


_packing = threading.Lock()


def packed(game: str, part: PartName) -> Packed | None:
    """Return a part of a game's engine; None where it has none."""
    with _packing:  # who comes at the same time waits for the first
        return _packed(game, part)


@cache
def _packed(game: str, part: PartName) -> Packed | None:
    entry = catalog.find(game)
    raw: bytes | None = None
    if part == "module":
        path = entry.file(MODULE_FILE)
        raw = None if path is None else path.read_bytes()
    elif part == "weights":
        raw = None if entry.figures is None else entry.figures().weights().tobytes()
    elif part == "book":
        raw = _book(game)
    elif (known := carried_on(catalog.new(game))) is not None:
        raw = known.placed_at(KNOWN_AT)
    if raw is None:
        return None
    return Packed(gzip.compress(raw, 6, mtime=0), len(raw), hashlib.sha256(raw).hexdigest()[:16])


def _book(game: str) -> bytes | None:
    book = catalog.book(game)
    try:
        return None if book is None else book.plain()
    except DamagedBook as error:
        log.warning("%s", error)
        return None


def part_of(game: str, part: PartName) -> wire.Part | None:
    """Return where a part of a game's engine is, and its size; None where it has none."""
    found = packed(game, part)
    if found is None:
        return None
    url = f"/api/engine/{game}/{part}?version={found.version}"
    return {"url": url, "size": len(found.body), "length": found.length}


@router.get("", response_model=wire.Supply)
async def read_supply(request: Request, game: GameName) -> Response:
    """Return what a game's engine is made from and where it is found."""
    with addressed():
        _entry(game)
    module, weights, known, book = [await asyncio.to_thread(part_of, game, part) for part in PARTS]
    assert module is not None
    assert weights is not None
    supply: wire.Supply = {
        "module": module,
        "weights": weights,
        "known": known,
        "book": book,
        "levels": [_traits(level) for level in levels_of(game)],
        "pace_ms": round(1000 * services_of(request).settings.pace_seconds),
        "share_of_clock": SHARE_OF_CLOCK,
    }
    return lasting(request, supply)


def _traits(level: Level) -> wire.LevelTraits:
    traits, limit = level.traits, level.limit
    return {
        "number": level.number,
        "depth": limit.depth,
        "nodes": limit.nodes,
        "seconds": limit.seconds,
        "sight": traits.sight,
        "error": traits.error,
        "greed": traits.greed,
        "full": level.is_full,
    }


@router.get("/beginning", response_model=wire.Beginning)
async def read_beginning(
    request: Request,
    game: GameName,
    rules: Annotated[RulesName | None, Query()] = None,
    position: Annotated[PositionText | None, Query()] = None,
) -> Response:
    """Return where a game begins, in the words of its compiled code."""
    with addressed():
        _entry(game)
    board = begun(game, rules, position, {})
    return lasting(request, await asyncio.to_thread(beginning_of, board, language_of(request)))


@router.get("/{part}", response_class=Response, responses=content(OCTETS))
async def read_part(
    request: Request, game: GameName, part: PartName, version: Annotated[str, Query(max_length=40)]
) -> Response:
    """Return a part of a game's engine."""
    with addressed():
        _entry(game)
    found = await asyncio.to_thread(packed, game, part)
    if found is None or found.version != version:
        raise Refusal("There is no such page here.", code="not_found", status=404)
    kind = "application/wasm" if part == "module" else OCTETS
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        # In pieces: whoever does not take it shall not make the server hold all of it.
        headers["content-length"] = str(found.length)
        return StreamingResponse(_unpacked(found.body), media_type=kind, headers=headers)
    return Response(found.body, media_type=kind, headers={**headers, "content-encoding": "gzip"})


def _unpacked(body: bytes) -> Iterator[bytes]:
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | GZIP)
    for begin in range(0, len(body), PIECE):
        yield unpacking.decompress(body[begin : begin + PIECE])
    yield unpacking.flush()


def _entry(game: str) -> Game:
    """Return a game that visitors' own engines can play."""
    entry = catalog.find(game)
    if not entry.is_portable:
        raise UnknownName("There is no engine for {game} yet.", game=game)
    return entry


def beginning_of(board: Board, language: str) -> wire.Beginning:
    """Return where a game begins, in the words of its compiled code."""
    entry = _entry(board.game)
    assert entry.figures is not None
    figures, module = entry.figures(), part_of(board.game, "module")
    assert module is not None
    return {
        "layout_key": scene.layout_key(board),
        "start": board.position,
        "module": module["url"],
        "table": words(figures.table_of(board)),
        "rules": words(figures.rules_of(board)),
        "position": words(figures.position_of(board)),
        "sides": board.sides,
        "resigned": (
            _declared(board, Outcome(1, RESIGNATION), language),
            _declared(board, Outcome(0, RESIGNATION), language),
        ),
        "agreed": outcome_body(language, board, Outcome(None, AGREEMENT)) if agreement_allowed(board) else None,
        "adjudicated": _declared(board, Outcome(None, ADJUDICATION), language),
        "longest_game": LONGEST_GAME,
        "outcomes": [outcome_body(language, board, outcome) for outcome in figures.OUTCOMES],
        "most_turns": MOST_TURNS,
        "informed": carried_on(board) is not None,
        "proven": entry.proofs is not None and entry.proofs.is_about(board),
    }


def _declared(board: Board, outcome: Outcome, language: str) -> Ended:
    """Return how a game ends by what no move does."""
    ended = outcome_body(language, board, outcome)
    assert ended is not None
    return ended


def words(figures: Iterable[Any]) -> list[str]:
    """Return words of 64 bits as the browser takes them."""
    return [str(int(word)) for word in figures]


def carried_on(board: Board) -> Carried | None:
    """Return what every copy knows exactly, if that is for a board and its rules."""
    carried = catalog.find(board.game).carried
    return None if carried is None else carried(board)
