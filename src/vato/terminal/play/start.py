"""How a game at the terminal begins: from options, from a file, from an unfinished game, or by asking."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random

from vato import catalog
from vato.board import Board, Player
from vato.errors import VatoError
from vato.folders import state_folder
from vato.learn.rules_page import summary
from vato.terminal import files, language
from vato.terminal.game_options import Chosen
from vato.terminal.play.opponents import HUMAN, LEVEL, SECONDS, Opponents, opponents_of
from vato.terminal.play.session import Session, TablePlayer
from vato.terminal.play.table import Table
from vato.terminal.play.unfinished import Place
from vato.terminal.screen import Explained, Screen, printable
from vato.text import Listing, Text

USUAL = f"{LEVEL}3"
"""Whom one plays who only presses Enter, as in the app."""
MOST_WAITING = 9
"""How many unfinished games are offered."""


@dataclass
class Wishes:
    """What was asked for on the command line; None where nothing was said."""

    game: str | None = None
    rules: str | None = None
    position: str | None = None
    setup: Chosen = field(default_factory=dict)
    against: str | None = None
    side: str | None = None
    names: str | None = None
    load: Path | None = None
    seed: int | None = None
    seconds: float = SECONDS

    @property
    def shape_the_game(self) -> bool:
        """Whether anything says what is to be played, and not only by whom."""
        return any((self.game, self.rules, self.position, self.setup))

    @property
    def seat_the_players(self) -> bool:
        """Whether anything says who is to play."""
        return any((self.against, self.side, self.names))


def begin(screen: Screen, wishes: Wishes) -> Table | None:
    """Return a table with the game asked for, asking for what was left open; None if a file's game is not wanted."""
    state_folder()  # who has none is told before anything is played
    rng = Random(wishes.seed)
    opponents = Opponents(wishes.seconds, lambda: screen.waiting(Text("Thinking; Ctrl-C ends it")))
    if wishes.load is not None:
        return _from_file(screen, wishes, wishes.load, rng, opponents)
    if not wishes.shape_the_game and not wishes.seat_the_players:
        table = _unfinished(screen, rng, opponents)
        if table is not None:
            return table
    if wishes.game is None:
        wishes = _asked(screen, wishes)
    assert wishes.game is not None
    setup = {**wishes.setup, **_beginner(screen, wishes.game, wishes, rng)}
    board = catalog.new(wishes.game, rules=wishes.rules, position=wishes.position, **setup)
    return Table(screen, Session(board, seats(board, wishes, rng), rng, opponents))


def _from_file(screen: Screen, wishes: Wishes, path: Path, rng: Random, opponents: Opponents) -> Table | None:
    if wishes.shape_the_game:
        raise VatoError("A loaded game brings its own game, rules and position: leave them out beside --load.")
    found = files.load_one(screen, path)
    if found is None:
        return None
    session = Session.of_record(found, rng, opponents)
    if wishes.seat_the_players:
        session.seats = seats(session.board, wishes, rng)
    return Table(screen, session)


def _unfinished(screen: Screen, rng: Random, opponents: Opponents) -> Table | None:
    """Return the unfinished game that the person wants to go on with, or None for a new one."""
    places: list[Place] = []
    options: list[Explained] = []
    try:
        for place, game in islice(Place.waiting(), MOST_WAITING):
            if game is None:
                screen.say(Text("{path} cannot be read; vato record check says why.", path=place.path))
            else:
                places.append(place)
                options.append(Explained(files.title(game), files.summary(game)))
    except OSError:
        return None  # a state folder that cannot be used is told of when there is something to keep
    if not places:
        return None
    chosen = screen.choose(Text("Go on with an unfinished game?"), [*options, Explained(Text("a new game"))])
    if chosen == len(places):
        return None
    place = places[chosen]
    if not place.hold():
        raise VatoError("This game is being played in another window.")
    # Read again: while the question stood, another window may have gone on with it.
    return Table(screen, Session.of_record(files.load(place.path)[-1], rng, opponents), place)


def _asked(screen: Screen, wishes: Wishes) -> Wishes:
    """Return the wishes with the game, and what else was left open, as the person chose them."""
    names = list(catalog.GAMES)
    game = catalog.find(names[screen.choose(Text("Which game?"), [Explained(name) for name in names])])
    rules, against = wishes.rules, wishes.against
    if rules is None and wishes.position is None and len(game.rules.known) > 1:
        options = [Explained(name, summary(game, name)) for name in game.rules.known]
        rules = options[screen.choose(Text("Which rules?"), options)].name
    if against is None:
        offered = opponents_of(game.name)
        options = [Explained(name, text) for name, text in offered.items()]
        # Whoever presses Enter has not played much: not against all that the program can do.
        usual = list(offered).index(USUAL) if USUAL in offered else len(offered) - 1
        against = options[screen.choose(Text("Against whom?"), options, default=usual)].name
    return replace(wishes, game=game.name, rules=rules, against=against)


def _beginner(screen: Screen, game: str, wishes: Wishes, rng: Random) -> Chosen:
    """Return who begins, drawn and said where the game leaves it to chance and nobody chose."""
    for option in catalog.find(game).setup:
        if option.decides_beginner and option.name not in wishes.setup and wishes.position is None:
            drawn = rng.choice(option.values)
            screen.say(Text("{side} begins: this was drawn.", side=language.capital(drawn)))
            return {option.name: drawn}
    return {}


def seats(board: Board, wishes: Wishes, rng: Random) -> tuple[TablePlayer, TablePlayer]:
    """Return who plays which side."""
    against = wishes.against or HUMAN
    names = [name.strip() for name in printable(wishes.names or "").split(",")]
    offered = opponents_of(board.game)
    if against not in offered:
        raise VatoError(
            "{name} cannot be {value!r}; choose one of {known}.",
            name="--against",
            value=against,
            known=Listing(offered),
        )
    if against == HUMAN:
        if wishes.side is not None:
            raise VatoError(
                "Two people take one side each: leave out --side, or add --against {opponent}.", opponent=[*offered][-1]
            )
        if len(names) > 2:
            raise VatoError("A game has two players: write --names Ann,Ben.")
        return TablePlayer(names[0]), TablePlayer(names[-1] if len(names) == 2 else "")
    if len(names) > 1:
        raise VatoError("Against the program only you have a name: write --names Ann.")
    person, program = TablePlayer(names[0]), TablePlayer(against, against)
    return (program, person) if _side(board, wishes.side, rng) else (person, program)


def _side(board: Board, side: str | None, rng: Random) -> Player:
    if side is None:
        return 0
    if side == "random":
        return rng.randrange(2)
    if side not in board.sides:
        raise VatoError(
            "{name} cannot be {value!r}; choose one of {known}.",
            name="--side",
            value=side,
            known=Listing([*map(str.lower, board.sides), "random"]),
        )
    return board.sides.index(side)
