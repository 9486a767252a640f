"""Records as JSON, for other programs, written and read: a list of objects with headers, comment and turns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vato.errors import VatoError
from vato.record.reader import InvalidRecord, read
from vato.record.record import NotedTurn, Record
from vato.record.words import CLOSE, OPEN, Arrow, arrow_lines, clock_text, comment_lines, header_line


def to_json(records: Iterable[Record]) -> str:
    """Return games as JSON, for other programs: a list of objects with headers, comment and turns.

    A turn has `variations` only if there are any: lists of turns that begin with another move in its place. A turn, and
    the game for where it began, has `arrows` only if there are any: pairs of points, the same twice for a ring.
    """
    games = [
        {
            "headers": record.all_headers(),
            "comment": record.comment,
            **_arrows(record.arrows),
            "turns": [_body(turn) for turn in record.turns],
        }
        for record in records
    ]
    return json.dumps(games, indent=2, ensure_ascii=False) + "\n"


def _body(turn: NotedTurn) -> dict[str, Any]:
    body: dict[str, Any] = {"move": str(turn.move), "comment": turn.comment, "clock_ms": turn.clock_ms}
    body |= _arrows(turn.arrows)
    if turn.variations:
        body["variations"] = [[_body(other) for other in variation] for variation in turn.variations]
    return body


def _arrows(arrows: Sequence[Arrow]) -> dict[str, Any]:
    return {"arrows": [list(arrow) for arrow in arrows]} if arrows else {}


def from_json(text: str) -> list[Record]:
    """Return the games that `to_json` wrote."""
    records = []
    try:
        games = json.loads(text)
        for game in games if isinstance(games, list) else [games]:
            lines = [header_line(str(name), str(value)) for name, value in game["headers"].items()]
            lines += ["", *comment_lines(str(game["comment"])), *_arrow_lines(game), *_lines(game["turns"])]
            (record,) = read("\n".join(lines))
            records.append(record)
    except InvalidRecord as error:
        raise VatoError("Game {number}: {reason}", number=len(records) + 1, reason=error.reason) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise VatoError("This is not JSON that vato wrote; convert a record to see how it looks.") from error
    return records


def _lines(turns: Any) -> Iterator[str]:
    """Yield turns as lines of text, so that there is one reader only."""
    for turn in turns:
        move, comment = turn["move"], turn["comment"]
        if not isinstance(comment, str) or not isinstance(move, str) or len(move.split()) != 1 or move in (OPEN, CLOSE):
            raise TypeError("a turn is one move and a comment")
        clock = "" if turn["clock_ms"] is None else clock_text(turn["clock_ms"])
        yield f"{move} {clock}"
        yield from comment_lines(comment)
        yield from _arrow_lines(turn)
        for variation in turn.get("variations", ()):
            yield OPEN
            yield from _lines(variation)
            yield CLOSE


def _arrow_lines(body: Any) -> list[str]:
    arrows = [Arrow(*arrow) for arrow in body.get("arrows", ())]
    if any(len(str(arrow).split()) != 1 for arrow in arrows):
        raise TypeError("an arrow goes from point to point")
    return arrow_lines(arrows)
