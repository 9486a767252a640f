"""The first sheet: what the kit holds, how it is printed, cut, folded and glued, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vato.kit import marks
from vato.kit.leaflet import emblem
from vato.kit.sheets import BOTH, Sheet
from vato.text import Text

if TYPE_CHECKING:
    from vato.kit.document import Printer


def sheet(printer: Printer, others: list[Sheet]) -> Sheet:
    """Return the sheet that explains the others."""
    say = printer.words
    name = " · ".join(filter(None, (printer.kit.title, printer.subtitle)))
    emblems = "".join(
        f'<div class="emblem">{emblem(printer.kit, printer.ink, player)}<span>{say(side)}</span></div>'
        for player, side in enumerate(printer.kit.sides)
    )
    signs = "".join(f"{marks.sample(sign)}<span>{say(text)}</span>" for sign, text in MEANINGS.items())
    steps = "".join(f"<li>{say(step)}</li>" for step in _steps(printer))
    body = (
        f'<div class="guide"><div><h1>{say(Text.literal(name))}</h1>'
        f'<p class="lead">{say(Text("A set to print, cut out and play with."))}</p></div>'
        f'<div class="emblems">{emblems}</div>'
        f'<p class="check">{say(CHECK)}</p>'
        f"<div><h2>{say(Text('What is on which page'))}</h2>{_contents(printer, others)}</div>"
        f"<div><h2>{say(Text('How it is made'))}</h2><ol>{steps}</ol></div>"
        f'<div><h2>{say(Text("The lines"))}</h2><div class="side">{signs}</div></div></div>'
    )
    return Sheet("", body)


CHECK = Text(
    "Print at 100 % (actual size, not fitted to the page) and measure the ruler at the bottom of the first page: it "
    "must be 100 mm long."
)
MEANINGS = {
    "cut": Text("A thin solid line with scissors: cut."),
    "fold": Text("A dashed line: score it with a ruler, then fold."),
    "glue": Text("A hatched area: put glue on it; it disappears under its neighbour."),
}


def advice(printer: Printer) -> Text:
    """Return what is said above the sheets on the screen."""
    return Text(
        "Open your browser's print dialog and choose {paper}, a scale of 100 % and no margins.",
        paper=printer.paper.title,
    )


def _steps(printer: Printer) -> Iterator[str]:
    yield Text("You need scissors or a knife, a ruler and a glue stick; paper of 160 g or more makes the best set.")
    if len(printer.tiling.parts) > 1:
        yield Text(
            "Board: cut the parts out along the thin lines, put glue on the hatched strip, and lay the next part on it "
            "so that the round marks are whole. It measures {measures}.",
            measures=printer.measures,
        )
    else:
        yield Text("Board: cut it out along its outline. It measures {measures}.", measures=printer.measures)
    yield Text("A board lasts longer on a piece of cardboard.")
    yield printer.kit.folding
    if printer.kit.spares:
        yield Text("Each side has {needed} pieces; the others are spares.", needed=printer.kit.needed)
    yield Text(
        "Box: cut out the tray and the sleeve, fold all dashed lines away from the print, and glue the hatched tabs "
        "inside."
    )
    yield Text("Leaflet: fold it twice at the marks, so that the cover comes to lie in front.")


def _contents(printer: Printer, others: list[Sheet]) -> str:
    """Return the pages and how they are printed."""
    say = printer.words
    rows = []
    page = 2
    index = 0
    blank = 1 if printer.wish.two_sided else 0
    page += blank
    while index < len(others):
        group = others[index : index + 2] if _is_pair(others, index) else others[index : index + 1]
        pair = len(group) == 2
        pages = f"{page}\u2013{page + 1}" if pair else str(page)
        how = Text("both sides of one sheet, turned over its long edge") if pair else Text("one side")
        rows.append(f"<tr><td>{pages}</td><td>{' · '.join(each.title for each in group)}</td><td>{say(how)}</td></tr>")
        page += 2 if pair else 1 + blank
        index += len(group)
    head = "".join(f"<th>{say(text)}</th>" for text in (Text("Page"), Text("Sheet"), Text("Print on")))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _is_pair(others: list[Sheet], index: int) -> bool:
    return others[index].sides == BOTH and index + 1 < len(others) and others[index + 1].sides == BOTH
