"""A played game as text, written and read: headers, moves, comments, clock times. Many games fit in one file.

`Record.of` shows one; docs/notation.md describes the format.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as calendar
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from vato import catalog
from vato.board import DECLARED_REASONS, Board, Outcome
from vato.errors import IllegalMove, VatoError, shorten
from vato.text import Text

DRAW, NO_RESULT, UNFINISHED = "draw", "none", "unfinished"
RESERVED = ("Game", "Rules", "Start", "Date", "Result", "Reason")
LONGEST_CLOCK_MS = 3_600_000 * 10**6

_HEADER = re.compile(r"([A-Z][A-Za-z0-9 -]{0,40}):(?: (.*))?")
_NUMBER = re.compile(r"([0-9]{1,6})\.(\.\.)?")
_CLOCK = re.compile(r"\((?:([0-9]{1,6}):)?([0-9]{1,2}):([0-9]{2})(?:\.([0-9]{1,3}))?\)")


class InvalidRecord(VatoError):
    """A damaged record: `line` is where, `records` what could be read all the same, `errors` every such damage."""

    def __init__(self, template: str, *, line: int, **values: object) -> None:
        self.line = line
        self.reason = Text(template, **values)
        self.records: list[Record] = []
        self.errors: list[InvalidRecord] = [self]
        super().__init__("Line {line}: {problem}", line=line, problem=self.reason)


class Turn(NamedTuple):
    """A move as it was played: with a comment, and with what was left on the player's clock after it."""

    move: Any
    comment: str = ""
    clock_ms: int | None = None


@dataclass
class Record:
    """A played game: how it began, who played, each turn, how it ended."""

    start: Board
    """The position it began from. Its rules are the game's rules."""
    players: tuple[str, str] = ("", "")
    """The players' names, player 0 first."""
    date: str = ""
    turns: list[Turn] = field(default_factory=list)
    outcome: Outcome | None = None
    headers: dict[str, str] = field(default_factory=dict)
    """Headers beside the usual ones, such as Match and Round."""
    comment: str = ""
    """A comment on the game as a whole."""

    @classmethod
    def of(
        cls,
        board: Board,
        players: tuple[str, str] = ("", ""),
        date: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Record:
        """Return the record of the game played on a board; the date is today's unless given.

        >>> import vato
        >>> board = vato.new("squadro")
        >>> _ = board.push("2"), board.push("1"), board.resign()
        >>> print(Record.of(board, ("Ann", "Ben"), "2026-11-15"), end="")
        Game: squadro
        Rules: standard
        Light: Ann
        Dark: Ben
        Date: 2026-11-15
        Result: dark
        Reason: resignation
        <BLANKLINE>
        1. 2 1
        """
        return cls(
            start=board.root(),
            players=players,
            date=calendar.today().isoformat() if date is None else date,
            turns=[Turn(move) for move in board.played],
            outcome=board.outcome(),
            headers=dict(headers or {}),
        )

    def board(self) -> Board:
        """Return a board on which the whole game has been played."""
        board = self.start.copy()
        for turn in self.turns:
            board.push(turn.move)
        if self.outcome is not None and board.outcome() is None:
            board.declare(self.outcome)
        return board

    def all_headers(self) -> dict[str, str]:
        """Return every header, by its name, in the order of writing."""
        start = self.start
        headers = {"Game": start.game, "Rules": start.rules.name}
        if start.position != catalog.new(start.game, rules=start.rules).position:
            headers["Start"] = start.position
        headers |= {side.capitalize(): name for side, name in zip(start.sides, self.players, strict=True)}
        headers["Date"] = self.date
        headers["Result"] = _result_text(start, self.outcome)
        if self.outcome is not None:
            headers["Reason"] = str(self.outcome.reason)
        for name, value in self.headers.items():
            if name in headers or name in RESERVED or not _HEADER.fullmatch(name + ":"):
                raise VatoError("{name!r} cannot be a header of its own.", name=name)
            headers[name] = value
        return headers

    def __str__(self) -> str:
        lines = [_header_line(name, value) for name, value in self.all_headers().items()]
        lines += ["", *_comment_lines(self.comment)]
        words: list[str] = []
        for index, turn in enumerate(self.turns, start=self.start.turn):
            if index % 2 == 0 or not words:
                words.append(f"{index // 2 + 1}." if index % 2 == 0 else f"{index // 2 + 1}...")
            words.append(str(turn.move))
            if turn.clock_ms is not None:
                words.append(_clock_text(turn.clock_ms))
            if index % 2 == 1 or turn.comment or turn is self.turns[-1]:
                lines += [" ".join(words), *_comment_lines(turn.comment)]
                words = []
        return "\n".join(lines) + "\n"


def read(text: str) -> list[Record]:
    """Return the games a text holds; raise `InvalidRecord` if it is damaged, with all that could be read."""
    lines = [(number, line.removesuffix("\r")) for number, line in enumerate(text.split("\n"), start=1)]
    lines[0] = (1, lines[0][1].removeprefix("\ufeff"))
    starts = [index for index, (_, line) in enumerate(lines) if line.startswith("Game:")]
    records, errors = [], []
    for number, line in lines[: starts[0] if starts else None]:
        if line.strip():
            game = next(iter(catalog.GAMES))
            errors.append(InvalidRecord("a record begins with a header such as Game: {game}.", line=number, game=game))
            break
    for begin, end in pairwise([*starts, len(lines)]):
        reader = _Reader()
        try:
            reader.read(lines[begin:end])
        except InvalidRecord as error:
            errors.append(error)
        if reader.record is not None:
            records.append(reader.record)
    if errors:
        errors[0].records, errors[0].errors = records, errors
        raise errors[0]
    return records


def write(records: Iterable[Record]) -> str:
    """Return games as one text."""
    return "\n".join(map(str, records))


def to_json(records: Iterable[Record]) -> str:
    """Return games as JSON, for other programs: a list of objects with headers, comment and turns."""
    games = [
        {
            "headers": record.all_headers(),
            "comment": record.comment,
            "turns": [
                {"move": str(turn.move), "comment": turn.comment, "clock_ms": turn.clock_ms} for turn in record.turns
            ],
        }
        for record in records
    ]
    return json.dumps(games, indent=2, ensure_ascii=False) + "\n"


def from_json(text: str) -> list[Record]:
    """Return the games that `to_json` wrote."""
    records = []
    try:
        games = json.loads(text)
        for game in games if isinstance(games, list) else [games]:
            lines = [_header_line(str(name), str(value)) for name, value in game["headers"].items()]
            lines += ["", *_comment_lines(str(game["comment"]))]
            for turn in game["turns"]:
                move, comment = turn["move"], turn["comment"]
                if not isinstance(comment, str) or not isinstance(move, str) or len(move.split()) != 1:
                    raise TypeError("a turn is one move and a comment")
                clock = "" if turn["clock_ms"] is None else _clock_text(turn["clock_ms"])
                lines += [f"{move} {clock}", *_comment_lines(comment)]
            (record,) = read("\n".join(lines))
            records.append(record)
    except InvalidRecord as error:
        raise VatoError("Game {number}: {reason}", number=len(records) + 1, reason=error.reason) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise VatoError("This is not JSON that vato wrote; convert a record to see how it looks.") from error
    return records


def load(path: str | os.PathLike[str]) -> list[Record]:
    """Return the games in a file, text or JSON."""
    # What is not UTF-8 becomes lone surrogates, which the reader names with their line.
    text = Path(path).read_bytes().decode(errors="surrogateescape").removeprefix("\ufeff")
    return from_json(text) if text.lstrip().startswith(("[", "{")) else read(text)


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write games to a file so that at any moment the file holds either all of the old text or all of the new."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(write(records))
            except UnicodeEncodeError as error:
                raise VatoError("A name or comment holds a character that cannot be written as UTF-8.") from error
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):  # Windows opens no folder
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class _Reader:
    """Reads one game; what it had read when it met damage stays in `record`."""

    def __init__(self) -> None:
        self.record: Record | None = None
        self._comments: list[str] = []

    def read(self, lines: Sequence[tuple[int, str]]) -> None:
        headers: dict[str, tuple[int, str]] = {}
        body = len(lines)
        for index, (number, line) in enumerate(lines):
            if not line.strip():
                body = index
                break
            _refuse_surrogates(number, line)
            found = _HEADER.fullmatch(line)
            if not found:
                raise InvalidRecord("a header is written like Date: 2026-11-15.", line=number)
            if found[1] in headers:
                raise InvalidRecord("there is a second header {name}.", line=number, name=found[1])
            headers[found[1]] = number, _unescape(found[2] or "")
        self.record = record = self._begin(headers)
        board = record.start.copy()
        for number, line in lines[body:]:
            _refuse_surrogates(number, line)
            if line.startswith("#"):
                self._comments.append(_unescape(line[1:].removeprefix(" ")))
            for word in line.split() if not line.startswith("#") else ():
                self._keep_comment()
                self._word(board, number, word)
        self._keep_comment()
        self._end(board, headers)

    def _begin(self, headers: Mapping[str, tuple[int, str]]) -> Record:
        others = dict(headers)
        number, game = others.pop("Game")
        try:
            entry = catalog.find(game)
            number, rules_name = others.pop("Rules", (number, None))
            rules = entry.read_rules(rules_name)
            number, position = others.pop("Start", (number, None))
            board = catalog.new(game, rules=rules, position=position)
        except VatoError as error:
            raise InvalidRecord("{reason}", line=number, reason=error) from error
        first, second = (others.pop(side.capitalize(), (0, ""))[1] for side in board.sides)
        _, date = others.pop("Date", (0, ""))
        named = {name: value for name, (_, value) in others.items() if name not in ("Result", "Reason")}
        return Record(board, (first, second), date, headers=named)

    def _keep_comment(self) -> None:
        assert self.record is not None
        if not self._comments:
            return
        turns = self.record.turns
        comment = "\n".join(self._comments)
        self._comments = []
        if turns:
            turns[-1] = turns[-1]._replace(comment=comment)
        else:
            self.record.comment = comment

    def _word(self, board: Board, line: int, word: str) -> None:
        assert self.record is not None
        turns = self.record.turns
        expected = f"{(self.record.start.turn + len(turns)) // 2 + 1}.{'..' if board.turn else ''}"
        if _NUMBER.fullmatch(word):
            if word != expected:
                raise InvalidRecord("here comes {expected!r}, not {word!r}.", line=line, expected=expected, word=word)
        elif clock := _CLOCK.fullmatch(word):
            if not turns or turns[-1].clock_ms is not None:
                raise InvalidRecord("a clock time follows its move.", line=line)
            turns[-1] = turns[-1]._replace(clock_ms=_clock_ms(clock))
        else:
            try:
                turns.append(Turn(board.push(word)))
            except IllegalMove as error:
                raise InvalidRecord("{move!r}: {reason}", line=line, move=shorten(word), reason=error) from error

    def _end(self, board: Board, headers: Mapping[str, tuple[int, str]]) -> None:
        assert self.record is not None
        line, result = headers.get("Result", (headers["Game"][0], None))
        reason_line, reason = headers.get("Reason", (line, ""))
        reached = board.outcome()
        self.record.outcome = reached
        if reason in DECLARED_REASONS and reached is None:
            results = {DRAW: None, **{side: player for player, side in enumerate(board.sides)}}
            if result not in results:
                raise InvalidRecord("{result!r} is not a result by {reason}.", line=line, result=result, reason=reason)
            try:
                self.record.outcome = board.declare(Outcome(results[result], reason))
            except VatoError as error:
                raise InvalidRecord("{reason}", line=line, reason=error) from error
            return
        if result not in (None, _result_text(board, reached)):
            raise InvalidRecord(
                "the result is given as {result!r}, but the moves lead to {reached!r}.",
                line=line,
                result=result,
                reached=_result_text(board, reached),
            )
        if reason and reason != (reached.reason if reached else ""):
            raise InvalidRecord(
                "the reason is given as {reason!r}, but the moves lead to {reached!r}.",
                line=reason_line,
                reason=reason,
                reached=str(reached.reason) if reached else UNFINISHED,
            )


def _result_text(board: Board, outcome: Outcome | None) -> str:
    if outcome is None:
        return UNFINISHED
    if outcome.no_result:
        return NO_RESULT
    return DRAW if outcome.winner is None else str(board.sides[outcome.winner])


def _refuse_surrogates(number: int, line: str) -> None:
    if re.search("[\ud800-\udfff]", line):
        raise InvalidRecord("this is not UTF-8 text.", line=number)


def _clock_text(clock_ms: int) -> str:
    if not isinstance(clock_ms, int) or not 0 <= clock_ms < LONGEST_CLOCK_MS:
        raise VatoError("A clock cannot show {clock_ms} milliseconds.", clock_ms=clock_ms)
    seconds, milliseconds = divmod(clock_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    front = f"{hours}:{minutes:02}" if hours else str(minutes)
    fraction = f".{milliseconds:03}".rstrip("0") if milliseconds else ""
    return f"({front}:{seconds:02}{fraction})"


def _clock_ms(clock: re.Match[str]) -> int:
    hours, minutes, seconds, fraction = clock.groups(default="0")
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, "0"))


def _comment_lines(comment: str) -> list[str]:
    return [f"# {_escape(line)}" if line else "#" for line in comment.split("\n")] if comment else []


def _header_line(name: str, value: str) -> str:
    return f"{name}: {_escape(value)}" if value else f"{name}:"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n")


def _unescape(text: str) -> str:
    return re.sub(r"\\([\\nr])", lambda found: {"n": "\n", "r": "\r"}.get(found[1], "\\"), text)
