"""What patterns need is taken apart once; a file of it that is gone, broken or not to be written costs nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pred_language.lexicon import kept_needs, needed_words
from pred_language.lexicon.kept_needs import NeedsStore

PATTERNS = (r"\b(?:turn|switch) (?:on|off)\b", r"(?:a|the) [a-z]+s?", "caf\u00e9 noir")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made" / "needs.json"


def asked(path: Path) -> list[tuple[str, ...]]:
    store = NeedsStore(path)
    found = [store.needed(pattern) for pattern in PATTERNS]
    store.keep()
    return found


def test_what_one_program_found_another_reads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = [needed_words.needed(pattern) for pattern in PATTERNS]
    assert asked(path) == right
    monkeypatch.setattr(needed_words, "needed", lambda _: pytest.fail("taken apart again"))
    assert asked(path) == right


@pytest.mark.parametrize("content", ["", "[1]", '{"half', "\x00"])
def test_a_broken_file_is_made_anew(path: Path, content: str) -> None:
    path.parent.mkdir()
    path.write_text(content)
    assert asked(path) == [needed_words.needed(pattern) for pattern in PATTERNS]
    assert len(kept_needs._read(path)) == len(PATTERNS)


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
    assert asked(blocked / "needs.json") == [needed_words.needed(pattern) for pattern in PATTERNS]
