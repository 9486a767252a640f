"""In what parts a small network's numbers are kept, and how many bytes they take; nothing here is compiled."""

from __future__ import annotations

ONE = 64
"""What 1 is in a row."""
WEIGHT = 256
"""What 1 is in a weight of the neurons, and in what they say."""
FINE = 4
"""How many parts a hundredth has in a weight that reads the products without a neuron between."""


def bucket_bytes(hidden: int, neurons: int) -> int:
    """Return how many bytes hold what reads the products of rows with `hidden` numbers.

    The weights of each neuron and those without one, two bytes each; what is added to each neuron and how it weighs,
    four bytes each.
    """
    return hidden // 2 * 2 * (neurons + 1) + 2 * 4 * neurons
