"""Requests about web push: the key to subscribe with, subscribing, and not any more.

A server that pushes nothing has the same addresses, and says so there.
"""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from vato.server.http.answers import as_json, routes_at
from vato.server.http.language import language_of
from vato.server.http.refusals import Refusal, no_visitor
from vato.server.http.visitors import identify, is_bot, is_member
from vato.server.play.push_service import check_endpoint, check_keys
from vato.server.play.pushes import Pushes
from vato.server.services import services_of
from vato.server.store.pushes import Subscription, id_of
from vato.server.store.times import now_ms
from vato.server.wire import post as wire

router = routes_at("/api/push", "by post")


@router.get("", response_model=wire.PushKey)
async def push_key(request: Request) -> Response:
    """Return the public key of this server, with which a browser subscribes."""
    return as_json(wire.PushKey(key=(await _pushes(request).signer()).public_key))


@router.post("", response_model=wire.PushSubscribed)
async def subscribe(request: Request, wanted: wire.NewPushSubscription) -> Response:
    """Push to this browser that it is this visitor's turn, in the language of the request."""
    pushes, visitor = _pushes(request), _visitor(request)
    check_endpoint(wanted.endpoint, anywhere=pushes.anywhere)
    check_keys(wanted.p256dh, wanted.auth)
    await pushes.rows.subscribe(
        Subscription(
            id=id_of(wanted.endpoint),
            visitor=visitor,
            session=_session(request) if is_member(visitor) else None,
            endpoint=wanted.endpoint,
            public_key=wanted.p256dh,
            secret=wanted.auth,
            language=language_of(request),
            created_ms=now_ms(),
        )
    )
    return as_json(wire.PushSubscribed(subscribed=True))


@router.post("/end", response_model=wire.PushSubscribed)
async def unsubscribe(request: Request, ended: wire.OldPushSubscription) -> Response:
    """Push nothing to this browser any more."""
    await _pushes(request).rows.unsubscribe(_visitor(request), ended.endpoint)
    return as_json(wire.PushSubscribed(subscribed=False))


def _pushes(request: Request) -> Pushes:
    pushes = services_of(request).pushes
    if pushes is None:
        raise Refusal("This server pushes nothing.", code="no_push", status=404)
    return pushes


def _visitor(request: Request) -> str:
    visitor = identify(request)
    if visitor is None or is_bot(visitor):  # which is told by its stream
        raise no_visitor()
    return visitor


def _session(request: Request) -> str | None:
    """Return the session of a member, with which the subscription goes."""
    from vato.server.people import sessions  # what it needs is installed only where there are accounts

    return sessions.hash_of(request)
