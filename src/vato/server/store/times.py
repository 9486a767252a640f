"""What time it is: milliseconds since 1970 that never jump while the server runs, whatever the wall clock does."""

from __future__ import annotations

import time

_OFFSET = time.time() - time.monotonic()


def now_ms() -> int:
    """Return the time."""
    return round((_OFFSET + time.monotonic()) * 1000)
