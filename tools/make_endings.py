"""Makes what people train and replay from a game's tables: `scripts/endings GAME FOLDER`. Knows no game.

The game's samples propose won positions (`won_endings`) and name the longest wins (`longest_wins`). The former become
`training.txt` in the game's room, which `vato.learn.endings` reads; the latter are played out as records.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from vato import catalog, record
from vato.errors import VatoError
from vato.knowledge import Knowledge, Result, best_line
from vato.learn.endings import FILE
from vato.record import Record

COUNT = 60
"""How many endings a grade has."""
GRADES = range(5, 8), range(9, 14), range(15, 22), range(23, 30), range(31, 1000)
"""How many turns of both sides an ending of each grade takes."""
RECORDS = Path("docs/records")


def training(game: str, positions: Iterable[str], knowledge: Knowledge, count: int) -> Iterator[str]:
    """Yield the lines of the file: grade, turns, position and a best move, the shortest ending first."""
    found: list[dict[str, tuple[int, str]]] = [{} for _ in GRADES]
    for position in positions:
        board = catalog.new(game, position=position)
        facts = knowledge.facts(board)
        assert facts is not None
        assert facts.fact.result == Result.WON
        assert facts.fact.turns is not None
        for grade, band in zip(found, GRADES, strict=True):
            if facts.fact.turns in band and len(grade) < count:
                grade[position] = facts.fact.turns, str(facts.best()[0])
        if all(len(grade) == count for grade in found):
            break
    for number, grade in enumerate(found, start=1):
        for position, (turns, move) in sorted(grade.items(), key=lambda item: item[1][0]):
            yield f"{number} {turns} | {position} | {move}"


def longest(game: str, positions: Iterable[tuple[str, str]], knowledge: Knowledge) -> Iterator[Record]:
    """Yield a game for each position in which both sides play as well as possible."""
    for title, position in positions:
        board = catalog.new(game, position=position)
        for move in best_line(knowledge, board, 1000):
            board.push(move)
        played = Record.of(board, date="", headers={"Event": f"The longest win, {title}"})
        played.comment = f"Won in {len(played.turns)} turns of both sides, which is the best play of both."
        yield played


def main(arguments: list[str] | None = None) -> None:
    """Make the endings to train, and the records of the longest wins, again."""
    parser = argparse.ArgumentParser(
        prog="scripts/endings",
        description="Make what people train and replay from a game's tables.",
        epilog="Example: scripts/endings fanorona FOLDER",
    )
    parser.add_argument("game")
    parser.add_argument("solution", type=Path, help="the folder that `vato solve` has filled")
    parser.add_argument("--count", type=int, default=COUNT, help="endings of each grade")
    parser.add_argument("--seed", type=int, default=2_026)
    wishes = parser.parse_args(arguments)
    try:
        game = catalog.find(wishes.game)
        knowledge = catalog.known(game.name, wishes.solution)
        assert knowledge is not None
        samples = None if game.samples is None else game.samples()
        if samples is None or samples.won_endings is None or samples.longest_wins is None or game.folder is None:
            raise VatoError("There are no endings of {game} to make.", game=game.name)
        positions = samples.won_endings(wishes.solution, wishes.seed)
        lines = list(training(game.name, positions, knowledge, wishes.count))
        games = list(longest(game.name, samples.longest_wins(wishes.solution), knowledge))
    except VatoError as error:
        sys.exit(f"vato: {error}")
    trained = game.folder / FILE
    trained.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    RECORDS.mkdir(exist_ok=True)
    records = RECORDS / f"{game.name}-longest-wins.vato"
    records.write_text(record.write(games), encoding="utf-8")
    print(f"{trained}: {len(lines)} endings; {records}: {len(games)} games")


if __name__ == "__main__":
    main()
