"""What mypy knows of one checkout spares another, checked for the first time, most of the work."""

from __future__ import annotations

from pathlib import Path

from pred_door.check import begin_with_known_types, keep_types
from pred_door.layout import Layout


def checkout(folder: Path, name: str) -> Layout:
    return Layout(root=folder / name, cache=folder / "cache")


def know(layout: Layout, what: str) -> None:
    layout.types.mkdir(parents=True, exist_ok=True)
    (layout.types / "known").write_text(what)


def test_a_new_checkout_begins_with_what_is_known_of_the_last_one(tmp_path: Path) -> None:
    first, second, third = (checkout(tmp_path, name) for name in ("first", "second", "third"))
    assert begin_with_known_types(first) and not first.types.exists(), "nothing is known yet"
    know(first, "of the first")
    keep_types(first)
    assert begin_with_known_types(second)
    assert (second.types / "known").read_text() == "of the first"
    know(second, "of the second")
    keep_types(second)
    assert begin_with_known_types(third)
    assert (third.types / "known").read_text() == "of the second"
    assert (first.types / "known").read_text() == "of the first", "each has its own"
    assert not list(first.cache.glob(".partial-*")), "nothing else is left"


def test_a_checkout_that_was_checked_keeps_its_own(tmp_path: Path) -> None:
    first, second = checkout(tmp_path, "first"), checkout(tmp_path, "second")
    know(first, "of the first")
    keep_types(first)
    know(second, "of the second")
    assert not begin_with_known_types(second)
    assert (second.types / "known").read_text() == "of the second"
