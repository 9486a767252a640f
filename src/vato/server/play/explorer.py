"""The opening explorer: what the book, games played here and certificates say about a position; what games leave to it.

Positions are told apart as in a book (`vato.book.key_of`): mirror images are one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from vato import catalog, languages
from vato.board import Board, Player
from vato.book import DamagedBook, Lead, Page, key_of, leads_of
from vato.engine.analysis import Score as EngineScore
from vato.knowledge import Bounds, Proven, Result
from vato.server.engine.ending_tables import EndingTables
from vato.server.engine.findings import score_body
from vato.server.play.positions import is_crowded
from vato.server.store.model import Ends, StoredGame
from vato.server.wire import explorer as wire
from vato.server.wire.analysis import Score

PLIES = 24
"""Of how many turns of a game it is kept how it ended."""
LEAST_PLIES = 2
"""A game counts once each player has had a turn."""


def passed(game: StoredGame, board: Board, plies: int = PLIES) -> tuple[int, ...]:
    """Return the first positions of a game that is over, each once; none if its end tells nothing about them.

    What was not played here is not counted: nobody knows how it came about.
    """
    if game.brought or game.outcome is None or game.outcome.no_result or game.plies - game.base_plies < LEAST_PLIES:
        return ()
    replay = board.root()
    keys = {key_of(replay): None}
    for move in board.played[:plies]:
        replay.push(move)
        keys[key_of(replay)] = None
    return tuple(keys)


CountEnds = Callable[[str, str, Sequence[int]], Awaitable[dict[int, Ends]]]
"""Returns how games ended that came by positions of a game by some rules."""


async def explored(
    count: CountEnds, tables: EndingTables, board: Board, language: str, work: Callable[..., Awaitable[Any]]
) -> wire.Explored:
    """Return what is known of a position; `work` calls what takes its time."""
    if (certificates := catalog.find(board.game).proofs) is not None and certificates.is_about(board):
        # The first time takes a moment, which is not charged to whoever happens to ask.
        await asyncio.to_thread(certificates.read, board)
    key: int = await work(key_of, board)
    of_position = await count(board.game, board.rules.name, [key])
    proven: Proven | None = await work(_proven, tables, board)
    leads, page, problem = await work(_opened, board, key in of_position or proven is not None)
    of_moves = await count(board.game, board.rules.name, list(leads))
    names = opening_names(board)
    scores = {each.key: _score(each.value, board) for each in page.moves} if page else {}
    proofs = {} if proven is None else {key: _proof(proven.moves[lead.move], board.turn) for key, lead in leads.items()}
    best = () if proven is None else proven.best
    moves: list[wire.ExploredMove] = [
        {
            "move": str(lead.move),
            "opening": None if board.played else names.get(str(lead.move)),
            "score": scores.get(key),
            "ends": _ends(of_moves.get(key)),
            "proven": proofs.get(key),
            "keeps": lead.move in best,
        }
        for key, lead in leads.items()
        if key in scores or key in of_moves or proofs.get(key) is not None
    ]
    moves.sort(key=_rank)
    return {
        "opening": names.get(str(board.played[0])) if board.played else None,
        "score": _score(page.value, board) if page else None,
        "moves": moves,
        "ends": _ends(of_position.get(key)),
        "proven": None if proven is None else _proof(proven.bounds, board.turn),
        "problem": languages.say(language, problem) if problem else None,
    }


def _proven(tables: EndingTables, board: Board) -> Proven | None:
    """Return what certificates prove about a position."""
    if board.outcome() is not None or catalog.find(board.game).knowledge is None:
        return None
    return tables.ask(board.game, lambda knowledge: knowledge.proven(board))


def _proof(bounds: Bounds, mover: Player) -> wire.Proof | None:
    """Return what is proven for the player to move, from neither side's view."""
    if not bounds.tell:
        return None
    if (result := bounds.result) is not None and result != Result.DRAWN:
        winner = mover if result == Result.WON else 1 - mover
        return {"holds": [winner], "wins": winner}
    holding = (bounds.least == Result.DRAWN, mover), (bounds.most == Result.DRAWN, 1 - mover)
    return {"holds": sorted(player for holds, player in holding if holds), "wins": None}


def _opened(board: Board, visited: bool) -> tuple[Mapping[int, Lead], Page | None, DamagedBook | None]:
    """Return where the moves of a position lead, what the book says of it, and what is wrong with the book.

    To see where every move leads takes a moment, and is in vain where neither the book nor anybody here has been and
    nothing is proven; with millions of moves it would take all memory.
    """
    if board.outcome() is not None:
        return {}, None, None
    book, problem, is_there = catalog.book(board.game), None, False
    try:
        is_there = book is not None and book.value(board) is not None
    except DamagedBook as damaged:
        problem = damaged
    leads = leads_of(board) if (is_there or visited) and not is_crowded(board) else {}
    return leads, book.page(board, leads) if book is not None and is_there else None, problem


def _score(value: int, board: Board) -> Score:
    return score_body(EngineScore(value, board.turn), board.turn)


def opening_names(board: Board) -> dict[str, str]:
    """Return the traditional names of first moves, by the move; none unless the game began where they are played."""
    entry = catalog.find(board.game)
    usual = catalog.new(board.game, rules=board.rules)
    return {move: name for name, move in entry.openings.items()} if board.root() == usual else {}


def _rank(move: wire.ExploredMove) -> tuple[bool, bool, int, int]:
    """Return what puts first what is proven to hold, then the best, then what the book does not know, by its games."""
    score, ends = move["score"], move["ends"]
    return (
        not move["keeps"],
        score is None,
        0 if score is None else -score["value"],
        -(ends["first"] + ends["second"] + ends["drawn"]),
    )


def _ends(ends: Ends | None) -> wire.Ends:
    first, second, drawn, more = ends or Ends()
    return {"first": first, "second": second, "drawn": drawn, "more": more}
