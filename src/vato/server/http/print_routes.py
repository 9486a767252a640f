"""Requests for a set to print: what can be chosen, and the document itself, under a policy of its own."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import HTMLResponse, Response

from vato.kit.document import Wish, document
from vato.kit.kits import kit_of, kits, maker_of
from vato.kit.paper import PAPERS
from vato.server.http.answers import content, kept, lasting, routes_at, worked_out
from vato.server.http.language import language_of
from vato.server.http.refusals import addressed
from vato.server.wire import library as wire

router = routes_at("/api")


@router.get("/kits", response_model=wire.Kits, tags=["library"])
async def read_kits(request: Request) -> Response:
    """Return what can be printed: games with their rule sets and boards, and papers."""
    offered = [
        wire.KitEntry(name=name, rules=maker.rules, boards=maker.boards, motifs=maker.motifs)
        for name, maker in kits().items()
    ]
    papers = [wire.PaperEntry(name=paper.name, title=paper.title) for paper in PAPERS.values()]
    return lasting(request, wire.Kits(kits=offered, papers=papers))


@router.get("/print/{kit}/start.svg", response_model=None, responses=content("image/svg+xml"), tags=["library"])
async def read_start(
    request: Request,
    kit: Annotated[str, Path(max_length=40, examples=[*kits()][:1])],
    rules: Annotated[str | None, Query(max_length=400)] = None,
    board: Annotated[str | None, Query(max_length=40)] = None,
    motif: Annotated[str | None, Query(max_length=40)] = None,
    ink_saving: bool = False,
) -> Response:
    """Draw the position at the start with stones that look as the printed pieces do."""
    with addressed():
        maker_of(kit)

    def drawn() -> str:
        made = kit_of(kit, rules, board, motif)
        return made.illustrate(made.start.board, "paper" if ink_saving else "light", None)

    svg = await worked_out(request, drawn)
    return kept(request, Response(svg, media_type="image/svg+xml"))


@router.get("/print/{kit}", response_model=None, responses=content("text/html"), tags=["library"])
async def read_document(
    request: Request,
    kit: Annotated[str, Path(max_length=40, examples=[*kits()][:1])],
    rules: Annotated[str | None, Query(max_length=400)] = None,
    board: Annotated[str | None, Query(max_length=40)] = None,
    paper: Annotated[str, Query(max_length=40, examples=[*PAPERS])] = Wish.paper,
    motif: Annotated[str | None, Query(max_length=40)] = None,
    ink_saving: bool = False,
    two_sided: bool = False,
) -> Response:
    """Return a set to print, in the language asked for by `language` or the header: a page that stands alone."""
    with addressed():
        maker_of(kit)
    wish = Wish(kit, rules, board, paper, language_of(request), motif, ink_saving, two_sided)
    made = await worked_out(request, document, wish)
    headers = {"content-security-policy": made.policy, "cache-control": "no-cache", "vary": "accept-language"}
    return HTMLResponse(made.html, headers=headers)
