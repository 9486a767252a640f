"""What holds for the pictures of every game, and for the drawing they share."""

from __future__ import annotations

import colorsys
import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

import vato
from vato.board import Outcome
from vato.picture import THEMES, Drawing, Theme, arrow_outline, written

SVG = "{http://www.w3.org/2000/svg}"


def boards() -> list[vato.Board]:
    """Return the start and a played position of each game and of the smallest and largest boards."""
    starts = [
        vato.new("fanorona"),
        vato.new("fanorona", board="3x3"),
        vato.new("fanorona", board="7x9"),
        vato.new("fanorona", rules="vela"),
        vato.new("squadro"),
        vato.new("squadro", first="dark"),
    ]
    return [board for start in starts for board in (start, played_on(start))]


def played_on(board: vato.Board) -> vato.Board:
    board, chance = board.copy(), random.Random(5)
    for _ in range(9):
        if board.legal_moves:
            board.push(chance.choice(board.legal_moves))
    return board


def pictures() -> list[str]:
    """Return every board in both themes, with its past and with a plan."""
    return [
        board.svg(theme=theme, move=move)
        for board in boards()
        for theme in ("light", "dark")
        for move in (None, *board.legal_moves[:1])
    ]


def test_a_picture_is_one_svg_element_with_a_size_and_a_role() -> None:
    for picture in pictures():
        root = ElementTree.fromstring(picture)
        assert root.tag == SVG + "svg"
        assert root.attrib["role"] == "img"
        assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"


def test_everything_lies_inside_the_picture() -> None:
    for picture in pictures():
        root = ElementTree.fromstring(picture)
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for circle in root.iter(SVG + "circle"):
            radius = float(circle.attrib["r"])
            assert radius <= float(circle.attrib["cx"]) <= width - radius
            assert radius <= float(circle.attrib["cy"]) <= height - radius


def test_a_picture_needs_and_gives_nothing_outside_itself() -> None:
    for picture in pictures():
        root = ElementTree.fromstring(picture)
        assert not {element.tag.removeprefix(SVG) for element in root.iter()} & {"script", "style", "image", "use", "a"}
        assert not re.search(r"url\(|href|@import|\son\w+=|\sstyle=", picture)
        assert picture.count("http") == 1  # the name space, which nobody fetches


def test_many_pictures_in_one_page_share_no_id() -> None:
    page = ElementTree.fromstring("<div>" + "".join(2 * pictures()) + "</div>")
    ids = Counter(element.attrib["id"] for element in page.iter() if "id" in element.attrib)
    assert [name for name, count in ids.items() if count > 1] == []


def test_a_picture_is_written_one_element_to_a_line_with_short_numbers() -> None:
    for picture in pictures():
        assert picture.endswith("</svg>\n")
        for line in picture.splitlines():
            assert re.fullmatch(r"<(\w+)[^<>]*/>|<\w+[^<>]*>|</\w+>|<(\w+)[^<>]*>[^<>]*</\2>", line), line
            assert not re.search(r"\d\.\d{3}|[ ML\"]\d+e|\bnan\b|\binf\b|-0\"", line), line


def test_the_same_board_gives_the_same_picture() -> None:
    for board in boards():
        assert board.svg() == board.copy().svg() == board.svg(theme="light")


def test_drawing_a_board_leaves_it_as_it_was() -> None:
    for board in boards():
        before = board.position, board.played
        board.svg(move=next(iter(board.legal_moves), None))
        assert (board.position, board.played) == before


@pytest.mark.parametrize(
    ("board", "title"),
    [
        (vato.new("fanorona"), "Fanorona: white to move"),
        (vato.new("fanorona", position="9/9/2w1b4/3b5/9 b"), "Fanorona: black to move"),
        (vato.new("squadro", first="dark"), "Squadro: dark to move"),
        (vato.new("squadro", position="ccccc/00000 dark"), "Squadro: light wins, enough stones home"),
    ],
)
def test_the_title_says_whose_turn_it_is_or_how_the_game_ended(board: vato.Board, title: str) -> None:
    root = ElementTree.fromstring(board.svg())
    assert root[0].tag == SVG + "title"
    assert root[0].text == title


def test_the_description_tells_the_position_and_the_move_shown() -> None:
    board = vato.new("squadro")
    assert ElementTree.fromstring(board.svg()).findtext(SVG + "desc") == "Position 00000/00000 light."
    board.push("2")
    description = ElementTree.fromstring(board.svg()).findtext(SVG + "desc")
    assert description == "Position 03000/00000 dark. Last move 2."
    description = ElementTree.fromstring(board.svg(move="4")).findtext(SVG + "desc")
    assert description == "Position 03000/00000 dark. Planned move 4."


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_hostile_text_is_shown_as_text(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = vato.new(game)
    hostile = "\"'</title><script>alert(1)</script>&amp;\x00\x1f\ud800\uffff"
    monkeypatch.setattr(type(board), "outcome", lambda _: Outcome(1, hostile))
    picture = board.svg()
    assert "<script" not in picture
    root = ElementTree.fromstring(picture.encode())
    assert root.find(".//" + SVG + "script") is None
    shown = root.findtext(SVG + "title") or ""
    assert shown.endswith("\"'</title><script>alert(1)</script>&amp;" + 4 * "\ufffd")


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_an_unknown_theme_is_refused_with_the_choices(game: str) -> None:
    with pytest.raises(vato.UnknownName, match=r"^There is no theme 'solarized'; choose one of light, dark, paper\.$"):
        vato.new(game).svg(theme="solarized")


def test_an_illegal_plan_is_refused() -> None:
    with pytest.raises(vato.IllegalMove):
        vato.new("fanorona").svg(move="a1-b1")


# Themes


def channels(colour: str) -> tuple[float, float, float]:
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the Web Content Accessibility Guidelines define it."""
    luminances = []
    for colour in (one, other):
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels(colour)
        )
        luminances.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_theme_can_be_read(theme: Theme) -> None:
    white, black = theme.stones
    assert contrast(white.fill, black.fill) > 10
    assert contrast(black.fill, black.mark) > 2.5
    assert contrast(theme.label, theme.frame) > 4.5
    for accent in (theme.happened, theme.refused, theme.plan):
        assert contrast(accent, theme.surface) > 3
        assert contrast(accent, theme.on_accent) > 4.5
    for stone in theme.stones:
        assert max(contrast(stone.fill, theme.surface), contrast(stone.edge, theme.surface)) > 2.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_no_accent_is_yellow(theme: Theme) -> None:
    for accent in (theme.happened, theme.refused, theme.plan):
        hue, _, saturation = colorsys.rgb_to_hls(*channels(accent))
        assert saturation > 0.5
        assert not 35 < 360 * hue < 75


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_only_what_is_refused_is_red(theme: Theme) -> None:
    reds = [360 * colorsys.rgb_to_hls(*channels(each))[0] for each in (theme.refused, theme.happened, theme.plan)]
    assert [hue < 35 or hue > 325 for hue in reds] == [True, False, False]


# The drawing


def test_attributes_and_text_are_escaped() -> None:
    drawing = Drawing()
    drawing.add("text", 'a"b', "<&>", fill="'<\"")
    assert drawing.lines == ['<text class="a&quot;b" fill="&#x27;&lt;&quot;">&lt;&amp;&gt;</text>']


def test_numbers_are_short() -> None:
    assert [written(number) for number in (0, -0.0, 1, 1.5, 1.005, -2.126, 100, 1234567)] == [
        *("0", "0", "1", "1.5"),
        *("1", "-2.13", "100", "1234567"),
    ]


@pytest.mark.parametrize("end", [(100, 0), (0, 100), (-100, 0), (60, 80), (3, 0)])
def test_an_arrow_ends_at_its_tip_and_is_even_on_both_sides(end: tuple[float, float]) -> None:
    corners = arrow_outline((0, 0), end, 8)
    assert corners[3] == pytest.approx(end)
    for left, right in zip(corners[:3], corners[:3:-1], strict=True):
        middle = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
        assert middle[0] * end[1] == pytest.approx(middle[1] * end[0])
