"""Games that were not finished, kept so that nothing is lost: one file each in the user's state folder.

The first is `unfinished.vato`; where that one is taken, by an older game or by a game in play elsewhere,
`unfinished-2.vato` and so on. Asks nothing, and leaves what a failure means to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Self

from vato import locks, record
from vato.errors import VatoError
from vato.folders import state_folder
from vato.record import Record

if TYPE_CHECKING:
    from filelock import BaseFileLock

_held: dict[Path, BaseFileLock] = {}
"""The places of this process, which may hold one twice."""


class Place:
    """A file for one unfinished game, locked as long as it is held so that no other `vato play` writes there."""

    def __init__(self, number: int) -> None:
        self.path = state_folder() / ("unfinished.vato" if number == 1 else f"unfinished-{number}.vato")

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
        for path in sorted(
            state_folder().glob("unfinished*.vato"), key=lambda path: path.stat().st_mtime, reverse=True
        ):
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
        if self.path not in _held:
            try:
                _held[self.path] = locks.hold(self.path.with_suffix(".lock"))
            except locks.Taken:
                return False
        return True

    def release(self) -> None:
        """Let go of the place; the game in it stays."""
        if self.path in _held:
            _held.pop(self.path).release()

    def keep(self, game: Record) -> None:
        """Write the game, whole or not at all."""
        record.save(self.path, [game])

    def forget(self) -> None:
        """Remove the game: it is over, or back at its start."""
        self.path.unlink(missing_ok=True)
