"""The words of records that writing and reading share: headers, results, comments, arrows, clocks, variations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from vato.board import Board, Outcome
from vato.errors import VatoError

DRAW, NO_RESULT, UNFINISHED = "draw", "none", "unfinished"
RESERVED = ("Game", "Rules", "Start", "Date", "Result", "Reason")
LONGEST_CLOCK_MS = 3_600_000 * 10**6
OPEN, CLOSE = "(", ")"
"""Around a variation, each a word of its own."""
COMMENT = "#"
ARROWS = "@"
TOWARDS = ">"
"""Between the two points of an arrow; some points have a hyphen in their names."""

HEADER = re.compile(r"([A-Z][A-Za-z0-9 -]{0,40}):(?: (.*))?")
NUMBER = re.compile(r"([0-9]{1,6})\.(\.\.)?")
CLOCK = re.compile(r"\((?:([0-9]{1,6}):)?([0-9]{1,2}):([0-9]{2})(?:\.([0-9]{1,3}))?\)")


class Arrow(NamedTuple):
    """An arrow that somebody has drawn on a position or, where it ends where it begins, a ring."""

    origin: str
    target: str

    def __str__(self) -> str:
        return self.origin if self.origin == self.target else f"{self.origin}{TOWARDS}{self.target}"

    @classmethod
    def read(cls, word: str) -> Arrow:
        """Return the arrow or ring that a word stands for, whether or not there are such points.

        >>> Arrow.read("2-0>2-3"), Arrow.read("c3")
        (Arrow(origin='2-0', target='2-3'), Arrow(origin='c3', target='c3'))
        """
        origin, towards, target = word.partition(TOWARDS)
        return cls(origin, target if towards else origin)


def result_text(board: Board, outcome: Outcome | None) -> str:
    """Return what the header Result says."""
    if outcome is None:
        return UNFINISHED
    if outcome.no_result:
        return NO_RESULT
    return DRAW if outcome.winner is None else str(board.sides[outcome.winner])


def number_text(index: int) -> str:
    """Return the number before a turn, counted from player 0's first.

    >>> number_text(0), number_text(3)
    ('1.', '2...')
    """
    return f"{index // 2 + 1}.{'..' if index % 2 else ''}"


def clock_text(clock_ms: int) -> str:
    """Return a clock time as it stands after a move."""
    if not isinstance(clock_ms, int) or not 0 <= clock_ms < LONGEST_CLOCK_MS:
        raise VatoError("A clock cannot show {clock_ms} milliseconds.", clock_ms=clock_ms)
    seconds, milliseconds = divmod(clock_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    front = f"{hours}:{minutes:02}" if hours else str(minutes)
    fraction = f".{milliseconds:03}".rstrip("0") if milliseconds else ""
    return f"({front}:{seconds:02}{fraction})"


def clock_ms(clock: re.Match[str]) -> int:
    """Return what a clock time says."""
    hours, minutes, seconds, fraction = clock.groups(default="0")
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, "0"))


def comment_lines(comment: str) -> list[str]:
    """Return a comment as lines of a record."""
    return [f"{COMMENT} {escape(line)}" if line else COMMENT for line in comment.split("\n")] if comment else []


def arrow_lines(arrows: Iterable[Arrow]) -> list[str]:
    """Return arrows and rings as lines of a record, of which there is one if there are any."""
    words = [str(arrow) for arrow in arrows]
    return [" ".join([ARROWS, *words])] if words else []


def header_line(name: str, value: str) -> str:
    """Return a header as a line of a record."""
    return f"{name}: {escape(value)}" if value else f"{name}:"


def escape(text: str) -> str:
    """Return a text that fits in a line."""
    return text.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n")


def unescape(text: str) -> str:
    """Return what was escaped."""
    return re.sub(r"\\([\\nr])", lambda found: {"n": "\n", "r": "\r"}.get(found[1], "\\"), text)
