"""Lessons of Fanorona for who knows the usual rules: chains that must go on, and draws. As data, like the others."""

from __future__ import annotations

from vato.games.fanorona.aims import Captures, Keeps
from vato.games.fanorona.lessons import STRUCK_BACK, TOO_FEW
from vato.learn.lesson import Draws, Exercise, Lesson
from vato.text import Text

CAUGHT = Text("Look at the answer: your last stone is gone.")

FURTHER_LESSONS = (
    Lesson(
        "to-the-end",
        Text("Chains to the end"),
        Text("By the strict rules a chain that was begun goes on as long as it can."),
        (
            Exercise(
                Text("The chain must go on, but you choose the way: take all five stones."),
                "strict",
                "5/5/b1b1b/4w/b1bw1 w turns=2",
                (Captures(5),),
                ("d1-e1W-d2A-c1W-b2A-c3W",),
                hint=Text("Begin with the stone on d1; from c1 the chain can go on in two ways."),
                wrong=TOO_FEW,
                praise=Text("Any chain may be chosen, but whichever you begin, you play to its end."),
                tempting="d1-e1W-d2A-c1W-b1A",
            ),
            Exercise(
                Text("You cannot stop in between: capture so that Black cannot strike back."),
                "strict",
                "3w1/5/1bw2/5/bb1bb w turns=2",
                (Captures(1), Keeps(2)),
                ("c3-d3W-d2A",),
                hint=Text("Look at where each chain ends, not only at what it takes."),
                wrong=STRUCK_BACK,
                tempting="c3-d2A-d3W",
                answered=True,
            ),
        ),
    ),
    Lesson(
        "draws",
        Text("Draws"),
        Text(
            "By the free rules ten turns in a row without a capture make a draw when both have fewer than five stones."
        ),
        (
            Exercise(
                Text("Nine turns have captured nothing. You have one stone against three: save the draw."),
                "free",
                "1b3/2b2/5/2w2/2b2 w turns=2 quiet=9",
                (Draws(),),
                ("c2-d2",),
                hint=Text("Here nobody has to capture: make the tenth turn without one."),
                wrong=CAUGHT,
                praise=Text("Half a point, and with one stone against three."),
                tempting="c2-c3A",
                answered=True,
            ),
            Exercise(
                Text("Seven turns have captured nothing. Hold out for three more."),
                "free",
                "5/4b/1w3/3b1/5 w turns=2 quiet=7",
                (Draws(),),
                ("b3-a3", "a3-a2"),
                hint=Text("Keep away from the stone on d2."),
                wrong=CAUGHT,
                tempting="b3-c3",
            ),
        ),
    ),
)
