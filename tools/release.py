"""`scripts/release`: a version made, once nothing speaks against it: a text that is missing, a state not told or kept.

Refuses with all reasons at once, before anything is run or written. Publishes nothing.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.catalogue import missing, unused
from vato import languages

ROOT = Path(__file__).parent.parent


def version(root: Path) -> str:
    """Return the version that the project says it is."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def objections(root: Path) -> Iterator[str]:
    """Yield what speaks against making a version, a sentence each."""
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(version(root))}$", changes, re.MULTILINE):
        yield f"CHANGELOG.md has no part about {version(root)}."
    if re.search(r"^## Unreleased$", changes, re.MULTILINE):
        yield "CHANGELOG.md has a part called Unreleased; call it by its version, and let pyproject.toml say the same."
    status = subprocess.run(["git", "status", "--porcelain"], cwd=root, text=True, capture_output=True, check=True)
    if changed := [line[3:] for line in status.stdout.splitlines()]:
        yield f"Not everything is committed: {', '.join(changed)}."
    for code in languages.codes():
        if lacking := missing(code):
            yield f"{code} has no text for {len(lacking)} messages; scripts/catalogue lists them."
        if left := unused(code):
            yield f"{code} has {len(left)} messages that nobody says any more; scripts/catalogue drops them."


def main(arguments: list[str] | None = None) -> None:
    """Make a version, or say what speaks against it."""
    argparse.ArgumentParser(
        prog="scripts/release", description="Make a version of vato.", epilog="Example: scripts/release"
    ).parse_args(arguments)
    if found := list(objections(ROOT)):
        sys.exit("\n".join(found))
    for step in ([ROOT / ".ci" / "run"], [sys.executable, "-m", "hatchling", "build", "-d", "dist"]):
        if subprocess.run(step, cwd=ROOT).returncode:
            sys.exit("No version was made: what failed is said above.")
    print(f"vato {version(ROOT)} is in dist/; mark the commit with: git tag v{version(ROOT)}")


if __name__ == "__main__":
    main()
