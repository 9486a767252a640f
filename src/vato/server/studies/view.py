"""A study as it is opened, and in a list."""

from __future__ import annotations

from typing import Any

from vato.server.studies.edits import chapter_body
from vato.server.studies.study import Chapter, Study
from vato.server.wire import study as wire


def whole(study: Study, visitor: str | None) -> wire.StudyState:
    """Return a study with all there is in it."""
    return {
        "id": study.id,
        "version": study.version,
        "title": study.title,
        "by_link": study.by_link,
        "mine": study.owner == visitor,
        "chapters": [_whole(chapter) for chapter in study.chapters],
    }


def _whole(chapter: Chapter) -> wire.WholeChapter:
    nodes = list(chapter.root.branch)
    return {
        **chapter_body(chapter),
        "turns": [(node.id, node.parent.id, node.move) for node in nodes if node.parent is not None],
        "comments": [(node.id, node.comment) for node in nodes if node.comment],
        "arrows": [(node.id, [(*arrow,) for arrow in node.arrows]) for node in nodes if node.arrows],
    }


def head(row: Any, games: list[str]) -> wire.StudyHead:
    """Return a study in a list, by its row and the games of its chapters."""
    return {
        "id": row.id,
        "title": row.title,
        "by_link": row.by_link,
        "chapters": len(games),
        "games": list(dict.fromkeys(games)),
        "updated": row.updated_ms,
    }
