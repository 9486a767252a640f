"""How the computer plays Alquerque at each level, and the positions of the engine's signature."""

from vato.game import BenchPosition, Traits

LEVELS = (
    Traits(840, depth=1, sight=0.05, error=4000, greed=100),
    Traits(1010, depth=1, sight=0.15, error=430, greed=62),
    Traits(1160, depth=1, sight=0.33, error=200, greed=43),
    Traits(1340, depth=1, sight=0.72, error=65, greed=17),
    Traits(1500, depth=2, sight=0.64, error=88, greed=14),
    Traits(1670, depth=3, sight=0.58, error=125, greed=14),
    Traits(1810, depth=3, sight=0.80, error=50, greed=7),
    Traits(1940, nodes=1_300),
    Traits(2050, nodes=20_000),
    Traits(2170, nodes=None, seconds=2.0),
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
