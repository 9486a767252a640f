"""`vato learn`: lessons with pipes and with somebody who types, and what is remembered of them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from vato import catalog
from vato.learn import attempt
from vato.learn.lesson import Exercise, Wins
from vato.terminal.guided_game import GuidedGame

STOPS_EARLY = Exercise(
    "Capture all.",
    "standard,chain=obligatory",
    "2b1b/1w1b1/w4 w",
    (Wins(),),
    ("b2-c2A-c1W-d2A",),
    hint="A chain.",
    wrong="Stones are left.",
)

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def learn(vato: Run, tmp_path: Path) -> Run:
    """Run `vato learn` with what is remembered in a folder of the test."""

    def run(*arguments: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
        return vato("learn", *arguments, typed=typed, **({"VATO_DATA": str(tmp_path / "data")} | changes))

    return run


def solutions(game: str, name: str) -> str:
    return "".join(f"{move}\n" for exercise in attempt.find_lesson(game, name).exercises for move in exercise.solution)


def test_the_list_shows_what_is_done(learn: Run) -> None:
    listed = learn().stdout
    assert all(lesson.name in listed for game in catalog.GAMES for lesson in attempt.lessons_of(game))
    assert "done" not in listed
    learn("fanorona", "step", typed=solutions("fanorona", "step"))
    assert "A step, done" in learn().stdout
    found = json.loads(learn("fanorona", "--json").stdout)["fanorona"]
    assert (found[0]["done"], found[1]["done"]) == (2, 0)


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, each.name) for game in catalog.GAMES for each in attempt.lessons_of(game) if each.exercises],
)
def test_every_lesson_can_be_done(learn: Run, game: str, name: str) -> None:
    done = learn(game, name, typed=solutions(game, name))
    assert (done.returncode, done.stderr) == (0, "")
    found = {lesson["name"]: lesson for lesson in json.loads(learn(game, "--json").stdout)[game]}
    assert found[name]["done"] == found[name]["exercises"]


def test_a_first_whole_game() -> None:
    game = GuidedGame("alquerque", "first-game", seed=1)
    judgement = "onward"
    while judgement == "onward":
        assert list(game.remarks())
        judgement = game.propose(str(game.right_move())).judgement
    assert judgement == "reached"
    outcome = game.board.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    # A turn that is doubted counts when it is tried again.
    rash = GuidedGame("fanorona", "first-game", seed=1)
    moves = ["f2-e3A", "f3-f2A", "d3-d4A", "c3-d3A", "d4-d5W", "e4-e3A"]
    for move in moves:
        rash.board.push(move)
    assert rash.propose("c2-c3A").judgement == "doubtful"
    assert len(rash.board.played) == 6
    assert rash.propose("c2-c3A").judgement == "onward"
    assert len(rash.board.played) == 8
    assert rash.take_back()
    assert len(rash.board.played) == 6


def test_a_first_whole_game_is_the_last_lesson_and_leads_on(learn: Run) -> None:
    shown = learn("fanorona", "first-game", typed="help\nhint\nd2-e3A\n\nback\nskip\n").stdout
    shown = " ".join(shown.split())
    for text in (
        "A first whole game",
        "Five turns lead there; look at what each of them",
        "Play ",
        "black played".capitalize(),
        "leave the game unfinished",
        "vato play fanorona --against level2",
    ):
        assert text in shown
    assert shown.count("Five turns lead there") == 2  # at the beginning, and when the turn is taken back
    found = json.loads(learn("fanorona", "--json").stdout)["fanorona"][-1]
    assert (found["name"], found["exercises"], found["done"]) == ("first-game", 1, 0)


def test_it_goes_on_where_it_was_left(learn: Run) -> None:
    learn("squadro", typed=solutions("squadro", "speed") + "quit\n")
    assert "Turning round" in learn("squadro", typed="quit\n").stdout
    assert "vato learn squadro" in learn("squadro", typed="quit\n").stdout


def test_a_wrong_turn_a_hint_and_the_answer(learn: Run) -> None:
    shown = learn("fanorona", "choice", typed="skip\nd4-d3A\nhint\nhint\nd4-d3W\n").stdout
    for text in (
        "Black played d5-d4A.",
        "Two stones taken, but the one behind you comes after you.",
        "Try again.",
        "Which black stone could follow you?",
        "Play d4-d3W.",
        "One stone, and you are safe.",
    ):
        assert text in shown


def test_a_chain_is_typed_step_by_step(learn: Run) -> None:
    shown = learn("fanorona", "chains", typed="a2\nback\na2\nb3\nskip\nskip\nquit\n").stdout
    assert "Enter ends the turn here; or go on:" in shown
    assert "Well done." in shown


def test_what_cannot_be_played_is_explained(learn: Run) -> None:
    assert "No line joins b2 and d4." in learn("fanorona", "step", typed="b2-d4\n").stdout
    assert "Enter ends a chain" in learn("fanorona", "step", typed="help\n").stdout


def test_bad_usage(learn: Run) -> None:
    for arguments in (("chess",), ("fanorona", "chess")):
        done = learn(*arguments)
        assert done.returncode == 2
        assert done.stderr.startswith("vato: ")


def test_a_folder_that_cannot_be_written_does_not_stop_anybody(learn: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = learn("fanorona", "step", typed="b2-c3\nquit\n", VATO_DATA=str(tmp_path / "file"))
    assert done.returncode == 0
    assert "cannot be remembered" in done.stdout


def test_a_damaged_memory_is_no_memory(learn: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for text in ("{", "[]", '{"fanorona/step": 7}'):
        (tmp_path / "data/lessons.json").write_text(text)
        assert learn("fanorona", typed="quit\n").returncode == 0


def test_what_is_typed_is_explained_and_no_refusal_gives_the_answer_away(learn: Run) -> None:
    shown = " ".join(learn("fanorona", "choice", typed="d4\nquit\n").stdout.split())
    assert "A stands for a capture by approach and W for one by withdrawal, such as d2-e3A" in shown
    strict = attempt.Attempt(STOPS_EARLY, attempt.start("fanorona", STOPS_EARLY))
    assert str(strict.propose("b2-c2A").message) == "The chain must be played to its end."
    assert str(strict.propose("a1-a2").message) == "You must capture."


def test_the_learners_turn_is_drawn_before_the_answer(learn: Run) -> None:
    shown = learn("fanorona", "choice", typed="skip\nd4-d3A\nquit\n").stdout
    before, after = shown[: shown.index("Black played d5-d4A.")], shown[shown.index("Black played d5-d4A.") :]
    # The first exercise, the second, the turn; then the answer, and the second exercise again.
    assert (before.count(" 5  "), after.count(" 5  ")) == (3, 2)
