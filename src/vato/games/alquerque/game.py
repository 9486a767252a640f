"""What Alquerque gives to the house: its entry in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vato.game import Counter, Game, SetupOption
from vato.games.alquerque import scene
from vato.games.alquerque.board import Board
from vato.games.alquerque.lead import lead
from vato.games.alquerque.picture import illustration
from vato.games.alquerque.rulesets import RuleSet
from vato.games.alquerque.setup import SIZES
from vato.games.alquerque.words import comparison, words
from vato.text import Text

if TYPE_CHECKING:
    from vato.kit.contract import KitMaker


def _board_for(_rules: RuleSet) -> type[Board]:
    return Board


def _kits() -> Mapping[str, KitMaker]:
    from vato.games.alquerque.kit import KITS

    return KITS


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
    counters=(Counter("stones", Text("stones")),),
    kits=_kits,
)
