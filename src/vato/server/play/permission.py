"""Who may do something to a game, and when: what the handlers of all actions ask first, and what a state offers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from vato import catalog
from vato.board import Board, Player
from vato.server.http.refusals import Refusal, not_yours, stale, unknown_game, withdrawn
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import StoredGame
from vato.server.wire.game import May


@dataclass(frozen=True)
class Actor:
    """Who does something, and what was found out about it before the game is held."""

    visitor: str | None
    ask_computer: Callable[[Snapshot], Awaitable[bool]]
    """Whether the computer takes a draw; not while the game is held."""
    computer_accepts: bool | None = None
    """What it said, if it was asked."""
    name: str = ""
    """What they are called from now on, if they say so."""
    has_said: bool = False
    """Whether the database knows the words that are to be said by the `ref` they are said with."""


def refuse_unless_shown(snapshot: Snapshot, visitor: str | None) -> None:
    """Refuse an invitation that was taken back, and a record to all but who keeps it here, as if it were not there."""
    if snapshot.game.withdrawn:
        raise withdrawn()
    if snapshot.game.imported is not None and snapshot.game.owner != visitor:
        raise unknown_game()


def seats_of(snapshot: Snapshot, actor: Actor) -> tuple[Player, ...]:
    """Return the seats of the actor, who has at least one."""
    mine = snapshot.game.seats_of(actor.visitor)
    if not mine:
        raise not_yours()
    return mine


def acting_for(snapshot: Snapshot, actor: Actor) -> Player:
    """Return for whom the actor acts: the seat of one's own or, with both, the one to move."""
    mine = seats_of(snapshot, actor)
    return mine[0] if len(mine) == 1 else snapshot.game.turn


def refuse_if_over(snapshot: Snapshot) -> None:
    """Refuse what can only be done while a game goes on."""
    if snapshot.game.outcome is not None:
        raise Refusal("The game is over.", code="over")


def refuse_unless_under_way(snapshot: Snapshot, ply: int) -> None:
    """Refuse what is not meant for the position on the board now."""
    refuse_if_over(snapshot)
    if not snapshot.game.full:
        raise Refusal("The other player is not here yet.", code="not_begun")
    if ply != snapshot.game.plies:
        raise stale()


def refuse_unless_offered(offered: Player | None, player: Player) -> None:
    """Refuse an answer to what the other player has not offered."""
    if offered != 1 - player:
        raise Refusal("The other player has not offered that.", code="not_offered")


# What a state offers


def may(snapshot: Snapshot, mine: tuple[Player, ...]) -> May:
    """Return what somebody with these seats may do now, beside moving."""
    game = snapshot.game
    going_on = bool(mine) and game.outcome is None and game.full
    return {
        "takeback": going_on and taken_back_to(game, mine) is not None,
        "draw": going_on and not is_played_out(game) and agreement_allowed(snapshot.board),
        "resign": going_on,
        "hint": going_on and may_have_hint(game, mine),
        "rematch": bool(mine) and game.outcome is not None and has_rematch(game),
    }


def has_rematch(game: StoredGame) -> bool:
    """Return whether the same two can play again: not in a contest or tournament, which says itself what comes next."""
    return game.contest_id is None and game.tournament_id is None and game.imported is None and game.full


def may_have_hint(game: StoredGame, mine: tuple[Player, ...]) -> bool:
    """Return whether somebody may ask the engine: on their own turn, where nobody else plays and nothing counts."""
    known = catalog.find(game.game).kernel is not None
    return known and game.alone and game.contest_id is None and not game.counts and game.turn in mine


def is_played_out(game: StoredGame) -> bool:
    """Return whether there is nobody to agree with: the computer gives no points away, of a rating or a tournament."""
    return game.counts and game.computer is not None


def agreement_allowed(board: Board) -> bool:
    """Return whether the rules know a draw by agreement."""
    try:
        board.copy().agree_draw()
    except ValueError:
        return False
    return True


def taken_back_to(game: StoredGame, mine: tuple[Player, ...]) -> int | None:
    """Return how many plies are left when somebody with these seats takes back a turn; None if there is none."""
    if game.counts:
        return None
    # Turns alternate, so the turn before was the other player's; on the same screen both are mine.
    plies = game.plies - (2 if game.turn in mine and len(mine) == 1 else 1)
    return plies if plies >= game.base_plies else None
