"""`vato bench`: the engine's signature and speed."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from vato.terminal import voice
from vato.terminal.options import AsJson
from vato.terminal.thinking import load
from vato.text import Text


def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="fanorona or squadro.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the engine on fixed positions.

    An engine that plays the same searches the same number of nodes on every machine; how fast it is depends on that.
    """
    from vato.engine.bench import run

    results = []
    for result in run(game, load):
        results.append(result)
        if not as_json:
            task = result.task
            depth = voice.say(Text("depth {depth}", depth=task.depth))
            print(f"{result.nodes:>10}  {task.game} {task.rules}, {depth}: {task.position}", flush=True)
    nodes, seconds = sum(result.nodes for result in results), sum(result.seconds for result in results)
    speed = round(nodes / seconds)
    if as_json:
        positions = [asdict(each.task) | {"nodes": each.nodes, "seconds": round(each.seconds, 3)} for each in results]
        total = {"nodes": nodes, "seconds": round(seconds, 3), "nodes_per_second": speed, "positions": positions}
        print(json.dumps(total))
        return
    print()
    print(voice.say(Text("Nodes searched: {nodes}", nodes=nodes)))
    print(voice.say(Text("Nodes/second: {rate}", rate=speed)))
