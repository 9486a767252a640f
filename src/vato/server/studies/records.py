"""Studies as records, and records as chapters: what is written and read again is the same tree.

A chapter is a game with its variations, comments, arrows and rings; what it is called stands in headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from vato import record
from vato.board import DECLARED_REASONS, Outcome
from vato.errors import VatoError
from vato.record import Arrow, NotedTurn, Record
from vato.server.http.visitors import LONGEST_NAME, clean
from vato.server.play.records import KeptMove
from vato.server.studies.boards import start_of
from vato.server.studies.study import About, Chapter, Node, Study
from vato.server.studies.texts import comment_of, name_of
from vato.server.wire.study import MOST_ARROWS

STUDY, CHAPTER = "Study", "Chapter"
LONGEST_HEADER = 200
MOST_HEADERS = 20


# Writing


def write(study: Study, chapters: Iterable[Chapter]) -> str:
    """Return chapters of a study as one text."""
    return record.write(_record(study, chapter) for chapter in chapters)


def _record(study: Study, chapter: Chapter) -> Record:
    about, root = chapter.about, chapter.root
    named = {STUDY: study.title, **({CHAPTER: chapter.name} if chapter.name else {})}
    return Record(
        start_of(chapter),
        about.players,
        about.date,
        _after(root),
        _outcome(chapter),
        named | about.headers,
        root.comment,
        root.arrows,
    )


def _after(node: Node) -> list[NotedTurn]:
    """Return the line that goes on after a turn, with all that stands beside it."""
    line = []
    while node.children:
        node, *others = node.children
        line.append(_noted(node, tuple((_noted(other), *_after(other)) for other in others)))
    return line


def _noted(node: Node, variations: tuple[tuple[NotedTurn, ...], ...] = ()) -> NotedTurn:
    return NotedTurn(KeptMove(node.move), node.comment, None, variations, node.arrows)


def _outcome(chapter: Chapter) -> Outcome | None:
    """Return how the main line ended: by the rules, or as somebody declared it while it was what was played."""
    board = start_of(chapter)
    for node in chapter.root.end.path:
        board.push(node.move)
    declared = chapter.about.outcome if chapter.root.end.id == chapter.about.end else None
    return board.outcome() or declared


# Reading


@dataclass
class NewNode:
    """A turn that has no number yet."""

    parent: int
    """In the list in which it stands; the first one is where the chapter begins."""
    move: str
    comment: str = ""
    arrows: tuple[Arrow, ...] = ()


@dataclass
class NewChapter:
    """A chapter that was read, or that is empty."""

    name: str
    game: str
    rules: str
    start: str
    about: About = field(default_factory=About)
    nodes: list[NewNode] = field(default_factory=lambda: [NewNode(0, "")])
    title: str = ""
    """Of the study that it was part of."""

    def numbered(self, first: int) -> Chapter:
        """Return the chapter with its turns, which have the numbers from `first` on."""
        root, *others = self.nodes
        made = [Node(first, first, None, "", 0, comment=root.comment, arrows=root.arrows)]
        for number, new in enumerate(others, start=first + 1):
            parent = made[new.parent]
            node = Node(number, first, parent, new.move, parent.ply + 1, parent.next_place, new.comment)
            node.arrows = new.arrows
            parent.children.append(node)
            made.append(node)
        about = self.about
        if about.outcome is not None:
            about = About(about.players, about.date, about.headers, about.outcome, made[0].end.id)
        return Chapter(made[0], self.name, self.game, self.rules, self.start, about, len(others))


def parts_of(text: str) -> Iterator[str]:
    """Return a text of records game by game, so that nobody reads all of a long one at once."""
    begins = [found.start() for found in re.finditer(r"^\ufeff?Game:", text, re.MULTILINE)]
    if not begins or text[: begins[0]].strip():
        yield text  # whoever reads it says what is wrong
        return
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        yield text[begin:end]


def read(text: str, most_turns: int) -> list[NewChapter]:
    """Return the chapters that a text of records holds."""
    games = record.read(text, most_turns=most_turns)
    if not games:
        raise VatoError("There is no game in this text.")
    return [_chapter(game) for game in games]


def _chapter(game: Record) -> NewChapter:
    headers = dict(game.headers)
    title, name = (name_of(headers.pop(header, "")) for header in (STUDY, CHAPTER))
    first, second = (clean(player, LONGEST_NAME) for player in game.players)
    shown = {each: clean(value, LONGEST_HEADER) for each, value in list(headers.items())[:MOST_HEADERS]}
    outcome = game.outcome if game.outcome is not None and game.outcome.reason in DECLARED_REASONS else None
    about = About((first, second), clean(game.date, LONGEST_NAME), shown, outcome)
    nodes = [NewNode(0, "", game.comment, game.arrows)]
    _grow(nodes, {}, game.turns, 0)
    for node in nodes:
        node.comment = comment_of(node.comment)
        if len(node.arrows) > MOST_ARROWS:
            raise VatoError("On one position there are {most} arrows at most.", most=MOST_ARROWS)
    name = name or name_of(" - ".join(filter(None, (first, second))))
    start = game.start
    return NewChapter(name, start.game, start.rules.name, start.position, about, nodes, title)


def _grow(nodes: list[NewNode], known: dict[tuple[int, str], int], turns: Sequence[NotedTurn], parent: int) -> None:
    """Put a line after a turn, and then what stands beside each of its turns; what is there already stays one."""
    for turn in turns:
        key = parent, str(turn.move)
        if key not in known:
            known[key] = len(nodes)
            nodes.append(NewNode(*key))
        node = nodes[known[key]]
        node.comment = "\n".join(text for text in (node.comment, turn.comment) if text)
        node.arrows = tuple(dict.fromkeys([*node.arrows, *turn.arrows]))
        for variation in turn.variations:
            _grow(nodes, known, variation, parent)
        parent = known[key]
