"""The words of UGI: bytes into lines, lines into words, numbers and limits, and what was found into lines.

Only text goes in and out; what is done about it is decided in ugi.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vato.compiled.contract import SURE, WIN
from vato.engine.analysis import Analysis, Score
from vato.engine.limits import Limit
from vato.errors import VatoError

LONGEST_LINE = 100_000
"""In characters; the longest game has a tenth of that."""
MOST = 10**12
"""The greatest number a limit can be: 31 years of milliseconds, days of nodes."""

FARTHEST_MATE = (WIN - SURE) // 2 - 1
"""In turns of one player, the longest win that a score can tell."""

CLOCKS = (("p1time", "p1inc"), ("p2time", "p2inc"))
SYNONYMS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}
LEAST = {"movetime": 0, "depth": 1, "nodes": 1, "p1time": 0, "p2time": 0, "p1inc": 0, "p2inc": 0}
"""The words of `go` that a number follows, and the least it can be."""


def lines_of(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines in a stream of bytes, also an unfinished last one; of a line that is too long only the beginning.

    >>> list(lines_of([b"ugi\\nisre", b"ady\\n\\nqu", b"it"]))
    [b'ugi', b'isready', b'', b'quit']
    """
    line = b""
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        line += first[: LONGEST_LINE + 1 - len(line)]
        for other in others:
            yield line
            line = other[: LONGEST_LINE + 1]
    if line:
        yield line


def read_words(line: bytes) -> list[str]:
    """Return the words of a line, which is plain text of a bearable length."""
    if len(line) > LONGEST_LINE:
        raise VatoError("A line has at most {most} characters.", most=LONGEST_LINE)
    words = line.decode("ascii", errors="replace").split()
    if not all(word.isascii() and word.isprintable() for word in words):
        raise VatoError("This line is not plain text.")
    return words


def read_number(name: str, text: str, allowed: range) -> int:
    """Return the number that a text gives for what is called `name`."""
    # The length is looked at first, as reading a very long number takes very long.
    if not text.isdigit() or len(text) > len(str(MOST)) or int(text) not in allowed:
        raise VatoError(
            "{name} is a whole number from {least} to {most}, not {text!r}.",
            name=name,
            least=allowed[0],
            most=allowed[-1],
            text=text,
        )
    return int(text)


def read_check(name: str, text: str) -> bool:
    """Return whether a text says yes to what is called `name`."""
    if text not in ("true", "false"):
        raise VatoError("{name} is true or false, not {text!r}.", name=name, text=text)
    return text == "true"


def yes(fact: bool) -> str:
    """Return how the protocol writes whether something is so."""
    return "true" if fact else "false"


def read_limit(words: Sequence[str], player: int) -> Limit:
    """Return the limit that the words after `go` set; without any, `player` thinks until stopped.

    >>> read_limit("movetime 500 depth 3".split(), 0)
    Limit(seconds=0.5, depth=3, nodes=None, clock_seconds=None, increment_seconds=0.0)
    """
    values: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        name = SYNONYMS.get(word, word)
        if name == "infinite":
            if len(words) > 1:
                raise VatoError("go infinite has no other limit.")
            continue
        if name not in LEAST:
            raise VatoError("go knows no {word!r}; it knows {known}.", word=word, known=", ".join([*LEAST, "infinite"]))
        values[name] = read_number(word, next(rest, ""), range(LEAST[name], MOST + 1))
    time, increment = CLOCKS[player]
    if time not in values and any(name in values for pair in CLOCKS for name in pair):
        raise VatoError("The clock of the player to move is missing: {time}.", time=time)
    return Limit(
        seconds=values["movetime"] / 1000 if "movetime" in values else None,
        depth=values.get("depth"),
        nodes=values.get("nodes"),
        clock_seconds=values[time] / 1000 if time in values else None,
        increment_seconds=values.get(increment, 0) / 1000,
    )


def info(found: Analysis) -> list[str]:
    """Return what the engine has found so far as lines of the protocol, the best one first."""
    effort = (
        f"nodes {found.nodes} nps {round(found.nodes / max(found.seconds, 1e-6))} time {round(found.seconds * 1000)}"
    )
    return [
        f"info depth {found.depth} multipv {number} score {score_text(line.score)} {effort} pv "
        + " ".join(map(str, line.moves))
        for number, line in enumerate(found.lines, start=1)
    ]


class Info(NamedTuple):
    """What a line of the protocol tells of what was found."""

    rank: int
    depth: int
    nodes: int
    value: int
    """As in a `Score`, for the player to move."""
    moves: tuple[str, ...]


def read_info(words: Sequence[str]) -> Info | None:
    """Return what a line tells of a line of play, or None if it tells none; a win is as far away as it can be.

    >>> read_info("info depth 3 multipv 2 score cp -12 nodes 90 pv a1-b1 c3-d3".split())
    Info(rank=2, depth=3, nodes=90, value=-12, moves=('a1-b1', 'c3-d3'))
    >>> read_info("info depth 3 score mate -2 pv 4".split())
    Info(rank=1, depth=3, nodes=0, value=-29996, moves=('4',))
    """
    if words[:1] != ["info"] or words[1:2] == ["string"] or "pv" not in words[:-1]:
        return None
    cut = words.index("pv")
    numbers = {"multipv": 1, "depth": 0, "nodes": 0, "cp": 0, "mate": 0}
    for name, text in pairwise(words[1:cut]):
        if name in numbers and re.fullmatch("-?[0-9]{1,12}", text):
            numbers[name] = int(text)
    # The player to move has one turn more in a win than the other, and as many in a loss.
    mate = max(-FARTHEST_MATE, min(numbers["mate"], FARTHEST_MATE))
    value = max(1 - SURE, min(numbers["cp"], SURE - 1))
    if mate:
        value = WIN + 1 - 2 * mate if mate > 0 else -WIN - 2 * mate
    return Info(numbers["multipv"], numbers["depth"], numbers["nodes"], value, tuple(words[cut + 1 :]))


def score_text(score: Score) -> str:
    """Return a score in the words of the protocol; a win or loss is counted in turns of the player to move, as in UCI.

    >>> score_text(Score(-25)), score_text(Score(29997)), score_text(Score(-29998))
    ('cp -25', 'mate 2', 'mate -1')
    """
    if score.wins_in is not None:
        return f"mate {(score.wins_in + 1) // 2}"
    if score.loses_in is not None:
        return f"mate {-((score.loses_in + 1) // 2)}"
    return f"cp {score.value}"
