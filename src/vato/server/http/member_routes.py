"""Requests of members and of those who become one: sign up, sign in, see to the account, take it home, delete it.

A server without accounts has the same addresses, and says there that it has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Path, Request
from fastapi.responses import Response, StreamingResponse
from starlette.requests import HTTPConnection

from vato.server.http.answers import as_json, content, filled, routes_at
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import identify, is_member, visit_of, visitor_for
from vato.server.play.closed import closed_to
from vato.server.services import services_of
from vato.server.wire import people as wire

if TYPE_CHECKING:
    from vato.server.people.members import People

router = routes_at("/api", "members")
ARCHIVE = "application/zip"


def people_of(request: HTTPConnection) -> People:
    """Return the members of the server that a request came to; refuse where there are none."""
    people = services_of(request).people
    if people is None:
        raise Refusal("This server has no accounts.", code="no_accounts", status=404)
    return people


def _signed_in(request: Request, token: str, body: object, status: int = 200) -> Response:
    from vato.server.people import sessions

    response = Response(media_type="application/json")
    sessions.hand_out(request, response, token)
    return filled(response, body, status)


def _signed_out(request: Request) -> Response:
    from vato.server.people import sessions

    response = Response(media_type="application/json")
    sessions.take_back(request, response)
    return filled(response, wire.SignedIn(name=""))


@router.get("/me", response_model=wire.Me)
async def who_am_i(request: Request) -> Response:
    """Return who somebody is here: a member by name, or a visitor; and how many games this device has by nobody's."""
    people, visit = people_of(request), visit_of(request)
    member = await people.rows.member(identify(request)) if is_member(identify(request)) else None
    games = 0 if visit is None else await people.rows.count_games(visit)
    return as_json(wire.Me(member=member is not None, name="" if member is None else member.name, games=games))


@router.get("/me/closed", response_model=wire.Closed)
async def what_is_closed(request: Request) -> Response:
    """Return the games about which who asks is told nothing now, as they play one that counts."""
    people_of(request)
    return as_json(wire.Closed(games=await closed_to(services_of(request).store, identify(request))))


@router.post("/passkeys/challenge", response_model=wire.Challenge)
async def give_challenge(request: Request) -> Response:
    """Return what a passkey is to be made or used for, once, by whoever asks, within five minutes."""
    people = people_of(request)
    response = Response(media_type="application/json")
    return filled(response, await people.challenge(request, visitor_for(request, response)))


@router.post("/sign-up/password", response_model=wire.Joined, status_code=201)
async def sign_up_by_password(request: Request, sent: wire.SignUpByPassword) -> Response:
    """Make whoever asks a member, with all games of this device; the answer's cookie is their session."""
    token, joined = await people_of(request).sign_up_by_password(request, sent)
    return _signed_in(request, token, joined, 201)


@router.post("/sign-up/passkey", response_model=wire.Joined, status_code=201)
async def sign_up_by_passkey(request: Request, sent: wire.SignUpByPasskey) -> Response:
    """Make whoever asks a member, with all games of this device, by a passkey."""
    token, joined = await people_of(request).sign_up_by_passkey(request, sent)
    return _signed_in(request, token, joined, 201)


@router.post("/sign-in/password", response_model=wire.SignedIn)
async def sign_in_by_password(request: Request, sent: wire.SignInByPassword) -> Response:
    """Begin a session of a member by name and password, instead of the one that asks if there is one."""
    token, name = await people_of(request).sign_in_by_password(request, sent)
    return _signed_in(request, token, wire.SignedIn(name=name))


@router.post("/sign-in/passkey", response_model=wire.SignedIn)
async def sign_in_by_passkey(request: Request, sent: wire.SignInByPasskey) -> Response:
    """Begin a session of the member to whom a passkey belongs."""
    token, name = await people_of(request).sign_in_by_passkey(request, sent)
    return _signed_in(request, token, wire.SignedIn(name=name))


@router.post("/sign-in/code", response_model=wire.SignedIn)
async def sign_in_by_code(request: Request, sent: wire.SignInByCode) -> Response:
    """Begin a session of a member by name and a recovery code, which is used up."""
    token, name = await people_of(request).sign_in_by_code(request, sent)
    return _signed_in(request, token, wire.SignedIn(name=name))


@router.post("/sign-out", response_model=wire.SignedIn)
async def sign_out(request: Request) -> Response:
    """End the session that asks; its token is worth nothing from then on."""
    await people_of(request).sign_out(request)
    return _signed_out(request)


@router.get("/me/account", response_model=wire.Account)
async def read_account(request: Request) -> Response:
    """Return what is known about the member who asks."""
    _, account = await people_of(request).care.account(request)
    return as_json(account)


@router.post("/me/password", response_model=wire.SignedIn)
async def change_password(request: Request, sent: wire.ChangePassword) -> Response:
    """Give the member who asks another password, and end their other sessions."""
    return as_json(wire.SignedIn(name=await people_of(request).care.change_password(request, sent.password)))


@router.post("/me/passkeys", response_model=wire.SignedIn)
async def add_passkey(request: Request, sent: wire.AddPasskey) -> Response:
    """Give the member who asks another passkey."""
    return as_json(wire.SignedIn(name=await people_of(request).care.add_passkey(request, sent.passkey)))


@router.delete("/me/passkeys/{key_id}", response_model=wire.SignedIn)
async def remove_passkey(request: Request, key_id: Annotated[str, Path(max_length=1_400)]) -> Response:
    """Forget a passkey of the member who asks, unless it is the last way in."""
    return as_json(wire.SignedIn(name=await people_of(request).care.remove_passkey(request, key_id)))


@router.post("/me/codes", response_model=wire.Codes)
async def new_codes(request: Request) -> Response:
    """Return new recovery codes of the member who asks; those before are worth nothing from then on."""
    return as_json(await people_of(request).care.new_codes(request))


@router.delete("/me/sessions", response_model=wire.SignedIn)
async def end_other_sessions(request: Request) -> Response:
    """End all sessions of the member who asks but the one that does."""
    return as_json(wire.SignedIn(name=await people_of(request).care.end_session(request, None)))


@router.delete("/me/sessions/{session_id}", response_model=wire.SignedIn)
async def end_session(request: Request, session_id: Annotated[str, Path(max_length=40)]) -> Response:
    """End a session of the member who asks."""
    return as_json(wire.SignedIn(name=await people_of(request).care.end_session(request, session_id)))


@router.get("/me/archive", response_model=None, responses=content(ARCHIVE))
async def take_home(request: Request) -> Response:
    """Return all that is known about the member who asks, as one archive: account.json and games.vato."""
    pieces = await people_of(request).care.taken_home(request)
    headers = {"content-disposition": 'attachment; filename="vato-account.zip"'}
    return StreamingResponse(pieces, media_type=ARCHIVE, headers=headers)


@router.delete("/me", response_model=wire.SignedIn)
async def delete_account(request: Request) -> Response:
    """Forget the member who asks: games stay, the name and all else about them go."""
    await people_of(request).care.delete(request)
    return _signed_out(request)
