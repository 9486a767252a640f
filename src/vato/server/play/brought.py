"""Games that were played on a visitor's own device, without this server, and are brought when they meet again.

Everything is played again by the rules here, so that nothing illegal is kept; of who moved, and when, only the
visitor's word is known, and such games are marked for that. Brought again, because the answer was lost, a game is there
once; what was played since is added to it. So it is with one that was wished for here under the same key, and begun on
the device because no answer came.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vato.board import AGREEMENT, RESIGNATION, Board, Outcome
from vato.errors import VatoError
from vato.server.http.refusals import Refusal, stale, unknown_game
from vato.server.play import new_game
from vato.server.play.deed import Deed, ended
from vato.server.play.games import Games
from vato.server.play.positions import reached, refuse_if_crowded
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import BroughtKey, Commit, Conflict, Offers, Seat, StoredGame, StoredMove
from vato.server.store.times import now_ms
from vato.server.wire.game import BroughtGame

ATTEMPTS = 3
"""How often it is looked again whether a game is there, when the same one comes by two ways at once."""


@dataclass(frozen=True)
class Played:
    """What was played on the device, by the rules here."""

    game: StoredGame
    moves: tuple[StoredMove, ...]
    board: Board


async def bring(games: Games, told: BroughtGame, played: Played, visitor: str) -> str:
    """Keep a game that a visitor brings, played again here, and return its address."""
    key = BroughtKey(visitor, told.key)
    for _ in range(ATTEMPTS):
        known = await games.store.brought(key)
        left = known or (None if told.of is None else (told.of.id, told.of.version))
        if left is not None and await _went_on(games, *left, played, key, is_known=known is not None):
            return left[0]
        try:
            await games.store.create_brought(played.game, played.moves, key, known and known[0])
        except Conflict:
            continue
        return played.game.id
    raise stale()


def played_again(told: BroughtGame, visitor: str) -> Played:
    """Return a game that a visitor brings, played by the rules here; refuse what they refuse."""
    if len(told.times) != len(told.moves):
        raise VatoError("Every move has a time: send as many times as moves.")
    board = reached(told.game, told.rules, told.start, told.moves)
    refuse_if_crowded(board.root())
    if told.resigned is not None and told.agreed:
        raise VatoError("A game ends in one way: somebody gives up, or both agree.")
    if told.resigned is not None:
        board.declare(Outcome(1 - told.resigned, RESIGNATION))
    elif told.agreed:
        board.declare(Outcome(None, AGREEMENT))
    else:
        ended(board, len(told.moves))
    moments = _in_order([told.created, *told.times])
    moves = tuple(StoredMove(str(move), at_ms) for move, at_ms in zip(board.played, moments[1:], strict=True))
    game = new_game.brought(board, _seats(told, visitor), visitor, moments[0], moments[-1])
    return Played(game, moves, board)


def _seats(told: BroughtGame, visitor: str) -> tuple[Seat, Seat]:
    kinds = [seat.kind for seat in told.seats]
    if "open" in kinds or kinds.count("computer") > 1:
        raise VatoError("A game that was played alone has seats of the kinds 'me', 'me2' and at most one 'computer'.")
    first, second = (new_game.seat_of(told.game, seat, visitor) for seat in told.seats)
    return first, second


def _in_order(moments: list[int]) -> list[int]:
    """Return moments of a clock that may have been set meanwhile: none before another, and none to come."""
    ordered, latest, now = [], 0, now_ms()
    for moment in moments:
        latest = min(max(latest, moment), now)
        ordered.append(latest)
    return ordered


async def _went_on(
    games: Games, game_id: str, version: int, played: Played, key: BroughtKey, *, is_known: bool
) -> bool:
    """Let a game here go on as it did on the device; return whether it is the same game, and not another one by now."""
    same = False

    def decide(snapshot: Snapshot) -> Deed | None:
        nonlocal same
        same = _is_same(snapshot, played, key.visitor, is_known=is_known)
        if not same:
            return None
        common = _common(snapshot, played)
        has_all = common == len(played.moves) and played.game.outcome in (None, snapshot.game.outcome)
        if has_all and (snapshot.game.version != version or common == len(snapshot.moves)):
            return None  # it is all here already, and may have gone on
        if snapshot.game.version != version and not _was_left_at(snapshot, common):
            same = False
            return None
        return _continued(snapshot, played, common, key)

    try:
        await games.change(game_id, decide)
    except Refusal as refusal:
        if refusal.code != unknown_game().code:
            raise
    return same


def _is_same(snapshot: Snapshot, played: Played, visitor: str, *, is_known: bool) -> bool:
    """Return whether a game can be what was played: nobody else's, with the same start and the same players."""
    game, other = snapshot.game, played.game
    if not game.alone or not game.seats_of(visitor) or game.contest_id is not None or game.rated:
        return False
    # There is no clock on the device: one that was wished for under this key goes, unless it has been played with.
    if game.clock is not None and not (is_known and _was_left_at(snapshot, 0)):
        return False
    here, there = (
        (each.game, each.rules, each.start, [(seat.kind, seat.level, seat.visitor) for seat in each.seats])
        for each in (game, other)
    )
    return here == there


def _common(snapshot: Snapshot, played: Played) -> int:
    """Return how many first moves are the same."""
    pairs = zip(snapshot.moves, played.moves, strict=False)
    return next(
        (ply for ply, (here, there) in enumerate(pairs) if here.text != there.text),
        min(len(snapshot.moves), len(played.moves)),
    )


def _was_left_at(snapshot: Snapshot, plies: int) -> bool:
    """Return whether nothing has happened since so many turns but an answer of the computer, which nobody has seen."""
    if len(snapshot.moves) == plies:
        return snapshot.game.outcome is None
    board = snapshot.board.copy()
    while len(board.played) > plies:
        board.pop()
    is_declared = snapshot.game.outcome is not None and snapshot.game.outcome.reason in (AGREEMENT, RESIGNATION)
    return len(snapshot.moves) == plies + 1 and board.turn == snapshot.game.computer and not is_declared


def _continued(snapshot: Snapshot, played: Played, common: int, key: BroughtKey) -> Deed:
    other = played.game
    after = replace(
        snapshot.game,
        position=other.position,
        turn=other.turn,
        plies=other.plies,
        outcome=other.outcome,
        clock=None,
        seats=other.seats,
        offers=Offers(),
        brought=True,
    )
    kept = common if common < len(snapshot.moves) else None
    return Deed(Commit(after, played.moves[common:], keep_plies=kept, brought=key), played.board)
