"""The handle of a thinking: what one holds while an engine thinks. Knows neither engine nor search."""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Generic, Self
from weakref import WeakSet

from vato.engine.analysis import Analysis
from vato.moves import MoveT_co

Told = Callable[[Analysis[MoveT_co]], None]


class Thought(Generic[MoveT_co]):
    """What an engine thinks about a board: it can be watched, awaited, and stopped at any time, even before it begins.

    In a `with` it is stopped at the end of the block, and elsewhere at the end of the program.

    >>> import vato
    >>> with vato.Engine("squadro") as engine, engine.start(vato.new("squadro"), vato.Limit(depth=3)) as thought:
    ...     [found.depth for found in thought], thought.result().depth
    ([1, 2, 3, 3], 3)
    """

    def __init__(
        self,
        think: Callable[[Told[MoveT_co]], Analysis[MoveT_co]],
        stop: Callable[[], None],
        told: Told[MoveT_co] | None = None,
    ) -> None:
        """Call `think` in a thread of its own with a function for what it finds on the way; `stop` ends it soon."""
        self._think = think
        self._stop = stop
        self._told = told
        self._answer: Future[Analysis[MoveT_co]] = Future()
        self._answer.set_running_or_notify_cancel()
        self._steps: list[Analysis[MoveT_co]] = []
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="vato thinking", daemon=True)
        self._thread.start()
        _thoughts.add(self)

    def stop(self) -> None:
        """End the thinking soon, with what it has found; while it waits for others to end, with any legal move."""
        self._stop()

    @property
    def done(self) -> bool:
        """Whether the thinking is over."""
        return self._answer.done()

    def result(self, timeout: float | None = None) -> Analysis[MoveT_co]:
        """Wait for the end of the thinking, `timeout` seconds at most, and return what it has found.

        Raise `TimeoutError` if it goes on for longer; it then still goes on.
        """
        found = self._answer.result(timeout)
        self._thread.join()
        return found

    def __iter__(self) -> Iterator[Analysis[MoveT_co]]:
        """Yield what is found while it is found, from the first step to the result."""
        number = 0
        while (step := self._step(number)) is not None:
            yield step
            number += 1
        yield self.result()

    def __await__(self) -> Generator[Any, None, Analysis[MoveT_co]]:
        """Wait without blocking the event loop; cancelling stops the thinking."""
        return self._awaited().__await__()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
        self._thread.join()

    async def _awaited(self) -> Analysis[MoveT_co]:
        answer = asyncio.wrap_future(self._answer)
        try:
            await asyncio.wait([answer])
        except asyncio.CancelledError:
            self.stop()
            await asyncio.wait([answer])
            raise
        finally:
            if answer.done():
                self._thread.join()
                answer.exception()  # asyncio would complain of one that nobody has looked at
        return answer.result()

    def _run(self) -> None:
        try:
            found = self._think(self._note)
        except BaseException as error:  # handed to whoever waits
            self._answer.set_exception(error)
        else:
            self._answer.set_result(found)
        with self._news:
            self._news.notify_all()

    def _step(self, number: int) -> Analysis[MoveT_co] | None:
        """Wait for the step of a number; return None if the thinking ended before it."""
        with self._news:
            self._news.wait_for(lambda: len(self._steps) > number or self._answer.done())
            return self._steps[number] if len(self._steps) > number else None

    def _note(self, step: Any) -> None:
        with self._news:
            self._steps.append(step)
            self._news.notify_all()
        if self._told is not None:
            self._told(step)


_thoughts: WeakSet[Thought[Any]] = WeakSet()


@atexit.register
def _stop_all() -> None:
    """Let a program end that has not waited for what it started, and might think for ever."""
    for thought in list(_thoughts):
        thought.stop()
        thought._thread.join()
