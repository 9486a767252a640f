"""How Sphinx makes the site of README.md, docs/ and the docstrings, for `scripts/docs`. It loads nothing from outside.

The pages are written for whoever reads them in the repository. What only the site needs is added here: the order of the
pages, and the reference of each game.
"""

from __future__ import annotations

import shutil
from importlib import import_module
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from tools.docs import DOCS
from vato import catalog

project = "vato"
version = release = version_of("vato")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = [".*", "site", "src", "tests", "tools", "bench", "scripts"]
suppress_warnings = ["ref.python"]  # each game has a Board and a RuleSet: a word in a docstring may mean any of them
default_role = "py:obj"

html_theme = "furo"
html_title = "vato"
html_extra_path = ["first_page"]
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"source_view_link": None}

myst_heading_anchors = 4

autodoc_default_options = {
    "members": True,
    "undoc-members": True,
    "no-value": True,
    "inherited-members": "Board,BaseException,Exception,ValueError,int,object,tuple",
}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100

PAGES = {
    "Playing": ["rules/*", "clocks", "studies", "offline", "printing", "notation", "command"],
    "Programming": ["reference", "engine", "protocol", "arena", "ratings", "api"],
    "What is known": ["solving", "endgames", "small-boards", "whole-board", "alquerque-solved"],
    "Running a server": ["deploying", "operating", "accounts", "tournaments", "bots", "processes"],
    "Building": ["architecture", "files", "adding-a-game", "/CONTRIBUTING", "/CHANGELOG"],
}
"""The pages of docs/ under the headings of the list beside them; a test asks for every page."""


def load(*modules: str) -> None:
    """Let modules hold all that they export, also what they load when it is first asked for."""
    for module in map(import_module, modules):
        vars(module).update({name: getattr(module, name) for name in module.__all__})


def contents() -> str:
    """Return the list of pages as directives, to be added to the first one."""
    parts = []
    for caption, names in PAGES.items():
        listed = "\n".join(name if name.startswith("/") else f"docs/{name}" for name in names)
        parts.append(f"```{{toctree}}\n:hidden:\n:glob:\n:caption: {caption}\n\n{listed}\n```")
    return "\n\n".join(parts)


def rooms() -> str:
    """Return the reference of every game as directives."""
    names = [f"vato.games.{name}" for name in catalog.GAMES]
    return "\n\n".join(
        f"## {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :imported-members:\n```" for name in names
    )


def add(app: Sphinx, name: str, source: list[str]) -> None:
    """Add to a page what only the site needs."""
    if name == root_doc:
        source[0] += f"\n\n{contents()}\n"
    elif name == "docs/reference":
        source[0] += f"\n\n{rooms()}\n"


class Once:
    """Leaves out of a module what another one, further up, has told already."""

    def __init__(self) -> None:
        self.told_by: dict[int, str] = {}

    def skip(self, app: Sphinx, what: str, name: str, value: Any, skip: bool, options: Any) -> bool | None:
        """Return whether a member is left out; None leaves that to Sphinx."""
        if what != "module" or not callable(value):
            return None
        module = app.env.current_document.autodoc_module
        return True if self.told_by.setdefault(id(value), module) != module else None


def tell(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Say what a class derives from, where that is one of ours or an error; a tuple's field has nothing to say."""
    if lines[:1] and lines[0].startswith("Alias for field number"):
        lines.clear()
    bases = value.__bases__ if what in ("class", "exception") and isinstance(value, type) else ()
    named = [base.__name__ for base in bases if base.__module__.startswith("vato.") or issubclass(base, Exception)]
    if named:
        lines[:0] = [f"A kind of {' and '.join(f'`{base}`' for base in named)}.", ""]


def copy_pictures(app: Sphinx, error: Exception | None) -> None:
    """Put what pages show by HTML of their own where they look for it."""
    if error is None:
        for folder in ("pictures", "plots"):
            shutil.copytree(DOCS / folder, Path(app.outdir) / "docs" / folder, dirs_exist_ok=True)


def setup(app: Sphinx) -> None:
    """Tell Sphinx about all this."""
    load("vato", "vato.engine")
    app.connect("source-read", add)
    app.connect("autodoc-skip-member", Once().skip)
    app.connect("autodoc-process-docstring", tell)
    app.connect("build-finished", copy_pictures)
