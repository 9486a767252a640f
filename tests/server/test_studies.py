"""Studies edited together over real sockets: rights, every edit, two at once, lost lines, killed servers, and text.

What a page has is put together by tests/server/studying.py, which knows only the description of the wire. On PostgreSQL
there are two servers, and those who edit together are at different ones.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import random
import sqlite3
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vato
from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import ACCOUNTS, WIDE
from tests.server.members import Member, appointed, code_of
from tests.server.people import Person, Server
from tests.server.studying import Page
from vato import record
from vato.record import Arrow, NotedTurn, Record
from vato.record.record import MOST_DEPTH
from vato.server.check import check
from vato.server.store import studies as stored
from vato.server.store.database import FILE
from vato.server.store.store import Store
from vato.server.studies import edits, records
from vato.server.studies.study import Study
from vato.server.studies.texts import comment_of

Servers = list[Server]
FIRST = {"game": "squadro", "title": "Openings"}


@pytest.fixture(scope="module")
def sqlite_rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with Server(tmp_path_factory.mktemp("room"), *WIDE) as running:
        yield [running, running]
        assert "Traceback" not in running.errors


@pytest.fixture(scope="module")
def postgresql_rooms(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey) -> Iterator[Servers]:
    shared = "--database", postgres.new_database(), "--hints", valkey.address
    with ExitStack() as stack:
        folders = (tmp_path_factory.mktemp("room") for _ in range(2))
        running = [stack.enter_context(Server(folder, *WIDE, *shared)) for folder in folders]
        yield running
        assert not any("Traceback" in server.errors for server in running), [server.errors for server in running]


@pytest.fixture
def rooms(request: pytest.FixtureRequest, database: str) -> Servers:
    running: Servers = request.getfixturevalue(f"{database}_rooms")
    return running


def created(person: Person, **wish: Any) -> str:
    answer = person.post("/studies", FIRST | wish)
    assert answer.status_code == 201, answer.text
    study_id: str = answer.json()["id"]
    return study_id


@contextmanager
def opened(person: Person, study_id: str) -> Iterator[Page]:
    with person.at_study(study_id) as table:
        yield Page(person, table, study_id)


@ON_BOTH
def test_every_edit_is_kept_and_told_and_what_cannot_be_is_refused(rooms: Servers) -> None:
    ann, ben = Person(rooms[0], "Ann"), Person(rooms[1], "Ben")
    study_id = created(ann, name="First", setup={"first": "dark"})
    assert ben.get(f"/studies/{study_id}").json()["mine"] is False
    with opened(ann, study_id) as anns, opened(ben, study_id) as bens:
        # Whoever has the link looks; to edit, the owner must let them.
        assert bens.refused("turns", node=bens.root, moves=["1"]) == "not_yours"
        assert anns.do("share", by_link=True) == 2
        assert bens.refused("share", by_link=False) == "not_yours"
        bens.until(2)
        # Turns: as the board writes them, the same twice is one, and an illegal one is none.
        fourth = anns.add(anns.root, "1", "2", "3", "4")
        assert bens.do("turns", node=bens.root, moves=["1", "2"]) == anns.version
        other = bens.add(bens.root, "1", "2", "5")
        assert bens.refused("turns", node=other, moves=["6"]) == "illegal_move"
        assert bens.refused("turns", node=4_000, moves=["1"]) == "gone"
        # The last is the main line once it is promoted, and what stood before it a variation.
        bens.do("promote", node=other)
        assert bens.do("promote", node=other) == bens.version, "there was nothing left to do"
        anns.until(bens.version)
        line = [anns.turns[number]["move"] for number in anns.turns[anns.turns[other]["before"]]["after"]]
        assert line == ["5", "3"]
        # Comments: whoever has not read the newest does not overwrite it.
        since = anns.version
        bens.do("comment", node=other, text=" a <b>\r\n\r\nline\x00 ", since=since)
        assert bens.turns[other]["comment"] == "a <b>\n\nline"
        anns.until(bens.version)
        assert anns.refused("comment", node=other, text="mine", since=since) == "changed"
        anns.do("comment", node=other, text="both", since=anns.version)
        assert anns.refused("comment", node=other, text="x" * 2_001, since=anns.version) == "too_big"
        # Arrows and rings: two who draw lose nothing of each other's.
        anns.do("arrows", node=other, add=[("1-1", "1-3"), ("2-2", "2-2")])
        bens.do("arrows", node=other, add=[("3-1", "3-1")], remove=[("2-2", "2-2")])
        assert bens.turns[other]["arrows"] == [("1-1", "1-3"), ("3-1", "3-1")]
        assert bens.refused("arrows", node=other, add=[("1-1", "z9")]) == "unreadable"
        assert bens.refused("arrows", node=other, add=[(f"{x}-{y}", "1-1") for x in range(1, 6) for y in range(6)] * 3)
        # Chapters: of any game, rules and set-up, also of a position set up by hand.
        bens.do("chapter", name="Small", game="fanorona", rules="free", setup={"board": "5x5"})
        bens.do("chapter", game="alquerque", position="5/2b2/5/2w2/5 w")
        small, made_up = (chapter["id"] for chapter in bens.chapters[1:])
        assert bens.chapters[1]["start"].startswith("bbbbb/bbbbb/")
        assert bens.add(made_up, "c2-c3") == bens.turns[made_up]["after"][0]
        assert bens.refused("chapter", game="chess") == "unknown_name"
        assert bens.refused("chapter", game="squadro", position="zzzzz/00000 light") == "invalid_position"
        bens.do("chapter_name", chapter=small, name="  Tiny\n ")
        bens.do("chapter_move", chapter=made_up, to=0)
        anns.until(bens.version)
        assert [chapter["name"] for chapter in anns.chapters] == ["", "First", "Tiny"]
        anns.do("chapter_delete", chapter=small)
        anns.do("chapter_delete", chapter=made_up)
        assert anns.refused("chapter_delete", chapter=anns.root) == "refused"
        assert anns.refused("chapter_name", chapter=small, name="late") == "gone"
        assert anns.refused("delete", node=anns.root) == "refused"
        anns.do("title", title="Endings")
        assert anns.refused("title", title=" \u200b") == "unreadable"
        # A branch goes with all that follows it, and nobody can say anything about it any more.
        anns.do("delete", node=anns.turns[fourth]["before"])
        assert bens.refused("comment", node=fourth, text="late", since=bens.version) == "gone"
        bens.until(anns.version)
        assert anns.whole == bens.whole == bens.anew
        anns.do("share", by_link=False)
        assert bens.refused("title", title="mine") == "not_yours"
        assert ben._request("DELETE", f"/studies/{study_id}").status_code == 403
        assert ann.get("/studies").json()["studies"][0]["title"] == "Endings"
        assert ann._request("DELETE", f"/studies/{study_id}").status_code == 200
        bens.until(10_000)
        assert bens.gone
        assert bens.refused("title", title="mine") == "unknown_study"
    assert code_of(ann.get(f"/studies/{study_id}")) == "unknown_study"
    assert all(study["id"] != study_id for study in ann.get("/studies").json()["studies"])


def random_edits(page: Page, chance: random.Random, count: int) -> list[tuple[int, dict[str, Any]]]:
    """Edit whatever there is at random, knowing only what was told; return what was written and accepted."""
    accepted = []
    for _ in range(count):
        number = chance.choice(list(page.turns))
        choices: list[tuple[str, dict[str, Any]]] = [
            ("turns", {"node": number, "moves": [chance.choice("12345") for _ in range(chance.randint(1, 3))]}),
            ("turns", {"node": number, "moves": [chance.choice("12345")]}),
            ("delete", {"node": number}),
            ("promote", {"node": number}),
            ("comment", {"node": number, "text": f"{chance.random()}", "since": page.version}),
            ("arrows", {"node": number, "add": [(f"{chance.randint(1, 5)}-1", "1-1")], "remove": [("1-1", "1-1")]}),
            ("title", {"title": f"{chance.random()}"}),
            ("chapter", {"game": "squadro", "name": f"{chance.random()}"}),
            ("chapter_move", {"chapter": chance.choice(page.chapters)["id"], "to": chance.randrange(4)}),
            ("chapter_delete", {"chapter": chance.choice(page.chapters)["id"]}),
        ]
        kind, fields = chance.choices(choices, [30, 30, 4, 10, 15, 10, 2, 2, 2, 1])[0]
        answer = page.say(kind, **fields)
        if answer["type"] == "accepted" and kind in ("comment", "title"):
            fields.pop("since", None)
            accepted.append((answer["version"], {"type": kind, **fields}))
        elif answer["type"] == "refused":
            assert answer["code"] in ("gone", "changed", "refused", "illegal_move", "full"), answer
    return accepted


@ON_BOTH
def test_two_who_edit_at_random_at_once_end_alike(rooms: Servers) -> None:
    ann, ben = Person(rooms[0], "Ann"), Person(rooms[1], "Ben")
    study_id = created(ann)
    with opened(ann, study_id) as anns, opened(ben, study_id) as bens:
        anns.do("share", by_link=True)
        found: dict[str, Any] = {}

        def edit(page: Page, seed: int) -> None:
            found[page.person.name] = random_edits(page, random.Random(seed), 70)

        threads = [threading.Thread(target=edit, args=each) for each in ((anns, 1), (bens, 2))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        newest = ann.get(f"/studies/{study_id}").json()["version"]
        for page in (anns, bens):
            page.until(newest)
        assert anns.whole == bens.whole == anns.anew
        assert anns.told == bens.told
        # Whatever was written and accepted was told to both, as the version in which it was accepted.
        written = found["Ann"] + found["Ben"]
        assert len(written) > 10
        assert written == [(version, bens.told[version]) for version, _ in written]
        assert {edit["type"] for edit in bens.told.values()} >= {"turns", "comment", "promote", "arrows", "delete"}


@ON_BOTH
def test_what_was_missed_is_told_or_all_is_read_again(rooms: Servers) -> None:
    ann, ben = Person(rooms[0], "Ann"), Person(rooms[1], "Ben")
    study_id = created(ann)
    with opened(ann, study_id) as anns:
        with opened(ben, study_id) as bens:
            version, whole = bens.version, bens.whole
        first = anns.add(anns.root, "1", "2")
        anns.do("comment", node=first, text="while Ben was away", since=anns.version)
        with ben.at_study(study_id) as table:
            bens.table, before = table, len(bens.told)
            assert (bens.version, bens.whole) == (version, whole)
            table.send("follow", version=version)
            bens.until(anns.version)
            # Only what was missed, and nothing twice.
            assert len(bens.told) - before == anns.version - version
            assert bens.whole == anns.whole
            # What comes as a text is read whole.
            text = "Game: squadro\nChapter: Read\n\n1. 1 2\n# here\n(\n  1... 3\n)\n"
            answer = ann.post(f"/studies/{study_id}/chapters", {"text": text})
            assert answer.status_code == 200, answer.text
            assert code_of(ben.post(f"/studies/{study_id}/chapters", {"text": text})) == "not_yours"
            anns.until(anns.version + 1)
            bens.until(anns.version)
            assert bens.whole == anns.whole
            assert [chapter["name"] for chapter in bens.chapters] == ["", "Read"]
            (number,) = answer.json()["chapters"]
            assert bens.tree(number)[3] == [("1", "", [], [("2", "here", [], []), ("3", "", [], [])])]
            # Who says to have what there never was gets all of it, and goes on from there.
            table.send("follow", version=0)
            assert table.hear()["type"] == "whole"
            table.send("follow", version=10_000)
            assert table.hear()["type"] == "whole"
            table.send("follow", version=bens.version)
            anns.add(number, "4")
            bens.until(anns.version)
            assert bens.whole == anns.whole


def test_edits_are_kept_for_a_while_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "KEPT_EDITS", 10)
    monkeypatch.setattr(stored, "TIDY_EVERY", 4)

    async def run() -> None:
        store = await Store.open(tmp_path)
        rows = stored.StudyRows(store)
        await rows.create(stored.Head("s", 1, "ann", "Cup", by_link=False, made=0), stored.Change(None), 0)
        for version in range(1, 40):
            change = stored.Change({"type": "title", "title": str(version + 1)}, {"title": str(version + 1)})
            async with rows.changing("s") as changing:
                assert changing is not None
                assert await changing.commit(change, None, 0) == version + 1
        for missed in (0, 1, 10):
            since = await rows.edits_since("s", 40 - missed)
            assert since is not None
            assert since[1] == [{"type": "title", "title": str(41 - back)} for back in range(missed, 0, -1)]
        for missed in (11, 39, 40):
            since = await rows.edits_since("s", 40 - missed)
            assert since is not None
            assert since[1] is None
        async with store.reading() as connection:
            kept = (await connection.exec_driver_sql("SELECT count(*) FROM study_edits")).scalar()
        assert kept is not None
        assert 10 <= kept <= 14
        await store.close()

    asyncio.run(run())


@ON_BOTH
def test_what_was_acknowledged_is_there_after_a_kill_and_is_done_once(own_server: Callable[..., Server]) -> None:
    server = own_server(*WIDE)
    ann = Person(server, "Ann")
    study_id = created(ann)
    accepted = threading.Event()
    said: list[str] = []
    with opened(ann, study_id) as anns:
        first = anns.add(anns.root, "1")

        def draw() -> None:
            for number in range(10_000):
                try:
                    answer = anns.say("comment", node=first, text=f"{number}", since=anns.version + 1)
                except Exception:
                    return
                if answer["type"] == "accepted":
                    said.append(f"{number}")
                    if len(said) == 20:
                        accepted.set()

        thread = threading.Thread(target=draw)
        thread.start()
        assert accepted.wait(60)
        server.kill()
        thread.join(60)
        assert not thread.is_alive()
    server.start()
    with opened(ann, study_id) as anns:
        there = anns.turns[first]["comment"]
        # The last that was said may have been kept without an answer, and nothing before it is lost.
        assert there in (said[-1], f"{int(said[-1]) + 1}")
        # What is said again under the same name, as its answer was lost, is done once, and also known when it could not
        # be done any more.
        sent: dict[str, Any] = {"ref": "same", "node": first, "text": "again", "since": anns.version}
        version = anns.say("comment", **sent)["version"]
        anns.do("comment", node=first, text="later", since=version)
        assert anns.say("comment", **sent) == {"type": "accepted", "ref": "same", "version": version}
        gone: dict[str, Any] = {"ref": "gone", "node": first}
        version = anns.say("delete", **gone)["version"]
        server.kill()
    server.start()
    with opened(ann, study_id) as anns:
        assert first not in anns.turns
        assert anns.say("delete", **gone) == {"type": "accepted", "ref": "gone", "version": version}
        assert anns.refused("delete", node=first) == "gone"


def test_there_is_an_end_to_what_a_study_holds(rooms: Servers) -> None:
    ann = Person(rooms[0], "Ann")
    many = "\n".join("Game: squadro\n" for _ in range(65))
    assert code_of(ann.post("/studies", {"title": "Many", "text": many})) == "full"
    long = "Game: squadro\n\n1\n" + "(\n1\n)\n" * 3_000
    answer = ann.post("/studies", {"title": "Long", "text": long})
    assert "3000 turns" in answer.json()["error"]["message"]
    full = "Game: squadro\n\n" + "".join(f"# {'x' * 1_999}\n{move}\n" for move in "1122334455")
    ids = ann.post("/studies", {"title": "Full", "text": full}).json()["id"]
    codes = []
    while "full" not in codes:
        answer = ann.post(f"/studies/{ids}/chapters", {"text": full * 8})
        codes.append("" if answer.status_code == 200 else code_of(answer))
    assert len(codes) == 3  # each has 160,000 characters, and a study 400,000
    assert code_of(ann.post("/studies", {"title": "Big", "text": "x" * 600_000})) == "too_big"
    assert code_of(ann.post("/studies", {"title": "None", "text": "nothing"})) == "invalid_record"
    assert code_of(ann.post("/studies", {"title": "None"})) == "unreadable"
    assert code_of(ann.post("/studies", FIRST | {"title": " "})) == "unreadable"


def test_variations_stand_only_so_deep(rooms: Servers) -> None:
    ann = Person(rooms[0], "Ann")
    # Each turn is a variation beside another one, so that each stands deeper than the one before it.
    board = vato.new("squadro")
    text = f"Game: squadro\n\n{board.push('1')}\n"
    for _ in range(MOST_DEPTH):
        first, second = (str(move) for move in board.legal_moves[:2])
        text += f"{first}\n(\n{second}\n"
        board.push(second)
    first, second = (str(move) for move in board.legal_moves[:2])
    study_id = created(ann, game=None, text=text + ")\n" * MOST_DEPTH)
    with opened(ann, study_id) as anns:
        # What was read stands as deep as it can.
        node = max(anns.turns)
        anns.add(node, first)
        assert anns.refused("turns", node=node, moves=[second]) == "full"
        # What would be written could not be read: nothing that stands so deep may come to stand deeper, either.
        assert anns.refused("promote", node=anns.add(anns.root, "2")) == "full"
        assert len(record.read(ann.get(f"/studies/{study_id}.vato").text)) == 1


# Text


@st.composite
def trees(draw: st.DrawFn) -> Record:
    """Return a record of a random game with random variations, comments, arrows and rings."""
    game = draw(st.sampled_from(["squadro", "fanorona", "alquerque"]))
    board = vato.new(game)
    points = [point["name"] for point in vato.scene.layout_of(board)["points"]]
    words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=8)
    comments = st.lists(words, max_size=3).map(" ".join) | st.sampled_from(["# x\n@ y", "(\n)", "a \\n b", "1. 2"])
    arrows = st.lists(st.tuples(st.sampled_from(points), st.sampled_from(points)).map(Arrow._make), max_size=3)

    def line(at: vato.Board, length: int, depth: int, not_these: tuple[str, ...] = ()) -> list[NotedTurn]:
        made: list[NotedTurn] = []
        at = at.copy()
        for number in range(length):
            legal = [move for move in at.legal_moves[:12] if number or str(move) not in not_these]
            if not legal:
                break
            move = draw(st.sampled_from(legal))
            others: list[tuple[NotedTurn, ...]] = []
            taken = [*(not_these if number == 0 else ()), str(move)]
            for _ in range(draw(st.integers(0, 2)) if depth < 3 else 0):
                other = line(at, draw(st.integers(1, 3)), depth + 1, tuple(taken))
                if other:
                    taken.append(str(other[0].move))
                    others.append(tuple(other))
            drawn = tuple(dict.fromkeys(draw(arrows)))
            variations = tuple(others) if number or depth == 0 else ()
            made.append(NotedTurn(move, comment_of(draw(comments)), None, variations, drawn))
            at.push(move)
        return made

    made = Record(board, comment=comment_of(draw(comments)), arrows=tuple(dict.fromkeys(draw(arrows))))
    made.turns = line(board, draw(st.integers(0, 6)), 0)
    return made


def study_of(*chapters: records.NewChapter) -> Study:
    study = Study("s", 1, "ann", "Title", by_link=False, made=0)
    for new in chapters:
        chapter = new.numbered(study.made + 1)
        study.chapters.append(chapter)
        for node in chapter.root.branch:
            study.nodes[node.id] = node
            study.made = max(study.made, node.id)
    return study


def as_value(study: Study) -> Any:
    """Return a study as what can be compared: what every turn comes after, and what is noted at it."""

    def tree(node: Any) -> Any:
        return node.move, node.comment, node.arrows, [tree(child) for child in node.children]

    return [
        (each.name, each.game, each.rules, each.start, each.about.players, tree(each.root)) for each in study.chapters
    ]


@given(st.lists(trees(), min_size=1, max_size=3), st.sampled_from(["", "Two words"]))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_as_the_same_tree(games: list[Record], name: str) -> None:
    for game in games:
        game.headers = {"Chapter": name} if name else {}
        game.players = ("Ann", "Ben")
    study = study_of(*records.read(record.write(games), 3_000))
    text = records.write(study, study.chapters)
    again = study_of(*(new for part in records.parts_of(text) for new in records.read(part, 3_000)))
    assert as_value(again) == as_value(study)
    assert records.write(again, again.chapters) == text
    # Every turn, comment and arrow of the games is there: what the library reads of the text says the same.
    kept = record.read(text)
    for one, other in zip(games, kept, strict=True):
        assert (one.comment, one.arrows, one.turns) == (other.comment, other.arrows, other.turns)
        assert (other.headers["Study"], other.headers.get("Chapter", "")) == ("Title", name or "Ann - Ben")


def test_a_study_goes_out_as_text_and_comes_back(rooms: Servers) -> None:
    ann, ben = Person(rooms[0], "Ann"), Person(rooms[1], "Ben")
    text = (
        "Game: squadro\nRules: standard\nLight: Ann\nDark: Ben\nDate: 2026-11-15\nResult: dark\nReason: resignation\n"
        "Study: Games\nChapter: Final\nRound: 3\n\n# All of it.\n@ 1-1>1-3 2-2\n1. 2\n@ 3-1\n1... 1\n# Why not four?\n"
        "(\n  1... 4\n  @ 4-1>4-3\n  2. 5\n)\n2. 3\n"
    )
    other = "Game: fanorona\nRules: free\nStart: 9/9/2w1b4/9/9 w\nWhite:\nBlack:\nDate:\nResult: unfinished\n"
    other += "Study: Games\n\n"
    study_id = created(ann, title="Games", game=None, text=text + "\n" + other)
    assert ben.get(f"/studies/{study_id}.vato").text == text + "\n" + other
    answer = ben.get(f"/studies/{study_id}.vato")
    assert f'filename="vato-study-{study_id}.txt"' in answer.headers["content-disposition"]
    with opened(ann, study_id) as anns:
        assert ann.get(f"/studies/{study_id}/{anns.root}.vato").text == text
        assert anns.chapters[0]["players"] == ["Ann", "Ben"]
        # Whoever plays on from the end of a game that was given up makes it another one.
        end = anns.root
        while anns.turns[end]["after"]:
            end = anns.turns[end]["after"][0]
        anns.add(end, "5")
        assert "Result: unfinished" in ann.get(f"/studies/{study_id}/{anns.root}.vato").text
    assert code_of(ann.get(f"/studies/{study_id}/999.vato")) == "unknown_study"
    assert code_of(ann.get("/studies/nothing.vato")) == "unknown_study"
    assert ann.get(f"/studies/{study_id}/invitation").json()["address"] is None, "nobody else comes to this machine"
    packed = ann.get(f"/studies/{study_id}")
    assert packed.headers["content-encoding"] == "gzip"


def test_a_study_that_cannot_be_read_is_named_by_who_looks_at_a_database(tmp_path: Path) -> None:
    study = Study("s", 1, "ann", "Cup", by_link=False, made=0)
    change, _ = edits.placed(study, records.read("Game: squadro\n\n1. 1 2\n(\n  1... 3\n)\n", 100))

    async def run() -> None:
        store = await Store.open(tmp_path)
        head = stored.Head("s", 1, "ann", "Cup", by_link=False, made=change.study["made"])
        await stored.StudyRows(store).create(head, change, 0)
        await store.close()

    asyncio.run(run())
    path = tmp_path / FILE
    assert check(path).wrong_studies == []
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE study_nodes SET move = '9' WHERE move = '3'")
        database.commit()
    ((name, why),) = check(path).wrong_studies
    assert name == "s"
    assert "'9'" in why


# Members


@ON_BOTH
def test_studies_go_along_with_who_made_them(members_server: Server, name: str) -> None:
    visitor = Person(members_server, "Ann")
    study_id = created(visitor, title="Mine")
    with opened(visitor, study_id) as page:
        page.add(page.root, "1", "2")
    member = Member(visitor, name)
    assert [study["id"] for study in member.get("/studies").json()["studies"]] == [study_id]
    assert visitor.get("/studies").json()["studies"] == []
    with opened(member, study_id) as page:
        page.do("title", title="Still mine")
    archive = zipfile.ZipFile(io.BytesIO(member.get("/me/archive").content))
    text = archive.read("studies.vato").decode()
    assert record.read(text)[0].headers["Study"] == "Still mine"
    assert study_id in archive.read("account.json").decode()
    # A moderator may delete what somebody else has written, and that is in the log.
    stranger = Member(Person(members_server), f"{name}x")
    other_id = created(stranger, title="Rude")
    assert member.delete(f"/studies/{other_id}").status_code == 403
    if members_server.data.joinpath("address").exists() or "--database" not in members_server._options:
        appointed(member)
        assert member.delete(f"/studies/{other_id}").status_code == 200
        deed = member.get("/moderation").json()["deeds"][0]
        assert (deed["deed"], other_id in deed["text"]) == ("study", True)
        appointed(member, "--remove")
    with opened(Person(members_server), study_id) as page:
        assert member.delete("/me").status_code == 200
        page.until(10_000)
        assert page.gone
    assert code_of(visitor.get(f"/studies/{study_id}")) == "unknown_study"


def test_too_many_edits_are_refused(own_server: Callable[..., Server]) -> None:
    ann = Person(own_server(*ACCOUNTS), "Ann")
    study_id = created(ann)
    codes = set()
    with ExitStack() as stack:
        pages = [stack.enter_context(opened(ann, study_id)) for _ in range(9)]
        for number, page in itertools.product(range(38), pages):  # of so many at once none is too many on its line
            page.patient = False
            codes.add(page.say("title", title=f"{number}").get("code"))
    assert codes == {None, "too_fast"}
    assert code_of(Person(ann.server, token="").post(f"/studies/{study_id}/chapters", {"text": "x"})) == "no_visitor"
