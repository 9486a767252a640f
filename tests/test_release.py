"""`scripts/release`: what speaks against making a version."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import release


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that can be made a version of."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "vato"\nversion = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3\n\nMore.\n\n## 1.2\n\nSome.\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "missing", lambda _: [])
    monkeypatch.setattr(release, "unused", lambda _: [])
    return tmp_path


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *arguments], cwd=root, check=True)


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "all")


def test_nothing_speaks_against_a_state_that_is_told_and_kept(root: Path) -> None:
    assert list(release.objections(root)) == []


def test_a_text_that_a_language_lacks_speaks_against_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "missing", lambda code: ["time", "draw"] if code == "fr" else [])
    monkeypatch.setattr(release, "unused", lambda code: ["old"] if code == "de" else [])
    assert list(release.objections(root)) == [
        "de has 1 messages that nobody says any more; scripts/catalogue drops them.",
        "fr has no text for 2 messages; scripts/catalogue lists them.",
    ]


def test_what_is_not_committed_speaks_against_it(root: Path) -> None:
    (root / "CHANGELOG.md").write_text("## 1.2.3\n")
    (root / "new").write_text("")
    assert list(release.objections(root)) == ["Not everything is committed: CHANGELOG.md, new."]


@pytest.mark.parametrize("told", ["", "## 1.2\n", "## 1.2.30\n", "### 1.2.3\n", "see 1.2.3\n"])
def test_a_version_that_is_not_told_of_is_not_made(root: Path, told: str) -> None:
    (root / "CHANGELOG.md").write_text(told)
    commit(root)
    assert list(release.objections(root)) == ["CHANGELOG.md has no part about 1.2.3."]


def test_changes_that_belong_to_no_version_speak_against_it(root: Path) -> None:
    told = (root / "CHANGELOG.md").read_text()
    (root / "CHANGELOG.md").write_text(told.replace("## 1.2.3", "## Unreleased\n\nNew.\n\n## 1.2.3"))
    commit(root)
    (objection,) = release.objections(root)
    assert "Unreleased" in objection


def test_no_version_is_made_where_a_test_fails(root: Path) -> None:
    (root / ".ci").mkdir()
    (root / ".ci" / "run").write_text("#!/bin/sh\nexit 1\n")
    (root / ".ci" / "run").chmod(0o755)
    commit(root)
    with pytest.raises(SystemExit, match="No version was made"):
        release.main([])
    assert not (root / "dist").exists()


def test_nothing_is_run_while_anything_speaks_against_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "missing", lambda _: ["time"])
    with pytest.raises(SystemExit, match="en has no text for 1 messages"):
        release.main([])
    assert not (root / "dist").exists()
