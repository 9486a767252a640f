"""The document: the sheets of a kit, one after the other, in one file that needs nothing else.

It is HTML that also reads as XML. Every sheet is an upright page; what lies on its side is turned as a whole, so that
no printer has to be told about mixed pages.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from vato import languages
from vato.errors import UnknownName, shorten
from vato.kit import box, guide, leaflet, marks, pieces
from vato.kit.contract import CutOut, Kit, PrintedBoard
from vato.kit.kits import back_of, kit_of
from vato.kit.paper import FULL, SAVING, Ink, Paper, paper_of
from vato.kit.pieces import Filled
from vato.kit.sheets import BOTH, ONE, Sheet, Words, html_of
from vato.kit.style import style_for
from vato.kit.tiling import Part, Tiling, tile
from vato.picture import Drawing
from vato.text import Listing, Text

BLEED = 4.0
"""What is printed around a part of a board: marks, and a little more of the board where it is parted."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants to print."""

    kit: str
    rules: str | None = None
    board: str | None = None
    paper: str = "a4"
    language: str = "en"
    motif: str | None = None
    """What the pieces show."""
    ink_saving: bool = False
    two_sided: bool = False
    """Whether all of it goes through the printer on both sides, so that what has no back needs an empty page."""


@dataclass(frozen=True)
class Document:
    """A finished document."""

    html: str
    style: str

    @property
    def policy(self) -> str:
        """The strictest content security policy under which a browser shows it as it is."""
        digest = base64.b64encode(hashlib.sha256(self.style.encode()).digest()).decode()
        kinds = ("base-uri", "form-action", "frame-ancestors")
        return "; ".join(("default-src 'none'", f"style-src 'sha256-{digest}'", *(f"{kind} 'none'" for kind in kinds)))


def document(wish: Wish) -> Document:
    """Return what somebody wants to print, ready for the browser's print dialog."""
    if wish.language not in languages.codes():
        raise UnknownName(
            "There is no language {language!r}; choose one of {known}.",
            language=shorten(wish.language),
            known=Listing(languages.codes()),
        )
    return Printer(wish).document()


class Printer:
    """What lays a kit out on sheets."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.paper: Paper = paper_of(wish.paper)
        self.ink: Ink = SAVING if wish.ink_saving else FULL
        self.kit: Kit = kit_of(wish.kit, wish.rules, wish.board, wish.motif)
        self.back: Kit | None = back_of(self.kit)
        self.words = Words(wish.language)
        self.tiling: Tiling = tile(self.kit.board.width, self.kit.board.height, self.kit.board.seams, self.paper)
        self.cut_outs = tuple(self.kit.cut_outs(self.ink))
        self.beside = self._beside_board()
        """The cut-outs on the sheet of the board."""

    def document(self) -> Document:
        """Return the whole document."""
        sheets = [*self.sheets()]
        sheets.insert(0, guide.sheet(self, sheets))
        if self.wish.two_sided:
            sheets = [page for sheet in sheets for page in self._with_back(sheet)]
        style = style_for(self.paper, self.ink)
        title = f"{self.kit.title} · vato"
        language = next(each for each in languages.languages() if each.code == self.wish.language)
        pages = "\n".join(html_of(sheet, number, len(sheets), self.words) for number, sheet in enumerate(sheets, 1))
        html = (
            f'<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="{language.code}" '
            f'dir="{language.direction}">\n<head>\n<meta charset="utf-8"/>\n'
            f'<meta name="viewport" content="width=device-width"/>\n<title>{escape(title)}</title>\n'
            f"<style>{style}</style>\n</head>\n<body>\n"
            f'<p class="advice">{self.words(guide.advice(self))}</p>\n{pages}\n</body>\n</html>\n'
        )
        return Document(html, style)

    def _with_back(self, sheet: Sheet) -> Iterator[Sheet]:
        yield sheet
        if sheet.sides == ONE:
            yield Sheet("", "", sides=BOTH, empty=True)

    @property
    def subtitle(self) -> str:
        """Which rules these are; empty where there is nothing to choose."""
        base, _, changes = self.kit.rules.partition(",")
        if not base:
            return ""
        return ", ".join(filter(None, (self.words.key(f"rules.{base}", base.capitalize()), changes)))

    @property
    def measures(self) -> str:
        """How large the board is."""
        return self.words.measures(self.kit.board.width, self.kit.board.height)

    @property
    def measured(self) -> str:
        """How large the board is, in a sentence."""
        return self.words.say(Text("The board measures {measures}.", measures=self.measures))

    # The sheets, in the order in which they are printed

    def sheets(self) -> Iterator[Sheet]:
        """Yield all sheets after the first one: leaflet, what else of the rules has a sheet, board, pieces, box."""
        yield from self._leaflet()
        if self.kit.card is not None:
            yield Sheet(
                self.words(self.kit.card.title), leaflet.card(self.kit, self.kit.card, self.ink, self.words.say)
            )
        yield from self._board()
        yield from self._pieces()
        yield self._box()

    def _leaflet(self) -> Iterator[Sheet]:
        rules = self.subtitle or self.words(Text("Rules"))
        heading = f"{self.kit.title} · {self.subtitle}" if self.subtitle else self.kit.title
        outside = leaflet.outside(
            self.kit, self.back, self.paper, self.ink, self.words.say, self.kit.title, rules, self.measured
        )
        inside = leaflet.inside(self.kit, self.paper, self.ink, self.words.say, heading)
        yield Sheet(self.words(Text("Leaflet, outside")), outside, turned=True, plain=True, sides=BOTH)
        yield Sheet(self.words(Text("Leaflet, inside")), inside, turned=True, plain=True, behind=True, sides=BOTH)

    def _board(self) -> Iterator[Sheet]:
        parts = self.tiling.parts
        for number, part in enumerate(parts, start=1):
            title = Text("Board and pieces") if self.beside else Text("Board")
            if len(parts) > 1:
                title = Text("Board, part {number} of {parts}", number=number, parts=len(parts))
            signs = ("cut", *(["glue"] if len(parts) > 1 else ["fold"] if self.beside else []))
            sides = BOTH if self.back else ONE
            body = part_svg(self.kit.board, part, self.ink, cutting=True)
            if self.beside:
                body = f"<div>{body}</div><div>{Filled(self.beside, pieces.APART).svg()}</div>"
            yield Sheet(
                self.words(title), body, escape(self.measured), turned=self.tiling.turned, signs=signs, sides=sides
            )
        if self.back is not None:
            body = part_svg(self.back.board, parts[0], self.ink, cutting=False)
            title = Text("Back of the board: {name}", name=self.back.board.title)
            yield Sheet(self.words(title), body, turned=self.tiling.turned, behind=True, sides=BOTH)

    def _beside_board(self) -> tuple[CutOut, ...]:
        """Return what goes on the sheet of the board: what the kit wants there, if it has room."""
        wanted = self.cut_outs[: self.kit.with_board]
        if self.back is not None or len(self.tiling.parts) > 1 or self.tiling.turned:
            return ()
        _, height = self.paper.space(turned=False)
        needed = self.kit.board.height + 2 * BLEED + sum(each.height + pieces.APART for each in wanted)
        return wanted if needed <= height else ()

    def _pieces(self) -> Iterator[Sheet]:
        left = self.cut_outs[len(self.beside) :]
        for filled in pieces.sheets(left, *self.paper.space(turned=False)):
            body = f"<div>{filled.svg()}</div>"
            players = sorted({each.player for each in filled.cut_outs})
            note = ". ".join(self.words(self.kit.sides[player]) for player in players)
            yield Sheet(self.words(Text("Pieces")), body, note, signs=("cut", "fold"))

    def _box(self) -> Sheet:
        stack = max(sum(each.pieces for each in self.cut_outs if each.player == player) for player in (0, 1))
        high = box.depth(stack)
        drawn = []
        for drawing, width, height in (box.sleeve(high, self.ink, self.kit.ornament, self.kit.title), box.tray(high)):
            drawn.append(marks.svg(drawing, "box", -9, -3, width + 12, height + 6))
        note = Text("A tray, and a sleeve that it slides into.")
        body = f'<div class="beside">{"".join(drawn)}</div>'
        return Sheet(self.words(Text("Box")), body, self.words(note), signs=("cut", "fold", "glue"))


def part_svg(board: PrintedBoard, part: Part, ink: Ink, *, cutting: bool) -> str:
    """Return a part of a board at true size, with what is needed to cut it out and to join it with the others."""
    drawing = Drawing()
    board.draw(drawing, ink)
    across, down = part.across, part.down
    if cutting:
        _joints(drawing, board, part)
        marks.cut_box(drawing, 0, 0, board.width, board.height)
    left, top = across.start - BLEED, down.start - BLEED
    right = across.end + across.tab + (0.3 if across.tab else BLEED)
    bottom = down.end + down.tab + (0.3 if down.tab else BLEED)
    return marks.svg(drawing, f"board {board.name}", left, top, right - left, bottom - top, escape(board.title))


def _joints(drawing: Drawing, board: PrintedBoard, part: Part) -> None:
    """Draw where a part is cut and glued, and the marks that it shares with its neighbours."""
    across, down = part.across, part.down
    if across.tab:
        end = across.end + across.tab
        marks.glue(drawing, (across.end, 0), (end, 0), (end, board.height), (across.end, board.height))
        marks.cut(drawing, (end, -BLEED), (end, board.height + BLEED), closed=False)
    if down.tab:
        end = down.end + down.tab
        marks.glue(drawing, (0, down.end), (board.width, down.end), (board.width, end), (0, end))
        marks.cut(drawing, (-BLEED, end), (board.width + BLEED, end), closed=False)
    if across.start:
        marks.cut(drawing, (across.start, -BLEED), (across.start, board.height + BLEED), closed=False)
    if down.start:
        marks.cut(drawing, (-BLEED, down.start), (board.width + BLEED, down.start), closed=False)
    for x in {across.start, across.end} - {0, board.width}:
        for y in (-2.6, board.height + 2.6):
            marks.register(drawing, x, y)
    for y in {down.start, down.end} - {0, board.height}:
        for x in (-2.6, board.width + 2.6):
            marks.register(drawing, x, y)
