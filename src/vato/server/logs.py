"""What is written down while the server runs: in one form, and never more for being attacked."""

from __future__ import annotations

import logging
from collections import Counter

from vato.server.http.limits import Rate

AT_ONCE, PER_SECOND = 20, 0.1
"""Messages of one kind that are written down: at once, and in the long run."""


class Sparing(logging.Filter):
    """Lets a few messages of a kind through, and says with the next one how many it kept back."""

    def __init__(self) -> None:
        super().__init__()
        self._rate = Rate(AT_ONCE, PER_SECOND)
        self._kept_back: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is to be written down."""
        if record.levelno < logging.WARNING:
            return True
        kind = f"{record.name} {str(record.msg)[:100]}"
        if not self._rate.allows(kind):
            self._kept_back[kind] += 1
            return False
        if more := self._kept_back.pop(kind, 0):
            record.msg, record.args = f"{record.getMessage()} (and {more} more like it)", ()
        return True


def begin(*, verbose: bool) -> None:
    """Write to the standard error from now on."""
    logging.basicConfig(format="vato: %(message)s", level=logging.INFO if verbose else logging.WARNING)
    for handler in logging.getLogger().handlers:
        if not any(isinstance(each, Sparing) for each in handler.filters):
            handler.addFilter(Sparing())
