"""What was done already: an action sent again, because its answer was lost, is known by its `ref` and not done twice.

It is kept in memory only. What must not happen twice after a restart either is known by the database: a move by its
ply, what was said by its `ref`.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from vato.server.wire.live import Message

MOST = 20_000
"""Actions that are remembered."""

Name = tuple[str, str | None, bytes]


class Done:
    """The last actions that had a `ref`, with the version that each led to."""

    def __init__(self) -> None:
        self._versions: OrderedDict[Name, int] = OrderedDict()

    def __contains__(self, name: Name) -> bool:
        return name in self._versions

    def note(self, name: Name, action: Message, version: int) -> int:
        """Remember what an action of a visitor led to, if it has a `ref`; return what it led to the first time."""
        _, visitor, _ = name
        if action.ref is None or visitor is None:
            return version
        version = self._versions.setdefault(name, version)
        while len(self._versions) > MOST:
            self._versions.popitem(last=False)
        return version


def name_of(game_id: str, visitor: str | None, action: Message) -> Name:
    """Return what tells one action from another: all that was said, as a `ref` may be used for something else."""
    return game_id, visitor, hashlib.sha256(action.model_dump_json().encode()).digest()
