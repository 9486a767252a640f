"""What time it is: milliseconds since 1970 that do not jump while the server runs, whatever the wall clock does.

Servers that share a database agree with its clock, as one presses a clock that another one started.
"""

from __future__ import annotations

import time

TOLERANCE_MS = 100

_offset_ms = 1000 * (time.time() - time.monotonic())


def now_ms() -> int:
    """Return the time."""
    return round(_offset_ms + 1000 * time.monotonic())


def agree(asked_ms: int, told_ms: int) -> None:
    """Agree with what another clock has told, when it was asked at some moment until now, if it is far from that."""
    global _offset_ms
    now = now_ms()
    if not asked_ms - TOLERANCE_MS <= told_ms <= now + TOLERANCE_MS:
        _offset_ms += told_ms - (asked_ms + now) / 2
