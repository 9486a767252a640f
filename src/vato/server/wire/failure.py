"""How requests fail."""

from __future__ import annotations

from typing_extensions import TypedDict

from vato.server.wire.fields import sent


@sent
class ErrorDetail(TypedDict):
    """What went wrong."""

    message: str
    """One sentence, in the language of the request."""
    code: str
    """The same for programs, such as illegal_move."""


@sent
class Failure(TypedDict):
    """The one shape of errors."""

    error: ErrorDetail
