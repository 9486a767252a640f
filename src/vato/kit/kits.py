"""The kits by name, as the rooms give them. Checks what is chosen; what is drawn is the rooms' business."""

from __future__ import annotations

from collections.abc import Mapping

from vato import catalog
from vato.errors import UnknownName, VatoError, shorten
from vato.kit.contract import Kit, KitMaker
from vato.text import Listing, Text


def kits() -> Mapping[str, KitMaker]:
    """Return all kits that can be asked for, in the order of the catalogue; a room may give several, or none."""
    makers = (game.kits for game in catalog.GAMES.values() if game.kits is not None)
    return {name: maker for give in makers for name, maker in give().items()}


def maker_of(name: str) -> KitMaker:
    """Return who makes a kit."""
    known = kits()
    if name not in known:
        raise UnknownName(
            "There is nothing to print for {name!r}; choose one of {known}.", name=shorten(name), known=Listing(known)
        )
    return known[name]


def kit_of(name: str, rules: str | None = None, size: str | None = None, motif: str | None = None) -> Kit:
    """Return a kit, by the usual rules, on the usual board and with the usual motif unless others are chosen."""
    maker = maker_of(name)
    if rules is not None and not maker.rules:
        raise VatoError("There are no rule sets to choose from for {name}.", name=name)
    if size is not None and not maker.boards:
        raise VatoError("There is one board to print for {name}, and no size to choose.", name=name)
    if motif is not None and motif not in maker.motifs:
        raise UnknownName(
            "The pieces of {name} have no motif {motif!r}; choose one of {known}.",
            name=name,
            motif=shorten(motif),
            known=Listing(maker.motifs) or Text("none"),
        )
    return maker.make(_chosen(rules, maker.rules), _chosen(size, maker.boards), _chosen(motif, maker.motifs))


def back_of(kit: Kit) -> Kit | None:
    """Return the kit whose board is printed on the back, if there is one."""
    return kit_of(kit.back.kit) if kit.back is not None and kit.back.kit in kits() else None


def _chosen(wanted: str | None, known: tuple[str, ...]) -> str:
    return wanted if wanted is not None else next(iter(known), "")
