"""Endings to train: every one is what it claims, and playing it is judged and answered as the tables say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.fanorona.test_knowledge import five_stones
from vato import catalog
from vato.board import Board
from vato.errors import IllegalMove, UnknownName, VatoError
from vato.knowledge import Knowledge, Patience, Result
from vato.learn import endings
from vato.learn.endings import Drill, Ending

ENDINGS = endings.endings_of("fanorona")


@pytest.fixture(scope="module")
def knowledge() -> Iterator[Knowledge]:
    found = catalog.known("fanorona", five_stones())
    assert found is not None
    yield found
    found.close()


def test_every_ending_is_won_as_soon_as_it_says(knowledge: Knowledge) -> None:
    assert len({ending.position for ending in ENDINGS}) == len(ENDINGS) == 300
    for ending in ENDINGS:
        board = ending.board
        assert board.position == ending.position
        facts = knowledge.facts(board)
        assert facts is not None
        assert str(facts.fact) == f"won in {2 * ending.turns - 1}"
        assert ending.best in map(str, facts.best())


def test_grades_rise_with_the_turns() -> None:
    assert [ending.number for ending in ENDINGS] == list(range(1, 301))
    assert [ending.grade for ending in ENDINGS] == sorted(ending.grade for ending in ENDINGS)
    assert [ending.turns for ending in ENDINGS] == sorted(ending.turns for ending in ENDINGS)
    assert [len(endings.of_grade("fanorona", grade)) for grade in endings.GRADES] == [60] * 5


def played_by_hints(drill: Drill) -> str:
    """Win an ending with best play and return what is said at the end."""
    while True:
        verdict = drill.propose(str(drill.right_move()))
        if verdict.judgement == "reached":
            return str(verdict.message)
        assert str(verdict.message) == "Good. Go on."


@pytest.mark.parametrize("ending", ENDINGS[::30], ids=lambda ending: str(ending.number))
def test_best_play_wins_in_the_turns_that_are_needed(ending: Ending, knowledge: Knowledge) -> None:
    drill = Drill(ending, knowledge)
    assert played_by_hints(drill) == f"Won in as few turns as possible: {ending.turns}."
    assert len(drill.board.played) == 2 * ending.turns - 1
    assert drill.right_move() is None


def test_a_detour_is_counted_and_the_win_is_still_a_win(knowledge: Knowledge) -> None:
    drill = Drill(endings.find("fanorona", 61), knowledge)
    facts = knowledge.facts(drill.board)
    assert facts is not None
    move = next(move for move, fact in facts.moves.items() if fact.result == Result.WON and fact.turns != 9)
    longer = facts.moves[move].turns
    assert longer is not None
    verdict = drill.propose(str(move))
    assert (verdict.judgement, len(drill.board.played)) == ("onward", 2)
    lost = (longer - 9) // 2
    assert str(verdict.message) == f"Still won, but there was a shorter way; turns lost: {lost}."
    assert played_by_hints(drill) == f"Won. Turns taken: {5 + lost}; needed with best play: 5."


def test_a_slip_is_shown_and_not_played(knowledge: Knowledge) -> None:
    said = set()
    for ending in ENDINGS[::6]:
        drill = Drill(ending, knowledge)
        facts = knowledge.facts(drill.board)
        assert facts is not None
        for move, fact in facts.moves.items():
            if fact.result != Result.WON:
                verdict = drill.propose(str(move))
                assert (verdict.judgement, drill.board.position) == ("wrong", ending.position)
                assert str(verdict.message).split(": ")[1].startswith(f"{move} {verdict.answer}")
                said.add((fact.result, str(verdict.message).partition(" ")[2].split(":")[0]))
    assert said == {
        (Result.DRAWN, "gives the win away, as the other side holds the draw"),
        (Result.LOST, "loses"),
    }


def seen_before(board: Board, move: object) -> bool:
    """Return whether a move leads to a position that was there before in this game."""
    past, board = board.copy(), board.copy()
    board.push(move)
    while past.played:
        past.pop()
        if past.position == board.position:
            return True
    return False


def test_a_third_occurrence_is_a_slip(knowledge: Knowledge) -> None:
    """By the tables alone, going to and fro would keep the win for ever."""
    slips = 0
    for ending in endings.of_grade("fanorona", 3)[::5]:
        drill = Drill(ending, knowledge)
        judgement = "onward"
        while judgement == "onward":
            before = drill.board.copy()
            again = [move for move in drill.board.legal_moves if seen_before(drill.board, move)]
            verdict = drill.propose(str(next(iter(again), drill.right_move())))
            judgement = verdict.judgement
        if judgement == "wrong":
            facts = knowledge.facts(catalog.new("fanorona", position=before.position))
            assert facts is not None
            slips += facts.moves[verdict.move].result == Result.WON
    assert slips > 0


def test_turns_are_taken_back(knowledge: Knowledge) -> None:
    ending = endings.find("fanorona", 200)
    drill = Drill(ending, knowledge)
    assert not drill.take_back()
    for _ in range(2):
        drill.propose(str(drill.right_move()))
    assert len(drill.board.played) == 4
    assert drill.take_back()
    assert len(drill.board.played) == 2
    assert drill.take_back()
    assert drill.board.position == ending.position
    assert not drill.take_back()
    assert drill.board.position == ending.position
    assert played_by_hints(drill) == f"Won in as few turns as possible: {ending.turns}."


def test_it_goes_on_after_moves_of_both(knowledge: Knowledge) -> None:
    drill = Drill(endings.find("fanorona", 100), knowledge)
    drill.propose(str(drill.right_move()))
    moves = tuple(map(str, drill.board.played))
    again = endings.resume("fanorona", 100, moves, knowledge)
    assert again.board.position == drill.board.position
    with pytest.raises(VatoError, match="This exercise is over"):
        endings.resume("fanorona", 100, moves[:1], knowledge)
    with pytest.raises(IllegalMove):
        endings.resume("fanorona", 100, ("a1-a1",), knowledge)
    assert again.propose("nonsense").judgement == "refused"


def test_without_tables_it_is_said_how_to_make_them() -> None:
    class Nothing:
        def facts(self, board: object, patience: Patience | None = None) -> None:
            return None

        def proven(self, board: object) -> None:
            pass

        def words(self, board: object) -> None:
            return None

        def close(self) -> None:
            pass

    with pytest.raises(VatoError, match="type: vato solve fanorona"):
        Drill(ENDINGS[0], Nothing()).propose(ENDINGS[0].best)


def test_what_there_is_not_is_refused() -> None:
    for wrong in (0, 6):
        with pytest.raises(UnknownName, match="Grades go from 1 to 5"):
            endings.of_grade("fanorona", wrong)
    for wrong in (0, 301):
        with pytest.raises(UnknownName, match=f"no ending {wrong} of fanorona"):
            endings.find("fanorona", wrong)
    with pytest.raises(UnknownName, match="no endings of squadro"):
        endings.of_grade("squadro", 1)
