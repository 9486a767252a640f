"""A second opinion on the rules of Fanorona and Squadro: a slow, plain counter of turns.

Written from the rule text alone, sharing no code with the program it checks. Positions are immutable values,
points are (column, row) pairs counted from the lower left corner, and a side is a set of points.

    python count.py fanorona standard 9x5 4 [position]
    python count.py squadro - - 4 [position]

prints how many sequences of turns of that length exist; a game that has ended has none left.
"""

import re
import sys
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import NamedTuple, TypeVar

Point = tuple[int, int]
Points = tuple[Point, ...]
Stones = frozenset[Point]
STRAIGHT: Points = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: Points = ((1, 1), (1, -1), (-1, -1), (-1, 1))
GONE_TO_END_PHASE_ONE, QUIET_TURNS_TO_DRAW, FEW_STONES, OCCURRENCES_TO_DRAW = 17, 10, 5, 3


class Rules(NamedTuple):
    """What a Fanorona rule set says about turns and about draws by lack of captures."""

    capture_obligatory: bool = True
    chain_obligatory: bool = False
    direction_must_change: bool = True
    first_turn_single_capture: bool = False
    first_turn_free_to_paika: bool = False
    draw_when_quiet: bool = False
    vela: bool = False


RULE_SETS: dict[str, Rules] = {
    "standard": Rules(),
    "classic": Rules(first_turn_single_capture=True),
    "strict": Rules(chain_obligatory=True, first_turn_single_capture=True, first_turn_free_to_paika=True),
    "short": Rules(direction_must_change=False),
    "free": Rules(capture_obligatory=False, draw_when_quiet=True),
    "vela": Rules(first_turn_single_capture=True, vela=True),
}


class Fanorona(NamedTuple):
    """A Fanorona position; `turns` stops at 2, when both players have had their first turn."""

    columns: int
    rows: int
    white: Stones
    black: Stones
    white_to_move: bool
    turns: int
    quiet: int
    phase_one: bool


class Step(NamedTuple):
    """One step of a stone; `kind` is A, W or nothing, `taken` the enemy stones it removes, the nearest first."""

    target: Point
    kind: str = ""
    taken: Points = ()


Path = tuple[Step, ...]
Turn = tuple[Point, Path]


@cache
def exits(columns: int, rows: int, point: Point) -> tuple[tuple[Point, Point], ...]:
    """List the (direction, neighbour) pairs of the lines through a point."""
    x, y = point
    directions = STRAIGHT + DIAGONAL if (x + y) % 2 == 0 else STRAIGHT
    near = ((direction, (x + direction[0], y + direction[1])) for direction in directions)
    return tuple((direction, (p, q)) for direction, (p, q) in near if 0 <= p < columns and 0 <= q < rows)


def start_rows(columns: int, rows: int) -> list[str]:
    """Write the rows of the start set-up from the top, with a 1 for the empty centre."""
    left = "".join("bw"[x % 2] for x in range(columns // 2))
    right = left[::-1].translate(str.maketrans("bw", "wb"))
    half = rows // 2
    return ["b" * columns] * half + [f"{left}1{right}"] + ["w" * columns] * half


def read_rows(lines: list[str]) -> tuple[int, int, Stones, Stones]:
    """Read rows from the top, digits being runs of empty points, into (columns, rows, white, black)."""
    spread = [re.sub(r"\d", lambda gap: "." * int(gap[0]), line) for line in lines]
    columns, rows = len(spread[0]), len(spread)
    if any(len(line) != columns or set(line) - set("wb.") for line in spread):
        raise ValueError(f"not the rows of a board: {'/'.join(lines)}")
    if not (columns in (3, 5, 7, 9) and rows in (3, 5, 7, 9) and columns * rows <= 63):
        raise ValueError(f"no board of {columns}x{rows} points")
    signs = {(x, rows - 1 - y): sign for y, line in enumerate(spread) for x, sign in enumerate(line)}
    white, black = (frozenset(point for point, sign in signs.items() if sign == side) for side in "wb")
    return columns, rows, white, black


def read_fanorona(rules: str, size: str, text: str | None) -> Fanorona:
    """Read a position (none: the start), filling in what the text leaves out."""
    wide, high = (int(number) for number in size.split("x"))
    start = read_rows(start_rows(wide, high))
    rows_text, side, *extras = text.split() if text else ["/".join(start_rows(wide, high)), "w"]
    board = read_rows(rows_text.split("/"))
    given = {name: int(number) for name, number in (extra.split("=") for extra in extras)}
    if board[:2] != (wide, high) or side not in ("w", "b") or set(given) - {"turns", "quiet", "phase"}:
        raise ValueError(f"not a position on a board of {size}: {text}")
    few_gone = len(start[3]) - len(board[3]) < GONE_TO_END_PHASE_ONE
    return Fanorona(
        *board,
        white_to_move=side == "w",
        turns=given.get("turns", 0 if board == start and side == "w" else 2),
        quiet=given.get("quiet", 0),
        phase_one=RULE_SETS[rules].vela and given.get("phase", 1 if few_gone else 2) == 1,
    )


def write_fanorona(position: Fanorona) -> str:
    """Write the rows from the top and the letter of the side to move."""
    signs = dict.fromkeys(position.white, "w") | dict.fromkeys(position.black, "b")
    lines = ["".join(signs.get((x, y), ".") for x in range(position.columns)) for y in range(position.rows)]
    text = "/".join(reversed(lines)) + (" w" if position.white_to_move else " b")
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), text)


def write_turn(origin: Point, path: Path) -> str:
    """Write a turn: origin, then each destination with its kind of capture; a1 is the lower left corner."""
    parts = [(origin, ""), *((step.target, step.kind) for step in path)]
    return "-".join(f"{'abcdefghi'[x]}{y + 1}{kind}" for (x, y), kind in parts)


def sides(position: Fanorona) -> tuple[Stones, Stones]:
    """Give the stones of the side to move, then those of the other."""
    white, black = position.white, position.black
    return (white, black) if position.white_to_move else (black, white)


def unbroken_row(first: Point, direction: Point, enemies: Stones) -> Points:
    """Collect the enemy stones from `first` on in one direction, up to the first gap."""
    if first not in enemies:
        return ()
    beyond = (first[0] + direction[0], first[1] + direction[1])
    return (first, *unbroken_row(beyond, direction, enemies))


def steps(position: Fanorona, origin: Point, friends: Stones, enemies: Stones) -> Iterator[tuple[Point, Step]]:
    """Yield (direction, step) for a stone at `origin`; `friends` are the other stones of its side."""
    for (dx, dy), (x, y) in exits(position.columns, position.rows, origin):
        if (x, y) in friends or (x, y) in enemies:
            continue
        approached = unbroken_row((x + dx, y + dy), (dx, dy), enemies)
        withdrawn = unbroken_row((origin[0] - dx, origin[1] - dy), (-dx, -dy), enemies)
        if approached:
            yield (dx, dy), Step((x, y), "A", approached)
        if withdrawn:
            yield (dx, dy), Step((x, y), "W", withdrawn)
        if not approached and not withdrawn:
            yield (dx, dy), Step((x, y))


def chains(
    position: Fanorona, rules: Rules, visited: Points, came_by: Point | None, friends: Stones, enemies: Stones
) -> Iterator[Path]:
    """Yield every run of capturing steps that a stone on the last visited point can go on with."""
    single = position.phase_one or (position.turns < 2 and rules.first_turn_single_capture)
    for direction, step in steps(position, visited[-1], friends, enemies):
        straight_on = rules.direction_must_change and direction == came_by
        if not step.taken or step.target in visited or straight_on:
            continue
        further: list[Path] = []
        if not single:
            rest = enemies.difference(step.taken)
            further = list(chains(position, rules, (*visited, step.target), direction, friends, rest))
        if not (further and rules.chain_obligatory):
            yield (step,)
        yield from ((step, *tail) for tail in further)


def captures(position: Fanorona, rules: Rules, own: Stones, enemies: Stones) -> Iterator[Turn]:
    """Yield every turn that captures."""
    for origin in own:
        yield from ((origin, path) for path in chains(position, rules, (origin,), None, own - {origin}, enemies))


def single_steps(position: Fanorona, own: Stones, enemies: Stones) -> Iterator[tuple[Point, Step]]:
    """Yield (origin, step) for every step, capturing or not."""
    for origin in own:
        yield from ((origin, step) for _, step in steps(position, origin, own - {origin}, enemies))


def phase_one_turns(position: Fanorona, rules: Rules) -> list[Turn]:
    """List the turns of a Vela's phase one: White captures single stones, Black offers them."""
    white, black = position.white, position.black
    if position.white_to_move:
        taking = captures(position, rules, white, black)
        return [(origin, (step._replace(taken=step.taken[:1]),)) for origin, (step,) in taking]
    moves: dict[Turn, Stones] = {
        (origin, (Step(step.target),)): black - {origin} | {step.target}
        for origin, step in single_steps(position, black, white)
    }
    offers = [turn for turn, moved in moves.items() if any(captures(position, rules, white, moved))]
    return offers or list(moves)


def after(position: Fanorona, origin: Point, path: Path) -> Fanorona:
    """Give the position after a turn."""
    own, others = sides(position)
    own, enemies = own - {origin} | {path[-1].target}, others.difference(*(step.taken for step in path))
    white, black = (own, enemies) if position.white_to_move else (enemies, own)
    gone = position.columns * position.rows // 2 - len(black)
    return position._replace(
        white=white,
        black=black,
        white_to_move=not position.white_to_move,
        turns=min(2, position.turns + 1),
        quiet=position.quiet + 1 if enemies == others else 0,
        phase_one=position.phase_one and gone < GONE_TO_END_PHASE_ONE,
    )


def play_fanorona(position: Fanorona, rules: Rules) -> dict[str, Fanorona]:
    """Map the text of every legal turn to the position after it; nothing when the game has ended."""
    own, enemies = sides(position)
    quiet = position.quiet >= QUIET_TURNS_TO_DRAW and max(len(own), len(enemies)) < FEW_STONES
    if not own or not enemies or (quiet and rules.draw_when_quiet):
        return {}
    if position.phase_one:
        found = phase_one_turns(position, rules)
    else:
        found = list(captures(position, rules, own, enemies))
        free = not rules.capture_obligatory or (position.turns < 2 and rules.first_turn_free_to_paika)
        if free or not found:
            found += [(origin, (step,)) for origin, step in single_steps(position, own, enemies) if not step.taken]
    return {write_turn(*turn): after(position, *turn) for turn in found}


# Squadro

DIGITS = "0123456789abc"
FAR, HOME, LANES, HOME_TO_WIN = 6, 12, 5, 4
LIGHT_SPEEDS = ((1, 3, 2, 3, 1), (3, 1, 2, 1, 3))
DARK_SPEEDS = ((3, 1, 2, 1, 3), (1, 3, 2, 3, 1))


class Squadro(NamedTuple):
    """A Squadro position: how far each stone has gone, 0 to 12, lane by lane."""

    light: tuple[int, ...]
    dark: tuple[int, ...]
    light_to_move: bool


def read_squadro(text: str | None) -> Squadro:
    """Read a position; none is the start with light to move."""
    stones, side = (text or "00000/00000 light").split()
    light, dark = (tuple(DIGITS.index(digit) for digit in half) for half in stones.split("/"))
    if len(light) != LANES or len(dark) != LANES or side not in ("light", "dark"):
        raise ValueError(f"not a Squadro position: {text}")
    return Squadro(light, dark, side == "light")


def write_squadro(position: Squadro) -> str:
    """Write a position, for example `00000/00000 light`."""
    light, dark = ("".join(DIGITS[gone] for gone in side) for side in (position.light, position.dark))
    return f"{light}/{dark} {'light' if position.light_to_move else 'dark'}"


def place(gone: int) -> int:
    """Give the place on its lane of a stone that has gone so far."""
    return min(gone, HOME - gone)


def play_squadro(position: Squadro) -> dict[str, Squadro]:
    """Map every lane whose stone can move to the position after it; nothing when the game has ended."""
    if max(position.light.count(HOME), position.dark.count(HOME)) >= HOME_TO_WIN:
        return {}
    own, enemies, speeds = position.light, position.dark, LIGHT_SPEEDS
    if not position.light_to_move:
        own, enemies, speeds = enemies, own, DARK_SPEEDS
    result = {}
    for lane, begun in enumerate(own, start=1):
        if begun == HOME:
            continue
        last = begun + speeds[begun >= FAR][lane - 1]
        gone, jumped = begun, set[int]()
        while True:
            gone += 1
            crossing = place(gone)
            if 1 <= crossing <= LANES and place(enemies[crossing - 1]) == lane:
                jumped.add(crossing)
            elif jumped or gone >= last or gone in (FAR, HOME):
                break
        moved = (*own[: lane - 1], gone, *own[lane:])
        hit = tuple((0 if far < FAR else FAR) if row in jumped else far for row, far in enumerate(enemies, start=1))
        light, dark = (moved, hit) if position.light_to_move else (hit, moved)
        result[str(lane)] = Squadro(light, dark, not position.light_to_move)
    return result


# Counting, the same for both games

Position = TypeVar("Position", Fanorona, Squadro)
Play = Callable[[Position], dict[str, Position]]
Same = Callable[[Position], Hashable]


def perft(here: Position, depth: int, play: Play[Position], same: Same[Position], earlier: tuple[Hashable, ...]) -> int:
    """Count the sequences of `depth` turns; a third occurrence of what is the same since the root ends a game.

    A capture in Fanorona makes all earlier positions impossible, so nothing need be forgotten at one.
    """
    if depth == 0:
        return 1
    so_far = (*earlier, same(here))
    following = {} if so_far.count(so_far[-1]) >= OCCURRENCES_TO_DRAW else play(here)
    if depth == 1:
        return len(following)
    return sum(perft(later, depth - 1, play, same, so_far) for later in following.values())


def count(game: str, rules: str, size: str, depth: int, position: str | None = None) -> int:
    """Count the distinct sequences of `depth` turns from a position (none: the start)."""
    if game == "squadro":
        return perft(read_squadro(position), depth, play_squadro, lambda here: here, ())
    chosen, start = RULE_SETS[rules], read_fanorona(rules, size, position)
    return perft(start, depth, lambda here: play_fanorona(here, chosen), lambda here: here[2:5], ())


def successors(game: str, rules: str, size: str, position: str | None = None) -> dict[str, str]:
    """Map the text of every legal turn, sorted, to the text of the position after it."""
    if game == "squadro":
        return {turn: write_squadro(later) for turn, later in play_squadro(read_squadro(position)).items()}
    found = play_fanorona(read_fanorona(rules, size, position), RULE_SETS[rules])
    return {turn: write_fanorona(found[turn]) for turn in sorted(found)}


def turns(game: str, rules: str, size: str, position: str | None = None) -> list[str]:
    """List the legal turns as text, sorted."""
    return list(successors(game, rules, size, position))


if __name__ == "__main__":
    game_name, rules_name, board_size, wanted_depth, *position_words = sys.argv[1:]
    print(count(game_name, rules_name, board_size, int(wanted_depth), " ".join(position_words) or None))
