"""Files that one process holds, so that others stay out. Knows no folder, and says nothing to people.

The system lets go of what a process held that was killed. A file system that knows no locks is no reason to fail: there
nobody is kept out.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

WITHOUT_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}
"""What a file system answers that knows no locks."""


class Taken(Exception):
    """Another process, or another part of this one, holds the file."""


def hold(path: Path, *, wait: bool = False) -> BaseFileLock:
    """Return a lock on a file, to be let go of with `release`; raise `Taken`, or wait, while somebody else has it.

    The file is made if it is not there, and stays there.
    """
    from filelock import FileLock, Timeout

    # A lock made of the mere existence of a file would outlive a process that was killed.
    lock = FileLock(path, thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire(blocking=wait)
    except Timeout:
        raise Taken from None
    except OSError as error:
        if error.errno not in WITHOUT_LOCKS:
            raise
    return lock


@contextmanager
def held(path: Path, *, wait: bool = False) -> Iterator[None]:
    """Hold a file for a while; raise `Taken`, or wait, while somebody else has it."""
    lock = hold(path, wait=wait)
    try:
        yield
    finally:
        lock.release()


def hold_open(file: int) -> None:
    """Hold an open file, given by its descriptor, until it is closed; raise `Taken` while somebody else has it."""
    from filelock import lock_descriptor

    try:
        if not lock_descriptor(file, blocking=False):
            raise Taken
    except OSError as error:
        if error.errno not in WITHOUT_LOCKS:
            raise
