"""How the computer plays Fanorona at each level, and the positions of the engine's signature."""

from vato.game import BenchPosition, Traits

LEVELS = (
    Traits(730, depth=1, sight=0.14, error=720, greed=80),
    Traits(830, depth=1, sight=0.24, error=490, greed=67),
    Traits(1060, depth=1, sight=0.35, error=308, greed=55),
    Traits(1300, depth=1, sight=0.50, error=163, greed=40),
    Traits(1500, depth=1, sight=0.65, error=107, greed=28),
    Traits(1640, depth=2, sight=0.72, error=108, greed=17),
    Traits(1820, depth=2, sight=0.87, error=52, greed=8),
    Traits(2000, nodes=450),
    Traits(2150, nodes=1_900),
    Traits(2290, nodes=None, seconds=2.0),
)
BENCH = (
    BenchPosition("standard", "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w", 12),
    BenchPosition("standard", "bbbb1b2b/2b3b1b/bw1ww3w/ww1w3ww/ww1ww1w2 w", 12),
    BenchPosition("standard", "3b3bb/7b1/1ww6/7b1/w1w4w1 w", 13),
    BenchPosition("classic", "5b1bb/1b2b2bb/9/5w2w/ww1w1w1w1 w", 13),
    BenchPosition("strict", "bb7/3b2b2/1b5w1/w7w/3w2w1w w", 13),
    BenchPosition("short", "bbb4bb/bbbb5/b8/www3w2/www2www1 w", 12),
    BenchPosition("free", "b8/1b2w2w1/9/5w1w1/4w4 w quiet=7", 13),
    BenchPosition("vela", "4bb1bb/2w2wbwb/2ww2w1b/ww1wwwwww/www1wwwww w phase=1", 12),
    BenchPosition("standard", "b2b3/1b2w2/7/4w2/ww5 w", 13),
)
