"""The engine: an object that thinks about boards of one game, for one asker after the other. It never prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from types import TracebackType
from typing import Any, Literal, Self

from vato import catalog
from vato.board import Board
from vato.book import Book
from vato.engine.analysis import Analysis, Line, Score
from vato.engine.deepen import Deepener, any_move
from vato.engine.informed import informed_lines
from vato.engine.limits import Limit, check_lines
from vato.engine.thought import Thought, Told
from vato.engine.turnstile import Turnstile
from vato.engine.work import Work
from vato.errors import UnknownName, VatoError
from vato.knowledge import Knowledge, Patience
from vato.moves import MoveT
from vato.rules import RuleSet


class Engine:
    """Thinks about boards of one game.

    >>> import vato
    >>> with vato.Engine("squadro") as engine:
    ...     best = engine.analyse(vato.new("squadro"), vato.Limit(depth=4))
    >>> best.depth
    4

    It knows what every copy of vato knows, and what was solved where `vato solve` puts it by itself (see `vato.known`);
    with other `knowledge` it knows that, and with None nothing.
    """

    def __init__(
        self,
        game: str,
        *,
        rules: str | RuleSet | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        knowledge: Knowledge | Literal["usual"] | None = "usual",
        book: Book | None = None,
    ) -> None:
        self._entry = catalog.find(game)
        if self._entry.kernel is None:
            raise UnknownName("There is no engine for {game} yet.", game=game)
        self._kernel = self._entry.kernel()
        self.rules = None if rules is None else self._entry.read_rules(rules)
        if not 1 <= threads <= 256:
            raise VatoError("An engine has from 1 to 256 threads, not {threads}.", threads=threads)
        if not 1 <= hash_mb <= 65536:
            raise VatoError("A hash table has from 1 to 65536 MB, not {hash_mb}.", hash_mb=hash_mb)
        self.threads = threads
        self._deepener = Deepener(self._kernel, threads, hash_mb)
        self._own_knowledge = isinstance(knowledge, str)
        self._knowledge = catalog.known(game) if isinstance(knowledge, str) else knowledge
        self._knowledge_loaded = False
        self._book = book
        self._turnstile = Turnstile()
        self._started: list[Work[Any]] = []
        """What was asked for and is not answered yet."""
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop thinking and let go of the memory."""
        self._closed = True
        self.stop()
        with self._turnstile.alone():
            self._deepener.let_go()
            if self._own_knowledge and self._knowledge is not None:
                self._knowledge.close()

    def load(self, board: Board | None = None) -> None:
        """Load, or compile, what thinking about a board needs; the time for that is never part of a limit.

        What is proven is read only for a board that is given: it may take a lot of memory.
        """
        with self._turnstile.alone():
            self._load(catalog.new(self._entry.name, rules=self.rules) if board is None else board, informed=True)
            if board is not None and self._knowledge is not None:
                self._knowledge.proven(board)

    def clear(self) -> None:
        """Forget everything found so far."""
        with self._turnstile.alone():
            self._deepener.clear()

    # Thinking

    def start(
        self,
        board: Board[MoveT],
        limit: Limit,
        lines: int = 1,
        told: Told[MoveT] | None = None,
        *,
        informed: bool = True,
        variety: Random | None = None,
    ) -> Thought[MoveT]:
        """Begin to think about a board as it stands now, and return at once what can be awaited, watched and stopped.

        One after the other is thought about, in the order of starting. `told` is called with each step on the way, by
        the thread that thinks. Unless it is not to be `informed`, it chooses among the moves that the engine's
        knowledge calls best; where these only keep from losing, another is taken if it looks better by far. With
        `variety`, which is chance to choose by, a move of the engine's book comes at once.
        """
        return self._start(self._work(board, limit, lines), told, informed, variety, look_ahead=informed)

    def analyse(
        self,
        board: Board[MoveT],
        limit: Limit,
        lines: int = 1,
        told: Told[MoveT] | None = None,
        *,
        informed: bool = True,
    ) -> Analysis[MoveT]:
        """Return what the engine finds within a limit; what else can be said is that of `start`."""
        with self.start(board, limit, lines, told, informed=informed) as thought:
            return thought.result()

    def play(self, board: Board[MoveT], limit: Limit, *, informed: bool = True, variety: Random | None = None) -> MoveT:
        """Return the best move the engine finds or, with `variety`, a good one that its book has."""
        with self._start(self._work(board, limit, 1), None, informed, variety, look_ahead=False) as thought:
            return thought.result().move

    async def analyse_async(
        self, board: Board[MoveT], limit: Limit, lines: int = 1, told: Told[MoveT] | None = None
    ) -> Analysis[MoveT]:
        """Return what the engine finds, without blocking the event loop; cancelling stops the thinking."""
        return await self.start(board, limit, lines, told)

    @contextmanager
    def stream(self, board: Board[MoveT], limit: Limit, lines: int = 1) -> Iterator[Iterator[Analysis[MoveT]]]:
        """Think in the background and give what is found while it is found; leaving the block stops the thinking."""
        with self.start(board, limit, lines) as thought:
            yield iter(thought)

    def stop(self) -> None:
        """End all thinking that was started so far; each returns what it has found."""
        for work in self._started.copy():
            work.stop()
        self._turnstile.wake()

    def _work(self, board: Board[MoveT], limit: Limit, lines: int) -> Work[MoveT]:
        if board.game != self._entry.name:
            raise VatoError("This engine plays {game}, not {other}.", game=self._entry.name, other=board.game)
        if self.rules is not None and board.rules != self.rules:
            raise VatoError("This engine plays by {rules}, not {other}.", rules=self.rules, other=board.rules)
        board.refuse_if_over()
        check_lines(lines)
        self._refuse_if_closed()
        return Work(board.copy(), limit, lines, self._kernel)

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise VatoError("This engine is closed.")

    def _start(
        self, work: Work[MoveT], told: Told[MoveT] | None, informed: bool, variety: Random | None, look_ahead: bool
    ) -> Thought[MoveT]:
        def think(note: Told[MoveT]) -> Analysis[MoveT]:
            try:
                begun = self._turnstile.pass_through(work, given_up=lambda: work.stopped)
                self._refuse_if_closed()
                if not begun:
                    return any_move(work)
                by_book = None if variety is None else self._by_book(work, variety)
                return by_book or self._think(work, note, informed, look_ahead)
            finally:
                self._leave(work)

        def stop() -> None:
            work.stop()
            self._turnstile.wake()

        self._turnstile.join(work)
        self._started.append(work)
        try:
            return Thought(think, stop, told)
        except BaseException:  # there may be too many threads already
            self._leave(work)
            raise

    def _leave(self, work: Work[Any]) -> None:
        self._started.remove(work)
        self._turnstile.leave(work)

    def _by_book(self, work: Work[MoveT], variety: Random) -> Analysis[MoveT] | None:
        """Return a move of the book, unless more than the book is known, or the move is not proven to keep what is."""
        if self._book is None or (self._knowledge is not None and self._knowledge.facts(work.board) is not None):
            return None
        found = self._book.choose(work.board, variety)
        proven = None if self._knowledge is None else self._knowledge.proven(work.board)
        if found is None or (proven is not None and proven.best and found.move not in proven.best):
            return None
        line = Line(found.move, Score(found.value, work.board.turn), (found.move,))
        return Analysis((line,), 0, 0, work.seconds)

    def _think(self, work: Work[MoveT], told: Told[MoveT], informed: bool, look_ahead: bool) -> Analysis[MoveT]:
        self._load(work.board, informed)
        knowledge = self._knowledge if informed else None
        if knowledge is not None:
            work.known = knowledge.words(work.board)  # may bring tables into memory
            work.proven = knowledge.proven(work.board)  # likewise
        with work.timed():
            if knowledge is not None:
                work.facts = knowledge.facts(work.board, work.patience)
            found = self._deepener.think(work, told)
        if knowledge is None or not look_ahead:
            return found
        return replace(found, lines=informed_lines(knowledge, work.board, found.lines))

    def _load(self, board: Board, informed: bool) -> None:
        """Get ready what thinking needs, so that the time of a limit is for thinking only."""
        self._deepener.load(board)
        if self._knowledge is not None and informed and not self._knowledge_loaded:
            self._knowledge.facts(board, Patience(0))
            self._knowledge_loaded = True
