"""The docs show what the package does: their generated parts are current, their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import build

ROOT = Path(__file__).parent.parent

PAGES = [path.relative_to(ROOT) for path in [*build.PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]]


def test_generated_parts_are_current() -> None:
    for path, text in build.build().items():
        # Terminals and versions wrap help differently; the words are what counts.
        assert path.read_text(encoding="utf-8").split() == text.split(), (
            f"run python -m docs.build: {path.name} drifted"
        )


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text) + re.findall(r'(?:src|srcset|href)="([^"#]+)"', text)
    for target in targets:
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target


def test_every_picture_is_shown_somewhere() -> None:
    shown = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    assert {name for name in build.PICTURES if f"{name}.svg" not in shown} == set()
    assert {path.stem for path in (ROOT / "docs" / "pictures").glob("*.svg")} == set(build.PICTURES)
