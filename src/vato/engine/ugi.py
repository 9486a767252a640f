"""UGI, the Universal Game Interface: the many-games form of UCI, in which programs that play talk to each other.

Owns the conversation, and the thread that waits for the engine's answer. Lines come from an iterator and answers go to
a function, so it reads and prints nothing itself; whatever a line says, it answers with a line and goes on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from random import Random

from vato import catalog
from vato.board import Board
from vato.engine import ugi_words
from vato.engine.analysis import Analysis
from vato.engine.engine import Engine
from vato.engine.limits import MOST_LINES, Limit
from vato.engine.thought import Thought
from vato.errors import VatoError
from vato.moves import Move

LONGEST_COMPLAINT = 300
EMPTY = "<empty>"
"""How UCI writes the text of an option that has none."""


def _most_hash_mb() -> int:
    # A table beyond half of the memory would end the process, sooner or later, without a word.
    if not hasattr(os, "sysconf"):  # Windows tells the size in another way
        return 4096
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(65536, memory >> 21))


NUMBERS = {
    "Hash": range(1, _most_hash_mb() + 1),
    "Threads": range(1, 257),
    "MultiPV": range(1, MOST_LINES + 1),
}
"""The options that are numbers, with what they can be."""
OWN_BOOK = "OwnBook"
"""The option, named as in UCI, that says whether the engine plays by its opening book and what it knows exactly."""


class Protocol:
    """A conversation with another program about one game."""

    def __init__(
        self,
        game: str,
        write: Callable[[str], None],
        *,
        rules: str | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        own_book: bool = True,
        load: Callable[[str, int, int], Engine] | None = None,
    ) -> None:
        self._game = catalog.find(game)
        self._write = write
        self._load = load or (lambda game, threads, hash_mb: Engine(game, threads=threads, hash_mb=hash_mb))
        self._board: Board | None = None
        self._played: tuple[Sequence[str], Sequence[str]] = [], []
        """How the board came about: the words of its start, and the moves."""
        self._engine: Engine | None = None
        self._thought: Thought[Move] | None = None
        self._thread: threading.Thread | None = None
        """Waits for the thought, and says what comes of it."""
        self._thinking = False
        self._released = threading.Event()
        """Set when an endless thinking may give its answer."""
        self._speaking = threading.Lock()
        self._gone = False
        """Whether nobody reads the answers any more."""
        self._numbers = {"Hash": 0, "Threads": 0, "MultiPV": 1}
        self._set_number("Hash", str(hash_mb))
        self._set_number("Threads", str(threads))
        setup = {name.capitalize(): "" for name in self._game.option_names}
        self._texts = {"Rules": self._game.read_rules(rules).name, **setup}
        self._own_book = own_book
        self._variety = Random()
        self._defaults: dict[str, int | str] = {**self._numbers, OWN_BOOK: ugi_words.yes(own_book), **self._texts}

    def run(self, lines: Iterable[bytes]) -> None:
        """Obey lines until one says `quit` or there are no more; nothing is left running afterwards."""
        try:
            for line in lines:
                if not self.obey(line) or self._gone:
                    break
        finally:
            self._halt()
            self._unload()

    def obey(self, line: bytes) -> bool:
        """Do what a line says, or say why not; return whether to go on."""
        try:
            words = ugi_words.read_words(line)
            if words[:1] == ["quit"]:
                return False
            if words:
                if words[0] not in COMMANDS:
                    raise VatoError("There is no command {word!r}.", word=words[0])
                COMMANDS[words[0]](self, words[1:])
        except Exception as error:  # whatever it is, the other program is told, and can go on
            self._complain(error)
        return True

    # What a program may say

    def _introduce(self, _: Sequence[str]) -> None:
        options = [
            f"option name {name} type spin default {self._defaults[name]} min {allowed[0]} max {allowed[-1]}"
            for name, allowed in NUMBERS.items()
        ]
        options.append(f"option name {OWN_BOOK} type check default {self._defaults[OWN_BOOK]}")
        known = "".join(f" var {name}" for name in self._game.rules.known)
        options.append(f"option name Rules type combo default {self._defaults['Rules']}{known}")
        options += [
            f"option name {name} type string default {self._defaults[name] or EMPTY}"
            for name in self._texts
            if name != "Rules"
        ]
        name = f"vato {self._game.name} {version('vato')}"
        self._say(f"id name {name}", "id author The vato authors", *options, "ugiok")

    def _be_ready(self, _: Sequence[str]) -> None:
        try:
            if not self._thinking:
                self._loaded().load()
        finally:
            self._say("readyok")

    def _begin_game(self, _: Sequence[str]) -> None:
        self._refuse_if_thinking()
        self._board = None
        if self._engine is not None:
            self._engine.clear()

    def _set_option(self, words: Sequence[str]) -> None:
        self._refuse_if_thinking()
        cut = words.index("value") if "value" in words else len(words)
        if words[:1] != ["name"] or cut < 2:
            raise VatoError("Write setoption name NAME value VALUE.")
        wanted = " ".join(words[1:cut])
        found = [name for name in self._defaults if name.lower() == wanted.lower()]
        if not found:
            known = ", ".join(self._defaults)
            raise VatoError("There is no option {name!r}; there are {known}.", name=wanted, known=known)
        self._set(found[0], " ".join(words[cut + 1 :]))

    def _take_position(self, words: Sequence[str]) -> None:
        self._refuse_if_thinking()
        cut = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:cut], words[cut + 1 :]
        # A game goes on move by move: what stands already need not be played again.
        board, played = self._board, len(self._played[1])
        if board is None or self._played != (start, moves[:played]):
            board, played = None, 0
        # A position that is refused must not leave another one behind to think about.
        self._board = None
        board = board or self._begun(start)
        for number, move in enumerate(moves[played:], start=played + 1):
            try:
                board.push(move)
            except VatoError as error:
                raise VatoError("Move {number}: {reason}", number=number, reason=error) from error
        self._board, self._played = board, (start, moves)

    def _answer_query(self, words: Sequence[str]) -> None:
        board = self._placed()
        outcome = board.outcome()
        if words == ["p1turn"]:
            answer = ugi_words.yes(board.turn == 0)
        elif words == ["gameover"]:
            answer = ugi_words.yes(outcome is not None)
        elif words == ["result"]:
            answer = "none"
            if outcome is not None and not outcome.no_result:
                answer = "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"
        else:
            raise VatoError("Ask query p1turn, query gameover or query result.")
        self._say(f"response {answer}")

    def _go(self, words: Sequence[str]) -> None:
        self._refuse_if_thinking()
        board = self._placed()
        board.refuse_if_over()
        limit = ugi_words.read_limit(words, board.turn)
        engine = self._loaded()
        self._halt()  # the thread before this one may have its last breath to take
        self._released.clear()
        # Who asks for several lines, or for ever, wants to know what the engine thinks.
        by_book = self._own_book and self._numbers["MultiPV"] == 1 and limit != Limit()
        self._thought = thought = engine.start(
            board,
            limit,
            self._numbers["MultiPV"],
            informed=self._own_book,
            variety=self._variety if by_book else None,
        )
        self._thinking = True
        self._thread = threading.Thread(target=self._report, args=(thought, limit), name="vato report")
        self._thread.start()

    def _halt(self, _: Sequence[str] = ()) -> None:
        self._released.set()
        if self._thought is not None:
            self._thought.stop()
        if self._thread is not None:
            self._thread.join()
        self._thought = self._thread = None

    # Thinking

    def _report(self, thought: Thought[Move], limit: Limit) -> None:
        told: Analysis[Move] | None = None
        try:
            for found in thought:
                if found != told:
                    self._say(*ugi_words.info(found))
                told = found
            if limit == Limit():
                self._released.wait()
            answer = f"bestmove {found.move}"
        except Exception as error:  # nobody else could say that it failed, and the other program waits
            self._complain(error)
            answer = "bestmove (none)"
        with self._speaking:
            # Before the answer is out: whoever has read it may send the next command at once.
            self._thinking = False
            self._put(answer)

    def _refuse_if_thinking(self) -> None:
        if self._thinking:
            raise VatoError("The engine is thinking; send stop and wait for bestmove first.")

    def _placed(self) -> Board:
        if self._board is None:
            raise VatoError("There is no position; send position first.")
        return self._board

    def _loaded(self) -> Engine:
        if self._engine is None:
            self._engine = self._load(self._game.name, self._numbers["Threads"], self._numbers["Hash"])
        return self._engine

    def _unload(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    # Options

    def _set(self, name: str, value: str) -> None:
        if name in NUMBERS:
            self._set_number(name, value)
            return
        if name == OWN_BOOK:
            self._own_book = ugi_words.read_check(name, value)
            return
        texts = self._texts | {name: "" if value == EMPTY else value}
        self._start(texts)  # refused here, nothing changes
        self._texts = texts
        self._board = None

    def _set_number(self, name: str, value: str) -> None:
        number = ugi_words.read_number(name, value, NUMBERS[name])
        if self._numbers[name] != number:
            self._numbers[name] = number
            if name != "MultiPV":
                self._unload()

    def _begun(self, words: Sequence[str]) -> Board:
        if words == ["startpos"]:
            return self._start(self._texts)
        if words[:1] == ["fen"] and len(words) > 1:
            return catalog.new(self._game.name, rules=self._texts["Rules"], position=" ".join(words[1:]))
        raise VatoError("Write position startpos or position fen TEXT, and moves MOVE ... where some were played.")

    def _start(self, texts: dict[str, str]) -> Board:
        setup = {name: texts[name.capitalize()] for name in self._game.option_names if texts[name.capitalize()]}
        return catalog.new(self._game.name, rules=texts["Rules"], **setup)

    # Speaking

    def _say(self, *lines: str) -> None:
        with self._speaking:
            self._put("\n".join(lines))

    def _put(self, text: str) -> None:
        if not self._gone:
            try:
                self._write(text)
            except OSError:
                self._gone = True

    def _complain(self, error: Exception) -> None:
        message = str(error) if isinstance(error, VatoError) else f"{type(error).__name__}: {error}"
        message = " ".join(message.split())
        if len(message) > LONGEST_COMPLAINT:
            message = message[:LONGEST_COMPLAINT] + " ..."
        self._say(f"info string error {message}")


COMMANDS: dict[str, Callable[[Protocol, Sequence[str]], None]] = {
    "ugi": Protocol._introduce,
    "isready": Protocol._be_ready,
    "uginewgame": Protocol._begin_game,
    "setoption": Protocol._set_option,
    "position": Protocol._take_position,
    "query": Protocol._answer_query,
    "go": Protocol._go,
    "stop": Protocol._halt,
}
