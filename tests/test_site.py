"""The site that `scripts/docs` makes: built without a complaint, whole, searchable, and alone in the world."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import made_once
from tools.docs import DOCS, ROOT


def build(folder: Path) -> None:
    sphinx = [sys.executable, "-m", "sphinx", "-E", "-W", "--keep-going", "--quiet"]
    # A broken link is a warning, and a warning is an error.
    built = subprocess.run(
        [*sphinx, "-d", str(folder / "cache"), "-c", "tools/docs", ".", str(folder / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (built.returncode, built.stderr) == (0, "")


@pytest.fixture(scope="module")
def site() -> Path:
    return made_once("site", build) / "site"


def test_every_page_is_there_and_beside_every_other(site: Path) -> None:
    first = (site / "README.html").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")]
    for page in [*pages, "CONTRIBUTING.html", "CHANGELOG.html"]:
        assert (site / page).exists()
        assert f'class="reference internal" href="{page}"' in first


def test_the_reference_shows_constructors_fields_types_and_examples(site: Path) -> None:
    text = (site / "docs" / "reference.html").read_text(encoding="utf-8")
    for name in (
        "vato.Outcome",
        "vato.Outcome.winner",
        "vato.Board.push",
        "vato.new",
        "vato.Limit",
        "vato.record.read",
    ):
        assert f'id="{name}"' in text
    words = " ".join(re.sub("<[^>]+>", "", text).split())
    assert "class vato.Outcome(winner: int | None, reason: str, no_result: bool = False)" in words
    assert "&gt;&gt;&gt; " in text


def test_it_can_be_searched(site: Path) -> None:
    assert "legal_moves" in (site / "searchindex.js").read_text(encoding="utf-8")
    assert 'action="search.html"' in (site / "README.html").read_text(encoding="utf-8")


def test_what_pages_show_is_there_and_nothing_comes_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:img|script|source|iframe|video)\b[^>]*\b(?:src|srcset)=\"([^\"]*)\"", text)
        loaded += re.findall(r"<link\b[^>]*\bhref=\"([^\"]*)\"", text)
        for address in loaded:
            assert not re.match(r"(?:[a-z]+:)?//", address), address
            assert address.startswith("#") or (page.parent / address.partition("?")[0]).exists(), address
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", style.read_text(encoding="utf-8"))
