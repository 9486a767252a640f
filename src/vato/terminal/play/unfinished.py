"""Games that were not finished, kept so that nothing is lost: one file each in the user's state folder.

The first is `unfinished.vato`; where that one is taken, by an older game or by a game in play elsewhere,
`unfinished-2.vato` and so on. Asks nothing, and leaves what a failure means to the caller.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Self

from vato import record
from vato.errors import VatoError
from vato.record import Record


def folder() -> Path:
    """Return the folder in which unfinished games are kept."""
    stated = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (stated if stated.is_absolute() else Path("~/.local/state").expanduser()) / "vato"


@cache
def _lock_file(path: Path) -> int:
    """Return the open file whose bytes stand for the places; closing it would let go of all of them at once."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


class Place:
    """A file for one unfinished game, locked as long as it is held so that no other `vato play` writes there."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.path = folder() / ("unfinished.vato" if number == 1 else f"unfinished-{number}.vato")

    @classmethod
    def free(cls) -> Self:
        """Return the first place that nobody holds and that has no game, held."""
        for number in count(1):
            place = cls(number)
            if place.hold():
                if not place.path.exists():
                    return place
                place.release()
        raise AssertionError("counting never ends")

    @classmethod
    def waiting(cls) -> Iterator[tuple[Self, Record | None]]:
        """Yield the games that wait to be continued, the last played first; None for one that cannot be read."""
        for path in sorted(folder().glob("unfinished*.vato"), key=lambda path: path.stat().st_mtime, reverse=True):
            number = path.stem.removeprefix("unfinished").removeprefix("-") or "1"
            place = cls(int(number)) if number.isdecimal() else None
            if place is not None and place.hold():
                place.release()
                try:
                    yield place, record.load(place.path)[-1]
                except (OSError, VatoError, IndexError):
                    yield place, None

    def hold(self) -> bool:
        """Lock the place; return whether nobody else had it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lock = _lock_file(self.path.parent / "lock")
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self.number)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def release(self) -> None:
        """Let go of the place; the game in it stays."""
        fcntl.lockf(_lock_file(self.path.parent / "lock"), fcntl.LOCK_UN, 1, self.number)

    def keep(self, game: Record) -> None:
        """Write the game, whole or not at all."""
        record.save(self.path, [game])

    def forget(self) -> None:
        """Remove the game: it is over, or back at its start."""
        self.path.unlink(missing_ok=True)
