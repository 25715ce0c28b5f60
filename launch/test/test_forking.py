"""What the programs of a stack import is loaded once, and it is what they import."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

pytest.importorskip("launch_ros", reason="needs a ROS environment")

from launch import LaunchContext
from pred_bringup import forking
from pred_bringup.launching import NodeOf, RobotStack
from pred_bringup.sharing import shared
from pred_bringup.spot import SPOT
from pred_bringup.task_choice import RECORDER
from pred_bringup.thor import THOR
from pred_bringup.ur5 import TABLE, UR5
from pred_core.fork_server import EARLY
from pred_core.forked import SERVER

HEAVY = ("torch", "cv2", "openai", "mujoco", "matplotlib", "networkx", "pandas", "botocore", "flask", "onnx", "launch")
"""What no robot's start needs."""
MOST_MODULES = 2150
"""Of all programs of AI2-THOR's stack together; 2,105 at last, and 6,700 in seven processes before."""


def _module(package: str, name: str) -> str:
    """Return the module that a package's program loads."""
    return str(getattr(import_module(f"{package}.start"), name).args[0])


@pytest.mark.parametrize("robot", [THOR, UR5, SPOT])
def test_all_programs_of_a_stack_share_what_they_import(robot: RobotStack) -> None:
    nodes: dict[str, NodeOf] = {**robot.nodes, **({"table": TABLE} if robot is UR5 else {})}
    wanted = {_module(kind.package, name) for name, kind in nodes.items()}
    wanted |= {_module("pred_tools", RECORDER), _module(robot.runner.package, "run_task")}
    assert wanted <= set(forking.modules_of(robot.name, mock=True))


@pytest.mark.parametrize("robot", [THOR, UR5, SPOT])
def test_a_bridge_is_forked_as_soon_as_its_modules_are_there(robot: RobotStack) -> None:
    modules = forking.modules_of(robot.name, mock=False)
    early = modules.index(f"{EARLY}bridge")
    assert _module(robot.nodes["bridge"].package, "bridge") in modules[:early]
    assert "pred_perception.node" in modules[early:]


def test_an_arm_that_is_real_does_not_load_the_emulated_table() -> None:
    assert not [name for name in forking.modules_of("ur5", mock=False) if name.startswith("ur5_emulator")]


def test_a_start_loads_little_and_nothing_heavy() -> None:
    names = ",".join(forking.modules_of("thor", mock=False))
    code = f"import sys; from pred_core.fork_server import load; [*load({names!r}.split(','))]; print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = told.stdout.split()
    wanted = {name.split(":")[0] for name in names.split(",") if not name.startswith(EARLY)}
    assert wanted <= set(loaded), "nothing failed to load"
    assert not set(HEAVY) & set(loaded)
    assert len(loaded) < MOST_MODULES, len(loaded)


def test_a_launch_of_a_forked_program_uses_its_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVER, "/there/forks")
    monkeypatch.setattr(forking, "_FORKS", forking._Forks())
    forking.begin("thor", mock=False)
    assert "/there/forks" in forking.prefix(0), "and it starts none"
    forking.end()
    assert forking.prefix(0) == "", "each is to import for itself"


def test_a_debugger_gets_the_program_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forking, "prefix", lambda _early: "client ")
    context = LaunchContext()

    def told() -> str:
        return "".join(part if isinstance(part, str) else part.perform(context) for part in shared())

    assert told().endswith("client ")
    context.launch_configurations["launch-prefix"] = "gdb --args "
    assert told().endswith("gdb --args ")
