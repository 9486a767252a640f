from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

import vato
from vato import record

GAME = """\
Game: fanorona
Rules: classic
White: Ann
Black: Ben
Date: 2026-11-15
Result: black
Reason: resignation
Match: Ann - Ben

# A game for the tests,
# with a comment of two lines.
1. e2-e3A (4:58) f4-e5W (4:51.5)
2. e3-f4A-e4A-d4W
# A chain of three.
2... d5-d4A (1:00:00)
"""


def damaged(text: str) -> vato.InvalidRecord:
    with pytest.raises(vato.InvalidRecord) as refused:
        record.read(text)
    return refused.value


@pytest.fixture
def text() -> str:
    """A record whose moves are legal, whatever they are."""
    board = vato.new("fanorona", rules="classic")
    board.push("e2-e3A")
    board.push("f4-e5W")
    chain = next(move for move in board.legal_moves if len(move.steps) == 3)
    board.push(chain)
    answer = board.legal_moves[0]
    return GAME.replace("e3-f4A-e4A-d4W", str(chain)).replace("d5-d4A", str(answer))


def test_a_record_is_read_as_it_is_written(text: str) -> None:
    (game,) = record.read(text)
    assert game.players == ("Ann", "Ben")
    assert game.date == "2026-11-15"
    assert game.comment == "A game for the tests,\nwith a comment of two lines."
    assert [turn.clock_ms for turn in game.turns] == [298_000, 291_500, None, 3_600_000]
    assert [turn.comment for turn in game.turns] == ["", "", "A chain of three.", ""]
    assert game.headers == {"Match": "Ann - Ben"}
    assert game.outcome == vato.Outcome(1, "resignation")
    assert game.board().outcome() == vato.Outcome(1, "resignation")
    assert str(game) == text


DRAWN = """\
Game: squadro
Rules: standard
Light:
Dark:
Date:
Result: unfinished

# Two plans.
@ 1-0>1-3 2-0
1. 2
@ 3-1
1... 1
# Why not four?
@ 4-1>4-3 0-1>6-1
(
  1... 4
  @ 1-1
  2. 5
)
2. 3
"""


def test_arrows_and_rings_are_read_as_they_are_written() -> None:
    (game,) = record.read(DRAWN)
    assert game.arrows == (("1-0", "1-3"), ("2-0", "2-0"))
    assert [turn.arrows for turn in game.turns] == [(("3-1", "3-1"),), (("4-1", "4-3"), ("0-1", "6-1")), ()]
    assert game.turns[1].variations[0][0].arrows == (("1-1", "1-1"),)
    assert str(game) == DRAWN
    assert record.from_json(record.to_json([game])) == [game]
    # Wherever they stand, each is there once; a game without any says nothing of them, in JSON either.
    again = DRAWN.replace("@ 3-1\n", "@ 3-1 3-1\n  @ 3-1\n")
    assert record.read(again)[0].turns[0].arrows == (("3-1", "3-1"),)
    assert "arrows" not in record.to_json(record.read("Game: squadro\n\n1 2"))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("@ 3-1\n", "@ 3-1 3-9\n", 11, "'3-9' joins no two points of this board."),
        ("@ 3-1\n", "@ 3-1>\n", 11, "'3-1>' joins no two points of this board."),
        ("(\n", "(\n@ 3-1\n", 16, "arrows in a variation follow its turn."),
    ],
)
def test_arrows_that_cannot_be_drawn_are_named_with_their_line(old: str, new: str, line: int, reason: str) -> None:
    error = damaged(DRAWN.replace(old, new, 1))
    assert str(error) == f"Line {line}: {reason}"


def test_a_text_with_more_turns_than_one_wants_to_read_is_refused() -> None:
    assert record.read(DRAWN, most_turns=5)[0].count_turns() == 5
    with pytest.raises(vato.InvalidRecord) as refused:
        record.read(DRAWN, most_turns=4)
    assert str(refused.value) == "Line 20: a game has at most 4 turns here."


def test_many_games_fit_in_one_text(text: str) -> None:
    games = record.read(text + "\n" + text.replace("Ann", "Zoe"))
    assert [game.players[0] for game in games] == ["Ann", "Zoe"]
    assert record.write(games) == text + "\n" + text.replace("Ann", "Zoe")


def test_an_empty_text_holds_no_game() -> None:
    assert record.read("") == record.read("\n \n") == []


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(text: str) -> None:
    assert record.read("\ufeff" + text.replace("\n", "\r\n")) == record.read(text)


def test_numbers_may_be_left_out() -> None:
    assert len(record.read("Game: squadro\n\n1 2 3\n4")[0].turns) == 4


def test_a_game_may_begin_anywhere() -> None:
    board = vato.new("fanorona", rules="free", position="8b/9/9/9/wwww5 b quiet=4")
    board.push("i5-i4")
    (game,) = record.read(str(record.Record.of(board)))
    assert game.start.position == "8b/9/9/9/wwww5 b quiet=4"
    assert "1... i5-i4" in str(game)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason", "turns"),
    [
        ("1. e2-e3A", "1. e2-e4A", 12, "'e2-e4A': No line joins e2 and e4.", 0),
        ("f4-e5W", "f4-e5A", 12, "'f4-e5A': f4-e5 captures nothing by approach: write f4-e5W.", 1),
        ("\n2. ", "\n3. ", 13, "here comes '2.', not '3.'.", 2),
        ("1. e2", "1... e2", 12, "here comes '1.', not '1...'.", 0),
        ("1. e2", "11. e2", 12, "here comes '1.', not '11.'.", 0),
        ("(4:58)", "(4:58) (4:57)", 12, "a clock time follows its move.", 1),
        ("1. e2-e3A", "(4:59) 1. e2-e3A", 12, "a clock time follows its move.", 0),
        ("Result: black", "Result: blue", 6, "'blue' is not a result by resignation.", 4),
        (
            "Reason: resignation",
            "Reason: repetition",
            6,
            "the result is given as 'black', but the moves lead to 'unfinished'.",
            4,
        ),
        (
            "Result: black\nReason: resignation",
            "Reason: boredom",
            6,
            "the reason is given as 'boredom', but the moves lead to 'unfinished'.",
            4,
        ),
    ],
)
def test_damage_is_named_with_its_line_and_the_rest_is_kept(
    text: str, old: str, new: str, line: int, reason: str, turns: int
) -> None:
    error = damaged(text.replace(old, new, 1) + "\n" + text)
    assert (error.line, str(error)) == (line, f"Line {line}: {reason}")
    assert [len(game.turns) for game in error.records] == [turns, 4]
    assert error.records[0].players == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("Game: fanorona", "Game: chess", 1, "There is no game 'chess'; choose one of fanorona, squadro, alquerque."),
        ("Rules: classic", "Rules: clasic", 2, "There is no rule set 'clasic'; choose one of"),
        ("Rules: classic", "Rules: classic\nStart: 9/9 w", 3, "A board of 9 by 2 points cannot be"),
        ("Black: Ben", "White: Ben", 4, "there is a second header White."),
        ("Black: Ben", "black Ben", 4, "a header is written like Date: 2026-11-15."),
    ],
)
def test_a_game_with_a_damaged_header_is_left_out(text: str, old: str, new: str, line: int, reason: str) -> None:
    error = damaged(text.replace(old, new, 1) + "\n" + text)
    assert error.line == line
    assert reason in str(error)
    assert len(error.records) == 1


def test_every_damage_is_listed(text: str) -> None:
    error = damaged(
        "hello\n" + text.replace("1. ", "7. ") + text + text.replace("Ann", "Zoe").replace("\n2. ", "\n8. ")
    )
    assert [other.line for other in error.errors] == [1, 13, 44]
    assert [len(game.turns) for game in error.records] == [0, 4, 2]


@pytest.mark.parametrize("cut", range(0, 260, 7))
def test_a_truncated_record_keeps_what_is_there(text: str, cut: int) -> None:
    try:
        games = record.read(text[:cut])
    except vato.InvalidRecord as error:
        games = error.records
    whole = record.read(text)[0]
    for game in games:
        # The last move may have lost its end, and a shorter chain can be legal, too.
        assert [turn.move for turn in game.turns[:-1]] == [turn.move for turn in whole.turns][: len(game.turns[:-1])]


def test_a_header_of_ones_own_may_not_hide_another() -> None:
    game = record.Record.of(vato.new("squadro"), headers={"Result": "dark"})
    with pytest.raises(vato.VatoError, match="'Result' cannot be a header of its own"):
        str(game)


@pytest.mark.parametrize("name", ["Start", "Reason", "Light", "not a header!"])
def test_headers_of_the_record_itself_are_reserved(name: str) -> None:
    game = record.Record.of(vato.new("squadro"), headers={name: "x"})
    with pytest.raises(vato.VatoError, match="cannot be a header of its own"):
        str(game)


@pytest.mark.parametrize("clock", [-5, 1.5, 10**20])
def test_impossible_clocks_are_not_written(clock: int) -> None:
    board = vato.new("squadro")
    game = record.Record.of(board, date="")
    game.turns = [record.NotedTurn(board.read("1"), clock_ms=clock)]
    with pytest.raises(vato.VatoError, match="A clock cannot show"):
        str(game)


@pytest.mark.parametrize(
    "turn",
    [
        '{"move": "1 2", "comment": "", "clock_ms": null}',
        '{"move": "1", "comment": null, "clock_ms": null}',
        '{"move": "1", "comment": "", "clock_ms": Infinity}',
    ],
)
def test_json_turns_are_one_move_each(turn: str) -> None:
    text = record.to_json([record.Record.of(vato.new("squadro"))]).replace('"turns": []', f'"turns": [{turn}]')
    with pytest.raises(vato.VatoError):
        record.from_json(text)


def test_a_name_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(vato.VatoError, match="cannot be written as UTF-8"):
        record.save(tmp_path / "x", [record.Record.of(vato.new("squadro"), ("\ud800", ""))])
    assert list(tmp_path.iterdir()) == []


def test_terminal_escapes_in_a_file_are_not_echoed() -> None:
    assert "\x1b" not in str(damaged("Game: squadro\n\n1. \x1b[2J\n"))


def test_a_long_game_is_read_in_time_that_grows_with_its_length() -> None:
    board = vato.new("fanorona", rules="standard,repetition=0", position="8b/9/9/9/w8 w")
    for move in ["a1-b1", "i5-h5", "b1-a1", "h5-i5"] * 500:
        board.push(move)
    assert board.occurrences() == 501
    assert len(record.read(str(record.Record.of(board)))[0].turns) == 2000


def test_files(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.vato"
    games = record.read(text)
    record.save(path, games)
    assert path.read_text() == text
    assert record.load(path) == games
    path.write_text(record.to_json(games))
    assert record.load(path) == games
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.vato"]


def test_saving_keeps_the_files_mode_and_follows_links(tmp_path: Path, text: str) -> None:
    path, link = tmp_path / "games.vato", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    record.save(link, record.read(text))
    assert link.is_symlink()
    assert path.read_text() == text
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_not_text_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.vato"
    path.write_bytes(text.encode() + b"\n# \xff\n" + text.encode())
    with pytest.raises(vato.InvalidRecord, match="Line 17: this is not UTF-8 text") as refused:
        record.load(path)
    assert [game.turns for game in refused.value.records] == [record.read(text)[0].turns] * 2
    path.write_bytes(text.replace("1. e2", "1. e9").encode() + b"\n" + text.encode() + b"# \xff\n\n" + text.encode())
    with pytest.raises(vato.InvalidRecord, match="Line 12") as refused:
        record.load(path)
    assert [len(game.turns) for game in refused.value.records] == [0, 4, 4]
    assert [error.line for error in refused.value.errors] == [12, 32]


def test_saving_replaces_regular_files_only(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, tmp_path):
        with pytest.raises(OSError, match="Not a regular file"):
            record.save(target, [])
    assert pipe.is_fifo()


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.vato"
    path.write_text("old")
    game = record.read(text)[0]
    game.headers = {"not a header!": ""}
    with pytest.raises(vato.VatoError):
        record.save(path, [game])
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.vato"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.vato"
    path.write_text("old")
    program = (
        "import resource, signal, sys\n"
        "from vato import record\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "games = record.read(sys.stdin.read())\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "record.save(sys.argv[1], games)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program, path], input=text, text=True, capture_output=True, timeout=60)
    assert ran.returncode == 1
    assert "OSError" in ran.stderr
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.vato"]


def test_a_killed_process_leaves_a_whole_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.vato"
    program = (
        "import sys\n"
        "from vato import record\n"
        "games = record.read(sys.stdin.read())\n"
        "for count in range(1, 100_000):\n"
        "    record.save(sys.argv[1], games * (1 + count % 50))\n"
    )
    whole = {record.write(record.read(text) * count) for count in range(1, 51)}
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", program, path], stdin=subprocess.PIPE, text=True)
        assert process.stdin is not None
        process.stdin.write(text)
        process.stdin.close()
        for _ in range(600):
            if path.exists():
                break
            time.sleep(0.1)
        time.sleep(0.2)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=60)
        assert path.read_text() in whole
        path.unlink()


@pytest.mark.parametrize(
    "text", ["{}", "[1]", "[{}]", "nonsense", '[{"headers": {}, "comment": "", "turns": []}]', "[" * 100_000]
)
def test_json_that_is_not_ours_is_refused(text: str) -> None:
    with pytest.raises(vato.VatoError, match="not JSON that vato wrote"):
        record.from_json(text)


def test_json_with_an_illegal_move_names_the_game() -> None:
    game = record.Record.of(vato.new("squadro"))
    text = record.to_json([game, game]).replace(
        '"turns": []', '"turns": [{"move": "9", "comment": "", "clock_ms": null}]'
    )
    with pytest.raises(vato.VatoError, match=r"^Game 1: '9': '9' is not a move"):
        record.from_json(text)


# Variations

VARIED = """\
Game: squadro
Rules: standard
Light: Ann
Dark: Ben
Date: 2026-11-15
Result: unfinished

# On the whole.
1. 2 (0:59)
# On the turn.
(
  1. 3 1
  # On a variation.
  2. 4
  (
    2. 5 5
  )
)
(
  1. 4
)
1... 1
2. 3 3
(
  2... 2
)
"""


def texts_of(line: Iterable[record.NotedTurn]) -> list[str]:
    return [str(turn.move) for turn in line]


def test_variations_are_read_as_they_are_written() -> None:
    (game,) = record.read(VARIED)
    assert texts_of(game.turns) == ["2", "1", "3", "3"]
    first, *_, last = game.turns
    assert [texts_of(line) for line in first.variations] == [["3", "1", "4"], ["4"]]
    assert [texts_of(line) for line in first.variations[0][2].variations] == [["5", "5"]]
    assert [texts_of(line) for line in last.variations] == [["2"]]
    assert (first.comment, first.clock_ms, game.comment) == ("On the turn.", 59_000, "On the whole.")
    assert first.variations[0][1].comment == "On a variation."
    assert game.board().position == vato.Record.of(game.board()).board().position
    assert game.count_turns() == 4 + (3 + 2) + 1 + 1
    assert str(game) == VARIED
    assert record.from_json(record.to_json([game, game])) == [game, game]


def test_only_what_has_variations_says_so_in_json() -> None:
    (game,) = record.read(VARIED)
    turns = json.loads(record.to_json([game]))[0]["turns"]
    assert ["variations" in turn for turn in turns] == [True, False, False, True]


def test_a_variation_may_be_written_in_one_line_with_a_comment_behind_it() -> None:
    (game,) = record.read("Game: squadro\n\n1. 2\n# before\n( 1. 3 1 )\n# behind\n1... 1\n")
    assert texts_of(game.turns) == ["2", "1"]
    assert game.turns[0].comment == "before\nbehind"
    assert record.read(str(game)) == [game]


def test_a_line_is_added_where_it_leaves_the_game() -> None:
    board = vato.new("squadro")
    for lane in "213":
        board.push(lane)
    game = record.Record.of(board, date="")
    for line in (["2", "4"], ["2", "4", "1"], ["5"], ["2", "4", "2"], ["2", "1"]):
        game.add_variation(line)
    assert texts_of(game.turns) == ["2", "1", "3"]
    assert [texts_of(line) for line in game.turns[0].variations] == [["5"]]
    assert [texts_of(line) for line in game.turns[1].variations] == [["4", "1"]]
    assert [texts_of(line) for line in game.turns[1].variations[0][1].variations] == [["2"]]
    assert record.read(str(game)) == [game]
    with pytest.raises(vato.VatoError, match="The game ends before"):
        game.add_variation(["2", "1", "3", "1"])
    with pytest.raises(vato.IllegalMove):
        game.add_variation(["9"])


@pytest.mark.parametrize(
    ("body", "line", "reason", "turns"),
    [
        ("(\n1. 2\n)", 3, "a variation follows the turn in whose place it could be played.", 0),
        ("1. 2\n)", 4, "there is no variation that could end here.", 1),
        ("1. 2\n(\n)", 5, "a variation has one turn at least.", 1),
        ("1. 2\n(\n# x\n1. 3\n)", 6, "a comment in a variation follows its turn.", 1),
        ("1. 2\n(\n1. 3\n1... 9", 6, "'9': '9' is not a move", 1),
        ("1. 2\n(\n1... 3\n)", 5, "here comes '1.', not '1...'.", 1),
        ("1. 2\n(\n1. 3", 5, "a variation ends with ')'.", 1),
    ],
)
def test_a_damaged_variation_is_named_with_its_line(body: str, line: int, reason: str, turns: int) -> None:
    error = damaged(f"Game: squadro\n\n{body}")
    assert error.line == line
    assert reason in str(error)
    (kept,) = error.records
    assert len(kept.turns) == turns
    assert record.read(str(kept)) == [kept]


def test_variations_within_each_other_have_an_end() -> None:
    nested = "Game: squadro\n\n1\n" + "( 2\n( 1\n" * 100
    assert "at most 50 deep" in str(damaged(nested))
