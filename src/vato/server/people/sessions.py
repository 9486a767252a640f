"""Sessions: where a member is signed in. A random token in a cookie, of which the database keeps a hash.

A token is always made here and now: nobody brings one along. When a session ends, the lines that it opened are cut,
here at once and at other servers of the same games within a moment.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection
from starlette.responses import Response

from vato.server.http.visitors import bearer_of, clean, new_token, set_cookie, token_of, visitor_of
from vato.server.store.members import Session
from vato.server.store.times import now_ms

COOKIE = "vato_session"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep one."""
LIFETIME_MS = 180 * 24 * 3600 * 1000
"""After which a session that was not used is none any more."""
SEEN_MS = 3600 * 1000
"""How exactly it is written down when a session was used."""
FRESH_MS = 15 * 60 * 1000
"""How long after signing in a member may change what proves who they are."""

_BROWSERS = (("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
LONGEST_DEVICE = 60


def begun(member: str, connection: HTTPConnection, at_ms: int) -> tuple[str, Session]:
    """Return the token of a new session, and what is kept of it."""
    token = new_token()
    device = device_of(connection.headers.get("user-agent", ""))
    return token, Session(visitor_of(token), member, secrets.token_hex(8), device, at_ms, at_ms)


def hash_of(connection: HTTPConnection) -> str | None:
    """Return what the database knows of the token somebody comes with, if it is of a session."""
    token = token_of(connection, COOKIE)
    return None if token is None else visitor_of(token)


def hand_out(connection: HTTPConnection, response: Response, token: str) -> None:
    """Let a browser keep the token of a session."""
    set_cookie(connection, response, COOKIE, token, COOKIE_SECONDS)


def take_back(connection: HTTPConnection, response: Response) -> None:
    """Let a browser forget the token of a session; a program forgets it by itself."""
    if bearer_of(connection) is None:
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=connection.url.scheme == "https")


def device_of(agent: str) -> str:
    """Return the kind of a device in words, so that its owner knows it again.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return ", ".join(filter(None, (browser, system))) or clean(agent, LONGEST_DEVICE)


def is_fresh(session: Session) -> bool:
    """Return whether a session began so lately that it may change what proves who its member is."""
    return now_ms() - session.created_ms <= FRESH_MS


class Lines:
    """The sockets that are open here, by whose they are: a session's by its hash, a visitor's by theirs."""

    def __init__(self) -> None:
        self._open: defaultdict[str, dict[Callable[[], None], None]] = defaultdict(dict)

    @property
    def open(self) -> frozenset[str]:
        """Whose lines are open."""
        return frozenset(self._open)

    @contextmanager
    def told(self, whose: str | None, leave: Callable[[], None]) -> Iterator[None]:
        """Be called when a line is to be cut, because whoever opened it is not who they were any more."""
        if whose is None:
            yield
            return
        self._open[whose][leave] = None
        try:
            yield
        finally:
            del self._open[whose][leave]
            if not self._open[whose]:
                del self._open[whose]

    def cut(self, those: Iterable[str]) -> None:
        """Cut all lines of some; a browser comes back as who it is by now."""
        for whose in those:
            for leave in tuple(self._open.get(whose, ())):
                leave()
