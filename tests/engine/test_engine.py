"""The engine finds what is there, keeps its limits, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import itertools
import random
import threading
import time

import pytest

import vato
from tests.shared import UNPROVEN
from vato import Engine, Limit
from vato.engine.analysis import Score


@pytest.fixture(scope="module")
def fanorona() -> Engine:
    return Engine("fanorona", hash_mb=16)


@pytest.fixture(scope="module")
def squadro() -> Engine:
    return Engine("squadro", hash_mb=16)


def solved_three_by_three(most: int) -> dict[str, int]:
    """Return the value of every 3x3 position with few stones for the player to move, by plain backward reasoning.

    1 won, -1 lost, 0 drawn (nobody can force anything).
    """
    answers: dict[str, list[str]] = {}
    values: dict[str, int] = {}
    for cells in itertools.product("1wb", repeat=9):
        if not 1 <= sum(cell != "1" for cell in cells) <= most:
            continue
        rows = "/".join("".join(cells[start : start + 3]) for start in (0, 3, 6))
        for side in "wb":
            board = vato.new("fanorona", position=f"{rows} {side}")
            here = board.position
            if (outcome := board.outcome()) is not None:
                values[here] = 0 if outcome.winner is None else (1 if outcome.winner == board.turn else -1)
                continue
            answers[here] = []
            for move in list(board.legal_moves):
                board.push(move)
                answers[here].append(board.position)
                board.pop()
    changed = True
    while changed:
        changed = False
        for here, reached in answers.items():
            if here not in values:
                known = [values.get(position) for position in reached]
                if -1 in known:
                    values[here] = 1
                elif all(value == 1 for value in known):
                    values[here] = -1
                changed = changed or here in values
    return {here: values.get(here, 0) for here in answers}


@pytest.fixture(scope="module")
def solved() -> dict[str, int]:
    return solved_three_by_three(4)


def test_it_agrees_with_a_plain_solver_on_the_smallest_board(fanorona: Engine, solved: dict[str, int]) -> None:
    assert {*solved.values()} == {1, 0, -1}
    for position in random.Random(1).sample(sorted(solved), 250):
        board = vato.new("fanorona", position=position)
        score = fanorona.analyse(board, Limit(depth=24, nodes=200_000)).score
        found = 1 if score.wins_in is not None else (-1 if score.loses_in is not None else 0)
        assert found == solved[position], position


@pytest.mark.parametrize("position", ["1bb/3/bw1 w", "1ww/w1b/3 b", "b2/w2/bw1 b", "3/bw1/bb1 w"])
def test_lines_whose_better_turns_were_left_out_mislead_no_later_thinking(
    fanorona: Engine, solved: dict[str, int], position: str
) -> None:
    board = vato.new("fanorona", position=position)
    fanorona.clear()
    for later in [later for after in followers(board) for later in followers(after)]:
        fanorona.analyse(later, Limit(depth=9), lines=64, informed=False)
    score = fanorona.analyse(board, Limit(depth=8), informed=False).score
    assert (score.wins_in is not None) - (score.loses_in is not None) == solved[position]


def followers(board: vato.Board) -> list[vato.Board]:
    """Return the boards after each move at which a game goes on, without a past."""
    found = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        if after.outcome() is None:
            found.append(vato.new(board.game, position=after.position))
    return found


def test_a_win_is_counted_in_turns(fanorona: Engine) -> None:
    best = fanorona.analyse(vato.new("fanorona", position="9/9/w1b6/9/9 w"), Limit(depth=3))
    assert (str(best.move), best.score.wins_in, str(best.score)) == ("a3-b3A", 1, "wins in 1")


def test_a_loss_is_counted_in_turns(squadro: Engine) -> None:
    # Dark has three home and the fourth one step from it, light is far away.
    best = squadro.analyse(vato.new("squadro", position="00000/cccb0 light"), Limit(depth=4))
    assert best.score.loses_in == 2


@pytest.mark.parametrize("rules", ["standard", "classic", "strict", "short", "free", "vela"])
def test_it_takes_what_is_offered_under_every_rule_set(fanorona: Engine, rules: str) -> None:
    board = vato.new("fanorona", rules=rules, position="9/9/w1bbbb3/9/8w w turns=2")
    assert str(fanorona.analyse(board, Limit(depth=2)).move) == "a3-b3A"


def test_eight_against_one_is_won(fanorona: Engine) -> None:
    board = vato.new("fanorona", position="b8/9/9/9/wwwwwwww1 w")
    while board.outcome() is None and len(board.played) < 80:
        board.push(fanorona.play(board, Limit(nodes=60_000)))
    assert board.outcome() == vato.Outcome(0, "all stones captured")


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_it_beats_the_greedy_opponent(game: str) -> None:
    from vato.engine.simple import greedy_move

    rng = random.Random(3)
    won = 0
    with Engine(game, hash_mb=16) as engine:
        for number in range(6):
            board = vato.new(game)
            while board.outcome() is None and len(board.played) < 200:
                ours = board.turn == number % 2
                board.push(engine.play(board, Limit(nodes=5_000)) if ours else greedy_move(board, rng))
            outcome = board.outcome()
            won += outcome is not None and outcome.winner == number % 2
    assert won >= 5


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_with_nodes_and_one_thread_it_is_the_same_every_time(game: str) -> None:
    found = []
    for _ in range(2):
        with Engine(game, hash_mb=8) as engine:
            best = engine.analyse(vato.new(game), Limit(nodes=30_000), lines=2)
            found.append((best.lines, best.depth, best.nodes))
    assert found[0] == found[1]
    assert 29_000 <= found[0][2] <= 30_010


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_lines_are_different_legal_and_in_order(game: str) -> None:
    # What is proven would come first, however it looks.
    start = vato.new(game, rules=UNPROVEN) if game == "fanorona" else vato.new(game)
    with Engine(game, hash_mb=8) as engine:
        best = engine.analyse(start, Limit(depth=5), lines=4)
    assert len({line.move for line in best.lines}) == 4
    assert [line.score for line in best.lines] == sorted((line.score for line in best.lines), reverse=True)
    for line in best.lines:
        board = start.copy()
        for move in line.moves:
            board.push(move)
    assert (best.move, best.score) == (best.lines[0].move, best.lines[0].score)


def test_there_are_no_more_lines_than_moves(squadro: Engine) -> None:
    board = vato.new("squadro", position="ccc00/00000 light")
    assert len(squadro.analyse(board, Limit(depth=3), lines=9).lines) == 2


def test_time_ends_it_and_the_clock_is_shared_out(fanorona: Engine) -> None:
    fanorona.analyse(vato.new("fanorona"), Limit(depth=1))
    begin = time.monotonic()
    fanorona.analyse(vato.new("fanorona"), Limit(seconds=0.2))
    fanorona.analyse(vato.new("fanorona"), Limit(clock_seconds=2))
    assert time.monotonic() - begin < 20
    assert Limit(clock_seconds=0.001).budget_seconds == 0.001
    assert Limit(clock_seconds=100, seconds=1).budget_seconds == 1


@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(nodes=1), Limit(clock_seconds=0)])
def test_however_little_it_may_think_it_looks_at_every_move_once(fanorona: Engine, limit: Limit) -> None:
    # Of forty moves one wins at once, and ten come before it.
    board = vato.new("fanorona", rules="free", position="bbb6/bb2w4/bw2b2ww/www3w2/ww2w2w1 w")
    for lines in (1, 3):
        found = fanorona.analyse(board, limit, lines)
        assert (found.depth, str(found.move), found.score.wins_in) == (1, "b3-c3W-c4A-d4W-c5W-d5W", 1)


def test_more_nodes_than_a_word_can_count_are_no_limit(fanorona: Engine) -> None:
    assert fanorona.analyse(vato.new("fanorona"), Limit(depth=2, nodes=2**70)).depth == 2


def test_with_several_threads_little_is_little_too() -> None:
    board = vato.new("fanorona")
    with Engine("fanorona", threads=2, hash_mb=1) as engine:
        assert engine.analyse(board, Limit(nodes=1)).depth == 1
        assert engine.analyse(board, Limit(seconds=0)).depth == 1


def test_it_stops_when_told() -> None:
    with Engine("fanorona", threads=2) as engine:
        engine.analyse(vato.new("fanorona"), Limit(depth=1))
        threading.Timer(0.3, engine.stop).start()
        best = engine.analyse(vato.new("fanorona"), Limit())
    assert best.move in vato.new("fanorona").legal_moves


def test_what_is_found_is_told_while_it_is_found(fanorona: Engine) -> None:
    before = threading.active_count()
    with fanorona.stream(vato.new("fanorona"), Limit(depth=5)) as steps:
        assert [step.depth for step in steps] == [1, 2, 3, 4, 5, 5]
    with fanorona.stream(vato.new("fanorona"), Limit()) as steps:
        assert next(steps).depth == 1
    assert threading.active_count() == before


def test_several_threads_may_ask_one_engine(squadro: Engine) -> None:
    found: list[object] = []
    askers = [
        threading.Thread(target=lambda: found.append(squadro.play(vato.new("squadro"), Limit(nodes=5_000))))
        for _ in range(4)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(60)
    assert len(found) == 4


def test_it_can_be_awaited_and_cancelled() -> None:
    async def think() -> int:
        with Engine("squadro") as engine:
            ticks = 0
            task = asyncio.create_task(engine.analyse_async(vato.new("squadro"), Limit(seconds=0.3)))
            while not task.done():
                await asyncio.sleep(0.01)
                ticks += 1
            assert (await task).move is not None
            endless = asyncio.create_task(engine.analyse_async(vato.new("squadro"), Limit()))
            await asyncio.sleep(0.1)
            endless.cancel()
            with pytest.raises(asyncio.CancelledError):
                await endless
            return ticks

    assert asyncio.run(think()) > 3


def test_what_cannot_be_done_is_refused(fanorona: Engine) -> None:
    with pytest.raises(vato.VatoError, match="plays fanorona, not squadro"):
        fanorona.analyse(vato.new("squadro"), Limit(depth=1))
    with pytest.raises(vato.VatoError, match="The game is over"):
        fanorona.analyse(vato.new("fanorona", position="9/9/w8/9/9 b"), Limit(depth=1))
    with pytest.raises(vato.VatoError, match="from 1 to 64 lines"):
        fanorona.analyse(vato.new("fanorona"), Limit(depth=1), lines=0)
    with pytest.raises(vato.VatoError, match="cannot be kept"):
        Limit(depth=0)
    with pytest.raises(vato.VatoError, match="cannot be kept"):
        Limit(seconds=float("nan"))
    with pytest.raises(vato.VatoError, match="from 1 to 256 threads"):
        Engine("fanorona", threads=0)
    with pytest.raises(vato.VatoError, match="hash table"):
        Engine("fanorona", hash_mb=0)
    with Engine("fanorona", rules="classic", hash_mb=1) as engine, pytest.raises(vato.VatoError, match="by classic"):
        engine.analyse(vato.new("fanorona"), Limit(depth=1))
    with pytest.raises(vato.VatoError, match="closed"):
        engine.analyse(vato.new("fanorona", rules="classic"), Limit(depth=1))


def test_a_repetition_is_worth_nothing(fanorona: Engine) -> None:
    # One stone each, far apart: nobody can force anything, whatever was played before.
    board = vato.new("fanorona", position="8b/9/9/9/w8 w")
    for move in ["a1-b1", "i5-h5", "b1-a1", "h5-i5"]:
        board.push(move)
    assert abs(fanorona.analyse(board, Limit(depth=12)).score.value) < 100


def test_a_score_can_be_seen_from_a_fixed_side(squadro: Engine) -> None:
    board = vato.new("squadro", position="00000/cccb0 light")
    lost = squadro.analyse(board, Limit(depth=4)).score
    board.push("1")
    won = squadro.analyse(board, Limit(depth=4)).score
    assert (lost.loses_in, lost.of(0).loses_in, lost.of(1).wins_in) == (2, 2, 2)
    assert (won.wins_in, won.of(0).loses_in, won.of(1).wins_in) == (1, 1, 1)
    assert won.of(0).of(1) == won


def test_scores_are_ordered() -> None:
    assert Score(-29_990) < Score(-100) < Score(0) < Score(29_990)
