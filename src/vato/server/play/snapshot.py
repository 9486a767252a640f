"""A game as it stands in memory: what the database says, the board, and the parts of its state that cost work.

One version of a game is one `Snapshot`; the next version is another one. Of a snapshot only `rounds` changes, as other
games of a contest end while this one does not. Options are worked out when somebody is first to see them, and kept as
JSON; where that takes some milliseconds it is done in a thread, as is a whole game that is loaded.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field, replace

from vato import catalog, scene
from vato.board import Board
from vato.server.play.positions import has_few_turns, is_crowded
from vato.server.store.model import Commit, Loaded, Round, Said, StoredContest, StoredGame, StoredMove
from vato.server.store.store import MOST_CHAT
from vato.server.wire.text import dump

SLOW_SECONDS = 0.003
"""A game whose options take longer, once, has a thread work them out from then on."""
NOTHING = '"options":[]'
CROWDED = '"options":[],"crowded":true'


@dataclass
class Snapshot:
    """One version of a game."""

    game: StoredGame
    moves: tuple[StoredMove, ...]
    said: tuple[Said, ...]
    board: Board
    """Not to be played on: copy it."""
    turns: tuple[str, ...]
    """Each turn as JSON."""
    layout: str
    contest: StoredContest | None = None
    rounds: tuple[Round, ...] = ()
    behind: tuple[StoredGame, Snapshot] | None = field(default=None, repr=False)
    """What those see who do not play, of which version; see behind.py."""
    _scene: str | None = field(default=None, repr=False)
    _options: asyncio.Future[str] | None = field(default=None, repr=False)
    _is_slow: bool = False
    """Whether options of this game took long, as rules can have it even where there are few."""

    @classmethod
    async def of(cls, loaded: Loaded) -> Snapshot:
        """Return a game as the database tells it, with its moves played on a board."""
        return await asyncio.to_thread(_replay, loaded)

    async def caught_up(self, loaded: Loaded) -> Snapshot:
        """Return a game as the database tells it by now: only what has been played since is played."""
        return await asyncio.to_thread(_replay, loaded, self)

    def kept_of(self, before: Snapshot) -> int:
        """Return how many turns of an earlier version still stand in this one, which has others after them."""
        both = min(len(before.turns), len(self.turns))
        return both if self.turns[:both] == before.turns[:both] else 0

    def scene(self, playable: str = NOTHING) -> str:
        """Return what there is to see, as JSON, with what may be played."""
        if self._scene is None:
            seen: dict[str, object] = dict(scene.scene_of(self.board, options=False))
            del seen["options"]
            self._scene = dump(seen)
        return f"{self._scene[:-1]},{playable}}}"

    def without_scene(self) -> Snapshot:
        """Return the same with everything worked out anew that follows from the board."""
        return replace(self, behind=None, _scene=None, _options=None)

    async def playable(self) -> str:
        """Return what may be played, as part of the scene's JSON."""
        if self._options is None:
            begin = time.thread_time()
            if not self._is_slow and has_few_turns(self.board):
                worked_out = _options(self.board)
                self._options = asyncio.get_running_loop().create_future()
                self._options.set_result(worked_out)
                self._is_slow = time.thread_time() - begin > SLOW_SECONDS
            else:
                self._options = asyncio.ensure_future(asyncio.to_thread(_playable, self.board.copy()))
        return await asyncio.shield(self._options)

    def after(self, commit: Commit, board: Board) -> Snapshot:
        """Return the game after what was committed, with the board that it led to."""
        kept = len(self.moves) if commit.keep_plies is None else commit.keep_plies
        moves, turns = self.moves[:kept], self.turns[:kept]
        before = self.board if len(commit.moves) < 2 and kept == len(self.moves) else back(self.board, kept)
        for move in commit.moves:
            turns = (*turns, _turn(before, move, len(moves) + 1, board.peek() if before is self.board else move.text))
            moves = (*moves, move)
            if before is not self.board:
                before.push(move.text)
        said = self.said if commit.said is None else (*self.said, commit.said)[-MOST_CHAT:]
        return replace(
            self,
            game=commit.game,
            moves=moves,
            said=said,
            board=board,
            turns=turns,
            rounds=_rounds(self.rounds, commit),
            behind=None,
            _scene=self._scene if board is self.board else None,
            _options=self._options if board is self.board else None,
        )


def start_of(game: StoredGame) -> Board:
    """Return the board a game began with."""
    return catalog.new(game.game, rules=game.rules, position=game.start)


def _playable(board: Board) -> str:
    # Some made-up positions have millions of turns: whoever is to move there types the move.
    return CROWDED if is_crowded(board) else _options(board)


def _options(board: Board) -> str:
    return f'"options":{dump(scene.options_of(board))}'


def _turn(board: Board, move: StoredMove, ply: int, read: object) -> str:
    """Return a move as JSON; `read` is what the board on which it is played knows it by."""
    return dump(scene.turn_of(board, read, ply, move.clock_ms))


def back(board: Board, plies: int) -> Board:
    """Return a board as it was after so many turns."""
    before = board.copy()
    while len(before.played) > plies:
        before.pop()
    return before


def _rounds(rounds: tuple[Round, ...], commit: Commit) -> tuple[Round, ...]:
    """Return the games of a contest after a change to one of them; none where there is no contest."""
    if commit.game.contest_id is None:
        return ()
    now = tuple(
        replace(played, outcome=commit.game.outcome) if played.id == commit.game.id else played for played in rounds
    )
    return now if commit.created is None else (*now, Round(commit.created.id, commit.created.rules, None))


def _replay(loaded: Loaded, known: Snapshot | None = None) -> Snapshot:
    board, turns = start_of(loaded.game), []
    if known is not None and known.game.outcome is None:
        pairs = zip(known.moves, loaded.moves, strict=False)
        most = min(len(known.moves), len(loaded.moves))
        common = next((ply for ply, (before, now) in enumerate(pairs) if before != now), most)
        board, turns = back(known.board, common), list(known.turns[:common])
    for ply, move in enumerate(loaded.moves[len(turns) :], start=len(turns) + 1):
        turns.append(_turn(board, move, ply, move.text))
        board.push(move.text)
    if loaded.game.outcome is not None and not loaded.game.withdrawn and board.outcome() is None:
        board.declare(loaded.game.outcome)
    return Snapshot(
        loaded.game,
        loaded.moves,
        loaded.said,
        board,
        tuple(turns),
        scene.layout_key(board),
        loaded.contest,
        loaded.rounds,
        _is_slow=known is not None and known._is_slow,
    )
