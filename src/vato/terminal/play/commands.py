"""What a person can type beside moves: a table of commands, each a function of the table and what follows the word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from vato import catalog, record
from vato.errors import VatoError
from vato.terminal import files
from vato.terminal.options import has_engine
from vato.terminal.play.session import Session
from vato.terminal.play.table import Table
from vato.terminal.screen import Explained
from vato.text import Text, why

MOST_LISTED = 120
"""How many turns are listed at once; more would run off the screen."""


class LeaveTable(Exception):
    """The person wants to go."""


class Command(NamedTuple):
    """What a word does."""

    act: Callable[[Table, str], None]
    explanation: str
    needs_engine: bool = False


def moves(table: Table, beginning: str) -> None:
    """List the turns that may be played, or the steps with which the turn under way may go on."""
    if table.half.begun:
        table.offer()
        return
    _refuse_if_over(table)
    table.listed = list(table.session.board.legal_moves)
    turns = [(number, str(turn)) for number, turn in enumerate(table.listed, start=1)]
    chosen = [(number, turn) for number, turn in turns if turn.lower().startswith(beginning.lower())]
    if not chosen:
        raise VatoError("You have no turn that begins with {beginning!r}.", beginning=beginning)
    shown = chosen[:MOST_LISTED]
    # Where a turn is written as a number, a second number beside it would only confuse.
    width = len(str(shown[-1][0]))
    table.screen.columns([turn if turn.isdecimal() else f"{number:>{width}} {turn}" for number, turn in shown])
    if len(chosen) > len(shown):
        table.screen.say(
            Text(
                "Not shown: {more} more. moves {example} lists those that begin so.",
                more=len(chosen) - len(shown),
                example=_fewer_than_all([turn for _, turn in chosen]),
            )
        )


def _fewer_than_all(turns: list[str]) -> str:
    """Return the shortest beginning of the last turn with which no more begin than are listed at once."""
    last = turns[-1]
    beginnings = (last[:size] for size in range(1, len(last)))
    return next((each for each in beginnings if sum(turn.startswith(each) for turn in turns) <= MOST_LISTED), last)


def _refuse_if_over(table: Table) -> None:
    if table.over:
        raise VatoError("The game is over; undo goes back into it.")


def stop(table: Table, _: str) -> None:
    """End the turn under way."""
    if not table.half.steps:
        raise VatoError("There is no turn under way that could end here.")
    table.play(table.half.stop())


def back(table: Table, _: str) -> None:
    """Take back what was last typed of the turn under way."""
    if not table.half.begun:
        raise VatoError("There is no step to take back; undo takes back a whole turn.")
    table.half.back()
    if table.half.begun:
        table.offer()
    else:
        table.show()


def undo(table: Table, _: str) -> None:
    """Take back a turn, or first the steps of the one under way."""
    if not table.half.begun:
        table.session.undo()
    table.changed()
    table.show()


def redo(table: Table, _: str) -> None:
    """Play again what was taken back."""
    table.session.redo()
    table.changed()
    table.show()


def hint(table: Table, _: str) -> None:
    """Show a turn worth thinking about."""
    _refuse_if_over(table)
    table.screen.say(Text("You could play {move}.", move=table.session.hint()))


def draw(table: Table, _: str) -> None:
    """Offer a draw to the other player."""
    session = table.session
    session.board.copy().agree_draw()  # refused here, nobody is asked
    if session.person is not None:
        if not session.accepts_draw():
            table.screen.say(Text("{player} is ahead and plays on.", player=session.player(1 - session.person)))
            return
    else:
        other = session.player(1 - session.board.turn)
        if not table.screen.confirm(Text("{player}, do you agree to a draw?", player=other), default=False):
            return
    session.board.agree_draw()
    table.changed()
    table.show()


def resign(table: Table, _: str) -> None:
    """Give the game up."""
    table.session.board.copy().resign()  # refused here, nobody is asked
    if table.screen.confirm(Text("Give the game up?"), default=False):
        table.session.board.resign()
        table.changed()
        table.show()


def board(table: Table, _: str) -> None:
    """Draw the board again."""
    table.show()
    if table.half.begun:
        table.offer()


def rules(table: Table, _: str) -> None:
    """Show the rules of this game."""
    current = table.session.board
    for section in catalog.find(current.game).words(current.rules):
        table.screen.paragraphs(section.title, section.paragraphs)


def save(table: Table, name: str) -> None:
    """Write the game to a file."""
    path = files.named(name) if name else table.saved_to or _unused_name(table.session)
    try:
        if path.exists() and path != table.saved_to:
            if not path.is_file():
                raise VatoError("{path} is not a file that games can be kept in.", path=path)
            if not table.screen.confirm(Text("{path} exists; write over it?", path=path), default=False):
                return
        record.save(path, [table.session.record()])
    except OSError as error:
        raise VatoError("{path} cannot be written: {why}.", path=path, why=why(error)) from error
    table.saved_to = path
    table.screen.say(Text("Saved in {path}.", path=path))


def _unused_name(session: Session) -> Path:
    name = f"{session.board.game}-{session.date}"
    paths = (Path(f"{name}{ending}.vato") for ending in ["", *(f"-{number}" for number in range(2, 1000))])
    return next((path for path in paths if not path.exists()), Path(f"{name}.vato"))


def load(table: Table, name: str) -> None:
    """Go on with a game from a file."""
    if not name:
        raise VatoError("Which file? Type load and its name.")
    found = files.load_one(table.screen, files.named(name))
    if found is not None:
        table.replace(Session.of_record(found, table.session.rng, table.session.opponents))
        table.show()


def help_(table: Table, _: str) -> None:
    """Explain what can be typed."""
    board = table.session.board
    thinks = has_engine(catalog.find(board.game))
    example = str(next(iter(board.legal_moves), ""))
    table.screen.say(Text("Type a turn as text, its number in the list of moves, or its steps one after the other."))
    if writing := catalog.find(board.game).writing:
        table.screen.say(writing)
    if example:
        table.screen.say(Text("Now, for instance: {example}", example=example))
    table.screen.table(
        Explained(name, command.explanation) for name, command in COMMANDS.items() if thinks or not command.needs_engine
    )


def leave(table: Table, _: str) -> None:
    """Leave; an unfinished game stays kept, a finished one does not."""
    if table.over and table.place is not None:
        table.place.forget()
    raise LeaveTable


COMMANDS = {
    "moves": Command(moves, Text("list the turns you may play; moves TEXT: those that begin so")),
    "stop": Command(stop, Text("end a turn that could go on (Enter does it too)")),
    "back": Command(back, Text("take back a step of a turn under way")),
    "undo": Command(undo, Text("take back a turn; the program's answer too")),
    "redo": Command(redo, Text("play again what was taken back")),
    "hint": Command(hint, Text("show a turn worth thinking about"), needs_engine=True),
    "draw": Command(draw, Text("offer a draw")),
    "resign": Command(resign, Text("give the game up")),
    "board": Command(board, Text("draw the board again")),
    "rules": Command(rules, Text("show the rules of this game")),
    "save": Command(save, Text("write the game to a file: save FILE")),
    "load": Command(load, Text("go on with a game from a file: load FILE")),
    "help": Command(help_, Text("show this list")),
    "quit": Command(leave, Text("leave; an unfinished game is kept")),
}
