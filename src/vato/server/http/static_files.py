"""The browser app's files, as they are: compressed once, kept in memory.

A page names scripts and styles with a version of all files before them (`/~3f9c…/app/shell.js`), so that a browser asks
for each once, and for all of them again when one has changed. Whatever else it has, it checks each time. The service
worker, which keeps them for a browser without a network, is told which they are.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import time
from collections.abc import Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from vato.server.http.refusals import Refusal
from vato.server.http.visitors import visitor_for

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".txt": "text/plain; charset=utf-8",
}
COMPRESSIBLE = (".html", ".css", ".js", ".webmanifest", ".svg", ".txt")
FOLDER = Path(str(resources.files("vato") / "web"))
SHELL = "index.html"
SERVICE_WORKER = "service-worker.js"
LONGEST_NAME = 200
"""In bytes, as file systems count."""
CHECKED, FOR_EVER = "no-cache", "public, max-age=31536000, immutable"
LOOK_SECONDS = 1
"""How old a version may be before all files are looked at again."""
NAMED = re.compile(rb'="/([^"]+[.](?:css|js))"')
"""Where the shell names a script or a style."""
VERSIONED = re.compile(r"~([0-9a-f]{16})/(.*)", re.DOTALL)


class File:
    """A file as it is sent."""

    def __init__(self, body: bytes, suffix: str) -> None:
        self.body = body
        self.kind = KINDS[suffix]
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        self._compressible = suffix in COMPRESSIBLE

    @cached_property
    def compressed(self) -> bytes | None:
        """The file compressed, where that is worth it."""
        small = gzip.compress(self.body, 6, mtime=0) if self._compressible else self.body
        return small if len(small) < len(self.body) else None


def stamp_of(path: Path) -> tuple[int, int]:
    """Return what changes when a file changes."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def is_known(request: Request, tag: str) -> bool:
    """Return whether a browser has what a tag names; what compresses answers may have marked the tag as a weak one."""
    return tag in [known.strip().removeprefix("W/") for known in request.headers.get("if-none-match", "").split(",")]


class Static:
    """Files of a folder; a changed one is read again."""

    def __init__(self, folder: Path = FOLDER, offers: Sequence[str] = ()) -> None:
        self._folder = folder.resolve()
        self._offers = offers
        """What not every server has: the page is told."""
        self._files: dict[Path, tuple[tuple[int, int], File]] = {}
        self._shells: dict[tuple[str, str], File] = {}
        self._workers: dict[tuple[str, str], File] = {}
        self._looked, self._found = float("-inf"), ""

    def answer(self, request: Request, path: str) -> Response:
        """Return the answer to a request for a file."""
        versioned = VERSIONED.fullmatch(path)
        if versioned is None:
            return _answer(request, self._find(path), CHECKED)
        version, name = versioned.groups()
        # A page from before a change may still ask for the rest of what it had.
        keeping = FOR_EVER if version == self._version() else CHECKED
        return _answer(request, self._shell() if name == SHELL else self._find(name), keeping)

    def shell(self, request: Request) -> Response:
        """Return the page that is every page, and give a new visitor a token."""
        # It may carry somebody's token.
        response = _answer(request, self._shell(), "private, no-cache")
        visitor_for(request, response)
        return response

    def service_worker(self, request: Request) -> Response:
        """Return the script that keeps the app for a browser without a network, with what there is to keep."""
        version, script = self._version(), self._find(SERVICE_WORKER)
        if (version, script.tag) not in self._workers:
            files = [f"/~{version}/{name}" for name in self._names() if name != SERVICE_WORKER]
            told = f"self.shipped = {json.dumps({'version': version, 'files': files})};\n"
            self._workers = {(version, script.tag): File(told.encode() + script.body, ".js")}
        return _answer(request, self._workers[version, script.tag], CHECKED)

    def _shell(self) -> File:
        """Return the page that is every page, which names its files by their version."""
        version, page = self._version(), self._find(SHELL)
        if (version, page.tag) not in self._shells:
            body = NAMED.sub(rb'="/~%s/\1"' % version.encode(), page.body)
            if self._offers:
                told = " ".join(f"data-{name}" for name in self._offers)
                body = body.replace(b"<body>", f"<body {told}>".encode())
            self._shells = {(version, page.tag): File(body, ".html")}
        return self._shells[version, page.tag]

    def _version(self) -> str:
        """Return a name for all that a page may ask for by its version, looked at now or a moment ago."""
        now = time.monotonic()
        if now > self._looked + LOOK_SECONDS:
            self._looked, self._found = now, self._look()
        return self._found

    def _look(self) -> str:
        digest = hashlib.sha256(" ".join(self._offers).encode())
        for name in self._names():
            digest.update(f"{name} {self._find(name).tag}\n".encode())
        return digest.hexdigest()[:16]

    def _names(self) -> list[str]:
        found = (path for path in self._folder.rglob("*") if path.suffix in KINDS and path.is_file())
        return sorted(path.relative_to(self._folder).as_posix() for path in found)

    def _find(self, name: str) -> File:
        parts = name.split("/")
        path = self._folder.joinpath(*parts)
        hidden = (
            len(name.encode()) > LONGEST_NAME
            or any(part.startswith(".") or not part for part in parts)
            or "\\" in name
            or "\0" in name
        )
        if hidden or path.suffix not in KINDS or not path.is_file() or not path.resolve().is_relative_to(self._folder):
            raise Refusal("There is no such page here.", code="not_found", status=404)
        stamp = stamp_of(path)
        known = self._files.get(path)
        if known is None or known[0] != stamp:
            known = self._files[path] = stamp, File(path.read_bytes(), path.suffix)
        return known[1]


def _answer(request: Request, file: File, keeping: str) -> Response:
    headers = {"etag": file.tag, "cache-control": keeping, "vary": "accept-encoding"}
    if is_known(request, file.tag):
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=file.kind)
