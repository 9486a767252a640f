"""Options that the games bring with them: one for each name, explained for each game that has it."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest

from tests.toads import GAME
from vato import catalog
from vato.game import SetupOption
from vato.terminal.app import run
from vato.terminal.game_options import NOTHING, Chosen, with_setup

LENGTH = SetupOption("length", "Length", "how many places there are", ("6", "8"), metavar="N")
BOARD = SetupOption("board", "Board", "grass or water", ("grass", "water"))


def options_of_a_command(given: dict[str, str]) -> tuple[dict[str, str], Chosen]:
    """Return the help of each option of a command that is set up, and what the command gets."""
    got: list[Chosen] = []

    @with_setup
    def command(setup: Chosen = NOTHING) -> None:
        got.append(setup)

    parameters = inspect.signature(command).parameters
    infos = {name: each.annotation.__metadata__[0] for name, each in parameters.items()}
    names = {info.default: name for name, info in infos.items()}
    command(**{name: given.get(option) for option, name in names.items()})
    return {option: infos[name].help for option, name in names.items()}, got[0]


def test_every_option_of_any_game_is_offered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog.GAMES, "toads", replace(GAME, setup=(LENGTH, BOARD)))
    helps, chosen = options_of_a_command({"--length": "8"})
    own = {f"--{option.name}" for game in catalog.GAMES.values() for option in game.setup}
    assert set(helps) == own
    assert helps["--length"] == "Toads and Frogs: how many places there are."
    assert helps["--board"].endswith(", Toads and Frogs: grass or water.")
    assert chosen == {"length": "8"}


def test_without_any_option_nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "GAMES", {"toads": GAME})
    assert options_of_a_command({}) == ({}, {})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("perft fanorona 1 --first dark", "fanorona has no option 'first'; it has board."),
        ("picture squadro --board 5x5", "squadro has no option 'board'; it has first."),
        ("play squadro --board 5x5", "squadro has no option 'board'; it has first."),
        ("solve squadro --stones 3", "squadro has no option --stones."),
    ],
)
def test_an_option_of_another_game_is_refused(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == 2
    assert capsys.readouterr().err == f"vato: {sentence}\n"
