"""`vato print`: a set to cut out and play with, for the browser's print dialog or as a PDF."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from vato.terminal import files, language
from vato.terminal.options import Rules, named_game
from vato.text import Text

EXAMPLE = f"vato print {named_game(lambda game: game.kits)} --paper a4 --language fr --out set.html"


def print_kit(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or another set that can be printed.")],
    rules: Rules = None,
    board: Annotated[
        str | None, typer.Option("--board", metavar="SIZE", help="The board, where there are several.")
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|a3|letter", help="What it is printed on.")] = "a4",
    motif: Annotated[
        str | None, typer.Option("--motif", metavar="MOTIF", help="What the pieces show, where one can choose.")
    ] = None,
    ink_saving: Annotated[bool, typer.Option("--ink-saving", help="Outlines only, no coloured areas.")] = False,
    two_sided: Annotated[
        bool, typer.Option("--two-sided", help="Put empty pages where all is printed on both sides.")
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write here, not to the screen.")] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Make a PDF; needs Chromium.")] = False,
) -> None:
    """Make a set to print: board at true size, pieces, box and rules. Print it at 100 %."""
    from vato.kit.document import Wish, document
    from vato.kit.pdf import package_for, pdf_of

    wish = Wish(game, rules, board, paper, language.language(), motif, ink_saving, two_sided)
    html = document(wish).html
    if pdf:
        path = out or Path(f"{game}-{paper.lower()}.pdf")
        made = pdf_of(html)
        files.deliver_bytes(made, path)
        if (package := package_for(html, made)) is not None:
            lacking = Text(
                "Some letters in the PDF are empty boxes, because no font here has them: install one, such as the "
                "package {package}, and make it again.",
                package=package,
            )
            print(language.say(lacking), file=sys.stderr)
        if out is None:
            typer.echo(path)
    else:
        files.deliver(html, out)
