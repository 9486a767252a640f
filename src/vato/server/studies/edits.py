"""What somebody wants to do to a study: refused, or worked out with all that it changes, and not committed yet.

Nothing here changes a study; `Study.apply` does, once the database has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vato.record import Arrow
from vato.record.record import MOST_DEPTH
from vato.server.http.refusals import Refusal
from vato.server.store.studies import Change
from vato.server.studies.boards import points_of
from vato.server.studies.records import NewChapter
from vato.server.studies.rows import chapter_values, node_values
from vato.server.studies.study import Chapter, Node, Study, drawn
from vato.server.studies.texts import comment_of, name_of, title_of
from vato.server.wire import study as wire

MOST_CHAPTERS = 64
MOST_TURNS = 3_000
"""Of a chapter."""
MOST_BYTES = 400_000
"""Of all that is in a study: a chapter as text is never longer than what can be sent to be read again."""


def turns(study: Study, message: wire.AddTurns) -> Change | None:
    """Add a line whose moves were read from the board; nothing if all of it is there."""
    parent, moves = known(study, message.node), list(message.moves)
    while moves and (there := parent.child(moves[0])) is not None:
        parent = there
        del moves[0]
    if not moves:
        return None
    chapter = study.chapter_of(parent)
    if chapter.turns + len(moves) > MOST_TURNS:
        raise _full("A chapter holds {most} turns; begin another one.", most=MOST_TURNS)
    if parent.children and parent.depth + 1 > MOST_DEPTH:
        raise _too_deep()
    first, made = parent, []
    for number, move in enumerate(moves, start=study.made + 1):
        place = parent.next_place if parent is first else 0
        parent = Node(number, chapter.id, parent, move, parent.ply + 1, place)
        made.append(parent)
    _refuse_if_full(study, sum(node.size for node in made))
    told: wire.TurnsAdded = {"type": "turns", "node": first.id, "turns": [(node.id, node.move) for node in made]}
    return Change(told, {"made": made[-1].id}, new_nodes=tuple(map(node_values, made)))


def delete(study: Study, message: wire.DeleteBranch) -> Change:
    """Delete a turn with all that follows it."""
    node = _turn(study, message.node)
    told: wire.BranchDeleted = {"type": "delete", "node": node.id}
    return Change(told, gone_nodes=tuple(each.id for each in node.branch))


def promote(study: Study, message: wire.PromoteLine) -> Change | None:
    """Let a line be the main one, as far as others go before it."""
    node = _turn(study, message.node)
    firsts = [each for each in node.path if each.parent is not None and each.parent.children[0] is not each]
    if not firsts:
        return None
    _refuse_if_too_deep(study.chapter_of(node).root, firsts)
    told: wire.LinePromoted = {"type": "promote", "nodes": [each.id for each in firsts]}
    return Change(told, nodes={each.id: {"place": each.first_place} for each in firsts})


def comment(study: Study, message: wire.WriteComment) -> Change | None:
    """Comment on a turn, unless somebody has done so whom the writer has not read."""
    node = known(study, message.node)
    text = comment_of(message.text)
    if text == node.comment:
        return None
    if node.commented > message.since:
        raise Refusal("Somebody else has changed this comment meanwhile.", code="changed")
    _refuse_if_full(study, len(text.encode()) - len(node.comment.encode()))
    told: wire.CommentWritten = {"type": "comment", "node": node.id, "text": text}
    return Change(told, nodes={node.id: {"comment": text, "commented": study.version + 1}})


def arrows(study: Study, message: wire.DrawArrows) -> Change | None:
    """Draw arrows and rings, and take others away."""
    node = known(study, message.node)
    points = points_of(study.chapter_of(node))
    if not all(points.issuperset(arrow) for arrow in message.add):
        raise Refusal("An arrow goes from a point of the board to another.", code="unreadable", status=422)
    after = drawn(node.arrows, message.add, message.remove)
    if after == node.arrows:
        return None
    if len(after) > wire.MOST_ARROWS:
        raise _full("On one position there are {most} arrows at most.", most=wire.MOST_ARROWS)
    _refuse_if_full(study, sum(len(str(Arrow(*each))) + 1 for each in message.add))
    told: wire.ArrowsDrawn = {"type": "arrows", "node": node.id, "add": message.add, "remove": message.remove}
    return Change(told, nodes={node.id: {"arrows": [list(arrow) for arrow in after]}})


def title(study: Study, message: wire.RenameStudy) -> Change | None:
    """Give the study another title."""
    named = title_of(message.title)
    if named == study.title:
        return None
    told: wire.StudyRenamed = {"type": "title", "title": named}
    return Change(told, {"title": named})


def chapter(study: Study, message: wire.AddChapter) -> Change:
    """Add an empty chapter; where it begins was worked out on a board, and nothing is left to be chosen."""
    assert message.rules is not None
    assert message.position is not None
    _refuse_if_many(study, 1)
    root = Node(study.made + 1, study.made + 1, None, "", 0)
    made = Chapter(root, name_of(message.name), message.game, message.rules, message.position)
    _refuse_if_full(study, root.size)
    told: wire.ChapterAdded = {"type": "chapter", "chapter": chapter_body(made)}
    rows = (chapter_values(made, len(study.chapters)),)
    return Change(told, {"made": root.id}, new_chapters=rows, new_nodes=(node_values(root),))


def chapter_name(study: Study, message: wire.RenameChapter) -> Change | None:
    """Give a chapter another name, or none."""
    named, name = _chapter(study, message.chapter), name_of(message.name)
    if named.name == name:
        return None
    told: wire.ChapterRenamed = {"type": "chapter_name", "chapter": named.id, "name": name}
    return Change(told, chapters={named.id: {"name": name}})


def chapter_move(study: Study, message: wire.MoveChapter) -> Change | None:
    """Let a chapter have another place."""
    moved, to = _chapter(study, message.chapter), min(message.to, len(study.chapters) - 1)
    order = [each for each in study.chapters if each is not moved]
    order.insert(to, moved)
    if order == study.chapters:
        return None
    told: wire.ChapterMoved = {"type": "chapter_move", "chapter": moved.id, "to": to}
    return Change(told, chapters=_places(order))


def chapter_delete(study: Study, message: wire.DeleteChapter) -> Change:
    """Delete a chapter."""
    gone = _chapter(study, message.chapter)
    if len(study.chapters) == 1:
        raise Refusal("A study has one chapter at least.", code="refused", status=422)
    told: wire.ChapterDeleted = {"type": "chapter_delete", "chapter": gone.id}
    left = _places([each for each in study.chapters if each is not gone])
    return Change(told, chapters=left, gone_chapter=gone.id)


def share(study: Study, message: wire.ShareStudy) -> Change | None:
    """Let whoever has the link edit, or only look."""
    if study.by_link == message.by_link:
        return None
    told: wire.StudyShared = {"type": "share", "by_link": message.by_link}
    return Change(told, {"by_link": message.by_link})


EDITS: dict[type[wire.Edit], Callable[[Study, Any], Change | None]] = {
    wire.AddTurns: turns,
    wire.DeleteBranch: delete,
    wire.PromoteLine: promote,
    wire.WriteComment: comment,
    wire.DrawArrows: arrows,
    wire.RenameStudy: title,
    wire.AddChapter: chapter,
    wire.RenameChapter: chapter_name,
    wire.MoveChapter: chapter_move,
    wire.DeleteChapter: chapter_delete,
    wire.ShareStudy: share,
}


def placed(study: Study, read: list[NewChapter]) -> tuple[Change, list[int]]:
    """Return what it is to add chapters that were read from a text, and their numbers."""
    _refuse_if_many(study, len(read))
    made = study.made
    chapters: list[dict[str, Any]] = []
    nodes: list[Node] = []
    for place, new in enumerate(read, start=len(study.chapters)):
        if len(new.nodes) - 1 > MOST_TURNS:
            raise _full("A chapter holds {most} turns; begin another one.", most=MOST_TURNS)
        chapter = new.numbered(made + 1)
        chapters.append(chapter_values(chapter, place))
        nodes += chapter.root.branch
        made += len(new.nodes)
    _refuse_if_full(study, sum(node.size for node in nodes))
    rows = tuple(map(node_values, sorted(nodes, key=lambda node: node.id)))
    change = Change(None, {"made": made}, new_chapters=tuple(chapters), new_nodes=rows)
    return change, [values["id"] for values in chapters]


def known(study: Study, number: int) -> Node:
    """Return a turn; refuse one that there is not any more."""
    node = study.nodes.get(number)
    if node is None:
        raise Refusal("This turn was deleted meanwhile.", code="gone")
    return node


def chapter_body(chapter: Chapter) -> wire.StudyChapter:
    """Return a chapter as it is told."""
    return {
        "id": chapter.id,
        "name": chapter.name,
        "game": chapter.game,
        "rules": chapter.rules,
        "start": chapter.start,
        "players": chapter.about.players,
    }


def _turn(study: Study, number: int) -> Node:
    node = known(study, number)
    if node.parent is None:
        raise Refusal("A chapter begins there; delete the chapter.", code="refused", status=422)
    return node


def _chapter(study: Study, number: int) -> Chapter:
    found = study.chapter(number)
    if found is None:
        raise Refusal("This chapter was deleted meanwhile.", code="gone")
    return found


def _places(order: list[Chapter]) -> dict[int, dict[str, int]]:
    return {each.id: {"place": place} for place, each in enumerate(order)}


def _refuse_if_many(study: Study, more: int) -> None:
    if len(study.chapters) + more > MOST_CHAPTERS:
        raise _full("A study has {most} chapters at most; begin another one.", most=MOST_CHAPTERS)


def _refuse_if_full(study: Study, more: int) -> None:
    if more > 0 and study.size + more > MOST_BYTES:
        raise _full("This study holds no more; begin another one.")


def _refuse_if_too_deep(root: Node, firsts: list[Node]) -> None:
    """Refuse to promote turns where others would then stand deeper in variations than a record has them."""
    goes_on = {each.parent: each for each in firsts}
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise _too_deep()
        first = goes_on.get(node, node.children[0] if node.children else None)
        waiting += [(each, depth + (each is not first)) for each in node.children]


def _full(template: str, **values: object) -> Refusal:
    return Refusal(template, code="full", status=422, **values)


def _too_deep() -> Refusal:
    return Refusal("Variations stand at most {most} deep within each other.", code="full", status=422, most=MOST_DEPTH)
