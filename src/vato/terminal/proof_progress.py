"""What `vato solve` tells of a proof: how far the search has come, on the standard error, and what it has found."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

from rich.status import Status

from vato.terminal import language
from vato.terminal.progress import NowAndThen, error_console
from vato.text import Number, Text

if TYPE_CHECKING:
    from vato.solve.contract import Proven
    from vato.solve.packed import DamagedFile


class ProvingProgress:
    """Tells how many positions were looked at; how many more it takes nobody knows."""

    def __init__(self, work: Text | None = None) -> None:
        self._console = error_console()
        self._lines = NowAndThen(self._console)
        self._status = Status(language.say(work or Text("proving")), console=self._console)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._status.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._status.stop()

    def damaged(self, error: DamagedFile) -> None:
        """Say which file is damaged."""
        self._console.print(language.say(Text("{problem} It is made again.", problem=error)), soft_wrap=True)

    def settled(self, what: Text) -> None:
        """Tell what is settled so far."""
        self._console.print(language.say(what), soft_wrap=True)

    def looked_at(self, positions: int) -> None:
        """Tell how many positions were looked at."""
        text = language.say(Text("Positions looked at: {count}", count=Number(positions)))
        if self._console.is_terminal:
            self._status.update(text)
        else:
            self._lines.print(lambda: text)


def show_proven(proven: Proven, certificate: Path, as_json: bool) -> None:
    """Print who wins, how many positions it took, a line of best play, and where the certificate lies.

    Nobody has followed it through, whether it was made now or found: it is said that it is believed.
    """
    believed = Text("The certificate was not verified; --verify follows it through all positions it leads to.")
    print(language.say(believed), file=sys.stderr)
    if as_json:
        fields = {
            "winner": proven.winner,
            "nodes": proven.nodes,
            "line": proven.line,
            **({"first_turns": dict(proven.first_turns)} if proven.first_turns else {}),
            "certificate": str(certificate),
            "verified": False,
        }
        print(json.dumps(fields))
        return
    if proven.winner is None:
        print(language.say(Text("Played without a mistake, the game is drawn.")))
    else:
        print(language.say(Text("Played without a mistake, the game is won by: {side}", side=Text(proven.winner))))
    print(language.say(Text("Positions looked at: {count}", count=Number(proven.nodes))))
    if proven.line:
        print(language.say(Text("Best play: {line}", line=" ".join(proven.line))))
    if proven.first_turns:
        values = ", ".join(
            language.say(Text("{move} {value}", move=move, value=Text(value)))
            for move, value in proven.first_turns.items()
        )
        print(language.say(Text("First turns: {values}", values=values)))
    print(language.say(Text("Certificate: {path}", path=certificate)))
