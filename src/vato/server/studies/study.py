"""A study as a value: its chapters, a tree of turns in each, and what an edit that was committed does to them.

The browser does the same to what it has (`web/app/study-tree.js`), so that all who are told the same edits in their
order have the same study. What may be done is asked in edits.py; nothing here knows a board or a database.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from vato.board import Outcome
from vato.record import Arrow
from vato.server.wire import study as wire

NODE_SIZE = 10
"""What a turn takes beside its move and what is noted at it."""


@dataclass(frozen=True)
class About:
    """What an imported game had beside its turns."""

    players: tuple[str, str] = ("", "")
    date: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    outcome: Outcome | None = None
    """As somebody declared it; what the moves lead to needs no word."""
    end: int = 0
    """The last turn of the game that ended so."""


@dataclass(eq=False, slots=True)
class Node:
    """A turn, or where a chapter begins."""

    id: int
    chapter: int
    parent: Node | None
    move: str
    ply: int
    place: int = 0
    """Among the turns that could be played instead; the first goes on with the line."""
    comment: str = ""
    commented: int = 0
    """The version of the study in which the comment was written."""
    arrows: tuple[Arrow, ...] = ()
    children: list[Node] = field(default_factory=list)

    @property
    def path(self) -> list[Node]:
        """The turns that lead here, this one included."""
        found, node = [], self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    @property
    def branch(self) -> Iterator[Node]:
        """This turn and all that follow it, each after the one before it, and the main line first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    @property
    def depth(self) -> int:
        """How deep in variations it stands."""
        return sum(each.parent is not None and each.parent.children[0] is not each for each in self.path)

    @property
    def end(self) -> Node:
        """The last turn of the line that goes on from here."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    @property
    def size(self) -> int:
        """What it takes of what a study may hold, in bytes."""
        arrows = sum(len(str(arrow)) + 1 for arrow in self.arrows)
        return NODE_SIZE + len(self.move) + len(self.comment.encode()) + arrows

    def child(self, move: str) -> Node | None:
        """Return the turn after this one by its move."""
        return next((each for each in self.children if each.move == move), None)

    @property
    def next_place(self) -> int:
        """The place of another turn after this one."""
        return self.children[-1].place + 1 if self.children else 0

    @property
    def first_place(self) -> int:
        """The place of a turn that goes before all those it could be played instead of."""
        return 0 if self.parent is None else self.parent.children[0].place - 1


@dataclass
class Chapter:
    """A game with what else might be played."""

    root: Node
    name: str
    game: str
    rules: str
    start: str
    about: About = field(default_factory=About)
    turns: int = 0

    @property
    def id(self) -> int:
        """The number of where it begins."""
        return self.root.id


@dataclass
class Study:
    """A study in one version."""

    id: str
    version: int
    owner: str
    title: str
    by_link: bool
    made: int
    """The highest number that a turn or a chapter was given."""
    chapters: list[Chapter] = field(default_factory=list)
    nodes: dict[int, Node] = field(default_factory=dict)
    size: int = 0

    def may_edit(self, visitor: str | None) -> bool:
        """Return whether somebody who has the link may edit it."""
        return self.by_link or self.owner == visitor

    def chapter(self, number: int) -> Chapter | None:
        """Return a chapter by its number."""
        return next((each for each in self.chapters if each.id == number), None)

    def chapter_of(self, node: Node) -> Chapter:
        """Return the chapter in which a turn stands."""
        return next(each for each in self.chapters if each.id == node.chapter)

    def put(self, node: Node) -> None:
        """Put a turn after the one before it, or the beginning of a chapter."""
        self.nodes[node.id] = node
        self.made = max(self.made, node.id)
        self.size += node.size
        if node.parent is not None:
            node.parent.children.append(node)
            self.chapter_of(node).turns += 1

    def apply(self, edit: wire.StudyEdit) -> None:
        """Do what was committed as the next version."""
        self.version += 1
        match edit["type"]:
            case "turns":
                self._add(self.nodes[edit["node"]], edit["turns"])
            case "delete":
                self._delete(self.nodes[edit["node"]])
            case "promote":
                for number in edit["nodes"]:
                    _promote(self.nodes[number])
            case "comment":
                node = self.nodes[edit["node"]]
                self.size -= node.size
                node.comment, node.commented = edit["text"], self.version
                self.size += node.size
            case "arrows":
                node = self.nodes[edit["node"]]
                self.size -= node.size
                node.arrows = drawn(node.arrows, edit["add"], edit["remove"])
                self.size += node.size
            case "title":
                self.title = edit["title"]
            case "chapter":
                self._add_chapter(edit["chapter"])
            case "chapter_name":
                self._known(edit["chapter"]).name = edit["name"]
            case "chapter_move":
                chapter = self._known(edit["chapter"])
                self.chapters.remove(chapter)
                self.chapters.insert(edit["to"], chapter)
            case "chapter_delete":
                chapter = self._known(edit["chapter"])
                self._forget(chapter.root)
                self.chapters.remove(chapter)
            case "share":
                self.by_link = edit["by_link"]
            case _:
                assert_never(edit["type"])

    def _known(self, number: int) -> Chapter:
        chapter = self.chapter(number)
        assert chapter is not None
        return chapter

    def _add(self, parent: Node, turns: Sequence[tuple[int, str]]) -> None:
        for number, move in turns:
            parent = Node(number, parent.chapter, parent, move, parent.ply + 1, parent.next_place)
            self.put(parent)

    def _delete(self, node: Node) -> None:
        assert node.parent is not None
        node.parent.children.remove(node)
        self.chapter_of(node).turns -= self._forget(node)

    def _forget(self, node: Node) -> int:
        """Forget a turn and all that follow it; return how many there were."""
        count = 0
        for each in node.branch:
            del self.nodes[each.id]
            self.size -= each.size
            count += 1
        return count

    def _add_chapter(self, told: wire.StudyChapter) -> None:
        root = Node(told["id"], told["id"], None, "", 0)
        self.chapters.append(Chapter(root, told["name"], told["game"], told["rules"], told["start"]))
        self.put(root)


def drawn(
    before: tuple[Arrow, ...], add: Sequence[tuple[str, str]], remove: Sequence[tuple[str, str]]
) -> tuple[Arrow, ...]:
    """Return arrows and rings after some were drawn and others taken away."""
    gone = {Arrow(*each) for each in remove}
    return tuple(dict.fromkeys([*(each for each in before if each not in gone), *(Arrow(*each) for each in add)]))


def _promote(node: Node) -> None:
    assert node.parent is not None
    node.place = node.first_place
    node.parent.children.remove(node)
    node.parent.children.insert(0, node)
