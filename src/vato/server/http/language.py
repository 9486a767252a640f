"""Words for the visitor: which language somebody reads, and refusals and outcomes said in it."""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import HTTPConnection

from vato import languages
from vato.board import Board, Outcome
from vato.errors import VatoError

LONGEST_WISH = 200
"""What is looked at of what somebody says about their languages, and kept; browsers say less."""


def language_of(connection: HTTPConnection) -> str:
    """Return the language somebody asks for: in the address where a header cannot be set, else in the header."""
    wanted = connection.query_params.get("language") or connection.headers.get("accept-language", "")
    return _negotiate(wanted[:LONGEST_WISH])


@lru_cache(maxsize=1_000)
def _negotiate(wanted: str) -> str:
    return languages.negotiate(wanted)


def say(language: str, error: VatoError) -> str:
    """Return a refusal in a language."""
    return languages.say(language, error)


def outcome_text(language: str, board: Board, outcome: Outcome) -> str:
    """Return how a game ended in a language."""
    return languages.say(language, board.describe(outcome))
