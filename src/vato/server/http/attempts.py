"""Whether what somebody tried counts for their rating: of a member who wants it to, the first time it is decided."""

from __future__ import annotations

from fastapi import Request

from vato.server.http.refusals import Refusal
from vato.server.http.visitors import identify, is_bot, is_member
from vato.server.play.view import rating_body
from vato.server.services import services_of
from vato.server.store.attempts import Attempts, Exercise
from vato.server.store.times import now_ms
from vato.server.wire import lessons as wire

DECIDED = {"reached": True, "wrong": False}
"""Which verdicts end an attempt, and whether as solved."""


async def with_rating(request: Request, answer: wire.Tried, exercise: Exercise, *, rated: bool) -> wire.Tried:
    """Return an answer with what the attempt did to the rating of who tried, if it counts."""
    member = identify(request)
    if not rated or member is None or not is_member(member) or is_bot(member) or answer["verdict"] not in DECIDED:
        return answer
    solved = DECIDED[answer["verdict"]]
    rating = await Attempts(services_of(request).store).count(member, exercise, now_ms(), solved=solved)
    return {**answer, "rating": rating_body(rating)}


async def shown(request: Request, exercise: Exercise) -> wire.Shown:
    """Let it count as failed that a member was shown what to do."""
    member = identify(request)
    if member is None or not is_member(member) or is_bot(member):
        raise Refusal("Only members have ratings; become one, or sign in.", code="not_signed_in", status=401)
    rating = await Attempts(services_of(request).store).count(member, exercise, now_ms(), solved=False)
    return {"rating": rating_body(rating)}
