"""The browser app's files, as they are: compressed once, kept in memory, and checked by the browser each time."""

from __future__ import annotations

import gzip
import hashlib
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
LONGEST_NAME = 200
"""In bytes, as file systems count."""


class File:
    """A file as it is sent."""

    def __init__(self, path: Path) -> None:
        self.stamp = stamp_of(path)
        self.body = path.read_bytes()
        self.kind = KINDS[path.suffix]
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'
        self._compressible = path.suffix in COMPRESSIBLE

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

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, File] = {}

    def answer(self, request: Request, path: str) -> Response:
        """Return the answer to a request for a file."""
        file = self._find(path)
        headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if is_known(request, file.tag):
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = file.compressed
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=file.kind)

    def shell(self, request: Request) -> Response:
        """Return the page that is every page, and give a new visitor a token."""
        response = self.answer(request, SHELL)
        response.headers["cache-control"] = "private, no-cache"  # as it may carry somebody's token
        visitor_for(request, response)
        return response

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
        file = self._files.get(path)
        if file is None or file.stamp != stamp_of(path):
            file = self._files[path] = File(path)
        return file
