"""What is sent, as text."""

from __future__ import annotations

import json

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def dump(value: object) -> str:
    """Return compact JSON."""
    return _ENCODER.encode(value)
