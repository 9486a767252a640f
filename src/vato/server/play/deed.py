"""What happens to a game, worked out and not yet committed: a move played, an end declared, an offer made.

Nothing here waits or writes. `Games.change` commits a deed, and nobody else does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vato.board import ADJUDICATION, TIME, Board, Outcome
from vato.server.http.refusals import Refusal
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import COMPUTER, Commit, Offers, StoredGame, StoredMove
from vato.server.store.times import now_ms

UNTIMED_PLIES = 2
"""Each player's first turn takes no time from the clock: somebody may still be arriving. By post it does."""
LONGEST_GAME = 1_000
"""Turns after which a game that its rules would never end is adjudicated: drawn, as nobody has won it.

Some rules let two players go to and fro for ever. What a game costs grows with its turns, so they have a number that no
game reaches in which somebody wants to win."""


@dataclass(frozen=True)
class Deed:
    """The next version of a game."""

    commit: Commit
    """What is to be kept."""
    board: Board | None = None
    """Where it leads to, if the board changes."""
    refusal: Refusal | None = None
    """What whoever asked is told, where they wanted something else than what happens."""

    @classmethod
    def of(cls, game: StoredGame) -> Deed:
        """Return the deed that changes a game, and neither its board nor its moves."""
        return cls(Commit(game))


def ended(board: Board, plies: int) -> Outcome | None:
    """Return how a game of so many turns has ended, if it has: by its rules, or because it went on for too long."""
    outcome = board.outcome()
    if outcome is None and plies >= LONGEST_GAME:
        outcome = board.declare(Outcome(None, ADJUDICATION))
    return outcome


def played(snapshot: Snapshot, move: str, spent_ms: int | None = None) -> Deed:
    """Return a move with what it does to the clock and to offers; refuse an illegal one.

    `spent_ms` is what it took of the player's time, where that is not all the time since the turn began.
    """
    game, now = snapshot.game, now_ms()
    board = snapshot.board.copy()
    text = str(board.push(move))
    outcome = ended(board, game.plies + 1)
    clock = game.clock
    if clock is not None:
        if spent_ms is not None:
            clock = replace(clock, since_ms=max(clock.since_ms, now - spent_ms))
        if outcome is not None:
            clock = clock.stop(now)
        elif clock.running is not None:
            clock = clock.press(now)
        elif game.plies + 1 >= game.base_plies + UNTIMED_PLIES:
            clock = clock.start(board.turn, now)
        if outcome is None:
            clock = clock.standing_until(game.seats[board.turn].away_until_ms)
    after = replace(
        game,
        position=board.position,
        turn=board.turn,
        plies=game.plies + 1,
        outcome=outcome,
        clock=clock,
        # An offer of the other player is answered by the move; one's own stands.
        offers=replace(game.offers, draw=game.turn if game.offers.draw == game.turn else None, takeback=None),
    )
    left = None if clock is None or game.by_post else clock.remaining_ms[game.turn]
    return Deed(Commit(after, (StoredMove(text, now, left),)), board)


def by_post_begun(game: StoredGame) -> StoredGame:
    """Return a game with its clock running, if it is one by post that both have come to."""
    clock = game.clock
    if clock is None or not game.by_post or not game.full or game.outcome is not None or clock.running is not None:
        return game
    clock = clock.start(game.turn, now_ms()).standing_until(game.seats[game.turn].away_until_ms)
    return replace(game, clock=clock)


def taken_back(snapshot: Snapshot, plies: int) -> Deed:
    """Return a game with only its first turns; time that was used stays used."""
    board = snapshot.board.copy()
    for _ in range(snapshot.game.plies - plies):
        board.pop()
    game, clock = snapshot.game, snapshot.game.clock
    if clock is not None and clock.running is not None:
        clock = clock.start(board.turn, now_ms()).standing_until(game.seats[board.turn].away_until_ms)
    offers = replace(game.offers, draw=None, takeback=None, draw_plies=(-1, -1))
    before = replace(game, position=board.position, turn=board.turn, plies=plies, clock=clock, offers=offers)
    return Deed(Commit(before, keep_plies=plies), board)


def finished(snapshot: Snapshot, outcome: Outcome) -> Deed:
    """Return a game ended by what happened outside the board."""
    board = snapshot.board.copy()
    board.declare(outcome)
    game = snapshot.game
    clock = None if game.clock is None else game.clock.stop(now_ms())
    offers = replace(game.offers, draw=None, takeback=None)
    return Deed(Commit(replace(game, outcome=outcome, clock=clock, offers=offers)), board)


def fallen(snapshot: Snapshot) -> Deed | None:
    """Return the end of a game in which somebody's time is up; None if nobody's is.

    The computer's never is: it keeps to its clock by itself, and what it waits for is not its fault.
    """
    game = snapshot.game
    loser = None if game.clock is None or game.outcome is not None else game.clock.fallen(now_ms())
    if loser is None or game.seats[loser].kind == COMPUTER:
        return None
    return finished(snapshot, Outcome(1 - loser, TIME))


def offered(snapshot: Snapshot, offers: Offers) -> Deed:
    """Return a game with other offers."""
    return Deed.of(replace(snapshot.game, offers=offers))
