"""The browser app's files, as they are sent: joined by `joined.py`, compressed once, kept in memory.

A page names scripts and styles with a version of all files before them (`/~3f9c…/app/shell.js`), so that a browser asks
for each once, and for all of them again when one has changed. Without a version they are as they were written, and are
checked each time. The service worker, which keeps them for a browser without a network, is told which they are.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import re
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from vato.server.http import joined
from vato.server.http.joined import Joined, Unjoinable
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import visitor_for

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".map": "application/json",
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
COMPRESSIBLE = (".html", ".css", ".js", ".map", ".webmanifest", ".svg", ".txt")
FOLDER = Path(str(resources.files("vato") / "web"))
SHELL = "index.html"
SERVICE_WORKER = "service-worker.js"
LONGEST_NAME = 200
"""In bytes, as file systems count."""
CHECKED, FOR_EVER = "no-cache", "public, max-age=31536000, immutable"
LOOK_SECONDS = 1
"""How old a version may be before all files are looked at again."""
NAMED = re.compile(r'="/([^"]+[.](?:css|js))"')
"""Where the shell names a script or a style."""
VERSIONED = re.compile(r"~([0-9a-f]{16})/(.*)", re.DOTALL)

log = logging.getLogger("vato.server")


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


class Release:
    """What is made of the files of one version: the page, what is joined, and what the service worker is told."""

    def __init__(self, version: str, names: set[str], text: Callable[[str], str], offers: Sequence[str]) -> None:
        self.version = version
        self._names = names
        self._text = text
        self._offers = offers
        self._made: dict[str, File] = {}
        self._joined: Joined | None = None
        try:
            self._joined = Joined(text(SHELL), text)
        except (Unjoinable, Refusal) as problem:
            log.error("The browser app's files are sent one by one: %s", problem)

    @cached_property
    def page(self) -> File:
        """The page that is every page, which names its files by their version."""
        page = self._joined.page if self._joined else self._text(SHELL)
        told = "".join(f" data-{offer}" for offer in self._offers)
        body = NAMED.sub(rf'="/~{self.version}/\1"', page).replace("<body>", f"<body{told}>")
        return File(body.encode(), ".html")

    @cached_property
    def service_worker(self) -> File:
        """The service worker's script, after what it is told."""
        asked = self._names - self._joined.replaced | self._joined.asked if self._joined else self._names
        files = [f"/~{self.version}/{name}" for name in sorted(asked - {SERVICE_WORKER})]
        told = json.dumps({"version": self.version, "files": files})
        return File(f"self.shipped = {told};\n{self._text(SERVICE_WORKER)}".encode(), ".js")

    def file(self, name: str) -> File | None:
        """Return a file by the name that it has after the version, if it is made of others."""
        if name == SHELL:
            return self.page
        if name not in self._made:
            made = self._joined.file(name) if self._joined else None
            if made is None:
                return None
            self._made[name] = File(made.encode(), Path(name).suffix)
        return self._made[name]

    def preloads(self, module: str) -> str:
        """Return the header that tells a browser what a page needs before one script after another tells it."""
        names = self._joined.preloads(module) if self._joined else []
        return ", ".join(f"</~{self.version}/{name}>; rel=modulepreload" for name in names)


class Static:
    """Files of a folder; a changed one is read again."""

    def __init__(self, folder: Path = FOLDER, offers: Sequence[str] = ()) -> None:
        self._folder = folder.resolve()
        self._offers = offers
        """What not every server has: the page is told."""
        self._files: dict[Path, tuple[tuple[int, int], File]] = {}
        self._looked = float("-inf")
        self._release: Release | None = None

    def answer(self, request: Request, path: str) -> Response:
        """Return the answer to a request for a file."""
        versioned = VERSIONED.fullmatch(path)
        if versioned is None:
            return _answer(request, self._find(path), CHECKED)
        version, name = versioned.groups()
        now = self._now()
        # A page from before a change may still ask for the rest of what it had.
        keeping = FOR_EVER if version == now.version else CHECKED
        return _answer(request, now.file(name) or self._find(name), keeping)

    def shell(self, request: Request, module: str = "") -> Response:
        """Return the page that is every page, and give a new visitor a token; `module` is what its address needs."""
        now = self._now()
        # It may carry somebody's token.
        response = _answer(request, now.page, "private, no-cache")
        if module and (preloads := now.preloads(module)):
            response.headers["link"] = preloads
        visitor_for(request, response)
        return response

    def service_worker(self, request: Request) -> Response:
        """Return the script that keeps the app for a browser without a network, with what there is to keep."""
        return _answer(request, self._now().service_worker, CHECKED)

    def _now(self) -> Release:
        """Return all that a page may ask for by its version, looked at now or a moment ago."""
        now = time.monotonic()
        if self._release is None or now > self._looked + LOOK_SECONDS:
            self._looked = now
            names = self._names()
            # How they are joined is a part of what is sent.
            digest = hashlib.sha256(" ".join(self._offers).encode() + Path(joined.__file__).read_bytes())
            for name in names:
                digest.update(f"{name} {self._find(name).tag}\n".encode())
            version = digest.hexdigest()[:16]
            if self._release is None or self._release.version != version:
                self._release = Release(version, {*names}, lambda name: self._find(name).body.decode(), self._offers)
        return self._release

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
