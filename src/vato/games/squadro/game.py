"""What Squadro gives to the house: its entry in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vato.errors import VatoError
from vato.game import BenchPosition, Choices, Counter, Game, Samples, SetupOption, Traits
from vato.games.squadro import scene
from vato.games.squadro.board import Board
from vato.games.squadro.knowledge import known
from vato.games.squadro.lead import lead, subtlety
from vato.games.squadro.lessons import LESSONS
from vato.games.squadro.picture import illustration
from vato.games.squadro.rulesets import RuleSet
from vato.games.squadro.words import comparison, words
from vato.text import Text

if TYPE_CHECKING:
    from vato.adapters.encoding import Encoding
    from vato.compiled.contract import Kernel
    from vato.kit.contract import KitMaker
    from vato.solve.contract import Census, Solver

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


def _board_for(_rules: RuleSet) -> type[Board]:
    return Board


def _kernel() -> Kernel:
    from vato.games.squadro import compiled

    return compiled


def _encoding(_board: Board) -> Encoding:
    from vato.games.squadro.encoding import SquadroEncoding

    return SquadroEncoding()


def _kits() -> Mapping[str, KitMaker]:
    from vato.games.squadro.kit import KITS

    return KITS


def _solver(choices: Choices) -> Solver:
    from vato.games.squadro.solution import solver

    for name in choices:
        raise VatoError("{game} has no option {name}.", game="squadro", name=f"--{name}")
    return solver


def _census() -> Census:
    from vato.games.squadro.solution import census

    return census


def _samples() -> Samples:
    from vato.games.squadro.solution import samples

    return Samples(samples.only_moves)


GAME = Game(
    name="squadro",
    title="Squadro",
    rules=RuleSet,
    board_for=_board_for,
    words=words,
    lead=lead,
    scene=scene,
    folder=Path(__file__).parent,
    comparison=comparison,
    illustration=illustration,
    setup=(
        SetupOption(
            "first",
            Text("Who begins"),
            Text("who begins, light or dark"),
            Board.sides,
            decides_beginner=True,
            metavar="SIDE",
        ),
    ),
    counters=(Counter("home", Text("home"), most=4),),
    contest_rules="standard",
    lessons=LESSONS,
    knowledge=known,
    kernel=_kernel,
    subtlety=subtlety,
    levels=LEVELS,
    bench=BENCH,
    encoding=_encoding,
    kits=_kits,
    solver=_solver,
    census=_census,
    samples=_samples,
)
