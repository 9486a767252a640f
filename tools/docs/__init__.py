"""Makers of the docs: what their pages show of the package, and the site one can search. `scripts/docs` runs them."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
