"""`vato solve` as it is run."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.solve.tables import solved
from tests.terminal.conftest import Run
from vato.board import Outcome
from vato.games.fanorona import proofs
from vato.games.fanorona.board import ALL_CAPTURED, Board
from vato.lattice.proofs import large_boards, position_checker
from vato.lattice.proofs.position_certificate import PositionCertificate
from vato.solve import workers
from vato.solve.workers import Workers
from vato.terminal.app import run

LAST = [
    {"layer": 16, "light": 78307, "dark": 73623, "drawn": 0},
    {"layer": 15, "light": 1088811, "dark": 1064015, "drawn": 0},
]


@contextmanager
def one_thread(_: int) -> Iterator[Workers]:
    """Give a worker that is this process."""
    with ThreadPoolExecutor(1) as executor:
        yield Workers(executor, 2, "processor", memory=1 << 34)


@pytest.fixture
def solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `vato solve` here: for so little, processes would only take long to start; the first test has them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(workers, "local", one_thread)

    def run_here(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        with monkeypatch.context() as changed:
            for name, value in changes.items():
                changed.setenv(name, value)
            code = run(["solve", *arguments])
        return subprocess.CompletedProcess(["vato", "solve", *arguments], code, *capsys.readouterr())

    return run_here


def test_layers_are_solved_and_verified(vato: Run) -> None:
    ran = vato("solve", "squadro", "--out", "here", "--layers", "16-16", "--verify", "--json")  # with all cores
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == LAST[:1]
    again = vato("solve", "squadro", "--out", "here", "--layers", "16")
    assert again.stdout.splitlines()[1].split() == ["16", "78,307", "73,623", "0"]


def test_several_layers_that_are_there_are_verified(solve: Run, tmp_path: Path) -> None:
    shutil.copytree(solved(15), tmp_path / "here")
    there = solve("squadro", "--out", "here", "--verify", "--json")
    assert json.loads(there.stdout) == LAST


def test_endings_are_solved_where_they_are_looked_for(
    solve: Run, vato: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path / "mine"))
    ran = solve("fanorona", "--board", "3x3", "--stones", "3", "--rules", "classic", "--verify", "--json")
    assert ran.returncode == 0, ran.stderr
    rows = json.loads(ran.stdout)
    assert [(row["mover"], row["other"]) for row in rows] == [(1, 1), (1, 2), (2, 1)]
    # In how many ways two or three stones can stand on nine points.
    assert [row["won"] + row["drawn"] + row["lost"] for row in rows] == [9 * 8, 9 * 28, 36 * 7]
    assert (tmp_path / "mine" / "fanorona-solution" / "3x3-standard" / "03-1-2.solved").exists()
    found = vato("analyse", "fanorona", "2b/3/w2 w", "--seconds", "0.1", "--json")
    assert json.loads(found.stdout)["known"]["result"] in ("won", "drawn", "lost")


def test_a_small_board_is_proven_once(solve: Run) -> None:
    ran = solve("fanorona", "--board", "3x3", "--out", "small")
    assert ran.returncode == 0, ran.stderr
    value, looked_at, line, certificate = ran.stdout.splitlines()
    assert value == "Played without a mistake, the game is won by: white"
    assert looked_at.startswith("Positions looked at: ")
    assert "The certificate was not verified; --verify " in ran.stderr
    assert Path(certificate.removeprefix("Certificate: ")) == Path("small") / "certificate-standard.txt"
    again = solve("fanorona", "--board", "3x3", "--out", "small", "--json")
    found = json.loads(again.stdout)
    assert found["winner"] == "white"
    assert found["verified"] is False
    assert found["line"] == line.removeprefix("Best play: ").split()
    board = Board(size="3x3")
    for move in found["line"]:
        board.push(move)
    assert board.outcome() == Outcome(0, ALL_CAPTURED)
    # The folder holds tables as well, which other rules for the first turn share.
    classic = solve("fanorona", "--board", "3x3", "--rules", "classic", "--out", "small", "--json")
    assert json.loads(classic.stdout)["certificate"] == str(Path("small") / "certificate-classic.txt")
    counts = solve("fanorona", "--board", "3x3", "--out", "small", "--verify", "--json")
    assert json.loads(counts.stdout)[0].items() >= {"mover": 1, "other": 1}.items()
    assert "The certificate shows what it claims" in counts.stderr
    assert "not verified" not in counts.stderr


def test_a_board_that_is_proven_by_threads(solve: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "GAME", replace(proofs.GAME, most_points=8))  # even 3x3 is large
    monkeypatch.setattr(large_boards, "MOST_CLAIMS", 1 << 24)
    asked = "fanorona", "--board", "3x3", "--rules", "strict", "--out", "large", "--processes", "2"
    ran = solve(*asked)
    assert ran.returncode == 0, ran.stderr
    assert "Wins from the start: white" in ran.stderr
    assert "First turns: a1-b2A lost, b1-b2A lost, c1-b2A won, c2-b2A won" in ran.stdout
    found = json.loads(solve(*asked, "--json").stdout)
    assert found["first_turns"]["c1-b2A"] == "won"
    assert found["verified"] is False
    followed = solve(*asked, "--verify")
    assert followed.returncode == 0, followed.stderr
    assert "The certificate shows what it claims; positions it leads to: " in followed.stderr
    monkeypatch.setattr(position_checker, "SAMPLE", 1)
    assert "of them by the plain rules, too: 2" in solve(*asked, "--verify").stderr
    path = tmp_path / "large" / "certificate-strict.txt.xz"
    certificate = PositionCertificate.read(path)
    replace(certificate, winner=None).write(path)
    forged = solve(*asked, "--verify")
    assert forged.returncode != 0
    assert "does not show what it claims" in forged.stderr


def test_a_forged_certificate_is_found_out(solve: Run, tmp_path: Path) -> None:
    assert solve("fanorona", "--board", "3x3", "--out", "small").returncode == 0
    path = tmp_path / "small" / "certificate-standard.txt"
    head, _, text = path.read_bytes().partition(b"\n")
    *kept, _ = text.splitlines(keepends=True)  # without its last move, under a checksum that is right
    forged = b"".join(kept)
    path.write_bytes(head.rpartition(b" ")[0] + b" " + hashlib.sha256(forged).hexdigest().encode() + b"\n" + forged)
    believed = solve("fanorona", "--board", "3x3", "--out", "small")
    assert "The certificate was not verified" in believed.stderr
    ran = solve("fanorona", "--board", "3x3", "--out", "small", "--verify")
    assert ran.returncode != 0
    assert "does not show what it claims" in ran.stderr


def test_all_that_is_there_is_verified(solve: Run) -> None:
    assert solve("fanorona", "--board", "3x3", "--stones", "6", "--out", "here").returncode == 0
    ran = solve("fanorona", "--board", "3x3", "--out", "here", "--verify", "--json")
    assert {row["mover"] + row["other"] for row in json.loads(ran.stdout)} == {2, 3, 4, 5, 6}


def test_damage_where_vato_looks_by_itself_stops_nobody(
    solve: Run, vato: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine"
    monkeypatch.setenv("VATO_DATA", str(mine))
    position = "2b/3/w2 w"
    assert solve("fanorona", "--board", "3x3", "--stones", "2").returncode == 0
    file = mine / "fanorona-solution" / "3x3-standard" / "02-1-1.solved"
    file.write_bytes(file.read_bytes()[:-1])
    (mine / "squadro-solution").mkdir()
    (mine / "squadro-solution" / "solution.json").write_text("{")
    found = vato("analyse", "fanorona", position, "--seconds", "0.1", "--json")
    assert json.loads(found.stdout)["known"] is None
    assert f"{file.name} is damaged" in found.stderr
    named = vato("analyse", "fanorona", position, "--seconds", "0.1", "--solution", str(file.parent))
    assert named.returncode == 2
    assert json.loads(vato("analyse", "squadro", "--seconds", "0.1", "--json").stdout)["known"]["result"] == "lost"


def test_a_file_of_another_board_is_not_read(solve: Run, vato: Run, tmp_path: Path) -> None:
    for board in ("3x3", "5x3"):
        assert solve("fanorona", "--board", board, "--stones", "2", "--out", board).returncode == 0
    shutil.copy(tmp_path / "3x3" / "02-1-1.solved", tmp_path / "5x3")
    found = vato("analyse", "fanorona", "4b/5/w4 w", "--seconds", "0.1", "--solution", "5x3")
    assert found.returncode == 2
    assert "02-1-1.solved is damaged: it is for 3x3 standard, not for 5x3 standard." in found.stderr


def test_a_file_of_other_rules_is_not_read_and_made_again(solve: Run, vato: Run, tmp_path: Path) -> None:
    for rules in ("standard", "short"):
        made = solve("fanorona", "--board", "3x3", "--stones", "3", "--rules", rules, "--out", rules)
        assert made.returncode == 0, made.stderr
    right = (tmp_path / "standard" / "03-1-2.solved").read_bytes()
    shutil.copy(tmp_path / "short" / "03-1-2.solved", tmp_path / "standard")
    sentence = "03-1-2.solved is damaged: it is for 3x3 short, not for 3x3 standard."
    found = vato("analyse", "fanorona", "2b/3/w1w w turns=2", "--seconds", "0.1", "--solution", "standard")
    assert (found.returncode, sentence in found.stderr) == (2, True)
    asked = "fanorona", "--board", "3x3", "--out", "standard"
    found = solve(*asked, "--verify")
    assert (found.returncode, sentence in found.stderr) == (2, True)
    made = solve(*asked, "--stones", "3")
    assert (made.returncode, sentence in made.stderr) == (0, True)
    assert (tmp_path / "standard" / "03-1-2.solved").read_bytes() == right


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "{}", '{"game": "fanorona", "format": 1, "board": 5}'])
def test_a_damaged_description_is_named_and_can_be_removed(solve: Run, tmp_path: Path, text: str) -> None:
    asked = "fanorona", "--board", "3x3", "--stones", "2", "--out", "here"
    assert solve(*asked).returncode == 0
    description = tmp_path / "here" / "solution.json"
    description.write_text(text)
    refused = solve(*asked)
    assert (refused.returncode, refused.stderr) == (
        2,
        "vato: here/solution.json is damaged; remove it, and vato solve with the same options goes on with the rest.\n",
    )
    description.unlink()
    assert solve(*asked).returncode == 0


def test_damage_is_named_made_good_and_refused_when_only_verifying(solve: Run, tmp_path: Path) -> None:
    shutil.copytree(solved(15), tmp_path / "here")
    file = next((tmp_path / "here").glob("15-*.solved"))
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    refused = solve("squadro", "--out", "here", "--verify")
    assert refused.returncode == 2
    assert f"{file.name} is damaged: its length is not what it was" in refused.stderr
    made = solve("squadro", "--out", "here", "--layers", "16-15", "--json")
    assert (made.returncode, json.loads(made.stdout)) == (0, LAST)
    assert f"{file.name} is damaged" in made.stderr
    assert file.read_bytes() == whole


def obey_permissions() -> None:
    """Take from a process and its children what lets root write wherever it likes."""
    drop_from_bounding_set, override = 24, 1  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(drop_from_bounding_set, override, 0, 0, 0)


def test_a_folder_that_cannot_be_written_is_verified(fresh_vato: Run, tmp_path: Path) -> None:
    here = tmp_path / "here"
    solve = partial(fresh_vato, "solve", "squadro", "--out", "here", begin=obey_permissions)
    shutil.copytree(solved(16), here)
    here.chmod(0o555)
    try:
        tried = subprocess.run(["touch", here / "lock"], preexec_fn=obey_permissions, capture_output=True)
        if tried.returncode == 0:
            pytest.skip("permissions do not hold here, and cannot be made to")
        before = {file.name: file.stat().st_mtime_ns for file in here.iterdir()}
        ran = solve("--verify", "--json")
        assert (ran.returncode, ran.stderr.count("Permission")) == (0, 0)
        assert json.loads(ran.stdout) == LAST[:1]
        assert {file.name: file.stat().st_mtime_ns for file in here.iterdir()} == before
        refused = solve("--layers", "15")
        assert refused.returncode == 2
        assert refused.stderr == "vato: here cannot be used: permission denied.\n"
    finally:
        here.chmod(0o755)


def test_without_a_folder_it_is_put_where_it_is_looked_for(solve: Run, vato: Run, tmp_path: Path) -> None:
    ran = solve("squadro", "--layers", "16", "--json", VATO_DATA=str(tmp_path / "data"))
    assert (ran.returncode, json.loads(ran.stdout)) == (0, LAST[:1])
    asked = "analyse", "squadro", "ccc76/66ccc light", "--depth", "2", "--facts", "--json"
    for data, result in (("data", "won"), ("elsewhere", None)):
        found = json.loads(vato(*asked, VATO_DATA=str(tmp_path / data)).stdout)["known"]
        assert (found and found["result"]) == result


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("squadro", "--out", "here", "--layers", "17"), "--layers is a layer or two from 16 to 0"),
        (("squadro", "--out", "here", "--processes", "0"), "--processes goes from 1 to 8"),
        (("squadro", "--out", "here", "--gpu", "--scheduler", "x"), "Choose one of --scheduler, --gpu"),
        (("squadro", "--out", "here", "--verify"), "here holds no solution of squadro"),
        (("squadro", "--out", "here", "--stones", "5"), "squadro has no option --stones."),
        (("fanorona", "--out", "here", "--stones", "1"), "--stones goes from 2 to 16."),
        (("fanorona", "--out", "here", "--board", "4x4"), "There is no board '4x4'"),
        (("fanorona", "--out", "here", "--rules", "free"), "no tables for free: how a position ends depends"),
        (("fanorona", "--out", "here", "--rules", "vela"), "no tables for vela: how a position ends depends"),
        (("fanorona", "--out", "here", "--rules", "standard,must_capture=no"), "a player who can capture must"),
        (("fanorona", "--out", "here", "--stones", "14"), "stones on a 9x5 board need "),
        (("chess", "--out", "here"), "There is no game 'chess'"),
        (("squadro", "--out", "/proc/here"), "/proc/here cannot be used"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(solve: Run, arguments: tuple[str, ...], sentence: str) -> None:
    refused = solve(*arguments)
    assert refused.returncode == 2
    (line,) = refused.stderr.splitlines()
    assert line.startswith("vato: ")
    assert sentence in line
