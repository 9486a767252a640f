"""Requests about games by post: which wait for somebody, days off, and what is planned."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from vato.server.http.answers import as_json, routes_at, worked_out
from vato.server.http.game_routes import GameId, summaries
from vato.server.http.language import language_of
from vato.server.http.member_routes import people_of
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import identify, member_of
from vato.server.play import plans
from vato.server.play.permission import refuse_unless_shown
from vato.server.play.snapshot import Snapshot
from vato.server.services import Services, services_of
from vato.server.store import vacations
from vato.server.store.plans import Plan
from vato.server.store.times import now_ms
from vato.server.store.waiting import Waiting
from vato.server.wire import post as wire

router = routes_at("/api", "by post")


@router.get("/waiting", response_model=wire.WaitingGames)
async def waiting(request: Request) -> Response:
    """Return the games that wait for this visitor, in which somebody else plays; the most urgent first."""
    return as_json(await waiting_for(request, identify(request)))


async def waiting_for(request: Request, visitor: str | None) -> wire.WaitingGames:
    """Return the games that wait for a visitor."""
    if visitor is None:
        return {"games": [], "count": 0, "others": False}
    games, count, others = await Waiting(services_of(request).store).of(visitor)
    now, clocks = now_ms(), {game.id: game.clock for game in games}
    found: list[wire.WaitingGame] = []
    for summary in await worked_out(request, summaries, games, visitor, language_of(request)):
        clock = clocks[summary["id"]]
        running = None if clock is None else clock.running
        left_ms = None if clock is None or running is None else clock.remaining_at(now)[running]
        found.append({**summary, "left_ms": left_ms})
    return {"games": found, "count": count, "others": others}


# Days off


@router.get("/me/days-off", response_model=wire.DaysOff)
async def days_off(request: Request) -> Response:
    """Return how many days this member may still take off, and until when they are off."""
    people_of(request)
    return await _days_off(services_of(request), member_of(request))


@router.post("/me/days-off", response_model=wire.DaysOff)
async def take_days_off(request: Request, wanted: wire.TakeDaysOff) -> Response:
    """Take days off: from now on the member's time stands still in all games by post, and the others see it."""
    people_of(request)
    services, member = services_of(request), member_of(request)
    try:
        async with services.store.writing() as connection:
            changed = await vacations.take(connection, member, wanted.days, now_ms())
    except vacations.AlreadyOff as off:
        raise Refusal("You have taken days off already; end them first.", code="days_off") from off
    except vacations.TooMany as many:
        raise Refusal("So many days are not left to you this year.", code="days_off") from many
    await services.games.seats_changed(changed)
    return await _days_off(services, member)


@router.delete("/me/days-off", response_model=wire.DaysOff)
async def end_days_off(request: Request) -> Response:
    """End the days off: the member's time runs again."""
    people_of(request)
    services, member = services_of(request), member_of(request)
    async with services.store.writing() as connection:
        changed = await vacations.end(connection, member, now_ms())
    await services.games.seats_changed(changed)
    return await _days_off(services, member)


async def _days_off(services: Services, member: str) -> Response:
    async with services.store.reading() as connection:
        standing = await vacations.of(connection, member, now_ms())
    return as_json(wire.DaysOff(left=standing.left, a_year=vacations.DAYS_A_YEAR, until=standing.until_ms))


# Plans


@router.get("/games/{game_id}/plan", response_model=wire.Plan)
async def read_plan(request: Request, game_id: GameId) -> Response:
    """Return what this player has planned to answer in a game by post."""
    snapshot, player = await _planning(request, game_id)
    plan = await services_of(request).store.plan_of(game_id)
    stands = plan is not None and plan.side == player and plan.plies == snapshot.game.plies
    lines = [list(line) for line in plan.lines] if plan is not None and stands else []
    return as_json(wire.Plan(ply=snapshot.game.plies, lines=lines))


@router.post("/games/{game_id}/plan", response_model=wire.Plan)
async def make_plan(request: Request, game_id: GameId, wanted: wire.NewPlan) -> Response:
    """Plan what to answer, while the other player is to move; the server plays it as soon as they have moved.

    It takes the place of what was planned before; no lines at all are no plan. What is played otherwise ends it.
    """
    snapshot, player = await _planning(request, game_id)
    plans.refuse_unless_waiting(snapshot, player, wanted.ply)
    lines = await worked_out(request, plans.checked, snapshot.board.copy(), wanted.lines)
    await services_of(request).games.plan(game_id, Plan(player, wanted.ply, lines))
    return as_json(wire.Plan(ply=wanted.ply, lines=[list(line) for line in lines]))


async def _planning(request: Request, game_id: str) -> tuple[Snapshot, int]:
    services, visitor = services_of(request), identify(request)
    snapshot = await services.games.snapshot(game_id)
    refuse_unless_shown(snapshot, visitor)
    return snapshot, plans.planner(snapshot, services.actor(visitor, request))
