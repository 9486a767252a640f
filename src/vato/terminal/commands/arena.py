"""`vato arena`: many games between two players, and what they say about who is stronger."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from vato import catalog
from vato.engine.limits import Limit
from vato.errors import VatoError
from vato.terminal import language
from vato.terminal.engine import load
from vato.terminal.game_options import NOTHING, Chosen, with_setup
from vato.terminal.help_text import compose
from vato.terminal.options import AsJson, Rules, checked_seconds, explain_names, most_levels, named_game, names_of_games
from vato.terminal.progress import NowAndThen, error_console
from vato.terminal.screen import Explained, Screen, printable
from vato.text import Listing, Number, Text

if TYPE_CHECKING:
    from vato.contest.arena import Arena
    from vato.contest.rating import Estimate, Sprt, Tally

EXAMPLE = "vato arena engine greedy --games 20 --nodes 5000"
DEFAULT_SECONDS = 0.1
MOST_GAMES = 1_000_000
MOST_JOBS = 256
POINTS = ("0", "½", "1", "1½", "2")
VERDICTS = {None: Text("undecided"), "accepted": Text("accepted"), "rejected": Text("rejected")}
OURS = ("engine", "level")
"""How the players begin that need the engine."""


def _explain_player() -> str:
    return compose(
        Text("random, greedy, engine, 'level 1' to 'level {most}', or 'ugi: PROGRAM ARGUMENTS'.", most=most_levels())
    )


@with_setup
def arena(
    first_player: Annotated[str, typer.Argument(metavar="A", help=_explain_player())],
    second_player: Annotated[str, typer.Argument(metavar="B", help="Likewise.")],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help=explain_names(names_of_games()))] = named_game(),
    rules: Rules = None,
    setup: Chosen = NOTHING,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games: two for each opening.")] = 200,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Think so long about each turn: 0.1.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="Look at so many positions: repeatable.")
    ] = None,
    clock: Annotated[
        str | None, typer.Option("--clock", metavar="S+S", help="A clock for each game, and what a turn adds: 10+0.1.")
    ] = None,
    opening_turns: Annotated[
        int, typer.Option("--opening-turns", metavar="N", help="How many random turns a game begins with.")
    ] = 4,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", help="How many games are played at once.")] = 2,
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="ELO,ELO", help="Stop when it is sure which of the two A has: 0,10.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Decides the openings.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep the games here, and go on with those it holds.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let A play against B and say who is stronger. Each opening is played twice, with the sides exchanged."""
    from vato.contest.arena import Arena, run

    start = catalog.new(game, rules=rules, **setup)
    limit = _limit(seconds, nodes, clock)
    if not (2 <= games <= MOST_GAMES and games % 2 == 0):
        raise VatoError("--games is an even number from 2 to {most}: each opening is played twice.", most=MOST_GAMES)
    if not 1 <= jobs <= MOST_JOBS:
        raise VatoError("{name} goes from {least} to {most}.", name="--jobs", least=1, most=MOST_JOBS)
    test = None if sprt is None else _sprt(sprt)
    if any(text.strip().startswith(OURS) for text in (first_player, second_player)):
        load(game).close()  # before the clocks run, and with a word about it
    contest = Arena.on(start, (first_player, second_player), limit, opening_turns, seed)
    with _progress(games) as told:
        try:
            tally = run(contest, games, jobs=jobs, sprt=test, out=out, told=told)
        except KeyboardInterrupt:
            if out is not None:
                print(language.say(Text("Stopped; the same command goes on from here.")), file=sys.stderr)
            raise
    if as_json:
        print(json.dumps(_as_json(contest, tally), indent=2))
    else:
        _show(Screen(), contest, tally)


def _limit(seconds: float | None, nodes: int | None, clock: str | None) -> Limit:
    if sum(option is not None for option in (seconds, nodes, clock)) > 1:
        raise VatoError("Choose one of {options}.", options=Listing(("--seconds", "--nodes", "--clock")))
    if nodes is not None:
        if not 1 <= nodes < 2**62:
            raise VatoError("{name} is a number from {least}.", name="--nodes", least=1)
        return Limit(nodes=nodes)
    if clock is not None:
        found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?", clock)
        if not found or not 0 < float(found[1]) <= 86_400 or float(found[2] or 0) > 3600:
            raise VatoError("--clock is seconds for the game and for each turn, such as 10+0.1.")
        return Limit(clock_seconds=float(found[1]), increment_seconds=float(found[2] or 0))
    return Limit(seconds=checked_seconds(DEFAULT_SECONDS if seconds is None else seconds))


def _sprt(text: str) -> Sprt:
    from vato.contest.rating import Sprt

    number = r"\s*(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)\s*"
    found = re.fullmatch(f"{number},{number}", text)
    if not found or not float(found[1]) < float(found[2]):
        raise VatoError("--sprt is two differences in Elo, the smaller first, such as 0,10.")
    return Sprt(float(found[1]), float(found[2]))


@contextmanager
def _progress(games: int) -> Iterator[Callable[[Tally], None]]:
    """Give a function that shows the tally on the standard error, which leaves the standard output to the result."""
    console = error_console()
    if console.is_terminal:
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("", total=games)
            yield lambda tally: bar.update(task, completed=len(tally), description=_glance(tally))
        return
    lines = NowAndThen(console)
    yield lambda tally: lines.print(lambda: f"{len(tally)} / {games}: {_glance(tally)}")


def _glance(tally: Tally) -> str:
    lost, drawn, won = tally.games
    found = tally.estimate
    elo = f", Elo {language.say(_elo(found))}" if found else ""
    return f"+{won} ={drawn} -{lost}{elo}"


def _elo(found: Estimate) -> Text:
    """Return a difference with its error, or as far as it is known.

    >>> from vato.contest.rating import estimate
    >>> _elo(estimate([34, 54, 63, 64, 75])), _elo(estimate([0, 0, 1, 0, 4])), _elo(estimate([0, 0, 0, 0, 5]))
    ('+56 ± 28 (95 %)', '+382, ≥ +168 (95 %)', 'cannot be measured with these games')
    """
    if math.isfinite(found.error):
        return Text("{elo:+.0f} ± {error:.0f} (95 %)", elo=found.elo, error=found.error)
    if math.isfinite(found.low):
        return Text("{elo:+.0f}, ≥ {low:+.0f} (95 %)", elo=found.elo, low=found.low)
    if math.isfinite(found.high):
        return Text("{elo:+.0f}, ≤ {high:+.0f} (95 %)", elo=found.elo, high=found.high)
    return Text("cannot be measured with these games")


def _show(screen: Screen, contest: Arena, tally: Tally) -> None:
    from vato.contest.arena import pace

    lost, drawn, won = tally.games
    first, second = contest.players
    screen.say(f"{first} - {second}")
    results = Text("won: {won}, drawn: {drawn}, lost: {lost}", won=won, drawn=drawn, lost=lost)
    rows = [
        Explained(Text("played"), f"{contest.game}, {contest.rules}, {pace(contest.limit)}"),
        Explained(Text("games"), f"{won + drawn + lost}; {language.say(results)}"),
    ]
    if (found := tally.estimate) is not None:
        points = ", ".join(f"{each}: {count}" for count, each in zip(tally.pairs, POINTS, strict=True) if count)
        rows += [
            Explained(Text("score"), Number(found.score, ".1%")),
            Explained(Text("pairs by points"), points),
            Explained("Elo", _elo(found)),
            Explained(Text("likely the stronger"), Number(found.superiority, ".1%")),
        ]
    if tally.sprt is not None:
        rows.append(Explained("SPRT", _sprt_text(tally.sprt, tally)))
    for name, reasons in zip(contest.players, tally.failures, strict=True):
        if reasons:
            rows.append(Explained(Text("failures"), f"{name}: {len(reasons)} ({reasons[-1]})"))
    screen.table(rows)


def _sprt_text(test: Sprt, tally: Tally) -> str:
    low, high = test.bounds
    verdict = VERDICTS[tally.verdict]
    ratio = Number(test.ratio(tally.pairs), ".2f")
    within = f"{language.say(Number(low, '.2f'))} … {language.say(Number(high, '.2f'))}"
    return f"{test.elo0:+g} / {test.elo1:+g} Elo: {language.say(verdict)}, {language.say(ratio)} ({within})"


def _as_json(contest: Arena, tally: Tally) -> dict[str, Any]:
    from vato.contest.arena import pace

    lost, drawn, won = tally.games
    found, test = tally.estimate, tally.sprt
    answer: dict[str, Any] = {
        "players": contest.players,
        "game": contest.game,
        "rules": contest.rules,
        "position": contest.position,
        "limit": pace(contest.limit),
        "games": won + drawn + lost,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "pairs": tally.pairs,
        "failures": [[printable(reason) for reason in reasons] for reasons in tally.failures],
    }
    if found is not None:
        numbers = {"elo": found.elo, "elo_low": found.low, "elo_high": found.high}
        answer |= {"score": found.score, "superiority": found.superiority}
        answer |= {name: round(value, 2) if math.isfinite(value) else None for name, value in numbers.items()}
    if test is not None:
        ratio = round(test.ratio(tally.pairs), 4)
        answer["sprt"] = {"elo0": test.elo0, "elo1": test.elo1, "ratio": ratio, "bounds": test.bounds}
        answer["sprt"]["verdict"] = tally.verdict
    return answer
