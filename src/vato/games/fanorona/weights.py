"""The weights of Fanorona's features as compiled code reads them, with room for a word about a network behind them.

They are data, in weights.json beside this file; `tools.tune` makes them from games of the engine against itself.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WORDS, NETWORK = 16, 15
"""How many words the weights take in memory, and the one that says whether a network lies behind them."""


def feature_weights() -> NDArray[np.uint64]:
    """Return the weights as the compiled code reads them."""
    text = Path(__file__).with_name("weights.json").read_text(encoding="utf-8")
    return in_memory(json.loads(text)["weights"])


def in_memory(weights: list[int]) -> NDArray[np.uint64]:
    """Return weights as the compiled code reads them, without a network."""
    found = np.zeros(WORDS, np.int64)
    found[: len(weights)] = weights
    return found.view(np.uint64)
