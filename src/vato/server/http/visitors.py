"""Who somebody is: a random token, in a cookie of the browser or in the header of a program, and nothing else.

Whoever has the token is the visitor. The database keeps a hash of it only, so that a stolen database opens no seat.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

from starlette.requests import HTTPConnection
from starlette.responses import Response

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


def new_token() -> str:
    """Return a token for a new visitor: 256 random bits."""
    return secrets.token_urlsafe(32)


def visitor_of(token: str) -> str:
    """Return what the database knows of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token somebody comes with, if it looks like one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = connection.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def identify(connection: HTTPConnection) -> str | None:
    """Return the visitor behind a request, or None for somebody who has not been given a token yet."""
    token = token_of(connection)
    return None if token is None else visitor_of(token)


def visitor_for(connection: HTTPConnection, response: Response) -> str:
    """Return the visitor behind a request, who gets a token to keep if they have none yet."""
    token = token_of(connection)
    if token is None:
        token = new_token()
        response.set_cookie(
            COOKIE,
            token,
            max_age=COOKIE_SECONDS,
            path="/",
            secure=connection.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
    return visitor_of(token)


def clean(text: str, longest: int) -> str:
    """Return a text on one line, without invisible characters, of a bearable length.

    >>> clean("  Ann\\u202e\\x00\\n Lee ", 40)
    'Ann Lee'
    """
    spaced = "".join(" " if character.isspace() else character for character in text)
    seen = "".join(
        character
        for character in unicodedata.normalize("NFC", spaced)
        if character in _JOINERS or unicodedata.category(character) not in _UNWANTED
    )
    if not any(unicodedata.category(character)[0] in "LNPS" and character not in _BLANKS for character in seen):
        return ""
    return " ".join(seen.split())[:longest].strip()
