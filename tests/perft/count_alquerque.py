"""A second opinion on the rules of Alquerque: a slow, plain counter of turns.

Written from docs/rules/alquerque.md alone, sharing no code with the program it checks. Points are (column, row) pairs
counted from the lower left corner; a position is a set of stones for each side.

    python count_alquerque.py modern 5x5 4 [position]

prints how many sequences of turns of that length exist; a game that has ended has none left.
"""

import re
import sys
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

Point = tuple[int, int]
Stones = frozenset[Point]
Path = tuple[Point, ...]

USUAL = {
    "must_capture": "yes",
    "huff": "no",
    "chain": "obligatory",
    "most": "no",
    "revisit": "yes",
    "backward": "free",
    "last_row": "yes",
    "turn_back": "yes",
    "blocked": "loses",
    "repetition": "3",
    "agreement": "yes",
    "quiet_turns": "0",
}
NAMED = {
    "modern": "",
    "alfonso": "must_capture=no,chain=optional",
    "huffing": "must_capture=no,huff=yes,chain=optional",
    "bell": "backward=captures,last_row=no,turn_back=no",
}
Rules = dict[str, str]
MOST_JUMPS = 2_000


class Alquerque(NamedTuple):
    """A position; `left` and `right` are the stones that stepped sideways last."""

    columns: int
    rows: int
    white: Stones
    black: Stones
    white_to_move: bool
    quiet: int
    left: Stones
    right: Stones


def read_rules(text: str) -> Rules:
    """Read a rule set by its name, with changes."""
    name, *changes = text.split(",")
    lines = [*filter(None, NAMED[name].split(",")), *changes]
    return USUAL | dict(line.split("=") for line in lines)


def named(point: Point) -> str:
    """Write a point."""
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


def read_position(size: str, text: str | None) -> Alquerque:
    """Read a position; none is the start."""
    columns, rows = (int(number) for number in size.split("x"))
    half = columns // 2
    filled = ["b" * columns] * (rows // 2) + ["b" * half + "." + "w" * half] + ["w" * columns] * (rows // 2)
    lines, side, *extras = text.split() if text else ["/".join(filled), "w"]
    spread = [re.sub(r"\d", lambda gap: "." * int(gap[0]), line) for line in lines.split("/")]
    signs = {(x, rows - 1 - y): sign for y, line in enumerate(spread) for x, sign in enumerate(line)}
    white, black = (frozenset(point for point, sign in signs.items() if sign == colour) for colour in "wb")
    given = dict(extra.split("=") for extra in extras)
    left, right = (
        frozenset(point for point in signs if named(point) in given.get(way, "").split(","))
        for way in ("left", "right")
    )
    return Alquerque(columns, rows, white, black, side == "w", int(given.get("quiet", "0")), left, right)


def write_position(position: Alquerque, rules: Rules) -> str:
    """Write a position."""
    lines = []
    for y in reversed(range(position.rows)):
        line = "".join(
            "w" if (x, y) in position.white else "b" if (x, y) in position.black else "."
            for x in range(position.columns)
        )
        lines.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), line))
    words = ["/".join(lines), "w" if position.white_to_move else "b"]
    if rules["quiet_turns"] != "0" and position.quiet:
        words.append(f"quiet={min(position.quiet, int(rules['quiet_turns']))}")
    for way, stones in (("left", position.left), ("right", position.right)):
        if stones:
            words.append(f"{way}={','.join(sorted(map(named, stones)))}")
    return " ".join(words)


def directions(point: Point) -> list[Point]:
    """List the directions of the lines through a point, wherever the board ends."""
    slanting = sum(point) % 2 == 0
    return [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx or dy) and (slanting or not (dx and dy))]


def inside(position: Alquerque, point: Point) -> bool:
    """Say whether a point is on the board."""
    return 0 <= point[0] < position.columns and 0 <= point[1] < position.rows


def back(position: Alquerque, dy: int) -> bool:
    """Say whether rows so far up lead the player to move back."""
    return dy < 0 if position.white_to_move else dy > 0


def journeys(
    position: Alquerque, rules: Rules, path: Path, friends: Stones, enemies: Stones
) -> Iterator[tuple[Path, Stones]]:
    """Yield every run of jumps, one at least, that goes on from the last point of a path, with the enemies left.

    `friends` are the other stones of the player. A run is yielded as soon as it may end.
    """
    x, y = path[-1]
    for dx, dy in directions((x, y)):
        over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        if over not in enemies or not inside(position, target) or target in friends or target in enemies:
            continue
        if rules["backward"] == "never" and back(position, dy):
            continue
        if rules["revisit"] == "no" and target in path:
            continue
        longer, rest = (*path, target), enemies - {over}
        further = list(journeys(position, rules, longer, friends, rest))
        if not further or rules["chain"] == "optional":
            yield longer, rest
        yield from further


def few_jumps(position: Alquerque, rules: Rules, own: Stones, enemies: Stones) -> bool:
    """Say whether there are so few jumps that the rule of the most applies."""
    every = rules | {"chain": "optional"}
    runs = (run for origin in own for run in journeys(position, every, (origin,), own - {origin}, enemies))
    return sum(1 for _ in islice(runs, MOST_JUMPS + 1)) <= MOST_JUMPS


def captures(position: Alquerque, rules: Rules, own: Stones, enemies: Stones) -> list[tuple[Path, Stones]]:
    """List every turn that captures."""
    found = [run for origin in own for run in journeys(position, rules, (origin,), own - {origin}, enemies)]
    if found and rules["most"] == "yes" and few_jumps(position, rules, own, enemies):
        most = max(len(path) for path, _ in found)
        found = [(path, rest) for path, rest in found if len(path) == most]
    return found


def steps(position: Alquerque, rules: Rules, own: Stones, enemies: Stones) -> Iterator[tuple[Point, Point]]:
    """Yield every step that captures nothing."""
    last = position.rows - 1 if position.white_to_move else 0
    for x, y in own:
        if rules["last_row"] == "no" and y == last:
            continue
        for dx, dy in directions((x, y)):
            target = (x + dx, y + dy)
            if not inside(position, target) or target in own or target in enemies:
                continue
            if rules["backward"] != "free" and back(position, dy):
                continue
            returns = ((x, y) in position.left and dx == 1) or ((x, y) in position.right and dx == -1)
            if rules["turn_back"] == "no" and dy == 0 and returns:
                continue
            yield (x, y), target


def play(position: Alquerque, rules: Rules) -> dict[str, Alquerque]:
    """Map the text of every legal turn to the position after it; nothing when the game has ended."""
    own, enemies = position.white, position.black
    if not position.white_to_move:
        own, enemies = enemies, own
    limit = int(rules["quiet_turns"])
    if not own or not enemies or (limit and position.quiet >= limit):
        return {}
    taking = captures(position, rules, own, enemies)
    result = {}
    for path, rest in taking:
        text = "x".join(map(named, path))
        result[text] = after(position, rules, own - {path[0]} | {path[-1]}, rest, path[-1], 0)
    if taking and rules["must_capture"] == "yes":
        return result
    able = {path[0] for path, _ in captures(position, rules | {"most": "no"}, own, enemies)}
    for origin, target in steps(position, rules, own, enemies):
        moved = own - {origin} | {target}
        if rules["must_capture"] == "no" and rules["huff"] == "yes":
            moved -= (able - {origin}) | ({target} if origin in able else set())
        sideways = target[0] - origin[0] if target[1] == origin[1] else 0
        result[f"{named(origin)}-{named(target)}"] = after(position, rules, moved, enemies, target, sideways)
    return result


def after(position: Alquerque, rules: Rules, own: Stones, enemies: Stones, target: Point, sideways: int) -> Alquerque:
    """Give the position after a turn that ended on a point, having stepped so far to the right."""
    before = len(position.white) + len(position.black)
    kept = (own | enemies) - {target}
    left, right = position.left & kept, position.right & kept
    if target in own and sideways:
        left, right = (left | {target}, right) if sideways < 0 else (left, right | {target})
    if rules["turn_back"] == "yes":
        left = right = frozenset()
    white, black = (own, enemies) if position.white_to_move else (enemies, own)
    quiet = position.quiet + 1 if len(white) + len(black) == before else 0
    return position._replace(
        white=white, black=black, white_to_move=not position.white_to_move, quiet=quiet, left=left, right=right
    )


def perft(here: Alquerque, depth: int, rules: Rules, earlier: tuple[Alquerque, ...]) -> int:
    """Count the sequences of `depth` turns; what is the same but for the quiet turns counts as the same position."""
    if depth == 0:
        return 1
    so_far = (*earlier, here._replace(quiet=0))
    often = int(rules["repetition"])
    following = {} if often and so_far.count(so_far[-1]) >= often else play(here, rules)
    if depth == 1:
        return len(following)
    return sum(perft(later, depth - 1, rules, so_far) for later in following.values())


def count(rules: str, size: str, depth: int, position: str | None = None) -> int:
    """Count the distinct sequences of `depth` turns from a position (none: the start)."""
    return perft(read_position(size, position), depth, read_rules(rules), ())


def successors(rules: str, size: str, position: str | None = None) -> dict[str, str]:
    """Map the text of every legal turn to the text of the position after it."""
    chosen = read_rules(rules)
    found = play(read_position(size, position), chosen)
    return {turn: write_position(later, chosen) for turn, later in found.items()}


if __name__ == "__main__":
    rules_name, board_size, wanted_depth, *position_words = sys.argv[1:]
    print(count(rules_name, board_size, int(wanted_depth), " ".join(position_words) or None))
