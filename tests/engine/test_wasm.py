"""The modules for browsers say what the native code says, position for position, and are of the sources as they are."""

from __future__ import annotations

import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from tests.engine.modules import HERE, Job, bench_job, job_of
from tools.wasm import is_current, notes_of, stamp
from vato import catalog
from vato.compiled.contract import GOING_ON, UNKNOWN
from vato.game import MODULE_FILE, Game

GAMES = [game for game in catalog.GAMES.values() if game.kernel is not None]


def name(game: object) -> str:
    assert isinstance(game, Game)
    return game.name


@pytest.fixture(name="game", params=GAMES, ids=name)
def _game(request: pytest.FixtureRequest) -> Game:
    assert isinstance(request.param, Game)
    return request.param


def agree(job: Job, what: str = "answers") -> list[list[int]]:
    """Ask the native code and the module the same, and return what both said."""
    native = job.native()
    for case, ours, theirs in zip(job.cases, native, job.split(job.in_node(what)), strict=True):
        assert theirs == ours, case
    return native


def test_a_module_says_what_the_native_code_says(game: Game) -> None:
    # Squadro has one rule set and two starts, the others dozens.
    boards = len(game.rules.known) * max(1, sum(len(option.values) for option in game.setup))
    job = job_of(game, games=-(-40 // boards), longest=200, every=40, depth=6)
    said = agree(job)
    looked = [words for case, words in zip(job.cases, said, strict=True) if not case.depth]
    assert len(looked) >= 2000
    assert len(job.cases) - len(looked) >= 50
    # None of what is compared is always the same.
    assert len({words[0] for words in looked}) > 3
    assert len({words[1] for words in looked}) > 1
    assert len({words[2] for words in looked}) > 1000
    assert len({words[3] for words in looked}) > 100
    if any(case.known is not None for case in job.cases):
        known = {
            words[4]
            for case, words in zip(job.cases, said, strict=True)
            if not case.depth and case.known is not None and words[1] == GOING_ON and words[4] != UNKNOWN % (1 << 64)
        }
        assert len(known) > 3


def test_a_module_searches_as_deep_and_looks_at_the_same(game: Game) -> None:
    said = agree(bench_job(game, less=4))
    assert sum(words[-1] for words in said) > 50_000


def test_a_module_works_in_a_shared_memory(game: Game) -> None:
    agree(bench_job(game, less=7), "shared")


def test_threads_share_a_memory_and_can_be_stopped(game: Game, tmp_path: Path) -> None:
    job = bench_job(game, less=0)
    (tmp_path / "job").write_bytes(job.written())
    node = shutil.which("node")
    assert node is not None
    command = [node, str(HERE / "threads.mjs"), str(job.module), str(tmp_path / "job")]
    said = subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout
    assert said == "stopped stopped\n"


# Its stamp


def test_a_module_is_of_the_sources_as_they_are(game: Game) -> None:
    assert is_current(game), f"The module of {game.title} was made from other sources: run scripts/wasm."


def sources_of(game: Game) -> list[str]:
    path = game.file(MODULE_FILE)
    assert path is not None
    found: list[str] = notes_of(path.read_bytes())["sources"]
    return found


def test_what_is_compiled_counts_and_nothing_else(game: Game) -> None:
    room = f"vato.games.{game.name}"
    assert {
        "vato.compiled.bits",
        "vato.compiled.contract",
        "vato.engine.search",
        f"{room}.kernel",
        f"{room}.search",
    } <= set(sources_of(game))
    others = {f"{room}.board", f"{room}.whole_games", "vato.engine.deepen", "vato.board", "vato.compiled.cache"}
    assert not others & set(sources_of(game))


def test_an_edit_makes_another_stamp(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamp(sources_of(game))
    kernel = import_module(f"vato.games.{game.name}.kernel")
    assert kernel.__file__ is not None
    edited = tmp_path / "kernel.py"
    edited.write_text(Path(kernel.__file__).read_text() + "\n")
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "__file__", str(edited))
        assert stamp(sources_of(game)) != before
    # A number that comes from a file that does not count itself.
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "GOING_ON", 5)
        assert stamp(sources_of(game)) != before
    assert stamp(sources_of(game)) == before
