"""A folder with a solution: one file for each task, and one that says of what game. Knows names, not contents."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from vato import locks
from vato.errors import VatoError
from vato.solve.packed import PART_SUFFIX, DamagedFile, Packed, write_whole
from vato.text import Text

SUFFIX = ".solved"
ABOUT = "solution.json"
FORMAT = 1


class Folder:
    """The files of a solution."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def claim(self, game: str, chosen: Mapping[str, str]) -> None:
        """Make the folder if it is not there, and make sure that it is for this game and for what was chosen."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not self.is_claimed():
                about = {"game": game, "format": FORMAT, **chosen}
                write_whole(self.path / ABOUT, [json.dumps(about).encode() + b"\n"])
        except FileExistsError:
            raise VatoError("{path} is not a folder.", path=self.path) from None
        self.expect(game, chosen)

    def is_claimed(self) -> bool:
        """Return whether the folder is there and is for a solution."""
        return (self.path / ABOUT).exists()

    def expect(self, game: str, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return what was chosen for the solution in the folder; refuse one that is not of this game, or not so."""
        try:
            text = (self.path / ABOUT).read_bytes()
        except OSError:
            raise VatoError("{path} holds no solution of {game}.", path=self.path, game=game) from None
        try:
            about = dict(json.loads(text))
            found, version = about.pop("game"), about.pop("format")
            if not all(isinstance(value, str) for value in about.values()):
                raise TypeError
        except (ValueError, KeyError, TypeError):
            raise VatoError(
                "{path} is damaged; remove it, and vato solve with the same options goes on with the rest.",
                path=self.path / ABOUT,
            ) from None
        if found != game:
            raise VatoError(
                "{path} holds a solution of {found}, not of {game}.", path=self.path, found=found, game=game
            )
        if version != FORMAT:
            raise VatoError(
                "{path} holds a solution in form {found}; this version reads form {known}.",
                path=self.path,
                found=version,
                known=FORMAT,
            )
        if chosen is not None and about != chosen:
            there, wanted = (f"{game} {' '.join(map(str, each.values()))}" for each in (about, chosen))
            raise VatoError(
                "{path} holds a solution of {found}, not of {game}.", path=self.path, found=there, game=wanted
            )
        return about

    def is_writable(self) -> bool:
        """Return whether files can be made in the folder."""
        return os.access(self.path, os.W_OK)

    @contextmanager
    def alone(self, *, to_read: bool = False) -> Iterator[None]:
        """Keep other runs out of the folder, and remove what one that was killed has left unfinished.

        Who is there only to read needs nobody kept out of a folder in which nobody can write.
        """
        if to_read and not self.is_writable():
            yield
            return
        try:
            lock = locks.hold(self.path / "lock")
        except locks.Taken:
            raise VatoError("Another run is at work in {path}.", path=self.path) from None
        try:
            for unfinished in self.path.glob(f"*{PART_SUFFIX}"):
                with suppress(OSError):
                    unfinished.unlink()
            yield
        finally:
            lock.release()

    def file(self, name: str) -> Path:
        """Return where the file of a task lies."""
        return self.path / f"{name}{SUFFIX}"

    def has(self, name: str) -> bool:
        """Return whether the file of a task is there, whole or not."""
        return self.file(name).exists()

    def files(self) -> Iterator[Path]:
        """Return the files of all tasks that are there."""
        return self.path.glob(f"*{SUFFIX}")

    def layers(self) -> set[int]:
        """Return the layers that files are there of; the name of a task begins with its layer."""
        names = (path.name.partition("-")[0] for path in self.files())
        return {int(name) for name in names if name.isdecimal()}

    def check(self, name: str, chosen: Mapping[str, str] | None = None) -> None:
        """Raise `DamagedFile` unless the file of a task is there, for what was chosen, every byte as it was written."""
        with Packed(self.file(name)) as file:
            check_chosen(file, chosen or {})
            file.check()

    def size(self) -> int:
        """Return how many bytes all files take."""
        return sum(entry.stat().st_size for entry in os.scandir(self.path) if entry.is_file())


def check_chosen(file: Packed, chosen: Mapping[str, str]) -> None:
    """Raise `DamagedFile` for a file that says of itself that it is for something else."""
    there = {name: file.about.get(name, value) for name, value in chosen.items()}
    if there != chosen:
        found, wanted = (" ".join(map(str, each.values())) for each in (there, chosen))
        raise DamagedFile(file.path, Text("it is for {found}, not for {wanted}", found=found, wanted=wanted))


def task_of(error: DamagedFile) -> str:
    """Return the name of the task whose file is damaged."""
    return error.path.name.removesuffix(SUFFIX)
