"""Makes the endings that every copy of vato has: `python -m tools.fanorona_endings FOLDER`.

From a folder that `vato solve fanorona` has filled it writes the tables of up to five stones on the usual board by
`standard`, one after the other and squeezed, into endings.xz in the game's room.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from pathlib import Path

from vato.errors import VatoError
from vato.games.fanorona.board import Board
from vato.games.fanorona.endgames import carried
from vato.games.fanorona.endgames.solver import read_tables
from vato.solve.folder import Folder
from vato.solve.packed import Packed

SQUEEZING = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]
"""Distances in which neighbours are alike: what came just before says nothing about the next byte's letters."""


def make(path: Path) -> bytes:
    """Return the content of the file."""
    folder = Folder(path)
    folder.expect(Board.game, carried.CHOSEN)
    tables = []
    for pair in carried.carried_pairs():
        with Packed(folder.file(pair.name)) as file:
            tables += [table.tobytes() for table in read_tables(file, carried.CHOSEN, pair)]
    return lzma.compress(b"".join(tables), filters=SQUEEZING)


def main(arguments: list[str] | None = None) -> None:
    """Make the file again."""
    parser = argparse.ArgumentParser(
        prog="tools.fanorona_endings",
        description="Make the endings that every copy of vato has.",
        epilog="Example: python -m tools.fanorona_endings ~/.local/share/vato/fanorona-solution/9x5-standard",
    )
    parser.add_argument("solution", type=Path, help="the folder that `vato solve fanorona` has filled")
    parser.add_argument("--out", type=Path, default=carried.FILE)
    wishes = parser.parse_args(arguments)
    try:
        content = make(wishes.solution)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    wishes.out.write_bytes(content)
    print(f"{wishes.out}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
