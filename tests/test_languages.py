"""Every language says all there is to say, fills in the same values, and says nothing that nobody asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import vato
from vato import catalog, languages
from vato.languages import ENGLISH, KEY, say, translate
from vato.text import Text

SOURCES = Path(vato.__file__).parent
WEB = SOURCES / "web"
UNSPOKEN = (
    "terminal/*",
    "adapters/*",
    "contest/arena.py",
    "contest/players.py",
    "contest/rating.py",
    "contest/ugi.py",
    "engine/phrases.py",
    "engine/protocol.py",
    "engine/tuning.py",
    "fanorona/solver/*",
    "packed.py",
    "perft.py",
    "playouts.py",
    "server/running.py",
    "solve/*",
    "solved.py",
    "engine/puzzling.py",
    "squadro/opening.py",
    "squadro/solver/census.py",
    "squadro/solver/gpu.py",
    "squadro/solver/solution.py",
    "squadro/solver/solving.py",
)
"""What speaks only to people at a terminal and to programs, in English."""
OTHERS = tuple(code for code in languages.codes() if code != ENGLISH)
each_language = pytest.mark.parametrize("language", languages.codes())
each_other_language = pytest.mark.parametrize("language", OTHERS)


# What there is to say


def speaking_sources() -> Iterator[Path]:
    for path in sorted(SOURCES.rglob("*.py")):
        if not any(path.relative_to(SOURCES).match(pattern) for pattern in UNSPOKEN):
            yield path


@cache
def parsed() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in speaking_sources()}


@cache
def speakers() -> frozenset[str]:
    """Return the names of the classes whose first argument is a template: texts, and errors of any kind."""
    names = {"Text", "VatoError"}
    classes = [node for module in parsed().values() for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    while found := {
        each.name
        for each in classes
        if each.name not in names and any(isinstance(base, ast.Name) and base.id in names for base in each.bases)
    }:
        names |= found
    return frozenset(names)


@cache
def templates() -> dict[str, str]:
    """Return every template of the library that can reach a reader, and where it stands."""
    found: dict[str, str] = {}
    for path, module in parsed().items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef) and node.name in speakers():
                calls = [call for call in ast.walk(node) if isinstance(call, ast.Call) and is_super_init(call)]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in speakers():
                calls = [node]
            else:
                continue
            for text in (text for call in calls for text in literals(call)):
                if spoken(text):
                    found.setdefault(text, f"{path.relative_to(SOURCES)}:{node.lineno}")
    return found


def is_super_init(call: ast.Call) -> bool:
    return ast.unparse(call.func) == "super().__init__"


def literals(call: ast.Call) -> Iterator[str]:
    """Yield the texts that the first argument of a call can be."""
    choices = call.args[:1]
    while choices:
        argument = choices.pop()
        if isinstance(argument, ast.IfExp):
            choices += [argument.body, argument.orelse]
        elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def spoken(template: str) -> bool:
    """Return whether a template has words of its own; one that only puts values together is the same everywhere."""
    return any(character.isalpha() for text, *_ in Formatter().parse(template) for character in text)


@cache
def keys() -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys that the browser app asks for, and the patterns of those that it puts together."""
    asked = r"(?<![\w.$])(?:t|named)\(\s*"
    plain, patterns = set(), set()
    for path in (*WEB.rglob("*.js"), *WEB.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        plain |= set(re.findall(asked + r"[\"']([^\"']+)[\"']", source))
        plain |= set(re.findall(r"data-text(?:-[a-z-]+)?=\"([^\"]+)\"", source))
        for template in re.findall(asked + "`([^`]+)`", source):
            parts = re.split(r"\$\{[^}]*\}", template)
            patterns.add(r"[\w .-]+".join(map(re.escape, parts)))
        # A key may also stand in a table, or be chosen before it is asked for.
        plain |= {text for text in re.findall(r"[\"'`]([^\"'`\s$]+)[\"'`]", source) if text in keys_of(ENGLISH)}
    return frozenset(plain), frozenset(patterns)


# What is said


@cache
def entries(language: str) -> Catalog:
    with (languages.FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages_of(language: str) -> list[Message]:
    return [message for message in entries(language) if message.id]


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def is_key(message: Message) -> bool:
    return bool(KEY.fullmatch(forms(message.id)[0]))


@cache
def keys_of(language: str) -> frozenset[str]:
    return frozenset(forms(message.id)[0] for message in messages_of(language) if is_key(message))


def placeholders(text: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(text) if name is not None}


def test_templates_are_found_in_the_sources() -> None:
    assert "There is no stone on {point}." in templates()
    assert "You must capture; {count} stones can: {points}." in templates()
    assert "Line {line}: {problem}" in templates()
    assert "Refusal" in speakers() or not (SOURCES / "server").exists()


@each_other_language
def test_every_sentence_of_the_library_is_translated(language: str) -> None:
    known = {text for message in messages_of(language) for text in forms(message.id)}
    missing = {text: where for text, where in templates().items() if text not in known}
    assert missing == {}


@each_other_language
def test_no_sentence_is_left_that_nobody_says(language: str) -> None:
    said = {text for message in messages_of(language) if not is_key(message) for text in forms(message.id)}
    assert {text for text in said if spoken(text)} - set(templates()) == set()


def test_english_needs_no_sentences() -> None:
    assert [message.id for message in messages_of(ENGLISH) if not is_key(message)] == []


@each_language
def test_every_text_of_the_app_is_there(language: str) -> None:
    plain, patterns = keys()
    assert plain - keys_of(language) == set()
    assert {
        pattern for pattern in patterns if not any(re.fullmatch(pattern, key) for key in keys_of(language))
    } == set()
    assert keys_of(language) == keys_of(ENGLISH)


def test_no_text_of_the_app_is_left_that_nobody_asks_for() -> None:
    plain, patterns = keys()
    unused = {key for key in keys_of(ENGLISH) - plain if not any(re.fullmatch(pattern, key) for pattern in patterns)}
    assert unused == set()


@each_language
def test_translations_fill_in_the_same_values(language: str) -> None:
    english = {forms(message.id)[0]: message for message in messages_of(ENGLISH)}
    for message in messages_of(language):
        first = forms(message.id)[0]
        wanted = [placeholders(text) for text in forms(english[first].string if is_key(message) else message.id)]
        for text in forms(message.string):
            # A form for one thing, or a few, may leave out their number.
            assert any(placeholders(text) | {"count"} == values | {"count"} for values in wanted), text
            assert "count" not in placeholders(text) or any("count" in values for values in wanted), text


@each_language
def test_every_message_has_all_its_plural_forms_and_none_is_doubtful(language: str) -> None:
    found = entries(language)
    for message in messages_of(language):
        assert len(forms(message.string)) == (found.num_plurals if message.pluralizable else 1), message.id
        assert all(text.strip() == text != "" or is_key(message) for text in forms(message.string)), message.id
        assert not message.fuzzy, message.id
    assert not found.obsolete


@each_language
def test_a_message_stands_once(language: str) -> None:
    source = (languages.FOLDER / f"{language}.po").read_text(encoding="utf-8")
    assert source.count("\nmsgid ") == len(messages_of(language)) + 1


@each_language
def test_a_sentence_ends_as_it_does_in_english(language: str) -> None:
    for message in messages_of(language):
        if not is_key(message):
            ends = {text.endswith(".") for text in (*forms(message.id), *forms(message.string))}
            assert len(ends) == 1, message.id


# How it is said


def test_an_error_is_said_with_its_values() -> None:
    board = vato.new("fanorona")
    with pytest.raises(vato.IllegalMove) as refused:
        board.push("d2-e3W")
    assert say("en", refused.value) == str(refused.value)
    assert say("fr", refused.value) == "d2-e3 ne prend rien par éloignement\N{NO-BREAK SPACE}: écrivez d2-e3A."
    assert say("de", refused.value) == "d2-e3 schlägt nichts durch Entfernung: Schreiben Sie d2-e3A."


def test_an_error_inside_an_error_is_said_too() -> None:
    with pytest.raises(vato.InvalidRecord) as refused:
        vato.record.read("Game: fanorona\nStart: 9/9/x8/9/9 w\n")
    assert say("de", refused.value) == (
        "Zeile 2: Eine Reihe enthält w, b, Ziffern für leere Punkte und / an ihrem Ende, nicht „x“ (Spalte 5)"
    )


@pytest.mark.parametrize(
    ("count", "german"),
    [(1, "Sie müssen schlagen; ein Stein kann es: a1."), (3, "Sie müssen schlagen; 3 Steine können es: a1.")],
)
def test_a_number_chooses_the_form(count: int, german: str) -> None:
    for template in ("You must capture; one stone can: {points}.", "You must capture; {count} stones can: {points}."):
        assert translate("de", template, count=count, points="a1") == german


def test_french_has_nothing_in_the_singular() -> None:
    template = "The first player with {count} stones home wins."
    assert translate("fr", template, count=0) == "Le premier joueur qui a rentré une pièce gagne."


@pytest.mark.parametrize("name", catalog.GAMES)
@each_other_language
def test_rules_and_levels_can_be_read_in_every_language(language: str, name: str) -> None:
    from vato.engine.levels import LEVELS

    entry = catalog.find(name)
    for rules in entry.rules.known.values():
        _, *sections = entry.words(rules)
        texts = [text for section in sections for text in (section.title, *section.paragraphs)]
        assert all(isinstance(text, Text) for text in texts)
        alike = {text for text in texts if say(language, text) == text}
        assert alike <= {"Source"}
    names = [level.name for level in LEVELS[name]]
    assert len({say(language, level) for level in names} - set(names)) >= len(names) - 1


@pytest.mark.parametrize("name", catalog.GAMES)
@each_other_language
def test_outcomes_are_said_also_when_read_back_from_a_file(language: str, name: str) -> None:
    board = vato.new(name)
    for outcome in (vato.Outcome(0, "time"), vato.Outcome(None, "repetition"), vato.Outcome(1, "all stones captured")):
        told = say(language, board.describe(outcome))
        assert told != board.describe(outcome)
        assert outcome.reason not in told
    assert say(language, board.describe(vato.Outcome(0, "a {strange} reason"))).endswith("a {strange} reason")


def test_what_is_not_ours_stays_as_it_is() -> None:
    assert say("fr", "white") == "white"
    assert say("fr", Text("white")) == "Blanc"
    assert translate("fr", "Nobody says this about {name}.", name="Ann") == "Nobody says this about Ann."


def test_languages_are_offered_with_their_own_names() -> None:
    assert languages.languages() == (
        ("en", "English", "ltr"),
        ("de", "Deutsch", "ltr"),
        ("fr", "Français", "ltr"),
    )


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de_AT", "en"),
        ("en-GB, de;q=0.9", "en"),
        ("ja, de-CH;q=0.3, fr;q=0", "de"),
        ("*", "en"),
        ("", "en"),
        (None, "en"),
        ("\0;;;q=,,\n-;q=9", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_the_reader_chooses_the_language(header: str | None, language: str) -> None:
    assert languages.negotiate(header) == language


@each_language
def test_the_browser_gets_every_text_with_its_plural_forms(language: str) -> None:
    found = languages.messages(language)
    assert set(found) == keys_of(ENGLISH)
    for text in found.values():
        if isinstance(text, dict):
            assert {"one", "other"} <= set(text)
            assert all(text.values())


def test_plural_forms_follow_the_categories_of_the_language() -> None:
    french = languages.catalogue("fr")
    categories = languages._categories(french.locale)
    assert {category: french.form_for(number) for category, number in categories.items()} == {
        "one": 0,
        "other": 1,
        "many": 1,
    }
