"""What Alquerque gives to the house: its entry in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

from vato.game import Choices, Counter, Game, Samples, SetupOption, SolveOption
from vato.games.alquerque import scene
from vato.games.alquerque.board import Board
from vato.games.alquerque.endgames import ENDINGS, SAMPLES, known
from vato.games.alquerque.first_game import FIRST_GAME
from vato.games.alquerque.lead import lead, subtlety
from vato.games.alquerque.lessons import LESSONS
from vato.games.alquerque.levels import BENCH, LEVELS
from vato.games.alquerque.picture import illustration
from vato.games.alquerque.rulesets import RuleSet
from vato.games.alquerque.setup import SIZES
from vato.games.alquerque.words import comparison, words
from vato.lattice.endgames.carried import carried_on
from vato.text import Text

if TYPE_CHECKING:
    from vato.adapters.encoding import Encoding
    from vato.compiled.contract import Figures
    from vato.kit.contract import KitMaker
    from vato.solve.contract import Prover, Solver


def _board_for(_rules: RuleSet) -> type[Board]:
    return Board


def _figures() -> Figures:
    from vato.games.alquerque import figures

    return figures


def _compiled_scene() -> ModuleType:
    from vato.games.alquerque import compiled_scene

    return compiled_scene


def _encoding(board: Board) -> Encoding:
    from vato.games.alquerque.encoding import AlquerqueEncoding

    return AlquerqueEncoding(board)


def _kits() -> Mapping[str, KitMaker]:
    from vato.games.alquerque.kit import KITS

    return KITS


def _solver(choices: Choices) -> Solver:
    from vato.lattice.endgames import solver

    return solver.solver(ENDINGS, choices)


def _prover(choices: Choices) -> Prover | None:
    from vato.games.alquerque.proofs import GAME as PROVEN
    from vato.lattice.proofs.prover import prover

    return prover(PROVEN, choices)


def _samples() -> Samples:
    from vato.lattice.endgames.samples import longest_wins

    return Samples(SAMPLES.only_moves, SAMPLES.won_endings, longest_wins)


GAME = Game(
    name="alquerque",
    title="Alquerque",
    moved_in=3,
    rules=RuleSet,
    board_for=_board_for,
    words=words,
    lead=lead,
    scene=scene,
    comparison=comparison,
    illustration=illustration,
    setup=(SetupOption("board", Text("Board"), Text("the board, width x height, such as 5x5"), SIZES, metavar="SIZE"),),
    writing=Text("A turn is the points it leads over, such as c2-c3; a jump has an x, such as c4xc2 or a1xc3xe1."),
    counters=(Counter("stones", Text("stones")),),
    lessons=(*LESSONS, FIRST_GAME),
    knowledge=known,
    carried=partial(carried_on, ENDINGS),
    kernel=ENDINGS.kernel,
    figures=_figures,
    compiled_scene=_compiled_scene,
    subtlety=subtlety,
    levels=LEVELS,
    bench=BENCH,
    encoding=_encoding,
    kits=_kits,
    solver=_solver,
    solve_options=(
        SolveOption("stones", Text("solve endings with up to so many stones; 6"), "N", last_layer=True),
        SolveOption(
            "board", Text("the board, width x height; a small one named without --stones is proven as a whole"), "SIZE"
        ),
    ),
    prover=_prover,
    samples=_samples,
)
