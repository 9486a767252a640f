"""What Fanorona gives to the house: its entry in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

from vato.game import Choices, Counter, Game, Samples, SetupOption, SolveOption
from vato.games.fanorona import scene
from vato.games.fanorona.board import Board
from vato.games.fanorona.endgames import ENDINGS, PROOFS, SAMPLES, known
from vato.games.fanorona.first_game import FIRST_GAME
from vato.games.fanorona.further_lessons import FURTHER_LESSONS
from vato.games.fanorona.lead import lead, subtlety
from vato.games.fanorona.lessons import LESSONS
from vato.games.fanorona.levels import BENCH, LEVELS
from vato.games.fanorona.picture import illustration
from vato.games.fanorona.rulesets import OPENINGS, RuleSet, revanche_of
from vato.games.fanorona.setup import SIZES
from vato.games.fanorona.vela import VelaBoard
from vato.games.fanorona.words import comparison, words
from vato.lattice.endgames.carried import carried_on
from vato.text import Text

if TYPE_CHECKING:
    from vato.adapters.encoding import Encoding
    from vato.compiled.contract import Figures
    from vato.kit.contract import KitMaker
    from vato.solve.contract import Prover, Solver


def _board_for(rules: RuleSet) -> type[Board]:
    return VelaBoard if rules.phase_one else Board


def _figures() -> Figures:
    from vato.games.fanorona import figures

    return figures


def _compiled_scene() -> ModuleType:
    from vato.games.fanorona import compiled_scene

    return compiled_scene


def _encoding(board: Board) -> Encoding:
    from vato.games.fanorona.encoding import FanoronaEncoding

    return FanoronaEncoding(board)


def _kits() -> Mapping[str, KitMaker]:
    from vato.games.fanorona.kit.kits import KITS

    return KITS


def _solver(choices: Choices) -> Solver:
    from vato.lattice.endgames import solver

    return solver.solver(ENDINGS, choices)


def _prover(choices: Choices) -> Prover | None:
    from vato.games.fanorona.proofs import GAME as PROVEN
    from vato.lattice.proofs.prover import prover

    return prover(PROVEN, choices)


def _samples() -> Samples:
    from vato.lattice.endgames.samples import longest_wins

    return Samples(SAMPLES.only_moves, SAMPLES.won_endings, longest_wins)


GAME = Game(
    name="fanorona",
    title="Fanorona",
    moved_in=1,
    rules=RuleSet,
    board_for=_board_for,
    words=words,
    lead=lead,
    scene=scene,
    comparison=comparison,
    illustration=illustration,
    setup=(SetupOption("board", Text("Board"), Text("the board, width x height, such as 5x5"), SIZES, metavar="SIZE"),),
    writing=Text(
        "A turn is the points it leads over; A stands for a capture by approach and W for one by withdrawal, such as "
        "d2-e3A, or f2-e3A-d3W-c4A for a chain."
    ),
    counters=(Counter("stones", Text("stones")),),
    openings=OPENINGS,
    contest_rules="classic",
    revanche=revanche_of,
    lessons=(*LESSONS, *FURTHER_LESSONS, FIRST_GAME),
    knowledge=known,
    carried=partial(carried_on, ENDINGS),
    proofs=PROOFS,
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
        SolveOption("stones", Text("solve endings with up to so many stones; 5"), "N", last_layer=True),
        SolveOption(
            "board",
            Text("the board, width x height; one of up to 45 points named without --stones is proven as a whole"),
            "SIZE",
        ),
    ),
    prover=_prover,
    samples=_samples,
)
