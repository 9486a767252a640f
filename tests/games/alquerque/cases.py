"""What the tests of every game try with Alquerque: boards beside those that are offered, and rule sets of one's own."""

SETUPS = [{"board": size} for size in ("3x5", "5x5", "7x5")]
DERIVED = (
    "modern,most=yes,revisit=no",
    "huffing,most=yes,quiet_turns=12",
    "bell,backward=never,must_capture=no,huff=yes",
    "alfonso,turn_back=no,blocked=draws",
)
