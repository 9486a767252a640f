"""How the computer plays Alquerque at each level, and the positions of the engine's signature."""

from vato.game import BenchPosition, Traits

LEVELS = (
    Traits(900, depth=1, sight=0.02, error=40_000),
    Traits(1090, depth=1, sight=0.05, error=4_000, greed=40),
    Traits(1220, depth=1, sight=0.10, error=900, greed=80),
    Traits(1360, depth=1, sight=0.21, error=400, greed=60),
    Traits(1500, depth=1, sight=0.32, error=225, greed=46),
    Traits(1690, depth=2, sight=0.49, error=140, greed=21),
    Traits(1820, depth=3, sight=0.50, error=175, greed=15),
    Traits(1990, depth=3, sight=0.65, error=100, greed=12),
    Traits(2150, nodes=600),
    Traits(2280, nodes=None, seconds=2.0),
)
BENCH = (
    BenchPosition("modern", "bbbbb/bbbbb/bb1ww/wwwww/wwwww w", 14),
    BenchPosition("modern", "b1b1b/1b1b1/5/1w1w1/w1w1w w", 11),
    BenchPosition("alfonso", "bbbbb/bb1bb/bb1ww/wwbww/wwwww w", 12),
    BenchPosition("huffing", "b1bb1/1b3/4b/2w1w/ww1w1 w", 12),
    BenchPosition("bell", "bb1bb/b3b/1b1w1/w3w/ww1ww w", 12),
    BenchPosition("bell", "b1b1b/bb3/2w2/3ww/w1w1w b", 12),
    BenchPosition("modern", "b3b/5/1b1w1/5/w3w w", 12),
    BenchPosition("alfonso", "1b1b1/5/b3w/5/1w1w1 w", 12),
    BenchPosition("modern", "bbbbbbbbb/bbbbbbbbb/bbbb1wwww/wwwwwwwww/wwwwwwwww w", 14),
)
