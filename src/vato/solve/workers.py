"""Who does the tasks: processes of this machine, a Dask cluster, or threads that share this machine's GPU.

All are given the same function and the same jobs, and all give the same bytes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from vato.errors import VatoError

Returned = TypeVar("Returned")
PATIENCE_SECONDS = 10.0
"""How long a scheduler may take to answer."""
MOST_PROCESSES = 8
"""A process takes up to 450 MB, and all together at most 4 GiB."""


class Workers:
    """Somebody to hand jobs to."""

    def __init__(self, executor: Executor, width: int, device: str, memory: int | None = None) -> None:
        self._executor = executor
        self.width = width
        """How many jobs to hand out at a time."""
        self.device = device
        self.memory = memory
        """How many bytes of memory they share, if that is known."""

    def submit(self, function: Callable[..., Returned], *arguments: Any) -> Future[Returned]:
        """Hand out a job."""
        return self._executor.submit(function, *arguments)


@contextmanager
def local(processes: int) -> Iterator[Workers]:
    """Give workers that are processes of this machine."""
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(lifeline,))
    try:
        # One job waits for each process, so that none waits for a job.
        yield Workers(executor, 2 * processes, "processor", _memory())
    except BrokenProcessPool:
        raise VatoError("A worker process was ended from outside; the same command goes on from here.") from None
    except KeyboardInterrupt:
        held.close()  # whoever stops does not wait for a job that may take an hour
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        held.close()
        lifeline.close()


def _memory() -> int | None:
    """Return how much memory this machine has, if it says so."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _begin(lifeline: Connection) -> None:
    """Leave interrupts to the parent, and end when it lets go of the other end of a line, or ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_without, args=(lifeline,), daemon=True).start()


def _end_without(lifeline: Connection) -> None:
    with suppress(OSError):  # by which some systems say that the other end is gone
        lifeline.poll(None)
    os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Give the workers of a Dask cluster, by the address of its scheduler; all must see the folder by the same name."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise VatoError("A cluster needs dask.distributed: pip install 'vato[cluster]'.") from None
    try:
        client = Client(address, timeout=PATIENCE_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise VatoError("There is no scheduler at {address}.", address=address) from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise VatoError("The scheduler at {address} has no workers.", address=address)
        with client.get_executor(pure=False) as executor:
            yield Workers(executor, 2 * threads, "processor")


@contextmanager
def gpu(threads: int) -> Iterator[Workers]:
    """Give threads that read and write, and leave the computing to the GPU."""
    try:
        import cupy

        available = cupy.cuda.is_available()
    except ImportError:
        available = False
    if not available:
        raise VatoError("No GPU can be used here: --gpu needs an NVIDIA one and pip install 'vato[gpu]'.")
    executor = ThreadPoolExecutor(threads)
    try:
        yield Workers(executor, 2 * threads, "gpu", cupy.cuda.Device().mem_info[1])
    finally:
        executor.shutdown(cancel_futures=True)
