"""Games that are shown small beside others: whoever sees them is told how each stands, with every turn.

They are seen as by who does not play, so those that count are some turns behind. Whoever sees a game so is not counted
as watching it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from vato.errors import VatoError
from vato.server.http.sockets import Outbox
from vato.server.play.behind import from_outside
from vato.server.play.games import Games
from vato.server.play.snapshot import Snapshot
from vato.server.wire.text import dump


class Viewer(Protocol):
    """Somebody who sees several games."""

    outbox: Outbox
    boards: frozenset[str]
    """The games of which they have been told how they stand."""


class Boards:
    """Who sees which games small, by way of this server."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._viewers: defaultdict[str, set[Viewer]] = defaultdict(set)
        """By game."""
        self._texts: dict[str, tuple[int, str]] = {}
        """How they stand, and in which version."""
        games.followers.append(self._follow)

    async def show(self, viewer: Viewer, shown: Sequence[str]) -> None:
        """Show these games to somebody, from now on, and none that were shown before and are not among them."""
        for game_id in viewer.boards.difference(shown):
            self._forget(viewer, game_id)
        new = [game_id for game_id in shown if game_id not in viewer.boards]
        for game_id in new:  # first, so that no turn that is played meanwhile is missed
            self._viewers[game_id].add(viewer)
        viewer.boards = frozenset(shown)
        self._games.hub.followed = frozenset(self._viewers)
        for game_id in new:
            with suppress(VatoError):  # it may be gone just now
                viewer.outbox.put(self._text(await self._games.snapshot(game_id)))

    def leave(self, viewer: Viewer) -> None:
        """Show somebody nothing any more."""
        for game_id in viewer.boards:
            self._forget(viewer, game_id)
        viewer.boards = frozenset()
        self._games.hub.followed = frozenset(self._viewers)

    def _forget(self, viewer: Viewer, game_id: str) -> None:
        self._viewers[game_id].discard(viewer)
        if not self._viewers[game_id]:
            del self._viewers[game_id]
            self._texts.pop(game_id, None)

    def _follow(self, snapshot: Snapshot) -> None:
        if snapshot.game.id in self._viewers:
            text = self._text(snapshot)
            for viewer in self._viewers[snapshot.game.id]:
                viewer.outbox.put(text)

    def _text(self, snapshot: Snapshot) -> str:
        """Return how a game stands: a `wire.SmallBoard`; made once for all."""
        game_id, version = snapshot.game.id, snapshot.game.version
        known = self._texts.get(game_id)
        if known is None or known[0] != version:
            known = version, _written(snapshot)
            if game_id in self._viewers:
                self._texts[game_id] = known
        return known[1]


def _written(snapshot: Snapshot) -> str:
    outcome, snapshot = snapshot.game.outcome, from_outside(snapshot)
    game, last = snapshot.game, snapshot.turns[-1] if snapshot.turns else "null"
    head = {
        "type": "board",
        "game": game.id,
        "version": game.version,
        "layout": snapshot.layout,
        "over": outcome is not None,
        "winner": outcome and outcome.winner,
    }
    return f'{dump(head)[:-1]},"scene":{snapshot.scene()},"last":{last}}}'
