"""Files that come with vato and are damaged: each is named in one sentence, and the engine plays on without it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest

import vato
from vato.engine.ugi import Protocol
from vato.games.alquerque.endgames import ENDINGS as ALQUERQUE
from vato.games.fanorona import compiled as fanorona
from vato.games.fanorona import network as fanorona_network
from vato.games.fanorona.endgames import ENDINGS as FANORONA
from vato.games.fanorona.weights import NETWORK
from vato.games.squadro import compiled as squadro
from vato.games.squadro import network as squadro_network
from vato.games.squadro import network_kernel as squadro_kernel
from vato.games.squadro import opening
from vato.games.squadro.board import Board
from vato.lattice.endgames.carried import carried
from vato.lattice.proofs.proven import Proofs
from vato.solve.contract import NotSolved

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda whole: whole[: len(whole) * 2 // 3],
    "longer inside": lambda whole: whole[: len(whole) // 2] + b"vato" + whole[len(whole) // 2 :],
    "a bit": lambda whole: _flipped(whole, len(whole) // 2),
    "a bit near the end of its numbers": lambda whole: _flipped(whole, len(whole) * 9 // 10),
    "something else": lambda _: b"<!doctype html>" * 50,
}
FILES = {
    "fanorona network": fanorona_network.FILE,
    "squadro network": squadro_network.FILE,
    "opening": opening.FILE,
    "fanorona endings": FANORONA.carried,
    "alquerque endings": ALQUERQUE.carried,
    "fanorona certificate": FANORONA.carried.parent / "certificates" / "7x5-strict.txt.xz",
}


def _flipped(whole: bytes, place: int) -> bytes:
    return whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :]


def use(name: str, path: Path) -> object:
    """Read a file as the engine does, and return what is made of it."""
    if name == "fanorona network":
        return bool(fanorona_network.weights(path)[NETWORK])
    if name == "squadro network":
        return squadro_network.weights(path).tobytes() != squadro_network.words(squadro_network.counting()).tobytes()
    if name == "opening":
        try:
            opening.Opening(path).value(Board())
        except NotSolved:
            return False
        return True
    if name == "fanorona certificate":
        board = vato.new("fanorona", rules="strict", board="7x5")
        return Proofs({"7x5 strict": path}).proven(board, lambda _: None) is not None
    game = FANORONA if name == "fanorona endings" else ALQUERQUE
    return carried(replace(game, carried=path)) is not None


@pytest.mark.parametrize("name", FILES)
def test_what_comes_with_vato_is_whole(name: str, caplog: pytest.LogCaptureFixture) -> None:
    assert use(name, FILES[name])
    assert not caplog.records


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_named_once_and_done_without(
    name: str, damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / FILES[name].name
    path.write_bytes(DAMAGES[damage](FILES[name].read_bytes()))
    for _ in range(2 if name != "opening" else 1):  # there is one book, which reads its file once
        assert not use(name, path)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert f"{path} cannot be read (it is damaged): the engine " in record.getMessage()
    assert record.getMessage().endswith("; install vato again to mend it.")


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_missing_or_cannot_be_opened(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert not use(name, tmp_path / "missing")
    assert not use(name, tmp_path)
    missing, folder = (record.getMessage() for record in caplog.records)
    assert "missing cannot be read (no such file or directory)" in missing
    assert "cannot be read (" in folder


def test_every_changed_byte_of_a_network_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    # A zip file says a few things that nobody reads, such as when it was made.
    whole = squadro_network.FILE.read_bytes()
    right = squadro_network.weights().tobytes()
    plain = squadro_network.words(squadro_network.counting()).tobytes()
    found = set()
    for place in range(7, len(whole), len(whole) // 40):
        path = tmp_path / f"{place}.npz"
        path.write_bytes(_flipped(whole, place))
        found.add(squadro_network.weights(path).tobytes())
    assert plain in found
    assert found <= {right, plain}


def test_the_engine_judges_by_features_without_its_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = fanorona_network.weights(tmp_path / "missing")
    monkeypatch.setattr(fanorona, "weights", lambda: weights)
    # Black's stones stand in a row, and White's to move: five of six are taken at once, which features see, too.
    board = vato.new("fanorona", position="9/9/w1bbbbb2/9/8b w")
    with vato.Engine("fanorona", hash_mb=1, knowledge=None) as engine:
        move = engine.play(board, vato.Limit(nodes=2_000))
    assert move in board.legal_moves
    board.push(move)
    assert board.position.count("b") - 1 == 1  # and the letter of who is to move


def test_the_engine_counts_turns_without_its_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = squadro_network.weights(tmp_path / "missing")
    monkeypatch.setattr(squadro, "weights", lambda: weights)
    with vato.Engine("squadro", hash_mb=1, knowledge=None) as engine:
        for light, dark, player, turns in (
            ("00000", "00000", "light", 0),
            # By hand: lane 1 of light goes out by ones and comes back by threes, lane 2 the other way round.
            ("50000", "00000", "light", 5),
            ("50000", "00000", "dark", -5),
            ("9c000", "00c00", "dark", 6 - (7 + 8)),
        ):
            packed = (np.uint64(int(side[::-1], 16)) for side in (light, dark))
            found = squadro_kernel.judge(*packed, player == "dark", np.uint64(weights.ctypes.data))
            assert found == 100 * turns
        assert engine.play(vato.new("squadro"), vato.Limit(nodes=2_000)) in vato.new("squadro").legal_moves


def test_a_program_is_told(tmp_path: Path) -> None:
    said: list[str] = []

    def load(game: str, *_: int) -> vato.Engine:
        assert carried(replace(FANORONA, carried=tmp_path / "missing.xz")) is None
        return vato.Engine(game, hash_mb=1, knowledge=None)

    Protocol("squadro", said.append, load=load).run([b"isready", b"quit"])
    told, ready = said
    assert told.startswith("info string warning ")
    assert "missing.xz cannot be read" in told
    assert ready == "readyok"


def test_threads_that_need_the_endings_at_once_share_them(tmp_path: Path) -> None:
    copy = tmp_path / "endings.xz"
    copy.write_bytes(ALQUERQUE.carried.read_bytes())
    game, together = replace(ALQUERQUE, carried=copy), Barrier(4)

    def read(_: int) -> object:
        together.wait()
        return carried(game)

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(read, range(4)))
    # Compiled code knows only where the tables lie: a second copy would be freed under it.
    assert found[0] is not None
    assert all(each is found[0] for each in found)
