"""How the computer plays Squadro at each level, and the positions of the engine's signature."""

from vato.game import BenchPosition, Traits

LEVELS = (
    Traits(1, 100_000, 0.20, 500, 60),
    Traits(1, 100_000, 0.35, 240, 42),
    Traits(1, 100_000, 0.58, 95, 22),
    Traits(2, 100_000, 0.72, 75, 14),
    Traits(4, 100_000, 0.96, 20, 2),
    Traits(6, 100_000, 1.0, 8, 0),
    Traits(0, 4_000, 1.0, 0, 0),
    Traits(0, 30_000, 1.0, 0, 0),
    Traits(0, 220_000, 1.0, 0, 0),
    Traits(0, 2_000_000, 1.0, 0, 0),
)
BENCH = (
    BenchPosition("standard", "00000/00000 light", 20),
    BenchPosition("standard", "00000/00000 dark", 20),
    BenchPosition("standard", "13000/20503 light", 20),
    BenchPosition("standard", "06600/21017 light", 20),
    BenchPosition("standard", "27054/92006 light", 20),
    BenchPosition("standard", "17660/60c17 dark", 20),
    BenchPosition("standard", "69840/76c06 light", 20),
    BenchPosition("standard", "c60c3/85c43 light", 20),
)
