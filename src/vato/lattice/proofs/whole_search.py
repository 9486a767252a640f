"""A claim about a whole board settled by threads, and what it leans on found to stand: the search behind a proof.

Owns the memory that threads share, and what of it is kept between runs. A claim counts as settled once support.py finds
that it stands; what does not is searched again.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from vato.errors import VatoError
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.directory import Directory
from vato.lattice.proofs.choice import chosen_of
from vato.lattice.proofs.claims import LOSES, WINS
from vato.lattice.proofs.contract import ProvenGame
from vato.lattice.proofs.shared_claims import (
    BUCKET_BYTES,
    BUSY_MASK,
    CLAIM_AT,
    DRIVEN_OUT,
    FAR,
    MOST_WORK,
    ROW_BITS,
    SLOTS,
    USED,
    SharedClaims,
    count_work,
    key_of,
    list_settled,
    mixed,
    numbers_of,
    smallest_image,
    take_settled,
)
from vato.lattice.proofs.shared_search import (
    CHILD_COLUMNS,
    COLUMNS,
    COUNTERS,
    DONE,
    LOOKED_AT,
    TOO_LITTLE_ROOM,
    Bench,
    Ground,
    search,
)
from vato.lattice.proofs.support import (
    NO_ORDER,
    ROOM,
    Support,
    collect,
    index_again,
    known_again,
    make_known,
    number_of,
    prune,
    take_down,
)
from vato.text import Number

MOST_THREADS = 15
TURNS, CLAIMS, DEPTH, LEANING_ROOM = 1 << 18, 1 << 18, 1 << ROW_BITS, 1 << 18
"""Room that a thread has for the turns of a position, for what all claims on the way depend on, for the way, and for
disproofs that lean on others."""
BENCH_BYTES = 64 << 20
"""What a thread takes at most beside the table."""
LOOK_SECONDS = 0.2
ROUNDS_TOGETHER = 6
"""After so many rounds in which not all stood, one thread goes on alone: it mistakes nothing."""

Keys = Any
Report = Callable[[int], None]
"""Takes how many positions were looked at."""


class Root(NamedTuple):
    """A claim to be settled."""

    own: np.uint64
    enemy: np.uint64
    stage: int
    claim: int


class Shown(NamedTuple):
    """What shows a claim: a way to play, as claims in which the other is to move."""

    proven: bool
    claims: int
    """How many claims there were to choose from."""
    keys: Keys
    """Those chosen, what a proof leans on before itself."""


class Stopped(Exception):
    """The search was told to stop, or the time is over."""


class WholeSearch:
    """Threads, and the table of claims that they share."""

    def __init__(self, game: ProvenGame, board: Any, directory: Directory, claims_bytes: int, threads: int) -> None:
        kernel, large = game.endings.kernel(), game.large
        if large is None:
            raise NotSolvable("There is no proof of boards as large as this.")
        self.large = large
        self.game, self.board, self.threads = game, board, min(threads, MOST_THREADS)
        self._memory = directory, kernel.table_of(board), large.weights()
        self.ground = Ground(
            np.uint64(self._memory[1].ctypes.data),
            len(board.points.all),
            kernel.rules_of(board),
            directory.address,
            directory.stones,
            np.uint64(self._memory[2].ctypes.data),
        )
        buckets = max(1 << 10, claims_bytes // BUCKET_BYTES)
        # No bucket lies across more lines of the processor's cache than it must.
        spare = np.zeros((buckets + 1) * BUCKET_BYTES // 8, np.uint64)
        self._words = spare[-spare.ctypes.data % BUCKET_BYTES // 8 :]
        self._busy = np.zeros(int(BUSY_MASK) + 1, np.uint8)
        self._stop = np.zeros(1, np.int64)
        self._known_count = 0
        self.shared = SharedClaims(
            np.uint64(self._words.ctypes.data),
            buckets,
            np.uint64(self._busy.ctypes.data),
            np.zeros((1 << 10, 2), np.uint64),
            self._stop,
        )
        self._benches = [_bench(number) for number in range(self.threads)]
        self.looked_at_before = 0

    @property
    def looked_at(self) -> int:
        """How many positions were looked at."""
        return self.looked_at_before + self._counted(LOOKED_AT)

    @property
    def full(self) -> float:
        """How much of the table is in use."""
        return self._counted(USED) / (self.shared.buckets * SLOTS)

    @property
    def driven_out(self) -> int:
        """How many claims had to make room for others."""
        return self._counted(DRIVEN_OUT)

    def _counted(self, counter: int) -> int:
        return sum(int(bench.counters[counter]) for bench in self._benches)

    def root(self, board: Any, claim: int) -> Root:
        """Return a claim about the player to move on a board."""
        position = self.game.claimed(board)
        points = len(board.points.all)
        own, enemy = smallest_image(self.ground.geometry, points, position.own, position.enemy)
        return Root(np.uint64(own), np.uint64(enemy), int(self.large.stage(board)), claim)

    def show(self, root: Root, report: Report, until: float = float("inf")) -> Shown:
        """Settle a claim, and return what shows it; raise `Stopped` when the time has come."""
        rounds = 0
        while True:
            threads = self.threads if rounds < ROUNDS_TOGETHER else 1
            self.settle(lambda: [root] if self.is_settled(root) is None else [], report, until, threads)
            shown = self._support(root, self.is_settled(root) is True)
            if shown is not None:
                return shown
            rounds += 1

    def is_settled(self, root: Root) -> bool | None:
        """Return whether a claim is found to be proven or disproven, which need not stand yet; None if neither."""
        proof, disproof = numbers_of(self.shared, *_key(root))
        if proof == 0:
            return True
        return False if disproof == 0 and proof == FAR else None

    def settle(self, wanted: Callable[[], list[Root]], report: Report, until: float, threads: int) -> None:
        """Let threads search until no claim is wanted any more; raise `Stopped` when the time has come."""
        self._stop[0] = 0
        ends: list[int] = []
        at_work: Counter[Root] = Counter()
        lock = threading.Lock()

        def work(bench: Bench) -> None:
            end = DONE
            while end == DONE:
                with lock:
                    waiting = wanted()
                    if not waiting:
                        break
                    root = min(waiting, key=at_work.__getitem__)
                    at_work[root] += 1
                end = search(self.ground, self.shared, bench, *root)
                with lock:
                    at_work[root] -= 1
            ends.append(end)

        if not wanted():
            return
        crew = [threading.Thread(target=work, args=(bench,), daemon=True) for bench in self._benches[:threads]]
        for each in crew:
            each.start()
        try:
            while any(each.is_alive() for each in crew):
                for each in crew:
                    each.join(LOOK_SECONDS / len(crew))
                report(self.looked_at)
                if time.monotonic() > until or TOO_LITTLE_ROOM in ends or not wanted():
                    self._stop[0] = 1
        finally:
            self._stop[0] = 1
            for each in crew:
                each.join()
        self._busy[:] = 0
        if TOO_LITTLE_ROOM in ends:
            raise VatoError(
                "The proof is too large for this memory: {count} positions were looked at.",
                count=Number(self.looked_at),
            )
        if wanted():
            raise Stopped

    def _support(self, root: Root, proof: bool) -> Shown | None:
        """Return what shows a settled claim, or None if not all stands, which is then taken out of the table."""
        support = self._collected(root, proof)
        count = int(support.sizes[0])
        order = np.empty(count, np.int64)
        left = prune(support, proof, order)
        self._remember(support, order, proof, left)
        if order[0] == NO_ORDER:
            take_down(self.shared, support, order)
            return None
        found = chosen_of(support, proof, order)
        other = LOSES if proof else WINS
        keys = support.keys[found]
        theirs = keys[:, 0] >> CLAIM_AT & np.uint64(1) == other
        keys, orders = keys[theirs], order[found][theirs]
        return Shown(proof, count, keys[np.argsort(orders, kind="stable")] if proof else keys)

    def _collected(self, root: Root, proof: bool) -> Support:
        size, on = 1 << 16, 1 << 18
        support = Support(
            np.zeros((size, 2), np.uint64),
            np.zeros(size, np.uint8),
            np.zeros(size + 1, np.int64),
            np.zeros(on, np.int32),
            np.zeros(4 * size, np.int32),
            np.zeros(2, np.int64),
        )
        number_of(support, *_key(root))
        while not collect(self.ground, self.shared, self._benches[0], support, proof):
            count, seen_to = map(int, support.sizes)
            if count + ROOM > len(support.keys):
                size = 2 * len(support.keys)
                support = support._replace(
                    keys=_longer(support.keys, size),
                    states=_longer(support.states, size),
                    begins=_longer(support.begins, size + 1),
                )
            if int(support.begins[seen_to]) + ROOM > len(support.on):
                support = support._replace(on=_longer(support.on, 2 * len(support.on)))
            if 2 * count > len(support.index):
                support = support._replace(index=np.zeros(4 * len(support.index), np.int32))
                index_again(support)
        return support

    def _remember(self, support: Support, order: Any, proof: bool, new: int) -> None:
        known = self.shared.known
        if 2 * (self._known_count + new) > len(known):
            size = len(known)
            while size < 4 * (self._known_count + new):
                size *= 2
            larger = np.zeros((size, 2), np.uint64)
            known_again(known, larger)
            self.shared = self.shared._replace(known=larger)
        self._known_count += make_known(self.shared.known, support, order, proof)

    # Kept between runs

    def kept(self, most: int) -> Keys:
        """Return the settled claims that took the most work, at most so many."""
        counts = np.zeros(MOST_WORK + 1, np.int64)
        count_work(self.shared, counts)
        least, found = MOST_WORK + 1, 0
        while least > 0 and found + counts[least - 1] <= most:
            least -= 1
            found += int(counts[least])
        listed = np.zeros((found, 2), np.uint64)
        return listed[: list_settled(self.shared, least, listed)]

    def take(self, listed: Keys) -> None:
        """Bring claims into the table that were kept."""
        take_settled(self.shared, self._benches[0].counters, listed)


def _key(root: Root) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return a claim's key and where it is spread to; what compiled code returns has lost its sign."""
    first, second = map(np.uint64, key_of(*root))
    return first, second, np.uint64(mixed(first, second))


def _bench(number: int) -> Bench:
    return Bench(
        number,
        np.empty((TURNS, 2), np.uint64),
        np.zeros((2, 2 * TURNS, 3), np.uint64),
        np.zeros((CLAIMS, CHILD_COLUMNS), np.uint64),
        np.zeros((DEPTH, COLUMNS), np.uint64),
        np.zeros(1 << 16, np.int32),
        np.zeros((LEANING_ROOM, 3), np.uint64),
        np.zeros(COUNTERS, np.int64),
    )


def _longer(array: Any, size: int) -> Any:
    found = np.zeros((size, *array.shape[1:]), array.dtype)
    found[: len(array)] = array
    return found
