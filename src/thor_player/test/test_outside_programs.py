"""The player as a package of its own: installed alone, it runs programs of the kinds that strangers write for ai2thor.

The programs know nothing of the player; they are started by ``python -m thor_player.run``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
LOCATOR = "NUMBA_CACHE_LOCATOR_CLASSES"
PROGRAMS = Path(__file__).resolve().parent / "programs"
ALONE = """
from importlib.util import find_spec
import thor_player
print(thor_player.__file__, find_spec("pred_core"), find_spec("rclpy"))
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install the folder by pip, as it is, and return an environment that finds it and nothing else of PRED."""
    target = tmp_path_factory.mktemp("installed")
    source = tmp_path_factory.mktemp("source") / "thor_player"
    # pip builds in the folder that it is given; a copy keeps the checkout clean.
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "test"))
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    subprocess.run([*pip, "--target", str(target), str(source)], check=True, timeout=300)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ROS_", "AMENT_", "COLCON_", "PYTHON"))}
    kept.pop(LOCATOR, None)
    # Else each run would compile for half a minute; what is installed goes by the same sources as the checkout.
    locator = find_spec("pred_core.jit_cache") if LOCATOR in os.environ else None
    if locator is None or locator.origin is None:
        return {**kept, "PYTHONPATH": str(target)}
    beside = tmp_path_factory.mktemp("beside")
    shutil.copy(locator.origin, beside / "jit_cache.py")
    return {**kept, "PYTHONPATH": f"{target}{os.pathsep}{beside}", LOCATOR: "jit_cache.ByContent"}


def _told(environment: dict[str, str], folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def _run(environment: dict[str, str], folder: Path, program: str) -> Any:
    return json.loads(_told(environment, folder, "-m", "thor_player.run", str(PROGRAMS / program)))


def test_the_package_stands_alone(environment: dict[str, str], tmp_path: Path) -> None:
    place, *others = _told(environment, tmp_path, "-c", ALONE).split()
    assert environment["PYTHONPATH"].startswith(str(Path(place).parents[1])) and others == ["None", "None"]


def test_a_navigation_benchmark(environment: dict[str, str], tmp_path: Path) -> None:
    episodes = _run(environment, tmp_path, "navigation.py")
    assert [each["success"] for each in episodes] == [True, True, True]
    assert all(0.5 < each["spl"] <= 1.0 and each["actions"] > 1 for each in episodes)


def test_a_household_simulator_driven_by_points(environment: dict[str, str], tmp_path: Path) -> None:
    told = _run(environment, tmp_path, "household.py")
    assert told.pop("failures") == []
    assert told == {
        "pickup": True,
        "held": [True],
        "put": True,
        "water": True,
        "clean": True,
        "off": True,
        "placed": True,
        "brewing": True,
        "coffee": "coffee",
        "cameras": [[300, 300, 3]],
        "differences": [],
    }


def test_a_rearrangement_task(environment: dict[str, str], tmp_path: Path) -> None:
    told = _run(environment, tmp_path, "rearrangement.py")
    assert len(told["start"]) >= 4  # two drawers and most of three things
    assert told["success"] and told["fixed"] == 1.0 and told["end"] == []
