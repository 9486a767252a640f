"""Shows by simulation how ratings and the lobby do, and writes the figures of docs/ratings.md to docs/ratings.json.

    nice python -m tools.simulate
    python -m tools.docs.generated

It takes a minute. The same seed gives the same figures, but for the cost of waves, which is measured.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.progress import track

from tools import simulated_lobby, simulated_ratings
from tools.docs import DOCS


def main(arguments: list[str] | None = None) -> None:
    """Simulate everything and write the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.simulate",
        description="Show by simulation how ratings and the lobby do.",
        epilog="Example: nice python -m tools.simulate --people 1000 --out figures.json",
    )
    parser.add_argument("--people", type=int, default=10_000, help="how many people are rated (10000)")
    parser.add_argument("--seed", type=int, default=1, help="decides every chance (1)")
    parser.add_argument("--out", type=Path, default=DOCS / "ratings.json", help="where to write (docs/ratings.json)")
    given = parser.parse_args(arguments)
    if given.people < 100:
        parser.error("Ratings are of 100 people at least; say --people 1000.")
    figures = {
        "people": given.people,
        "seed": given.seed,
        "ratings": {
            name: simulated_ratings.simulate(place, given.people, given.seed)
            for name, place in track(simulated_ratings.PLACES.items(), "Ratings")
        },
        "lobby": {
            name: {
                str(rate): simulated_lobby.simulate(pair, rate, given.seed)
                for rate in track(simulated_lobby.PER_MINUTE, f"Lobby, {name}")
            }
            for name, pair in simulated_lobby.LOBBIES.items()
        },
        "wave_ms": {
            name: {
                str(people): simulated_lobby.cost(pair, people, given.seed)
                for people in simulated_lobby.WAITING
                if name == "waves" or people <= simulated_lobby.MOST_FOR_BEST
            }
            for name, pair in simulated_lobby.LOBBIES.items()
        },
    }
    given.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
