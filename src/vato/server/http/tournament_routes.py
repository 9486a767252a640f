"""Requests about tournaments: list, create, look, enter, withdraw, begin, close, and take one home as records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Path, Request
from fastapi.responses import PlainTextResponse, Response

from vato.server.http.answers import as_json, content, routes_at
from vato.server.http.member_routes import people_of
from vato.server.http.visitors import identify, member_of
from vato.server.services import address_of, services_of
from vato.server.wire import tournaments as wire

if TYPE_CHECKING:
    from vato.server.tournaments.organising import Organising

router = routes_at("/api/tournaments", "tournaments")
TournamentId = Annotated[str, Path(max_length=40, examples=["aB3dE5fG7h"])]
CREATING_COST = 10
"""What creating a tournament counts for, in games."""


def _organising(request: Request) -> Organising:
    people_of(request)
    organising = services_of(request).tournaments
    assert organising is not None
    return organising


@router.get("", response_model=wire.TournamentList)
async def listed(request: Request) -> Response:
    """Return the tournaments that go on, that begin soon, and that ended in the last month."""
    return as_json(await _organising(request).listed())


@router.post("", response_model=wire.TournamentState, status_code=201)
async def create(request: Request, sent: wire.NewTournament) -> Response:
    """Create a tournament as a member, who organises it."""
    organising, member = _organising(request), member_of(request)
    services_of(request).check_creating(member, request, CREATING_COST)
    made = await organising.create(member, sent)
    response = await _state(request, made)
    response.status_code = 201
    return response


@router.get("/{tournament_id}", response_model=wire.TournamentState)
async def look(request: Request, tournament_id: TournamentId) -> Response:
    """Return a tournament as whoever asks sees it."""
    return await _state(request, tournament_id)


@router.post("/{tournament_id}/enter", response_model=wire.TournamentState)
async def enter(request: Request, tournament_id: TournamentId) -> Response:
    """Take part, or take part again: before it begins, in a Swiss until the last round, in an arena until its end."""
    await _organising(request).enter(tournament_id, member_of(request))
    return await _state(request, tournament_id)


@router.post("/{tournament_id}/leave", response_model=wire.TournamentState)
async def leave(request: Request, tournament_id: TournamentId) -> Response:
    """Withdraw; a game that goes on is played to its end."""
    await _organising(request).leave(tournament_id, member_of(request))
    return await _state(request, tournament_id)


@router.post("/{tournament_id}/start", response_model=wire.TournamentState)
async def start(request: Request, tournament_id: TournamentId) -> Response:
    """Begin before the time, as the organiser."""
    await _organising(request).start(tournament_id, member_of(request))
    return await _state(request, tournament_id)


@router.post("/{tournament_id}/close", response_model=wire.TournamentState)
async def close(request: Request, tournament_id: TournamentId) -> Response:
    """End it, as the organiser or a moderator: nobody is paired any more."""
    await _organising(request).close(tournament_id, member_of(request))
    return await _state(request, tournament_id)


@router.get("/{tournament_id}/records", response_model=None, responses=content("text/plain"))
async def records(request: Request, tournament_id: TournamentId) -> Response:
    """Return all games that have ended as one file of records, from which the standing follows."""
    text = await _organising(request).records(tournament_id, address_of(request))
    named = {"content-disposition": f'attachment; filename="vato-tournament-{tournament_id}.txt"'}
    return PlainTextResponse(text, headers=named)


async def _state(request: Request, tournament_id: str) -> Response:
    return Response(await _organising(request).state(tournament_id, identify(request)), media_type="application/json")
