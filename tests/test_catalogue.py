"""`scripts/catalogue`: what there is to say is found, a language begun or brought up to date, and nothing lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.util import pathmatch

from tools import catalogue
from tools.catalogue import messages_of, missing, unused
from tools.extract import SOURCES, UNSPOKEN, asked_keys, english_keys, everything, forms, speakers, templates
from vato import languages
from vato.terminal import help_text
from vato.terminal.app import app

NEW = "eo"


# What there is to say


def test_sentences_are_found_in_the_sources() -> None:
    assert templates()["time"] == "board.py"
    assert "There is no stone on {point}." in templates()
    assert "Line {line}: {problem}" in templates()
    assert {"IllegalMove", "Refusal"} <= speakers()


def test_help_is_found_where_the_command_is() -> None:
    texts = help_text.texts(typer.main.get_command(app).commands["perft"])  # type: ignore[attr-defined]
    assert {templates()[text] for text in texts} >= {"terminal/commands/perft.py"}


def test_keys_are_found_where_they_are_asked_for_and_where_their_english_stands() -> None:
    message = everything()["start.new_game"]
    assert message is not None
    files = {path for path, _ in message.locations}
    assert "languages/en.po" in files
    assert any(path.startswith("web/") for path in files)
    assert message.auto_comments == ["New game"]


def test_both_english_forms_stand_in_the_source() -> None:
    one, many = "You must capture; one stone can: {points}.", "You must capture; {count} stones can: {points}."
    message = everything()[one]
    assert message is not None
    assert message.id == (one, many)
    assert {one, many} <= set(templates())


def test_a_file_of_python_as_babel_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "saying.py"
    path.write_text(
        "def say(it):\n"
        "    # Translators: the head\n"
        "    # of a column\n"
        "    Text('won')\n"
        "    # not for them\n"
        "    raise VatoError('yes' if it else 'no')\n"
        "    Text('{first} {last}')\n"
        "    Text(by_number('one', '{count}', 3), count=3)\n"
        "    print('nothing')\n"
    )
    found = extract_from_file(
        "tools.extract:sentences", path, {"by_number": (1, 2)}, comment_tags=("Translators:",), strip_comment_tags=True
    )
    assert [each[:3] for each in found] == [
        (4, "won", ["the head", "of a column"]),
        (6, "no", []),
        (6, "yes", []),
        (8, ("one", "{count}"), []),
    ]


def test_nothing_is_kept_from_readers_that_is_no_longer_there() -> None:
    names = [path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py")]
    assert [pattern for pattern in UNSPOKEN if not any(pathmatch(pattern, name) for name in names)] == []


# The catalogues


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of two catalogues that may be changed."""
    for name in ("en.po", "fr.po"):
        shutil.copy(languages.FOLDER / name, tmp_path)
    (tmp_path / "glossary").mkdir()
    shutil.copy(catalogue.GLOSSARIES / "en.toml", tmp_path / "glossary")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "GLOSSARIES", tmp_path / "glossary")
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for known in (catalogue.entries, catalogue.keys_of, catalogue.english, catalogue.glossary):
        known.cache_clear()


def texts(language: str) -> dict[str, tuple[str, ...]]:
    return {forms(message.id)[0]: forms(message.string) for message in messages_of(language)}


def ids() -> list[str]:
    return [forms(message.id)[0] for message in everything() if message.id]


def fill(path: Path, key: str, text: str) -> None:
    """Give a message a text, as a translator does."""
    whole = path.read_text(encoding="utf-8")
    assert f'msgid "{key}"\nmsgstr ""' in whole
    path.write_text(whole.replace(f'msgid "{key}"\nmsgstr ""', f'msgid "{key}"\nmsgstr "{text}"'), encoding="utf-8")
    forget()


def test_a_catalogue_up_to_date_stays_as_it_is(folder: Path) -> None:
    before = texts("fr")
    english = (folder / "en.po").read_bytes()
    catalogue.main([])
    first = (folder / "fr.po").read_bytes()
    forget()
    assert {key: text for key, text in texts("fr").items() if key in before and before[key] != text} == {}
    assert list(texts("fr")) == ids()
    catalogue.main([])
    assert (folder / "fr.po").read_bytes() == first
    assert (folder / "en.po").read_bytes() == english


def test_a_language_is_begun_with_everything_still_to_say(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    catalogue.main([NEW])
    forget()
    assert list(texts(NEW)) == ids() == missing(NEW)
    assert {text for said in texts(NEW).values() for text in said} == {""}
    assert catalogue.entries(NEW).num_plurals == 2
    written = (folder / "eo.po").read_text(encoding="utf-8")
    assert written.startswith("# vato in Esperanto.\n")
    assert "#. New game\n#: languages/en.po web/" in written
    assert '\nmsgid "start.new_game"\nmsgstr ""\n' in written
    assert languages.translate(NEW, "time") == "time"
    languages.catalogue.cache_clear()
    assert all(word["term"] == "" for word in catalogue.glossary(NEW).values())
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"eo.po: {len(ids())} messages, {len(ids())} without a text"
    assert told[1:] == [f"eo: {key}" for key in ids()]


def test_what_was_translated_is_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    catalogue.update(NEW)
    fill(folder / "eo.po", "time", "tempo")
    (folder / "glossary" / "eo.toml").write_text('[approach]\nterm = "alproksimiĝo"\n', encoding="utf-8")
    catalogue.main([NEW])
    forget()
    assert texts(NEW)["time"] == ("tempo",)
    assert f"{len(ids())} messages, {len(ids()) - 1} without a text" in capsys.readouterr().out
    assert catalogue.glossary(NEW)["approach"]["term"] == "alproksimiĝo"


def said_only(monkeypatch: pytest.MonkeyPatch, *messages: str | tuple[str, str]) -> None:
    """Say only these."""
    found = Catalog()
    for message in messages:
        found.add(message, locations=[("somewhere.py", 1)])
    monkeypatch.setattr(catalogue, "everything", lambda: found)


def test_what_nobody_says_any_more_is_a_comment_until_the_catalogue_is_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "eo.po"
    said_only(monkeypatch, "time", "Old, {name}.")
    catalogue.update(NEW)
    fill(path, "time", "tempo")
    fill(path, "Old, {name}.", "Malnova, {name}.")
    assert (missing(NEW), unused(NEW)) == ([], [])
    said_only(monkeypatch, "New, {name}.", ("one stone", "{count} stones"), "time")
    assert (missing(NEW), unused(NEW)) == (["New, {name}.", "one stone"], ["Old, {name}."])
    for _ in range(2):
        catalogue.update(NEW)
        forget()
        assert texts(NEW) == {"New, {name}.": ("",), "one stone": ("", ""), "time": ("tempo",)}
        assert '#~ msgid "Old, {name}."\n#~ msgstr "Malnova, {name}."\n' in path.read_text(encoding="utf-8")
        assert unused(NEW) == []
    said_only(monkeypatch, "Old, {name}.", "New, {name}.")
    catalogue.update(NEW)
    forget()
    assert texts(NEW) == {"Old, {name}.": ("Malnova, {name}.",), "New, {name}.": ("",)}
    fill(path, "New, {name}.", "Nova, {name}.")
    said_only(monkeypatch, "New, {name}.")
    catalogue.update(NEW)
    assert "#~" not in path.read_text(encoding="utf-8")


def test_half_a_plural_is_missing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said_only(monkeypatch, ("one stone", "{count} stones"))
    catalogue.update(NEW)
    path = folder / "eo.po"
    path.write_text(path.read_text(encoding="utf-8").replace('msgstr[0] ""', 'msgstr[0] "ŝtono"'), encoding="utf-8")
    forget()
    assert missing(NEW) == ["one stone"]


def test_what_every_language_lacks_is_said_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue.update(NEW)
    fill(folder / "eo.po", "time", "tempo")
    said_only(monkeypatch, "Something new, {name}.", "time", "draw")
    catalogue.main([])
    assert capsys.readouterr().out.splitlines() == [
        f"en.po: {len(english_keys())} messages, 0 without a text",
        "eo.po: 3 messages, 2 without a text",
        "fr.po: 3 messages, 1 without a text",
        "every language: Something new, {name}.",
        "eo: draw",
    ]


def test_what_is_no_language_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        catalogue.main(["klingon-x"])
    assert "is not the code of a language" in capsys.readouterr().err
    assert not list(folder.glob("klingon*"))


def test_the_browsers_keys_are_found() -> None:
    plain, patterns = asked_keys()
    assert "start.new_game" in plain
    assert patterns
