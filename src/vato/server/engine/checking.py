"""What an engine on another machine answers is believed only as far as it can be: right in form, and legal moves."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from vato import scene
from vato.board import Board
from vato.errors import VatoError
from vato.server.engine.worker import Job, board_of
from vato.server.wire.helping import HelperFindings, HelperJudgement, HelperLine, HelperMove

LONGEST_SCORE = 40
"""A score as text, in letters."""


class Unfit(Exception):
    """An answer that cannot be one to the question."""


class Checked:
    """A question and what may be answered to it; works in any thread, and takes a moment."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._board: Board | None = None

    def answer(self, found: HelperFindings | HelperJudgement | HelperMove, elapsed: float) -> Job:
        """Return an answer as a process of the server's own would give it; raise `Unfit` where it is none."""
        try:
            if isinstance(found, HelperMove) and self._job["do"] == "play":
                return {"move": str(self.board.read(found.move)), "seconds": min(found.seconds, elapsed)}
            if isinstance(found, HelperFindings) and self._job["do"] == "analyse":
                return self.findings(found, elapsed)
            if isinstance(found, HelperJudgement) and self._job["do"] == "judge":
                return {"found": self.findings(found.found, elapsed), "alone": found.alone}
        except (VatoError, ValidationError) as error:
            raise Unfit(str(error)) from error
        raise Unfit("an answer to another question")

    def findings(self, found: HelperFindings, elapsed: float) -> Job:
        """Return what was found with its first turns as they are shown."""
        if not 1 <= len(found.lines) <= self._job.get("lines", 1):
            raise Unfit(f"{len(found.lines)} lines")
        if found.known is not None:
            for move in found.known["keeping"]:
                self.board.read(move)
        lines = [self._line(line) for line in found.lines]
        whole: dict[str, Any] = found.model_dump(mode="json")
        return whole | {"lines": lines, "seconds": round(min(found.seconds, elapsed), 3)}

    @property
    def board(self) -> Board:
        """The board that the question is about."""
        if self._board is None:
            self._board = board_of(self._job)
        return self._board

    def _line(self, line: HelperLine) -> Job:
        if len(line.score["text"]) > LONGEST_SCORE or not line.score["text"].isprintable():
            raise Unfit("a score that is none")
        board = self.board.copy()
        first = scene.turn_of(board, board.read(line.moves[0]), len(board.played) + 1)
        for move in line.moves:
            board.push(move)
        return line.model_dump(mode="json") | {"first": first}
