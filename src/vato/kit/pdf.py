"""A document as PDF, printed by a Chromium where there is one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from vato.errors import VatoError

BROWSERS = (
    "chromium-headless-shell",  # which starts soonest
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
LIMIT_SECONDS = 120
CJK = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]")
"""Letters that most collections of fonts leave to one of their own."""


def pdf_of(html: str) -> bytes:
    """Return a document as PDF."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise VatoError("A PDF needs Chromium, which is not installed; print the HTML file from your browser instead.")
    with tempfile.TemporaryDirectory(prefix="vato-", ignore_cleanup_errors=True) as folder:
        page, printed = Path(folder, "kit.html"), Path(folder, "kit.pdf")
        page.write_text(html, encoding="utf-8")
        options = ["--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/profile"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium refuses to run as root with it
        command = [browser, *options, "--no-pdf-header-footer", f"--print-to-pdf={printed}", page.as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=LIMIT_SECONDS, check=True)
            return printed.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise VatoError("{browser} could not make a PDF of it.", browser=Path(browser).name) from error


def package_for(html: str, pdf: bytes) -> str | None:
    """Return the package with the fonts that a PDF of a document lacks; None if every letter is there."""
    if not any("0000" in glyphs for glyphs in _glyphs(pdf)):
        return None
    return "fonts-noto-cjk" if CJK.search(html) else "fonts-noto-core"


def _glyphs(pdf: bytes) -> Iterator[list[str]]:
    """Yield the numbers of the glyphs that a PDF of Chromium shows, run by run; 0000 is a letter without one."""
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, flags=re.DOTALL):
        try:
            content = zlib.decompress(stream)
        except zlib.error:
            continue
        for text in re.findall(rb"\bBT\b(.*?)\bET\b", content, flags=re.DOTALL):
            for run in re.findall(rb"<([0-9A-Fa-f]+)>", text):
                yield [run[at : at + 4].decode() for at in range(0, len(run), 4)]
