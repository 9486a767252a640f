"""Lines to the server, before anything that is said on them is looked at: how many there are, how long one may take.

Everybody can open lines, so each is held cheaply: too many from one address, or too quickly one after the other, are
cut at once and without a word; so is one on which a request does not come to its end, or whose answer is not taken.
The lines of a proxy that is believed are many people's, and only counted together with all others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Protocol

import h11
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from vato.server import metrics
from vato.server.http.limits import Rate, place_of
from vato.server.settings import Limits

FOR_REQUESTS = 256
"""Lines from one address beside its sockets; a browser needs six, and a school class has thirty behind one address."""
REQUEST_SECONDS = 20.0
"""For a request to come whole, from the first byte on, or from when the line was opened."""
TAKING_SECONDS = 30.0
"""For a reader to take some of what was sent, once more waits than the system holds."""
LEAST_TAKEN = 32 * 1024
"""In bytes, what the slowest reader takes in that time: whoever is slow has time for a long answer."""
CLOSING_SECONDS = 2.0
"""For the other side to agree that a socket is closed."""
MOST_HEAD = 16 * 1024
"""Bytes of a request before its body."""
MOST_PIECES = 1_000
"""In which a body comes; one may be a single byte, and each takes as long as any other."""
MOST_AT_ONCE = 32 * 1024
"""Bytes that come over a socket in one go."""
PIECE = 1024
"""Bytes that are looked at before it is asked whether the rest is still wanted."""
MOST_UNHEARD = 100
"""Messages that come over a socket in one go."""
MOST_FRAMES, FRAMES_PER_SECOND = 60, 5
"""Pings, pongs and pieces of messages on one socket: at once, and in the long run."""
INVALID_TEXT = 1007


ABORT = "abort"
"""Where a connection's state has what cuts its line."""


def abort(connection: HTTPConnection) -> None:
    """Cut the line of a request or a socket at once, whatever was not taken yet."""
    connection.scope.get("state", {}).get(ABORT, lambda: None)()


class Line(Protocol):
    """A line as the door sees it."""

    transport: asyncio.Transport

    @property
    def resting(self) -> bool:
        """Whether nothing is lost if it is cut."""


class Door:
    """Counts the lines that are open, and cuts those that are too many."""

    def __init__(self, limits: Limits, most: int, proxies: str) -> None:
        self._most = most
        self._most_here = limits.sockets_per_address + FOR_REQUESTS
        self._opening = Rate(10 * limits.requests_per_second, 2 * limits.requests_per_second)
        self._proxies = networks_of(proxies)
        self._lines: dict[str, dict[Line, None]] = {}
        self._places: dict[Line, str] = {}

    def __len__(self) -> int:
        return len(self._places)

    def enter(self, line: Line) -> bool:
        """Take a new line, or cut it; where all places are taken, one that rests where most are makes room."""
        host = _host_of(line.transport)
        place = place_of(host)
        if not _among(host, self._proxies):
            here = len(self._lines.get(place, ()))
            if here >= self._most_here or not self._opening.allows(place):
                return _cut(line)
        if len(self._places) >= self._most and not self._make_room(place):
            return _cut(line)
        self.take(line)
        return True

    def take(self, line: Line) -> None:
        """Count a line, whatever there is already."""
        place = place_of(_host_of(line.transport))
        self._places[line] = place
        self._lines.setdefault(place, {})[line] = None

    def leave(self, line: Line) -> None:
        """Count a line no longer."""
        place = self._places.pop(line, None)
        if place is not None:
            del self._lines[place][line]
            if not self._lines[place]:
                del self._lines[place]

    def _make_room(self, place: str) -> bool:
        crowd = max(self._lines.values(), key=len)
        if len(crowd) <= len(self._lines.get(place, ())) + 1:
            return False
        oldest = next((line for line in crowd if line.resting), None)
        if oldest is None:
            return False
        self.leave(oldest)
        _cut(oldest)
        return True


def _cut(line: Line) -> bool:
    """Cut a line of which there are too many; return that it is not there."""
    metrics.LINES_CUT.add()
    line.transport.abort()
    return False


class Reader(h11.Connection):
    """Reads requests, and counts in how many pieces the body of the last one has come, wanted or not."""

    pieces = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return what has come."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.pieces = 0
        elif isinstance(event, h11.Data):
            self.pieces += 1
        return event


class HttpLine(H11Protocol):
    """A line for requests."""

    def __init__(self, *arguments: Any, door: Door, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = self._reader = Reader(h11.SERVER, MOST_HEAD)
        self.app_state = self.app_state | {ABORT: lambda: self.transport.abort()}
        self._door = door
        self._deadline = Deadline(REQUEST_SECONDS)
        self._taking = Taking()

    @property
    def resting(self) -> bool:
        """Whether no request is under way."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many."""
        super().connection_made(transport)
        if self._door.enter(self):
            self._deadline.begin(transport)

    def data_received(self, data: bytes) -> None:
        """Read on, and see whether a request has come to its end."""
        if self.transport.is_closing():
            return
        self._deadline.begin(self.transport)
        for piece in _pieces(data):
            super().data_received(piece)
            if self._reader.pieces > MOST_PIECES:
                self.transport.abort()
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._deadline.end()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket, which is counted by itself."""
        self._deadline.end()
        self._door.leave(self)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Wait for the reader, but not for ever."""
        self._taking.begin(self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on."""
        self._taking.end()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._door.leave(self)
        self._deadline.end()
        self._taking.end()
        super().connection_lost(exc)


class SocketLine(WebSocketsSansIOProtocol):
    """A line that has become a socket."""

    def __init__(self, *arguments: Any, door: Door, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.app_state = self.app_state | {ABORT: lambda: self.transport.abort()}
        self.close_timeout = CLOSING_SECONDS
        self._door = door
        self._taking = Taking()
        self._frames = Rate(MOST_FRAMES, FRAMES_PER_SECOND)

    @property
    def resting(self) -> bool:
        """Whether nobody is at the other end."""
        return False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        self._door.take(self)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is more than anybody has to say."""
        if len(data) > MOST_AT_ONCE:
            self.transport.abort()
        for piece in _pieces(data):
            if self.transport.is_closing():
                return
            super().data_received(piece)
            if self.queue.qsize() > MOST_UNHEARD:
                self.transport.abort()

    def handle_ping(self) -> None:
        """Answer, but not for ever."""
        if self._bears():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Hear an answer."""
        if self._bears():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Hear a piece of a message."""
        if self._bears():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one that says it is text and is none ends the line."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(self.frames):
            self.frames = []
            self.conn.fail(INVALID_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        """Wait for the reader, but not for ever."""
        self._taking.begin(self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on."""
        self._taking.end()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._door.leave(self)
        self._taking.end()
        super().connection_lost(exc)

    def _bears(self) -> bool:
        """Return whether a line that sends frames which say nothing is still borne; else cut it."""
        if self.transport.is_closing():
            return False
        if not self._frames.allows(""):
            self.transport.abort()
            return False
        return True


def _pieces(data: bytes) -> Iterator[bytes]:
    for begin in range(0, len(data), PIECE):
        yield data[begin : begin + PIECE]


class Deadline:
    """Cuts a line unless it is ended in time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Let the time run, unless it does already."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def end(self) -> None:
        """Stop the time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Taking:
    """Cuts a line whose reader stops taking what was sent."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Look from now on whether it goes on."""
        left = transport.get_write_buffer_size()
        self.end()
        self._timer = asyncio.get_running_loop().call_later(TAKING_SECONDS, self._look, transport, left)

    def _look(self, transport: asyncio.Transport, before: int) -> None:
        if before - transport.get_write_buffer_size() < LEAST_TAKEN:
            transport.abort()
        else:
            self.begin(transport)

    def end(self) -> None:
        """Look no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def networks_of(proxies: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the addresses of proxies that are to be believed; a star means all.

    >>> networks_of("127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    found: list[IPv4Network | IPv6Network] = []
    for text in proxies.replace("*", "0.0.0.0/0,::/0").split(","):
        try:
            found.append(ip_network(text.strip(), strict=False))
        except ValueError:
            continue  # a name or a path, which no line comes from
    return tuple(found)


def _among(host: str, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return any((mapped or address) in network for network in networks)


def _host_of(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


def _is_text(frames: Iterable[Any]) -> bool:
    try:
        b"".join(bytes(frame) for frame in frames).decode()
    except UnicodeDecodeError:
        return False
    return True
