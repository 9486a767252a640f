"""The docs show what the package does: generated parts are current, links lead somewhere, what can be set is told."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import vato
from tools.docs import DOCS, ROOT, generated
from vato.engine import ugi
from vato.server.http.app import create_app
from vato.server.settings import Settings

PAGES = [path.relative_to(ROOT) for path in [*generated.PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]]

NO_NAMES = {".example.org", ".gz", ".sqlite3"}
"""What looks like a name of the library and is none."""


def test_generated_parts_are_current() -> None:
    for path, text in generated.build().items():
        # Terminals and versions wrap help differently; the words are what counts.
        assert path.read_text(encoding="utf-8").split() == text.split(), f"run scripts/docs: {path.name} drifted"


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text) + re.findall(r'(?:src|srcset|href)="([^"#]+)"', text)
    for target in targets:
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_what_a_page_names_of_the_library_is_there(page: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    if page.name == "CHANGELOG.md":
        text = re.sub(r"^ *\|.*\|$|it was `.*?`", "", text, flags=re.MULTILINE)  # which tell what it was called before
    text = text.replace("vato.games.NAME.X", "").replace("vato.games.NAME", "vato.games.squadro")
    for name in set(re.findall(r"(?<![\w/-])vato((?:\.[A-Za-z_]\w*)+)(?![\w/-])", text)) - NO_NAMES:
        found, *parts = name.removeprefix(".").split(".")
        # A module is found by whoever imports it, anything else only where the library gives it away.
        assert found in vato.__all__ or find_spec(f"vato.{found}"), name
        reached: Any = getattr(vato, found) if found in vato.__all__ else import_module(f"vato.{found}")
        for part in parts:
            if not hasattr(reached, part):
                import_module(f"{reached.__name__}.{part}")
            reached = getattr(reached, part)


def test_every_picture_is_shown_somewhere() -> None:
    shown = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    assert {name for name in generated.PICTURES if f"{name}.svg" not in shown} == set()
    assert {path.stem for path in (DOCS / "pictures").glob("*.svg")} == set(generated.PICTURES)


# What can be chosen


def test_every_command_is_described() -> None:
    told = set(re.findall(r"<!-- begin: help ?(.*?) -->", (DOCS / "command.md").read_text(encoding="utf-8")))
    assert told == {" ".join(words) for words in generated.every_help()}


def test_every_option_of_a_server_is_explained_to_whoever_runs_one() -> None:
    text = (DOCS / "deploying.md").read_text(encoding="utf-8")
    options = re.findall(r"^ +(--[a-z-]+)", generated.every_help()["serve",], re.MULTILINE)
    assert len(options) > 10
    assert [option for option in options if option != "--help" and f"`{option}" not in text] == []


def test_every_request_is_described() -> None:
    told = re.sub(r"\{\w+\}", "ID", (DOCS / "api.md").read_text(encoding="utf-8"))
    paths = create_app(Settings(data=Path("unused"))).openapi()["paths"]
    assert "/api/games" in paths
    assert [path for path in paths if re.sub(r"\{\w+\}", "ID", path) not in told] == []


def test_everything_another_program_can_say_is_described() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert [word for word in ugi.COMMANDS if f"`{word}" not in text] == []
    assert [name for name in (*ugi.NUMBERS, ugi.OWN_BOOK, "Rules") if f"| `{name}` |" not in text] == []


def test_every_variable_of_the_environment_that_is_ours_is_told() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in generated.PAGES)
    asked = {
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"[\"'](VATO_[A-Z_]+)[\"']", path.read_text(encoding="utf-8"))
    }
    assert "VATO_DATA" in asked
    assert {name for name in asked if f"${name}" not in told} == set()
