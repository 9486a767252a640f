"""Passwords: kept as Argon2 hashes, worked out in one thread of low priority, so that sign-ins cannot hold up games."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from vato.errors import VatoError
from vato.server.http.refusals import Refusal
from vato.server.people.names import looks

Result = TypeVar("Result")

SHORTEST, LONGEST = 10, 200
MOST_WAITING = 20
NICENESS = 10
HASHER = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=1)
NOBODYS = HASHER.hash(os.urandom(16))
"""What a password is compared with where there is none, so that it takes as long."""


def checked(password: str, name: str) -> str:
    """Return a password in the one form in which it is compared; refuse one that would be guessed."""
    plain = unicodedata.normalize("NFKC", password)
    if not SHORTEST <= len(plain) <= LONGEST:
        raise VatoError("A password has from {least} to {most} characters.", least=SHORTEST, most=LONGEST)
    if len(set(plain)) < 4 or not looks(plain).isdisjoint(looks(name)):
        raise VatoError("This password would be guessed at once; choose another.")
    return plain


class Passwords:
    """Who works out hashes: one at a time, and some wait."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "vato passwords", initializer=_be_patient)
        self._under_way = 0

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> str:
        """Return what is kept of a password."""
        return await self._do(lambda: HASHER.hash(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Return whether a password is the one that was kept; it takes as long where none was."""
        plain = unicodedata.normalize("NFKC", password)

        def compared() -> bool:
            try:
                return HASHER.verify(NOBODYS if kept is None else kept, plain)
            except (Argon2Error, InvalidHashError):
                return False

        return await self._do(compared) and kept is not None

    async def _do(self, work: Callable[[], Result]) -> Result:
        if self._under_way >= MOST_WAITING:
            raise Refusal("Too many people sign in just now; try again in a moment.", code="busy", status=429)
        self._under_way += 1
        doing = asyncio.get_running_loop().run_in_executor(self._thread, work)
        doing.add_done_callback(self._done)
        return await asyncio.shield(doing)  # whoever goes away meanwhile is counted until it is done

    def _done(self, _: object) -> None:
        self._under_way -= 1


def _be_patient() -> None:
    """Let this thread run when others need not; where it may not have a priority of its own, one is little enough."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
