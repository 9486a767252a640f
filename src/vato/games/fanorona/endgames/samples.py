"""Positions with few stones chosen for people: with a single good turn, won but not at once, won as late as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random

from vato.games.fanorona.board import Board
from vato.games.fanorona.endgames.endgames import Endgames
from vato.games.fanorona.endgames.numbers import pairs
from vato.games.fanorona.notation import Placement
from vato.games.fanorona.rulesets import STANDARD
from vato.knowledge import Fact, Result
from vato.lattice.points import board_of
from vato.solve.folder import Folder
from vato.solve.packed import Packed

STONES = range(4, 7)
GREED, CARE = 0.5, 0.8
"""How often a player takes the most stones while there are many, and plays no mistake once there are few."""
TURNS = 12
"""How many turns an ending is followed."""
TRAINED = (2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3)
"""The stones of both sides in endings to train: five at most, as such tables are made in seconds."""
SOONEST = 3
"""A win in fewer turns of both players together is no puzzle."""


def only_moves(folder: Path, seed: int, counts: Sequence[int] = STONES) -> Iterator[str]:
    """Yield positions, not lost yet, in which a single turn keeps the result, for ever: of games and of set-ups.

    Of both sides together they have one of these counts of stones.
    """
    random = Random(seed)
    seen: set[str] = set()
    with Endgames(folder) as endgames:
        while True:
            by_game = random.random() < 0.5
            ending = played_down(Board(STANDARD), random, counts) if by_game else set_up(*level(random, counts), random)
            for position in followed(ending, endgames, random, counts):
                if position not in seen:
                    seen.add(position)
                    yield position


def played_down(board: Board, random: Random, counts: Sequence[int]) -> Board:
    """Return the ending of a game from the start in which both take what they can; it may be over, or have begun."""
    while stones_of(board) not in counts and board.outcome() is None:
        moves = list(board.legal_moves)
        random.shuffle(moves)
        if random.random() < GREED:
            moves.sort(key=lambda move: -sum(len(step.captured) for step in move.steps))
        board.push(moves[0])
    return board


def level(random: Random, counts: Sequence[int]) -> tuple[int, int]:
    """Return how many stones the player to move and the other have: as many, or one more or less."""
    count = random.choice(counts)
    mover = (count + random.randrange(2)) // 2
    return mover, count - mover


def set_up(movers: int, others: int, random: Random) -> Board:
    """Return a board with so many stones somewhere, White to move."""
    points = board_of("9x5")
    places = random.sample(points.all, movers + others)
    stones = dict.fromkeys(points.all) | {point: int(number >= movers) for number, point in enumerate(places)}
    return Board(STANDARD, Placement(points, stones, 0, {}))


def followed(board: Board, endgames: Endgames, random: Random, counts: Sequence[int]) -> Iterator[str]:
    """Yield the positions of an ending that are puzzles, as both play on with some mistakes."""
    for _ in range(TURNS):
        if stones_of(board) not in counts or board.outcome() is not None:
            return
        facts = endgames.moves(board)
        best = next(iter(facts.values()))
        keeping = [move for move, fact in facts.items() if fact.result == best.result]
        if len(keeping) == 1 and is_puzzle(best):
            yield board.position
        board.push(random.choice(keeping if random.random() < CARE else list(facts)))


def is_puzzle(best: Fact) -> bool:
    """Return whether something is to be found: no loss, no win at once, no draw by a turn that ends the game."""
    return best.result != Result.LOST and (best.turns is None or best.turns >= SOONEST)


def won_endings(folder: Path, seed: int) -> Iterator[str]:
    """Yield positions that White, who is to move and cannot capture yet, wins, for ever: of each class in turn."""
    random = Random(seed)
    with Endgames(folder) as endgames:
        for movers, others in cycle(TRAINED):
            board = set_up(movers, others, random)
            while board.outcome() is not None or can_capture(board) or endgames.look_up(board).result != Result.WON:
                board = set_up(movers, others, random)
            yield board.position


def longest_wins(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield for each class that can be won what it is called and a position that takes longest to win."""
    found = Folder(folder)
    for stones in sorted(found.layers()):
        classes = []
        for pair in pairs(stones):
            with Packed(found.file(pair.name)) as file:
                classes += file.about["classes"]
        for each in sorted(classes, key=lambda each: int(each["mover"])):
            if "longest_win" in each:
                yield f"{each['mover']} against {each['other']}", each["longest_win"]["position"]


def can_capture(board: Board) -> bool:
    """Return whether the player to move can capture."""
    return any(board.all_capturing_steps(board.stones, board.turn))


def stones_of(board: Board) -> int:
    """Return how many stones there are."""
    return sum(owner is not None for owner in board.stones.values())
