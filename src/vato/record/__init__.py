"""A played game as text or JSON, written and read: headers, moves, comments, arrows, clocks, variations.

Many games fit in one file. `Record.of` shows one; docs/notation.md describes the format.
"""

from vato.record.as_json import from_json, to_json
from vato.record.files import load, save
from vato.record.reader import InvalidRecord, read
from vato.record.record import NotedTurn, Record
from vato.record.words import Arrow
from vato.record.writer import write

__all__ = ["Arrow", "InvalidRecord", "NotedTurn", "Record", "from_json", "load", "read", "save", "to_json", "write"]
