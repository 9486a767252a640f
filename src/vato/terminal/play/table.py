"""The table a game is played at: the board in play, the turn under way, the file that keeps it, the screen.

Every change is kept before it is shown, so that what a person has seen can always be gone on with. What a typed line
means is decided in loop.py and commands.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vato import catalog
from vato.errors import VatoError
from vato.folders import state_folder
from vato.terminal.play.session import Session
from vato.terminal.play.steps import HalfTurn
from vato.terminal.play.unfinished import Place
from vato.terminal.screen import Screen
from vato.text import Text, why


class Table:
    """A game in play and everything around it."""

    def __init__(self, screen: Screen, session: Session, place: Place | None = None) -> None:
        self.screen = screen
        self.session = session
        self.place = place
        self.half = HalfTurn(session.board)
        self.listed: Sequence[Any] = ()
        """The turns a number refers to, once they have been listed."""
        self.saved_to: Path | None = None
        """The file this game was last saved to, which may be written again without asking."""
        self.kept = True
        """Whether the game as it stands is safe in the state folder, or not worth keeping."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session.board.outcome() is not None

    # Changing the game

    def play(self, move: Any) -> None:
        """Play a whole turn, keep it, show it."""
        player = self.session.player(self.session.board.turn)
        played = self.session.play(move)
        self.changed()
        self.screen.say(Text("{player} played {move}.", player=player, move=played))
        if self.over or self.session.seat.opponent is None:
            self.show()

    def changed(self) -> None:
        """Keep the game after any change, and begin the turn of whoever is to move now."""
        self.half = HalfTurn(self.session.board)
        self.listed = ()
        begun = bool(self.session.board.played) or self.over
        try:
            if begun:
                self.place = self.place or Place.free()
                self.place.keep(self.session.record())
            elif self.place is not None:
                self.place.forget()
        except OSError as error:
            if self.kept:
                self.screen.say(
                    Text(
                        "This game cannot be kept in {folder} ({why}); use save FILE before you leave.",
                        folder=state_folder(),
                        why=why(error),
                    )
                )
            self.kept = False
        else:
            self.kept = True

    def replace(self, session: Session) -> None:
        """Put another game on the table; the one before stays where it is kept."""
        self.let_go()
        self.session, self.place, self.saved_to = session, None, None
        self.changed()

    def let_go(self) -> None:
        """Leave the place where the game is kept to whoever comes next."""
        # What is still locked when Python ends may end with a complaint on the screen.
        if self.place is not None:
            self.place.release()

    def again(self) -> None:
        """Begin a new game with the sides exchanged; the finished one is kept no longer."""
        if self.place is not None:
            self.place.forget()
        self.session, self.saved_to = self.session.again(), None
        self.changed()
        self.screen.say(Text("A new game, with the sides exchanged."))
        self.show()

    # Showing it

    def show(self) -> None:
        """Draw the board, and say whose turn it is or how the game ended."""
        board = self.session.board
        self.screen.space()
        self.screen.board(board)
        outcome = board.outcome()
        if outcome is not None:
            self.screen.tell_end(board, outcome)
            self.screen.say(Text("Enter begins a new game with the sides exchanged; or type save, undo or quit."))
            return
        lead = catalog.find(board.game).lead(board, board.turn)
        player = self.session.player(board.turn)
        if lead > 0:
            self.screen.say(Text("{player} to move, ahead by {lead}.", player=player, lead=lead))
        elif lead < 0:
            self.screen.say(Text("{player} to move, behind by {lead}.", player=player, lead=-lead))
        else:
            self.screen.say(Text("{player} to move.", player=player))

    def offer(self) -> None:
        """Show how the turn under way may go on."""
        if self.half.steps and not self.half.narrowed:
            self.screen.board(self.session.board.sketch(self.half.steps))
        if self.half.may_stop:
            self.screen.say(Text("The turn can go on; Enter or stop ends it here, back takes back a step."))
        elif self.half.narrowed:
            self.screen.say(self.half.ambiguity or Text("Which one? back begins again."))
        else:
            self.screen.say(Text("The turn must go on; back takes back a step."))
        self.list_steps()

    def list_steps(self) -> None:
        """Show the steps to choose from, numbered."""
        self.screen.columns([f"{number} {step}" for number, step in enumerate(self.half.offered, start=1)])

    def farewell(self) -> None:
        """Say where the game is and how to go on with it; show it whole if it is nowhere."""
        if not self.kept:
            self.screen.say(Text("This game is kept nowhere; here it is."))
            self.screen.space()
            self.screen.say(str(self.session.record()))
        elif self.place is not None and self.place.path.exists():
            self.screen.say(Text("The game is kept in {path}", path=self.place.path))
            self.screen.say(Text("To go on, type: {command}", command="vato play"))

    def refuse(self, error: VatoError) -> None:
        """Show why what was typed is refused; nothing is lost by it."""
        self.screen.refuse(error)
        if self.half.begun:
            self.list_steps()
