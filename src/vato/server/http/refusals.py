"""What the server refuses: one sentence, a code that a program can read, and the HTTP status that goes with it.

The sentences are templates like those of every `VatoError`, so that they can be said in the visitor's language.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vato.errors import IllegalMove, InvalidPosition, UnknownName, VatoError
from vato.record import InvalidRecord
from vato.server.wire.failure import Failure


class Refusal(VatoError):
    """Something the server does not do; `code` names the reason for programs."""

    def __init__(self, template: str, *, code: str, status: int = 409, **values: object) -> None:
        self.code = code
        self.status = status
        super().__init__(template, **values)


NAME_TAKEN = "name_taken"
UNKNOWN_GAME = "unknown_game"


def unknown_game() -> Refusal:
    """Return the refusal of an address that leads to no game."""
    return Refusal("There is no such game here.", code=UNKNOWN_GAME, status=404)


def withdrawn() -> Refusal:
    """Return the refusal of a game to which nobody is invited any more."""
    return Refusal("The invitation to this game was taken back.", code="withdrawn", status=410)


def damaged() -> Refusal:
    """Return the refusal of a game that is in the database and cannot be read."""
    return Refusal("This game cannot be read any more; it has been set aside.", code="damaged", status=500)


@contextmanager
def addressed() -> Iterator[None]:
    """Refuse a name that an address ends with, and that there is not, as an address that leads nowhere."""
    try:
        yield
    except UnknownName as error:
        raise Refusal(error.template, code=CODES[UnknownName], status=404, **error.values) from error


def stale() -> Refusal:
    """Return the refusal of what was meant for another moment of the game."""
    return Refusal("The game has gone on meanwhile.", code="stale")


def not_yours() -> Refusal:
    """Return the refusal of a watcher's move."""
    return Refusal("You are watching this game; only its players can do that.", code="not_yours", status=403)


def too_fast() -> Refusal:
    """Return the refusal of somebody who asks for too much in too short a time."""
    return Refusal("That was too much at once; wait a moment.", code="too_fast", status=429)


def too_many() -> Refusal:
    """Return the refusal of another connection from where too many are open."""
    return Refusal("Too many connections from one place are open; close some of them.", code="too_many", status=429)


def busy() -> Refusal:
    """Return the refusal of another question while too many wait for the engine."""
    return Refusal("Too many positions wait for the engine; try again in a minute.", code="busy", status=429)


def not_kept() -> Refusal:
    """Return the refusal of what the database did not take."""
    return Refusal("The server could not keep that, so it did not happen; try again.", code="not_kept", status=503)


def leaving() -> Refusal:
    """Return the refusal of a new game by a server that is about to stop."""
    return Refusal("This server is about to stop; try again in a moment.", code="leaving", status=503)


def no_visitor() -> Refusal:
    """Return the refusal of somebody who is nobody yet."""
    return Refusal("Ask for a visitor's token first.", code="no_visitor", status=401)


def not_signed_in() -> Refusal:
    """Return the refusal of what only a member can do."""
    return Refusal("Sign in first.", code="not_signed_in", status=401)


CODES: dict[type[VatoError], str] = {
    IllegalMove: "illegal_move",
    InvalidPosition: "invalid_position",
    InvalidRecord: "invalid_record",
    UnknownName: "unknown_name",
}


def code_of(error: VatoError) -> str:
    """Return the code of anything vato refuses."""
    if isinstance(error, Refusal):
        return error.code
    return next((code for kind, code in CODES.items() if isinstance(error, kind)), "refused")


def status_of(error: VatoError) -> int:
    """Return the HTTP status of anything vato refuses."""
    return error.status if isinstance(error, Refusal) else 422


def error_body(message: str, code: str) -> Failure:
    """Return the one shape that errors have."""
    return {"error": {"message": message, "code": code}}
