"""Positions with few stones chosen for people: with a single good turn, won but not at once, won as late as can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from vato.knowledge import Fact, Result
from vato.lattice.endgames.contract import StoneGame
from vato.lattice.endgames.endgames import Endgames
from vato.lattice.endgames.numbers import pairs
from vato.lattice.points import board_of
from vato.solve.folder import Folder
from vato.solve.packed import Packed

GREED, CARE = 0.5, 0.8
"""How often a player takes the most stones while there are many, and plays no mistake once there are few."""
TURNS = 12
"""How many turns an ending is followed."""


@dataclass(frozen=True)
class EndgameSamples:
    """What is chosen from a game's endings, on its usual board by its usual rules."""

    game: StoneGame
    stones: range
    """How many stones a puzzle has."""
    trained: tuple[tuple[int, int], ...]
    """The stones of both sides in endings to train, as many as there are tables of that are made in seconds."""
    soonest: int
    """A win in fewer turns of both players together is no puzzle."""

    def only_moves(self, folder: Path, seed: int) -> Iterator[str]:
        """Yield positions, not lost yet, in which a single turn keeps the result, for ever: of games and of set-ups."""
        random = Random(seed)
        seen: set[str] = set()
        with Endgames(self.game, folder) as endgames:
            while True:
                by_game = random.random() < 0.5
                ending = self.played_down(random) if by_game else self.set_up(*self.level(random), random)
                for position in self.followed(ending, endgames, random):
                    if position not in seen:
                        seen.add(position)
                        yield position

    def played_down(self, random: Random) -> Any:
        """Return the ending of a game in which both take what they can; it may be over, or have begun."""
        board = self.game.start(self.game.usual_rules, board_of(self.game.usual_board))
        while stones_of(board) not in self.stones and board.outcome() is None:
            moves = list(board.legal_moves)
            random.shuffle(moves)
            if random.random() < GREED:
                moves.sort(key=lambda move: -sum(len(step.captured) for step in move.steps))
            board.push(moves[0])
        return board

    def level(self, random: Random) -> tuple[int, int]:
        """Return how many stones the player to move and the other have: as many, or one more or less."""
        count = random.choice(self.stones)
        mover = (count + random.randrange(2)) // 2
        return mover, count - mover

    def set_up(self, movers: int, others: int, random: Random) -> Any:
        """Return a board with so many stones somewhere, White to move."""
        points = board_of(self.game.usual_board)
        places = random.sample(points.all, movers + others)
        stones = dict.fromkeys(points.all) | {point: int(number >= movers) for number, point in enumerate(places)}
        return self.game.placed(self.game.usual_rules, points, stones)

    def followed(self, board: Any, endgames: Endgames, random: Random) -> Iterator[str]:
        """Yield the positions of an ending that are puzzles, as both play on with some mistakes."""
        for _ in range(TURNS):
            if stones_of(board) not in self.stones or board.outcome() is not None:
                return
            facts = endgames.moves(board)
            best = next(iter(facts.values()))
            keeping = [move for move, fact in facts.items() if fact.result == best.result]
            if len(keeping) == 1 and self.is_puzzle(best):
                yield board.position
            board.push(random.choice(keeping if random.random() < CARE else list(facts)))

    def is_puzzle(self, best: Fact) -> bool:
        """Return whether something is to be found: no loss, no win at once, no draw by a turn that ends the game."""
        return best.result != Result.LOST and (best.turns is None or best.turns >= self.soonest)

    def won_endings(self, folder: Path, seed: int) -> Iterator[str]:
        """Yield positions that White, who is to move and cannot capture yet, wins, for ever: of each class in turn."""
        random = Random(seed)
        with Endgames(self.game, folder) as endgames:
            for movers, others in cycle(self.trained):
                board = self.set_up(movers, others, random)
                while board.outcome() is not None or can_capture(board) or endgames.look_up(board).result != Result.WON:
                    board = self.set_up(movers, others, random)
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


def can_capture(board: Any) -> bool:
    """Return whether the player to move can capture."""
    return any(move.steps[0].captured for move in board.legal_moves)


def stones_of(board: Any) -> int:
    """Return how many stones there are."""
    return sum(owner is not None for owner in board.stones.values())
