"""The studies of this server: each changed by one at a time, committed, and only then told to anybody.

Any server may take edits of any study: what it has of one in memory is brought up to the database's version while it
holds that, and what is decided is the version after. Hints of other servers only say when to look; each looks by
itself, as well.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from vato.errors import VatoError
from vato.server.desk import Desk
from vato.server.fair_queue import Asker
from vato.server.http.refusals import Refusal, no_visitor
from vato.server.http.sockets import Outbox
from vato.server.play.games import Games
from vato.server.play.new_game import new_id
from vato.server.play.positions import begun, refuse_if_crowded
from vato.server.store.model import Conflict
from vato.server.store.studies import MOST_STUDIES, Change, Head, Loaded, StudyRows, TooMany
from vato.server.store.times import now_ms
from vato.server.studies import edits
from vato.server.studies.boards import Boards
from vato.server.studies.records import NewChapter
from vato.server.studies.rows import study_of
from vato.server.studies.study import Study
from vato.server.studies.texts import name_of
from vato.server.wire import study as wire
from vato.server.wire.text import dump

Result = TypeVar("Result")

MOST_HELD = 100_000
"""Turns of studies in memory; who edits a study that is not there waits until it is read."""
BEAT_SECONDS = 1.0
"""How often it is looked whether something was committed that nobody here has heard of."""


@dataclass(frozen=True)
class Editor:
    """Who wants to do something to a study."""

    visitor: str | None
    address: str

    @property
    def asker(self) -> Asker:
        """Whose turn it is at the desk."""
        return Asker(self.visitor or self.address, self.address)


@dataclass(eq=False)
class Listener:
    """A page of a study that is open."""

    outbox: Outbox = field(default_factory=Outbox)
    version: int | None = None
    """Up to which it was told; None until it has said what it has."""


@dataclass(eq=False)
class Held:
    """A study in memory, and whose turn it is to change it."""

    study: Study | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def caught_up(self, owner: str, told: Sequence[wire.StudyEdit] | None) -> Study | None:
        """Return the study with what was committed since; None, and forget it, if that is not known any more."""
        study, self.study = self.study, None
        if study is None or told is None:
            return None
        for edit in told:
            study.apply(edit)
        study.owner = owner  # who signs in takes their studies along
        self.study = study
        return study

    @property
    def turns(self) -> int:
        """How much room it takes; one that is not read yet takes some, too."""
        return 1 if self.study is None else 1 + len(self.study.nodes)


class Studies:
    """What this server does for all studies."""

    def __init__(self, games: Games, desk: Desk) -> None:
        self._games = games
        self._desk = desk
        self._boards = Boards()
        self.rows = StudyRows(games.store)
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._telling: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        games.neighbours.on_study = self.tell_soon

    async def run(self) -> None:
        """Look again and again what other servers have committed, until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(Refusal):  # while nothing can be read
                await self._look()

    # Reading

    async def load(self, study_id: str) -> Loaded:
        """Return a study as its rows; refuse an unknown one."""
        loaded = await self.rows.load(study_id)
        if loaded is None:
            raise unknown_study()
        return loaded

    # Changing

    async def create(self, owner: str, title: str, read: Sequence[NewChapter]) -> str:
        """Keep a new study with its chapters, and return its address."""
        empty = Study(new_id(), 1, owner, title, by_link=False, made=0)
        change, _ = edits.placed(empty, list(read))
        head = Head(empty.id, empty.version, owner, title, empty.by_link, change.study["made"])
        try:
            await self.rows.create(head, change, now_ms())
        except TooMany as many:
            raise Refusal(
                "You have {count} studies; delete one first.", code="too_many", status=429, count=MOST_STUDIES
            ) from many
        return empty.id

    async def edit(self, study_id: str, editor: Editor, message: wire.Edit) -> int:
        """Do what somebody wants; return the version in which it is done."""
        ref = _ref_of(editor, message)
        try:
            async with self._holding(study_id) as held:
                study = await self._current(study_id, held, editor)
                _refuse_unless_editor(study, editor)
                # Before the database is held: it takes a while, and is right whatever happens meanwhile.
                read = await self._read(study, editor, message)

                def decided(study: Study) -> Change | None:
                    if isinstance(message, wire.ShareStudy) and study.owner != editor.visitor:
                        raise Refusal("Only its owner can do that.", code="not_yours", status=403)
                    return edits.EDITS[type(message)](study, read)

                return await self._commit(study_id, held, editor, decided, ref)
        except (VatoError, Conflict):
            # Sent again, as its answer was lost, it may be impossible by now because it was done.
            done = None if ref is None else await self.rows.version_of(study_id, ref)
            if done is not None:
                return done
            raise

    async def add_chapters(self, study_id: str, editor: Editor, read: list[NewChapter]) -> list[int]:
        """Add chapters that were read from a text, and return their numbers."""
        numbers: list[int] = []

        def decided(study: Study) -> Change:
            change, numbers[:] = edits.placed(study, read)
            return change

        async with self._holding(study_id) as held:
            await self._current(study_id, held, editor)
            await self._commit(study_id, held, editor, decided, None)
        return numbers

    async def delete(self, study_id: str) -> None:
        """Forget a study."""
        await self.rows.delete(study_id)
        self._held.pop(study_id, None)
        self._changed(study_id)

    async def _read(self, study: Study, editor: Editor, message: wire.Edit) -> wire.Edit:
        """Return what somebody wants with its moves, or its start, as the board writes them; refuse what is illegal."""
        if isinstance(message, wire.AddTurns):
            node, sent = edits.known(study, message.node), message.moves
            moves = await self.work(editor, lambda: self._boards.read(study, node, sent))
            return message.model_copy(update={"moves": moves})
        if isinstance(message, wire.AddChapter):
            start = message.game, message.rules, message.position, message.setup
            new = await self.work(editor, lambda: empty_chapter(message.name, *start))
            return message.model_copy(update={"game": new.game, "rules": new.rules, "position": new.start})
        return message

    async def work(self, editor: Editor, work: Callable[[], Result]) -> Result:
        """Work something out at the desk, for who wants it."""
        return await self._desk.do(editor.asker, work)

    async def _commit(
        self, study_id: str, held: Held, editor: Editor, decided: Callable[[Study], Change | None], ref: str | None
    ) -> int:
        """Commit what is decided about the newest version of a study; return the version in which it is done."""
        async with self.rows.changing(study_id) as changing:
            if changing is None:
                raise unknown_study()
            study = held.study
            told = None if study is None else await changing.edits_since(study.version)
            study = held.caught_up(changing.head.owner, told)
            if study is None:
                held.study = study = await asyncio.to_thread(study_of, await changing.load())
            _refuse_unless_editor(study, editor)
            change = decided(study)
            if change is None:
                return study.version
            version = await changing.commit(change, ref, now_ms())
        held.caught_up(study.owner, None if change.edit is None else [change.edit])
        self._changed(study_id)
        return version

    @asynccontextmanager
    async def _holding(self, study_id: str) -> AsyncIterator[Held]:
        """Let nobody else here change a study; forget others that nobody changes, where there are too many."""
        held = self._held.setdefault(study_id, Held())
        self._held.move_to_end(study_id)
        turns = sum(other.turns for other in self._held.values())
        for other_id, other in tuple(self._held.items())[:-1]:
            if turns <= MOST_HELD:
                break
            if not other.lock.locked():
                turns -= other.turns
                del self._held[other_id]
        async with held.lock:
            yield held

    async def _current(self, study_id: str, held: Held, editor: Editor) -> Study:
        """Return a study that is held, as it is now; what others do to it next is seen when it is changed."""
        since = None if held.study is None else await self.rows.edits_since(study_id, held.study.version)
        study = None if since is None else held.caught_up(since[0].owner, since[1])
        if study is None:
            loaded = await self.load(study_id)
            held.study = study = await self.work(editor, lambda: study_of(loaded))
        return study

    # Telling

    @asynccontextmanager
    async def listening(self, study_id: str, listener: Listener) -> AsyncIterator[None]:
        """Be told what happens to a study from now on."""
        self._listeners[study_id].add(listener)
        try:
            yield
        finally:
            self._listeners[study_id].discard(listener)
            if not self._listeners[study_id]:
                del self._listeners[study_id]
                self._telling.pop(study_id, None)

    async def follow(self, study_id: str, listener: Listener, version: int) -> None:
        """Tell a page what has happened since the version that it has, and go on from there."""
        listener.version = version
        await self._tell(study_id, (listener,))

    def _changed(self, study_id: str) -> None:
        self._games.neighbours.tell_study(study_id)
        self.tell_soon(study_id)

    def tell_soon(self, study_id: str) -> None:
        """Tell those who look here what has happened."""
        if study_id in self._listeners:
            self._games.in_background(asyncio.create_task(self._try_to_tell(study_id)))

    async def _try_to_tell(self, study_id: str) -> None:
        with suppress(Refusal):
            await self._tell(study_id, tuple(self._listeners.get(study_id, ())))

    async def _tell(self, study_id: str, listeners: Sequence[Listener]) -> None:
        """Tell pages what each has not been told yet, in order; the database says what that is."""
        async with self._telling[study_id]:
            following = [listener for listener in listeners if listener.version is not None]
            for version in sorted({listener.version for listener in following if listener.version is not None}):
                since = await self.rows.edits_since(study_id, version)
                for listener in following:
                    if listener.version == version:
                        _tell_since(listener, version, since)

    async def _look(self) -> None:
        """Tell of what was committed elsewhere, where no hint has come."""
        if self._listeners:
            versions = await self.rows.versions(list(self._listeners))
            for study_id, listeners in tuple(self._listeners.items()):
                newest = versions.get(study_id)
                if any(listener.version not in (None, newest) for listener in listeners):
                    self.tell_soon(study_id)


def _tell_since(listener: Listener, version: int, since: tuple[Head, list[Any] | None] | None) -> None:
    if since is None:
        listener.version = None
        listener.outbox.put(dump(wire.StudyGone(type="gone")))
        return
    head, told = since
    if told is None:
        listener.version = None
        listener.outbox.put(dump(wire.StudyChanged(type="whole")))
    else:
        listener.version = head.version
        if told:
            listener.outbox.put(dump({"type": "edits", "before": version, "edits": told}))


def empty_chapter(
    name: str, game: str, rules: str | None, position: str | None, setup: Mapping[str, str]
) -> NewChapter:
    """Return a chapter without turns that somebody wants, once its start is one that can be shown."""
    board = begun(game, rules, position, setup)
    refuse_if_crowded(board)
    return NewChapter(name_of(name), board.game, board.rules.name, board.root().position)


def unknown_study() -> Refusal:
    """Return the refusal of an address that leads to no study."""
    return Refusal("There is no such study here.", code="unknown_study", status=404)


def _refuse_unless_editor(study: Study, editor: Editor) -> None:
    if editor.visitor is None:
        raise no_visitor()
    if not study.may_edit(editor.visitor):
        raise Refusal("Only its owner can edit this study.", code="not_yours", status=403)


def _ref_of(editor: Editor, message: wire.Edit) -> str | None:
    """Return what the database knows an edit by: the same under the same `ref` is done once."""
    if message.ref is None:
        return None
    return hashlib.sha256(f"{editor.visitor} {message.model_dump_json()}".encode()).hexdigest()
