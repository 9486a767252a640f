"""How the document looks, on paper and, before that, on the screen.

The style sheet is the only one: nothing carries a style of its own, so that a strict policy can name it by its hash.
"""

from __future__ import annotations

from vato.kit.paper import EDGE, FOOT, HEAD, PAPERS, Ink, Paper

SHEET = """
@page { size: %(width)smm %(height)smm; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { font: 10.5pt/1.4 system-ui, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", "Helvetica Neue", Arial, sans-serif;
  color: #000; background: #fff; -webkit-print-color-adjust: exact; print-color-adjust: exact }
svg { display: block; flex: none; direction: ltr }
svg text { font-family: system-ui, "Segoe UI", "Noto Sans", "Helvetica Neue", Arial, sans-serif }
h1, h2, h3, .serif { font-family: "Iowan Old Style", Palatino, "Palatino Linotype", Georgia, "Noto Serif",
  "Noto Serif CJK SC", "DejaVu Serif", serif; line-height: 1.15; font-weight: 700 }
.sheet { position: relative; width: %(width)smm; height: %(height)smm; overflow: hidden; break-after: page;
  break-inside: avoid; background: #fff }
.sheet:last-of-type { break-after: auto }
.face { position: absolute; left: 0; top: 0; width: %(width)smm; height: %(height)smm; padding: %(edge)smm;
  display: grid; grid-template-rows: %(head)smm 1fr %(foot)smm; grid-template-columns: 100%% }
.untitled { grid-template-rows: 1fr %(foot)smm }
.turned { width: %(height)smm; height: %(width)smm; transform-origin: 0 0;
  transform: translate(%(width)smm, 0) rotate(90deg) }
.turned.behind { transform: translate(0, %(height)smm) rotate(-90deg) }
.face > header { display: flex; gap: 5mm; align-items: baseline; justify-content: space-between }
.face > header h2 { font-size: 13pt; white-space: nowrap }
.face > header p { font-size: 9pt; text-align: end }
.face > footer { display: flex; align-items: flex-end; justify-content: space-between; gap: 4mm; font-size: 8pt;
  line-height: 1.25 }
.signs { display: flex; flex-wrap: wrap; gap: 0.5mm 4mm; flex: 1 }
.signs span { display: inline-flex; align-items: center; gap: 1.5mm; white-space: nowrap }
.folio { white-space: nowrap }
.work { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 6mm; min-height: 0 }
.work.top { justify-content: flex-start }
.beside { display: flex; gap: 14mm; align-items: flex-start; justify-content: center }

.guide { display: grid; align-content: start; gap: 4.5mm; font-size: 10pt }
.guide h1 { font-size: 26pt }
.guide .lead { font-size: 11.5pt; max-width: 150mm }
.guide h2 { font-size: 13pt; margin-bottom: 1.5mm }
.guide ol { display: grid; gap: 2mm; padding-inline-start: 6mm }
.guide table { border-collapse: collapse; width: 100%% }
.guide td, .guide th { text-align: start; padding-block: 1mm; padding-inline: 0 3mm; border-bottom: 0.2mm solid #999;
  font-weight: 400 }
.guide td:first-child, .guide th:first-child { white-space: nowrap; width: 16mm }
.guide thead th { font-size: 9pt; border-bottom-color: #000 }
.guide .side { display: grid; grid-template-columns: auto 1fr; gap: 2mm 4mm; align-items: center }
.guide .two { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm }
.guide .check { border: 0.4mm solid #000; padding: 2.5mm 3.5mm; font-weight: 600 }
.guide .emblems { display: flex; gap: 8mm }

.leaflet { display: block; padding: 0 }
.fold-out { position: absolute; left: %(left)smm; top: %(top)smm; width: %(long)smm; height: %(short)smm }
.trimmed { outline: 0.25mm solid #000 }
.panels { display: grid; grid-template-columns: repeat(3, 1fr); grid-template-rows: 100%%; height: 100%% }
.panel { padding: 10mm 8mm; display: flex; flex-direction: column; gap: 3mm; overflow: hidden; min-width: 0 }
.cover { align-items: center; justify-content: center; gap: 8mm; text-align: center; position: relative }
.cover::before { content: ""; position: absolute; inset: 9mm 8mm; border: 0.5mm solid %(line)s;
  outline: 0.2mm solid %(line)s; outline-offset: 1mm }
.cover h1 { font-size: 27pt; letter-spacing: 0.02em; overflow-wrap: anywhere }
.cover p { padding: 0 6mm }
.cover .emblems { display: flex; gap: 6mm }
.back-panel { justify-content: flex-end; align-items: center; text-align: center; font-size: 10pt; gap: 5mm;
  padding-bottom: 14mm }
.emblem { display: flex; gap: 4mm; align-items: center }
.panel section { text-align: start; margin-bottom: 2.5mm }
.panel section p { margin-bottom: 1.2mm }
.back-panel > div { margin-bottom: auto }
.text-3 section { font-size: 9pt } .text-4 section { font-size: 8pt }
.text { position: absolute; inset: 10mm 8mm; columns: 3; column-gap: 16mm; column-fill: auto }
.text h3, .panel h3 { font-size: 1.15em; margin-bottom: 1mm; break-after: avoid }
.text section { margin-bottom: 3.5mm }
.text p { margin-bottom: 1.2mm; orphans: 2; widows: 2 }
.text h2 { font-size: 1.5em; margin-bottom: 3mm }
figure { break-inside: avoid; margin: 0 0 3.5mm }
figure svg { width: 100%%; height: auto; max-height: 78mm }
figcaption { font-size: 0.88em; margin-top: 0.8mm }
.size-1 { font-size: 11pt } .size-2 { font-size: 10pt } .size-3 { font-size: 9pt } .size-4 { font-size: 8pt }
.size-5 { font-size: 7pt }
.notation { white-space: nowrap }
.strip { overflow: visible }
.card { display: grid; gap: 8mm; align-content: start; height: 100%%; width: 100%% }
.card .pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm 8mm }
.card figure { margin: 0 }
.card figure svg { max-height: 62mm }
.card figcaption { font-size: 11pt; font-weight: 600; text-align: center }
.card .words { columns: 2; column-gap: 8mm; font-size: 9.5pt }
.card h3 { font-size: 1.15em; margin-bottom: 1mm; break-after: avoid }
.card section { margin-bottom: 3mm }
.card section p { margin-bottom: 1.2mm }
.edge-ruler { position: absolute; inset-inline-start: 8mm; bottom: 8mm }
.ticks { position: absolute; left: 0; top: 0 }

@media screen {
  html { background: #8b8b8b }
  body { display: grid; gap: 6mm; justify-content: center; padding: 6mm }
  .sheet { box-shadow: 0 1mm 4mm rgb(0 0 0 / 40%%) }
  .advice { max-width: %(width)smm; color: #fff; background: #333; padding: 4mm 5mm; border-radius: 2mm }
}
@media print { .advice { display: none } }
"""


def leaflet_size(paper: Paper) -> tuple[float, float]:
    """Return how long and how high the leaflet is, unfolded: the whole sheet, or A4 cut out of a larger one."""
    usual = PAPERS["a4"]
    return (usual.height, usual.width) if paper.height > usual.height else (paper.height, paper.width)


def style_for(paper: Paper, ink: Ink) -> str:
    """Return the style sheet for a paper."""
    long, short = leaflet_size(paper)
    sizes = {
        "width": paper.width,
        "height": paper.height,
        "edge": EDGE,
        "head": HEAD,
        "foot": FOOT,
        "long": long,
        "short": short,
        "left": (paper.height - long) / 2,
        "top": (paper.width - short) / 2,
        "line": ink.line,
    }
    written = {name: f"{value:g}" if isinstance(value, float | int) else value for name, value in sizes.items()}
    return (SHEET % written).strip()
