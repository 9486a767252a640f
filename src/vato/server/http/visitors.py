"""Who somebody is: a random token, in a cookie of the browser or in the header of a program, and nothing else.

Whoever has the token is the visitor. The database keeps a hash of it only, so that a stolen database opens no seat.
Where there are accounts, the token of a session says that somebody is a member (people/sessions.py).
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

from starlette.requests import HTTPConnection
from starlette.responses import Response

from vato.server.http.refusals import not_signed_in

COOKIE = "vato_visitor"
COOKIE_SECONDS = 2 * 365 * 24 * 3600
LONGEST_NAME = 40

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_UNWANTED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of characters that no name and no message needs: controls, marks that turn the writing round, halves, gaps."""
_JOINERS = ("\u200c", "\u200d")
"""The two invisible characters that some scripts and many emoji cannot do without."""

_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""


MEMBER = "vato member"
"""Where a request that was recognised has its member; nothing that comes over a line can put it there."""
MEMBERS = "member-"
"""What the ids of members begin with, and no hash of a token."""
BOTS = f"{MEMBERS}bot-"
"""What the ids of those members begin with that are bots."""


def new_token() -> str:
    """Return a token for a new visitor, or a session: 256 random bits."""
    return secrets.token_urlsafe(32)


def visitor_of(token: str) -> str:
    """Return what the database knows of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return the token in the header of a program, if there is a header for one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


def token_of(connection: HTTPConnection, cookie: str = COOKIE) -> str | None:
    """Return the token somebody comes with, if it looks like one."""
    token = bearer_of(connection)
    if token is None:
        token = connection.cookies.get(cookie, "")
    return token if _TOKEN.fullmatch(token) else None


def visit_of(connection: HTTPConnection) -> str | None:
    """Return the visitor whose token a request comes with, whether or not a member is signed in."""
    token = token_of(connection)
    return None if token is None else visitor_of(token)


def identify(connection: HTTPConnection) -> str | None:
    """Return the member or visitor behind a request, or None for somebody who has not been given a token yet."""
    member: str | None = connection.scope.get(MEMBER)
    return visit_of(connection) if member is None else member


def is_member(visitor: str | None) -> bool:
    """Return whether somebody is a member, of all who can be the visitor of a seat."""
    return visitor is not None and visitor.startswith(MEMBERS)


def member_of(connection: HTTPConnection) -> str:
    """Return the member behind a request; refuse whoever is none."""
    who = identify(connection)
    if who is None or not is_member(who):
        raise not_signed_in()
    return who


def is_bot(visitor: str | None) -> bool:
    """Return whether somebody is a bot."""
    return visitor is not None and visitor.startswith(BOTS)


def visitor_for(connection: HTTPConnection, response: Response) -> str:
    """Return who is behind a request; whoever has no token yet gets one to keep."""
    known = identify(connection)
    if known is not None:
        return known
    token = new_token()
    set_cookie(connection, response, COOKIE, token, COOKIE_SECONDS)
    return visitor_of(token)


def set_cookie(connection: HTTPConnection, response: Response, name: str, token: str, seconds: int) -> None:
    """Let a browser keep a token where no script and no other site gets at it."""
    response.set_cookie(
        name,
        token,
        max_age=seconds,
        path="/",
        secure=connection.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def clean(text: str, longest: int) -> str:
    """Return a text on one line, without invisible characters, of a bearable length.

    >>> clean("  Ann\\u202e\\x00\\n Lee ", 40)
    'Ann Lee'
    """
    return _seen(text)[:longest].strip()


def clean_lines(text: str) -> str:
    r"""Return a text of several lines without invisible characters, however long it is.

    >>> clean_lines(" one \r\n\n two\x00\n")
    'one\n\ntwo'
    """
    return "\n".join(_seen(line) for line in re.split(r"\r\n|[\n\r\u2028\u2029]", text)).strip()


def _seen(text: str) -> str:
    """Return what is to be seen of a line; nothing if it is only blanks."""
    spaced = "".join(" " if character.isspace() else character for character in text)
    kept = (each for each in spaced if each in _JOINERS or unicodedata.category(each) not in _UNWANTED)
    seen = unicodedata.normalize("NFC", "".join(kept))
    if not any(unicodedata.category(character)[0] in "LNPS" and character not in _BLANKS for character in seen):
        return ""
    return " ".join(seen.split())
