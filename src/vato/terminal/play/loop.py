"""The game at the terminal, line by line: what is typed is a command, a move, a step of one, or a number in a list."""

from __future__ import annotations

from vato.errors import IllegalMove, UnreadableMove, VatoError
from vato.terminal import language
from vato.terminal.play.commands import COMMANDS, LeaveTable, moves, stop
from vato.terminal.play.table import Table
from vato.text import Text


def play(table: Table) -> None:
    """Play until the person leaves; however that happens, the game is not lost."""
    try:
        table.show()
        while True:
            if not table.over and table.session.seat.opponent is not None:
                table.play(table.session.answer())
            else:
                _answer(table, table.screen.ask(_prompt(table)))
    except LeaveTable:
        table.farewell()
    except EOFError:
        table.screen.space()
        table.farewell()
    except KeyboardInterrupt:
        table.screen.space()
        table.changed()  # it may have come between a turn and its keeping
        table.farewell()
        raise
    finally:
        table.let_go()


def _prompt(table: Table) -> str:
    if table.over:
        return "> "
    side = language.say(table.session.board.sides[table.session.board.turn])
    return f"{side} {table.half.text}> " if table.half.steps else f"{side}> "


def _answer(table: Table, line: str) -> None:
    """Do what a line says, or say why not."""
    try:
        _obey(table, line)
    except UnreadableMove as error:
        table.refuse(error)
        table.screen.say(Text("Type moves to see what you may play, or help for everything else."))
    except VatoError as error:
        table.refuse(error)


def _obey(table: Table, line: str) -> None:
    word, _, rest = line.partition(" ")
    word, rest = word.lower(), rest.strip()
    if not word:
        _enter(table)
    elif word in COMMANDS:
        COMMANDS[word].act(table, rest)
    else:
        try:
            _move(table, line)
        except IllegalMove as error:
            # Moves come first: a short word is more often a point than the beginning of a command.
            meant = [name for name in COMMANDS if name.startswith(word)]
            if len(meant) != 1 or not (table.over or isinstance(error, UnreadableMove)):
                raise
            COMMANDS[meant[0]].act(table, rest)


def _enter(table: Table) -> None:
    if table.over:
        table.again()
    elif table.half.may_stop:
        stop(table, "")
    elif table.half.begun:
        table.offer()
    else:
        example = table.session.board.legal_moves[0]
        table.screen.say(Text("Type a turn, for instance {example}, or help.", example=example))


def _move(table: Table, text: str) -> None:
    if text.isdecimal() and not table.over and not any(str(step).isdecimal() for step in table.half.offered):
        move = _numbered(table, int(text[:9]))
    else:
        move = table.half.enter(text)
    if move is not None:
        table.play(move)
    elif table.half.begun:
        table.offer()


def _numbered(table: Table, number: int) -> object | None:
    """Return the move that stands in the list under a number, or None when more is to be said."""
    listed = table.half.offered if table.half.begun else table.listed
    if not listed:
        moves(table, "")  # a number refers to a list that has been seen
        return None
    if not 1 <= number <= len(listed):
        raise VatoError("The list goes from 1 to {last}.", last=len(listed))
    chosen: object = listed[number - 1]
    return table.half.take(chosen) if table.half.begun else chosen
