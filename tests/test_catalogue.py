"""`scripts/catalogue`: a language begun, brought up to date, and nothing lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import catalogue
from tools.catalogue import MODEL, forms, messages_of, templates
from vato import languages

NEW = "eo"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the catalogues that may be changed."""
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


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_catalogue_stays_as_it_is(language: str) -> None:
    catalogue.update(language)
    forget()
    before = texts(language)
    catalogue.update(language)
    forget()
    assert texts(language) == before
    assert list(texts(language)) == list(before)


def test_a_language_is_begun_with_everything_still_to_say(folder: Path) -> None:
    catalogue.main(["fr", NEW])
    forget()
    begun = texts(NEW)
    assert list(begun) == list(texts(MODEL))
    assert {text for said in begun.values() for text in said} == {""}
    assert catalogue.entries(NEW).num_plurals == 2
    written = (folder / "eo.po").read_text(encoding="utf-8")
    assert "# vato in Esperanto." in written
    assert '#. New game\nmsgid "start.new_game"\nmsgstr ""\n' in written
    assert languages.translate(NEW, "time") == "time"
    languages.catalogue.cache_clear()
    assert all(word["term"] == "" for word in catalogue.glossary(NEW).values())


def test_what_was_translated_is_kept_and_what_nobody_says_is_dropped(folder: Path) -> None:
    catalogue.main(["fr", NEW])
    path = folder / "eo.po"
    filled = path.read_text(encoding="utf-8").replace('msgid "time"\nmsgstr ""', 'msgid "time"\nmsgstr "tempo"')
    path.write_text(filled + '\nmsgid "Nobody says this."\nmsgstr "Neniu"\n', encoding="utf-8")
    (folder / "glossary" / "eo.toml").write_text('[approach]\nterm = "alproksimiĝo"\n', encoding="utf-8")
    forget()
    told = catalogue.update(NEW)
    forget()
    assert texts(NEW)["time"] == ("tempo",)
    assert "Nobody says this." not in texts(NEW)
    assert told == f"eo.po: {len(texts(MODEL))} messages, {len(texts(MODEL)) - 1} without a text"
    assert catalogue.glossary(NEW)["approach"]["term"] == "alproksimiĝo"


@pytest.mark.usefixtures("folder")
def test_a_new_message_comes_at_the_end_of_every_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    said = templates() | {"Something new, {name}.": "somewhere.py:1"}
    monkeypatch.setattr(catalogue, "templates", lambda: said)
    catalogue.main([])
    forget()
    assert list(texts("fr"))[-1] == "Something new, {name}."
    assert texts("fr")["Something new, {name}."] == ("",)
    assert "Something new, {name}." not in texts("en")


def test_what_is_no_language_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        catalogue.main(["klingon-x"])
    assert "is not the code of a language" in capsys.readouterr().err
    assert not list(folder.glob("klingon*"))
