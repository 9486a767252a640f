"""A small disk of the tests' own, in memory, which can be filled up; only root can make one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

SIZE_KB = 2_000_000
ATTEMPTS = 50
"""To find out how much there is before there is more."""


class Disk:
    """A folder on a disk of its own, or just a folder where there may be none."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vato-"))
        self.can_fill = self._mount(f"size={SIZE_KB}k,mode=755")

    def _mount(self, options: str) -> bool:
        command = ["mount", "-t", "tmpfs", "-o", options, "vato", str(self.folder)]
        return os.getuid() == 0 and subprocess.run(command, check=False, capture_output=True).returncode == 0

    def fill(self) -> None:
        """Leave no room."""
        for _ in range(ATTEMPTS):
            now = os.statvfs(self.folder)
            used = (now.f_blocks - now.f_bfree) * now.f_frsize
            if self._mount(f"remount,size={used // 1024}k"):
                return
        raise AssertionError("a disk to which so much is written cannot be made smaller")

    def clear(self) -> None:
        """Make room."""
        assert self._mount(f"remount,size={SIZE_KB}k")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.can_fill:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)
