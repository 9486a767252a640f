"""A program that speaks UGI, plays the first legal move, and from its second turn on misbehaves as its arguments say.

Run as: fake_program.py GAME MODE [FILE]; it adds its process id to the file.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import vato


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def hang() -> None:
    """Answer nothing, until whoever started it is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.5)


def misbehave(mode: str, answer: str) -> None:
    if mode == "hang":
        hang()
    elif mode == "die":
        sys.exit(3)
    elif mode == "garbage":
        say("\x00\xff bestmove", "bestmove banana")
    elif mode == "illegal":
        say("bestmove 5" if answer == "a1-a2" else "bestmove a1-a2")
    elif mode == "moveless":
        say("bestmove")
    elif mode == "twice":
        say(f"bestmove {answer}", "bestmove 5")
    elif mode == "flood":
        while True:
            print("info string again\n" * 10_000, end="", flush=True)
    elif mode == "endless":
        while True:
            print("info " * 1000, end="", flush=True)
    else:
        say(f"info depth 1 score cp 0 pv {answer}", f"bestmove {answer}")


def obey(words: list[str], state: dict[str, Any], mode: str) -> None:
    if words[0] == "ugi" and mode != "mute":
        say("id name fake", "option name Rules type string default standard", "ugiok")
    elif words[:3] == ["setoption", "name", "Rules"]:
        state["rules"] = words[-1]
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":
        cut = words.index("moves") if "moves" in words else len(words)
        position = " ".join(words[2:cut]) or None
        state["board"] = vato.new(state["game"], rules=state["rules"], position=position)
        for move in words[cut + 1 :]:
            state["board"].push(move)
    elif words[0] == "go":
        state["turns"] += 1
        misbehave(mode if state["turns"] > 1 else "", str(state["board"].legal_moves[0]))


def main() -> None:
    game, mode, *files = sys.argv[1:]
    for file in files:
        with Path(file).open("a", encoding="utf-8") as pids:
            pids.write(f"{os.getpid()}\n")
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    state: dict[str, Any] = {"game": game, "rules": None, "turns": 0}
    for line in sys.stdin:
        if line.strip() == "quit" and mode != "stubborn":
            return
        obey(line.split(), state, mode)
    if mode == "stubborn":
        hang()


if __name__ == "__main__":
    main()
