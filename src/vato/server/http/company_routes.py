"""Requests between members: block, report, challenge; and what moderators ask for and do."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import Response

from vato.server.fair_queue import Asker
from vato.server.http.answers import as_json, routes_at
from vato.server.http.game_routes import GameId
from vato.server.http.member_routes import people_of
from vato.server.http.visitors import member_of
from vato.server.people.signs import found
from vato.server.services import address_of, services_of
from vato.server.wire import company as wire
from vato.server.wire import moderation

router = routes_at("/api")
MemberName = Annotated[str, Path(max_length=200, examples=["Ann"])]
ChallengeId = Annotated[str, Path(max_length=40, examples=["aB3dE5fG7h"])]


# Blocks and reports


@router.get("/me/blocks", response_model=wire.MemberNames, tags=["company"])
async def blocked(request: Request) -> Response:
    """Return whom the member who asks has blocked, the last first."""
    return as_json(await people_of(request).moderation.blocked(request))


@router.post("/me/blocks", response_model=wire.MemberNames, tags=["company"])
async def block(request: Request, sent: wire.BlockMember) -> Response:
    """Block a member: the two are never paired, neither can challenge the other, and what they say is not shown."""
    return as_json(await people_of(request).moderation.block(request, sent.name))


@router.delete("/me/blocks/{name}", response_model=wire.MemberNames, tags=["company"])
async def unblock(request: Request, name: MemberName) -> Response:
    """Unblock a member."""
    return as_json(await people_of(request).moderation.unblock(request, name))


@router.post("/reports", response_model=wire.Reported, status_code=201, tags=["company"])
async def report(request: Request, sent: wire.NewReport) -> Response:
    """Tell the moderators of a member, a game, or both."""
    made = as_json(await people_of(request).moderation.report(request, sent))
    made.status_code = 201
    return made


# Challenges


@router.get("/challenges", response_model=list[wire.GameChallenge], tags=["company"])
async def challenges(request: Request) -> Response:
    """Return the challenges by and to the member who asks that wait, or were answered in the last minute."""
    people = people_of(request)
    return as_json(await people.dares.of(member_of(request)))


@router.post("/challenges", response_model=wire.GameChallenge, status_code=201, tags=["company"])
async def challenge(request: Request, sent: wire.NewChallenge) -> Response:
    """Challenge a member to a game; it stands, instead of one to the same member, until it is answered or expires."""
    people = people_of(request)
    member = member_of(request)
    services_of(request).check_creating(member, request)
    made = as_json(await people.dares.challenge(member, sent))
    made.status_code = 201
    return made


@router.post("/challenges/{challenge_id}/accept", response_model=wire.GameChallenge, tags=["company"])
async def accept(request: Request, challenge_id: ChallengeId) -> Response:
    """Accept a challenge, which becomes the game `game_id`."""
    return as_json(await _answered(request, challenge_id, "accepted"))


@router.post("/challenges/{challenge_id}/decline", response_model=wire.GameChallenge, tags=["company"])
async def decline(request: Request, challenge_id: ChallengeId) -> Response:
    """Decline a challenge."""
    return as_json(await _answered(request, challenge_id, "declined"))


@router.delete("/challenges/{challenge_id}", response_model=wire.GameChallenge, tags=["company"])
async def take_back(request: Request, challenge_id: ChallengeId) -> Response:
    """Take back a challenge of one's own."""
    return as_json(await _answered(request, challenge_id, "withdrawn"))


async def _answered(request: Request, challenge_id: str, answer: wire.Answered) -> wire.GameChallenge:
    people = people_of(request)
    return await people.dares.answer(member_of(request), challenge_id, answer)


# Moderators


@router.get("/moderation", response_model=moderation.ModeratorsPage, tags=["moderation"])
async def moderators_page(request: Request) -> Response:
    """Return reports and deeds; for moderators, as all of this."""
    return as_json(await people_of(request).moderation.page(request))


@router.post("/moderation/reports/{report_id}/close", response_model=moderation.ModeratorsPage, tags=["moderation"])
async def close_report(request: Request, report_id: ChallengeId, sent: moderation.CloseReport) -> Response:
    """Close a report."""
    return as_json(await people_of(request).moderation.close(request, report_id, sent.note))


@router.get("/moderation/members/{name}", response_model=moderation.MemberFile, tags=["moderation"])
async def member_file(request: Request, name: MemberName) -> Response:
    """Return a member as moderators see them."""
    return as_json(await people_of(request).moderation.file(request, name))


@router.post("/moderation/members/{name}/ban", response_model=moderation.ModeratorsPage, tags=["moderation"])
async def ban(request: Request, name: MemberName, sent: moderation.Moderate) -> Response:
    """Close an account: its sessions end, signing in is refused, its games against others are resigned."""
    return as_json(await people_of(request).moderation.ban(request, name, sent.note))


@router.post("/moderation/members/{name}/unban", response_model=moderation.ModeratorsPage, tags=["moderation"])
async def unban(request: Request, name: MemberName, sent: moderation.Moderate) -> Response:
    """Open an account again."""
    return as_json(await people_of(request).moderation.unban(request, name, sent.note))


@router.post("/moderation/members/{name}/rename", response_model=moderation.ModeratorsPage, tags=["moderation"])
async def rename(request: Request, name: MemberName, sent: moderation.RenameMember) -> Response:
    """Give a member another name, in all games as well."""
    return as_json(await people_of(request).moderation.rename(request, name, sent.name, sent.note))


@router.get("/moderation/games/{game_id}/signs", response_model=moderation.Signs, tags=["moderation"])
async def signs(request: Request, game_id: GameId) -> Response:
    """Return signs of engine help in a finished game, for people to weigh; it takes some seconds."""
    services, address = services_of(request), address_of(request)
    snapshot = await people_of(request).moderation.looks_at(request, game_id)
    moderator = member_of(request)
    with services.asking(moderator, address):
        return as_json(await found(services.thinking, snapshot, Asker(moderator, address)))
