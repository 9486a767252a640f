"""How the computer plays Alquerque at each level, and the positions of the engine's signature."""

from vato.game import BenchPosition, Traits

LEVELS = (
    Traits(1, 100_000, 0.15, 400, 60),
    Traits(1, 100_000, 0.30, 220, 45),
    Traits(1, 100_000, 0.50, 120, 30),
    Traits(1, 100_000, 0.75, 60, 15),
    Traits(2, 100_000, 0.75, 60, 10),
    Traits(3, 100_000, 0.85, 40, 5),
    Traits(4, 100_000, 0.92, 25, 0),
    Traits(0, 4_000, 1.0, 0, 0),
    Traits(0, 40_000, 1.0, 0, 0),
    Traits(0, 1_000_000, 1.0, 0, 0),
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
