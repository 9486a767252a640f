"""Makes the opening book of a game that has the engine, by long analysis on many cores: `scripts/book GAME FOLDER`.

    python -m tools.make_book fanorona book-analysis --positions standard=60000 classic=15000 strict=15000

For each rule set there is a tree of positions. Its leaves were searched; to expand one is to search every position that
its moves lead to. Values go up the tree: a position is worth what its best move is worth. The leaf to be expanded next
is the one that is nearest to good play, counting what every move on the way gives away against the best one there, and
something for each turn: so good lines become long, and bad replies are there, too, but not for long.

What was analysed stands in the folder, a line for each expansion. Stopped or killed at any time, the maker goes on from
there, also with other numbers. It needs NumPy, Numba, platformdirs and typing-extensions, nothing else.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

from vato import catalog
from vato.board import Board
from vato.book import FILE, before, ended, key_of, packed
from vato.compiled.contract import SURE
from vato.engine.analysis import Analysis, Line, Score
from vato.engine.deepen import Deepener
from vato.engine.limits import Limit
from vato.engine.work import Work
from vato.errors import VatoError

NODES = 200_000
HASH_MB = 32
MARGIN, GLANCE = 200, 16
"""Moves that fall short of the best one by more hundredths are searched with so much fewer nodes."""
TURN_COST = 25
"""What a turn counts on the way to a leaf, in hundredths: ten good turns are as far as one that gives 250 away."""
LEAST_CHOSEN, SHARE_CHOSEN = 24, 0.04
"""How many leaves are chosen at once: at least, and of all that are expanded."""
SWEEPS = 60
"""How often values are carried up the tree at most: positions that come again in a circle never settle."""
PROGRESS_SECONDS = 5.0


class Valuer(Deepener):
    """Finds what positions are worth, and does not spend time on writing down how the game would go on."""

    def _analysis(self, work: Work[Any], depth: int, results: list[tuple[int, list[tuple[int, int]]]]) -> Analysis[Any]:
        line: Line[Any] = Line(None, Score(results[0][0], work.board.turn), ())
        return Analysis((line,), depth, self._nodes(), work.seconds)


_valuers: dict[str, Valuer] = {}


def valuer_of(game: str) -> Valuer:
    """Return this process's valuer of a game."""
    if game not in _valuers:
        if (kernel := catalog.find(game).kernel) is None:
            raise VatoError("There is no engine for {game}, which a book is made with.", game=game)
        _valuers[game] = Valuer(kernel(), 1, HASH_MB)
    return _valuers[game]


class Task(NamedTuple):
    """Positions to be searched, all that the moves of one lead to, but for those that are known."""

    game: str
    rules: str
    positions: list[str]
    nodes: int

    def search(self) -> list[int]:
        """Return what the positions are worth for the player to move.

        Those that seem to be no good for who moved there are only glanced at: what the last tenth is in a bad move
        matters to nobody.
        """
        boards = [catalog.new(self.game, rules=self.rules, position=position) for position in self.positions]
        values = [self._value(board, self.nodes // GLANCE) for board in boards]
        searched: set[int] = set()
        while True:
            near = min(values, default=0) + MARGIN
            rest = [number for number, value in enumerate(values) if value <= near and number not in searched]
            if not rest:
                return values
            number = min(rest, key=lambda number: values[number])
            values[number] = self._value(boards[number], self.nodes)
            searched.add(number)

    def _value(self, board: Board, nodes: int) -> int:
        valuer, kernel = valuer_of(self.game), catalog.find(self.game).kernel
        assert kernel is not None
        valuer.load(board)
        work = Work(board, Limit(nodes=max(1, nodes)), 1, kernel())
        return valuer.think(work, lambda _: None).score.value


@dataclass(slots=True)
class Node:
    """A position of the tree."""

    position: str
    """Nothing if the game is over."""
    value: int
    """What the search found, or how the game ended, for the player to move."""
    worth: int
    """The same by what was expanded below."""
    children: list[int] | None = None


class Tree:
    """The positions that were analysed for a rule set, and the file in which they stand."""

    def __init__(self, game: str, rules: str, folder: Path, target: int) -> None:
        self.game, self.rules, self.target = game, rules, target
        board = catalog.new(game, rules=rules)
        self.root, self.start = key_of(board), board.position
        self.nodes = {self.root: Node(board.position, 0, 0)}
        self.expanded: list[int] = []
        self.asked: set[int] = set()
        """Leaves that are being expanded."""
        self._waiting: list[int] = []
        self._file = self._resume(folder / f"{rules}.jsonl")

    def _resume(self, path: Path) -> IO[str]:
        """Take in what a file holds, cut off a line that was not written whole, and return it to be added to."""
        whole = 0
        if path.exists():
            with path.open("rb") as file:
                for line in file:
                    try:
                        parent, children = json.loads(line if line.endswith(b"\n") else b"")
                        self._add(parent, children)
                    except (ValueError, KeyError) as error:
                        if file.read(1):
                            raise VatoError(
                                "Line {number} of {path} is damaged; cut the file off before it, and go on.",
                                number=len(self.expanded) + 1,
                                path=str(path),
                            ) from error
                        break
                    whole += len(line)
        opened = path.open("a", encoding="utf-8")
        opened.truncate(whole)
        return opened

    def _add(self, parent: int, children: list[tuple[int, int, str]]) -> None:
        node = self.nodes[parent]
        for key, value, position in children:
            self.nodes.setdefault(key, Node(position, value, value))
        node.children = [key for key, *_ in children]
        self.expanded.append(parent)

    def add(self, parent: int, children: list[tuple[int, int, str]]) -> None:
        """Expand a leaf, and write it down."""
        self._add(parent, children)
        self.asked.discard(parent)
        self._file.write(json.dumps([parent, children], separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def share(self) -> float:
        """How much of what is wanted is there, or soon will be."""
        per_leaf = len(self.nodes) / max(1, len(self.expanded))
        return (len(self.nodes) + per_leaf * len(self.asked)) / self.target

    def next_leaf(self) -> int | None:
        """Return the leaf to be expanded next; None while nothing can be."""
        if not self._waiting:
            self.carry_up()
            count = max(LEAST_CHOSEN, int(SHARE_CHOSEN * len(self.expanded)))
            self._waiting = list(self._nearest(count))[::-1]
        if not self._waiting:
            return None
        leaf = self._waiting.pop()
        self.asked.add(leaf)
        return leaf

    def carry_up(self) -> None:
        """Give each position what its best move is worth."""
        for _ in range(SWEEPS):
            changed = False
            for key in reversed(self.expanded):
                node = self.nodes[key]
                assert node.children
                worth = max(before(self.nodes[child].worth) for child in node.children)
                changed |= worth != node.worth
                node.worth = worth
            if not changed:
                break

    def _nearest(self, count: int) -> Iterator[int]:
        """Yield the leaves that are nearest to good play."""
        heap, reached = [(0, self.root)], set()
        while heap and count:
            cost, key = heapq.heappop(heap)
            if key in reached:
                continue
            reached.add(key)
            node = self.nodes[key]
            if node.children is None:
                if key not in self.asked and node.position and abs(node.value) < SURE:
                    yield key
                    count -= 1
                continue
            for child in node.children:
                if child not in reached:
                    given_away = max(0, node.worth - before(self.nodes[child].worth))
                    heapq.heappush(heap, (cost + TURN_COST + min(given_away, SURE), child))

    def values(self) -> dict[int, int]:
        """Return what each position is worth whose game goes on."""
        self.carry_up()
        return {key: node.worth for key, node in self.nodes.items() if node.position}


@dataclass
class Expansion:
    """A leaf whose moves are being looked into."""

    tree: Tree
    parent: int
    children: list[tuple[int, int | None, str]]
    """Their keys, values as far as they are known, and positions."""

    @property
    def missing(self) -> list[str]:
        """The positions that must be searched."""
        return [position for _, value, position in self.children if value is None]

    def finish(self, values: Iterable[int]) -> None:
        """Add what was found to the tree."""
        found = iter(values)
        children = [(key, next(found) if value is None else value, position) for key, value, position in self.children]
        self.tree.add(self.parent, children)


def expansion_of(tree: Tree, leaf: int) -> Expansion:
    """Return what is to be searched to expand a leaf."""
    board = catalog.new(tree.game, rules=tree.rules, position=tree.nodes[leaf].position)
    children: dict[int, tuple[int, int | None, str]] = {}
    for move in list(board.legal_moves):
        board.push(move)
        key = key_of(board)
        if key not in children:
            known = tree.nodes.get(key)
            outcome = board.outcome()
            value = known.value if known else None if outcome is None else ended(outcome, board.turn)
            children[key] = key, value, "" if outcome else board.position
        board.pop()
    return Expansion(tree, leaf, list(children.values()))


def next_expansion(trees: Iterable[Tree]) -> Expansion | None:
    """Return what is to be searched next: for the tree that has least of what it should have, if anything can be."""
    for tree in sorted(trees, key=lambda tree: tree.share):
        if tree.share < 1 and (leaf := tree.next_leaf()) is not None:
            return expansion_of(tree, leaf)
    return None


def grow(trees: list[Tree], jobs: int, nodes: int, seconds: float) -> None:
    """Expand leaf after leaf, searching in processes of their own, until there is enough or the time is over."""
    for tree in trees:
        Task(tree.game, tree.rules, [tree.start], 1).search()  # compiles for all
    end = time.monotonic() + seconds
    progress = Progress(trees)
    pending: dict[Future[list[int]], Expansion] = {}
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        try:
            while True:
                while len(pending) < 2 * jobs and time.monotonic() < end:
                    if (expansion := next_expansion(trees)) is None:
                        break
                    task = Task(expansion.tree.game, expansion.tree.rules, expansion.missing, nodes)
                    pending[pool.submit(task.search)] = expansion
                if not pending:
                    break
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    pending.pop(future).finish(future.result())
                progress.tell()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class Progress:
    """Says now and then how far the trees are."""

    def __init__(self, trees: list[Tree]) -> None:
        self._trees = trees
        self._begin = self._told = time.monotonic()
        self._first = self._positions()

    def _positions(self) -> int:
        return sum(len(tree.nodes) for tree in self._trees)

    def tell(self) -> None:
        """Say how far they are, unless that was said just now."""
        now = time.monotonic()
        if now - self._told >= PROGRESS_SECONDS:
            self._told = now
            rate = (self._positions() - self._first) / (now - self._begin)
            each = ", ".join(f"{tree.rules} {len(tree.nodes):,} of {tree.target:,}" for tree in self._trees)
            print(f"{now - self._begin:5.0f} s: {each}; {rate:.0f} a second", file=sys.stderr, flush=True)


def wanted(text: str) -> tuple[str, int]:
    """Return the rule set and the number that `standard=60000` names."""
    rules, _, number = text.partition("=")
    if not number.isdecimal():
        raise argparse.ArgumentTypeError(f"write RULES=NUMBER, such as standard=60000, not {text!r}")
    return rules, int(number)


def main(arguments: list[str] | None = None) -> None:
    """Go on with the analysis, and write the book."""
    parser = argparse.ArgumentParser(
        prog="scripts/book",
        description="Make the opening book of a game by long analysis.",
        epilog="Example: scripts/book fanorona book-analysis --positions standard=60000 strict=15000 --seconds 3600",
    )
    parser.add_argument("game")
    parser.add_argument("folder", type=Path, help="where the analysis is kept, to go on with it another time")
    parser.add_argument("--positions", type=wanted, nargs="+", required=True, metavar="RULES=NUMBER")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"how many nodes a position is worth; {NODES:,}")
    parser.add_argument("--seconds", type=float, default=math.inf, help="how long to analyse at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes search; all cores")
    parser.add_argument("--out", type=Path, help="without it, the file that is shipped")
    wishes = parser.parse_args(arguments)
    try:
        game = catalog.find(wishes.game)
        assert game.folder is not None
        if min(wishes.nodes, wishes.jobs) < 1:
            raise VatoError("--nodes and --jobs are 1 or more.")
        rules = {name: game.read_rules(name).name for name, _ in wishes.positions}
        valuer_of(game.name)
        wishes.folder.mkdir(parents=True, exist_ok=True)
        trees = [Tree(game.name, rules[name], wishes.folder, target) for name, target in wishes.positions]
        grow(trees, wishes.jobs, wishes.nodes, wishes.seconds)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    except KeyboardInterrupt:
        sys.exit("vato: stopped; what was analysed is kept, and the same command goes on.")
    content = packed({tree.rules: tree.values() for tree in trees})
    for tree in trees:
        tree.close()
    out = wishes.out or game.folder / FILE
    out.write_bytes(content)
    held = ", ".join(f"{tree.rules} {len(tree.nodes):,}" for tree in trees)
    print(f"{out}: {len(content):,} bytes; {held} positions")


if __name__ == "__main__":
    main()
