"""The protocol as other programs meet it: as a process with pipes, spoken to well, badly and not at all."""

from __future__ import annotations

import contextlib
import os
import re
import select
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import vato
from tests.command import PIPE, Command
from tests.games.squadro.test_network import KNOWN
from vato.engine.thought import Thought
from vato.engine.ugi import Protocol
from vato.engine.ugi_words import LONGEST_LINE, lines_of

LIMIT_SECONDS = 120
"""Long enough for a slow machine that compiles the engine first."""
ERROR = "info string error "


class Conversation:
    """A running `vato engine`, and somebody who talks to it."""

    def __init__(self, *arguments: str) -> None:
        self.process = Command("engine", *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        self._unread = b""

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        self.input.write(data)
        self.input.flush()

    def line(self, seconds: float = LIMIT_SECONDS) -> str | None:
        """Return the next line, or None when none comes in time or ever."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._unread:
            ready, _, _ = select.select([self.output], [], [], max(0.0, deadline - time.monotonic()))
            data = os.read(self.output.fileno(), 65536) if ready else b""
            if not data:
                return None
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    def until(self, begin: str) -> list[str]:
        """Return the lines up to the first one that begins so."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(begin):
            line = self.line()
            assert line is not None, f"{begin!r} did not come after {lines}"
            lines.append(line)
        return lines

    def ask(self, *lines: str) -> list[str]:
        """Return everything that is said to these lines, for which nothing must be thought about."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def end(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what was complained about."""
        code = self.process.wait(LIMIT_SECONDS)
        assert self.process.stderr is not None
        complaints = self.process.stderr.read().decode().splitlines()
        return code, "\n".join(line for line in complaints if not line.startswith("Compiling the engine"))

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()


@pytest.fixture
def talk() -> Iterator[Callable[..., Conversation]]:
    """Begin a conversation."""
    begun: list[Conversation] = []

    def begin(*arguments: str) -> Conversation:
        begun.append(Conversation(*arguments))
        return begun[-1]

    yield begin
    for conversation in begun:
        conversation.close()


@pytest.fixture(scope="module")
def shared() -> Iterator[Conversation]:
    """One conversation about Fanorona for all kinds of bad input: it must survive every one of them."""
    conversation = Conversation("fanorona")
    yield conversation
    conversation.close()


# Good manners


def test_it_introduces_itself_and_is_ready(shared: Conversation) -> None:
    shared.send("ugi")
    lines = shared.until("ugiok")
    assert lines[0].startswith("id name vato fanorona ")
    assert lines[1].startswith("id author ")
    assert "option name Threads type spin default 1 min 1 max 256" in lines
    assert "option name MultiPV type spin default 1 min 1 max 64" in lines
    assert any(re.fullmatch(r"option name Hash type spin default 64 min 1 max \d+", line) for line in lines)
    assert any(line.startswith("option name Rules type combo default standard var standard") for line in lines)
    assert "option name Board type string default <empty>" in lines
    assert "option name OwnBook type check default true" in lines
    assert shared.ask() == []


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_a_whole_game_against_itself(talk: Callable[..., Conversation], game: str) -> None:
    engine = talk(game)
    board = vato.new(game)
    assert engine.ask("ugi", "uginewgame")[-1] == "ugiok"
    while board.outcome() is None and len(board.played) < 200:
        position = (
            f"position startpos moves {' '.join(map(str, board.played))}" if board.played else "position startpos"
        )
        assert engine.ask(position, "query p1turn", "query gameover", "query result") == [
            f"response {'true' if board.turn == 0 else 'false'}",
            "response false",
            "response none",
        ]
        engine.send("go nodes 2000")
        *infos, answer = engine.until("bestmove")
        assert infos[-1].startswith("info depth ")
        move = answer.removeprefix("bestmove ")
        assert infos[-1].partition(" pv ")[2].split()[0] == move
        board.push(move)
    outcome = board.outcome()
    if outcome is not None:
        result = "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"
        engine.send(f"position startpos moves {' '.join(map(str, board.played))}")
        assert engine.ask("query gameover", "query result") == ["response true", f"response {result}"]
        (error,) = engine.ask("go depth 1")
        assert error.startswith(f"{ERROR}The game is over")
    engine.send("quit")
    assert engine.end() == (0, "")


NODES = 100


class Temptation(NamedTuple):
    """A position of the opening book, its good moves, and another one that a short look finds."""

    position: str
    good: set[str]
    tempting: str


@cache
def temptation() -> Temptation:
    """Return one: which there are depends on how the engine judges."""
    knowledge = vato.known("squadro")
    assert knowledge is not None
    with vato.Engine("squadro", knowledge=None) as ignorant:
        for position, _ in KNOWN:
            board = vato.new("squadro", position=position)
            if (facts := knowledge.facts(board)) is not None:
                ignorant.clear()
                tempting = ignorant.play(board, vato.Limit(nodes=NODES))
                if tempting not in facts.keeping():
                    return Temptation(position, set(map(str, facts.keeping())), str(tempting))
    raise AssertionError("nothing in the book tempts the engine")


def played_when_tempted(engine: Conversation) -> str:
    engine.send(f"position fen {temptation().position}", f"go nodes {NODES}")
    return engine.until("bestmove")[-1].removeprefix("bestmove ")


def test_the_book_is_used_unless_it_is_switched_off(talk: Callable[..., Conversation]) -> None:
    _, good, tempting = temptation()
    engine = talk("squadro")
    assert played_when_tempted(engine) in good
    assert engine.ask("setoption name OwnBook value false", "uginewgame") == []
    assert played_when_tempted(engine) == tempting
    (refused,) = engine.ask("setoption name ownbook value maybe")
    assert refused == f"{ERROR}OwnBook is true or false, not 'maybe'."
    assert engine.ask("setoption name OwnBook value true") == []
    assert played_when_tempted(engine) in good


def test_a_match_of_programs_can_do_without_the_book(talk: Callable[..., Conversation]) -> None:
    engine = talk("squadro", "--no-book")
    assert "option name OwnBook type check default false" in engine.ask("ugi")
    assert played_when_tempted(engine) == temptation().tempting


def test_rules_and_board_are_options(shared: Conversation) -> None:
    free, standard = vato.new("fanorona", rules="free"), vato.new("fanorona")
    for board in (free, standard):
        board.push("e2-e3A")
    quiet = next(move for move in free.legal_moves if move not in standard.legal_moves)
    play = f"position startpos moves e2-e3A {quiet}"
    (refused,) = shared.ask(play)
    assert refused.startswith(f"{ERROR}Move 2: ")
    assert shared.ask("setoption name Rules value free", play) == []
    assert shared.ask("setoption name rules value classic,chain=obligatory", "position startpos") == []
    shared.send(
        "setoption name Rules value standard", "setoption name Board value 5x5", "position startpos", "go depth 2"
    )
    assert shared.until("bestmove")[-1].removeprefix("bestmove ") in vato.new("fanorona", board="5x5").legal_moves
    assert shared.ask("setoption name Board value <empty>", "position startpos moves d3-e3A") == []


def test_several_lines_are_ranked(shared: Conversation) -> None:
    shared.send("uginewgame", "setoption name MultiPV value 3", "position startpos", "go depth 3")
    deepest = [line.split() for line in shared.until("bestmove")[:-1]][-3:]
    assert [line[line.index("multipv") + 1] for line in deepest] == ["1", "2", "3"]
    assert len({line[line.index("pv") + 1] for line in deepest}) == 3
    values = [int(line[line.index("cp") + 1]) for line in deepest]
    assert values == sorted(values, reverse=True)
    assert shared.ask("setoption name MultiPV value 1") == []


def test_a_position_may_be_given_as_text_and_a_win_is_announced_in_turns(talk: Callable[..., Conversation]) -> None:
    engine = talk("squadro", "--hash", "1")
    engine.send("position fen cccb0/20c60 light", "go depth 5")
    *infos, answer = engine.until("bestmove")
    assert answer == "bestmove 4"
    assert " score mate 1 " in infos[-1]
    engine.send("position fen 00000/0bccc light moves 2", "go depth 2")
    assert engine.until("bestmove")[-1] == "bestmove 2"
    assert engine.ask("setoption name First value dark", "position startpos", "query p1turn") == ["response false"]


@pytest.mark.parametrize(
    "limit",
    ["movetime 50", "p1time 2000 p2time 1 p1inc 10 p2inc 0", "wtime 2000 btime 1 winc 10", "depth 3", "nodes 1"],
)
def test_every_kind_of_limit_ends_the_thinking(shared: Conversation, limit: str) -> None:
    shared.send("position startpos", f"go {limit}")
    assert shared.until("bestmove")[-1].removeprefix("bestmove ") in vato.new("fanorona").legal_moves


def test_it_listens_while_it_thinks_and_stops_when_told(shared: Conversation) -> None:
    shared.send("position startpos", "go infinite")
    shared.until("info depth 5")
    shared.send("isready")
    shared.until("readyok")
    for line in ("go depth 1", "position startpos", "uginewgame", "setoption name Hash value 8"):
        shared.send(line)
        assert "The engine is thinking" in shared.until(ERROR)[-1]
    shared.send("stop")
    shared.until("bestmove")
    assert shared.ask("stop", "query p1turn") == ["response true"]


@pytest.mark.parametrize("go", ["go infinite", "go"])
def test_endless_thinking_answers_only_when_stopped(talk: Callable[..., Conversation], go: str) -> None:
    engine = talk("squadro")
    engine.send("position fen cccb0/20c60 light", go)  # decided at once
    engine.until("info depth 1")
    while (line := engine.line(seconds=0.3)) is not None:
        assert line.startswith("info depth")
    engine.send("stop")
    assert engine.until("bestmove")[-1] == "bestmove 4"


# Bad manners

BAD = [
    "rubbish",
    "GO depth 3",
    "\x1b[2J",
    "\x00\x01\x02",
    "go depth 3\x00",
    "\xff\xfe garbage \xe9",
    "x" * 1_000_000,
    "go " * 300_000,
    "position startpos moves " + "d3-e3A " * 10_000,
    "position startpos moves" + " e2-e3A" * 200_000,
    "position",
    "position nowhere",
    "position fen",
    "position fen moves d3-e3A",
    "position fen rubbish",
    "position fen 9/9/9/9/9 w",
    "position fen bbb/b1w/www",
    "position startpos d3-e3A",
    "position startpos moves a1-a2",
    "position startpos moves d3-e3",
    "position startpos moves d3-e3A d3-e3A",
    "go depth",
    "go depth x",
    "go depth 0",
    "go depth -1",
    "go depth 1.5",
    "go depth 99999999999999999999",
    "go nodes 0",
    "go nodes " + "9" * 50_000,
    "go movetime -5",
    "go movetime 99999999999999",
    "go wtime",
    "go btime 1000",
    "go winc 10",
    "go infinite depth 3",
    "go perft 3",
    "go depth 3 nodes",
    "query",
    "query p2turn",
    "query p1turn please",
    "setoption",
    "setoption name",
    "setoption name value 3",
    "setoption Hash 3",
    "setoption name Colour value red",
    "setoption name Hash",
    "setoption name Hash value",
    "setoption name Hash value -1",
    "setoption name Hash value 0",
    "setoption name Hash value 99999999999",
    "setoption name Hash value " + "9" * 5000,
    "setoption name Threads value 0",
    "setoption name Threads value 257",
    "setoption name MultiPV value many",
    "setoption name Rules value chess",
    "setoption name Rules value",
    "setoption name Board value 4x4",
]


@pytest.mark.parametrize("line", BAD, ids=lambda line: repr(line[:40]))
def test_bad_input_gets_one_error_line(shared: Conversation, line: str) -> None:
    assert shared.ask("position startpos") == []
    shared.send_bytes(line.encode("latin-1") + b"\n")
    (error,) = shared.ask()
    assert error.startswith(ERROR)
    assert len(error) < 500
    assert error.isascii()
    assert error.isprintable()


def test_without_a_position_there_is_nothing_to_say(shared: Conversation) -> None:
    for spoiled in ("uginewgame", "position startpos moves a1-a2", "setoption name Rules value standard"):
        shared.ask("position startpos", spoiled)
        for line in ("go depth 1", "query result"):
            assert shared.ask(line) == [f"{ERROR}There is no position; send position first."]


def test_noise_of_all_kinds_is_survived(talk: Callable[..., Conversation]) -> None:
    engine = talk("squadro")
    rng = Random(4)
    words = [
        "go",
        "depth",
        "position",
        "startpos",
        "moves",
        "fen",
        "1",
        "2",
        "-1",
        "setoption",
        "name",
        "value",
        "query",
    ]
    for _ in range(200):
        engine.send_bytes(rng.randbytes(rng.randrange(50)) + b"\n")
        engine.send(" ".join(rng.choices([*words, "stop", "ugi", "Rules", "x"], k=rng.randrange(6))))
        engine.send_bytes(b"\n \t\r\n")
    engine.send("stop", "uginewgame", "position startpos", "go depth 2")
    engine.until("bestmove")
    engine.send("quit")
    assert engine.end() == (0, "")


def test_an_endless_line_is_not_kept(shared: Conversation) -> None:
    shared.send_bytes(b"y" * 20_000_000)
    shared.send_bytes(b"\nisready\n")
    assert shared.until("readyok")[0] == f"{ERROR}A line has at most {LONGEST_LINE} characters."


# Every way to end


@pytest.mark.parametrize(
    "last", [b"", b"isready", b"go dep", b"position startpos\ngo infinite\n", b"go infinite\nquit"]
)
def test_the_end_of_the_input_ends_it_quietly(talk: Callable[..., Conversation], last: bytes) -> None:
    engine = talk("squadro", "--threads", "2")
    assert engine.ask("position startpos") == []
    engine.send_bytes(last)
    engine.input.close()
    assert engine.end() == (0, "")
    assert ERROR in engine.output.read().decode() or last != b"go dep"


def test_quit_while_it_thinks(talk: Callable[..., Conversation]) -> None:
    engine = talk("fanorona", "--threads", "2")
    engine.send("position startpos", "go infinite")
    engine.until("info depth 3")
    engine.send("quit")
    assert engine.end() == (0, "")


@pytest.mark.parametrize("line", ["", "ugi", "position startpos\ngo infinite", "position startpos\ngo depth 4"])
def test_a_closed_output_ends_it_quietly(talk: Callable[..., Conversation], line: str) -> None:
    engine = talk("squadro")
    assert engine.ask() == []
    engine.output.close()
    with contextlib.suppress(BrokenPipeError):  # it may have noticed already
        engine.send(line)
    engine.process.wait(LIMIT_SECONDS)  # though its input is still open
    assert engine.end() == (0, "")


# Without a process


def conversation(lines: list[bytes], **settings: Any) -> list[str]:
    answers: list[str] = []
    Protocol("squadro", answers.append, **settings).run(lines)
    return "\n".join(answers).splitlines()


def test_nothing_is_left_running() -> None:
    before = threading.active_count()
    answers = conversation([b"position startpos", b"go infinite", b"isready"], threads=2, hash_mb=1)
    assert threading.active_count() == before
    assert answers[-1].startswith("bestmove ")


def test_an_output_that_fails_ends_the_conversation() -> None:
    said: list[str] = []

    def write(text: str) -> None:
        said.append(text)
        raise BrokenPipeError

    before = threading.active_count()
    lines = iter([b"position startpos", b"go depth 6", b"ugi", b"isready", b"isready"])
    Protocol("squadro", write).run(lines)
    assert len(said) == 1
    assert list(lines)  # it did not read on
    assert threading.active_count() == before


def test_an_engine_that_fails_is_told_of() -> None:
    def load(_game: str, _threads: int, _hash_mb: int) -> Any:
        raise MemoryError("no room")

    answers = conversation([b"isready", b"position startpos", b"go depth 1"], load=load)
    assert answers == ["readyok", f"{ERROR}MemoryError: no room", f"{ERROR}MemoryError: no room"]

    def think(_told: object) -> Any:
        raise RuntimeError("broken\nin two")

    class Broken:
        def start(self, *_: object, **__: object) -> Thought:
            return Thought(think, stop=lambda: None)

        def close(self) -> None: ...

    answers = conversation([b"position startpos", b"go depth 1"], load=lambda *_: Broken())
    assert answers == [f"{ERROR}RuntimeError: broken in two", "bestmove (none)"]


def test_lines_are_cut_where_they_end_however_they_arrive() -> None:
    text = b"ugi\nisready\r\n\n" + b"z" * 3 * LONGEST_LINE + b"\nstop\nqu"
    for size in (1000, 7777, 10**6):
        lines = list(lines_of(text[begin : begin + size] for begin in range(0, len(text), size)))
        assert [len(line) for line in lines] == [3, 8, 0, LONGEST_LINE + 1, 4, 2]


def test_the_opening_book_answers_at_once_unless_the_engine_is_asked_what_it_thinks(
    talk: Callable[..., Conversation],
) -> None:
    engine = talk("fanorona", "--rules", "classic")
    thinks = re.compile(r"info depth [1-9]")

    def answers(*lines: str) -> list[str]:
        engine.send(*lines)
        return engine.until("bestmove")

    engine.send("position startpos")
    board = vato.new("fanorona", rules="classic")
    for _ in range(3):
        info, best = answers("go nodes 2000")
        assert info.startswith("info depth 0 multipv 1 score cp ")
        assert best.removeprefix("bestmove ") in board.legal_moves
    assert any(map(thinks.match, answers("setoption name MultiPV value 2", "go nodes 2000")))
    assert any(map(thinks.match, answers("setoption name MultiPV value 1", "go infinite", "stop")))
    assert any(map(thinks.match, answers("setoption name OwnBook value false", "go nodes 2000")))
