"""Requests about ratings: a member as everybody sees them, their rated games, and who leads.

A server without accounts has the same addresses, and says there that it has none.
"""

from __future__ import annotations

from typing import Annotated, cast, get_args

from fastapi import Path, Query, Request
from fastapi.responses import Response

from vato import catalog
from vato.server.http.answers import as_json, routes_at, worked_out
from vato.server.http.game_routes import summaries
from vato.server.http.language import language_of
from vato.server.http.member_routes import people_of
from vato.server.http.refusals import addressed
from vato.server.http.visitors import identify
from vato.server.services import services_of
from vato.server.store.standings import Standings
from vato.server.store.times import now_ms
from vato.server.wire import game as game_wire
from vato.server.wire import ratings as wire

router = routes_at("/api", "members")
MemberName = Annotated[str, Path(max_length=80, examples=["Ann Lee"])]


@router.get("/people/{name}", response_model=wire.Profile)
async def read_profile(request: Request, name: MemberName) -> Response:
    """Return a member by name: when they joined, and their ratings with how these came about."""
    member = await people_of(request).shown(name)
    now = now_ms()
    found = await Standings(services_of(request).store).of(member.id)
    entries: list[wire.RatingEntry] = []
    for standing in found:
        shown = standing.rating.shown(now)
        entry: wire.RatingEntry = {
            "game": standing.game,
            "kind": cast("wire.RatingKind", standing.kind),
            "rating": shown.value,
            "provisional": shown.provisional,
            "games": standing.rating.games,
            "history": [{"at": at, "rating": round(rating)} for at, rating in standing.history],
        }
        entries.append(entry)
    return as_json(wire.Profile(name=member.name, created=member.created_ms, ratings=entries))


@router.get("/people/{name}/games", response_model=game_wire.SummaryPage)
async def read_rated_games(
    request: Request, name: MemberName, page: Annotated[int, Query(ge=1, le=1_000)] = 1
) -> Response:
    """Return the rated games of a member, the last first; of all that a member plays only these are listed."""
    member = await people_of(request).shown(name)
    games, more = await Standings(services_of(request).store).games(member.id, page - 1)
    found = await worked_out(request, summaries, games, identify(request), language_of(request))
    return as_json(game_wire.SummaryPage(games=found, page=page, more=more))


@router.get("/leaders/{game}", response_model=wire.Leaderboards)
async def read_leaders(request: Request, game: Annotated[str, Path(max_length=40)]) -> Response:
    """Return who leads in a game, for each kind of rating; nobody of whom too little is known."""
    people_of(request)
    with addressed():
        name = catalog.find(game).name
    standings, now = Standings(services_of(request).store), now_ms()
    boards = [
        wire.Leaderboard(
            kind=kind,
            leaders=[
                {"name": leader.name, "rating": round(leader.rating.strength.rating), "games": leader.rating.games}
                for leader in await standings.leaders(name, kind, now)
            ],
        )
        for kind in get_args(wire.RatingKind)
    ]
    return as_json(wire.Leaderboards(game=name, boards=boards))
