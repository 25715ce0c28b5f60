"""Which packages are installed for whom, and that nothing is installed twice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pred_door import set_up
from pred_door.layout import Layout
from pred_door.ros import Ros
from pred_door.wheels import read_pins

REQUIREMENTS = Path(__file__).resolve().parents[1] / "requirements"
BARE = Ros(bare=True)


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    made = Layout(root=tmp_path, cache=tmp_path / "cache")
    shutil.copytree(REQUIREMENTS, made.tools / "requirements")
    made.state.mkdir()
    return made


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """Return what is installed, call by call; nothing else of a set-up is done."""
    calls: list[set[str]] = []
    monkeypatch.setattr(set_up, "set_up", lambda *_: None)
    monkeypatch.setattr(set_up.venvs, "create", lambda *_, **__: None)
    monkeypatch.setattr(set_up, "begin_with_compiled_packages", lambda *_: None)
    monkeypatch.setattr(set_up, "find_python", lambda: "python3")
    monkeypatch.setattr(
        set_up.venvs, "install", lambda _layout, _venv, pins: calls.append({pin.key for pin in pins})
    )
    return calls


def test_who_runs_a_robot_gets_what_builds_it_and_nothing_that_only_checks_and_tests(layout: Layout) -> None:
    pins = {pin.key for pin in set_up.runtime_pins(layout, BARE)}
    dev = {pin.key for pin in read_pins(REQUIREMENTS / "dev.txt")}
    assert not pins & dev
    assert {"pytest", "mypy", "ruff", "hypothesis", "playwright"} <= dev
    assert {"colcon-core", "setuptools", "numpy"} <= pins


def test_tools_for_tests_are_added_once_and_again_only_to_a_new_environment(
    layout: Layout, installed: list[set[str]]
) -> None:
    for _ in range(3):
        set_up.set_up_dev(layout, BARE)
    assert len(installed) == 2 and "pytest" in installed[0] and "distributed" in installed[1]
    assert not any("numpy" in added for added in installed)
    set_up._make_venv(layout, BARE)
    set_up.set_up_dev(layout, BARE)
    _, _, runtime, dev, cluster = installed
    assert not runtime & {"pytest", "distributed"} and "pytest" in dev and "distributed" in cluster


def test_setting_up_for_a_robot_leaves_the_tools_where_they_are(layout: Layout) -> None:
    before = set_up.step_keys(layout, BARE)
    (layout.tools / "requirements" / "dev.txt").write_text("pytest==1\n")
    assert set_up.step_keys(layout, BARE) == before
