"""Files of named parts, each compressed in blocks with checksums: written whole or not at all, read in any part.

A file is a line of twenty bytes (a mark, the length and the checksum of the table), a table in JSON, and the blocks.
The table says of each part how long it is and where its blocks lie; all blocks of a part but the last hold BLOCK bytes.
A block of nothing but zeros takes no room. Knows nothing of what the parts mean.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

from vato.errors import VatoError
from vato.text import Text, why

BLOCK = 1 << 17
LEVEL = 1
"""Of compression: higher ones take several times as long for a tenth less."""
MARK = b"vato packed\n"
HEAD = struct.Struct("<12sII")
PART_SUFFIX = ".part"
"""What the name of a file ends with as long as it is being written."""


class DamagedFile(VatoError):
    """A file that is not as it was written, or is not there."""

    def __init__(self, path: Path, why: str) -> None:
        self.path = path
        super().__init__("{path} is damaged: {why}.", path=path, why=why)


class _Block(NamedTuple):
    """Where a block lies after the table; its length is 0 when it holds nothing but zeros."""

    offset: int
    length: int
    checksum: int


class Writer:
    """A file in the making: parts are compressed as they are added, and `write` puts them in their place."""

    def __init__(self) -> None:
        self._parts: dict[str, dict[str, Any]] = {}
        self._payload: list[bytes] = []
        self._length = 0

    def add(self, name: str, content: Any) -> None:
        """Add a part; `content` is bytes, or an array that can be seen as bytes."""
        view = memoryview(content).cast("B")
        blocks = [self._compress(view[begin : begin + BLOCK]) for begin in range(0, len(view), BLOCK)]
        self._parts[name] = {"length": len(view), "blocks": blocks}

    def _compress(self, view: memoryview) -> _Block:
        offset = self._length
        if not any(view[:64]) and view == memoryview(bytes(len(view))):
            return _Block(offset, 0, 0)
        squeezed = zlib.compress(view, LEVEL)
        self._payload.append(squeezed)
        self._length += len(squeezed)
        return _Block(offset, len(squeezed), zlib.crc32(squeezed))

    def write(self, path: Path, about: dict[str, Any]) -> None:
        """Write the file, or leave everything as it was; `about` is kept in its table."""
        text = json.dumps({"about": about, "length": self._length, "parts": self._parts}, separators=(",", ":"))
        table = text.encode()
        head = HEAD.pack(MARK, len(table), zlib.crc32(table))
        write_whole(path, [head, table, *self._payload])


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file so that after any crash it is there with all its content or not at all."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{os.urandom(4).hex()}{PART_SUFFIX}")
    try:
        with unfinished.open("wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Packed:
    """A file of parts, open for reading. `DamagedFile` is raised as soon as anything in it is not as it was written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("rb")
        except FileNotFoundError:
            raise DamagedFile(path, Text("it is not there")) from None
        except OSError as error:
            raise VatoError("{path} cannot be read: {why}.", path=path, why=why(error)) from error
        try:
            self._read_table()
        except BaseException:
            self._file.close()
            raise

    def _read_table(self) -> None:
        head = self._file.read(HEAD.size)
        if len(head) < HEAD.size or not head.startswith(MARK):
            raise DamagedFile(self.path, Text("it does not begin as it should"))
        _, length, checksum = HEAD.unpack(head)
        table = self._file.read(length)
        if zlib.crc32(table) != checksum or len(table) < length:
            raise DamagedFile(self.path, Text("its table is not as it was written"))
        found = json.loads(table)
        self.about: dict[str, Any] = found["about"]
        self._parts = {
            name: (part["length"], [_Block(*block) for block in part["blocks"]])
            for name, part in found["parts"].items()
        }
        self._first = HEAD.size + length
        if self.path.stat().st_size != self._first + found["length"]:
            raise DamagedFile(self.path, Text("its length is not what it was"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def length(self, name: str) -> int:
        """Return how many bytes a part has."""
        length: int = self._parts[name][0]
        return length

    def read(self, name: str) -> bytearray:
        """Return a whole part."""
        length, blocks = self._parts[name]
        content = bytearray(length)
        for number, block in enumerate(blocks):
            if block.length:
                content[number * BLOCK : min(length, (number + 1) * BLOCK)] = self._read(name, number)
        return content

    def blocks(self, name: str) -> Iterator[bytes]:
        """Yield the blocks of a part one after the other, for who may not want all."""
        return (self.block(name, number) for number in range(len(self._parts[name][1])))

    def block(self, name: str, number: int) -> bytes:
        """Return one block of a part: its bytes from `number * BLOCK` on."""
        length, blocks = self._parts[name]
        if not blocks[number].length:
            return bytes(min(BLOCK, length - number * BLOCK))
        return self._read(name, number)

    def _read(self, name: str, number: int) -> bytes:
        length, blocks = self._parts[name]
        squeezed = self._squeezed(blocks[number])
        try:
            content = zlib.decompress(squeezed, bufsize=BLOCK)
        except zlib.error:
            content = b""
        if len(content) != min(BLOCK, length - number * BLOCK):
            raise DamagedFile(self.path, Text("its block {name} is not as it was written", name=name))
        return content

    def _squeezed(self, block: _Block) -> bytes:
        self._file.seek(self._first + block.offset)
        squeezed = self._file.read(block.length)
        if len(squeezed) < block.length or zlib.crc32(squeezed) != block.checksum:
            raise DamagedFile(self.path, Text("its block {name} is not as it was written", name=f"@{block.offset}"))
        return squeezed

    def check(self) -> None:
        """Raise `DamagedFile` unless every byte is as it was written."""
        for _, blocks in self._parts.values():
            for block in blocks:
                self._squeezed(block)
