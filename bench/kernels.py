"""How fast the kernels are: against the plain boards, on two threads against one, and under each rule set.

All that is compared runs in one process, in turn, so the ratios hold on a noisy machine; two threads need two idle
processors, though.
"""

from __future__ import annotations

import random
from functools import partial

import vato
from bench.specification import best_of
from vato import catalog
from vato.playouts import playouts

ROUNDS = 5
DEEP = {"fanorona": (4, 7), "squadro": (5, 12)}
"""How deep the plain board and the kernel count."""
ALIKE = {
    "classic": "turns=2",
    "vela": "turns=2 phase=2",
    "standard,blocked=draws,quiet_turns=999": "",
}
"""Rules that ask more of the kernel, and what the start must say for them to have the same turns as the standard."""


def play_plainly(board: vato.Board, games: int) -> None:
    """Play random games on a plain board."""
    rng = random.Random(1)
    for _ in range(games):
        game = board.copy()
        while game.legal_moves:
            game.push(rng.choice(game.legal_moves))


def against_the_board() -> None:
    """Print how many turns and random games a second the kernel and the plain board manage."""
    print("the kernel against the plain board, in thousands a second")
    for game, (plain_depth, depth) in DEEP.items():
        board = vato.new(game)
        plain_turns, turns = vato.perft(board, plain_depth), vato.perft(board, depth)
        plain, kernel, plain_games, kernel_games = best_of(
            [
                partial(vato.perft, board, plain_depth, plain=True),
                partial(vato.perft, board, depth),
                partial(play_plainly, board, 20),
                partial(playouts, board, 50_000),
            ],
            ROUNDS,
        )
        for what, slow, fast in (
            ("turns counted", plain_turns / plain, turns / kernel),
            ("random games", 20 / plain_games, 50_000 / kernel_games),
        ):
            print(f"  {game} {what}: {slow / 1000:8.2f} {fast / 1000:10.1f}  {fast / slow:5.0f} times as fast")


def two_threads() -> None:
    """Print how much faster two threads are than one."""
    print("two threads against one")
    for game, (_, depth) in DEEP.items():
        board = vato.new(game)
        one, two, one_playing, two_playing = best_of(
            [
                *(partial(vato.perft, board, depth, threads) for threads in (1, 2)),
                *(partial(playouts, board, 200_000, threads=threads) for threads in (1, 2)),
            ],
            ROUNDS,
        )
        print(f"  {game}: counting {one / two:.2f} times as fast, random games {one_playing / two_playing:.2f}")


def rule_sets() -> None:
    """Print what it costs to ask for rules that change nothing, and how fast each rule set is on its own."""
    start = vato.new("fanorona").position
    boards = [vato.new("fanorona", rules=rules, position=f"{start} {more}") for rules, more in ALIKE.items()]
    boards.insert(0, vato.new("fanorona"))
    kernel = catalog.find("fanorona").kernel
    assert kernel is not None
    count = kernel().count
    assert len({count(board, 4) for board in boards}) == 1
    standard, *others = best_of([partial(count, board, 6) for board in boards], ROUNDS)
    print("the same turns under other rules: time against the standard")
    for name, seconds in zip(ALIKE, others, strict=True):
        print(f"  {name}: {seconds / standard:.2f}")
    print("each rule set's own games: millions of turns a second counted, and played at random")
    for name in catalog.find("fanorona").rules.known:
        board = vato.new("fanorona", rules=name)
        depth = 8 if name == "vela" else 5
        turns, played = vato.perft(board, depth), playouts(board, 20_000).turns
        counting, playing = best_of([partial(count, board, depth), partial(playouts, board, 20_000)], ROUNDS)
        print(f"  {name}: {turns / counting / 1e6:6.1f} {played / playing / 1e6:6.1f}")


if __name__ == "__main__":
    against_the_board()
    two_threads()
    rule_sets()
