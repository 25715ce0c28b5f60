"""Pinned lists and the cache of whole wheels."""

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_door.console import DoorError
from pred_door.wheels import Pin, cached, canonical, fetch, is_whole, override, read_pins, sha256_of

REQUIREMENTS = Path(__file__).resolve().parents[1] / "requirements"


def make_wheel(folder: Path, name: str = "thing-1.0-py3-none-any.whl") -> Path:
    path = folder / name
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("thing/__init__.py", "x = 1\n" * 500)
    return path


@pytest.mark.parametrize("path", sorted(REQUIREMENTS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_list_pins_each_package_once(path: Path) -> None:
    keys = [pin.key for pin in read_pins(path)]
    assert keys
    assert len(keys) == len(set(keys))


def test_lists_that_share_an_environment_agree() -> None:
    runtime, build, dev = (
        {pin.key for pin in read_pins(REQUIREMENTS / f"{n}.txt")} for n in ("runtime", "build", "dev")
    )
    vision, cluster = ({pin.key for pin in read_pins(REQUIREMENTS / f"{n}.txt")} for n in ("vision", "cluster"))
    assert not (runtime & build or runtime & dev or build & dev)
    assert not vision & (runtime | build | dev) and not cluster & (runtime | build | dev)
    system = {pin.key for pin in read_pins(REQUIREMENTS / "runtime_system_ros.txt")}
    assert system <= runtime


def test_comments_and_hashes_are_read(tmp_path: Path) -> None:
    listed = tmp_path / "some.txt"
    listed.write_text(f"# why\nA_b.c==1.0  # because\n\nbig==2 --hash=sha256:{'a' * 64}\n")
    assert read_pins(listed) == [Pin("A_b.c", "1.0"), Pin("big", "2", "a" * 64)]
    assert read_pins(listed)[0].key == "a-b-c"


@pytest.mark.parametrize("line", ["numpy", "numpy>=2", "numpy==2 --hash=md5:00", "-r other.txt"])
def test_a_line_that_pins_nothing_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "bad.txt").write_text(f"ok==1\n{line}\n")
    with pytest.raises(DoorError, match=r"bad\.txt, line 2"):
        read_pins(tmp_path / "bad.txt")


@given(st.lists(st.text("ab-_.", min_size=1, max_size=6), min_size=1))
def test_canonical_names_are_stable(parts: list[str]) -> None:
    once = canonical("".join(parts))
    assert canonical(once) == once
    assert canonical("".join(parts).upper()) == once


def test_override_keeps_order_and_length() -> None:
    pins = [Pin("numpy", "2"), Pin("scipy", "1")]
    assert override(pins, [Pin("NumPy", "1"), Pin("other", "3")]) == [Pin("NumPy", "1"), Pin("scipy", "1")]


def test_a_cut_off_wheel_is_not_whole_and_is_thrown_away(tmp_path: Path) -> None:
    wheel = make_wheel(tmp_path)
    pin = Pin("thing", "1.0")
    assert cached(tmp_path, pin) == wheel
    wheel.write_bytes(wheel.read_bytes()[:-30])
    assert not is_whole(wheel, pin)
    assert cached(tmp_path, pin) is None
    assert not wheel.exists()


def test_a_wheel_with_another_hash_is_not_whole(tmp_path: Path) -> None:
    wheel = make_wheel(tmp_path)
    assert is_whole(wheel, Pin("thing", "1.0", sha256_of(wheel)))
    assert not is_whole(wheel, Pin("thing", "1.0", "0" * 64))


def test_another_version_in_the_cache_does_not_count(tmp_path: Path) -> None:
    make_wheel(tmp_path)
    assert cached(tmp_path, Pin("thing", "1.0.1")) is None


def fake_python(folder: Path, body: str) -> Path:
    script = folder / "python"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(0o755)
    return script


def test_fetch_takes_the_cache_without_asking_the_registry(tmp_path: Path) -> None:
    wheel = make_wheel(tmp_path)
    registry_is_down = fake_python(tmp_path, "exit 1")
    assert fetch(tmp_path, [Pin("thing", "1.0")], registry_is_down) == [wheel]


def test_a_failed_download_leaves_nothing_and_says_what_to_do(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    half_done = fake_python(
        tmp_path,
        'while [ "$1" != --wheel-dir ]; do shift; done\n'
        'echo half > "$2/thing-1.0-py3-none-any.whl"\necho no route; exit 1',
    )
    with pytest.raises(DoorError, match="no route") as caught:
        fetch(cache, [Pin("thing", "1.0")], half_done)
    assert "run the same command again" in caught.value.hint
    assert list(cache.iterdir()) == []


def test_a_registry_that_gives_something_else_is_an_error(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    gives_nothing = fake_python(tmp_path, "exit 0")
    with pytest.raises(DoorError, match=r"thing==1\.0"):
        fetch(cache, [Pin("thing", "1.0")], gives_nothing)
