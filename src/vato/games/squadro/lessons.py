"""The lessons of Squadro, as data. That every aim can be reached, and that what counts as right is right, is tested.

Light is to move and learns.
"""

from __future__ import annotations

from vato.games.squadro.aims import Comes, GoesBy, IsSentBack, SendsBack, SetsBack, StaysSafe, Turns
from vato.learn.lesson import Exercise, Lesson, Miss, Wins
from vato.text import Text

RULES = "standard"
SENT_BACK = Text("Look at the answer: one of your stones was sent back.")
NOT_IN_THE_WAY = Text("No dark stone was in the way of that one.")

LESSONS = (
    Lesson(
        "speed",
        Text("Move and speed"),
        Text("A stone goes as many places as there are dots where its lane begins."),
        (
            Exercise(
                Text("Move a stone by three places."),
                RULES,
                "00000/00000 light",
                (GoesBy(3),),
                ("2",),
                hint=Text("Look for three dots below a lane."),
                wrong=Text("That lane has fewer dots, so the stone was slower."),
                tempting="3",
            ),
            Exercise(
                Text("Bring the stone in lane 3 to its fourth crossing in two turns."),
                RULES,
                "00000/00000 light",
                (Comes(3, 4),),
                ("3", "3"),
                hint=Text("Lane 3 has two dots: two turns make four places."),
                wrong=Text("That was another stone; now one turn is missing."),
                tempting="2",
            ),
        ),
    ),
    Lesson(
        "turning",
        Text("Turning round"),
        Text("At the far edge a stone stops, turns round, and comes back at the speed engraved there."),
        (
            Exercise(
                Text("Bring a stone to the far edge."),
                RULES,
                "14311/00000 light",
                (Turns(),),
                ("2",),
                hint=Text("Which stone has at least as many dots as places left to go?"),
                wrong=Text("That stone does not reach the far edge yet."),
                praise=Text("It could have gone further, but at the far edge every stone stops."),
                tempting="3",
            ),
            Exercise(
                Text("Turn the stone in lane 1 round, and bring it back by three places."),
                RULES,
                "50400/00000 light",
                (Comes(1, 9),),
                ("1", "1"),
                hint=Text("Slow on the way out, fast on the way back: look at the dots above lane 1."),
                wrong=Text("That was another stone; now one turn is missing."),
                praise=Text("What is slow on the way out is fast on the way back."),
                tempting="3",
            ),
        ),
    ),
    Lesson(
        "jumping",
        Text("Jumping"),
        Text("A stone that meets an enemy jumps over it, stops right behind it, and sends it back."),
        (
            Exercise(
                Text("Jump over a dark stone."),
                RULES,
                "11000/02130 light",
                (SendsBack(1),),
                ("2",),
                hint=Text("A dark stone must stand on your lane, within reach."),
                wrong=NOT_IN_THE_WAY,
                tempting="1",
                answered=True,
            ),
            Exercise(
                Text("Let a jump carry you further: reach the far edge with the stone in lane 1."),
                RULES,
                "43204/00001 light",
                (Comes(1, 6),),
                ("1",),
                hint=Text("It has one dot, but a dark stone stands right in front of it."),
                wrong=Text("That stone stays on its way."),
                praise=Text("One dot, two places: a jump is also a short cut."),
                tempting="5",
            ),
        ),
    ),
    Lesson(
        "sent-back",
        Text("Being sent back"),
        Text("A stone jumped over returns to its start, or, once it has turned round, to its far edge."),
        (
            Exercise(
                Text("Move so that Dark cannot jump over any of your stones."),
                RULES,
                "00120/00420 light",
                (StaysSafe(),),
                ("3",),
                hint=Text("The dark stone in row 1 has three dots, and your stone stands in its way."),
                wrong=SENT_BACK,
                tempting="4",
                answered=True,
            ),
            Exercise(
                Text("Send back the stone that loses most."),
                RULES,
                "00000/58000 light",
                (SetsBack(5),),
                ("5",),
                hint=Text("A stone that has turned round only goes back to its far edge."),
                wrong=NOT_IN_THE_WAY,
                misses=(Miss((SendsBack(1),), Text("That one had already turned round, so it lost only two places.")),),
                praise=Text("Five places lost: it has to begin again."),
                tempting="4",
            ),
        ),
    ),
    Lesson(
        "several",
        Text("Several at once"),
        Text("One jump goes over all enemy stones that stand in line without a gap."),
        (
            Exercise(
                Text("Send two stones back with one jump."),
                RULES,
                "00020/22400 light",
                (SendsBack(2),),
                ("2",),
                hint=Text("Find two dark stones on neighbouring crossings of one of your lanes."),
                wrong=NOT_IN_THE_WAY,
                misses=(Miss((SendsBack(1),), Text("That was only one.")),),
                tempting="4",
                answered=True,
            ),
            Exercise(
                Text("Send three stones back with one jump."),
                RULES,
                "00030/22288 light",
                (SendsBack(3),),
                ("2",),
                hint=Text("Your stone in lane 2 is still at its start, and that is a good place."),
                wrong=NOT_IN_THE_WAY,
                misses=(Miss((SendsBack(2),), Text("Those were only two.")),),
                praise=Text("Three stones have to begin again."),
                tempting="4",
            ),
        ),
    ),
    Lesson(
        "home",
        Text("Racing home"),
        Text("Whoever first brings four stones back to their start wins."),
        (
            Exercise(
                Text("Two stones are home already. Win in two turns."),
                RULES,
                "9cbc6/6c0ca light",
                (Wins(),),
                ("1", "3"),
                hint=Text("Bring home first what Dark could still jump over."),
                wrong=Text("That takes more than two turns."),
                misses=(Miss((IsSentBack(),), SENT_BACK),),
                tempting="3",
            ),
            Exercise(
                Text("Win the race in three turns."),
                RULES,
                "6cac4/c6ca7 light",
                (Wins(),),
                ("3", "1", "1"),
                hint=Text("One stone is a single turn from home; after it, the fast one."),
                wrong=Text("That takes more than three turns."),
                tempting="1",
            ),
        ),
    ),
)
