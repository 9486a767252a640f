"""Help and complaints about usage in the reader's language: what `--help` shows, and what is said of wrong arguments.

The words are those that commands and options are declared with; typer's own are replaced. `texts` yields those that
are said as they stand; what is put together from others goes through `compose`.
"""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

import typer
from rich.cells import cell_len

from vato.terminal import language
from vato.terminal.screen import wrapped
from vato.text import Listing, Text

WIDEST = 80
NAME_COLUMNS = 30
"""How much room names have at most before their explanations."""
EXAMPLE = "Example: "
HELP_OPTION = Text("Show this message and exit.")
# Newer versions of typer carry their own click; in all of them this is the class of every complaint about usage.
UsageError: Any = typer.BadParameter.__mro__[1]


_composed: dict[str, Text] = {}
"""What was put together, by its letters: nothing else of it comes back from typer."""


def compose(text: str) -> str:
    """Return the help of a command or option that is put together from other texts, such as names of games."""
    if isinstance(text, Text):
        _composed[str(text)] = text
    return text


def speak(command: Any) -> Any:
    """Make a command, and those below it, show help in the language spoken; return it."""
    command.format_help = lambda context, formatter: formatter.write(_page(command, context))
    for below in getattr(command, "commands", {}).values():
        speak(below)
    return command


def texts(command: Any) -> Iterator[str]:
    """Yield every text that the help of a command is declared with."""
    helps = [*_paragraphs(command.help), *(parameter.help for parameter in command.params if parameter.help)]
    yield from (text for text in helps if text not in _composed)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in inspect.cleandoc(text).split("\n\n")]


def _said(text: str) -> str:
    return language.say(_composed.get(text) or Text.literal(text))


# The page


def _page(command: Any, context: Any) -> str:
    columns = min(shutil.get_terminal_size().columns, WIDEST) - 2
    parts = [_usage(command, context, columns)]
    parts += [_indented(_said(paragraph), columns) for paragraph in _paragraphs(command.help)]
    records = [(parameter.param_type_name, _record(parameter, context)) for parameter in command.get_params(context)]
    arguments = [record for kind, record in records if kind == "argument"]
    options = [record for kind, record in records if kind == "option"]
    commands = [
        (name, _first_sentence(_said(_paragraphs(below.help)[0])))
        for name, below in getattr(command, "commands", {}).items()
    ]
    for title, rows in (
        (Text("Arguments:"), arguments),
        (Text("Options:"), options),
        (Text("Commands:"), commands),
    ):
        if rows:
            parts.append(f"{language.say(title)}\n{_rows(rows, columns)}")
    example = (command.epilog or "").removeprefix(EXAMPLE)
    parts.append(_indented(f"{language.say(Text('Example:'))} {example}", columns))
    return "\n\n".join(parts)


def _usage(command: Any, context: Any, columns: int) -> str:
    begin = f"{language.say(Text('Usage:'))} {context.command_path} "
    lines = wrapped(" ".join(command.collect_usage_pieces(context)), columns - cell_len(begin))
    return begin + f"\n{' ' * cell_len(begin)}".join(lines)


def _indented(text: str, columns: int) -> str:
    return "\n".join(f"  {line}" for line in wrapped(text, columns - 2))


def _record(parameter: Any, context: Any) -> tuple[str, str]:
    """Return how a parameter is written, and what it is for."""
    written, explained = parameter.get_help_record(context)
    help_text = HELP_OPTION if parameter.name == "help" else parameter.help or ""
    remarks = re.fullmatch(r".*\[(.*)\]", explained.removeprefix(parameter.help or ""), re.DOTALL)
    said = _said(help_text)
    if remarks:
        said += f"  [{'; '.join(map(_remark, remarks[1].split('; ')))}]"
    return re.sub(" <.*>$", "", written), said


def _remark(remark: str) -> str:
    if remark.startswith("default: "):
        return language.say(Text("default: {value}", value=remark.removeprefix("default: ")))
    return language.say(Text("required")) if remark == "required" else remark


def _first_sentence(text: str) -> str:
    """Return the first sentence of a text, in any of our languages.

    >>> _first_sentence("Draw it. Then look.")
    'Draw it.'
    """
    return re.split(r"(?<=[.])\s|(?<=\u3002)", text, maxsplit=1)[0]


def _rows(rows: Sequence[tuple[str, str]], columns: int) -> str:
    width = min(max(cell_len(name) for name, _ in rows), NAME_COLUMNS) + 2
    margin = " " * (width + 2)
    lines = []
    for name, explanation in rows:
        first, *rest = wrapped(explanation, columns - width - 2)
        if cell_len(name) > width - 2:
            lines += [f"  {name}", margin + first]
        else:
            lines.append(f"  {name}{' ' * (width - cell_len(name))}{first}")
        lines += [margin + line for line in rest]
    return "\n".join(lines)


# Complaints


def complaint(error: Any) -> Text:
    """Return what is wrong with the command line, and where help is."""
    path = error.ctx.command_path if error.ctx else "vato"
    return Text("{problem} Help: {command} --help", problem=_problem(error), command=path)


def _problem(error: Any) -> Text:
    message = error.format_message()
    kind = type(error).__name__
    if kind == "NoSuchOption":
        # Where help is stands in every complaint.
        known = [option for option in error.possibilities or () if option != "--help"]
        if known:
            return Text(
                "There is no option {name}; did you mean {known}?", name=error.option_name, known=Listing(known)
            )
        return Text("There is no option {name}.", name=error.option_name)
    if kind == "MissingParameter":
        return Text("{name} is missing.", name=_name(error))
    if kind == "BadOptionUsage":
        if "requires" in message:
            return Text("{name} needs a value.", name=error.option_name)
        return Text("{name} takes no value.", name=error.option_name)
    if kind == "BadParameter":
        return _bad_value(error, message)
    if found := re.fullmatch(r"No such command '(.*)'\.", message, re.DOTALL):
        return Text("There is no command {name}.", name=found[1])
    if found := re.search(r"extra argument(?:\(s\)|s)? \((.*)\)$", message, re.DOTALL):
        return Text("This is more than the command takes: {arguments}.", arguments=found[1])
    return Text("A command is missing.") if message == "Missing command." else Text.literal(message)


def _bad_value(error: Any, message: str) -> Text:
    name = _name(error)
    least, most = getattr(error.param, "min", None), getattr(error.param, "max", None)
    if "equal to" in message or "range" in message:
        if most is None:
            return Text("{name} is a number from {least}.", name=name, least=least)
        return Text("{name} goes from {least} to {most}.", name=name, least=least, most=most)
    if "integer" in message:
        return Text("{name} is a whole number.", name=name)
    return Text("{name} is a number.", name=name) if "number" in message else Text.literal(message)


def _name(error: Any) -> str:
    hint: str = error.param.get_error_hint() if error.param else error.param_hint
    return hint.strip("'")
