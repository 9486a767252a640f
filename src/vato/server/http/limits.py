"""How often somebody may do something: token buckets kept in memory, forgotten when the server stops.

Servers of the same games tell each other what was taken from those that are to hold for all of them together; while
they cannot, each gives out its share.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from vato.server.http.refusals import Refusal, too_fast

MOST_BUCKETS = 50_000
"""Buckets beyond this are thrown away, full ones first; nobody fills the memory by coming under many names."""

FAULTS_PER_REQUEST = 20
"""So many mistakes in what somebody sends count as a request, or a message, more: to find thousands takes long."""

ADDRESS_FACTOR = 4
"""How many times as much as a visitor an address may do, behind which several people may sit."""


@lru_cache(maxsize=10_000)
def place_of(host: str) -> str:
    """Return what counts as one address: of the newer kind, a whole network is handed out to one person.

    >>> place_of("192.0.2.7"), place_of("2001:db8:1:2:3:4:5:6"), place_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))


@dataclass
class Bucket:
    """Tokens that come back at a rate; whoever takes one too many is refused."""

    tokens: float
    seen: float


class Rate:
    """A rate, kept for each key apart: so many at once, and so many a second in the long run."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._buckets: dict[str, Bucket] = {}
        self.share = 1.0
        """The part of it that is given out here."""

    def allows(self, key: str, cost: float = 1) -> bool:
        """Take a token if one is left; return whether it was."""
        now = time.monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._drop_full(now)
            bucket = self._buckets[key] = Bucket(self._burst, now)
        more = (now - bucket.seen) * self._per_second
        bucket.tokens = min(self.share * self._burst, bucket.tokens + self.share * more)
        bucket.seen = now
        if bucket.tokens < cost:
            return False
        bucket.tokens -= cost
        return True

    def charge(self, key: str, cost: float) -> None:
        """Take tokens for what was done already, more than there are if need be: it is paid before anything else."""
        self.allows(key, 0)
        bucket = self._buckets[key]
        bucket.tokens = max(bucket.tokens - cost, -self._burst)

    def _drop_full(self, now: float) -> None:
        kept = {
            key: bucket
            for key, bucket in self._buckets.items()
            if bucket.tokens < self.share * (self._burst - (now - bucket.seen) * self._per_second)
        }
        self._buckets = kept if len(kept) < MOST_BUCKETS else {}


class Allowance:
    """A rate for each visitor, who may be made up, and a wider one for each address."""

    def __init__(
        self, burst: float, per_second: float, tell: Callable[[str | None, str, float], None] = lambda *_: None
    ) -> None:
        self._rates = Rate(burst, per_second), Rate(ADDRESS_FACTOR * burst, ADDRESS_FACTOR * per_second)
        self._tell = tell
        """Tells other servers what was taken here."""

    def take(self, visitor: str | None, address: str, cost: float = 1) -> None:
        """Take so many tokens, or refuse."""
        visitors, addresses = self._rates
        if visitor is not None and not visitors.allows(visitor, cost):
            raise too_fast()
        if not addresses.allows(address, cost):
            raise too_fast()
        self._tell(visitor, address, cost)

    def taken_elsewhere(self, visitor: str | None, address: str, cost: float) -> None:
        """Know what another server has given out."""
        visitors, addresses = self._rates
        if visitor is not None:
            visitors.charge(visitor, cost)
        addresses.charge(address, cost)

    def share(self, part: float) -> None:
        """Give out this part of it only."""
        for rate in self._rates:
            rate.share = part


class Places:
    """How many things of a kind each key may hold at the same time."""

    def __init__(self, most: int, refusal: Callable[[], Refusal]) -> None:
        self._most = most
        self._refusal = refusal
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._held.total()

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold a place, or refuse."""
        if self._held[key] >= self._most:
            raise self._refusal()
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
