"""Which ROS 2 is used, and how environments are put together."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_door.console import DoorError
from pred_door.environment import complete, has_room
from pred_door.layout import Layout
from pred_door.ros import OWN_TREE_MARK, Ros, added, find_ros, prepended, sourced


def prefix(folder: Path) -> Path:
    index = folder / "share" / "ament_index" / "resource_index" / "packages"
    index.mkdir(parents=True)
    (index / "rclpy").touch()
    return folder


def test_nothing_installed_is_bare(tmp_path: Path) -> None:
    assert find_ros({}, tmp_path / "setup.bash") == Ros(bare=True)


def test_a_sourced_jazzy_comes_first(tmp_path: Path) -> None:
    (tmp_path / "setup.bash").touch()
    env = {"ROS_DISTRO": "jazzy", "AMENT_PREFIX_PATH": str(prefix(tmp_path / "ros"))}
    assert find_ros(env, tmp_path / "setup.bash") == Ros(bare=False)


def test_the_system_one_comes_second(tmp_path: Path) -> None:
    (tmp_path / "setup.bash").touch()
    assert find_ros({}, tmp_path / "setup.bash") == Ros(bare=False, setup=tmp_path / "setup.bash")


def test_another_sourced_distribution_is_left_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    env = {"ROS_DISTRO": "humble", "AMENT_PREFIX_PATH": str(prefix(tmp_path / "ros"))}
    assert find_ros(env, tmp_path / "none") == Ros(bare=True)
    assert "'humble', not Jazzy" in capsys.readouterr().err


def test_our_own_tree_is_not_taken_for_a_sourced_one(tmp_path: Path) -> None:
    tree = prefix(tmp_path / "ros")
    (tree / OWN_TREE_MARK).touch()
    env = {"ROS_DISTRO": "jazzy", "AMENT_PREFIX_PATH": str(tree)}
    assert find_ros(env, tmp_path / "none").bare


def test_sourcing_shows_what_the_script_adds(tmp_path: Path) -> None:
    script = tmp_path / "setup.bash"
    script.write_text('export AMENT_PREFIX_PATH="/new:$AMENT_PREFIX_PATH"\necho noise\n')
    before = {"PATH": "/usr/bin:/bin", "AMENT_PREFIX_PATH": "/old"}
    after = sourced(script, before)
    assert added(before, after) == {"AMENT_PREFIX_PATH": ["/new"]}


def test_a_script_that_fails_is_said(tmp_path: Path) -> None:
    script = tmp_path / "setup.bash"
    script.write_text("echo broken >&2; return 1\n")
    with pytest.raises(DoorError, match="broken"):
        sourced(script, {"PATH": "/usr/bin:/bin"})


paths = st.lists(st.sampled_from(["/a", "/b", "/c", "/d"]), unique=True)


@given(paths, paths)
def test_prepending_puts_entries_first_and_only_once(old: list[str], new: list[str]) -> None:
    result = prepended({"PATH": os.pathsep.join(old)}, {"PATH": new})["PATH"].split(os.pathsep)
    entries = [entry for entry in result if entry]
    assert entries[: len(new)] == new
    assert sorted(entries) == sorted({*old, *new})


def test_the_bare_environment_forgets_another_ros_and_gpu_settings(tmp_path: Path) -> None:
    layout = Layout(tmp_path, tmp_path / "cache")
    env = {
        "PATH": "/usr/bin",
        "PYTHONPATH": "/opt/ros/humble/lib/python:/mine",
        "AMENT_PREFIX_PATH": "/opt/ros/humble",
        "CUDA_VISIBLE_DEVICES": "",
        "ROS_DOMAIN_ID": "7",
    }
    result = complete(layout, Ros(bare=True), env)
    assert "humble" not in "".join(result.values())
    assert "CUDA_VISIBLE_DEVICES" not in result
    assert result["PYTHONPATH"] == f"{layout.ros_tree}/rclpy:/mine"
    assert result["PATH"] == f"{layout.venv}/bin:/usr/bin"
    assert result["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "LOCALHOST"
    assert result["ROS_DOMAIN_ID"] == "7"


def test_the_users_discovery_range_stays(tmp_path: Path) -> None:
    env = {"PATH": "/usr/bin", "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}
    result = complete(Layout(tmp_path, tmp_path), Ros(bare=True), env)
    assert result["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "SUBNET"


def test_libraries_are_asked_to_tell_nobody_what_runs(tmp_path: Path) -> None:
    layout = Layout(tmp_path, tmp_path)
    assert complete(layout, Ros(bare=False), {})["ORT_DISABLE_TELEMETRY"] == "1"
    assert complete(layout, Ros(bare=False), {"ORT_DISABLE_TELEMETRY": "0"})["ORT_DISABLE_TELEMETRY"] == "0"


def test_room_in_shared_memory(tmp_path: Path) -> None:
    assert has_room(tmp_path, 1)
    assert not has_room(tmp_path, 1 << 60)
    assert not has_room(tmp_path / "absent", 1)


def test_programs_keep_the_bytecode_of_what_they_import_in_the_state_folder(tmp_path: Path) -> None:
    layout = Layout(tmp_path, tmp_path)
    env = complete(layout, Ros(bare=False), {"PYTHONDONTWRITEBYTECODE": "1"})
    assert "PYTHONDONTWRITEBYTECODE" not in env
    assert env["PYTHONPYCACHEPREFIX"] == str(layout.state / "bytecode")
    chosen = complete(layout, Ros(bare=False), {"PYTHONPYCACHEPREFIX": "/mine"})
    assert chosen["PYTHONPYCACHEPREFIX"] == "/mine"
