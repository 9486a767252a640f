"""The leaflet: the rules on a sheet that is folded twice, into three panels. Its text is as large as fits.

And what else of the rules has a sheet of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from itertools import product
from math import ceil

from vato.kit import marks
from vato.kit.contract import Card, Figure, Kit
from vato.kit.paper import Ink, Paper
from vato.kit.style import leaflet_size
from vato.picture import Drawing, written
from vato.rules import Section

Say = Callable[[str], str]

MARGIN = (8.0, 10.0)
"""Of a panel: at its sides, above and below."""
SIZES = (11, 10, 9, 8, 7)
"""The sizes of text to choose from, in points; the classes `size-1` and so on of the style."""
OUTSIDE_SIZES = (9, 8)
"""Those for the outside."""
POINT = 0.3528
"""Millimetres."""
LINE = 1.42
"""From a line to the next, in sizes of the text."""
LETTER = 0.53
"""How wide a letter is on average."""
MOVE = re.compile(r"\b[a-i]\d(?:-[a-i]\d[AW]?)+")
"""What is written with hyphens."""
FULL = 0.98
"""How much of a column counts on, as letters are only about so wide."""
TALLEST = 78.0
"""Of a picture."""


RULER = f'<div class="edge-ruler">{marks.low_ruler()}</div>'
"""Below the text, where a printer still reaches."""


def outside(
    kit: Kit, back: Kit | None, paper: Paper, ink: Ink, say: Say, title: str, subtitle: str, measured: str
) -> str:
    """Return the side that is seen when the leaflet is folded: the flap, the back and the cover."""
    size, behind, before = outside_parts(kit, back, paper, say)
    flap = _figure(kit, kit.start, ink, say)
    for player, side in enumerate(kit.sides):
        flap += f'<div class="emblem">{emblem(kit, ink, player)}<span>{escape(say(side))}</span></div>'
    flap += "".join(_part(kit, part, ink, say) for part in before)
    aside = "".join(_part(kit, part, ink, say) for part in behind)
    number = SIZES.index(size) + 1
    emblems = "".join(emblem(kit, ink, player, 1.8) for player in (0, 1))
    panels = [
        f'<div class="panel flap text-{number}">{flap}</div>',
        f'<div class="panel back-panel text-{number}"><div>{aside}</div>'
        f"<p>{escape(say(kit.summary))}</p><p>{escape(measured)}</p></div>",
        f'<div class="panel cover"><div class="emblems">{emblems}</div><h1>{escape(title)}</h1>'
        f"<p>{escape(subtitle)}</p></div>",
    ]
    larger = " trimmed" if _is_cut_out(paper) else ""
    return f'<div class="fold-out{larger}"><div class="panels">{"".join(panels)}</div>{_ticks(paper)}{RULER}</div>'


def inside(kit: Kit, paper: Paper, ink: Ink, say: Say, heading: str) -> str:
    """Return the side with the rules, in three columns."""
    number = SIZES.index(size_for(kit, paper, say)) + 1
    parts = "".join(_part(kit, part, ink, say) for part in _in_order(kit))
    body = f'<h2 class="serif">{escape(heading)}</h2>{parts}'
    return f'<div class="fold-out"><div class="text size-{number}">{body}</div>{RULER}</div>'


def card(kit: Kit, shown: Card, ink: Ink, say: Say) -> str:
    """Return a part of the rules on a sheet of its own: its pictures, large, above its words."""
    figures = "".join(_figure(kit, figure, ink, say) for figure in shown.figures)
    sections = "".join(_section(section, say) for section in shown.sections)
    return f'<div class="card"><div class="pictures">{figures}</div><div class="words">{sections}</div></div>'


def outside_parts(
    kit: Kit, back: Kit | None, paper: Paper, say: Say
) -> tuple[int, tuple[Section | Figure, ...], tuple[Section | Figure, ...]]:
    """Return the size of the text outside, in points, and what of it stands on the back and on the flap.

    The largest size at which all fits; where none does, the smallest that can be read, and what comes last is left out.
    """
    long, short = leaflet_size(paper)
    width = long / 3 - 2 * MARGIN[0]
    across, down = _proportions(kit.start, "paper")
    # Beside the text: the start and the motifs on the flap; on the back what kind of rules these are, and the measures.
    rooms = (short - 2 * MARGIN[1] - 45, short - 2 * MARGIN[1] - min(TALLEST, width * down / across) - 60)
    asides = [Section(kit.back.title, back.short)] if back is not None and kit.back is not None else []
    sections = (*asides, *kit.outside)
    fewer = ((OUTSIDE_SIZES[-1], sections[:count]) for count in reversed(range(len(sections))))
    for size, shown in (*((size, sections) for size in OUTSIDE_SIZES), *fewer):
        heights = [_needed(section, size, width, say) for section in shown]
        if (spread := _spread(heights, rooms)) is not None:
            break
    assert spread is not None  # nothing fits anywhere
    panels: tuple[list[Section | Figure], list[Section | Figure]] = ([], [])
    left = list(rooms)
    for section, height, panel in zip(shown, heights, spread, strict=True):
        panels[panel].append(section)
        left[panel] -= height
    for figure in kit.outside_figures:
        needed = _needed_for(figure, size, width)
        free = next((number for number in (0, 1) if needed <= left[number]), None)
        if free is not None:
            panels[free].append(figure)
            left[free] -= needed
    return size, tuple(panels[0]), tuple(panels[1])


def _spread(heights: Sequence[float], rooms: tuple[float, float]) -> tuple[int, ...] | None:
    """Return on which of two panels each of a few things stands, so that all have room; the first if it can be."""
    for panels in product((0, 1), repeat=len(heights)):
        placed = [*zip(heights, panels, strict=True)]
        if all(sum(height for height, panel in placed if panel == number) <= rooms[number] for number in (0, 1)):
            return panels
    return None


def size_for(kit: Kit, paper: Paper, say: Say) -> int:
    """Return the largest size, in points, at which the rules fit into three columns."""
    long, short = leaflet_size(paper)
    width = long / 3 - 2 * MARGIN[0]
    column = (short - 2 * MARGIN[1]) * FULL
    for size in SIZES:
        filled = 2.5 * size * POINT * LINE
        for part in _in_order(kit):
            if isinstance(part, Section):
                filled += _needed(part, size, width, say)
                continue
            needed = _needed_for(part, size, width)
            if filled % column + needed > column:  # a picture is not parted
                filled += column - filled % column
            filled += needed
        if filled <= 3 * column:
            return size
    return SIZES[-1]


def _in_order(kit: Kit) -> list[Section | Figure]:
    """Return the rules with their pictures where they belong."""
    titles = [section.title for section in kit.sections]
    after = titles.index(kit.pictured) + 1 if kit.pictured in titles else len(titles)
    return [*kit.sections[:after], *kit.figures, *kit.sections[after:]]


def _needed(section: Section, size: int, width: float, say: Say) -> float:
    """Return how high a part of the rules is about."""
    needed = 1.15 * size * POINT * LINE + 4.5
    for paragraph in section.paragraphs:
        lines = ceil(_units(say(paragraph)) * LETTER * size * POINT / width)
        needed += lines * size * POINT * LINE + 1.2
    return needed


def _needed_for(figure: Figure, size: int, width: float) -> float:
    """Return how high a picture is with its caption of two lines."""
    across, down = _proportions(figure, "paper")
    return min(TALLEST, width * down / across) + 2 * size * POINT * LINE + 3.5


def _units(text: str) -> int:
    """Return how long a text is in letters; a Chinese character or a Korean syllable is as wide as two."""
    return sum(2 if "\u2e80" <= letter <= "\uffdc" else 1 for letter in text)


def emblem(kit: Kit, ink: Ink, player: int, scale: float = 1) -> str:
    """Return a side's motif alone."""
    drawing = Drawing()
    with drawing.group("", transform=f"scale({written(scale)})"):
        kit.ornament(drawing, ink, player)
    reach = 9 * scale
    return marks.svg(drawing, "emblem-svg", -reach, -reach, 2 * reach, 2 * reach)


def _is_cut_out(paper: Paper) -> bool:
    return leaflet_size(paper)[0] != paper.height


def _part(kit: Kit, part: Section | Figure, ink: Ink, say: Say) -> str:
    return _figure(kit, part, ink, say) if isinstance(part, Figure) else _section(part, say)


def _section(section: Section, say: Say) -> str:
    title = say(section.title)
    paragraphs = "".join(f"<p>{_prose(say(paragraph))}</p>" for paragraph in section.paragraphs)
    return f"<section><h3>{escape(title[:1].upper() + title[1:])}</h3>{paragraphs}</section>"


def _figure(kit: Kit, figure: Figure, ink: Ink, say: Say) -> str:
    picture = kit.illustrate(figure.board, "paper" if ink.saving else "light", figure.move)
    # Its own title is in English; the caption says it in the reader's language.
    picture = re.sub("<(title|desc)>.*?</\\1>\n?", "", picture).strip()
    across, down = _proportions(figure, "paper")
    view = f'viewBox="0 0 {written(across)} {written(down)}"'
    picture = re.sub(
        r"<svg [^>]*>", f'<svg xmlns="http://www.w3.org/2000/svg" class="vato" {view} aria-hidden="true">', picture
    )
    return f"<figure>{picture}<figcaption>{_prose(say(figure.caption))}</figcaption></figure>"


def _prose(text: str) -> str:
    """Return a text as HTML; a move in it stays on one line and reads from left to right in every language."""
    return MOVE.sub(r'<bdi class="notation" dir="ltr">\g<0></bdi>', escape(text))


def _proportions(figure: Figure, theme: str) -> tuple[float, float]:
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', figure.board.svg(theme=theme, move=figure.move))
    assert found is not None
    return float(found[1]), float(found[2])


def _ticks(paper: Paper) -> str:
    """Return short fold lines at the edges, where they do not run through the text."""
    long, short = leaflet_size(paper)
    drawing = Drawing()
    for number in (1, 2):
        x = number * long / 3
        marks.fold(drawing, (x, 0), (x, 8))
        marks.fold(drawing, (x, short - 8), (x, short))
    return marks.svg(drawing, "ticks", 0, 0, long, short)
