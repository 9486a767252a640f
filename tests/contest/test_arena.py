"""The arena: its openings, its processes, its file, and that nothing of a stopped one is lost or left running."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

import vato
from vato import catalog, record
from vato.contest.arena import Arena, Ledger, number_of, play_rounds, run
from vato.contest.contestants import make
from vato.contest.rating import ACCEPTED, Sprt
from vato.engine.limits import Limit
from vato.errors import VatoError
from vato.record import Record

FAKE = Path(__file__).with_name("fake_program.py")
SETUPS = [(game.name, rules) for game in catalog.GAMES.values() for rules in game.rules.known]
PATIENCE_SECONDS = 30


def arena(
    players: tuple[str, str] = ("random", "greedy"),
    game: str = "squadro",
    limit: Limit = Limit(nodes=50),  # noqa: B008
    opening_turns: int = 4,
    seed: int = 1,
    **choices: str,
) -> Arena:
    board = vato.new(game, **choices)
    return Arena(players, game, board.rules.name, board.position, limit, opening_turns, seed)


def moves(games: list[Record]) -> dict[int, list[str]]:
    return {number_of(game): [str(turn.move) for turn in game.turns] for game in games}


def play(contest: Arena, count: int) -> list[Record]:
    contestants = [make(text, contest.game) for text in contest.players]
    return [contest.play(number, contestants) for number in range(1, count + 1)]


# Openings


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_openings_are_random_repeatable_and_unfinished(game: str, rules: str) -> None:
    contest = arena(game=game, rules=rules)
    boards = [contest.opening(number) for number in range(1, 13)]
    assert all(len(board.played) == 4 and board.outcome() is None for board in boards)
    assert [board.played for board in boards] == [contest.opening(number).played for number in range(1, 13)]
    assert len({board.played for board in boards}) > 4  # where captures are forced, there are few
    other = arena(game=game, rules=rules, seed=2)
    assert [board.played for board in boards] != [other.opening(number).played for number in range(1, 13)]


def test_openings_are_level() -> None:
    contest, lead = arena(game="fanorona"), catalog.find("fanorona").lead
    leads = [abs(lead(contest.opening(number), 0)) for number in range(1, 21)]
    assert sum(leads) / len(leads) < 3


def test_an_opening_that_no_game_survives_is_refused() -> None:
    with pytest.raises(VatoError, match="No game is still open after so many random turns: 0"):
        arena(game="fanorona", position="9/9/9/9/w8 b", opening_turns=0).opening(1)
    with pytest.raises(VatoError, match="from 0 to 150"):
        Arena.on(vato.new("squadro"), ("random", "random"), Limit(nodes=1), 151, 1)


def test_each_opening_is_played_twice_with_the_sides_exchanged() -> None:
    contest = arena()
    games = play(contest, 6)
    for odd, even in zip(games[::2], games[1::2], strict=True):
        assert [turn.move for turn in odd.turns[:4]] == [turn.move for turn in even.turns[:4]]
        assert odd.headers["Opening"] == even.headers["Opening"]
        assert (odd.players, even.players) == (("random", "greedy"), ("greedy", "random"))
    assert [game.headers["Round"] for game in games] == ["1", "2", "3", "4", "5", "6"]
    assert len({tuple(game.turns[:4]) for game in games}) == 3


def test_points_go_to_the_first_player_whatever_side_it_has() -> None:
    contest = arena()
    for game in play(contest, 6):
        assert game.outcome is not None
        assert game.outcome.winner is not None
        winner = game.players[game.outcome.winner]
        assert contest.points(game) == (1.0 if winner == "random" else 0.0)


# Processes


def test_games_are_the_same_however_many_processes_play(tmp_path: Path) -> None:
    contest = arena(("level 2", "greedy"), "fanorona", board="5x5")
    files = [tmp_path / f"{jobs}.vato" for jobs in (1, 3)]
    standings = [run(contest, 8, jobs=jobs, out=file) for jobs, file in zip((1, 3), files, strict=True)]
    assert moves(record.load(files[0])) == moves(record.load(files[1])) == moves(play(contest, 8))
    assert standings[0].pairs == standings[1].pairs
    assert sum(standings[0].games) == 8
    assert multiprocessing.active_children() == []


def test_a_test_that_is_sure_ends_the_arena() -> None:
    told: list[int] = []
    contest = arena(("random", "greedy"))
    standing = run(contest, 1000, jobs=2, sprt=Sprt(-500, -100), told=lambda now: told.append(len(now)))
    assert standing.verdict is not None
    assert told[-1] < 1000
    again = run(contest, 1000, jobs=1, sprt=Sprt(-500, -100))
    assert (standing.pairs, standing.verdict) == (again.pairs, again.verdict)
    assert standing.verdict != ACCEPTED


def test_a_process_that_is_killed_ends_the_arena_with_a_sentence() -> None:
    contest = arena((f"ugi: {sys.executable} {FAKE} squadro hang", "random"), limit=Limit(seconds=60))
    with closing(play_rounds(contest, range(1, 9), jobs=2)) as rounds:
        killer = multiprocessing.get_context("spawn").Process(target=_kill_children_of, args=(os.getpid(),))
        killer.start()
        with pytest.raises(VatoError, match="ended before its game did"):
            next(rounds)
        killer.join()
    assert multiprocessing.active_children() == []


def _kill_children_of(parent: int) -> None:
    """Kill a process of an arena, once it is there and plays."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        for child in children(parent):
            # Other tests may have left processes with children of their own, such as a server.
            if any(FAKE.name in command_of(program) for program in children(child)):
                os.kill(child, 9)
                return
        time.sleep(0.05)


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except FileNotFoundError:
        return ""


def children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def test_stopping_ends_the_programs_that_play_too(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    contest = arena((f"ugi: {sys.executable} {FAKE} squadro hang {pids}", "random"), limit=Limit(seconds=600))
    rounds = play_rounds(contest, range(1, 9), jobs=2)

    def interrupt() -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline and len(pids.read_text().split() if pids.exists() else ()) < 2:
            time.sleep(0.05)
        os.kill(os.getpid(), 2)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        next(rounds)
    rounds.close()
    assert multiprocessing.active_children() == []
    assert len(pids.read_text().split()) == 2
    assert not any(is_running(int(pid)) for pid in pids.read_text().split())


def is_running(pid: int) -> bool:
    """Whether a process is there; one that ended and waits to be noticed by whoever inherited it is not."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True


def test_programs_that_fail_lose_and_it_is_noted(tmp_path: Path) -> None:
    contest = arena((f"ugi: {sys.executable} {FAKE} squadro die", "random"))
    standing = run(contest, 2, jobs=1, out=tmp_path / "games.vato")
    assert standing.games == [2, 0, 0]
    assert [len(reasons) for reasons in standing.failures] == [2, 0]
    again = run(contest, 2, out=tmp_path / "games.vato")
    assert again.failures == standing.failures


# The file


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file with three games of an arena."""
    path = tmp_path / "games.vato"
    with closing(Ledger(path, arena())) as ledger:
        for game in play(arena(), 3):
            ledger.add(game)
    return path


def test_an_arena_goes_on_where_it_stopped(tmp_path: Path, kept: Path) -> None:
    before = kept.read_text()
    fresh = run(arena(), 6, jobs=2, out=tmp_path / "fresh.vato")
    told: list[int] = []
    resumed = run(arena(), 6, jobs=2, out=kept, told=lambda now: told.append(len(now)))
    assert told == [3, 4, 5, 6]
    assert kept.read_text().startswith(before)
    assert moves(record.load(kept)) == moves(record.load(tmp_path / "fresh.vato"))
    assert (resumed.pairs, resumed.games) == (fresh.pairs, fresh.games)
    assert sum(run(arena(), 2, out=kept).games) == 2


def test_a_half_written_game_is_written_anew(kept: Path) -> None:
    data = kept.read_bytes()
    last = data.rindex(b"\nGame: ") + 1
    whole = record.read(data[:last].decode())
    lost = record.read(data[last:].decode())[0]
    for cut in (*range(last, last + 10), *range(last + 10, len(data), 5), len(data) - 1):
        kept.write_bytes(data[:cut])
        with closing(Ledger(kept, arena())) as ledger:
            assert moves(ledger.games) == moves(whole), data[last:cut]
            ledger.add(lost)
        assert moves(record.load(kept)) == moves(record.read(data.decode()))


def test_also_of_a_game_that_was_given_to_a_side(tmp_path: Path) -> None:
    contest = arena((f"ugi: {sys.executable} {FAKE} squadro die", "random"))
    path = tmp_path / "games.vato"
    (game,) = play(contest, 1)
    with closing(Ledger(path, contest)) as ledger:
        ledger.add(game)
    data = path.read_bytes()
    for cut in range(data.index(b"\n\n"), len(data)):
        path.write_bytes(data[:cut])
        with closing(Ledger(path, contest)) as ledger:
            assert ledger.games == []
        assert path.read_bytes() == b""


@pytest.mark.parametrize(
    "other",
    [
        arena(("greedy", "random")),
        arena(seed=2),
        arena(opening_turns=2),
        arena(limit=Limit(nodes=51)),
        arena(limit=Limit(seconds=50)),
        arena(first="dark"),
        arena(game="fanorona"),
    ],
)
def test_the_file_of_another_arena_is_refused_and_left_alone(kept: Path, other: Arena) -> None:
    for data in (kept.read_bytes(), kept.read_bytes()[:-5]):
        kept.write_bytes(data)
        with pytest.raises(VatoError, match="belongs to another arena"):
            Ledger(kept, other)
        assert kept.read_bytes() == data


@pytest.mark.parametrize(
    "text",
    [
        "Dear diary",
        "Game: squadro\n\n1. 2 1\n",
        "Game: squadro\n\n1. 2 1\n\nGame: squadro\n\n1. 2 9",
        "Game: squa",
        "\x00\xff",
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(VatoError, match="choose another file"):
        Ledger(path, arena())
    assert path.read_bytes() == text.encode("latin-1")


def test_a_file_damaged_in_the_middle_is_refused_and_left_alone(kept: Path) -> None:
    data = kept.read_bytes().replace(b"Turns: ", b"Turns: 9", 1)
    kept.write_bytes(data)
    with pytest.raises(VatoError, match="other things than an arena's games"):
        Ledger(kept, arena())
    assert kept.read_bytes() == data


def test_two_arenas_do_not_write_to_one_file(kept: Path) -> None:
    with closing(Ledger(kept, arena())), pytest.raises(VatoError, match="Another arena is writing"):
        Ledger(kept, arena())
    with kept.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # let go, though refused


@pytest.mark.parametrize("name", ["no/such/folder/games.vato", "."])
def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(VatoError, match="cannot be written"):
        Ledger(tmp_path / name, arena())


def test_players_that_cannot_play_are_refused_before_the_first_game() -> None:
    with pytest.raises(VatoError, match="cannot be started"):
        Arena.on(vato.new("squadro"), ("random", "ugi: /no/such/program"), Limit(nodes=1), 4, 1)
