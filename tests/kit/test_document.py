"""The document stands alone, says everything in every language, and holds every piece."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tests.kit.page import boards_of, read, sheets_of
from vato import catalog, languages
from vato.errors import VatoError
from vato.kit.contract import KitMaker
from vato.kit.document import Printer, Wish, document
from vato.kit.kits import kit_of, kits
from vato.kit.leaflet import SIZES, outside_parts, size_for
from vato.kit.paper import PAPERS
from vato.rules import Section

RULES = [(name, rules) for name, maker in kits().items() for rules in maker.rules]
each_language = pytest.mark.parametrize("language", languages.codes())
each_kit = pytest.mark.parametrize("name", kits())


# What there is


def test_two_sided_every_front_is_on_an_odd_page() -> None:
    page = read(Wish("fanorona", board="5x5", two_sided=True))
    body = page.find("{*}body")
    assert body is not None
    sections = body.findall("{*}section")
    assert len(sections) % 2 == 0
    kinds = [
        "empty" if section.attrib["class"] != "sheet" else "board" if [*boards_of(section, "fanorona")] else "other"
        for section in sections
    ]
    assert "empty" not in kinds[::2]
    assert kinds.index("board") % 2 == 0
    assert [*boards_of(sections[kinds.index("board") + 1], "alquerque")]


@each_kit
@pytest.mark.parametrize("paper", PAPERS)
def test_cut_fold_and_glue_can_be_told_apart_and_every_sheet_has_a_ruler(name: str, paper: str) -> None:
    page = read(Wish(name, paper=paper))
    looks = {
        kind: {
            (mark.attrib.get("stroke-dasharray"), mark.attrib["stroke"])
            for mark in page.iterfind(f".//{{*}}path[@class='{kind}']")
        }
        for kind in ("cut", "fold", "glue")
    }
    assert all(len(look) == 1 for look in looks.values())
    assert len(set.union(*looks.values())) == 3
    for sheet in sheets_of(page):
        (ruler,) = sheet.iterfind(".//{*}path[@class='scale']")
        assert ruler.attrib["d"].startswith("M0 0L100 0")


def test_the_pages_are_listed_as_they_are() -> None:
    for two_sided in (False, True):
        page = read(Wish("fanorona", board="5x5", two_sided=two_sided))
        listed = ["".join(row.itertext()) for row in page.iterfind(".//{*}tbody/{*}tr/{*}td[1]")]
        assert listed == (["3\u20134", "5\u20136", "7", "9"] if two_sided else ["2\u20133", "4\u20135", "6", "7"])


# What it says


@each_language
@each_kit
def test_all_is_said_in_every_language(language: str, name: str) -> None:
    page = read(Wish(name, language=language))
    found = next(each for each in languages.languages() if each.code == language)
    assert (page.attrib["lang"], page.attrib["dir"]) == (language, found.direction)
    text = " ".join("".join(page.itertext()).split())
    assert not re.search(r"\b(game|rules|side|print)\.[a-z]", text)
    if language != "en":
        english = Printer(Wish(name))
        sentences = [paragraph for section in english.kit.sections for paragraph in section.paragraphs]
        # What a language lacks yet is said in English.
        assert [said for said in sentences if said in text and languages.say(language, said) != said] == []


@pytest.mark.parametrize(("name", "rules"), RULES)
@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_leaflet_says_the_rules_that_were_chosen(name: str, rules: str, language: str) -> None:
    page = " ".join("".join(read(Wish(name, rules=rules, language=language)).itertext()).split())
    for section in Printer(Wish(name, rules=rules)).kit.sections:
        for paragraph in section.paragraphs:
            assert " ".join(languages.say(language, paragraph).split()) in page


@each_language
def test_the_speeds_on_the_leaflet_stay_on_one_line(language: str) -> None:
    text = "".join(read(Wish("squadro", language=language)).itertext())
    for speeds in ("1 3 2 3 1", "3 1 2 1 3"):
        assert speeds.replace(" ", "\N{NO-BREAK SPACE}") in text
        assert speeds not in text


def test_the_number_of_a_page_reads_from_the_left_in_every_language() -> None:
    folios = read(Wish("squadro", language="fa")).findall(".//{*}span[@class='folio']")
    assert len(folios) > 4
    assert {folio.attrib["dir"] for folio in folios} == {"ltr"}


@pytest.mark.parametrize("paper", PAPERS)
@each_language
def test_the_rules_fit_at_a_size_that_can_be_read(paper: str, language: str) -> None:
    for name, rules in RULES:
        printer = Printer(Wish(name, rules=rules, paper=paper, language=language))
        assert size_for(printer.kit, printer.paper, printer.words.say) >= 8


@pytest.mark.parametrize("paper", PAPERS)
@each_language
def test_what_belongs_on_the_outside_of_the_leaflet_fits_there(paper: str, language: str) -> None:
    for name, rules in RULES:
        printer = Printer(Wish(name, rules=rules, paper=paper, language=language))
        _, back, flap = outside_parts(printer.kit, printer.back, printer.paper, printer.words.say)
        assert {part.title for part in (*back, *flap) if isinstance(part, Section)} == {
            section.title for section in printer.kit.outside
        }


def test_the_leaflet_of_document_004_has_vela_and_series() -> None:
    text = "".join(read(Wish("fanorona", rules="classic")).itertext())
    for said in (
        "until 17 of Black's stones are gone",
        "has lost the match",
        "an agreed order",
        "from the sixteenth or seventeenth century",
        "comes from the old Spanish game Alquerque",
    ):
        assert said in text
    vela = "".join(read(Wish("fanorona", rules="vela")).itertext())
    assert vela.count("17 of Black's stones") == 1


def test_document_001_has_its_roosters_its_capture_rule_and_its_figures_a() -> None:
    roosters = read(Wish("fanorona", rules="short", motif="rooster"))
    text = " ".join("".join(roosters.itertext()).split())
    assert "White: the whole rooster" in text
    assert "zebu" not in text
    titles = [heading.text for heading in roosters.iterfind(".//{*}header/{*}h2")]
    assert titles == ["The capture rule", "Board", "Pieces", "Box"]
    card = next(roosters.iterfind(".//{*}div[@class='card']"))
    captions = ["".join(caption.itertext()) for caption in card.iterfind(".//{*}figcaption")]
    assert captions[:3] == ["Capturing by approach", "Capturing by withdrawal", "A chain"]
    # Only its own rules have that sheet.
    assert "The capture rule" not in "".join(read(Wish("fanorona", motif="rooster")).itertext())
    # Eight figures A share a sheet with Alquerque's board, where there is room for them.
    for paper, beside in (("a4", 8), ("letter", 8), ("a3", 8)):
        sheets = sheets_of(read(Wish("alquerque", motif="letters", paper=paper)))
        (board,) = (sheet for sheet in sheets if [*boards_of(sheet, "alquerque")])
        pieces = board.findall(".//{*}g[@class='piece']")
        assert [piece.attrib["data-player"] for piece in pieces] == ["0"] * beside
    with pytest.raises(
        VatoError, match=r"^The pieces of alquerque have no motif 'rooster'; choose one of zebu, letters\.$"
    ):
        document(Wish("alquerque", motif="rooster"))


@pytest.mark.parametrize("name", [name for name, maker in kits().items() if maker.motifs])
@pytest.mark.parametrize("saving", [False, True])
def test_the_pictures_of_the_leaflet_show_what_the_pieces_show(name: str, saving: bool) -> None:
    shapes: dict[str, set[str]] = {}
    for motif in kits()[name].motifs:
        page = read(Wish(name, motif=motif, ink_saving=saving))
        figures = page.findall(".//{*}figure")
        assert all(figure.findall(".//{*}g[@class='motif']") for figure in figures)
        shapes[motif] = {path.attrib["d"] for path in page.iterfind(".//{*}figure//{*}g[@class='motif']/{*}path")}
        pieces = [path.attrib["d"] for path in page.iterfind(".//{*}g[@class='face']//{*}path")]
        # As many commands as the same outlines have, which are smaller there.
        commands = {re.sub(r"[^A-Za-z]", "", path) for path in pieces}
        assert {re.sub(r"[^A-Za-z]", "", path) for path in shapes[motif]} <= commands
    assert not set.intersection(*shapes.values())


def test_moves_in_the_leaflet_stay_on_one_line() -> None:
    page = read(Wish("fanorona", rules="classic", language="he"))
    moves = {"".join(move.itertext()) for move in page.iterfind(".//{*}bdi[@class='notation']")}
    assert {"e2-e3A", "d3-e3W", "f2-e3A"} <= moves
    assert all(move.attrib["dir"] == "ltr" for move in page.iterfind(".//{*}bdi[@class='notation']"))


def test_longer_rules_are_set_smaller() -> None:
    printer = Printer(Wish("fanorona"))

    def said(times: int) -> Callable[[str], str]:
        return lambda text: printer.words.say(text) * times

    sizes = [size_for(printer.kit, printer.paper, said(times)) for times in (1, 2, 9)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == SIZES[-1]


def test_changed_rules_are_named() -> None:
    text = "".join(read(Wish("fanorona", rules="classic,chain=obligatory")).itertext())
    assert "Classic, chain=obligatory" in text
    assert "A chain must be played to its end." in text


# How it is made


@each_kit
@pytest.mark.parametrize("saving", [False, True])
def test_it_needs_nothing_else(name: str, saving: bool) -> None:
    made = document(Wish(name, ink_saving=saving))
    ElementTree.fromstring(made.html)
    without = made.html.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", "")
    assert "://" not in without
    assert not re.search(
        r"<(script|link|img|iframe|object|use|image)\b|\b(src|href|url|style|on\w+)\s*=|url\(|@import", without
    )
    assert without.count("<style>") == 1
    assert made.html.count(made.style) == 1


def test_saving_ink_leaves_no_filled_area() -> None:
    page = read(Wish("fanorona", ink_saving=True))
    for svg in [*boards_of(page, "fanorona"), *page.iterfind(".//{*}svg[@class='strip']")]:
        fills = {each.attrib.get("fill") for each in svg.iter() if each.tag.endswith("path")}
        assert fills <= {"none", "#ffffff", "#000000", None}
        assert all(
            float(each.attrib["r"]) <= 2
            for each in svg.iter()
            if each.attrib.get("fill") == "#000000"
            if "r" in each.attrib
        )


def test_the_policy_names_the_style_and_allows_nothing_else() -> None:
    made = document(Wish("squadro"))
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'; "
        r"frame-ancestors 'none'",
        made.policy,
    )


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish("chess"), "There is nothing to print for 'chess'; choose one of fanorona, squadro, alquerque."),
        (Wish("fanorona", paper="a5"), "There is no paper 'a5'; choose one of a4, a3, letter."),
        (
            Wish("fanorona", language="tlh"),
            f"There is no language 'tlh'; choose one of {', '.join(languages.codes())}.",
        ),
        (Wish("squadro", board="5x5"), "There is one board to print for squadro, and no size to choose."),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused_in_one_sentence(wish: Wish, sentence: str) -> None:
    with pytest.raises(VatoError) as refused:
        document(wish)
    assert str(refused.value) == sentence
    with pytest.raises(VatoError):
        document(replace(Wish("fanorona"), rules="none"))


# Who gives the kits


def test_a_game_without_a_kit_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    name, game = next((name, game) for name, game in catalog.GAMES.items() if game.kits is not None)
    given = game.kits() if game.kits is not None else {}
    before = set(kits())
    monkeypatch.setitem(catalog.GAMES, name, replace(game, kits=None))
    assert set(kits()) == before - set(given)


def test_a_kit_without_rule_sets_refuses_any(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = KitMaker(lambda _rules, _size, _motif: kit_of("squadro"))
    game = replace(catalog.GAMES["squadro"], kits=lambda: {"squadro": maker})
    assert kit_of("squadro", "standard")
    monkeypatch.setitem(catalog.GAMES, "squadro", game)
    with pytest.raises(VatoError, match=r"^There are no rule sets to choose from for squadro\.$"):
        kit_of("squadro", "standard")


def test_what_a_kit_offers_can_be_had() -> None:
    for name, maker in kits().items():
        for rules in maker.rules or (None,):
            for board in maker.boards or (None,):
                assert Printer(Wish(name, rules, board)).kit.board.width > 0
