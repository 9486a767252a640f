"""Signs of life on the standard error, which leave the standard output to the result.

A terminal shows a bar or a line that changes, which is the commands' own; elsewhere a line is said now and then.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.console import Console

PATIENCE_SECONDS = 5.0
"""How long nothing is said where there is no terminal, at first and between two lines."""


def error_console() -> Console:
    """Return a console on the standard error that prints texts as they are."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


class NowAndThen:
    """Prints a line on a console, unless it has just done so."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._last = time.monotonic()

    def print(self, line: Callable[[], str]) -> None:
        """Print a line if it is time; only then is it put together."""
        if time.monotonic() - self._last >= PATIENCE_SECONDS:
            self._console.print(line(), soft_wrap=True)
            self._last = time.monotonic()
