"""What the server counts and times while it runs, and how Prometheus reads it.

Everything is counted on the event loop, so nothing is locked; each process counts for itself. What can be looked up
when somebody asks is not counted here: http/figures.py reads it from where it is.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import NamedTuple

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Up to where the cells of a histogram reach."""


class Family(NamedTuple):
    """All numbers of one name, as Prometheus knows them."""

    name: str
    kind: str
    about: str
    samples: list[tuple[str, dict[str, str], float]]
    """Each with what follows the name, and its labels."""


class Count:
    """Something that happens, counted, by one label where there is one."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self._name, self._about, self._label = name, about, label
        self._counts: Counter[str] = Counter() if label else Counter({"": 0})

    def add(self, amount: int = 1, of: str = "") -> None:
        """Count something; `of` is the value of the label."""
        self._counts[of] += amount

    def family(self) -> Family:
        """Return what was counted."""
        samples = [("", _labels(self._label, of), float(count)) for of, count in self._counts.items()]
        return Family(self._name, "counter", self._about, samples)


class Times:
    """How long something takes, in the cells of a histogram, by one label where there is one."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self._name, self._about, self._label = name, about, label
        self._cells: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(SECONDS) + 1))
        self._sums: defaultdict[str, float] = defaultdict(float)
        if not label:
            self._cells[""]

    def note(self, seconds: float, of: str = "") -> None:
        """Note how long it took once; `of` is the value of the label."""
        self._cells[of][bisect_left(SECONDS, seconds)] += 1
        self._sums[of] += seconds

    @contextmanager
    def timed(self, of: str = "") -> Iterator[None]:
        """Note how long it takes to come to an end; what fails is not counted."""
        begin = time.perf_counter()
        yield
        self.note(time.perf_counter() - begin, of)

    def family(self) -> Family:
        """Return what was noted."""
        samples: list[tuple[str, dict[str, str], float]] = []
        for of, cells in self._cells.items():
            labels = _labels(self._label, of)
            for edge, below in zip((*map(str, SECONDS), "+Inf"), accumulate(cells), strict=True):
                samples.append(("_bucket", {**labels, "le": edge}, below))
            samples += [("_sum", labels, self._sums[of]), ("_count", labels, sum(cells))]
        return Family(self._name, "histogram", self._about, samples)


REQUESTS = Times("vato_request_seconds", "Requests, from the last byte of the head to the end of the answer.", "status")
ACTIONS = Times("vato_action_seconds", "What players did, from when it was read to its acknowledgement.", "kind")
COMMITS = Times("vato_commit_seconds", "Commits of games to the database.")
TELLING = Times("vato_telling_seconds", "From an acknowledgement until the state waits for everybody who looks.")
LOOP_LAG = Times("vato_loop_lag_seconds", "How much later than it should the event loop woke, twice a second.")
ENGINE_WAITS = Times("vato_engine_wait_seconds", "How long jobs waited for a process of the engine.", "pool")
ENGINE_JOBS = Times("vato_engine_job_seconds", "How long the engine had a job, or a slice of one.", "pool")
MOVES = Count("vato_moves_total", "Moves committed, those of the computer included.")
PAIRINGS = Count("vato_pairings_total", "Games of two who found each other in the lobby, by way of this server.")
REFUSALS = Count("vato_refusals_total", "What was refused, by the code that clients are told.", "code")
STORAGE_ERRORS = Count("vato_storage_errors_total", "What could not be read from the database or written to it.")
ENGINES_LOST = Count("vato_engines_lost_total", "Processes of the engine that were replaced.")
LINES_CUT = Count("vato_lines_cut_total", "Connections cut as there were too many.")

COUNTED = (
    *(REQUESTS, ACTIONS, COMMITS, TELLING, LOOP_LAG, ENGINE_WAITS, ENGINE_JOBS),
    *(MOVES, PAIRINGS, REFUSALS, STORAGE_ERRORS, ENGINES_LOST, LINES_CUT),
)


def gauge(name: str, about: str, values: dict[str, float] | float, label: str = "") -> Family:
    """Return something that is looked up: one number, or one for each value of a label."""
    found = values if isinstance(values, dict) else {"": values}
    return Family(name, "gauge", about, [("", _labels(label, of), value) for of, value in found.items()])


def text(looked_up: Iterable[Family]) -> str:
    """Return everything that was counted, and what was looked up, as Prometheus reads it."""
    lines = []
    for name, kind, about, samples in (*(counted.family() for counted in COUNTED), *looked_up):
        lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
        for ending, labels, value in samples:
            written = ",".join(f'{label}="{_escaped(of)}"' for label, of in labels.items())
            lines.append(f"{name}{ending}{{{written}}} {value!r}" if written else f"{name}{ending} {value!r}")
    return "\n".join(lines) + "\n"


def _labels(label: str, of: str) -> dict[str, str]:
    return {label: of} if label else {}


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
