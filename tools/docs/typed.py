"""Print what the pages type at Python as one program, for a type checker; `scripts/check` has it checked."""

from __future__ import annotations

import argparse
import doctest
from collections.abc import Iterator
from textwrap import indent

from tools.docs import DOCS, ROOT


def program() -> str:
    """Return the examples of all pages, those of each in a function of its own."""
    return "".join(_functions())


def _functions() -> Iterator[str]:
    for number, path in enumerate([ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]):
        if examples := doctest.DocTestParser().get_examples(path.read_text(encoding="utf-8")):
            code = indent("".join(example.source for example in examples), "    ")
            yield f"def page_{number}() -> None:\n    # {path.relative_to(ROOT)}\n{code}\n"


def main(arguments: list[str] | None = None) -> None:
    """Print it."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.docs.typed",
        description="Print what the pages type at Python as one program.",
        epilog="Example: python -m tools.docs.typed > pages.py && mypy pages.py",
    )
    parser.parse_args(arguments)
    print(program())


if __name__ == "__main__":
    main()
