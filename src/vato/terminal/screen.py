"""What a person at the terminal sees and answers: sentences, the board in colour, numbered choices.

Owns colours and layout, and says texts in the reader's language. It decides nothing: what is shown and asked comes from
the caller.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, takewhile, zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text as Styled

from vato.board import Board, Outcome
from vato.errors import VatoError
from vato.terminal import language
from vato.text import Text

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (importing it gives `input` line editing and a history)

# The board brings its own ground, so that it looks the same on light and dark terminals.
GROUND = Style.parse("#2a1a0b on #b5823f")
ROLES = {
    "line": Style.parse("#64441f"),
    "empty": Style.parse("#64441f"),
    "dots": Style.parse("#4d3014"),
    "label": Style.parse("#3f2813"),
    "first": Style.parse("bold #ffffff"),
    "second": Style.parse("bold #0d0a08"),
    "last": Style.parse("on #b3261e"),
    "captured": Style.parse("bold #8e0f08"),
}


ARROW = "  \N{RIGHTWARDS ARROW}  "
FIRST_COLUMN = 22
"""What the first column of a table has at least."""
HARMLESS = "\n\u00a0\u202f\u200c\u200e\u200f"
"""What Python calls unprintable and texts have all the same: no-break spaces, and what joins or directs letters."""


class Explained(NamedTuple):
    """A name with what it stands for: a row of a table, or one of several things to choose from."""

    name: str
    explanation: str = ""


def printable(text: str) -> str:
    """Return a text without the characters that would command the terminal, as a file from elsewhere may hold them.

    >>> printable("Ann\\x1b[2J")
    'Ann\ufffd[2J'
    """
    return "".join(letter if letter.isprintable() or letter in HARMLESS else "\ufffd" for letter in text)


def wrapped(text: str, width: int) -> list[str]:
    """Return a text as lines of at most so many columns; a Chinese character fills two.

    >>> wrapped("Black moves first.", 12)
    ['Black moves', 'first.']
    """
    return [line.plain.rstrip() for line in Styled(text).wrap(_MEASURE, max(width, 5))]


_MEASURE = Console()
"""Only lays out text; nothing is printed with it."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise  # rich would end the program here; what a closed pipe means is decided in app.py


class Screen:
    """A terminal, or whatever stands in for one."""

    def __init__(self) -> None:
        self.console = _Console(highlight=False, markup=False, emoji=False)

    def say(self, text: str | VatoError) -> None:
        """Show a sentence."""
        self.console.print(printable(language.say(text)))

    def refuse(self, why: str | VatoError) -> None:
        """Show why something was refused."""
        self.console.print(printable(language.say(why)), style="bold red")

    def tell_end(self, board: Board, outcome: Outcome) -> None:
        """Say how a game ended."""
        self.say(Text("{sentence}.", sentence=language.capital(board.describe(outcome))))

    def space(self) -> None:
        """Leave a line empty."""
        self.console.print()

    def paragraphs(self, title: str, paragraphs: Iterable[str]) -> None:
        """Show a titled part of a longer text."""
        self.console.print(language.say(title), style="bold")
        for paragraph in paragraphs:
            self.paragraph(paragraph)

    def paragraph(self, text: str) -> None:
        """Show a paragraph below its title."""
        for line in wrapped(language.say(text), self.console.width - 3):
            self.console.print(f"  {line}")

    def board(self, board: Board) -> None:
        """Draw the board."""
        for line in self._drawn(board):
            self.console.print(line, no_wrap=True, overflow="ignore", crop=False)

    def boards(self, before: Board, after: Board) -> None:
        """Draw a board before and after a move: side by side where there is room, else one below the other."""
        left, right = self._drawn(before), self._drawn(after)
        width = max(line.cell_len for line in left) + len(ARROW)
        if width + max(line.cell_len for line in right) >= self.console.width:
            self.board(before)
            self.board(after)
            return
        for number, (line, other) in enumerate(zip(left, right, strict=True)):
            line.pad_right(width - len(ARROW) - line.cell_len)
            line.append(ARROW if number == len(left) // 2 else " " * len(ARROW))
            self.console.print(line.append_text(other), no_wrap=True, overflow="ignore", crop=False)

    def _drawn(self, board: Board) -> list[Styled]:
        lines = [Styled.assemble(*((text, _style(role)) for text, role in line)) for line in board.diagram()]
        width = max(line.cell_len for line in lines)
        for line in lines:
            line.pad_right(width - line.cell_len)
            line.pad(1)
            # A style of its own under the whole line, so that the ground shows between the spans too.
            line.stylize_before(GROUND)
            if not self.console.color_system:
                line.rstrip()
        return lines

    def grid(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Show a table as wide as the terminal at most: its first column takes the room that the others leave."""
        said = [[language.say(cell) for cell in row] for row in (head, *rows)]
        widths = [max(map(cell_len, cells)) + 2 for cells in zip(*said, strict=True)]
        share = (self.console.width - 1 - FIRST_COLUMN) // max(1, len(widths) - 1)
        widths[1:] = (min(width, max(share, 6)) for width in widths[1:])
        widths[0] = min(widths[0], max(FIRST_COLUMN, self.console.width - 1 - sum(widths[1:])))
        for number, row in enumerate(said):
            columns = [wrapped(cell, width - 1) for cell, width in zip(row, widths, strict=True)]
            for cells in zip_longest(*columns, fillvalue=""):
                padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True))
                line = "".join(padded).rstrip()
                self.console.print(line, style="" if number else "bold", no_wrap=True, overflow="ignore", crop=False)

    def columns(self, cells: Sequence[str]) -> None:
        """Show short texts one below the other, in as many columns as fit."""
        width = max(map(len, cells)) + 2
        rows = -(-len(cells) // max(1, (self.console.width - 1) // width))
        for row in range(rows):
            self.console.print(" " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip())

    def line(self, begin: str, words: Sequence[str]) -> None:
        """Show a beginning and as many words after it as fit on one line; where there is no terminal, all of them."""
        text = " ".join([begin, *words])
        if self.console.is_terminal and len(text) >= self.console.width:
            room = self.console.width - len(begin) - len(" ...")
            fitting = list(takewhile(lambda length: length < room, accumulate(len(word) + 1 for word in words)))
            text = " ".join([begin, *words[: max(1, len(fitting))], "..."])
        self.console.print(printable(text), soft_wrap=not self.console.is_terminal)

    @contextlib.contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Show a sign of life as long as something takes; nothing where there is no terminal."""
        if not self.console.is_terminal:
            yield
            return
        with self.console.status(printable(language.say(text))):
            yield

    def table(self, rows: Iterable[Explained]) -> None:
        """Show names with their explanations, the explanations under one another."""
        said = [(printable(language.say(row.name)), printable(language.say(row.explanation))) for row in rows]
        width = max(cell_len(name) for name, _ in said) + 2
        for name, explanation in said:
            lines = wrapped(explanation, max(20, self.console.width - width - 2)) if explanation else []
            gap = " " * (width - cell_len(name)) if lines else ""
            self.console.print(Styled.assemble((f" {name}{gap}", "bold"), f"\n {'':{width}}".join(lines)))

    def ask(self, prompt: str) -> str:
        """Return the line typed after a prompt; raise EOFError when there is nobody to answer any more."""
        self.console.file.flush()
        try:
            return input(prompt).strip()
        except OSError as error:  # the terminal went away
            raise EOFError from error
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"

    def confirm(self, question: str, *, default: bool) -> bool:
        """Return whether a question was answered with yes; Enter means the default."""
        yes, no = language.say(Text("yes")).lower(), language.say(Text("no")).lower()
        hint = f"[{yes[0].upper()}/{no[0]}]" if default else f"[{yes[0]}/{no[0].upper()}]"
        while True:
            answer = self.ask(f"{printable(language.say(question))} {hint} ").lower()
            if not answer:
                return default
            for word in (yes, no, "yes", "no"):
                if answer in (word, word[0]):
                    return word in (yes, "yes")
            self.say(Text("Please answer {yes} or {no}.", yes=yes[0], no=no[0]))

    def choose(self, title: str, options: Sequence[Explained], default: int = 0) -> int:
        """Return the index of the option chosen by its number or the beginning of its name; Enter means the default."""
        names = [language.say(option.name) for option in options]
        self.console.print(language.say(title), style="bold")
        self.table(
            Explained(f"{number} {name}", option.explanation)
            for number, (name, option) in enumerate(zip(names, options, strict=True), start=1)
        )
        while True:
            answer = self.ask(f"{language.say(Text('Your choice'))} [{default + 1}]: ").lower()
            if not answer:
                return default
            if answer.isdecimal() and len(answer) < 9 and 1 <= int(answer) <= len(options):
                return int(answer) - 1
            named = [index for index, name in enumerate(names) if name.lower().startswith(answer)]
            if len(named) == 1:
                return named[0]
            self.say(
                Text(
                    "Please type a number from 1 to {last}, or Enter for {default}.",
                    last=len(options),
                    default=default + 1,
                )
            )


def _style(role: str) -> Style:
    return Style.combine([Style.null(), *(ROLES[word] for word in role.split() if word in ROLES)])
