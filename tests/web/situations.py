"""Positions in which something particular can be done."""

from typing import Any

CHAIN: dict[str, Any] = {"rules": "standard", "position": "5/1b3/1b2b/1bw2/w3b w"}
"""White's only capture is c2-d2, by withdrawal; the chain may go on to c3 in two ways, then to d3 in two, or to c1."""
LONG_CHAIN = "c2-d2W-c3A-d3A"
SHORT_CHAIN = "c2-d2W"
