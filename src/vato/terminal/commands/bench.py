"""`vato bench`: the engine's signature and speed."""

from __future__ import annotations

import json
from typing import Annotated

from vato import catalog
from vato.errors import VatoError
from vato.game import Game
from vato.terminal import language
from vato.terminal.engine import load
from vato.terminal.options import AsJson, game_argument, named_game
from vato.text import Text


def _has_positions(game: Game) -> bool:
    return bool(game.bench)


EXAMPLE = f"vato bench {named_game(_has_positions)}"


def bench(
    game: Annotated[str | None, game_argument(_has_positions)] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the engine on fixed positions.

    An engine that plays the same searches the same number of nodes on every machine; how fast it is depends on that.
    """
    from vato.engine.bench import run

    if game is not None and not _has_positions(catalog.find(game)):
        raise VatoError("There are no positions of {game} to measure the engine on.", game=game)
    results = []
    for result in run(game, load):
        results.append(result)
        if not as_json:
            rules, position, plies = result.position
            depth = language.say(Text("depth {depth}", depth=plies))
            print(f"{result.nodes:>10}  {result.game} {rules}, {depth}: {position}", flush=True)
    nodes, seconds = sum(result.nodes for result in results), sum(result.seconds for result in results)
    speed = round(nodes / max(seconds, 1e-6))
    if as_json:
        positions = [
            {
                "game": each.game,
                **each.position._asdict(),
                "nodes": each.nodes,
                "seconds": round(each.seconds, 3),
            }
            for each in results
        ]
        total = {"nodes": nodes, "seconds": round(seconds, 3), "nodes_per_second": speed, "positions": positions}
        print(json.dumps(total))
        return
    print()
    print(language.say(Text("Nodes searched: {nodes}", nodes=nodes)))
    print(language.say(Text("Nodes/second: {rate}", rate=speed)))
