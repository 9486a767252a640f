"""`vato solve`: a game solved, or its solution verified, with progress on the standard error."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.cells import cell_len

from vato import catalog
from vato.errors import VatoError
from vato.folders import solution_folder
from vato.game import Game
from vato.terminal import language
from vato.terminal.game_options import NOTHING, Chosen, with_solve_options
from vato.terminal.options import AsJson, Rules, game_argument, named_game
from vato.terminal.proof_progress import ProvingProgress, show_proven
from vato.terminal.solve_progress import SolvingProgress
from vato.text import Listing, Number, Text, why

if TYPE_CHECKING:
    from vato.solve.contract import Prover, Task
    from vato.solve.folder import Folder
    from vato.solve.plan import Plan
    from vato.solve.verify import CountsByTask
    from vato.solve.workers import Workers

NOTICE = Text("Compiling the solver (once, about fifteen seconds)")


def _has_solver(game: Game) -> bool:
    return game.solver is not None or game.prover is not None


EXAMPLE = f"vato solve {named_game(_has_solver)} --processes 2 --verify"


@with_solve_options
def solve(
    game: Annotated[str, game_argument(_has_solver)],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The solution's folder; without it, where vato looks by itself."),
    ] = None,
    choices: Chosen = NOTHING,
    rules: Rules = None,
    layers: Annotated[
        str | None,
        typer.Option("--layers", metavar="FROM-TO", help="Only these layers and what they need, such as 16-12."),
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", metavar="N", help="How many processes do it; without it, all cores.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Let a Dask cluster do it.")
    ] = None,
    use_gpu: Annotated[bool, typer.Option("--gpu", help="Let an NVIDIA GPU do it.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Verify the values, of what is there if it is not said how far to solve.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Solve a game, and say how many positions each side wins. Stopped at any moment, the same command goes on.

    Positions are counted for both sides to move. A damaged file is named and made again.

    What is small enough to be searched as a whole is proven: who wins from the start, with a certificate.
    """
    from vato.solve.folder import Folder
    from vato.solve.plan import Plan, prover_of
    from vato.solve.verify import kept

    choices = dict(choices) if rules is None else {**choices, "rules": rules}
    prover = None if layers else prover_of(game, choices)
    if prover is not None:
        folder = Folder(out or solution_folder(game, prover.CHOSEN))
        if not verify:
            _prove(game, prover, folder, _workers(processes, scheduler, use_gpu), processes or _cores(), as_json)
            return
        if prover.certificate(folder.path).exists():
            _check_proof(prover, folder, processes or _cores())
            if prover.tables is None:
                return
    entry = catalog.find(game)
    plan = Plan(entry.name, choices=choices)
    out = out or solution_folder(game, plan.solver.CHOSEN)
    folder = Folder(out)
    bound = next((option.name for option in entry.solve_options if option.last_layer), None)
    if verify and bound and bound not in choices and (more := max(folder.layers(), default=0)) > max(plan.layers):
        plan = Plan(entry.name, choices={**choices, bound: str(more)})
    chosen = plan.layers if layers is None else _read_layers(plan, layers)
    crew = _workers(processes, scheduler, use_gpu)
    solves = layers is not None or bound in choices or not verify
    with _explaining(out):
        if solves:
            folder.claim(game, plan.solver.CHOSEN)
        else:
            folder.expect(game, plan.solver.CHOSEN)
            chosen = [layer for layer in chosen if all(folder.has(task.name) for task in plan.of_layers([layer]))]
            if not chosen:
                raise VatoError("{out} holds no whole layer that could be verified.", out=out)
        with folder.alone(to_read=not solves):
            to_do = _to_do(plan, chosen, folder) if solves else []
            counts = _work(plan, to_do, chosen if verify else (), folder, crew)
        counts = counts or kept(plan, chosen, folder)
    _show(plan.solver.rows(counts), as_json)


def _prove(
    game: str,
    prover: Prover,
    folder: Folder,
    crew: AbstractContextManager[Workers],
    threads: int,
    as_json: bool,
) -> None:
    """Prove a whole game, with what must be solved for it."""
    from vato.solve.plan import Plan

    with _explaining(folder.path):
        folder.claim(game, prover.CHOSEN)
        with folder.alone():
            if prover.tables is not None:
                plan = Plan(game, choices=prover.tables)
                _work(plan, _to_do(plan, plan.layers, folder), (), folder, crew)
            if not prover.is_compiled():
                _say_that_it_compiles()
            with ProvingProgress() as progress:
                report = progress.looked_at, progress.damaged, progress.settled
                proven = prover.prove(folder.path, *report, threads=threads)
    show_proven(proven, prover.certificate(folder.path), as_json)


def _check_proof(prover: Prover, folder: Folder, threads: int) -> None:
    """Follow a certificate through all positions it leads to, and say that it shows what it claims."""
    with _explaining(folder.path), folder.alone(to_read=True), ProvingProgress(Text("checking")) as progress:
        followed = prover.check(folder.path, progress.looked_at, threads)
    count, plainly = Number(followed.positions), Number(followed.plainly)
    holds = Text("The certificate shows what it claims; positions it leads to: {count}", count=count)
    if followed.plainly < followed.positions:
        holds = Text(
            "The certificate shows what it claims; positions followed: {count}, of them by the plain rules, too: "
            "{plainly}",
            count=count,
            plainly=plainly,
        )
    print(language.say(holds), file=sys.stderr)


@contextmanager
def _explaining(out: Path) -> Iterator[None]:
    """Say in a sentence what is wrong with a folder, and that a run that was stopped can go on."""
    try:
        yield
    except KeyboardInterrupt:
        print(language.say(Text("Stopped; the same command goes on from here.")), file=sys.stderr)
        raise
    except OSError as error:
        raise VatoError("{out} cannot be used: {why}.", out=out, why=why(error)) from error


def _read_layers(plan: Plan, text: str) -> list[int]:
    found = re.fullmatch(r"\s*([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?\s*", text)
    first, last = plan.layers[0], plan.layers[-1]
    if found:
        ends = int(found[1]), int(found[2] or found[1])
        if all(end in plan.layers for end in ends):
            return [layer for layer in plan.layers if min(ends) <= layer <= max(ends)]
    raise VatoError(
        "--layers is a layer or two from {first} to {last}, such as {first}-{second}.",
        first=first,
        last=last,
        second=plan.layers[min(4, len(plan.layers) - 1)],
    )


def _workers(processes: int | None, scheduler: str | None, use_gpu: bool) -> AbstractContextManager[Workers]:
    from vato.solve import workers

    if scheduler is not None and use_gpu:
        raise VatoError("Choose one of {options}.", options=Listing(("--scheduler", "--gpu")))
    if processes is not None and not 1 <= processes <= workers.MOST_PROCESSES:
        raise VatoError("{name} goes from {least} to {most}.", name="--processes", least=1, most=workers.MOST_PROCESSES)
    if scheduler is not None:
        return workers.cluster(scheduler)
    count = min(processes or _cores(), workers.MOST_PROCESSES)
    return workers.gpu(count) if use_gpu else workers.local(count)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _to_do(plan: Plan, chosen: Sequence[int], folder: Folder) -> list[Task]:
    wanted = plan.of_layers(chosen)
    with SolvingProgress(Text("checking"), sum(folder.has(task.name) for task in wanted)) as progress:
        return plan.to_do(wanted, folder, progress.checked, progress.damaged)


def _work(
    plan: Plan, to_do: list[Task], verified: Sequence[int], folder: Folder, crew: AbstractContextManager[Workers]
) -> CountsByTask:
    """Do the tasks and verify the layers, if there is anything to do at all."""
    from vato.solve.capacity import make_fit
    from vato.solve.run import run
    from vato.solve.verify import verify

    if not to_do and not verified:
        return {}
    with crew as workers:
        make_fit(plan, to_do, plan.of_layers(verified), folder, workers)
        _load(plan, workers)
        if to_do:
            with SolvingProgress(Text("solving"), sum(task.effort for task in to_do)) as progress:
                run(plan, to_do, folder, workers, progress.done, progress.damaged)
        if not verified:
            return {}
        effort = sum(task.effort for task in plan.of_layers(verified))
        with SolvingProgress(Text("verifying"), effort) as progress:
            counts = verify(plan, verified, folder, workers, progress.done)
        if len(verified) == len(plan.layers):
            _census(plan.game, folder, workers)
        return counts


@cache
def _say_that_it_compiles() -> None:
    """Say it, but only once."""
    print(language.say(NOTICE), file=sys.stderr, flush=True)


def _load(plan: Plan, workers: Workers) -> None:
    if not plan.solver.is_compiled(workers.device):
        _say_that_it_compiles()
    plan.solver.load(workers.device)


def _census(game: str, folder: Folder, workers: Workers) -> None:
    """Count what can be reached from the start, if the game has something to compare that with."""
    from vato.solve.plan import CENSUS, Plan
    from vato.solve.verify import census

    if catalog.find(game).census is None:
        return
    forwards = Plan(game, CENSUS)
    forwards.solver.load(workers.device)
    with SolvingProgress(Text("counting"), sum(task.effort for task in forwards.tasks.values())) as progress:
        first, second, drawn = census(forwards, folder, workers, progress.done)
    reached = Text(
        "Reached from the start, as published: won: {first} and {second}, drawn: {drawn}.",
        first=Number(first),
        second=Number(second),
        drawn=Number(drawn),
    )
    print(language.say(reached), file=sys.stderr)


def _show(rows: list[dict[str, int]], as_json: bool) -> None:
    if as_json:
        print(json.dumps(rows))
        return
    said = [[language.say(name) for name in rows[0]]]
    said += [[language.say(Number(number)) for number in row.values()] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*said, strict=True)]
    for row in said:
        print("  ".join(" " * (width - cell_len(cell)) + cell for cell, width in zip(row, widths, strict=True)))
