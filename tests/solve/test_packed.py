"""Files of parts: read as they were written, in whole or by block, and any damage noticed."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from vato.solve.packed import BLOCK, DamagedFile, Packed, Writer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.file"


def parts() -> dict[str, bytes]:
    chance = random.Random(1)
    return {
        "empty": b"",
        "short": b"stone",
        "zeros": bytes(BLOCK + 7),
        "long": bytes(BLOCK) + chance.randbytes(1000) * 300,
    }


def write(path: Path) -> None:
    writer = Writer()
    for name, content in parts().items():
        writer.add(name, content)
    writer.write(path, {"made": "here"})


def test_what_was_written_is_read(path: Path) -> None:
    write(path)
    with Packed(path) as file:
        assert {name: bytes(file.read(name)) for name in file} == parts()
        assert file.about == {"made": "here"}
        file.check()
        for name, content in parts().items():
            assert file.length(name) == len(content)
            for number in range(-(-len(content) // BLOCK)):
                assert file.block(name, number) == content[number * BLOCK : (number + 1) * BLOCK]


def test_zeros_take_no_room(path: Path) -> None:
    writer = Writer()
    writer.add("zeros", bytes(100 * BLOCK))
    writer.write(path, {})
    assert path.stat().st_size < 2000


def test_every_truncation_is_noticed(path: Path) -> None:
    write(path)
    whole = path.read_bytes()
    for length in [*range(200), *range(200, len(whole), 97)]:
        path.write_bytes(whole[:length])
        with pytest.raises(DamagedFile, match=r"some\.file is damaged"):
            Packed(path)


def test_every_flipped_bit_is_noticed(path: Path) -> None:
    write(path)
    whole = path.read_bytes()
    chance = random.Random(2)
    for place in [*range(700), *(chance.randrange(len(whole)) for _ in range(500))]:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :])
        with pytest.raises(DamagedFile), Packed(path) as file:
            file.check()


def test_a_missing_file_is_named(path: Path) -> None:
    with pytest.raises(DamagedFile, match=r"some\.file is damaged: it is not there"):
        Packed(path)


def test_a_full_disk_leaves_the_old_file_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path)
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", _no_space)
    with pytest.raises(OSError, match="No space"):
        write(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def _no_space(_: int) -> None:
    raise OSError(28, "No space left on device")
