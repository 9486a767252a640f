#!/usr/bin/env python3
"""Checks a certificate of a whole Fanorona board, for those who trust nobody: one file, the standard library alone.

    python3 check_certificate.py certificate-strict.txt.xz --tables FOLDER --processes 2

In a checkout it is also `python -m tools.check_certificate`.

Nothing of vato is used: the rules are written down here again, from the documents. For every position of a list, each
turn of the other side is answered: by a turn to a position of the list (for a win, one further up), to one that the
endgame tables know to be good enough, or to one where the game is over. The tables are files of two bits a position
whose checksums the certificate names; of each a random sample is compared with what its turns lead to. Without --tables
they are made here, which is quick enough for the smallest boards. Stopped, the same command goes on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import mmap
import multiprocessing
import random
import sys
import time
from itertools import combinations
from math import comb
from pathlib import Path

DRAWN, LOST, WON = 0, 1, 2
RULES = {  # chain obligatory, must change direction, first turn may be a chain, may be a paika, blocked player loses
    "standard": (False, True, True, False, True),
    "classic": (False, True, False, False, True),
    "strict": (True, True, False, True, False),
    "short": (False, False, True, False, False),
}
CHUNK = 2000
START, SECOND, LATER = 0, 1, 2


class Refused(Exception):
    """What a certificate does not show."""


class Game:
    """A board and its rules.

    A position is two sets of points as numbers, those of who is to move first, and a stage.
    """

    def __init__(self, size: str, rules: str) -> None:
        self.width, self.height = (int(part) for part in size.split("x"))
        if {self.width, self.height} - {3, 5, 7, 9} or self.width * self.height > 45:
            raise Refused(f"there is no board {size}")
        if rules not in RULES:
            raise Refused(f"the rules {rules!r} are not known here")
        self.obligatory, self.change, self.first_chain, self.first_paika, self.blocked_loses = RULES[rules]
        self.first_differs = not self.first_chain or self.first_paika
        self.points = self.width * self.height
        self.full = (1 << self.points) - 1
        # For each point, the ways to a neighbour: direction, the neighbour, the points beyond it, those behind.
        self.ways = [self._ways(point) for point in range(self.points)]
        self.images = [self._image(flip, turn) for flip, turn in ((0, 0), (1, 0), (1, 1), (0, 1))]
        # Top-bottom, half-turn, left-right; as tables of 15 bits at a time.
        self.image_tables = [self._tables(image) for image in self.images]

    def _ways(self, point: int) -> list[tuple[int, int, list[int], list[int]]]:
        column, row = point % self.width, point // self.width
        found = []
        for number, (right, up) in enumerate(((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))):
            if right and up and (column + row) % 2:
                continue  # lines across meet at every other point only
            ahead, behind = self._ray(column, row, right, up), self._ray(column, row, -right, -up)
            if ahead:
                found.append((number, 1 << ahead[0], [1 << each for each in ahead[1:]], [1 << each for each in behind]))
        return found

    def _ray(self, column: int, row: int, right: int, up: int) -> list[int]:
        found = []
        while 0 <= column + right < self.width and 0 <= row + up < self.height:
            column, row = column + right, row + up
            found.append(row * self.width + column)
        return found

    def _image(self, upside_down: int, mirrored: int) -> list[int]:
        found = []
        for point in range(self.points):
            column, row = point % self.width, point // self.width
            column = self.width - 1 - column if mirrored else column
            row = self.height - 1 - row if upside_down else row
            found.append(row * self.width + column)
        return found

    def _tables(self, image: list[int]) -> list[list[int]]:
        found = []
        for begin in range(0, self.points, 15):
            table = [0]
            for point in range(begin, min(begin + 15, self.points)):
                table += [bits | 1 << image[point] for bits in table]
            found.append(table)
        return found

    def image(self, bits: int, number: int) -> int:
        """Return a set of points after a reflection."""
        found = 0
        for table in self.image_tables[number]:
            found |= table[bits & 32767]
            bits >>= 15
        return found

    def smallest(self, own: int, enemy: int, stage: int) -> tuple[int, int, int]:
        """Return the reflection of a position that comes first."""
        return min((self.image(own, number), self.image(enemy, number), stage) for number in range(4))

    def start(self) -> tuple[int, int, int]:
        """Return the start: White below, Black above, and in the middle row one beside the other up to the middle."""
        white = black = 0
        for point in range(self.points):
            column, row = point % self.width, point // self.width
            middle, centre = self.height // 2, self.width // 2
            if row != middle:
                is_white = row < middle
            elif column == centre:
                continue
            else:
                is_white = self._middle(column, centre)
            white, black = (white | 1 << point, black) if is_white else (white, black | 1 << point)
        return white, black, START if self.first_differs else LATER

    def _middle(self, column: int, centre: int) -> bool:
        # Black begins at the left; beyond the centre the order goes on as if seen from the right, colours exchanged.
        if column < centre:
            return column % 2 == 1
        return (self.width - 1 - column) % 2 == 0

    def turns(self, own: int, enemy: int, stage: int) -> set[tuple[int, int, int]]:
        """Return the positions that turns lead to, seen by the other."""
        return {after for after, _ in self.named_turns(own, enemy, stage)}

    def named_turns(self, own: int, enemy: int, stage: int) -> list[tuple[tuple[int, int, int], str]]:
        """Return the positions that turns lead to, each with how the turn is written."""
        if not own or not enemy:
            return []
        found: list[tuple[tuple[int, int, int], str]] = []
        quiet: list[tuple[tuple[int, int, int], str]] = []
        single = stage != LATER and not self.first_chain
        following = min(stage + 1, LATER)
        empty = self.full & ~(own | enemy)
        left = own
        while left:
            stone = left & -left
            left ^= stone
            origin = stone.bit_length() - 1
            for direction, target, ahead, behind in self.ways[origin]:
                if not target & empty:
                    continue
                taken = [("A", _row(ahead, enemy)), ("W", _row(behind, enemy))]
                name = f"{self.name(origin)}-{self.name(target.bit_length() - 1)}"
                if not taken[0][1] and not taken[1][1]:
                    quiet.append(((enemy, own ^ stone ^ target, following), name))
                for kind, row in taken:
                    if row and single:
                        found.append(((enemy ^ row, own ^ stone ^ target, following), name + kind))
                    elif row:
                        self._chain(
                            own ^ stone, enemy ^ row, target, stone | target, direction, following, name + kind, found
                        )
        if not found or (self.first_paika and stage != LATER):
            found += quiet
        return found

    def _chain(
        self,
        others: int,
        enemy: int,
        stone: int,
        visited: int,
        direction: int,
        stage: int,
        name: str,
        found: list[tuple[tuple[int, int, int], str]],
    ) -> None:
        empty = self.full & ~(others | enemy | visited)
        goes_on = False
        for way, target, ahead, behind in self.ways[stone.bit_length() - 1]:
            if not target & empty or (self.change and way == direction):
                continue
            for kind, row in (("A", _row(ahead, enemy)), ("W", _row(behind, enemy))):
                if row:
                    goes_on = True
                    longer = f"{name}-{self.name(target.bit_length() - 1)}{kind}"
                    self._chain(others, enemy ^ row, target, visited | target, way, stage, longer, found)
        if not goes_on or not self.obligatory:
            found.append(((enemy, others | stone, stage), name))

    def name(self, point: int) -> str:
        """Return what a point is called."""
        return f"{'abcdefghi'[point % self.width]}{point // self.width + 1}"

    def over(self, own: int, enemy: int) -> int | None:
        """Return how the game has ended for the player to move, if it has."""
        if not own:
            return LOST
        if not enemy:
            return WON
        empty = self.full & ~(own | enemy)
        left = own
        while left:
            stone = left & -left
            left ^= stone
            if any(target & empty for _, target, _, _ in self.ways[stone.bit_length() - 1]):
                return None
        return LOST if self.blocked_loses else DRAWN

    def read(self, text: str) -> tuple[int, int, int, int]:
        """Return the stones of who is to move and of the other, the stage, and who is to move."""
        rows, side, *fields = text.split(" ")
        white = black = 0
        lines = rows.split("/")
        if len(lines) != self.height or side not in ("w", "b"):
            raise Refused(f"{text!r} is no position of this board")
        for row, line in enumerate(reversed(lines)):
            column = 0
            for letter in line:
                if letter in "wb" and column < self.width:
                    bit = 1 << row * self.width + column
                    white, black = (white | bit, black) if letter == "w" else (white, black | bit)
                    column += 1
                elif letter in "123456789":
                    column += int(letter)
                else:
                    raise Refused(f"{text!r} is no position of this board")
            if column != self.width:
                raise Refused(f"{text!r} is no position of this board")
        stage = LATER
        for field in fields:
            if not self.first_differs or field not in ("turns=0", "turns=1", "turns=2"):
                raise Refused(f"{text!r} is no position by these rules")
            stage = int(field[-1])
        if not fields and (white, black, START) == self.start() and side == "w":
            stage = self.start()[2]
        own, enemy = (white, black) if side == "w" else (black, white)
        return own, enemy, stage, "wb".index(side)


def _row(ray: list[int], enemy: int) -> int:
    """Return the enemies at the beginning of a ray."""
    found = 0
    for point in ray:
        if not point & enemy:
            break
        found |= point
    return found


class Numbers:
    """How positions with few stones are numbered: docs/endgames.md tells it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._anchors: dict[int, tuple[list[int], list[int], list[int]]] = {}

    @staticmethod
    def rank(bits: int) -> int:
        """Return the number of a set of points among those as large."""
        found, size = 0, 0
        while bits:
            low = bits & -bits
            bits ^= low
            size += 1
            found += comb(low.bit_length() - 1, size)
        return found

    def anchors(self, count: int) -> tuple[list[int], list[int], list[int]]:
        """Return for the number of each set its anchor's number and the reflection that leads there; the anchors."""
        if count not in self._anchors:
            game = self.game
            sets = [sum(1 << point for point in points) for points in combinations(range(game.points), count)]
            sets.sort()  # by the highest point, then the next one, and so on: that is by their number
            best = [min((self.rank(game.image(bits, number)), number) for number in range(4)) for bits in sets]
            firsts = [place for place, (first, _) in enumerate(best) if first == place]
            number = {place: at for at, place in enumerate(firsts)}
            self._anchors[count] = (
                [number[first] for first, _ in best],
                [reflection for _, reflection in best],
                [sets[place] for place in firsts],
            )
        return self._anchors[count]

    def size(self, mover: int, other: int) -> int:
        """Return how many numbers a table has."""
        few, many = sorted((mover, other))
        return len(self.anchors(few)[2]) * comb(self.game.points - few, many)

    def number(self, own: int, enemy: int) -> int:
        """Return the number of a position."""
        few, many = (own, enemy) if own.bit_count() <= enemy.bit_count() else (enemy, own)
        places, reflections, anchors = self.anchors(few.bit_count())
        rank = self.rank(few)
        anchor = anchors[places[rank]]
        many = self.game.image(many, reflections[rank])
        beside, size, left = 0, 0, many
        while left:
            low = left & -left
            left ^= low
            size += 1
            beside += comb((low.bit_length() - 1) - (anchor & (low - 1)).bit_count(), size)
        return places[rank] * comb(self.game.points - anchor.bit_count(), size) + beside


class Files:
    """Tables in files of two bits a position."""

    def __init__(self, game: Game, folder: Path, stones: int, named: str) -> None:
        self.game, self.numbers = game, Numbers(game)
        self.tables, digests = {}, []
        for count in range(2, stones + 1):
            for few in range(1, count // 2 + 1):
                for mover, other in sorted({(few, count - few), (count - few, few)}):
                    path = folder / f"{mover}-{other}.results"
                    digest = hashlib.sha256()
                    with path.open("rb") as file:
                        while piece := file.read(1 << 24):
                            digest.update(piece)
                        self.tables[mover, other] = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                    if len(self.tables[mover, other]) != -(-self.numbers.size(mover, other) // 4):
                        raise Refused(f"{path} has not the length of such a table")
                    digests.append(digest.hexdigest())
        if hashlib.sha256("".join(digests).encode()).hexdigest() != named:
            raise Refused(f"the tables in {folder} are not those that the certificate leans on")

    def value(self, own: int, enemy: int) -> int:
        """Return how a position ends for the player to move."""
        number = self.numbers.number(own, enemy)
        return self.tables[own.bit_count(), enemy.bit_count()][number >> 2] >> 2 * (number & 3) & 3

    def sample(self, count: int) -> int:
        """Compare random values with those their turns lead to; return how many."""
        for mover, other in self.tables:
            for _ in range(count):
                points = random.sample(range(self.game.points), mover + other)
                own, enemy = (sum(1 << point for point in part) for part in (points[:mover], points[mover:]))
                ended = self.game.over(own, enemy)
                if ended is None:
                    after = [
                        self.value(left, there) if left else LOST
                        for left, there, _ in self.game.turns(own, enemy, LATER)
                    ]
                    ended = WON if LOST in after else DRAWN if DRAWN in after else LOST
                if self.value(own, enemy) != ended:
                    raise Refused(f"a value of the table {mover}-{other} does not follow from those its turns lead to")
        return count * len(self.tables)


class Made:
    """Tables made here, from the end backwards; only for boards and stones so few that this is quick."""

    def __init__(self, game: Game, stones: int) -> None:
        self.values: dict[tuple[int, int], int] = {}
        self.game = game
        for count in range(2, stones + 1):
            self._settle(count)

    def _settle(self, count: int) -> None:
        game, open_ones = self.game, {}
        for mover in range(1, count):
            for points in combinations(range(game.points), count):
                for chosen in combinations(points, mover):
                    own = sum(1 << point for point in chosen)
                    enemy = sum(1 << point for point in points) ^ own
                    ended = game.over(own, enemy)
                    if ended is not None:
                        self.values[own, enemy] = ended
                    else:
                        open_ones[own, enemy] = [(left, there) for left, there, _ in game.turns(own, enemy, LATER)]
        changed = True
        while changed:
            changed = False
            for position, after in list(open_ones.items()):
                ends = [LOST if not left else self.values.get((left, there)) for left, there in after]
                value = WON if LOST in ends else LOST if all(end == WON for end in ends) else None
                if value is not None:
                    self.values[position] = value
                    del open_ones[position]
                    changed = True
        # What neither side can force is drawn; to be told from what is not known while others are settled.
        for position in open_ones:
            self.values[position] = DRAWN

    def value(self, own: int, enemy: int) -> int:
        """Return how a position ends for the player to move."""
        return self.values[own, enemy]


class Claim:
    """The positions that a side leaves to the other, and what it claims."""

    def __init__(self, game: Game, tables: Files | Made | None, stones: int, name: str, lines: list[str]) -> None:
        self.game, self.tables, self.stones, self.name = game, tables, stones, name
        words = {
            f"{side} {what}": (player, what == "wins")
            for player, side in enumerate(("white", "black"))
            for what in ("wins", "does not lose")
        }
        if name not in words:
            raise Refused(f"{name!r} is no claim")
        self.player, self.wins = words[name]
        self.listed: dict[tuple[int, int, int], int] = {}
        for number, line in enumerate(lines):
            own, enemy, stage, to_move = game.read(line)
            if to_move == self.player:
                raise Refused(f"in {line!r} the wrong side is to move")
            self.listed.setdefault(game.smallest(own, enemy, stage), number)
        self.positions = list(self.listed)

    def known(self, own: int, enemy: int, stage: int) -> int | None:
        """Return how a position ends for who is to move, if it is over or in the tables."""
        ended = self.game.over(own, enemy)
        if ended is None and stage == LATER and (own | enemy).bit_count() <= self.stones and self.tables is not None:
            return self.tables.value(own, enemy)
        return ended

    def answered(self, own: int, enemy: int, stage: int, before: int) -> bool:
        """Return whether the claim's side, which is to move, has a turn that keeps the claim."""
        ended = self.known(own, enemy, stage)
        if ended is not None:
            return ended == WON or (not self.wins and ended == DRAWN)
        for after in self.game.turns(own, enemy, stage):
            ended = self.known(*after)
            if ended is not None:
                if ended == LOST or (not self.wins and ended == DRAWN):
                    return True
            elif self.is_listed(after, before):
                return True
        return False

    def is_listed(self, position: tuple[int, int, int], before: int) -> bool:
        """Return whether a position is in the list; for a win, before a number."""
        number = self.listed.get(self.game.smallest(*position))
        return number is not None and (not self.wins or number < before)

    def check(self, begin: int, end: int) -> int:
        """Check some of the positions; return how many turns were answered."""
        answered = 0
        for position in self.positions[begin:end]:
            ended = self.game.over(*position[:2])
            if ended is not None:
                if ended == WON or (self.wins and ended == DRAWN):
                    raise Refused(f"the game is over in a position of {self.name!r}, and not as claimed")
                continue
            for after in self.game.turns(*position):
                if not self.answered(*after, self.listed[position]):
                    raise Refused(f"{self.name!r} has no answer in {self.shown(after)}")
                answered += 1
        return answered

    def shown(self, position: tuple[int, int, int]) -> str:
        """Return a position as rows from the top."""
        own, enemy, _ = position
        signs = ["x" if own >> point & 1 else "o" if enemy >> point & 1 else "." for point in range(self.game.points)]
        width = self.game.width
        return (
            "/".join("".join(signs[at : at + width]) for at in range(self.game.points - width, -1, -width))
            + " (x to move)"
        )

    def holds_from(self, position: tuple[int, int, int], to_move: int) -> bool:
        """Return whether the claim is shown from a position on, once all positions of the list are."""
        if to_move == self.player:
            return self.answered(*position, len(self.positions) + 1)
        return self.is_listed(position, len(self.positions) + 1)


def read_certificate(path: Path) -> tuple[dict[str, str], list[tuple[str, list[str]]], str]:
    """Return what a certificate is about, its claims and its checksum."""
    try:
        content = lzma.decompress(path.read_bytes())
    except (lzma.LZMAError, EOFError) as error:
        raise Refused(f"it is not a whole file ({error})") from error
    head, _, body = content.partition(b"\n")
    digest = hashlib.sha256(body).hexdigest()
    if head.decode(errors="replace") != f"vato certificate 2 {digest}":
        raise Refused("it is not as it was written")
    about, *claims = body.decode().removesuffix("\n").split("\n\n")
    fields = dict(line.split(": ", 1) for line in about.split("\n"))
    named = []
    for claim in claims:
        first, *lines = claim.split("\n")
        named.append((first.removeprefix("claim: "), lines))
    if len({name for name, _ in named}) != len(named):
        raise Refused("a claim comes twice")
    return fields, named, digest


def check_values(game: Game, fields: dict[str, str], claims: dict[str, Claim]) -> str:
    """Check that the claims add up to what the certificate says of the start and of first turns."""
    start, winner = game.start(), fields["winner"]
    needed = {
        "nobody": ["white does not lose", "black does not lose"],
        "white": ["white wins"],
        "black": ["black wins"],
    }
    if winner not in needed:
        raise Refused(f"nobody is called {winner!r}")
    for name in needed[winner]:
        if name not in claims or not claims[name].holds_from(start, 0):
            raise Refused(f"{name!r} is not shown from the start")
    said = dict(turn.rsplit(" ", 1) for turn in fields["first turns"].split(", ")) if fields["first turns"] else {}
    first = {name: after for after, name in game.named_turns(*start)}
    for name, value in said.items():
        wanted = {
            "won": ["white wins"],
            "lost": ["black wins"],
            "drawn": ["white does not lose", "black does not lose"],
        }
        if name not in first or value not in wanted:
            raise Refused(f"{name} {value} says nothing about a first turn")
        ended = game.over(*first[name][:2])
        for claim in wanted[value]:
            if ended is None and (claim not in claims or not claims[claim].holds_from(first[name], 1)):
                raise Refused(f"that {name} is {value} is not shown")
        if ended is not None and value != {LOST: "won", DRAWN: "drawn", WON: "lost"}[ended]:
            raise Refused(f"after {name} the game is over, and not {value}")
    valued = {game.smallest(*first[name]) for name in said}
    missing = [name for name, after in first.items() if game.smallest(*after) not in valued]
    return "" if not missing else f"; not told: {', '.join(missing)}"


_claims: dict[str, Claim] = {}


def _work(task: tuple[str, int]) -> tuple[str, int, int | str]:
    name, begin = task
    try:
        return name, begin, _claims[name].check(begin, begin + CHUNK)
    except Refused as error:
        return name, begin, str(error)


def check(path: Path, folder: Path | None, processes: int, sample: int) -> str:
    """Check a certificate and return what it shows; raise `Refused` where it does not."""
    fields, named, digest = read_certificate(path)
    game = Game(fields["board"], fields["rules"])
    stones, sums = fields["tables"].split(" ")
    tables = Files(game, folder, int(stones), sums) if folder else Made(game, int(stones))
    if isinstance(tables, Files):
        print(f"values of the tables compared with those their turns lead to: {tables.sample(sample)}", flush=True)
    _claims.clear()
    for name, lines in named:
        _claims[name] = Claim(game, tables, int(stones), name, lines)
    note = check_values(game, fields, _claims)
    progress = path.with_name(path.name + ".checked")
    done: dict[str, int] = {}
    if progress.exists():
        kept = json.loads(progress.read_text())
        done = kept["done"] if kept["of"] == digest else {}
    tasks = [(name, begin) for name, claim in _claims.items() for begin in range(0, len(claim.positions), CHUNK)]
    waiting = [task for task in tasks if f"{task[0]} {task[1]}" not in done]
    began = time.time()
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        for number, (name, begin, found) in enumerate(pool.imap_unordered(_work, waiting), start=1):
            if isinstance(found, str):
                progress.unlink(missing_ok=True)
                raise Refused(found)
            done[f"{name} {begin}"] = found
            progress.write_text(json.dumps({"of": digest, "done": done}))
            print(
                f"\r{number} of {len(waiting)} parts after {time.time() - began:.0f} s",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    positions = sum(len(claim.positions) for claim in _claims.values())
    progress.unlink(missing_ok=True)
    return (
        f"{fields['board']} by {fields['rules']}: winner {fields['winner']}; {fields['first turns']}{note}; "
        f"{positions} positions, {sum(done.values())} turns of the other side answered"
    )


def main(arguments: list[str] | None = None) -> None:
    """Check the certificate that the command line names."""
    parser = argparse.ArgumentParser(
        prog="check_certificate.py",
        description="Check a certificate of a whole Fanorona board.",
        epilog="Example: python3 check_certificate.py certificate-strict.txt.xz --tables tables --processes 2",
    )
    parser.add_argument("certificate", type=Path)
    parser.add_argument("--tables", type=Path, help="the folder with the tables of two bits")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--sample", type=int, default=1000, help="how many values of each table are looked at")
    asked = parser.parse_args(arguments)
    try:
        print(check(asked.certificate, asked.tables, asked.processes, asked.sample))
    except (Refused, OSError, KeyError, ValueError) as error:
        sys.exit(f"REFUSED: {error}")


if __name__ == "__main__":
    main()
