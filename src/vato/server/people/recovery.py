"""Recovery codes: to be printed, each good for one sign-in when everything else is lost.

A code has so many random bits that a quick hash of it, with its member's id, tells nobody anything.
"""

from __future__ import annotations

import hashlib
import secrets

CODES = 8
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""None of which is taken for another."""
GROUPS, GROUP = 4, 5
"""99 bits in all."""


def new_codes() -> list[str]:
    """Return codes as they are printed."""
    return ["-".join(_group() for _ in range(GROUPS)) for _ in range(CODES)]


def _group() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(GROUP))


def kept(member: str, code: str) -> str:
    """Return what the database knows of a member's code, however it was typed.

    >>> kept("Ann", "abcde-fghjk-mnpqr-stuvw") == kept("Ann", " ABCDE FGHJK mnpqrstuvw")
    True
    """
    typed = "".join(letter for letter in code.casefold() if letter.isalnum())
    return hashlib.sha256(f"{member} {typed}".encode()).hexdigest()
