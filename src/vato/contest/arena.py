"""The arena: two players, many games from random openings, each opening played twice with the sides exchanged.

Owns which games are played, the processes that play them side by side, and the file they are kept in. A game depends
on the arena and its round alone, so with a limit in nodes the result is the same however many processes play. It shows
nothing; what the results are worth is worked out in rating.py.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection, resource_tracker
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from vato import catalog, locks, record
from vato.board import ADJUDICATION, Board
from vato.contest.contestants import MOST_TURNS, Contestant, make, play_game
from vato.contest.rating import Sprt, Tally
from vato.engine.limits import Limit
from vato.errors import VatoError
from vato.mixing import mix
from vato.record import InvalidRecord, Record
from vato.text import why

CANDIDATES = 4
"""How many random openings are drawn for each one played, which is the most level of them."""
MOST_TRIES = 200
PARTING_SECONDS = 10.0
ROUND, TURNS = "Round", "Turns"
BINARY = getattr(os, "O_BINARY", 0)
"""Without which Windows would change the ends of lines."""
BEGIN = b"\nGame: "
"""How each record but the first begins."""


@dataclass(frozen=True)
class Arena:
    """Who plays what: everything that decides how a round goes."""

    players: tuple[str, str]
    """Texts from which `make` makes the players; the first has the first side in odd rounds."""
    game: str
    rules: str
    position: str
    """Where the openings begin."""
    limit: Limit
    """For each turn; a clock in it is the whole clock of a game."""
    opening_turns: int = 4
    seed: int = 1

    @classmethod
    def on(cls, board: Board, contestants: tuple[str, str], limit: Limit, opening_turns: int, seed: int) -> Arena:
        """Return an arena for games from a board, once it is sure that they can be played."""
        if not 0 <= opening_turns <= MOST_TURNS // 2:
            raise VatoError("{name} goes from {least} to {most}.", name="opening_turns", least=0, most=MOST_TURNS // 2)
        names = [make(text, board.game).name for text in contestants]
        arena = cls((names[0], names[1]), board.game, board.rules.name, board.position, limit, opening_turns, seed)
        opening = arena.opening(1)
        for name in dict.fromkeys(names):
            with make(name, board.game) as player:
                player.begin(opening, 0)
        return arena

    @property
    def title(self) -> str:
        """What tells this arena from others, in its games' headers."""
        return f"{' - '.join(self.players)}; {pace(self.limit)}; opening turns {self.opening_turns}; seed {self.seed}"

    def start(self) -> Board:
        """Return the board the openings begin on."""
        return catalog.new(self.game, rules=self.rules, position=self.position)

    def opening(self, number: int) -> Board:
        """Return a board with an opening on it, from which the game goes on; openings count from 1."""
        random = Random(mix(mix(self.seed) + number))
        lead = catalog.find(self.game).lead
        found: list[Board] = []
        for _ in range(MOST_TRIES):
            board = self.start()
            while len(board.played) < self.opening_turns and board.outcome() is None:
                board.push(random.choice(board.legal_moves))
            if board.outcome() is None:
                found.append(board)
                if len(found) == CANDIDATES:
                    break
        if not found:
            raise VatoError("No game is still open after so many random turns: {turns}.", turns=self.opening_turns)
        return min(found, key=lambda board: abs(lead(board, 0)))

    def play(self, number: int, contestants: Sequence[Contestant]) -> Record:
        """Play a round and return its record; rounds count from 1, and two of them share an opening."""
        opening = (number + 1) // 2
        sides = contestants if number % 2 else contestants[::-1]
        seeds = [mix(mix(self.seed) ^ mix(2 * number + side)) for side in (0, 1)]
        played = play_game(self.opening(opening), (sides[0], sides[1]), self.limit, seeds)
        played.headers = {
            "Arena": self.title,
            ROUND: str(number),
            "Opening": str(opening),
            TURNS: str(len(played.turns)),
        }
        return played

    def points(self, played: Record) -> float:
        """Return what a game gives the first player."""
        assert played.outcome is not None
        if played.outcome.winner is None:
            return 0.5
        return float((played.outcome.winner == 0) == (number_of(played) % 2 == 1))


def number_of(played: Record) -> int:
    """Return the round of a game."""
    return int(played.headers[ROUND])


def pace(limit: Limit) -> str:
    """Return a limit in words.

    >>> pace(Limit(nodes=5000)), pace(Limit(clock_seconds=10, increment_seconds=0.1))
    ('nodes 5000', 'clock 10+0.1')
    """
    if limit.clock_seconds is not None:
        return f"clock {limit.clock_seconds:g}+{limit.increment_seconds:g}"
    return f"nodes {limit.nodes}" if limit.nodes is not None else f"seconds {limit.seconds:g}"


# Many games, side by side


@contextmanager
def _interrupt_put_off() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is for this one alone, which ends the others."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_rounds(arena: Arena, numbers: Iterable[int], jobs: int) -> Generator[Record]:
    """Play rounds in several processes and yield each when it ends; closing the iterator ends all of them."""
    context = multiprocessing.get_context("spawn")
    waiting = iter(numbers)
    workers: dict[Any, Any] = {}
    resource_tracker.ensure_running()  # or the first process would start it, and unblock what is blocked below
    try:
        for number in islice(waiting, jobs):
            near, there = context.Pipe()
            process = context.Process(target=_work, args=(arena, there), name="vato arena")
            with _interrupt_put_off():
                process.start()
                workers[near] = process
            there.close()
            near.send(number)
        busy: list[Any] = list(workers)
        while busy:
            for here in list[Any](connection.wait(busy)):
                following = next(waiting, None)
                try:
                    text = here.recv()
                    if following is not None:
                        here.send(following)
                except (EOFError, OSError) as error:
                    raise VatoError("A process of the arena ended before its game did.") from error
                if following is None:
                    busy.remove(here)
                yield record.read(text)[0]
    finally:
        for here in workers:
            here.close()
        deadline = time.monotonic() + PARTING_SECONDS
        for process in workers.values():
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _work(arena: Arena, there: Any) -> None:
    """Play the rounds that come through a pipe, until the other end is closed, by whatever means."""
    numbers: SimpleQueue[int] = SimpleQueue()
    contestants = [make(text, arena.game) for text in arena.players]
    threading.Thread(target=_listen, args=(there, numbers, contestants), name="vato arena").start()
    try:
        while True:
            there.send(str(arena.play(numbers.get(), contestants)))
    except BrokenPipeError:
        return  # the listening thread has seen it, too, and ends the process
    except BaseException:
        traceback.print_exc()
        _leave(contestants, 1)


def _listen(there: Any, numbers: SimpleQueue[int], contestants: Sequence[Contestant]) -> None:
    try:
        while True:
            numbers.put(there.recv())
    except (EOFError, OSError):
        _leave(contestants, 0)


def _leave(contestants: Sequence[Contestant], code: int) -> None:
    for player in contestants:
        player.kill()
    sys.stderr.flush()
    os._exit(code)  # at once: the other thread may be in the middle of a game


# The file


class Ledger:
    """The file an arena keeps its games in: each is added whole, and a half-written one at the end is written anew."""

    def __init__(self, path: Path, arena: Arena) -> None:
        self._path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | BINARY, 0o666)
        except OSError as error:
            raise VatoError("{path} cannot be written: {why}.", path=path, why=why(error)) from error
        try:
            self.games = self._read(arena)
        except BaseException:
            self.close()
            raise

    def _read(self, arena: Arena) -> list[Record]:
        """Return the games that are there, once it is sure that all are this arena's and that nobody else adds any."""
        if not self._path.is_file():
            raise VatoError("{path} is not a file that games can be kept in.", path=self._path)
        try:
            locks.hold_open(self._file)
        except locks.Taken:
            raise VatoError("Another arena is writing to {path}.", path=self._path) from None
        # Not by its name: on Windows a file that is locked is read by nobody else.
        with os.fdopen(self._file, "rb", closefd=False) as file:
            data = file.read()
        end = data.rfind(BEGIN) + 1
        fragment = data[data.rfind(b"\n") :]
        if len(fragment) > 1 and BEGIN.startswith(fragment):
            end = len(data) - len(fragment) + 1
        games, whole = _read_games(data[:end])
        last, last_whole = _read_games(data[end:])
        if not whole or not (last_whole or games or last):
            raise VatoError("{path} holds other things than an arena's games; choose another file.", path=self._path)
        # Behind games of this arena, half of one needs no header to be this arena's.
        for played in games + (last if last_whole or not games else []):
            title = played.headers.get("Arena", "-")
            start = played.start.game, played.start.rules.name, played.start.position
            if (title, start) != (arena.title, (arena.game, arena.rules, arena.position)):
                raise VatoError(
                    "{path} belongs to another arena ({title}; {start}); choose another file.",
                    path=self._path,
                    title=title,
                    start=", ".join(start),
                )
        if not last_whole:
            os.ftruncate(self._file, end)
            return games
        return games + last

    def add(self, played: Record) -> None:
        """Write a game to the end of the file."""
        begin = "\n" if os.fstat(self._file).st_size else ""
        data = f"{begin}{played}".encode()
        while data:
            data = data[os.write(self._file, data) :]
        os.fsync(self._file)

    def close(self) -> None:
        """Let others write to the file."""
        os.close(self._file)


def _read_games(data: bytes) -> tuple[list[Record], bool]:
    """Return the games in a text, as far as they can be read, and whether they are all there, to the last letter."""
    try:
        games = record.read(data.decode(errors="replace"))
    except InvalidRecord as error:
        return error.records, False
    return games, all(map(_is_whole, games)) and data[-1:] in (b"", b"\n")


def _is_whole(played: Record) -> bool:
    # Without the count, a game given to one side could lose its last turns unnoticed.
    counted = played.headers.get(TURNS) == str(len(played.turns))
    return counted and played.outcome is not None and played.headers.get(ROUND, "").isdecimal()


def run(
    arena: Arena,
    games: int,
    *,
    jobs: int = 1,
    sprt: Sprt | None = None,
    out: Path | None = None,
    told: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Play an arena to its end, going on with what a file holds of it, and return how the first player stands.

    `told` is called once before the first game, and after each.
    """
    tally = Tally(sprt)
    ledger = Ledger(out, arena) if out is not None else None
    try:
        kept = {number_of(played): played for played in (ledger.games if ledger else ())}
        for number in sorted(kept.keys() & range(1, games + 1)):
            _note(tally, arena, kept[number])
        told(tally)
        missing = [number for number in range(1, games + 1) if number not in kept]
        if missing and tally.verdict is None:
            with closing(play_rounds(arena, missing, jobs)) as rounds:
                for played in rounds:
                    if ledger is not None:
                        ledger.add(played)
                    _note(tally, arena, played)
                    told(tally)
                    if tally.verdict is not None:
                        break
    finally:
        if ledger is not None:
            ledger.close()
    return tally


def _note(tally: Tally, arena: Arena, played: Record) -> None:
    assert played.outcome is not None
    points = arena.points(played)
    tally.add(number_of(played), points)
    if played.outcome.reason == ADJUDICATION and played.comment:
        tally.failures[round(points)].append(played.comment)
