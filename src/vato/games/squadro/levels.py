"""How the computer plays Squadro at each level, and the positions of the engine's signature."""

from vato.game import BenchPosition, Traits

LEVELS = (
    Traits(820, depth=1, sight=0.20, error=500, greed=60),
    Traits(960, depth=1, sight=0.29, error=310, greed=48),
    Traits(1150, depth=1, sight=0.53, error=116, greed=27),
    Traits(1320, depth=2, sight=0.80, error=55, greed=11),
    Traits(1500, depth=4, sight=0.92, error=30, greed=4),
    Traits(1650, nodes=800),
    Traits(1800, nodes=3_500),
    Traits(1950, nodes=30_000),
    Traits(2110, nodes=400_000),
    Traits(2180, nodes=None, seconds=2.0),
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
