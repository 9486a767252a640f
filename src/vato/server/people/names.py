"""Names of members: what may be one, and when two look alike.

A name has letters of one script (or of those that are written together), so that nobody passes for somebody else by a
letter of another one. What is left, whole words of another script and signs that are taken for each other, is caught by
a name's looks: two names are too much alike if they have one of them in common.
"""

from __future__ import annotations

import unicodedata

from vato.errors import VatoError
from vato.server.http.refusals import NAME_TAKEN, Refusal
from vato.server.http.visitors import clean

SHORTEST, LONGEST = 2, 24
SIGNS = " .-_'\u2019\u00b7"
"""What a name may have between its letters."""
KEPT = "administrator", "admin", "anonymous", "computer", "everybody", "guest", "moderator", "nobody", "server", "vato"
"""Names that would be taken for the house's own."""
TOGETHER = (
    {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"},
    {"CJK", "HANGUL"},
    {"CJK", "BOPOMOFO"},
)
"""Scripts in which one word may be written."""
ACCENTED = "LATIN", "GREEK", "CYRILLIC"
"""Scripts whose letters are much alike with and without their marks."""

_ALIKE = {
    "a": "аɑα", "b": "ƅвьβ", "c": "сϲᴄ", "d": "ԁɗ", "e": "еєεҽ", "f": "ƒϝ", "g": "ɡցԍ", "h": "һнհ", "j": "јϳյ",
    "k": "кκĸ", "l": "i1|ıіιӏɩǀ∣լ", "m": "мϻ", "n": "пηոռ", "o": "0оοσօ\u0665\u06f5ø", "p": "рρϱ", "q": "ԛգզ",
    "r": "гᴦ", "s": "5ѕʂ", "t": "тτ", "u": "υսц", "v": "νѵ", "w": "ԝωшѡա", "x": "хχ×", "y": "уγүყ", "z": "2ᴢ",
    "3": "зʒӡ", "4": "ч", "6": "б", "8": "ȣ",
}  # fmt: skip
_ALIKE_IN_CAPITALS = {
    "A": "АΑ", "B": "ВΒ8", "C": "СϹ", "E": "ЕΕ", "G": "Ԍ6", "H": "НΗ", "I": "1lІΙӀ|", "J": "ЈͿ", "K": "КΚ",
    "M": "МΜ", "N": "Ν", "O": "0ОΟՕ", "P": "РΡ", "S": "5ЅՏ", "T": "ТΤ", "U": "Ս", "V": "Ѵ", "W": "Ԝ", "X": "ХΧ",
    "Y": "УΥҮ", "Z": "Ζ2", "Λ": "Л", "Φ": "Ф",
}  # fmt: skip
_SMALL, _CAPITAL = (
    str.maketrans({twin: letter for letter, twins in table.items() for twin in twins if twin != letter})
    for table in (_ALIKE, _ALIKE_IN_CAPITALS)
)
_PAIRS = ("rn", "m"), ("vv", "w")
"""Letters that stand so close that they are taken for another one."""


def checked(text: str) -> str:
    """Return a name as it is written from now on; refuse what cannot be a member's.

    >>> checked("  Ann   Lee ")
    'Ann Lee'
    """
    name = clean(text, 4 * LONGEST)
    if not SHORTEST <= len(name) <= LONGEST:
        raise VatoError("A name has from {least} to {most} letters.", least=SHORTEST, most=LONGEST)
    kinds = [unicodedata.category(character)[0] for character in name]
    if kinds[0] not in "LN" or not all(
        kind in "LMN" or character in SIGNS for kind, character in zip(kinds, name, strict=True)
    ):
        raise VatoError("A name has letters and digits, and between them spaces, dots, hyphens or apostrophes.")
    scripts = {_script(character) for character in name if unicodedata.category(character)[0] == "L"}
    if not scripts:
        raise VatoError("A name has a letter at least.")
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        raise VatoError("The letters of a name are of one script, or it could be taken for another name.")
    if is_kept(looks(name)):
        raise taken(name)
    return name


def taken(name: str) -> Refusal:
    """Return the refusal of a name that belongs to a member, or looks as if it did."""
    return Refusal(
        "The name {name!r}, or one that looks like it, belongs to somebody else; choose another.",
        code=NAME_TAKEN,
        name=name,
    )


def is_kept(found: frozenset[str]) -> bool:
    """Return whether a name with these looks would be taken for the house's own, whoever has it."""
    return not found.isdisjoint(_KEPT_LOOKS)


def looks(name: str) -> frozenset[str]:
    """Return what a name looks like: as it is written, in small letters and in capitals.

    >>> not looks("paypal").isdisjoint(looks("РауРаl"))
    True
    >>> looks("Ann").isdisjoint(looks("Ben"))
    True
    """
    bare = _bare(name)
    found = {_small(bare), _small(bare.casefold()), _in_capitals(bare.upper())}
    return frozenset(look for look in found if look)


def _bare(name: str) -> str:
    """Return the letters and digits of a name, in their usual form and without accents."""
    apart = unicodedata.normalize("NFKD", name)
    kept: list[str] = []
    base = ""
    for character in apart:
        kind = unicodedata.category(character)[0]
        if kind == "M":
            if base and _script(base) not in ACCENTED:
                kept.append(character)
        elif kind in "LN" or character in "|∣×":
            kept.append(character)
            base = character
    return unicodedata.normalize("NFKC", "".join(kept))


def _small(bare: str) -> str:
    found = bare.translate(_SMALL).casefold().translate(_SMALL)
    for pair, letter in _PAIRS:
        found = found.replace(pair, letter)
    return f"a {found}" if found else ""


def _in_capitals(bare: str) -> str:
    found = bare.translate(_CAPITAL)
    return f"A {found}" if found else ""


def _script(character: str) -> str:
    return unicodedata.name(character, "NONE").partition(" ")[0]


_KEPT_LOOKS = frozenset().union(*map(looks, KEPT))
