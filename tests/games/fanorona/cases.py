"""What the tests of every game try with Fanorona: boards beside those that are offered, and rule sets of one's own."""

SETUPS = [{"board": size} for size in ("3x3", "5x3", "3x5", "5x5", "9x3", "7x5", "9x5", "9x7", "7x9")]
DERIVED = (
    "classic,chain=obligatory",
    "free,chain=obligatory,first_turn_chain=no",
    "short,must_capture=no",
    "vela,phase_one=6",
    "strict,phase_one=3,phase_one_takes=farthest,phase_one_offer=no",
)
