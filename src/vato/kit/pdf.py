"""A document as PDF, printed by a Chromium where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
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
