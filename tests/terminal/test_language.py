"""The terminal in the reader's language: by the locale, by --language, and with no English left over."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import pytest
from rich.cells import cell_len

from tests.terminal.test_app import COMMANDS
from tools.extract import templates
from vato import catalog, languages, record
from vato.languages import Catalogue
from vato.learn import attempt
from vato.terminal import language as voice
from vato.terminal.app import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_CH"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "tlh"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_DE", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "tlh:de"}, "de"),
        ({"LANG": "fr_FR", "LANGUAGE": "tlh"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "de"}, "en"),
        ({"LANG": "\0;;"}, "en"),
    ],
)
def test_the_locale_decides_as_gettext_reads_it(environment: dict[str, str], language: str) -> None:
    assert voice.of_locale(environment) == language


@pytest.mark.parametrize(
    ("arguments", "kept", "language"),
    [
        ("rules squadro", "rules squadro", "en"),
        ("--language fr rules squadro", "rules squadro", "fr"),
        ("rules squadro --language=fr-CA", "rules squadro", "fr"),
        ("rules --language de_AT squadro", "rules squadro", "de"),
        ("rules --language EN squadro", "rules squadro", "en"),
        ("rules -- --language fr", "rules -- --language fr", "en"),
    ],
)
def test_the_option_may_stand_anywhere(
    arguments: str, kept: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert voice.take_option(arguments.split()) == kept.split()
    assert voice.language() == language


def test_people_read_their_language_and_programs_read_english(vato: Run) -> None:
    french = {"LC_ALL": "fr_FR.UTF-8"}
    assert "Utilisation : vato" in vato("--help", **french).stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert "Aufruf: vato" in vato("--help", "--language", "de", **french).stdout
    assert "Usage: vato" in vato("--language", "en", "--help", **french).stdout
    rules = json.loads(vato("rules", "squadro", "--json", **french).stdout)
    assert rules == json.loads(vato("rules", "squadro", "--json").stdout)
    spoken = vato("engine", "squadro", typed="nonsense\nquit\n", **french).stdout
    assert spoken == vato("engine", "squadro", typed="nonsense\nquit\n").stdout


def test_a_game_is_played_in_german(vato: Run) -> None:
    done = vato(
        "play", "squadro", "--first", "light", "--names", "Ann,Ben", typed="2\nresign\nj\nquit\n", LC_ALL="de_DE.UTF-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    for text in (
        "Hell (Ann) ist am Zug.",
        "Hell (Ann) zog 2.",
        "[j/N]",
        "Hell gewinnt durch Aufgabe",
        "Eingabe beginnt",
    ):
        assert text in done.stdout


def test_english_words_for_yes_are_understood_everywhere(vato: Run) -> None:
    shown = vato("play", "squadro", "--first", "light", typed="resign\nyes\n", LC_ALL="de_DE.UTF-8").stdout
    assert "gewinnt durch Aufgabe" in shown


def test_a_set_is_printed_in_the_language_of_the_locale(vato: Run) -> None:
    assert '<html xmlns="http://www.w3.org/1999/xhtml" lang="fr"' in vato("print", "squadro", LC_ALL="fr_FR").stdout
    assert 'lang="de"' in vato("print", "squadro", "--language", "de", LC_ALL="fr_FR").stdout


def test_a_language_that_is_not_spoken_is_refused(vato: Run) -> None:
    done = vato("rules", "--language", "tlh")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("vato: There is no language 'tlh'; choose one of en, ")


def test_a_system_error_is_said_too(vato: Run) -> None:
    done = vato("record", "check", "missing.vato", LC_ALL="de_DE")
    assert done.stderr == "vato: missing.vato kann nicht gelesen werden: Datei oder Ordner nicht gefunden.\n"


def test_babel_is_not_loaded_for_english() -> None:
    # One process for all of it: each takes a second or two to load what it does need.
    program = """
import sys
from vato.terminal.app import run
for arguments in (["--version"], ["perft", "squadro", "1"], ["rules", "squadro"], ["--help"]):
    if run(arguments) != 0 or "babel" in sys.modules:
        sys.exit(f"{arguments} loads Babel, or fails")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "vato" in done.stdout


# Every message set in brackets, as a language of its own: what stands outside of them was never translated.

OURS = re.compile(
    # What stays as it is: commands and options, what stands for a value, names of games and rules, moves and positions.
    rf"{'|'.join(game.title for game in catalog.GAMES.values())}|vato|{'|'.join(catalog.GAMES)}|"
    rf"{'|'.join(rules for game in catalog.GAMES.values() for rules in game.rules.known)}|"
    r"--?[a-z-]+|\[OPTIONS\]|COMMAND|\[ARGS\]|[A-Z][A-Z,|.+-]+|a4\|a3\|letter|"
    r"light\|dark\|paper|text\|json|Elo|SPRT|seconds|nodes|clock|"
    r"[a-i][1-9](-[a-i][1-9][AW]?)+|[wb0-9]+(/[wb0-9]+)+ [wb]|min|greedy|random|engine|level|human|Ann|Ben|https?:\S+|"
    r"game\.vato|\S+\.vato|(browser|no-browser|warm|no-warm|open|no-open|light)(?=\])|record|check|replay|convert|"
    r"backup|restore|moves|stop|back|undo|redo|hint|draw|resign|board|rules|save|load|help|quit|skip|print|play|perft|picture|learn|"
    r"analyse|bench|solve|arena|serve|puzzle|train|think|moderator"
)


LESSONS = [lesson.name for game in catalog.GAMES for lesson in attempt.lessons_of(game)]


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Speak a language in which every message is the English one in brackets."""
    messages = MappingProxyType({template: f"⟦{template}⟧" for template in templates()} | {"yes": "y", "no": "n"})
    german = languages.catalogue("de")
    monkeypatch.setattr(languages, "catalogue", lambda _: Catalogue(german.locale, messages, german.form_for))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("VATO_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def left_over(shown: str) -> list[str]:
    """Return the words that stand in no brackets and are not the same in every language."""
    shown = re.sub("⟦Example:⟧.*", "", shown, flags=re.DOTALL)
    while shown != (shown := re.sub("⟦[^⟦⟧]*⟧", " ", shown)):
        pass
    shown = re.sub(rf"^ ({'|'.join(LESSONS)})  ", "", shown, flags=re.MULTILINE)
    return re.findall(r"[^\W\d_]{2,}", OURS.sub(" ", shown))


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_english_is_left_in_the_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    # In the list of commands only the first sentence is shown, without the bracket at its end.
    shown = re.sub(r"⟦((?:(?!⟧)[^⟦])*?\.)(?=\n  [a-z]+ +⟦|\n\n)", r"⟦\1⟧", shown)
    assert left_over(shown) == []


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    "arguments",
    [
        *("bogus", "--bogus", "--versio", "perft", "perft squadro x", "perft squadro 1 2", "perft squadro 1 --json=3"),
        *(
            "perft squadro 100",
            "perft squadro 1 --threads 0",
            "perft squadro 1 --rules",
            "serve --port 99999",
            "record",
        ),
        *("serve --port x", "serve --pace -1", "analyse squadro --seconds soon", "analyse squadro --lines 0"),
        *("record convert game.vato --to pdf", "record replay game.vato --to 9", "record check missing.vato"),
        *("play squadro --against nobody", "play squadro --names Ann,Ben,Ann", "play squadro --load game.vato"),
        *(
            "play squadro --side light",
            "arena random random --games 3",
            "arena random random --sprt 1",
            "print nothing",
        ),
        *("arena random random --clock x", "arena random random --clock 1 --nodes 1", "arena nobody random"),
        *(
            "solve fanorona --out here --rules free",
            "solve fanorona --out here --rules standard,must_capture=no",
            "solve fanorona --out here --stones 1",
            "solve squadro --out here --stones 5",
            "solve squadro --out here --layers 99",
            "solve squadro --out here --processes 0",
        ),
        *("solve squadro --out here --verify", "solve squadro --out here --gpu --scheduler x", "learn squadro nothing"),
        *("puzzle squadro --grade 9", "puzzle squadro --number 0", "train squadro", "train fanorona --number 0"),
    ],
)
def test_no_english_is_left_in_a_refusal(arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.vato").write_text("Game: squadro\nRules: standard\nResult: unfinished\n\n1. 2 1\n")
    assert run(arguments.split()) == 2
    told = capsys.readouterr().err
    assert "⟦" in told
    assert left_over(told) == []


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        ("play squadro --names Ann,Ben", ["", "help", "moves", "moves 9", "9", "2", "undo", "redo", "board", "rules"]),
        ("play squadro", ["2", "save", "save", "draw", "x", "y", "", "resign", "y", "quit"]),
        ("play fanorona", ["d3", "back", "d3", "e3", "a", "x1", "stop", "load", "load missing.vato", "quit"]),
        ("play fanorona --against random --seed 1", ["d2-e3A", "undo", "undo", "draw", "resign", "n", "quit"]),
        ("play", ["2", "1", "quit"]),
        ("play --load two.vato", ["3", "1", "quit"]),
        ("learn", []),
        ("learn fanorona step", ["help", "hint", "hint", "b2-b3", "b2-c3", "quit"]),
        ("learn fanorona chains", ["a2", "", "skip", "skip", "quit"]),
        ("rules", []),
        ("rules fanorona vela", []),
        ("rules squadro standard", []),
        ("record check two.vato", []),
        ("record replay two.vato --game 1", []),
        ("perft squadro 3 --divide", []),
        ("analyse squadro --depth 3 --facts", []),
        ("analyse fanorona --depth 2 --facts", []),
        ("solve fanorona --board 3x3 --stones 3 --verify", []),
        ("puzzle squadro", ["help", "board", "hint", "1", "2", "3", "4", "5", "skip", "quit"]),
        ("arena random greedy --game squadro --games 4 --nodes 5 --sprt 0,10", []),
    ],
)
def test_no_english_is_left_in_what_a_command_says(
    arguments: str,
    typed: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = catalog.new("squadro")
    board.push("2")
    unfinished = record.Record.of(board.copy(), ("Ann", "Ben"), "2026-11-15")
    board.resign()
    record.save(tmp_path / "two.vato", [unfinished, record.Record.of(board, ("", ""))])
    lines = iter(typed)

    def answer(prompt: str = "") -> str:
        print(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    assert run(arguments.split()) == 0
    shown = capsys.readouterr()
    assert left_over(shown.out) == []
    assert left_over(shown.err) == []


@pytest.mark.parametrize("language", languages.codes())
def test_rule_sets_side_by_side_fit_the_terminal(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["rules", "fanorona", "--language", language]) == 0
    assert all(cell_len(line) < 80 for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "fanorona", "strict", "a", "b"], "This is more than the command takes: a b."),
        (["rules", "fanorona", "strict", "(s) (a)"], "This is more than the command takes: (s) (a)."),
        (["rules", "--language"], "--language needs a value."),
        (["--language="], "--language needs a value."),
    ],
)
def test_a_wrong_command_line_is_named(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    assert said in capsys.readouterr().err
