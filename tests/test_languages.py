"""What a language says is well formed: it fills in the same values, has its plural forms and the words of the games.

Nothing here asks for a whole catalogue: what a language lacks is said in English, and `scripts/release` waits for it.
What stands in a catalogue or a glossary is read in every language; what vato does with it, in a sample of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from gettext import c2py
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.plurals import get_plural

import vato
from tools.catalogue import GLOSSARIES, english, entries, glossary, has_text, is_key, keys_of, messages_of
from tools.extract import asked_keys, forms, spoken
from vato import catalog, languages
from vato.languages import ENGLISH, say, translate
from vato.text import Listing, Number, Text, either

each_language = pytest.mark.parametrize("language", languages.codes())
each_other_language = pytest.mark.parametrize("language", [code for code in languages.codes() if code != ENGLISH])
some_languages = pytest.mark.parametrize("language", ["de", "fa", "pl", "zh-Hant"])
"""One like English, one written from the right, one with many forms of a number, one with none and without spaces."""


# What is said


QUOTES = "'\"\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f"
STOPS = {
    ".": {"zh-Hans": "\u3002", "zh-Hant": "\u3002"},
    "?": {"el": ";", "fa": "\u061f", "zh-Hans": "\uff1f", "zh-Hant": "\uff1f"},
}
"""How a sentence and a question end where they do not end as in English."""


def placeholders(text: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(text) if name is not None}


def quoted(text: str) -> set[str]:
    """Return the values that a text shows in quotation marks: `repr` sets them, or the language's own stand around."""
    marks = f"[{QUOTES}]\\s?"
    found = set(re.findall(marks + r"\{(\w+)\}\s?" + f"[{QUOTES}]", text))
    return found | {str(name) for _, name, _, conversion in Formatter().parse(text) if conversion == "r"}


def formats(text: str) -> dict[str, str]:
    """Return how values are to be written, such as `+.0f`, where anything is said about it."""
    return {name: spec for _, name, spec, _ in Formatter().parse(text) if name is not None and spec}


def said_in(language: str) -> Iterator[Message]:
    """Yield what a language has a text for; what the browser no longer asks for has no English to compare it with."""
    for message in messages_of(language):
        if any(forms(message.string)) and (not is_key(message) or forms(message.id)[0] in english()):
            yield message


def sources_of(message: Message) -> tuple[str, ...]:
    """Return what a message says in English."""
    return forms(english()[forms(message.id)[0]].string if is_key(message) else message.id)


def test_english_needs_no_sentences() -> None:
    assert [message.id for message in messages_of(ENGLISH) if not is_key(message)] == []


def test_every_text_of_the_app_is_there_in_english() -> None:
    plain, patterns = asked_keys()
    known = keys_of(ENGLISH)
    assert plain - known == set()
    assert {pattern for pattern in patterns if not any(re.fullmatch(pattern, key) for key in known)} == set()
    assert all(map(has_text, english().values()))


def test_no_text_of_the_app_is_left_that_nobody_asks_for() -> None:
    plain, patterns = asked_keys()
    unused = {key for key in keys_of(ENGLISH) - plain if not any(re.fullmatch(pattern, key) for pattern in patterns)}
    assert unused == set()


@each_language
def test_translations_fill_in_the_same_values(language: str) -> None:
    for message in said_in(language):
        wanted = [placeholders(text) for text in sources_of(message)]
        for form, text in enumerate(forms(message.string)):
            assert any(placeholders(text) | {"count"} == values | {"count"} for values in wanted), text
            counts = any("count" in values for values in wanted)
            assert counts or "count" not in placeholders(text), text
            # Only where a form is for a single number may it leave that out.
            assert not counts or "count" in placeholders(text) or is_for_one_number(language, form), text
            assert quoted(text) >= {name for source in sources_of(message) for name in quoted(source)}, text
            assert formats(text) == formats(sources_of(message)[-1]), text


def is_for_one_number(language: str, form: int) -> bool:
    form_for = languages.catalogue(language).form_for
    return sum(form_for(number) == form for number in languages.SAMPLES if number) <= 1


@each_language
def test_every_message_has_all_its_plural_forms_and_none_is_doubtful(language: str) -> None:
    found = entries(language)
    usual = get_plural(found.locale)
    assert found.num_plurals == usual.num_plurals
    chosen, expected = c2py(found.plural_expr), c2py(usual.plural_expr)
    assert [chosen(number) for number in languages.SAMPLES] == [expected(number) for number in languages.SAMPLES]
    for message in said_in(language):
        assert len(forms(message.string)) == (found.num_plurals if message.pluralizable else 1), message.id
        source = sources_of(message)[0]
        for text in forms(message.string):
            assert text, f"{message.id} lacks a form"
            # Space at an end is there because texts are put together.
            assert (text[:1].isspace(), text[-1:].isspace()) == (source[:1].isspace(), source[-1:].isspace()) or (
                language in STOPS["."] and is_key(message)
            ), message.id
        assert not message.fuzzy, message.id


@each_language
def test_a_message_stands_once(language: str) -> None:
    source = languages.catalogue_file(language).read_text(encoding="utf-8")
    assert source.count("\nmsgid ") == len(messages_of(language)) + 1


@each_language
def test_a_sentence_ends_as_sentences_of_its_language_do(language: str) -> None:
    for message in said_in(language):
        for text in forms(message.string):
            for mark, others in STOPS.items():
                ends = {source.endswith(mark) for source in sources_of(message)}
                assert {text.endswith(others.get(language, mark))} == ends, message.id


# The words of the games


@each_language
def test_every_language_has_a_word_for_everything_in_the_games(language: str) -> None:
    words = glossary(language)
    assert list(words) == list(glossary(ENGLISH))
    for name, word in glossary(ENGLISH).items():
        assert words[name]["term"], name
        assert ("stems" in words[name]) >= ("stems" in word), name


@each_other_language
def test_every_text_uses_the_words_of_the_glossary(language: str) -> None:
    lacking = []
    for message in said_in(language):
        source = " ".join(without_values(text) for text in sources_of(message))
        said = " ".join(forms(message.string)).casefold()
        for name, word in glossary(ENGLISH).items():
            if begins_a_word(source, word.get("stems", ())):
                stems = [stem.casefold() for stem in glossary(language)[name]["stems"]]
                if not any(stem in said for stem in stems):
                    lacking.append(f"{name} {stems}: {forms(message.string)}")
    assert lacking == []


@each_language
def test_no_text_uses_a_word_that_was_given_up(language: str) -> None:
    never = [text for word in glossary(language).values() for text in word.get("never", ())]
    # A space stands for any, also for one at which no line breaks.
    patterns = [re.compile(rf"\b{re.escape(text)}\b".replace(r"\ ", r"\s"), re.IGNORECASE) for text in never]
    texts = [text for message in messages_of(language) for text in forms(message.string)]
    assert [text for text in texts if any(pattern.search(text) for pattern in patterns)] == []


@each_language
@pytest.mark.parametrize("side", ["white", "black", "light", "dark"])
def test_a_side_has_one_name(language: str, side: str) -> None:
    name = glossary(language)[side]["term"]
    assert languages.messages(language)[f"side.{side}"] == name
    assert translate(language, side).casefold() == name.casefold()


def test_the_glossaries_are_those_of_the_catalogues() -> None:
    assert {path.stem for path in GLOSSARIES.glob("*.toml")} == {code.replace("-", "_") for code in languages.codes()}


def without_values(text: str) -> str:
    """Return a text without its placeholders and the words of options and rule sets, which no language changes."""
    return re.sub(r"\{[^}]*\}|\S*[=,]\S+=\S*", "", text).casefold()


def begins_a_word(text: str, stems: Iterable[str]) -> bool:
    return any(re.search(rf"\b{re.escape(stem)}", text) for stem in stems)


# How it is said


def test_an_error_is_said_with_its_values() -> None:
    board = vato.new("fanorona")
    with pytest.raises(vato.IllegalMove) as refused:
        board.push("d2-e3W")
    assert say("en", refused.value) == str(refused.value)
    assert say("fr", refused.value) == "d2-e3 ne prend rien par éloignement\N{NO-BREAK SPACE}: écrivez d2-e3A."
    assert say("de", refused.value) == "d2-e3 schlägt nichts durch Rückzug: Schreiben Sie d2-e3A."


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


def has(language: str, text: str) -> bool:
    """Return whether a language has words of its own for a text and for all that it is filled with."""
    if not isinstance(text, Text):
        return True
    known = text.template in languages.catalogue(language).messages or not spoken(text.template)
    return known and all(has(language, value) for value in text.values.values())


@pytest.mark.parametrize("name", catalog.GAMES)
@some_languages
def test_rules_and_levels_can_be_read_in_other_languages(language: str, name: str) -> None:
    from vato.engine.levels import levels_of

    entry = catalog.find(name)
    for rules in entry.rules.known.values():
        _, *sections = entry.words(rules)
        texts = [text for section in sections for text in (section.title, *section.paragraphs)]
        assert all(isinstance(text, Text) for text in texts)
        alike = {text for text in texts if has(language, text) and say(language, text) == text}
        assert alike <= {"Source"}
    names = [level.name for level in levels_of(name) if has(language, level.name)]
    assert len({say(language, level) for level in names} - set(names)) >= len(names) - 1


@pytest.mark.parametrize("name", catalog.GAMES)
@some_languages
def test_outcomes_are_said_also_when_read_back_from_a_file(language: str, name: str) -> None:
    board = vato.new(name)
    for outcome in (vato.Outcome(0, "time"), vato.Outcome(None, "repetition"), vato.Outcome(1, "all stones captured")):
        described = board.describe(outcome)
        if not has(language, described):
            continue
        told = say(language, described)
        assert told != described
        assert outcome.reason not in told
    assert say(language, board.describe(vato.Outcome(0, "a {strange} reason"))).endswith("a {strange} reason")


def test_numbers_lists_and_dates_are_written_as_the_language_does() -> None:
    counted = Text("positions: {count}", count=Number(1234567))
    assert say("en", counted) == "positions: 1,234,567"
    assert say("de", Number(1234567.5, ",.1f")) == "1.234.567,5"
    assert say("fr", Number(1234567)) == "1\N{NARROW NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}567"
    assert say("de", Number(0.953, ".1%")) == "95,3\N{NO-BREAK SPACE}%"
    assert say("de", Number(-1.25, "+.2f")) == "-1,25"
    assert say("de", Listing([Text("white"), "Ann"])) == "Weiß, Ann"
    assert say("de", either(["3", "4", "5"])) == "3, 4 oder 5"
    assert languages.date("fr", "2026-11-15") == "15 nov. 2026"
    assert languages.date("en", "2026-11-15") == "Nov 15, 2026"
    assert languages.date("fr", "one evening") == "one evening"


def test_a_message_without_a_text_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    one, many = "This position has one stone.", "This position has {count} stones."
    text = f'msgid "{one}"\nmsgid_plural "{many}"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "time"\nmsgstr ""\n'
    (tmp_path / "eo.po").write_text(header + text)
    languages.catalogue("en")  # which others stand on
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    assert languages.catalogue("eo").messages == {}


def test_what_is_not_ours_stays_as_it_is() -> None:
    assert say("fr", "white") == "white"
    assert say("fr", Text("white")) == "Blanc"
    assert translate("fr", "Nobody says this about {name}.", name="Ann") == "Nobody says this about Ann."


OWN_NAMES = {
    "en": "English",
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "es": "Español",
    "et": "Eesti",
    "fa": "فارسی",
    "fr": "Français",
    "he": "עברית",
    "hr": "Hrvatski",
    "hu": "Magyar",
    "it": "Italiano",
    "ko": "한국어",
    "lt": "Lietuvių",
    "lv": "Latviešu",
    "mg": "Malagasy",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
    "ro": "Română",
    "ru": "Русский",
    "sl": "Slovenščina",
    "sr-Latn": "Srpski",
    "sv": "Svenska",
    "tr": "Türkçe",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
}


def test_languages_are_offered_with_their_own_names() -> None:
    offered = {language.code: language for language in languages.languages()}
    # Those the documents speak, and Malagasy; others may be added without a word here.
    assert {code: offered[code].name for code in OWN_NAMES} == OWN_NAMES
    assert {code for code in OWN_NAMES if offered[code].direction == "rtl"} == {"fa", "he"}
    assert list(offered) == ["en", *sorted(set(offered) - {"en"})]
    assert len({language.name for language in offered.values()}) == len(offered)


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


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG, en", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-MO;q=0.9, de;q=0.5", "zh-Hant"),
        ("ZH-hant-TW", "zh-Hant"),
        ("iw-IL", "he"),
        ("plt", "mg"),
        ("sr-RS", "sr-Latn"),
        ("pt-BR", "pt"),
        ("de", "de"),
        ("nb-NO, tlh", "en"),
    ],
)
def test_a_language_has_more_than_one_name(header: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "codes", lambda: tuple(OWN_NAMES))
    assert languages.negotiate(header) == language


@some_languages
def test_the_browser_gets_every_text_with_its_plural_forms(language: str) -> None:
    found = languages.messages(language)
    assert set(found) == keys_of(ENGLISH)
    for text in found.values():
        if isinstance(text, dict):
            assert "other" in text
            assert all(text.values())


@each_language
def test_the_browser_chooses_the_same_form_of_every_number(language: str) -> None:
    """Only of nothing it may choose another, as gettext and Intl count that with one or with many as they like."""
    spoken = languages.catalogue(language)
    categories = languages._categories(spoken.locale)
    for number in filter(None, languages.SAMPLES):
        shown = categories[spoken.locale.plural_form(number)]
        assert spoken.form_for(shown) == spoken.form_for(number), number
