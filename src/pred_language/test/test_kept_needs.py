"""What patterns need is taken apart once; a file of it that is gone, broken or not to be written costs nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pred_language.lexicon import kept_needs, needed_words
from pred_language.lexicon.kept_needs import NeedsStore

PATTERNS = (r"\b(?:turn|switch) (?:on|off)\b", r"(?:a|the) [a-z]+s?", "caf\u00e9 noir")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made" / "needs.json"


def right() -> list[tuple[tuple[str, ...], ...]]:
    return [needed_words.needed(pattern) for pattern in PATTERNS]


def asked(path: Path) -> list[tuple[tuple[str, ...], ...]]:
    store = NeedsStore(path)
    found = [store.needed(pattern) for pattern in PATTERNS]
    store.keep()
    return found


def test_what_one_program_found_another_reads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = right()
    assert asked(path) == expected
    monkeypatch.setattr(needed_words, "needed", lambda _: pytest.fail("taken apart again"))
    assert asked(path) == expected


@pytest.mark.parametrize("content", ["", "[1]", '{"half', "\x00", '\n{"half'])
def test_a_broken_file_is_made_anew(path: Path, content: str) -> None:
    path.parent.mkdir()
    path.write_text(content)
    assert asked(path) == right()
    assert len(kept_needs._read(path)) == len(PATTERNS)


def test_a_file_of_which_one_letter_changed_is_made_anew(path: Path) -> None:
    asked(path)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"turn", b"tern"))
    assert path.read_bytes() != whole
    assert asked(path) == right()
    assert path.read_bytes() == whole


def test_what_others_may_write_is_not_taken_over(path: Path) -> None:
    asked(path)
    path.chmod(0o666)
    assert not kept_needs._read(path)
    assert asked(path) == right()
    assert kept_needs._read(path), "a file of its own instead"


def test_another_users_file_is_not_taken_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(path)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    assert not kept_needs._read(path)


def test_who_has_no_home_is_told_still(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home directory")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert kept_needs._place() is None
    store = NeedsStore(None)
    assert [store.needed(pattern) for pattern in PATTERNS] == right()
    store.keep()


def test_a_folder_that_is_told_from_where_one_stands_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    place = kept_needs._place()
    assert place is not None and place.is_relative_to(Path.home() / ".cache")


def test_what_two_programs_add_is_kept_of_both(path: Path) -> None:
    one, other = NeedsStore(path), NeedsStore(path)
    one.needed(PATTERNS[0])
    other.needed(PATTERNS[1])
    one.keep()
    other.keep()
    assert len(kept_needs._read(path)) == 2
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_too_many_are_those_that_were_used_last(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(path)
    monkeypatch.setattr(kept_needs, "MOST", len(PATTERNS))
    store = NeedsStore(path)
    store.needed("another")
    store.keep()
    assert len(kept_needs._read(path)) == 1


def test_where_nothing_can_be_written_all_is_told_still(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert asked(blocked / "needs.json") == right()


def test_nothing_is_left_of_a_file_that_could_not_be_put_in_place(path: Path) -> None:
    path.mkdir(parents=True)
    assert asked(path) == right()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
