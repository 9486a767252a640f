"""What is worth looking at in a first whole game of Squadro, by the rules alone.

Who plays against the learner, and what looking ahead tells, is for `vato.learn.first_game`.
"""

from __future__ import annotations

from collections.abc import Iterator

from vato.games.squadro.board import START, Board
from vato.games.squadro.notation import Move, place_of, point_of
from vato.games.squadro.rulesets import FAR_EDGE, HOME
from vato.learn.lesson import Lesson, Look, WholeGame
from vato.text import Text, by_number


def looks(board: Board) -> Iterator[Look]:
    """Yield what is worth looking at for who is to move, what matters most first."""
    turns = list(board.legal_moves)
    answers = list(_passed(board).legal_moves)
    if _wins(board, turns):
        yield Look("win", Text("You can win with this turn."), always=True)
    for answer in _wins(_passed(board), answers):
        message = Text(
            "Dark wins with its next turn, by its stone in row {lane}. Can you send it back?", lane=answer.lane
        )
        yield Look("last", message, (_where(board, 1 - board.turn, answer.lane),), always=True)
    if board.progress == START:
        yield Look(
            "dots", Text("Your stones go up and come back, the dark ones to the right. The dots say how far each goes.")
        )
    found = [*_threats(board, answers), *_jumps(board, turns)]
    yield from found
    for lane, progress in enumerate(board.progress[board.turn], start=1):
        if FAR_EDGE <= progress < HOME:
            message = Text("Your stone in lane {lane} has turned round: now the dots at the far edge count.", lane=lane)
            yield Look("turned", message, (_where(board, board.turn, lane),))
            break
    if board.home(board.turn) == board.rules.stones_home - 1:
        yield Look("mine", Text("One more stone home, and you have won."))
    if board.home(1 - board.turn) == board.rules.stones_home - 1:
        yield Look("theirs", Text("Dark needs one more stone home."))
    if not found:
        yield Look("quiet", Text("Nobody can jump now: move a stone that stays out of reach, or the slowest."))


def _threats(board: Board, answers: list[Move]) -> Iterator[Look]:
    """Yield the jump of the other side that would cost most."""
    own = board.progress[board.turn]

    def cost(lane: int) -> int:
        return own[lane - 1] % FAR_EDGE

    worst = max(answers, key=lambda answer: sum(map(cost, answer.jumped)), default=None)
    if worst is None or not worst.jumped:
        return
    at = tuple(_where(board, board.turn, lane) for lane in worst.jumped)
    if len(worst.jumped) > 1:
        message = Text("Dark threatens to jump over {count} of your stones at once.", count=len(worst.jumped))
    elif own[worst.jumped[0] - 1] < FAR_EDGE:
        message = Text("Dark threatens to send your stone in lane {lane} back to its start.", lane=worst.jumped[0])
    else:
        message = Text("Dark threatens to send your stone in lane {lane} back to the far edge.", lane=worst.jumped[0])
    yield Look("threat", message, at, always=True)


def _jumps(board: Board, turns: list[Move]) -> Iterator[Look]:
    """Yield the jump over most stones."""
    best = max(turns, key=lambda turn: len(turn.jumped))
    if best.jumped:
        message = by_number(
            "You can jump over a dark stone with the one in lane {lane}.",
            "You can jump over {count} dark stones with the one in lane {lane}.",
            len(best.jumped),
        )
        at = (_where(board, board.turn, best.lane),)
        yield Look("jump", Text(message, count=len(best.jumped), lane=best.lane), at, always=True)


def _passed(board: Board) -> Board:
    """Return the board as if it were the other side's turn."""
    return Board(board.rules, board.progress, 1 - board.turn)


def _wins(board: Board, turns: list[Move]) -> list[Move]:
    """Return the turns that bring home the stone that decides."""
    return [turn for turn in turns if turn.target == HOME and board.home(board.turn) + 1 == board.rules.stones_home]


def _where(board: Board, player: int, lane: int) -> str:
    """Return the point on which a stone stands."""
    return point_of(player, lane, place_of(board.progress[player][lane - 1]))


FIRST_GAME = Lesson(
    "first-game",
    Text("A first whole game"),
    Text("From the first turn to the last, against a gentle opponent; every turn can be taken back."),
    whole=WholeGame(Text("Play a whole game: bring four of your stones home first."), "standard", looks),
)
