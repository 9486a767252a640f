"""What is sent, as text."""

from __future__ import annotations

import json


def dump(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
