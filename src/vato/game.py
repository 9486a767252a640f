"""What a room gives to the house: `Game`, which a folder in `vato/games` exports as `GAME`. Knows no game.

The first fields every game has. The others are what a game may have beside its rules; what it lacks, the house does
without: no page, command or test asks for it. What needs Numba, files or much time to load is a function, so that only
those load it who need it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from typing_extensions import TypeVar

from vato.board import Board, Player
from vato.errors import UnknownName, shorten
from vato.knowledge import Knowledge
from vato.learn.lesson import Lesson
from vato.rules import Comparison, Example, RuleSet, Section, compare_fields
from vato.text import Listing, Text

if TYPE_CHECKING:
    from types import ModuleType

    from vato.adapters.encoding import Encoding
    from vato.compiled.contract import Figures, Kernel
    from vato.kit.contract import KitMaker
    from vato.scene import Scenery
    from vato.solve.contract import Census, Prover, Solver

BoardT_co = TypeVar("BoardT_co", bound=Board[Any], default=Board, covariant=True)
"""The type of a game's boards; whoever does not know which game it is has a `Board`."""
Choices = Mapping[str, str]
"""What somebody chose to be solved or proven: the name of a choice and its value."""

MODULE_FILE = "engine.wasm"
"""A room's compiled code for browsers, made by `scripts/wasm`."""


@dataclass(frozen=True)
class SetupOption:
    """Something that can be chosen at the start beside the rules and the position."""

    name: str
    """What `new` and the command call it: `board` is `--board`."""
    label: str
    """What an interface calls it."""
    help: str
    """A sentence that explains it, with what can be written."""
    values: tuple[str, ...]
    """The values that an interface offers, the usual one first."""
    decides_beginner: bool = False
    """Whether it says which side begins: its values are then the sides, and without one the beginner is drawn."""
    metavar: str = "VALUE"
    """What stands for the value where the command explains itself."""


@dataclass(frozen=True)
class SolveOption:
    """Something that can be chosen when a game is solved, beside its rules."""

    name: str
    """What the command and the solver call it: `stones` is `--stones`."""
    help: str
    """A sentence that explains it, with what can be written."""
    metavar: str = "VALUE"
    """What stands for the value where the command explains itself."""
    last_layer: bool = False
    """Whether it says how far to solve: its value is then the last layer."""


class Counter(NamedTuple):
    """Something of which each player has a number that people watch: the stones left, the stones home."""

    name: str
    """What a scene calls it."""
    label: str
    """What it is called."""
    most: int | None = None
    """How many there are to be had, where the number grows towards that."""


class Traits(NamedTuple):
    """How a level thinks and errs; a game has ten of them, from a child's first game to full strength."""

    rating: int
    """What it is worth, in Elo; level 5 has 1500 in every game."""
    depth: int = 0
    """How many turns it looks ahead; 0 for as many as its nodes or seconds allow."""
    nodes: int | None = 100_000
    """How many positions it looks at, at most."""
    seconds: float | None = None
    """How long it thinks, at most."""
    sight: float = 1.0
    """How likely it notices each thing about a move that is hard to see."""
    error: float = 0.0
    """By how much it misjudges a move, as a standard deviation in hundredths of a stone or place."""
    greed: float = 0.0
    """What a capture or jump is worth to it beyond what it is worth, for each stone taken."""


class Carried(Protocol):
    """What compiled code looks up, for another memory than this process's."""

    def placed_at(self, address: int) -> bytes:
        """Return it in one piece, as it must be where it lies at an address."""


class Certificates(Protocol):
    """What comes with vato that proves something of a game's positions."""

    def is_about(self, board: Any) -> bool:
        """Return whether one is about a board and its rules."""

    def read(self, board: Any) -> object:
        """Bring the one about a board and its rules into memory, which takes a moment the first time."""


class BenchPosition(NamedTuple):
    """A position that the engine searches to a depth, for its signature."""

    rules: str
    position: str
    depth: int


class Samples(NamedTuple):
    """Positions for people, drawn from a solution's folder; each takes the folder and a seed."""

    only_moves: Callable[[Path, int], Any]
    """Yields positions that may have one good move: what puzzles are made of."""
    won_endings: Callable[[Path, int], Any] | None = None
    """Yields won positions to train, grade by grade."""
    longest_wins: Callable[[Path], Any] | None = None
    """Yields titles and positions that take longest to win."""


def _even(_board: Any, _player: Player) -> int:
    return 0


def _illustrate(board: Any, example: Example, theme: str) -> str:
    picture: str = board.svg(theme=theme, move=example.move or None)
    return picture


@dataclass(frozen=True, kw_only=True)
class Game(Generic[BoardT_co]):
    """A game as the house sees it."""

    name: str
    """A word for addresses, commands and files."""
    title: str
    """What people call it."""
    rules: type[RuleSet]
    board_for: Callable[[Any], type[BoardT_co]]
    """The board class that plays a rule set."""
    words: Callable[[Any], tuple[Section, ...]]
    """The rules of a rule set in plain words with examples, and what distinguishes it from the others."""
    scene: Scenery
    """What an interface draws and offers."""

    # What a game may have

    moved_in: int = 1000
    """Which room it was, from 1 on: the catalogue lists the oldest first, so that a new one changes no default."""
    lead: Callable[[Any, Player], int] = _even
    """How far a player is ahead of the other, in stones or places; without it, nobody ever is."""
    folder: Path | None = None
    """Where the room's files lie; the catalogue knows."""
    comparison: Callable[[Any], Comparison] = compare_fields
    """The known rule sets side by side, with one that was derived from them."""
    illustration: Callable[[Any, Example, str], str] = _illustrate
    """An example on the board where it is shown, as SVG in a theme."""
    setup: tuple[SetupOption, ...] = ()
    """What can be chosen at the start."""
    writing: str = ""
    """How a turn is written, in a sentence, for who types it."""
    counters: tuple[Counter, ...] = ()
    """What is counted beside the board."""
    openings: Mapping[str, str] = field(default_factory=dict)
    """The first moves that have a name, for a series that plays them in turn."""
    contest_rules: str | None = None
    """The rules a match or series is played by, unless others are agreed on; without it, the first rule set."""
    revanche: Callable[[Any], RuleSet] | None = None
    """The rules of the revanche game after a lost one, where there is such a thing."""
    lessons: tuple[Lesson, ...] = ()
    """The lessons, in the order of learning."""
    knowledge: Callable[[Path | None], Knowledge] | None = None
    """What is known exactly about positions: by a solution's folder, or where `vato solve` puts one by itself."""
    carried: Callable[[Any], Carried | None] | None = None
    """What every copy of vato knows exactly and the search looks up by itself, if that is for a board and its rules."""
    proofs: Certificates | None = None
    """The certificates that come with vato; `knowledge` says what they prove."""
    kernel: Callable[[], Kernel] | None = None
    """The compiled rules; with them the game has the engine."""
    figures: Callable[[], Figures] | None = None
    """What compiled rules read, for who does not load them; needs `kernel`."""
    compiled_scene: Callable[[], ModuleType] | None = None
    """Scenes and outcomes from compiled code, for playing where there is no Python; needs `figures`."""
    subtlety: Callable[[Any], tuple[int, int]] | None = None
    """Of a move, how many things about it are hard to see, and how many stones it takes or sends back."""
    odds: int = 280
    """An advantage of so many hundredths, as its engine counts them, makes the odds of winning e times as good."""
    levels: tuple[Traits, ...] = ()
    """How the computer plays at each level; without them, it plays at full strength only."""
    bench: tuple[BenchPosition, ...] = ()
    """The positions of the engine's signature."""
    encoding: Callable[[Any], Encoding] | None = None
    """Steps and positions of a board as numbers, for learning programs."""
    kits: Callable[[], Mapping[str, KitMaker]] | None = None
    """The sets to print, by name."""
    solver: Callable[[Choices], Solver] | None = None
    """Who solves the game for what was chosen; refuses what cannot be chosen."""
    solve_options: tuple[SolveOption, ...] = ()
    """What can be chosen there beside the rules."""
    census: Callable[[], Census] | None = None
    """Who follows the moves from the start through a solution, to be compared with what others counted."""
    prover: Callable[[Choices], Prover | None] | None = None
    """Who proves the whole game by search for what was chosen, if that can be done."""
    samples: Callable[[], Samples] | None = None
    """Positions for people, from a solution."""

    def read_rules(self, rules: str | RuleSet | None = None) -> RuleSet:
        """Return a rule set by its name; the game's first one for None."""
        if isinstance(rules, RuleSet):
            if not isinstance(rules, self.rules):
                raise UnknownName("These rules are not rules of {game}.", game=self.name)
            return rules
        return self.rules.read(next(iter(self.rules.known)) if rules is None else rules)

    def is_revanche(self, rules: RuleSet) -> bool:
        """Return whether rules are those of a revanche, which is played after a lost game only."""
        if self.revanche is None:
            return False
        try:
            self.revanche(rules)
        except UnknownName:
            return True
        return False

    def check_setup(self, names: Iterable[str]) -> None:
        """Raise `UnknownName` unless these are names of set-up options."""
        for name in names:
            if self.option(name) is None:
                raise UnknownName(
                    "{game} has no option {option!r}; it has {known}.",
                    game=self.name,
                    option=shorten(name),
                    known=Listing(self.option_names) or Text("none"),
                )

    def option(self, name: str) -> SetupOption | None:
        """Return the set-up option of a name, if there is one."""
        return next((option for option in self.setup if option.name == name), None)

    @property
    def is_portable(self) -> bool:
        """Whether it can be played and analysed without Python."""
        return self.figures is not None and self.compiled_scene is not None and self.file(MODULE_FILE) is not None

    def file(self, name: str) -> Path | None:
        """Return a file of the room, such as its puzzles, if it has it."""
        if self.folder is None or not (path := self.folder / name).exists():
            return None
        return path

    @property
    def option_names(self) -> Sequence[str]:
        """The names of the set-up options."""
        return [option.name for option in self.setup]
