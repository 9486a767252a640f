"""Whole sittings on a real pseudo-terminal: moves step by step, taking back, files, how games end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import vato as library
from vato import catalog
from vato.knowledge import Result
from vato.record import load
from vato.terminal.play.session import Session, TablePlayer
from vato.terminal.play.start import Wishes, begin
from vato.terminal.screen import Screen

Open = Callable[..., Any]
CTRL_D = "\x04"


def turns(path: Path) -> list[str]:
    (record,) = load(path)
    return [str(turn.move) for turn in record.turns]


@pytest.fixture
def unfinished(state: Path) -> Path:
    return state / "vato" / "unfinished.vato"


def test_a_chain_is_played_step_by_step(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "fanorona", "--names", "Ann,Ben")
    game.expect("White (Ann) to move.")
    game.type("d3")  # one stone, one destination, two ways to capture
    game.expect("d3-e3 can capture by approach and by withdrawal")
    game.expect("1 d3-e3A  2 d3-e3W")
    game.type("a")
    game.expect("White (Ann) played d3-e3A.")
    game.type("c3-d3A")
    game.expect("Black (Ben) played c3-d3A.")
    game.type("f2")
    game.expect("1 f2-f3A  2 f2-e3A")
    game.type("f3")
    game.expect("ends it here")
    game.expect("1 f3-e3A")
    game.type("b2")  # refused with the board's own sentence, and nothing lost
    game.expect("No line joins f3 and b2.")
    game.expect("1 f3-e3A")
    game.expect("white f2-f3A> ")
    game.answer("1")
    game.expect("1 e3-f4A")
    game.type("back")
    game.expect("1 f3-e3A")
    game.type("e3", "f4")
    game.expect("White (Ann) played f2-f3A-e3A-f4A.")
    game.expect("Black (Ben) to move")
    assert turns(unfinished) == ["d3-e3A", "c3-d3A", "f2-f3A-e3A-f4A"]


@pytest.mark.parametrize("ending", ["", "stop"])
def test_a_chain_may_stop_where_the_rules_allow_it(terminal: Open, unfinished: Path, ending: str) -> None:
    game = terminal("play", "fanorona", "--position", "9/9/2w1b4/3b5/9 w", "--names", "Ann")
    game.type("c3", "d3")
    game.expect("1 d3-d4W")
    game.type(ending)
    game.expect("White (Ann) played c3-d3A.")
    assert turns(unfinished) == ["c3-d3A"]


def test_an_obligatory_chain_must_go_on(terminal: Open) -> None:
    game = terminal("play", "fanorona", "--rules", "strict", "--position", "8b/9/2w1b4/3b5/9 w")
    game.type("c3-d3A")
    game.expect("The turn must go on")
    game.type("stop")
    game.expect("The chain must be played to its end")
    game.type("")
    game.expect("The turn must go on")
    game.type("d4")
    game.expect("White played c3-d3A-d4W.")


def test_refused_moves_say_which_rule_and_lose_nothing(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "fanorona", "--rules", "classic")
    for typed, sentence in {
        "e4-e3": "The stone on e4 is not yours",
        "a1-b3": "No line joins a1 and b3.",
        "rubbish": "'rubbish' is not a move",
        "z9-z8": "There is no point z9 on this board.",
        "d2-e3A-d3W": "Chains are not allowed on your first turn.",
        "stop": "There is no turn under way",
        "back": "There is no step to take back",
        "undo": "There is no move to take back.",
        "redo": "There is nothing to play again.",
        "load": "Which file?",
        "moves a1": "You have no turn that begins with 'a1'.",
        "\x16\x1b[A": "is not a move",
    }.items():
        game.type(typed)
        game.expect(sentence)
    game.type("d2")
    game.expect("White played d2-e3A.")
    assert turns(unfinished) == ["d2-e3A"]


def test_moves_are_chosen_by_number_from_a_list(terminal: Open) -> None:
    game = terminal("play", "fanorona")
    game.type("3")  # nobody has seen the list yet
    game.expect("1 d2-e3A  2 e2-e3A  3 f2-e3A  4 d3-e3A  5 d3-e3W")
    game.type("6")
    game.expect("The list goes from 1 to 5.")
    game.type("3")
    game.expect("White played f2-e3A.")


def test_where_a_move_is_a_number_no_second_number_is_in_the_way(terminal: Open) -> None:
    game = terminal("play", "squadro", "--position", "0c000/00000 light")
    game.type("moves")
    game.expect(" 1  3  4  5\n")
    game.type("2")  # the second in the list, but stone 2 is home
    game.expect("Stone 2 is home already.")
    game.type("9")
    game.expect("1 to 5")
    game.type("5")
    game.expect("Light played 5.")


def test_undo_and_redo_between_two_people(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "squadro", "--first", "light")
    game.type("2", "1", "undo")
    game.expect("Dark to move")
    assert turns(unfinished) == ["2"]
    game.type("redo")
    game.expect("Light to move")
    assert turns(unfinished) == ["2", "1"]
    game.type("undo", "undo", "redo", "4", "redo")
    game.expect("There is nothing to play again.")
    assert turns(unfinished) == ["2", "4"]


def test_undo_against_the_program_takes_back_both_turns(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "squadro", "--first", "light", "--against", "greedy", "--side", "dark", "--seed", "1")
    game.expect("Light (greedy) played")
    game.type("undo")
    game.expect("There is no turn of yours to take back.")
    game.type("2")
    game.expect("Dark played 2.")
    game.expect("Light (greedy) played")
    game.expect("Dark to move")
    before = turns(unfinished)
    game.type("undo")
    game.expect("Dark to move")
    assert turns(unfinished) == before[:1]
    game.type("redo")
    game.expect("Dark to move")
    assert turns(unfinished) == before


def test_a_game_is_saved_and_loaded(terminal: Open, tmp_path: Path) -> None:
    game = terminal("play", "squadro", "--first", "light", "--names", "Ann,Ben")
    game.type("2", "1", "save mine.vato")
    game.expect("Saved in mine.vato.")
    game.type("4", "save")  # the same file again, unasked
    game.expect("Saved in mine.vato.")
    assert turns(tmp_path / "mine.vato") == ["2", "1", "4"]
    (tmp_path / "other.vato").write_text("something precious")
    game.type("save other.vato")
    game.expect("other.vato exists; write over it?")
    game.answer("n")
    game.type("undo", "load mine.vato")
    game.expect("Dark (Ben) to move")
    game.type("quit")
    assert game.code() == 0
    assert (tmp_path / "other.vato").read_text() == "something precious"
    loaded = terminal("play", "--load", "mine.vato")
    loaded.expect("Dark (Ben) to move")
    loaded.type("3")
    loaded.expect("Dark (Ben) played 3.")


def test_a_save_that_fails_says_so_and_the_game_goes_on(terminal: Open, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    game = terminal("play", "squadro", "--first", "light")
    for target, answer in (
        (".", "is not a file"),
        ("/nowhere/at/all.vato", "cannot be written: no such file or directory."),
        ("file/inside.vato", "cannot be written: not a directory."),
        ("/dev/full", "is not a file"),
        ("x" * 300, "cannot be written"),
    ):
        game.type(f"save {target}")
        game.expect(answer)
    game.type("2")
    game.expect("Light played 2.")
    game.type("save")
    game.expect("Saved in squadro-")
    assert Path("/dev/full").is_char_device()


def test_a_damaged_file_says_where_and_offers_what_was_readable(terminal: Open, tmp_path: Path) -> None:
    (tmp_path / "damaged.vato").write_text("Game: squadro\nRules: standard\n\n1. 2 1\n2. 9 1\n")
    (tmp_path / "hopeless.vato").write_text("nothing of the kind\n")
    game = terminal("play", "fanorona")
    game.type("d2-e3A", "load hopeless.vato")
    game.expect("hopeless.vato, line 1:")
    game.type("load missing.vato")
    game.expect("missing.vato cannot be read: no such file or directory.")
    game.type("load damaged.vato")
    game.expect("damaged.vato, line 5:")
    game.expect("Load what could be read?")
    game.answer("n")
    game.type("board")
    game.expect("Black to move")  # the game is as it was
    game.type("load damaged.vato")
    game.expect("Load what could be read?")
    game.answer("y")
    game.expect("Light to move")


def test_a_loaded_game_keeps_its_comments_and_headers(terminal: Open, tmp_path: Path) -> None:
    text = (
        "Game: squadro\nRules: standard\nLight: Ann\nDark: Ben\nDate: 2020-02-02\nMatch: club\n\n1. 2 (1:00)\n# Bold!\n"
    )
    (tmp_path / "club.vato").write_text(text)
    game = terminal("play", "--load", "club.vato")
    game.type("1", "save out.vato")
    game.expect("Saved in out.vato.")
    (record,) = load(tmp_path / "out.vato")
    assert (record.players, record.date, record.headers) == (("Ann", "Ben"), "2020-02-02", {"Match": "club"})
    assert [(turn.comment, turn.clock_ms) for turn in record.turns] == [("Bold!", 60000), ("", None)]


def test_the_menu_leads_to_a_game_with_enter_alone(terminal: Open) -> None:
    game = terminal("play")
    for question in ("Which game?", "Which rules?", "Against whom?"):
        game.expect(question)
        game.expect("Your choice [")
        game.expect(": ")
        game.answer("")
    game.expect("White to move.")
    game.expect("> ")
    game.press(CTRL_D)
    assert game.code() == 0


def test_the_menu_takes_numbers_and_names(terminal: Open) -> None:
    game = terminal("play")
    for wrong in ("7", "0000000017"):
        game.expect("Your choice [1]: ")
        game.answer(wrong)
        game.expect(f"Please type a number from 1 to {len(catalog.GAMES)}")
    game.expect("Your choice [1]: ")
    game.answer("squ")
    game.expect("Against whom?")  # one rule set: nothing to ask
    game.expect("6 level3")
    game.expect("Your choice [6]: ")  # a beginner's level, not the last of 14
    game.answer("human")
    game.expect("begins: this was drawn.")


def test_two_people_agree_on_a_draw(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "squadro", "--first", "light", "--names", "Ann,Ben")
    game.type("2", "draw")
    game.expect("Light (Ann), do you agree to a draw?")
    game.answer("perhaps")
    game.expect("Please answer y or n.")
    game.answer("n")
    game.expect("dark> ")
    game.answer("draw")
    game.expect("do you agree to a draw?")
    game.answer("y")
    game.expect("Drawn, agreement.")
    game.type("draw")
    game.expect("The game is over")
    for typed in ("3", "moves", "hint", "resign", "back", "stop", "redo", "rubbish"):
        game.type(typed)
        game.expect("There is no" if typed in ("back", "stop") else "There is nothing" if typed == "redo" else "over")
    game.type("undo")  # takes back the agreement, not a turn
    game.expect("Dark (Ben) to move")
    assert turns(unfinished) == ["2"]


def test_the_program_takes_a_draw_when_it_is_not_ahead(terminal: Open) -> None:
    behind = terminal("play", "squadro", "--against", "greedy", "--position", "66666/00000 light")
    behind.type("draw")
    behind.expect("Drawn, agreement.")
    ahead = terminal("play", "squadro", "--against", "greedy", "--position", "00000/66666 light")
    ahead.type("draw")
    ahead.expect("Dark (greedy) is ahead and plays on.")


@pytest.mark.parametrize(("position", "accepted"), [("16200/00017 light", False), ("03200/01630 light", True)])
def test_the_program_takes_a_draw_when_it_is_known_not_to_win(position: str, accepted: bool) -> None:
    board = library.new("squadro", position=position)  # of the opening book, which knows better than the places
    knowledge = library.known("squadro")
    assert knowledge is not None
    facts = knowledge.facts(board)
    assert facts is not None
    assert facts.fact.result == (Result.WON if accepted else Result.LOST)
    assert (catalog.find("squadro").lead(board, 1) > 0) == accepted
    assert Session(board, (TablePlayer(), TablePlayer("greedy", "greedy"))).accepts_draw() == accepted


def test_resigning_is_asked_back_and_ends_the_game(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "squadro", "--first", "light", "--names", "Ann,Ben")
    game.type("2", "resign")
    game.expect("Give the game up? [y/N] ")
    game.answer("")
    game.type("resign")
    game.expect("Give the game up? [y/N] ")
    game.answer("y")
    game.expect("Light wins by resignation.")
    game.type("save end.vato")
    game.expect("Saved in end.vato.")
    game.type("")
    game.expect("A new game, with the sides exchanged.")
    game.expect("Light (Ben) to move.")
    assert not unfinished.exists()
    game.type("q")
    assert game.code() == 0


def test_hint_rules_board_and_help(terminal: Open) -> None:
    game = terminal("play", "fanorona", "--rules", "strict")
    game.type("hint")
    game.expect("You could play ")
    game.type("rules")
    game.expect("strict")
    game.type("board", "help")
    game.expect("show this list")
    game.type("hi", "res")  # unique beginnings
    game.expect("Give the game up?")


@pytest.mark.parametrize(("name", "options"), [("fanorona", ["--board", "5x5"]), ("squadro", ["--first", "dark"])])
def test_a_whole_game_of_random_against_greedy(terminal: Open, name: str, options: list[str]) -> None:
    setup = {option.removeprefix("--"): value for option, value in zip(options[::2], options[1::2], strict=True)}
    board = library.new(name, **setup)
    rng = Random(5)
    game = terminal("play", name, *options, "--against", "greedy", "--seed", "5")
    while board.outcome() is None:
        if board.turn == 0:
            move = board.push(rng.choice(board.legal_moves))
            game.type(str(move))
            game.expect(f"played {move}.")
        else:
            game.expect("(greedy) played ")
            board.push(game.expect(".\n").removesuffix(".\n"))
    outcome = board.outcome()
    assert outcome is not None
    result = board.describe(outcome)
    game.expect(result[0].upper() + result[1:])
    game.type("quit")
    assert game.code() == 0


def test_the_board_has_colours_only_where_there_are_colours(terminal: Open) -> None:
    coloured = terminal("play", "fanorona", COLORTERM="truecolor")
    coloured.expect("> ")
    assert "\x1b[38;2;" in coloured.raw
    assert "48;2;" in coloured.raw
    plain = terminal("play", "fanorona", NO_COLOR="1")
    plain.expect("> ")
    assert "48;" not in plain.raw
    assert "38;" not in plain.raw
    dumb = terminal("play", "fanorona", TERM="dumb")
    dumb.expect("> ")
    assert "\x1b[" not in dumb.raw


def test_a_narrow_terminal_holds_the_board(terminal: Open) -> None:
    for name in ("fanorona", "squadro"):
        game = terminal("play", name, size=(30, 40), NO_COLOR="1")
        game.type("help")
        game.expect("> ")
        assert max(map(len, game.screen.splitlines())) <= 40


def test_who_begins_is_drawn_where_the_rules_say_so_and_nobody_chose(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def beginners(wishes: Wishes) -> set[int]:
        tables = [begin(Screen(), replace(wishes, seed=seed)) for seed in range(20)]
        return {table.session.board.turn for table in tables if table is not None}

    assert beginners(Wishes("squadro")) == {0, 1}
    assert {"Light begins: this was drawn.", "Dark begins: this was drawn."} == set(
        capsys.readouterr().out.splitlines()
    )
    assert beginners(Wishes("squadro", setup={"first": "dark"})) == {1}
    assert beginners(Wishes("squadro", position="00000/00000 light")) == {0}
    assert beginners(Wishes("fanorona")) == {0}
    assert capsys.readouterr().out == ""
