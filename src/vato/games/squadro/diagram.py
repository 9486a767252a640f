"""A Squadro position as lines of text: lanes, engraved dots, pointed stones, who is home, the last move.

Owns the characters and the role of each; which colour a role has is the business of whoever shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.board import PLAYER_ROLES
from vato.games.squadro.notation import Move, place_of
from vato.games.squadro.rulesets import BACK, FAR_EDGE, HOME, LANES, OUT

if TYPE_CHECKING:
    from vato.games.squadro.board import Board

Span = tuple[str, str]
"""A text and its role: one or more words, such as `line`, `label`, `first` or `first last`."""
Place = tuple[int, int]
"""Columns from the left and rows from the bottom, 0 and 6 being the ends of the lanes."""

STONES = (("▲", "▼"), ("▶", "◀"))
"""How each side's stones point on the way out and on the way back."""
AT_HOME = "⌂"
ENDS = ("┴", "┬"), ("├", "┤")
"""The start and the far edge of a lane where no stone stands, for each side."""
CROSSING = "┼"
LIGHT, DARK = 0, 1
MARGIN = "      "


def diagram(board: Board) -> list[list[Span]]:
    """Return the board as lines of spans, the far edge of light's lanes first, numbers and who is home last.

    >>> import vato
    >>> lines = str(vato.new("squadro", position="0006c/00800 light")).splitlines()
    >>> print("\\n".join(lines[:2] + lines[6:8] + lines[-5:]))
             •••  •  ••   •  •••
              ┬   ┬   ┬   ▼   ┬
              │   │   │   │   │
    3  •• ├───┼───┼───┼───◀───┼───┤ ••
              │   │   │   │   │
              ▲   ▲   ▲   ┴   ⌂
              •  ••• ••  •••  •
              1   2   3   4   5
          ▲ ⌂ 1/4   ▶ ⌂ 0/4
    """
    marks = _marks(board)
    lines = [[_column_dots(BACK)]]
    for row in range(FAR_EDGE, -1, -1):
        lines.append(_row(row, marks))
        if row:
            lines.append([(MARGIN + "    │" + "   │" * (LANES - 1), "line")])
    lines.append([_column_dots(OUT)])
    lines.append([(MARGIN + "    " + "   ".join(str(lane) for lane in range(1, LANES + 1)), "label")])
    lines.append(_homes(board))
    return lines


def _row(row: int, marks: dict[Place, Span]) -> list[Span]:
    columns = range(1, LANES + 1)
    if row in (0, FAR_EDGE):
        line: list[Span] = [(MARGIN, "line")]
        for column in columns:
            line += [("    " if column == 1 else "   ", "line"), marks[column, row]]
        return line
    line = [(f"{row} ", "label"), (f"{_dots(OUT[DARK][row - 1]):>3} ", "dots"), marks[0, row]]
    for column in (*columns, FAR_EDGE):
        line += [("───", "line"), marks[column, row]]
    return [*line, (f" {_dots(BACK[DARK][row - 1])}", "dots")]


def _dots(speed: int) -> str:
    return "•" * speed


def _column_dots(speeds: tuple[tuple[int, ...], ...]) -> Span:
    return MARGIN + "   " + " ".join(f"{_dots(speed):^3}" for speed in speeds[LIGHT]), "dots"


def _marks(board: Board) -> dict[Place, Span]:
    """Return what is drawn on every place of the board."""
    lanes = range(1, LANES + 1)
    marks: dict[Place, Span] = {(column, row): (CROSSING, "empty") for column in lanes for row in lanes}
    for player in (LIGHT, DARK):
        for lane in lanes:
            for end, progress in zip(ENDS[player], (0, FAR_EDGE), strict=True):
                marks[_place(player, lane, progress)] = end, "empty"
    for player in (LIGHT, DARK):
        for lane, progress in enumerate(board.progress[player], start=1):
            stone = AT_HOME if progress == HOME else STONES[player][progress >= FAR_EDGE]
            marks[_place(player, lane, progress)] = stone, PLAYER_ROLES[player]
    if board.played:
        _mark_last(board, board.played[-1], marks)
    return marks


def _mark_last(board: Board, move: Move, marks: dict[Place, Span]) -> None:
    mover, other = 1 - board.turn, board.turn
    places = {_place(mover, move.lane, progress): "last" for progress in (move.origin, move.target)}
    places |= {_place(other, lane, board.progress[other][lane - 1]): "captured" for lane in move.jumped}
    for place, mark in places.items():
        text, role = marks[place]
        marks[place] = text, f"{role} {mark}"


def _place(player: int, lane: int, progress: int) -> Place:
    along = place_of(progress)
    return (lane, along) if player == LIGHT else (along, lane)


def _homes(board: Board) -> list[Span]:
    line: list[Span] = [(MARGIN, "label")]
    for player in (LIGHT, DARK):
        line += [
            (STONES[player][0], PLAYER_ROLES[player]),
            (f" {AT_HOME} {board.home(player)}/{board.rules.stones_home}   ", "label"),
        ]
    return line
