"""Several processes that serve one port: started, replaced when they die, and ended together.

This process only watches. Each worker is a whole server, and knows no more of this one than that it ends with it, and
is told by it which others have ended; what they have in common is the database, and hints (play/hints.py).
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from vato.errors import VatoError
from vato.server.settings import Log, Settings

PATIENCE_SECONDS = 8.0
"""For the workers to end when they are told to, beside the time they have for handing over sockets."""
PAUSE_SECONDS = 1.0
"""Before one is replaced that died as soon as it was started."""
SHORT_SECONDS = 5.0

logger = logging.getLogger("vato.server")
Work = Callable[[Settings, socket.socket, Callable[[], None], socket.socket | None, Log, Connection], None]


class Worker:
    """One of the processes."""

    def __init__(
        self, work: Work, settings: Settings, listening: socket.socket, figures: socket.socket | None, log: Log
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.name = secrets.token_hex(8)
        named = replace(settings, name=self.name)
        self.process: SpawnProcess = context.Process(target=_be, args=(work, named, listening, figures, theirs, log))
        self.began = time.monotonic()
        self.process.start()
        theirs.close()

    def tell_of_end(self, other: Worker) -> None:
        """Tell it that another one has ended, so that it need not wait until that is taken for dead."""
        with suppress(OSError):  # it ends itself
            self.line.send(other.name)


def serve(
    work: Work,
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    figures: Sequence[socket.socket],
    log: Log,
) -> None:
    """Let several processes do the work until this one is told to stop."""
    told, telling = os.pipe()
    workers: list[Worker] = []
    signals: list[int] = []

    def stop(number: int, _: Any) -> None:
        signals.append(number)
        os.write(telling, b"stop")
        if len(signals) > 1:  # somebody is in a hurry
            for worker in workers:
                worker.process.terminate()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)

    def started(place: int) -> Worker:
        return Worker(work, settings, listening, figures[place] if figures else None, log)

    try:
        workers += [started(place) for place in range(settings.workers)]
        getting_ready = {worker.line for worker in workers}
        while True:
            found = wait([told, *getting_ready, *(worker.process.sentinel for worker in workers)])
            if told in found:
                return
            for line in getting_ready.intersection(found):
                getting_ready.discard(line)
                if not getting_ready and all(worker.process.is_alive() for worker in workers):
                    ready()
            for place, worker in enumerate(workers):
                if worker.process.sentinel in found:
                    if getting_ready:
                        raise VatoError("A worker could not start; the lines before this one say why.")
                    logger.warning("Worker %s has ended and is replaced.", worker.process.pid)
                    for other in workers:
                        other.tell_of_end(worker)
                    if time.monotonic() - worker.began < SHORT_SECONDS:
                        time.sleep(PAUSE_SECONDS)
                    worker.line.close()
                    workers[place] = started(place)
    finally:
        _end([worker.process for worker in workers], settings.drain_seconds + PATIENCE_SECONDS)


def _end(processes: list[SpawnProcess], seconds: float) -> None:
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + seconds
    for process in processes:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def _be(
    work: Work,
    settings: Settings,
    listening: socket.socket,
    figures: socket.socket | None,
    line: Connection,
    log: Log,
) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(settings, listening, lambda: line.send(True), figures, log, line)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE_SECONDS)
    os._exit(1)
