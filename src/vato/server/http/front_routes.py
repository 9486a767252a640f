"""The first page's only request: what goes on among people, and one's own games."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from vato.learn import puzzles
from vato.server.http.answers import as_json, routes_at, worked_out
from vato.server.http.game_routes import summaries
from vato.server.http.language import language_of
from vato.server.http.post_routes import waiting_for
from vato.server.http.puzzle_routes import graded
from vato.server.http.visitors import identify
from vato.server.services import services_of
from vato.server.store.model import COMPUTER, PERSON, StoredGame
from vato.server.wire import front as wire

MOST_UNFINISHED = 6

router = routes_at("/api", "games")


@router.get("/front", response_model=wire.Front)
async def front(request: Request) -> Response:
    """Return what the first page tells: what can be joined now, what begins soon, and one's own games to go on with."""
    services, visitor = services_of(request), identify(request)
    going: wire.Going | None = None
    if services.front is not None:
        meeting = await services.front.meeting(visitor)
        going = {
            "seeks": meeting.seeks,
            "seekers": meeting.seekers,
            "tournaments": meeting.tournaments,
            "playing": meeting.playing,
            "puzzles": graded(puzzles.groups_of)["games"],
        }
    mine = [] if visitor is None else (await services.store.mine(visitor, 0))[0]
    unfinished = [game for game in mine if _goes_on(game, visitor)][:MOST_UNFINISHED]
    listed = await worked_out(request, summaries, unfinished, visitor, language_of(request))
    return as_json(wire.Front(going=going, waiting=await waiting_for(request, visitor), unfinished=listed))


def _goes_on(game: StoredGame, visitor: str | None) -> bool:
    """Return whether a game is one to go on with, and not one of those that wait."""
    mine = game.seats_of(visitor)
    others = [seat for player, seat in enumerate(game.seats) if player not in mine]
    waits = game.full and game.turn in mine and any(seat.kind == PERSON for seat in others)
    # One that nobody has moved in and nobody else waits for is not worth it.
    begun = game.plies > 0 or any(seat.kind != COMPUTER for seat in others)
    return game.outcome is None and begun and not waits
