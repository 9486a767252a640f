"""Studies between the rows of the database and the values of study.py."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from vato.board import Outcome
from vato.record import Arrow
from vato.server.store.studies import Loaded
from vato.server.studies.study import About, Chapter, Node, Study


def study_of(loaded: Loaded) -> Study:
    """Return the study that rows describe."""
    head = loaded.head
    study = Study(head.id, head.version, head.owner, head.title, head.by_link, head.made)
    roots = {row.id: row for row in loaded.chapters}
    for row in loaded.nodes:
        parent = None if row.parent is None else study.nodes[row.parent]
        arrows = tuple(Arrow(*arrow) for arrow in row.arrows)
        ply = 0 if parent is None else parent.ply + 1
        node = Node(row.id, row.chapter, parent, row.move, ply, row.place, row.comment, row.commented, arrows)
        if parent is None:
            of = roots[row.id]
            study.chapters.append(Chapter(node, of.name, of.game, of.rules, of.start, _about_of(of.about)))
        study.put(node)
    for node in study.nodes.values():
        node.children.sort(key=lambda child: child.place)
    places = {row.id: row.place for row in loaded.chapters}
    study.chapters.sort(key=lambda chapter: places[chapter.id])
    return study


def node_values(node: Node) -> dict[str, Any]:
    """Return a turn as its row."""
    return {
        "id": node.id,
        "chapter": node.chapter,
        "parent": None if node.parent is None else node.parent.id,
        "place": node.place,
        "move": node.move,
        "comment": node.comment,
        "commented": node.commented,
        "arrows": [list(arrow) for arrow in node.arrows],
    }


def chapter_values(chapter: Chapter, place: int) -> dict[str, Any]:
    """Return a chapter as its row, the turns left out."""
    return {
        "id": chapter.id,
        "place": place,
        "name": chapter.name,
        "game": chapter.game,
        "rules": chapter.rules,
        "start": chapter.start,
        "about": asdict(chapter.about),
    }


def _about_of(kept: dict[str, Any]) -> About:
    outcome = kept["outcome"]
    first, second = kept["players"]
    ended = None if outcome is None else Outcome(**outcome)
    return About((first, second), kept["date"], kept["headers"], ended, kept["end"])
