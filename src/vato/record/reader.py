"""Records as text, read: damage is refused with its line, and what could be read is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from vato import catalog, scene
from vato.board import DECLARED_REASONS, Board, Outcome
from vato.errors import IllegalMove, VatoError, shorten
from vato.record.record import MOST_DEPTH, NotedTurn, Record
from vato.record.words import (
    ARROWS,
    CLOCK,
    CLOSE,
    COMMENT,
    DRAW,
    HEADER,
    NUMBER,
    OPEN,
    UNFINISHED,
    Arrow,
    clock_ms,
    number_text,
    result_text,
    unescape,
)
from vato.text import Text


class InvalidRecord(VatoError):
    """A damaged record: `line` is where, `records` what could be read all the same, `errors` every such damage."""

    def __init__(self, template: str, *, line: int, **values: object) -> None:
        self.line = line
        self.reason = Text(template, **values)
        self.records: list[Record] = []
        self.errors: list[InvalidRecord] = [self]
        super().__init__("Line {line}: {problem}", line=line, problem=self.reason)


def read(text: str, *, most_turns: int | None = None) -> list[Record]:
    """Return the games a text holds; raise `InvalidRecord` if it is damaged, with all that could be read.

    So is a game with more than `most_turns` in it, variations included: whoever sends texts cannot keep others busy.
    """
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
        reader = _Reader(most_turns)
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


class _Reader:
    """Reads one game; what it had read when it met damage stays in `record`."""

    def __init__(self, most_turns: int | None) -> None:
        self.record: Record | None = None
        self._most_turns = most_turns
        self._turns_read = 0
        self._points: frozenset[str] | None = None
        self._lines: list[list[NotedTurn]] = []
        """The game's turns, and those of the variations that stand open within each other."""
        self._comments: list[str] = []

    def read(self, lines: Sequence[tuple[int, str]]) -> None:
        headers: dict[str, tuple[int, str]] = {}
        body = len(lines)
        for index, (number, line) in enumerate(lines):
            if not line.strip():
                body = index
                break
            _refuse_surrogates(number, line)
            found = HEADER.fullmatch(line)
            if not found:
                raise InvalidRecord("a header is written like Date: 2026-11-15.", line=number)
            if found[1] in headers:
                raise InvalidRecord("there is a second header {name}.", line=number, name=found[1])
            headers[found[1]] = number, unescape(found[2] or "")
        self.record = record = self._begin(headers)
        self._lines = [record.turns]
        board = record.start.copy()
        try:
            self._read_turns(board, lines[body:])
        finally:
            # What was read of a variation is kept, too.
            while len(self._lines) > 1:
                self._close(board)
        self._end(board, headers)

    def _read_turns(self, board: Board, lines: Sequence[tuple[int, str]]) -> None:
        number = 0
        for number, line in lines:
            _refuse_surrogates(number, line)
            text = line.lstrip(" ")
            if text.startswith(COMMENT):
                self._comments.append(unescape(text[1:].removeprefix(" ")))
                continue
            if text.startswith(ARROWS):
                self._keep_arrows(number, text[1:].split())
                continue
            for word in line.split():
                self._keep_comment(number)
                self._word(board, number, word)
        self._keep_comment(number)
        if len(self._lines) > 1:
            raise InvalidRecord("a variation ends with {word!r}.", line=number, word=CLOSE)

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

    def _keep_comment(self, line: int) -> None:
        assert self.record is not None
        if not self._comments:
            return
        turns = self._lines[-1]
        comments, self._comments = self._comments, []
        if turns:
            # There may be one before a turn's variations and one after them.
            before = [turns[-1].comment] if turns[-1].comment else []
            turns[-1] = turns[-1]._replace(comment="\n".join(before + comments))
        elif len(self._lines) == 1:
            self.record.comment = "\n".join(comments)
        else:
            raise InvalidRecord("a comment in a variation follows its turn.", line=line)

    def _keep_arrows(self, line: int, words: Sequence[str]) -> None:
        """Note what is drawn on the position after the last turn, each once."""
        assert self.record is not None
        if self._points is None:
            self._points = frozenset(point["name"] for point in scene.layout_of(self.record.start)["points"])
        drawn = [Arrow.read(word) for word in words]
        for word, arrow in zip(words, drawn, strict=True):
            if not self._points.issuperset(arrow):
                raise InvalidRecord("{word!r} joins no two points of this board.", line=line, word=shorten(word))
        turns = self._lines[-1]
        if turns:
            turns[-1] = turns[-1]._replace(arrows=tuple(dict.fromkeys([*turns[-1].arrows, *drawn])))
        elif len(self._lines) == 1:
            self.record.arrows = tuple(dict.fromkeys([*self.record.arrows, *drawn]))
        else:
            raise InvalidRecord("arrows in a variation follow its turn.", line=line)

    def _word(self, board: Board, line: int, word: str) -> None:
        assert self.record is not None
        turns = self._lines[-1]
        expected = number_text(self.record.start.turn + len(board.played))
        if word == OPEN:
            self._open(board, line)
        elif word == CLOSE:
            if len(self._lines) == 1:
                raise InvalidRecord("there is no variation that could end here.", line=line)
            if not turns:
                raise InvalidRecord("a variation has one turn at least.", line=line)
            self._close(board)
        elif NUMBER.fullmatch(word):
            if word != expected:
                raise InvalidRecord("here comes {expected!r}, not {word!r}.", line=line, expected=expected, word=word)
        elif clock := CLOCK.fullmatch(word):
            if not turns or turns[-1].clock_ms is not None:
                raise InvalidRecord("a clock time follows its move.", line=line)
            turns[-1] = turns[-1]._replace(clock_ms=clock_ms(clock))
        else:
            self._turns_read += 1
            if self._most_turns is not None and self._turns_read > self._most_turns:
                raise InvalidRecord("a game has at most {most} turns here.", line=line, most=self._most_turns)
            try:
                turns.append(NotedTurn(board.push(word)))
            except IllegalMove as error:
                raise InvalidRecord("{move!r}: {reason}", line=line, move=shorten(word), reason=error) from error

    def _open(self, board: Board, line: int) -> None:
        """Begin a variation: what is read next is played in place of the last turn."""
        if not self._lines[-1]:
            raise InvalidRecord("a variation follows the turn in whose place it could be played.", line=line)
        if len(self._lines) > MOST_DEPTH:
            raise InvalidRecord("variations stand at most {most} deep within each other.", line=line, most=MOST_DEPTH)
        board.pop()
        self._lines.append([])

    def _close(self, board: Board) -> None:
        """End a variation: it is noted at the turn in whose place it could be played, and that one is played again."""
        variation = self._lines.pop()
        for _ in variation:
            board.pop()
        turns = self._lines[-1]
        if variation:
            turns[-1] = turns[-1]._replace(variations=(*turns[-1].variations, tuple(variation)))
        board.push(turns[-1].move)

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
        if result not in (None, result_text(board, reached)):
            raise InvalidRecord(
                "the result is given as {result!r}, but the moves lead to {reached!r}.",
                line=line,
                result=result,
                reached=result_text(board, reached),
            )
        if reason and reason != (reached.reason if reached else ""):
            raise InvalidRecord(
                "the reason is given as {reason!r}, but the moves lead to {reached!r}.",
                line=reason_line,
                reason=reason,
                reached=str(reached.reason) if reached else UNFINISHED,
            )


def _refuse_surrogates(number: int, line: str) -> None:
    if re.search("[\ud800-\udfff]", line):
        raise InvalidRecord("this is not UTF-8 text.", line=number)
