"""What Squadro gives to the house: its entry in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from vato.errors import VatoError
from vato.game import Choices, Counter, Game, Samples, SetupOption
from vato.games.squadro import scene
from vato.games.squadro.board import Board
from vato.games.squadro.first_game import FIRST_GAME
from vato.games.squadro.knowledge import known
from vato.games.squadro.lead import lead, subtlety
from vato.games.squadro.lessons import LESSONS
from vato.games.squadro.levels import BENCH, LEVELS
from vato.games.squadro.opening import OPENING
from vato.games.squadro.picture import illustration
from vato.games.squadro.rulesets import RuleSet
from vato.games.squadro.words import comparison, words
from vato.text import Text

if TYPE_CHECKING:
    from vato.adapters.encoding import Encoding
    from vato.compiled.contract import Figures, Kernel
    from vato.kit.contract import KitMaker
    from vato.solve.contract import Census, Solver


def _board_for(_rules: RuleSet) -> type[Board]:
    return Board


def _kernel() -> Kernel:
    from vato.games.squadro import compiled

    return compiled


def _figures() -> Figures:
    from vato.games.squadro import figures

    return figures


def _compiled_scene() -> ModuleType:
    from vato.games.squadro import compiled_scene

    return compiled_scene


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
    moved_in=2,
    rules=RuleSet,
    board_for=_board_for,
    words=words,
    lead=lead,
    scene=scene,
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
    writing=Text("A turn is the number of a lane, 1 to 5."),
    counters=(Counter("home", Text("home"), most=4),),
    contest_rules="standard",
    lessons=(*LESSONS, FIRST_GAME),
    knowledge=known,
    carried=OPENING.on,
    kernel=_kernel,
    figures=_figures,
    compiled_scene=_compiled_scene,
    odds=900,  # its engine counts about three times as much for the same odds, as games against itself show
    subtlety=subtlety,
    levels=LEVELS,
    bench=BENCH,
    encoding=_encoding,
    kits=_kits,
    solver=_solver,
    census=_census,
    samples=_samples,
)
