"""How the computer plays Squadro at each level, and the positions of the engine's signature."""

from vato.game import BenchPosition, Traits

LEVELS = (
    Traits(820, depth=1, sight=0.12, error=790, greed=68),
    Traits(970, depth=1, sight=0.18, error=560, greed=62),
    Traits(1140, depth=1, sight=0.27, error=350, greed=51),
    Traits(1290, depth=1, sight=0.45, error=160, greed=34),
    Traits(1500, depth=2, sight=0.59, error=122, greed=23),
    Traits(1610, depth=2, sight=0.88, error=40, greed=7),
    Traits(1790, depth=4, sight=0.98, error=12, greed=2),
    Traits(1930, nodes=900),
    Traits(2070, nodes=8_000),
    Traits(2310, nodes=None, seconds=2.0),
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
