"""A certificate of a whole board: for each claim the positions that its side leaves to the other, and nothing else.

A text file, packed with xz. Its first line ends with the checksum of all others; then follow what it is about and, for
each claim, positions in which the other side is to move, one a line. Each stands for its reflections, too. Whatever the
other does there, the claim's side has a turn to a position of the list, or to one that the endgame tables know, or that
ends the game as claimed. Who claims to win has a turn to one further up in the list, so that the game gets on.

    vato certificate 2 5f0c...
    board: 9x5
    rules: strict
    tables: 7 3b1d...
    winner: nobody
    nodes: 70600000
    first turns: d3-e3W drawn, f2-e3A lost

    claim: white does not lose
    bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b turns=1

It leans on tables of two bits (results.py); the second word about them is the checksum of theirs.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vato.lattice.rows import write_rows
from vato.solve.packed import DamagedFile, write_whole
from vato.text import Text

MARK = "vato certificate 2"
NOBODY = "nobody"
WON, DRAWN, LOST = "won", "drawn", "lost"
"""What a first turn is worth to who plays it."""


@dataclass(frozen=True)
class PositionCertificate:
    """What was proven about a board and rules."""

    board: str
    rules: str
    tables: int
    """Positions with up to so many stones are in the endgame tables."""
    sums: str
    """The checksum of the tables' checksums."""
    winner: str | None
    """The side that wins, None for a draw."""
    nodes: int
    """How many positions were looked at."""
    first_turns: Mapping[str, str]
    """What the first turns are worth to who plays them, as far as that is known."""
    claims: Mapping[str, Sequence[str]]

    @property
    def line(self) -> Sequence[str]:
        """A best first turn."""
        ranked = (WON, DRAWN, LOST)
        return [turn for value in ranked for turn, found in self.first_turns.items() if found == value][:1]

    def write(self, path: Path) -> None:
        """Write it, or leave everything as it was."""
        lines = [
            f"board: {self.board}",
            f"rules: {self.rules}",
            f"tables: {self.tables} {self.sums}",
            f"winner: {self.winner or NOBODY}",
            f"nodes: {self.nodes}",
            f"first turns: {', '.join(f'{turn} {value}' for turn, value in self.first_turns.items())}",
        ]
        for claim, positions in self.claims.items():
            lines += ["", f"claim: {claim}", *positions]
        text = "".join(f"{line}\n" for line in lines).encode()
        head = f"{MARK} {hashlib.sha256(text).hexdigest()}\n".encode()
        write_whole(path, [lzma.compress(head + text)])

    @classmethod
    def read(cls, path: Path) -> PositionCertificate:
        """Read one; a file that is not as it was written is damaged."""
        try:
            head, _, text = lzma.decompress(path.read_bytes()).partition(b"\n")
        except (lzma.LZMAError, EOFError) as error:
            raise DamagedFile(path, Text("it is not as it was written")) from error
        if head.decode(errors="replace") != f"{MARK} {hashlib.sha256(text).hexdigest()}":
            raise DamagedFile(path, Text("it is not as it was written"))
        try:
            return cls._parsed(text.decode())
        except (ValueError, KeyError) as error:
            raise DamagedFile(path, Text("it is not as it was written")) from error

    @classmethod
    def _parsed(cls, text: str) -> PositionCertificate:
        about, *claims = text.removesuffix("\n").split("\n\n")
        fields = dict(line.split(": ", 1) for line in about.splitlines())
        stones, sums = fields["tables"].split(" ")
        turns = fields["first turns"]
        listed = [claim.split("\n") for claim in claims]
        if any(not head.startswith("claim: ") for head, *_ in listed):
            raise ValueError("claim")
        return cls(
            fields["board"],
            fields["rules"],
            int(stones),
            sums,
            None if fields["winner"] == NOBODY else fields["winner"],
            int(fields["nodes"]),
            dict(pair.split(" ") for pair in turns.split(", ")) if turns else {},
            {head.removeprefix("claim: "): lines for head, *lines in listed},
        )


def images(board: Any) -> Iterator[str]:
    """Yield the texts of a position's reflections; what follows the stones is the same for all."""
    points, (_, rest) = board.points, board.position.split(" ", 1)
    for image in ({point: point for point in points.all}, *points.symmetries.values()):
        yield f"{write_rows(points, {point: board.stones[image[point]] for point in points.all})} {rest}"
