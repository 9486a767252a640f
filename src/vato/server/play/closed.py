"""What is closed to a member while a rated game of theirs goes on: all that would tell them what to play in it.

The whole game is closed, and not only the position on the board: what an engine says of the position after one's move,
or of its mirror image, tells as much. For the same reason the computer begins no game with them: played from the usual
start by the moves of the rated one, it would give its answers there. A game whose clock runs ends by itself, so that
nothing is closed for ever; one that has not begun closes what there is to learn about its start for a while.
"""

from __future__ import annotations

from vato import catalog
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import is_member
from vato.server.store.standings import Standings
from vato.server.store.store import Store
from vato.server.store.times import now_ms

UNBEGUN_MS = 10 * 60_000
"""For how long a game that has not begun closes anything: whoever has not moved by then does not come."""


async def closed_to(store: Store, visitor: str | None) -> list[str]:
    """Return the games about which somebody is told nothing now."""
    if visitor is None or not is_member(visitor):
        return []
    return await Standings(store).under_way(visitor, now_ms() - UNBEGUN_MS)


async def refuse_computer_if_closed(store: Store, visitor: str | None, game: str) -> None:
    """Refuse who plays a rated game another one against the computer, whose answers would tell what to play in it."""
    if is_member(visitor) and game in await closed_to(store, visitor):
        raise Refusal(
            "While your rated game goes on, the computer begins no other game of {game} with you; finish it first.",
            code="rated_game",
            game=catalog.find(game).title,
        )


async def refuse_if_closed(store: Store, visitor: str | None, game: str) -> None:
    """Refuse to tell who plays a rated game what to play in it."""
    if is_member(visitor) and game in await closed_to(store, visitor):
        title = catalog.find(game).title
        raise Refusal(
            "While your rated game goes on, nothing is told about {game}: no engine, no tables, no book.",
            code="rated_game",
            game=title,
        )
