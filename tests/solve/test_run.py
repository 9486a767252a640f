"""The plan run in every way: the same bytes from processes, a cluster that loses a worker, and after any damage."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.solve.tables import FANORONA, SQUADRO, Subject, contents, ignore, solve_here
from vato.errors import VatoError
from vato.solve import workers as crews
from vato.solve.folder import Folder
from vato.solve.packed import DamagedFile
from vato.solve.run import run
from vato.solve.workers import cluster, local

LIMIT_SECONDS = 120
COMMAND = [sys.executable, "-c", "from vato.terminal.app import main; main()", "solve"]

each_game = pytest.mark.parametrize("subject", [SQUADRO, FANORONA], ids=["squadro", "fanorona"])


def wait_until(true: Callable[[], object]) -> None:
    until = time.monotonic() + LIMIT_SECONDS
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


def finished(path: Path) -> int:
    """Return how many files of a solution are whole."""
    return len(list(path.glob("*.solved")))


@each_game
def test_two_processes_give_the_same_bytes(tmp_path: Path, subject: Subject) -> None:
    with local(2) as workers:
        solve_here(tmp_path, subject.layers(2), workers, subject.plan)
    assert contents(tmp_path) == contents(subject.solved(2))


def test_a_worker_that_is_killed_is_a_sentence() -> None:
    with pytest.raises(VatoError, match="the same command goes on"), local(1) as workers:
        workers.submit(os.kill, workers.submit(os.getpid).result(), signal.SIGKILL).result()


def take_long(path: Path) -> None:
    path.with_name("begun").touch()
    time.sleep(20)
    path.touch()


def test_who_stops_does_not_wait_for_what_is_at_work(tmp_path: Path) -> None:
    done = tmp_path / "done"
    with suppress(KeyboardInterrupt), local(1) as workers:
        pid = workers.submit(os.getpid).result()
        workers.submit(take_long, done)
        wait_until((tmp_path / "begun").exists)
        raise KeyboardInterrupt
    assert not done.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


# Processes that end and machines that fail know nothing of the game: each is tried with one.


def test_after_kill_9_the_same_command_goes_on(tmp_path: Path) -> None:
    command = [*COMMAND, *SQUADRO.arguments, "--out", str(tmp_path), "--processes", "2"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_until(lambda: finished(tmp_path) >= 20 or running.poll() is not None)
    running.kill()
    # The workers hold the other end of the pipe: it is closed when all of them have ended, too.
    running.communicate(timeout=LIMIT_SECONDS)
    assert finished(tmp_path) < finished(SQUADRO.solved(3))
    (tmp_path / "14-00000.solved.1-ab.part").write_bytes(b"left by the killed run")
    subprocess.run(command, check=True, capture_output=True, timeout=LIMIT_SECONDS)
    assert contents(tmp_path) == contents(SQUADRO.solved(3))
    assert not list(tmp_path.glob("*.part"))


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    ) as machines:
        with distributed.Client(machines) as client:
            victim = next(iter(client.run(os.getpid).values()))
        left: list[int] = []

        def kill() -> None:
            wait_until(lambda: finished(tmp_path) >= 5)
            os.kill(victim, signal.SIGKILL)
            left.append(len(FANORONA.plan.of_layers(FANORONA.layers(2))) - finished(tmp_path))

        killer = Thread(target=kill)
        killer.start()
        with cluster(machines.scheduler_address) as workers:
            solve_here(tmp_path, FANORONA.layers(2), workers, FANORONA.plan)
        killer.join()
    assert left[0] > 0
    assert contents(tmp_path) == contents(FANORONA.solved(2))


def test_without_a_scheduler_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(crews, "PATIENCE_SECONDS", 0.5)
    with pytest.raises(VatoError, match="no scheduler at tcp://127"), cluster("tcp://127.0.0.1:1"):
        pass


# Damage


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])


def flip(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-3] + bytes([whole[-3] ^ 4]) + whole[-2:])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@each_game
@pytest.mark.parametrize("harm", [truncate, flip, empty, Path.unlink])
def test_a_damaged_file_is_named_and_made_again(tmp_path: Path, subject: Subject, harm: Callable[[Path], None]) -> None:
    shutil.copytree(subject.solved(2), tmp_path, dirs_exist_ok=True)
    name = subject.tasks(0)[3].name
    harm(Folder(tmp_path).file(name))
    damaged = solve_here(tmp_path, subject.layers(2), plan=subject.plan)
    assert [error.path.name for error in damaged] == ([] if harm is Path.unlink else [f"{name}.solved"])
    assert contents(tmp_path) == contents(subject.solved(2))


@each_game
def test_a_file_that_is_damaged_while_it_is_needed_is_made_again(tmp_path: Path, subject: Subject) -> None:
    shutil.copytree(subject.solved(1), tmp_path, dirs_exist_ok=True)
    for task in subject.tasks(0):
        flip(Folder(tmp_path).file(task.name))
    damaged: list[DamagedFile] = []
    with local(1) as workers:
        run(subject.plan, subject.tasks(1), Folder(tmp_path), workers, ignore, damaged.append)
    assert {error.path.name for error in damaged} == {f"{task.name}.solved" for task in subject.tasks(0)}
    assert contents(tmp_path) == contents(subject.solved(2))


@each_game
def test_only_what_is_missing_is_asked_for(tmp_path: Path, subject: Subject) -> None:
    shutil.copytree(subject.solved(2), tmp_path, dirs_exist_ok=True)
    for task in subject.tasks(0):
        Folder(tmp_path).file(task.name).unlink()
    wanted = subject.tasks(1)
    assert subject.plan.to_do(wanted, Folder(tmp_path), ignore, ignore) == []
    truncate(Folder(tmp_path).file(wanted[0].name))
    names = [task.name for task in subject.plan.to_do(wanted, Folder(tmp_path), ignore, ignore)]
    assert names == [*(task.name for task in subject.tasks(0) if task.name in wanted[0].needs), wanted[0].name]


# The folder


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with Folder(tmp_path).alone(), pytest.raises(VatoError, match="Another run"), Folder(tmp_path).alone():
        pass


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path).claim("fanorona", {})
    with pytest.raises(VatoError, match="holds a solution of fanorona"):
        Folder(tmp_path).claim("squadro", {})


def test_a_folder_of_other_choices_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path).claim("fanorona", {"board": "5x3"})
    with pytest.raises(VatoError, match="holds a solution of fanorona 5x3, not of fanorona 9x5"):
        Folder(tmp_path).claim("fanorona", {"board": "9x5"})


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(VatoError, match="is not a folder"):
        Folder(tmp_path / "file").claim("squadro", {})


def test_a_folder_without_a_solution_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VatoError, match="holds no solution"):
        Folder(tmp_path).expect("squadro")
