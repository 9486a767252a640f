"""What those who run the server ask it: whether it lives, whether it can take moves, and the figures for Prometheus.

The first two say nothing that a visitor does not know, and are answered to everybody. The figures have an address of
their own: behind a proxy on the same machine everybody comes from that machine, so where a request comes from is no
reason to show them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.lines import Door
from vato.server.http.refusals import code_of, error_body, status_of
from vato.server.metrics import Family, gauge
from vato.server.services import Services, services_of

FORMAT = "text/plain; version=0.0.4; charset=utf-8"
STARTED = time.time()


async def health(_: Request) -> Response:
    """Answer, which is all there is to say: a process that hangs does not."""
    return JSONResponse({"alive": True})


async def ready(request: Request) -> Response:
    """Say whether moves can be taken now, and if not, why."""
    try:
        await services_of(request).check_ready()
    except VatoError as refusal:
        return JSONResponse(error_body(say(language_of(request), refusal), code_of(refusal)), status_of(refusal))
    return JSONResponse({"ready": True})


ANSWERS: dict[str, Callable[[Request], Awaitable[Response]]] = {"/health": health, "/ready": ready}


def figures(services: Services, door: Door) -> Response:
    """Return everything that is counted, and how things stand."""
    return PlainTextResponse(metrics.text((*_of_server(services, door), *_of_process())), media_type=FORMAT)


def _of_server(services: Services, door: Door) -> tuple[Family, ...]:
    pools = services.thinking.playing, services.thinking.analysing
    everybody = tuple(services.games.hub.everybody())
    return (
        gauge("vato_build_info", "The version that runs.", {version("vato"): 1}, "version"),
        gauge("vato_leaving", "Whether it is about to stop.", int(services.leaving.begun)),
        gauge("vato_lines", "Connections that are open, sockets included.", len(door)),
        gauge("vato_sockets", "Sockets that are open.", len(services.sockets) + len(services.listeners)),
        gauge("vato_lookers", "Players and watchers who look at games.", len(everybody)),
        gauge("vato_lobby_visitors", "Visitors who are in the lobby.", len(services.lobby or ())),
        gauge("vato_outbox_messages", "Messages that wait to be sent.", sum(len(each.outbox) for each in everybody)),
        gauge("vato_games_loaded", "Games in memory.", len(services.games)),
        gauge("vato_desk_waiting", "Requests that wait to be worked out.", services.desk.waiting),
        gauge(
            "vato_engine_processes", "Processes of the engine.", {each.name: each.processes for each in pools}, "pool"
        ),
        gauge("vato_engine_helpers", "Engines on other machines.", services.thinking.helpers),
        gauge("vato_engine_working", "Those that have a job.", {each.name: each.working for each in pools}, "pool"),
        gauge("vato_engine_waiting", "Jobs that wait for one.", {each.name: each.waiting for each in pools}, "pool"),
    )


def _of_process() -> list[Family]:
    """Return what is known of any process, by the names that all programs use."""
    used = time.process_time()
    found = [
        Family("process_cpu_seconds_total", "counter", "Processor time of this process alone.", [("", {}, used)]),
        gauge("process_start_time_seconds", "When it started.", STARTED),
    ]
    if sys.platform == "linux":
        with suppress(OSError, ValueError, IndexError):
            import resource

            pages = int(Path("/proc/self/statm").read_text().split()[1])
            found += [
                gauge("process_resident_memory_bytes", "Memory in use.", pages * os.sysconf("SC_PAGE_SIZE")),
                gauge("process_open_fds", "Files and connections open.", len([*Path("/proc/self/fd").iterdir()])),
                gauge("process_max_fds", "How many may be.", resource.getrlimit(resource.RLIMIT_NOFILE)[0]),
            ]
    return found
