"""Who may do something to a game, and when: what the handlers of all actions ask first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from vato.board import Player
from vato.server.http.refusals import Refusal, not_yours
from vato.server.play.games import stale
from vato.server.play.snapshot import Standing


@dataclass(frozen=True)
class Actor:
    """Who does something, and what the computer thinks of it."""

    visitor: str | None
    ask_computer: Callable[[Standing], Awaitable[bool]]
    """Whether the computer takes a draw; not while the game is held."""
    computer_accepts: bool | None = None
    """What it said, if it was asked."""


def seats_of(standing: Standing, actor: Actor) -> tuple[Player, ...]:
    """Return the seats of the actor, who has at least one."""
    mine = standing.game.seats_of(actor.visitor)
    if not mine:
        raise not_yours()
    return mine


def acting_for(standing: Standing, actor: Actor) -> Player:
    """Return for whom the actor acts: the seat of one's own or, with both, the one to move."""
    mine = seats_of(standing, actor)
    return mine[0] if len(mine) == 1 else standing.game.turn


def refuse_if_over(standing: Standing) -> None:
    """Refuse what can only be done while a game goes on."""
    if standing.game.outcome is not None:
        raise Refusal("The game is over.", code="over")


def refuse_unless_under_way(standing: Standing, ply: int) -> None:
    """Refuse what is not meant for the position on the board now."""
    refuse_if_over(standing)
    if not standing.game.full:
        raise Refusal("The other player is not here yet.", code="not_begun")
    if ply != standing.game.plies:
        raise stale()


def refuse_unless_offered(offered: Player | None, player: Player) -> None:
    """Refuse an answer to what the other player has not offered."""
    if offered != 1 - player:
        raise Refusal("The other player has not offered that.", code="not_offered")
