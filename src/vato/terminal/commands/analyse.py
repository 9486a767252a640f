"""`vato analyse`: the best lines of a position, ranked, with the board after the best move."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.cells import cell_len
from rich.text import Text as Styled

from vato import catalog
from vato.board import Board
from vato.book import Page
from vato.engine.analysis import Score
from vato.engine.limits import MOST_LINES, Limit
from vato.errors import VatoError
from vato.knowledge import Bounds, Fact, Facts, Patience, Proven, Result
from vato.terminal import files, language
from vato.terminal.engine import load, think
from vato.terminal.game_options import NOTHING, Chosen, with_setup
from vato.terminal.options import (
    AsJson,
    HashSize,
    Rules,
    Solution,
    Threads,
    checked_seconds,
    game_argument,
    has_engine,
    named_game,
)
from vato.terminal.progress import NowAndThen, error_console
from vato.terminal.screen import Explained, Screen
from vato.text import Number, Text

if TYPE_CHECKING:
    from vato.engine import Analysis, Line

EXAMPLE = f"vato analyse {named_game(has_engine)} --seconds 5"
DEFAULT_SECONDS = 2.0
PATIENCE = 5_000_000
"""How many positions may be looked at to tell how far the ends are."""


@with_setup
def analyse(
    game: Annotated[str, game_argument(has_engine)],
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="The position as text; without it, the start.")
    ] = None,
    rules: Rules = None,
    setup: Chosen = NOTHING,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", help="How long to think; 2 if nothing else limits it."),
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", help="How many turns deep to think.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", help="How many positions to look at.")] = None,
    lines: Annotated[int, typer.Option("--lines", metavar="N", help="How many moves to rank.")] = 3,
    threads: Threads = 1,
    hash_mb: HashSize = 64,
    as_json: AsJson = False,
    solution: Solution = None,
    facts: Annotated[
        bool, typer.Option("--facts", help="Say of every move what it leads to, where that is known exactly.")
    ] = False,
    book: Annotated[
        bool, typer.Option("--book", help="Say of every move what the opening book makes of it, where it knows.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the best move as SVG, too.")
    ] = None,
) -> None:
    """Think about a position and print the best moves. Ctrl-C ends the thinking early."""
    start = catalog.new(game, rules=rules, position=position, **setup)
    start.refuse_if_over()
    limit = _limit(seconds, depth, nodes)
    _check_lines(lines)
    knowledge = catalog.known(game, solution)
    page = _page(start) if book else None
    with load(game, threads, hash_mb, knowledge) as engine, _progress() as told:
        found = think(engine, start, limit, lines, told)
        if facts and knowledge is not None:
            found = replace(found, facts=knowledge.facts(start, Patience(PATIENCE)))
    if as_json:
        print(json.dumps({**_as_json(start, found), "book": _book(page)}))
    else:
        screen = Screen()
        _show(screen, start, found)
        if facts:
            _show_facts(screen, start, found)
        if book:
            _show_book(screen, page)
    if picture is not None:
        files.deliver(start.svg(move=found.move), picture)


def _limit(seconds: float | None, depth: int | None, nodes: int | None) -> Limit:
    for name, value in (("--depth", depth), ("--nodes", nodes)):
        if value is not None and not 1 <= value < 2**62:
            raise VatoError("{name} is a number from {least}.", name=name, least=1)
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_SECONDS
    return Limit(seconds=None if seconds is None else checked_seconds(seconds), depth=depth, nodes=nodes)


def _check_lines(lines: int) -> None:
    if not 1 <= lines <= MOST_LINES:
        raise VatoError("{name} goes from {least} to {most}.", name="--lines", least=1, most=MOST_LINES)


@contextmanager
def _progress() -> Iterator[Callable[[Analysis], None]]:
    """Give a function that shows what is found, on the standard error to leave the standard output to the result."""
    console = error_console()
    if console.is_terminal:
        with console.status(language.say(Text("Thinking; Ctrl-C ends it"))) as status:
            yield lambda found: status.update(Styled(_glance(found), no_wrap=True, overflow="ellipsis"))
        return
    lines = NowAndThen(console)
    yield lambda found: lines.print(lambda: _glance(found))


def _glance(found: Analysis) -> str:
    return f"{found.move} {language.say(_spoken(found.score))}  {language.say(_effort(found))}"


def _show(screen: Screen, start: Board, found: Analysis) -> None:
    side = start.sides[start.turn]
    after = start.copy()
    after.push(found.move)
    screen.board(after)
    if found.fact is not None:
        screen.say(Text("What follows is known exactly: how the game ends if both play as well as possible."))
    elif found.proven is not None:
        screen.say(_proven(start, found.proven.bounds))
    screen.say(
        Text(
            "Best for {side}: {move} ({score}), played above.", side=side, move=found.move, score=_worth(found.lines[0])
        )
    )
    scores = [language.say(_worth(line)) for line in found.lines]
    width = max(map(cell_len, scores))
    for number, (score, line) in enumerate(zip(scores, found.lines, strict=True), start=1):
        screen.line(f"{number:>2}  {score}{' ' * (width - cell_len(score))} ", [str(move) for move in line.moves])
    screen.say(_effort(found))


def _effort(found: Analysis) -> Text:
    return Text(
        "Depth: {depth}; positions: {nodes}; time: {seconds} s; positions per second: {rate}.",
        depth=found.depth,
        nodes=Number(found.nodes),
        seconds=Number(found.seconds, ".2f"),
        rate=Number(_speed(found)),
    )


def _spoken(score: Score) -> str:
    if score.wins_in is not None:
        return _in_turns(True, score.wins_in)
    if score.loses_in is not None:
        return _in_turns(False, score.loses_in)
    return Number(score.value / 100, "+.2f")


def _worth(line: Line) -> str:
    """Return what a line is worth: how it ends if that is known, else how good it looks."""
    return _spoken(line.score) if line.fact is None else _result(line.fact)


def _result(fact: Fact) -> str:
    if fact.result == Result.DRAWN:
        return Text("draw")
    if fact.turns is None:
        return Text("wins") if fact.result == Result.WON else Text("loses")
    return _in_turns(fact.result == Result.WON, fact.turns)


def _in_turns(wins: bool, turns: int) -> Text:
    return Text("wins in {turns}", turns=turns) if wins else Text("loses in {turns}", turns=turns)


def _proven(start: Board, bounds: Bounds) -> Text:
    """Return what is proven of a position for the player to move, and what is open."""
    mover, other = start.sides[start.turn], start.sides[1 - start.turn]
    if (result := bounds.result) is not None:
        if result == Result.DRAWN:
            return Text("Drawn: proven.")
        return Text("Wins: {side}, proven.", side=mover if result == Result.WON else other)
    side = mover if bounds.least == Result.DRAWN else other
    return Text("Does not lose: {side}, proven; whether that side wins is open.", side=side)


def _is_open(bounds: Bounds) -> bool:
    """Return whether a move may lose, for all that is proven."""
    return bounds.least == Result.LOST < bounds.most


def _show_proven(screen: Screen, start: Board, proven: Proven) -> None:
    screen.say(Text("What is proven of each move:"))
    screen.table(
        Explained(str(move), Text("open") if _is_open(bounds) else _proven(start, bounds))
        for move, bounds in sorted(proven.moves.items(), key=lambda pair: -pair[1].least)
    )


def _show_facts(screen: Screen, start: Board, found: Analysis) -> None:
    known = found.facts
    if known is None:
        if found.proven is not None:
            _show_proven(screen, start, found.proven)
        else:
            screen.say(Text("Nothing is known exactly about this position."))
        return
    keeping = known.keeping() if len(known.keeping()) < len(known.moves) else ()
    ranked = sorted(known.moves.items(), key=lambda pair: pair[1].worth, reverse=True)
    screen.table(
        Explained(
            str(move), Text("{result}: keeps the result", result=_result(fact)) if move in keeping else _result(fact)
        )
        for move, fact in ranked
    )


def _page(start: Board) -> Page | None:
    book = catalog.book(start.game)
    if book is None:
        raise VatoError("There is no opening book for {game}; leave out --book.", game=start.game)
    return book.page(start)


def _show_book(screen: Screen, page: Page | None) -> None:
    if page is None:
        screen.say(Text("The opening book does not have this position."))
        return
    screen.say(Text("The opening book gives this position {score}.", score=_spoken(Score(page.value))))
    screen.table(Explained(str(each.move), _spoken(Score(each.value))) for each in page.moves)


def _book(page: Page | None) -> dict[str, Any] | None:
    if page is None:
        return None
    return {"value": page.value, "moves": {str(each.move): each.value for each in page.moves}}


def _speed(found: Analysis) -> int:
    return round(found.nodes / max(found.seconds, 1e-6))


def _as_json(start: Board, found: Analysis) -> dict[str, Any]:
    return {
        "game": start.game,
        "rules": start.rules.name,
        "position": start.position,
        "move": str(found.move),
        "score": _score(found.score),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "nodes_per_second": _speed(found),
        "lines": [_line(line) for line in found.lines],
        "known": None if found.facts is None else _facts(found.facts),
        "proven": None if found.proven is None else _bounds(found.proven),
    }


def _bounds(proven: Proven) -> dict[str, Any]:
    def words(bounds: Bounds) -> dict[str, str]:
        return {"least": bounds.least.word, "most": bounds.most.word}

    keeping = proven.keeping()
    return {
        **words(proven.bounds),
        "moves": {str(move): {**words(bounds), "keeps": move in keeping} for move, bounds in proven.moves.items()},
    }


def _facts(known: Facts) -> dict[str, Any]:
    return {
        **_fact(known.fact),
        "moves": {str(move): {**_fact(fact), "keeps": move in known.keeping()} for move, fact in known.moves.items()},
    }


def _fact(fact: Fact) -> dict[str, Any]:
    return {"result": fact.result.word, "turns": fact.turns}


def _line(line: Line) -> dict[str, Any]:
    return {
        "move": str(line.move),
        "score": _score(line.score),
        "moves": [str(move) for move in line.moves],
        "known": None if line.fact is None else _fact(line.fact),
    }


def _score(score: Score) -> dict[str, Any]:
    return {"value": score.value, "wins_in": score.wins_in, "loses_in": score.loses_in, "text": str(score)}
