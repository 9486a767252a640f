"""A study as a page has it: put together from what it was opened with and from every edit that was told since.

It is written from docs/studies.md and the description of the wire, not from what the server does with a study.
"""

from __future__ import annotations

import time
from typing import Any

from tests.server.people import LIMIT_SECONDS, Person, State, Table

Turn = dict[str, Any]


class Page:
    """Somebody's page of a study, with an open line."""

    def __init__(self, person: Person, table: Table, study_id: str) -> None:
        self.person, self.table, self.id = person, table, study_id
        self.version = 0
        self.told: dict[int, State] = {}
        """Every edit by its version."""
        self.gone = False
        self.patient = True
        """Whether what was too fast is said again."""
        self.open()

    def open(self) -> None:
        """Read the study whole, and follow it from there."""
        state = self.person.get(f"/studies/{self.id}").json()
        self.version, self.title, self.by_link = state["version"], state["title"], state["by_link"]
        self.chapters: list[State] = []
        self.turns: dict[int, Turn] = {}
        for chapter in state["chapters"]:
            self._begin({name: chapter[name] for name in ("id", "name", "game", "rules", "start", "players")})
            for number, before, move in chapter["turns"]:
                self._put(number, before, move)
            for number, text in chapter["comments"]:
                self.turns[number]["comment"] = text
            for number, arrows in chapter["arrows"]:
                self.turns[number]["arrows"] = [tuple(arrow) for arrow in arrows]
        self.table.send("follow", version=self.version)

    def _begin(self, chapter: State) -> None:
        self.chapters.append(chapter)
        self.turns[chapter["id"]] = {"move": "", "before": None, "after": [], "comment": "", "arrows": []}

    def _put(self, number: int, before: int, move: str) -> None:
        self.turns[number] = {"move": move, "before": before, "after": [], "comment": "", "arrows": []}
        self.turns[before]["after"].append(number)

    def _forget(self, number: int) -> None:
        for after in self.turns.pop(number)["after"]:
            self._forget(after)

    def _chapter(self, number: int) -> State:
        return next(chapter for chapter in self.chapters if chapter["id"] == number)

    def take(self, message: State) -> None:
        """Do what was told."""
        if message["type"] == "whole":
            self.open()
        elif message["type"] == "gone":
            self.gone = True
        elif message["type"] == "edits":
            for version, edit in enumerate(message["edits"], start=message["before"] + 1):
                if version > self.version:
                    assert version == self.version + 1, "an edit was left out"
                    self.told[version] = edit
                    self._do(edit)
                    self.version = version

    def _do(self, edit: State) -> None:
        match edit["type"]:
            case "turns":
                before = edit["node"]
                for number, move in edit["turns"]:
                    self._put(number, before, move)
                    before = number
            case "delete":
                before = self.turns[edit["node"]]["before"]
                self.turns[before]["after"].remove(edit["node"])
                self._forget(edit["node"])
            case "promote":
                for number in edit["nodes"]:
                    after = self.turns[self.turns[number]["before"]]["after"]
                    after.insert(0, after.pop(after.index(number)))
            case "comment":
                self.turns[edit["node"]]["comment"] = edit["text"]
            case "arrows":
                turn = self.turns[edit["node"]]
                gone, more = ([tuple(arrow) for arrow in edit[name]] for name in ("remove", "add"))
                turn["arrows"] = list(dict.fromkeys([*(each for each in turn["arrows"] if each not in gone), *more]))
            case "title":
                self.title = edit["title"]
            case "share":
                self.by_link = edit["by_link"]
            case "chapter":
                self._begin(edit["chapter"])
            case "chapter_name":
                self._chapter(edit["chapter"])["name"] = edit["name"]
            case "chapter_move":
                chapter = self._chapter(edit["chapter"])
                self.chapters.remove(chapter)
                self.chapters.insert(edit["to"], chapter)
            case "chapter_delete":
                chapter = self._chapter(edit["chapter"])
                self.chapters.remove(chapter)
                self._forget(chapter["id"])
            case other:
                raise AssertionError(other)

    def say(self, kind: str, ref: str | None = None, **fields: Any) -> State:
        """Do something, and return the answer; what is told meanwhile is done."""
        ref = ref or f"{kind} {time.monotonic_ns()}"
        self.table.send(kind, ref=ref, **fields)
        while True:
            message = self.table.hear()
            self.take(message)
            if message["type"] in ("accepted", "refused"):
                assert message["ref"] == ref
                if message.get("code") != "too_fast" or not self.patient:
                    return message
                time.sleep(0.2)  # no person edits so fast
                self.table.send(kind, ref=ref, **fields)

    def do(self, kind: str, **fields: Any) -> int:
        """Do something that must be accepted, be told of it, and return the version in which it is done."""
        answer = self.say(kind, **fields)
        assert answer["type"] == "accepted", answer
        self.until(answer["version"])
        version: int = answer["version"]
        return version

    def refused(self, kind: str, **fields: Any) -> str:
        """Try something that must be refused, and return why."""
        answer = self.say(kind, **fields)
        assert answer["type"] == "refused", answer
        code: str = answer["code"]
        return code

    def until(self, version: int) -> None:
        """Wait until everything is told up to a version."""
        deadline = time.monotonic() + LIMIT_SECONDS
        while self.version < version and not self.gone:
            self.take(self.table.hear(within=max(0.0, deadline - time.monotonic())))

    def add(self, node: int, *moves: str) -> int:
        """Add turns, and return the number of the last one."""
        self.do("turns", node=node, moves=list(moves))
        for move in moves:
            node = next(number for number in self.turns[node]["after"] if self.turns[number]["move"] == move)
        return node

    @property
    def root(self) -> int:
        """Where the first chapter begins."""
        root: int = self.chapters[0]["id"]
        return root

    def tree(self, number: int | None = None) -> Any:
        """Return what follows a turn, as nothing but values."""
        turn = self.turns[self.root if number is None else number]
        after = [self.tree(each) for each in turn["after"]]
        return turn["move"], turn["comment"], sorted(turn["arrows"]), after

    @property
    def whole(self) -> Any:
        """Return all that there is to see."""
        return self.title, self.by_link, [(chapter, self.tree(chapter["id"])) for chapter in self.chapters]

    @property
    def anew(self) -> Any:
        """Return all that there is to see for who opens the study now."""
        with self.person.at_study(self.id) as table:
            return Page(self.person, table, self.id).whole
