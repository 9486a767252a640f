"""A certificate: what a small board's game is worth, and for each position that may come up the move that shows it.

A text file. Its first line ends with the checksum of all others; then follow what it is about and, for each claim,
the positions in which the claim's side is to move, each with the move to play. Whatever the other side does leads to
another such position, or to one that the endgame tables know. Who claims to win never comes back to a position.

    vato certificate 1 5f0c...
    board: 3x3
    rules: standard
    tables: 4
    winner: white
    nodes: 25
    line: a1-b2A ...

    claim: white wins
    bbb/b1w/www w | a1-b2A
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vato.solve.packed import DamagedFile, write_whole
from vato.text import Text

MARK = "vato certificate 1"
NOBODY = "nobody"
BETWEEN = " | "


@dataclass(frozen=True)
class Certificate:
    """What was proven about a board and rules."""

    board: str
    rules: str
    tables: int
    """Positions with up to so many stones are in the endgame tables."""
    winner: str | None
    """The side that wins, None for a draw."""
    nodes: int
    """How many positions were looked at."""
    line: tuple[str, ...]
    """How the game may go when both play well."""
    claims: Mapping[str, Mapping[str, str]]

    @property
    def first_turns(self) -> Mapping[str, str]:
        """Nothing is known of single first turns."""
        return {}

    def write(self, path: Path) -> None:
        """Write it, or leave everything as it was."""
        lines = [
            f"board: {self.board}",
            f"rules: {self.rules}",
            f"tables: {self.tables}",
            f"winner: {self.winner or NOBODY}",
            f"nodes: {self.nodes}",
            f"line: {' '.join(self.line)}",
        ]
        for claim, moves in self.claims.items():
            lines += ["", f"claim: {claim}", *(f"{position}{BETWEEN}{move}" for position, move in moves.items())]
        text = "".join(f"{line}\n" for line in lines).encode()
        write_whole(path, [f"{MARK} {hashlib.sha256(text).hexdigest()}\n".encode(), text])

    @classmethod
    def read(cls, path: Path) -> Certificate:
        """Read one; a file that is not as it was written is damaged."""
        head, _, text = path.read_bytes().partition(b"\n")
        if head.decode(errors="replace") != f"{MARK} {hashlib.sha256(text).hexdigest()}":
            raise DamagedFile(path, Text("it is not as it was written"))
        about, *claims = text.decode().removesuffix("\n").split("\n\n")
        fields: dict[str, Any] = dict(line.split(": ", 1) for line in about.splitlines())
        return cls(
            fields["board"],
            fields["rules"],
            int(fields["tables"]),
            None if fields["winner"] == NOBODY else fields["winner"],
            int(fields["nodes"]),
            tuple(fields["line"].split()),
            dict(_read_claim(claim) for claim in claims),
        )


def _read_claim(text: str) -> tuple[str, dict[str, str]]:
    head, *lines = text.splitlines()
    moves = dict(line.split(BETWEEN) for line in lines)
    return head.removeprefix("claim: "), moves
