"""Well-spread numbers from any numbers, the same on every machine: what keys and seeds are made of."""


def mix(number: int) -> int:
    """Return a well-spread 64-bit number for any whole number (the finaliser of SplitMix64)."""
    mask = (1 << 64) - 1
    number = (number + 0x9E3779B97F4A7C15) & mask
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & mask
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & mask
    return number ^ (number >> 31)
