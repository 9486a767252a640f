"""An example of Alquerque's rules as a picture: the position, its move, and how the turn that is refused would go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.games.alquerque.notation import read_steps
from vato.lattice import picture

if TYPE_CHECKING:
    from vato.games.alquerque.board import Board
    from vato.rules import Example


def illustration(board: Board, example: Example, theme: str) -> str:
    """Return a picture of an example."""
    refused = read_steps(example.refused, board.points) if example.refused else []
    return picture.illustration(board, example, refused, theme)
