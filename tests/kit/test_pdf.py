"""The document as a browser prints it: pages, their size, the board on them, and no text that is cut off."""

from __future__ import annotations

import re
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import launched
from vato.errors import VatoError
from vato.kit.document import Wish, document
from vato.kit.paper import PAPERS
from vato.kit.pdf import BROWSERS, package_for, pdf_of


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_page() as page:
        yield page


@pytest.mark.parametrize(
    ("wish", "pages"),
    [
        (Wish("fanorona"), 6),
        (Wish("fanorona", rules="short", motif="rooster"), 7),
        (Wish("fanorona", paper="letter", two_sided=True), 14),
        (Wish("fanorona", board="5x5", language="fr"), 7),
        (Wish("squadro", paper="a3", language="de"), 6),
        (Wish("alquerque", ink_saving=True), 6),
    ],
)
def test_every_sheet_is_one_page_of_the_paper(wish: Wish, pages: int) -> None:
    made = pdf_of(document(wish).html)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", _inflated(made))
    assert len(boxes) == pages
    paper = PAPERS[wish.paper]
    for width, height in boxes:
        assert float(width) / 72 * 25.4 == pytest.approx(paper.width, abs=0.5)
        assert float(height) / 72 * 25.4 == pytest.approx(paper.height, abs=0.5)


def test_a_picture_that_goes_to_the_next_column_pushes_no_text_out(page: Page) -> None:
    page.emulate_media(media="print")
    page.set_content(document(Wish("alquerque", language="mg")).html)
    assert page.evaluate(OVERFLOWING) == []


def _inflated(pdf: bytes) -> bytes:
    """Return a PDF with its compressed parts laid open."""
    opened = [pdf]
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, flags=re.DOTALL):
        try:
            opened.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(opened)


# How long the texts are on every paper is weighed for all languages in tests/kit/test_document.py.
@pytest.mark.parametrize(
    ("paper", "language"), [("a4", "en"), ("a4", "de"), ("letter", "de"), ("letter", "fr"), ("a3", "fr")]
)
def test_no_text_is_cut_off_and_the_board_is_true_in_a_browser(page: Page, paper: str, language: str) -> None:
    page.emulate_media(media="print")
    for rules, size in (("strict", None), ("vela", "9x5"), ("free", "5x5"), ("short", None)):
        html = document(Wish("fanorona", rules=rules, board=size, paper=paper, language=language)).html
        for direction in ("rtl", "ltr"):
            page.set_content(html.replace('dir="ltr"', f'dir="{direction}"'))
            assert page.evaluate(OVERFLOWING) == []
        width, height = page.evaluate(OUTLINE)
        assert sorted((width, height)) == pytest.approx([156, 156] if size == "5x5" else [156, 276], abs=0.05)


OVERFLOWING = """() => [...document.querySelectorAll(".face, .text, .panel, .guide, .work, header, footer")]
    .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
    .filter((box) => !box.querySelector("svg.board"))
    .map((box) => `${box.className || box.tagName} is too small for ${box.scrollWidth} x ${box.scrollHeight}`)"""
OUTLINE = """() => {
  const box = document.querySelector("svg.board .outline").getBBox();
  const matrix = document.querySelector("svg.board .outline").getScreenCTM();
  const scale = Math.hypot(matrix.a, matrix.b) * 25.4 / 96;
  return [box.width * scale, box.height * scale];
}"""


def test_without_a_browser_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(VatoError, match=r"^A PDF needs Chromium, which is not installed; print the HTML file [^.]*\.$"):
        pdf_of("<p>")


def test_a_browser_that_fails_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / BROWSERS[0]
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert subprocess.run([broken], check=False).returncode == 1
    with pytest.raises(VatoError, match=rf"^{BROWSERS[0]} could not make a PDF of it\.$"):
        pdf_of("<p>")


@pytest.mark.parametrize(
    ("html", "glyphs", "package"),
    [
        ("<p>\u5c3d</p>", "00030000", "fonts-noto-cjk"),
        ("<p>\u05d0</p>", "00030000", "fonts-noto-core"),
        ("<p>\u5c3d</p>", "01000020", None),  # two glyphs, none of them missing
    ],
)
def test_letters_without_a_font_are_noticed(html: str, glyphs: str, package: str | None) -> None:
    shown = zlib.compress(f"BT /F4 10 Tf [<{glyphs}>] TJ ET".encode())
    names = zlib.compress(b"1 begincodespacerange <0000> <FFFF> endcodespacerange")
    made = b"stream\n" + shown + b"\nendstream stream\n" + names + b"\nendstream"
    assert package_for(html, made) == package
