"""Write the golden playthroughs anew: `python tests/playthroughs/generate.py`. Then read what changed."""

from __future__ import annotations

from pathlib import Path

from vato import record

FOLDER = Path(__file__).parent


def playthrough(game: record.Record) -> str:
    """Return a game turn by turn: the board, how many moves there are and which, the one played, what it captures."""
    board = game.start.copy()
    lines = [f"{board.game}, rules {board.rules}", ""]
    for turn in [*game.turns, None]:
        lines += [*str(board).splitlines(), "", board.position, f"key {board.key:016x}"]
        if (outcome := board.outcome()) is not None:
            lines.append(f"over: {board.describe(outcome)}")
        else:
            lines.append(f"{board.sides[board.turn]} to move, {len(board.legal_moves)} moves:")
            lines += [f"  {move}" for move in board.legal_moves]
        if turn is not None:
            lines += ["", f"== {turn.move} {turn.comment}".rstrip(), ""]
            board.push(turn.move)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.vato")):
        (game,) = record.load(path)
        path.with_suffix(".txt").write_text(playthrough(game), encoding="utf-8")
