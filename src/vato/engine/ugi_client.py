"""Another program as a player: UGI, the Universal Game Interface, seen from the side that asks.

Owns the program's process and the conversation with it. Whatever it does (nothing, nonsense, ending), each call comes
back within its limit: with a legal move, or with `ProgramFailed` and the process gone. The next call starts it
again. No thread waits for it: everything it says is read where an answer is due.
"""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from vato import catalog
from vato.board import Board
from vato.engine.analysis import Analysis, Line, Score
from vato.engine.limits import Limit, check_lines
from vato.engine.ugi_words import Info, read_info
from vato.errors import IllegalMove, VatoError
from vato.moves import MoveT
from vato.text import Text, why

STARTUP_SECONDS = 120.0
"""How long a program may take to get ready: an engine may have to be compiled first."""
GRACE_SECONDS = 2.0
"""How much later than its limit an answer may come."""
PARTING_SECONDS = 1.0
"""How long a program may take to end when asked to."""
SLOWEST_NODES_PER_SECOND = 10_000
UNTIMED_SECONDS = 30.0
"""How long a turn may take that has no limit in time, beyond what its nodes may take."""
LONGEST_LINE = 1_000_000
RULES, MULTI_PV = "rules", "multipv"
"""Options that a program may have, as they are compared."""


class ProgramFailed(VatoError):
    """The program gave no move that can be played, and was ended."""


class EngineProgram:
    """A program that speaks UGI, started when it is first needed, and ended at the end of a `with`.

    >>> import sys, vato
    >>> with EngineProgram([sys.executable, "-m", "vato", "engine", "squadro"], options={"Hash": 16}) as program:
    ...     found = program.analyse(vato.new("squadro"), vato.Limit(depth=4), lines=2)
    >>> found.depth, len(found.lines)
    (4, 2)
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, str | int | bool] | None = None,
        startup_seconds: float = STARTUP_SECONDS,
        grace_seconds: float = GRACE_SECONDS,
        untimed_seconds: float = UNTIMED_SECONDS,
    ) -> None:
        self._command = _split(command) if isinstance(command, str) else list(command)
        if not self._command:
            raise VatoError("Name a program to be started.")
        self._wanted = dict(options or {})
        self._startup_seconds = startup_seconds
        self._grace_seconds = grace_seconds
        self._untimed_seconds = untimed_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = threading.Lock()
        """Held while the process is started, and while it is ended from outside."""
        self._ended = False
        self._heard = bytearray()
        self._options: dict[str, str] = {}
        """How the program writes the names of its options, by how they are compared."""
        self._said: dict[str, str] = {}
        """What the options were last set to."""
        self.name = ""
        """What the program calls itself, once it was started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, board: Board) -> None:
        """Get ready for a new game by the rules of this board."""
        deadline = time.monotonic() + self._startup_seconds
        if self._process is None:
            self._start(deadline)
        if RULES in self._options:
            self._set(RULES, board.rules.name, deadline)
        self._send("uginewgame", deadline)
        self._synchronise(self._startup_seconds)

    def play(self, board: Board[MoveT], limit: Limit) -> MoveT:
        """Return the program's move; it starts anew, and gets ready, if it was ended after a failure."""
        return self._ask(board, limit, 1, lambda _: None)

    def analyse(self, board: Board[MoveT], limit: Limit, lines: int = 1) -> Analysis[MoveT]:
        """Return what the program says it has found, its move first; lines other than its best, where it ranks them."""
        check_lines(lines)
        begin = time.monotonic()
        told: dict[int, Info] = {}

        def hear(words: list[str]) -> None:
            if (info := read_info(words)) is not None:
                told[info.rank] = info

        move = self._ask(board, limit, lines, hear)
        found = [line for rank in sorted(told)[:lines] if (line := _line(board, told[rank])) is not None]
        if not any(line.move == move for line in found):
            found.insert(0, Line(move, Score(0, board.turn), (move,)))
        found.sort(key=lambda line: line.move != move)
        depth, nodes = (max((getattr(info, name) for info in told.values()), default=0) for name in ("depth", "nodes"))
        return Analysis(tuple(found[:lines]), depth, nodes, time.monotonic() - begin)

    def close(self) -> None:
        """Ask the program to end, and end it if it does not."""
        self._ended = True
        process = self._process
        if process is None:
            return
        try:
            self._send("quit", time.monotonic() + PARTING_SECONDS)
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PARTING_SECONDS)
        except (ProgramFailed, subprocess.TimeoutExpired):
            pass
        self._end()

    def kill(self) -> None:
        """End the program at once and for good; for another thread than the one that plays, which then sees it fail."""
        with self._guard:
            self._ended = True
            if self._process is not None:
                self._process.kill()

    def _ask(self, board: Board[MoveT], limit: Limit, lines: int, hear: Callable[[list[str]], None]) -> MoveT:
        if self._process is None:
            self.begin(board)
        seconds = self._patience(limit)
        deadline = time.monotonic() + seconds
        if MULTI_PV in self._options and (lines > 1 or MULTI_PV in self._said):
            self._set(MULTI_PV, lines, deadline)
        self._send(position_line(board), deadline)
        # Whatever it still had to say about an earlier turn comes before this answer.
        self._synchronise(seconds)
        deadline = time.monotonic() + seconds
        self._send(go_line(board, limit), deadline)
        words = self._await("bestmove", deadline, seconds, hear)
        if len(words) < 2:
            raise self._failed(Text("{program} said bestmove without a move.", program=self._name))
        try:
            return board.read(words[1])
        except IllegalMove as error:
            raise self._failed(
                Text("{program} played {move}: {reason}", program=self._name, move=words[1][:40], reason=error)
            ) from error

    # The process

    def _start(self, deadline: float) -> None:
        with self._guard:
            if self._ended:
                raise ProgramFailed("{program} ended.", program=self._name)
            if not hasattr(select, "poll"):  # as on Windows
                raise ProgramFailed("Other programs cannot be asked on this system: it cannot wait for their answers.")
            try:
                self._process = process = subprocess.Popen(
                    self._command,
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except (OSError, ValueError) as error:
                reason = why(error) if isinstance(error, OSError) else Text.literal(str(error))
                raise ProgramFailed("{program} cannot be started: {why}.", program=self._name, why=reason) from error
        self._heard.clear()
        self._said = {}
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        self._options = {}
        self._send("ugi", deadline)
        while (words := self._words(deadline, self._startup_seconds))[:1] != ["ugiok"]:
            if words[:2] == ["option", "name"] and "type" in words:
                option = " ".join(words[2 : words.index("type")])
                self._options[option.lower()] = option
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
        for name, value in self._wanted.items():
            self._set(name, value, deadline)

    def _set(self, name: str, value: str | int | bool, deadline: float) -> None:
        """Set an option that is not set so already."""
        if name.lower() not in self._options:
            raise self._failed(Text("{program} has no option {name!r}.", program=self._name, name=name))
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if self._said.get(name.lower()) != text:
            self._send(f"setoption name {self._options[name.lower()]} value {text}", deadline)
            self._said[name.lower()] = text

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            self._process = None

    def _failed(self, reason: Text) -> ProgramFailed:
        self._end()
        return ProgramFailed(reason.template, **reason.values)

    @property
    def _name(self) -> str:
        return shlex.join(self._command)

    # The conversation

    def _patience(self, limit: Limit) -> float:
        most = limit.seconds if limit.clock_seconds is None else limit.clock_seconds
        if most is None:
            most = self._untimed_seconds + (limit.nodes or 0) / SLOWEST_NODES_PER_SECOND
        return most + self._grace_seconds

    def _synchronise(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        self._send("isready", deadline)
        self._await("readyok", deadline, seconds)

    def _await(
        self, word: str, deadline: float, seconds: float, hear: Callable[[list[str]], None] = lambda _: None
    ) -> list[str]:
        """Return the line that begins with a word; `hear` hears those before it."""
        while (words := self._words(deadline, seconds))[:1] != [word]:
            hear(words)
        return words

    def _words(self, deadline: float, seconds: float) -> list[str]:
        """Return the words of the next line, which comes before the deadline, `seconds` after the question."""
        searched = 0
        while (end := self._heard.find(b"\n", searched)) < 0:
            searched = len(self._heard)
            if searched > LONGEST_LINE:
                raise self._failed(Text("{program} sent a line without an end.", program=self._name))
            self._wait(deadline, select.POLLIN, seconds)
            assert self._process is not None
            assert self._process.stdout is not None
            chunk = self._process.stdout.read(65536)
            if not chunk and chunk is not None:
                raise self._failed(Text("{program} ended.", program=self._name))
            self._heard += chunk or b""
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        # Also a flood of lines ends at the deadline.
        if time.monotonic() > deadline:
            raise self._late(seconds)
        return line.decode("ascii", errors="replace").split()

    def _send(self, line: str, deadline: float) -> None:
        left = f"{line}\n".encode()
        while left:
            self._wait(deadline, select.POLLOUT, self._grace_seconds)
            assert self._process is not None
            assert self._process.stdin is not None
            try:
                written = self._process.stdin.write(left)
            except OSError as error:
                raise self._failed(Text("{program} ended.", program=self._name)) from error
            left = left[written or 0 :]

    def _wait(self, deadline: float, event: int, seconds: float) -> None:
        """Wait until the program can be heard or spoken to."""
        assert self._process is not None
        stream = self._process.stdout if event == select.POLLIN else self._process.stdin
        assert stream is not None
        poll = select.poll()
        poll.register(stream, event)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise self._late(seconds)

    def _late(self, seconds: float) -> ProgramFailed:
        return self._failed(
            Text("{program} did not answer within {seconds} s.", program=self._name, seconds=f"{seconds:.3g}")
        )


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:  # a quotation mark without its other
        raise VatoError(
            "{text!r} is not a command line: {why}.", text=text.strip(), why=Text.literal(str(error).lower())
        ) from error


def _line(board: Board[MoveT], info: Info) -> Line[MoveT] | None:
    """Return a line that a program tells, as far as it can be played."""
    trial = board.copy()
    moves: list[MoveT] = []
    for text in info.moves:
        try:
            moves.append(trial.push(text))
        except IllegalMove:
            break
    return Line(moves[0], Score(info.value, board.turn), tuple(moves)) if moves else None


def position_line(board: Board) -> str:
    """Return the command that tells a program the position and how it came about.

    >>> import vato
    >>> board = vato.new("squadro")
    >>> _ = board.push("2")
    >>> position_line(board)
    'position startpos moves 2'
    >>> position_line(vato.new("squadro", first="dark"))
    'position fen 00000/00000 dark'
    """
    root = board.root()
    usual = root.position == catalog.new(board.game, rules=board.rules).position
    words = ["position", "startpos" if usual else f"fen {root.position}"]
    if board.played:
        words += ["moves", *map(str, board.played)]
    return " ".join(words)


def go_line(board: Board, limit: Limit) -> str:
    """Return the command that makes a program think.

    >>> import vato
    >>> go_line(vato.new("squadro"), Limit(clock_seconds=10, increment_seconds=0.1))
    'go p1time 10000 p1inc 100'
    """
    words = ["go"]
    if limit.seconds is not None:
        words.append(f"movetime {_milliseconds(limit.seconds)}")
    if limit.clock_seconds is not None:
        side = f"p{board.turn + 1}"
        words.append(f"{side}time {_milliseconds(limit.clock_seconds)}")
        words.append(f"{side}inc {round(limit.increment_seconds * 1000)}")
    words += [
        f"{name} {value}" for name, value in (("nodes", limit.nodes), ("depth", limit.depth)) if value is not None
    ]
    return " ".join(words)


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))
