"""Stamps and the lock."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_door.steps import digest, is_done, locked, once

TOOLS = Path(__file__).resolve().parents[1]


@given(st.lists(st.text(max_size=4)), st.lists(st.text(max_size=4)))
def test_digests_differ_when_the_parts_do(one: list[str], other: list[str]) -> None:
    assert (digest(one) == digest(other)) == (one == other)


def test_a_step_is_done_once_per_key(tmp_path: Path) -> None:
    calls: list[str] = []
    assert once(tmp_path, "step", "a", "title", lambda: calls.append("a"))
    assert not once(tmp_path, "step", "a", "title", lambda: calls.append("again"))
    assert once(tmp_path, "step", "b", "title", lambda: calls.append("b"))
    assert calls == ["a", "b"]


def test_a_step_that_fails_is_done_again(tmp_path: Path) -> None:
    once(tmp_path, "step", "old", "title", lambda: None)

    def fail() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        once(tmp_path, "step", "new", "title", fail)
    assert not is_done(tmp_path, "step", "new")
    assert not is_done(tmp_path, "step", "old")


def test_a_second_door_waits_for_the_first(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    code = (
        f"import sys; sys.path.insert(0, {str(TOOLS)!r})\n"
        "from pathlib import Path\nfrom pred_door.steps import locked\n"
        f"with locked(Path({str(lock)!r}), 'busy elsewhere'): print('mine', flush=True)\n"
    )
    with locked(lock, "busy"):
        second = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert second.stderr is not None
        assert "busy elsewhere (process " in second.stderr.readline()
        assert second.poll() is None
    out, _ = second.communicate(timeout=20)
    assert out == "mine\n"
