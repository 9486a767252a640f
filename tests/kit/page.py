"""Reading a printed document as XML."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from vato.kit.document import Wish, document


@cache
def read(wish: Wish) -> Element:
    return ElementTree.fromstring(document(wish).html)


def drawn(page: Element) -> Iterator[Element]:
    return page.iterfind(".//{*}svg")


def boards_of(page: Element, name: str) -> Iterator[Element]:
    return page.iterfind(f".//{{*}}svg[@class='board {name}']")


def millimetres(element: Element, name: str) -> float:
    value = element.attrib[name]
    assert value.endswith("mm")
    return float(value.removesuffix("mm"))


def spots(svg: Element, kind: str) -> list[tuple[float, float]]:
    return [
        (float(each.attrib["cx"]), float(each.attrib["cy"]))
        for each in svg.iterfind(f".//{{*}}circle[@class='{kind}']")
    ]


def sheets_of(page: Element) -> list[Element]:
    return page.findall(".//{*}section[@class='sheet']")


def pieces_of(page: Element) -> dict[str, int]:
    counted: dict[str, int] = {}
    for piece in page.iterfind(".//{*}g[@class='piece']"):
        player = piece.attrib["data-player"]
        counted[player] = counted.get(player, 0) + 1
    return counted
