"""Requests about games: create, look, join, act, go on to the next one, list, and take one home as a record."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated
from urllib.parse import quote

from fastapi import Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from vato import scene
from vato.errors import VatoError
from vato.server import reach
from vato.server.http.answers import as_json, content, filled, routes_at, worked_out
from vato.server.http.language import language_of
from vato.server.http.refusals import NAME_TAKEN, Refusal, no_visitor
from vato.server.http.visitors import identify, visitor_for
from vato.server.play import actions, brought, new_game, rematch
from vato.server.play.behind import as_seen_by
from vato.server.play.closed import refuse_computer_if_closed
from vato.server.play.permission import refuse_unless_shown
from vato.server.play.positions import refuse_if_crowded
from vato.server.play.records import record_of
from vato.server.play.snapshot import start_of
from vato.server.play.view import NOBODY, outcome_body, seats_body
from vato.server.services import Services, services_of
from vato.server.store.model import BroughtKey, Conflict, StoredGame
from vato.server.wire import game as wire
from vato.server.wire import live

router = routes_at("/api")
GameId = Annotated[str, Path(max_length=40, examples=["aB3dE5fG7h"])]


@router.post("/games", response_model=wire.Identified, status_code=201, tags=["games"])
async def create_game(request: Request, wish: wire.NewGame) -> Response:
    """Create a game, or the first game of a contest; its address is /game/ID.

    Wished for again under its key, because the answer was lost, it is there once.
    """
    services = services_of(request)
    response = Response(media_type="application/json")
    visitor = visitor_for(request, response)
    key = None if wish.key is None else BroughtKey(visitor, wish.key)
    wish.seats = [await _named(services, seat, visitor) for seat in wish.seats]
    if key is None or (known := await services.store.brought(key)) is None:
        game, moves, contest = new_game.create(wish, visitor)
        if game.computer is not None:
            await refuse_computer_if_closed(services.store, visitor, wish.game)
        if wish.position is not None:
            await worked_out(request, refuse_if_crowded, start_of(game))
        services.check_creating(visitor, request)
        try:
            await services.store.create(game, moves, contest, key)
            known = game.id, game.version
        except Conflict:  # the same one came at the same time by another way
            known = None if key is None else await services.store.brought(key)
            if known is None:
                raise
    await services.games.snapshot(known[0])  # the computer may be the one to begin
    return filled(response, wire.Identified(id=known[0]), 201)


async def _named(services: Services, seat: wire.SeatWish, visitor: str) -> wire.SeatWish:
    """Return a seat with the name that it is to have."""
    name = await services.games.name_for(visitor, seat.name, own=seat.kind == new_game.ME)
    return seat.model_copy(update={"name": name})


@router.post("/brought", response_model=wire.Identified, tags=["games"])
async def bring_game(request: Request, told: wire.BroughtGame) -> Response:
    """Keep a game that was played without the server; brought again under its key, it is there once.

    Nobody without a token can bring one: whoever got it only with the answer would be somebody else the next time.
    """
    services = services_of(request)
    visitor = identify(request)
    if visitor is None:
        raise no_visitor()
    services.check_creating(visitor, request)
    for number, seat in enumerate(told.seats):
        try:
            told.seats[number] = await _named(services, seat, visitor)
        except Refusal as refusal:
            if refusal.code != NAME_TAKEN:
                raise
            # What was played stays, whoever has the name by now.
            told.seats[number] = seat.model_copy(update={"name": ""})
    played = await worked_out(request, brought.played_again, told, visitor)
    return as_json(wire.Identified(id=await brought.bring(services.games, told, played, visitor)))


@router.get("/games", response_model=wire.SummaryPage, tags=["games"])
async def my_games(request: Request, page: Annotated[int, Query(ge=1, le=1_000)] = 1) -> Response:
    """Return the games of this visitor, the last played first."""
    visitor = identify(request)
    games, more = ([], False) if visitor is None else await services_of(request).store.mine(visitor, page - 1)
    language = language_of(request)
    found = await worked_out(request, summaries, games, visitor, language)
    return as_json(wire.SummaryPage(games=found, page=page, more=more))


def summaries(games: list[StoredGame], visitor: str | None, language: str) -> list[wire.Summary]:
    """Return games as a list tells them."""
    found = []
    for game in games:
        with suppress(VatoError):  # one that cannot be read any more is said to be when it is opened
            found.append(_summary(game, visitor, language))
    return found


def _summary(game: StoredGame, visitor: str | None, language: str) -> wire.Summary:
    board = start_of(game)
    mine = game.seats_of(visitor)
    return {
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "seats": seats_body(board.sides, game, mine, NOBODY),
        "rated": game.rated,
        "outcome": outcome_body(language, board, game.outcome),
        "plies": game.plies,
        "position": game.position,
        "layout": scene.layout_key(board),
        "my_turn": game.outcome is None and game.full and game.turn in mine,
        "updated": game.updated_ms,
    }


@router.get("/games/{game_id}", response_model=wire.State, tags=["games"])
async def read_game(request: Request, game_id: GameId) -> Response:
    """Return the whole state of a game as this visitor sees it."""
    games = services_of(request).games
    snapshot = await games.snapshot(game_id)
    refuse_unless_shown(snapshot, identify(request))
    games.attend(snapshot)
    visitor = identify(request)
    text = await games.state(snapshot, visitor, language_of(request), await games.hides(visitor))
    return Response(text, media_type="application/json")


@router.get("/games/{game_id}/record", response_model=None, responses=content("text/plain"), tags=["games"])
async def read_record(request: Request, game_id: GameId) -> Response:
    """Return a game as the text of a record; of one that counts and goes on, who does not play gets what they see."""
    snapshot = await services_of(request).games.snapshot(game_id)
    refuse_unless_shown(snapshot, identify(request))
    return PlainTextResponse(await worked_out(request, record_of, as_seen_by(snapshot, identify(request))))


@router.get("/games/{game_id}/invitation", response_model=wire.Invitation, tags=["games"])
async def invitation(request: Request, game_id: GameId) -> Response:
    """Return the link by which others come to a game, as text and as a QR code."""
    return await link_to(request, f"game/{quote(game_id, safe='')}")


async def link_to(request: Request, path: str) -> Response:
    """Return the link by which others come to a page."""
    address = reach.address_for_others(services_of(request).settings, str(request.url))
    if address is None:
        return as_json(wire.Invitation(address=None, code=[]))
    link = f"{address}/{path}"
    return as_json(wire.Invitation(address=link, code=await worked_out(request, reach.squares, link)))


@router.post("/games/{game_id}/join", response_model=wire.Committed, tags=["games"])
async def join_game(request: Request, game_id: GameId, joining: wire.JoinGame) -> Response:
    """Take the open seat of a game."""
    response = Response(media_type="application/json")
    visitor = visitor_for(request, response)
    version = await _act(request, game_id, visitor, live.Join(type="join", name=joining.name))
    return filled(response, wire.Committed(version=version, id=game_id))


@router.post("/games/{game_id}/moves", response_model=wire.Committed, tags=["games"])
async def make_move(request: Request, game_id: GameId, played: wire.PlayMove) -> Response:
    """Play a move; sent again because the answer was lost, it is acknowledged again and not played twice."""
    move = live.MakeMove(type="move", **played.model_dump())
    return as_json(wire.Committed(version=await _act(request, game_id, identify(request), move), id=game_id))


@router.post("/games/{game_id}/actions", response_model=wire.Committed, tags=["games"])
async def take_action(request: Request, game_id: GameId, action: live.AnyAction) -> Response:
    """Do anything that can be done over the live socket: move, resign, offer, answer, chat, rename, join."""
    return as_json(wire.Committed(version=await _act(request, game_id, identify(request), action), id=game_id))


async def _act(request: Request, game_id: str, visitor: str | None, message: live.Action) -> int:
    services = services_of(request)
    services.check_action(message, visitor, request)
    return (await actions.act(services.games, game_id, services.actor(visitor, request), message)).game.version


@router.post("/games/{game_id}/next", response_model=wire.Identified, tags=["games"])
async def next_game(request: Request, game_id: GameId) -> Response:
    """Return the game that follows a finished one: the contest's next, or the rematch; asked twice, the same one."""
    services = services_of(request)
    visitor = identify(request)
    services.check_creating(visitor, request)
    next_id = await rematch.next_game(services.games, game_id, services.actor(visitor, request))
    await services.games.snapshot(next_id)
    return as_json(wire.Identified(id=next_id))
