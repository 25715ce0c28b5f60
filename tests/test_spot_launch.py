"""Spot's whole stack: real nodes, the unmodified bosdyn-client, the emulated robot, which opens and shuts doors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import launch_pytest
import pytest
from action_msgs.msg import GoalStatus
from ament_index_python.packages import get_package_share_directory
from launch.actions import IncludeLaunchDescription, SetEnvironmentVariable
from launch.launch_description_sources import PythonLaunchDescriptionSource
from stack_client import StackClient

from launch import LaunchDescription
from pred_bringup.spot import SIM_PORT
from spot_driver.bridge.truth import SimPort

DOMAIN, ADDRESS = 93, "127.0.0.68"
PATIENCE = 400.0
OPEN, SHUT = 0.6, 0.05
"""What counts as open at least and as shut at most, of all the way that a front goes."""


@launch_pytest.fixture(scope="module")
def stack() -> LaunchDescription:
    file = Path(get_package_share_directory("pred_bringup")) / "launch" / "spot.launch.py"
    given = {"mock": "true", "hostname": ADDRESS, "scene": "FloorPlan13", "run_dir": "none"}
    spot = IncludeLaunchDescription(PythonLaunchDescriptionSource(str(file)), launch_arguments=given.items())
    return LaunchDescription([SetEnvironmentVariable("ROS_DOMAIN_ID", str(DOMAIN)), spot])


@pytest.fixture(scope="module")
def client() -> Iterator[StackClient]:
    client = StackClient(DOMAIN)
    yield client
    client.close()


def widest(kind: str) -> float:
    """Return how far the one of a kind that is open widest truly is, 0 to 1."""
    things = SimPort(ADDRESS, SIM_PORT).ask({"objects": True})["objects"]
    return max(float(o["openness"]) for o in things if o["id"].startswith(kind + "|"))


@pytest.mark.slow
@pytest.mark.launch(fixture=stack)
@pytest.mark.parametrize(("words", "kind", "verbs"), [
    ("the fridge", "Fridge", ("open",)), ("a drawer", "Drawer", ("open", "close")),
])  # fmt: skip
def test_what_is_told_to_be_open_or_shut_truly_is(
    client: StackClient, words: str, kind: str, verbs: tuple[str, ...]
) -> None:
    client.up()
    assert widest(kind) < SHUT
    for verb in verbs:
        answer = client.result(client.send(f"{verb} {words}"), PATIENCE)
        assert answer.status == GoalStatus.STATUS_SUCCEEDED, f"{verb}: {answer.result.outcome.message}"
        assert widest(kind) > OPEN if verb == "open" else widest(kind) < SHUT
