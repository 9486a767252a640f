"""Positions in which something particular can be done."""

from typing import Any

CHAIN: dict[str, Any] = {"rules": "standard", "position": "5/1b3/1b2b/1bw2/w3b w"}
"""White's only capture is c2-d2, by withdrawal; the chain may go on to c3 in two ways, then to d3 in two, or to c1."""
LONG_CHAIN = "c2-d2W-c3A-d3A"
SHORT_CHAIN = "c2-d2W"
LONGEST: dict[str, Any] = {
    "rules": "standard",
    "position": "bb1b1bbbb/2w1bbbbb/bw1w1bwbw/w2ww1www/1wwwwwwww b",
}
"""Black can capture with a chain of seven steps."""
LONGEST_CHAIN = "b5-b4A-c3A-c2W-d2A-e3W-f2A-e2W"
