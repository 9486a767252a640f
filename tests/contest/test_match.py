"""The match with Vela, as document 004 describes it."""

from __future__ import annotations

import pytest

import vato
from vato import Match, Outcome, record
from vato.games.fanorona.vela import NO_CAPTURE

FIRST_SIDE_WINS = Outcome(0, "resignation")
SECOND_SIDE_WINS = Outcome(1, "resignation")
DRAW = Outcome(None, "agreement")
NO_RESULT = Outcome(None, NO_CAPTURE, no_result=True)


def match(*outcomes: Outcome, rules: str = "classic") -> Match:
    contest = Match(("Ann", "Ben"), rules=rules)
    for outcome in outcomes:
        contest = contest.after(outcome)
    return contest


def due(contest: Match) -> tuple[str, str]:
    """Return the rules of the next game and the name of who has White."""
    pairing = contest.next
    assert pairing is not None
    assert set(pairing.players) == {0, 1}
    assert pairing.opening is None
    return pairing.rules.name, contest.players[pairing.players[0]]


def test_it_begins_with_a_usual_game() -> None:
    assert due(match()) == ("classic", "Ann")


def test_the_loser_claims_the_vela_and_has_white() -> None:
    assert due(match(SECOND_SIDE_WINS)) == ("vela", "Ann")
    assert due(match(FIRST_SIDE_WINS)) == ("vela", "Ben")


def test_a_lost_vela_loses_the_match() -> None:  # "so hat er endgültig verloren"
    over = match(SECOND_SIDE_WINS, SECOND_SIDE_WINS)
    assert over.over
    assert over.winner == 1
    assert over.score == (0, 2)
    with pytest.raises(vato.VatoError, match="over"):
        over.after(DRAW)


def test_a_won_vela_makes_the_score_level_and_a_usual_game_follows() -> None:  # "hat er ein Remis erreicht"
    level = match(SECOND_SIDE_WINS, FIRST_SIDE_WINS)
    assert level.score == (1, 1)
    assert due(level) == ("classic", "Ben")
    assert level.winner is None


def test_a_vela_without_a_result_is_followed_by_a_usual_game() -> None:  # "es geht mit einem normalen Spiel weiter"
    undecided = match(SECOND_SIDE_WINS, NO_RESULT)
    assert due(undecided) == ("classic", "Ben")
    assert undecided.score == (0, 1)


def test_a_drawn_vela_is_repeated() -> None:  # "Dann muß die Revanche-Partie wiederholt werden"
    assert due(match(FIRST_SIDE_WINS, DRAW)) == ("vela", "Ben")
    assert match(FIRST_SIDE_WINS, DRAW).next == match(FIRST_SIDE_WINS).next
    assert due(match(FIRST_SIDE_WINS, DRAW, DRAW)) == ("vela", "Ben")


def test_a_drawn_usual_game_is_followed_by_the_next_with_the_other_opener() -> None:
    assert due(match(DRAW)) == ("classic", "Ben")
    assert due(match(DRAW, DRAW)) == ("classic", "Ann")
    assert match(DRAW).score == (0.5, 0.5)


def test_a_long_match() -> None:
    # Ann loses, wins the Vela; Ben (White) loses, his Vela has no result; Ann (White) draws; Ben (White) wins;
    # Ann loses her Vela.
    contest = match(SECOND_SIDE_WINS, FIRST_SIDE_WINS, SECOND_SIDE_WINS, NO_RESULT, DRAW, FIRST_SIDE_WINS)
    assert due(contest) == ("vela", "Ann")
    contest = contest.after(SECOND_SIDE_WINS)
    assert contest.winner == 1
    assert contest.score == (2.5, 3.5)


def test_the_revanche_follows_the_rules_of_the_match() -> None:
    assert due(match(FIRST_SIDE_WINS, rules="standard"))[0] == "standard,phase_one=17"


def test_outcomes_beyond_the_end_are_refused() -> None:
    contest = Match(("Ann", "Ben"), outcomes=(SECOND_SIDE_WINS,) * 3)
    with pytest.raises(vato.VatoError, match="over after 2 games"):
        _ = contest.next


def test_a_match_is_not_played_by_the_rules_of_a_vela() -> None:
    with pytest.raises(vato.UnknownName, match="usual rules"):
        Match(rules="vela")


def test_only_outcomes_of_finished_games_count() -> None:
    for nonsense in (None, Outcome(3, "resignation")):
        with pytest.raises(vato.VatoError, match="not the outcome of a finished game"):
            match().after(nonsense)  # type: ignore[arg-type]


def test_a_game_from_another_start_does_not_count() -> None:
    board = vato.new("fanorona", rules="classic", position="9/9/w1b6/9/9 w")
    board.resign()
    with pytest.raises(vato.VatoError, match="Round 1 should be"):
        match().resume([match().record(board)])


def test_squadro_knows_no_revanche() -> None:
    with pytest.raises(vato.UnknownName, match="no revanche game; play a series"):
        Match(game="squadro")


def test_a_match_survives_its_records() -> None:
    contest = match()
    games = []
    for loser in (0, 0):
        pairing = contest.next
        assert pairing is not None
        board = pairing.board()
        board.push(board.legal_moves[0])
        board.resign(loser)
        games.append(contest.record(board, "2026-11-15"))
        outcome = board.outcome()
        assert outcome is not None
        contest = contest.after(outcome)
    text = record.write(games)
    assert "Match: Ann - Ben\nRound: 2" in text
    assert match().resume(record.read(text)) == contest
    with pytest.raises(vato.VatoError, match="Round 1 should be classic with Ann and Ben"):
        match().resume(reversed(games))
    with pytest.raises(vato.VatoError, match="Round 1 should be classic with Zoe and Ben"):
        Match(("Zoe", "Ben")).resume(games)
    with pytest.raises(vato.VatoError, match="Round 1 is not finished"):
        match().resume([match().record(vato.new("fanorona", rules="classic"))])
    with pytest.raises(vato.VatoError, match="over after 2 games"):
        match().resume([*games, games[0]])
    with pytest.raises(vato.VatoError, match="no game is left to record"):
        contest.record(board)
