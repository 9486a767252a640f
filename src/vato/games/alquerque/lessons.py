"""The lessons of Alquerque, as data. That every aim can be reached, and that what counts as right is right, is tested.

White is to move and learns. Early lessons are played by the `alfonso` rules, so that a step which captures nothing can
be tried and understood before anything is obligatory.
"""

from __future__ import annotations

from vato.games.alquerque.aims import Captures, CapturesNothing, EndsOn, Keeps, LosesStones
from vato.learn.lesson import Exercise, Lesson, Miss, Wins
from vato.text import Text

NOTHING_TAKEN = Miss((CapturesNothing(),), Text("That step captures nothing."))
JUMPED_BACK = Text("Look at the answer: Black jumps over your stone.")
STRUCK = Miss((LosesStones(),), JUMPED_BACK)
STOPPED = Text("You stopped too soon: the stone can jump on.")
TOO_FEW = Text("You can take more than that.")
TOO_SLOW = Text("Now Black gets away.")

LESSONS = (
    Lesson(
        "step",
        Text("A step"),
        Text("A stone moves along a line to the next point, if that is empty."),
        (
            Exercise(
                Text("Move your stone to c3, in the middle."),
                "modern",
                "b4/5/5/3w1/5 w",
                (EndsOn("c3"),),
                ("d2-c3",),
                hint=Text("A diagonal joins d2 and c3."),
                wrong=Text("That is a step, but it does not lead to the middle."),
                tempting="d2-c2",
            ),
            Exercise(
                Text("Bring your stone to c4 in two turns."),
                "modern",
                "9/9/1w7/9/8b w",
                (EndsOn("c4"),),
                ("b3-c3", "c3-c4"),
                hint=Text("Only every second point has diagonals, and b3 has none: go straight, twice."),
                wrong=Text("From there c4 is too far away."),
                praise=Text("Where no line is drawn, no stone can go."),
                tempting="b3-a3",
            ),
        ),
    ),
    Lesson(
        "jump",
        Text("A jump"),
        Text("Jump over a neighbouring enemy stone to the empty point right behind it, and it is captured."),
        (
            Exercise(
                Text("Jump over the black stone on b2 and capture it."),
                "alfonso",
                "4b/5/5/1b3/w4 w",
                (Captures(1),),
                ("a1xc3",),
                hint=Text("Go on along the same line, to c3."),
                wrong=NOTHING_TAKEN.message,
                praise=Text("That is a jump: you go over it, and it is gone."),
                tempting="a1-a2",
            ),
            Exercise(
                Text("Three of your stones can jump. Capture so that Black cannot jump back."),
                "modern",
                "2b2/3bw/5/1b3/bww2 w",
                (Captures(1), Keeps(3)),
                ("b1xb3",),
                hint=Text("After your jump, is there an empty point behind any of your stones?"),
                wrong=JUMPED_BACK,
                tempting="e4xc4",
                answered=True,
            ),
        ),
    ),
    Lesson(
        "jumps",
        Text("Jump on"),
        Text("A stone that has jumped may jump again in the same turn, in any direction."),
        (
            Exercise(
                Text("Capture two stones in one turn."),
                "alfonso",
                "5/2b2/5/1b2b/w4 w",
                (Captures(2),),
                ("a1xc3xc5",),
                hint=Text("From c3 there is another stone to jump over."),
                wrong=STOPPED,
                misses=(NOTHING_TAKEN,),
                tempting="a1xc3",
            ),
            Exercise(
                Text("Find the jumps that capture three stones."),
                "modern",
                "5/2b2/3bw/w2b1/b2b1 w",
                (Captures(3),),
                ("e3xc3xe1xc1",),
                hint=Text("Jump along the row first, then turn down to the corner."),
                wrong=TOO_FEW,
                tempting="e3xc1xe1",
            ),
            Exercise(
                Text("Capture two stones, and lose none."),
                "modern",
                "bb3/1wb2/w1wb1/5/5 w",
                (Captures(2), Keeps(3)),
                ("b4xd4xd2",),
                hint=Text("The stone in the middle need not be the one that jumps."),
                wrong=TOO_FEW,
                misses=(STRUCK,),
                tempting="c3xe3",
                answered=True,
            ),
        ),
    ),
    Lesson(
        "safe",
        Text("Safe points"),
        Text("A stone can be jumped over only if the point behind it is empty."),
        (
            Exercise(
                Text("Black threatens to jump over e4. Move so that you lose nothing."),
                "modern",
                "2w1b/4w/w4/5/b4 w",
                (Keeps(3),),
                ("e4-e3",),
                hint=Text("The black stone in the corner can also jump along its diagonal."),
                wrong=JUMPED_BACK,
                tempting="e4-d4",
                answered=True,
            ),
            Exercise(
                Text("Move so that Black cannot jump over any of your stones."),
                "modern",
                "2b2/2w2/1w1b1/w4/5 w",
                (Keeps(3),),
                ("c4-c3",),
                hint=Text("A stone cannot be jumped over if another one stands right behind it."),
                wrong=JUMPED_BACK,
                praise=Text("Stones that stand one behind the other protect each other."),
                tempting="c4-b4",
                answered=True,
            ),
        ),
    ),
    Lesson(
        "must",
        Text("Black must capture"),
        Text("Whoever can capture must: offer a stone, and you decide where a black one goes."),
        (
            Exercise(
                Text("Offer a stone, and capture two in return."),
                "modern",
                "4w/1b2w/3b1/w4/2b2 w",
                (Captures(2),),
                ("e4-d4", "e5xc5xa3"),
                hint=Text("Let the black stone on d3 jump to the highest row."),
                wrong=Text("That does not lead to two captures."),
                praise=Text("Black had to jump, and you were waiting."),
                tempting="e5-d4",
            ),
            Exercise(
                Text("Win in two turns: offer a stone."),
                "modern",
                "5/1b2w/4w/1w3/3b1 w",
                (Wins(),),
                ("b2-c3", "e3xc1xe1"),
                hint=Text("Lure the black stone on b4 to where you can jump over both."),
                wrong=TOO_SLOW,
                tempting="b2-c2",
            ),
        ),
    ),
    Lesson(
        "shut-in",
        Text("Shut in or caught"),
        Text("Whoever has no stone left, or no move, has lost."),
        (
            Exercise(
                Text("Leave the black stone no move."),
                "modern",
                "w4/b1w2/w1w2/w4/5 w",
                (Wins(),),
                ("c3-b4",),
                hint=Text("It has one way out. Close it so that there is nothing to jump over."),
                wrong=Text("The black stone can still move."),
                tempting="c4-b4",
            ),
            Exercise(
                Text("Win in two turns: the black stone will have to jump."),
                "modern",
                "1w3/5/5/3wb/1w3 w",
                (Wins(),),
                ("b1-c1", "c1xc3"),
                hint=Text("Black will jump over d2 to c2. Wait on the point below."),
                wrong=TOO_SLOW,
                tempting="d2-d1",
            ),
        ),
    ),
    Lesson(
        "forwards",
        Text("Only forwards"),
        Text("By Bell's rules stones go back only to capture, and on the last row they may only capture."),
        (
            Exercise(
                Text("Capture three stones. Captures may lead back."),
                "bell",
                "5/w4/5/1b1b1/1bw2 w",
                (Captures(3),),
                ("c1xa1xc3xe1",),
                hint=Text("Jump along the lowest row first."),
                wrong=TOO_FEW,
                tempting="c1xe3",
            ),
            Exercise(
                Text("Win in two turns. On their last row Black's stones may only capture."),
                "bell",
                "4w/w4/1b3/5/1w2b w",
                (Wins(),),
                ("b1-b2", "a4-a5"),
                hint=Text("Offer a stone, so that Black has to jump to the last row."),
                wrong=TOO_SLOW,
                tempting="a4-b4",
            ),
        ),
    ),
)
