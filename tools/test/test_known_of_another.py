"""What mypy knows of one checkout, and what was compiled in it, spares another one most of the work."""

from __future__ import annotations

from pathlib import Path

from pred_door.known import (
    begin_with_compiled_packages,
    begin_with_known_types,
    keep_compiled_packages,
    keep_types,
)
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


def compiled(layout: Layout, folder: Path) -> Path:
    """Return where Python puts the compiled code of a module in a folder."""
    return layout.bytecode / str(folder).lstrip("/") / "module.cpython-312.pyc"


def with_environment(layout: Layout, python: Path) -> Layout:
    layout.venv.mkdir(parents=True)
    (layout.venv / "pyvenv.cfg").write_text(f"home = {python / 'bin'}\nversion = 3.12.1\n")
    layout.requirements("dev").parent.mkdir(parents=True)
    layout.requirements("dev").write_text("pytest==8\n")
    return layout


def test_compiled_packages_are_there_where_the_next_checkout_looks_for_them(tmp_path: Path) -> None:
    python = tmp_path / "python"
    first, second = (with_environment(checkout(tmp_path, name), python) for name in ("first", "second"))
    begin_with_compiled_packages(first)
    assert not first.bytecode.exists(), "nothing is known yet"
    for folder in (first.venv / "lib", python / "lib", first.root / "src"):
        compiled(first, folder).parent.mkdir(parents=True)
        compiled(first, folder).write_text(str(folder))
    being_written = compiled(first, python / "lib").with_suffix(".pyc.140245")
    being_written.write_text("half")
    keep_compiled_packages(first)
    begin_with_compiled_packages(second)
    assert compiled(second, second.venv / "lib").read_text() == str(first.venv / "lib")
    assert compiled(second, python / "lib").read_text() == str(python / "lib")
    assert not compiled(second, second.root / "src").exists(), "Python would not believe in it"
    assert len(list(second.bytecode.rglob("*.pyc*"))) == 2


def test_compiled_packages_are_kept_once_for_each_set_of_packages(tmp_path: Path) -> None:
    first = with_environment(checkout(tmp_path, "first"), tmp_path / "python")
    mine, known = (
        compiled(first, first.venv / "lib"),
        first.known_bytecode / "packages" / "module.cpython-312.pyc",
    )
    mine.parent.mkdir(parents=True)
    for said, pins in (("old", "pytest==8\n"), ("newer", "pytest==8\n"), ("newest", "pytest==9\n")):
        mine.unlink(missing_ok=True)
        mine.write_text(said)
        first.requirements("dev").write_text(pins)
        keep_compiled_packages(first)
        assert known.read_text() == ("old" if said == "newer" else said)


def test_what_cannot_be_copied_is_worked_out_again(tmp_path: Path) -> None:
    first, second = checkout(tmp_path, "first"), checkout(tmp_path, "second")
    know(first, "of the first")
    (first.types / "gone").symlink_to(tmp_path / "nowhere")
    keep_types(first)
    assert begin_with_known_types(second) and not second.types.exists()
    assert not list(first.cache.glob(".partial-*")), "nothing half copied is left"
