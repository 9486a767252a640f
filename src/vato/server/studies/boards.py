"""Boards on which the turns of studies have been played: what may be played after them is asked of these.

A turn stands after the same turns for ever, so a board is right for as long as it is kept. All of it is done at the
desk, in its one thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

from vato import catalog, scene
from vato.board import Board
from vato.errors import VatoError
from vato.server.studies.study import Chapter, Node, Study
from vato.server.wire.fields import MOST_PLIES

MOST_BOARDS = 200
KEPT_EVERY = 50
"""On the way to a turn whose board is not kept, every so many boards are."""

Key = tuple[str, int]


class Boards:
    """The boards that were asked for last."""

    def __init__(self) -> None:
        self._boards: OrderedDict[Key, Board] = OrderedDict()

    def read(self, study: Study, node: Node, moves: Sequence[str]) -> list[str]:
        """Return moves that can be played one after the other after a turn, as they are written here."""
        if node.ply + len(moves) > MOST_PLIES:
            raise VatoError("A game has at most {most} turns here.", most=MOST_PLIES)
        board = self._at(study, node).copy()
        return [str(board.push(move)) for move in moves]

    def _at(self, study: Study, node: Node) -> Board:
        """Return the board after a turn; it is not to be played on."""
        key = study.id, node.id
        missing: list[Node] = []
        at = node
        while (study.id, at.id) not in self._boards and at.parent is not None:
            missing.append(at)
            at = at.parent
        board = self._boards.get((study.id, at.id))
        if board is None:
            board = start_of(study.chapter_of(node))
        if missing:
            board = board.copy()
        for each in reversed(missing):
            board.push(each.move)
            if each.ply % KEPT_EVERY == 0 and each is not node:
                self._keep((study.id, each.id), board.copy())
        self._keep(key, board)
        return board

    def _keep(self, key: Key, board: Board) -> None:
        self._boards[key] = board
        self._boards.move_to_end(key)
        while len(self._boards) > MOST_BOARDS:
            self._boards.popitem(last=False)


def start_of(chapter: Chapter) -> Board:
    """Return the board at the beginning of a chapter."""
    return catalog.new(chapter.game, rules=chapter.rules, position=chapter.start)


def points_of(chapter: Chapter) -> frozenset[str]:
    """Return the points of a chapter's board."""
    return _points(chapter.game, chapter.rules, chapter.start)


@lru_cache(maxsize=100)
def _points(game: str, rules: str, start: str) -> frozenset[str]:
    layout = scene.layout_of(catalog.new(game, rules=rules, position=start))
    return frozenset(point["name"] for point in layout["points"])
