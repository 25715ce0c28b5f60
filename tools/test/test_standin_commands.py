"""The stand-ins for ros2 launch, ros2 action and ros2 interface, where they are in use."""

import subprocess
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

launching = pytest.importorskip("pred_ros2launch.command", reason="the real ros2launch is used here")
sending = pytest.importorskip("pred_ros2action.send_goal", reason="the real ros2action is used here")
definition = pytest.importorskip(
    "pred_ros2interface.definition", reason="the real ros2interface is used here"
)

FIBONACCI = "example_interfaces/action/Fibonacci"

LAUNCH_FILE = textwrap.dedent(
    """
    from launch import LaunchDescription
    from launch.actions import DeclareLaunchArgument, ExecuteProcess
    from launch.substitutions import LaunchConfiguration

    def generate_launch_description():
        return LaunchDescription([
            DeclareLaunchArgument("scene", default_value="FloorPlan1", description="which room"),
            DeclareLaunchArgument("goal", description="what to do"),
            ExecuteProcess(cmd=["echo", LaunchConfiguration("scene"), LaunchConfiguration("goal")], output="screen"),
        ])
    """
)


@pytest.fixture
def launch_file(tmp_path: Path) -> Path:
    path = tmp_path / "one.launch.py"
    path.write_text(LAUNCH_FILE)
    return path


def ros2(*args: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["ros2", *args], capture_output=True, text=True, check=False, timeout=60)


def test_launch_passes_arguments_and_ends_with_zero(launch_file: Path) -> None:
    done = ros2("launch", str(launch_file), "goal:=look around", "scene:=FloorPlan2")
    assert done.returncode == 0
    assert "FloorPlan2 look around" in done.stdout


def test_launch_without_a_needed_argument_fails(launch_file: Path) -> None:
    done = ros2("launch", str(launch_file))
    assert done.returncode == 1
    assert "missing required argument 'goal'" in done.stdout + done.stderr


def test_show_args_describes_every_argument(launch_file: Path) -> None:
    text = launching.describe_arguments(launching.load(launch_file))
    assert "'scene':\n        which room\n        (default: 'FloorPlan1')" in text
    assert "'goal':\n        what to do" in text


def test_a_path_or_a_package_and_a_file(launch_file: Path) -> None:
    assert launching.split_target(str(launch_file), ["a:=1"]) == (launch_file, ["a:=1"])
    with pytest.raises(launching.LaunchError, match="Package 'no_such' not found"):
        launching.split_target("no_such", ["x.launch.py"])
    with pytest.raises(launching.LaunchError, match=r"no launch file 'x\.launch\.py'"):
        launching.split_target("rclpy", ["x.launch.py"])
    with pytest.raises(launching.LaunchError, match="is not a launch file"):
        launching.split_target("rclpy", ["a:=1"])


def test_a_broken_launch_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "bad.launch.py"
    path.write_text("def generate_launch_description(:\n")
    with pytest.raises(launching.LaunchError, match=r"cannot load .*bad\.launch\.py"):
        launching.load(path)


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.text(max_size=8)))
def test_launch_arguments_come_back_as_given(pairs: dict[str, str]) -> None:
    given_as = [f"{name}:={value}" for name, value in pairs.items()]
    assert launching.parse_arguments(given_as) == list(pairs.items())


@pytest.mark.parametrize("argument", ["scene", "scene=1", ":=1"])
def test_a_malformed_launch_argument_is_refused(argument: str) -> None:
    with pytest.raises(launching.LaunchError, match="malformed launch argument"):
        launching.parse_arguments([argument])


def test_a_goal_is_made_from_yaml() -> None:
    action, goal = sending.make_goal(FIBONACCI, "{order: 7}")
    assert isinstance(goal, action.Goal)
    assert goal.order == 7


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        ("no_such/action/Thing", "{}", "action type is invalid"),
        (FIBONACCI, "{order: [}", "not valid YAML"),
        (FIBONACCI, "7", "must be a YAML dictionary"),
        (FIBONACCI, "{size: 7}", "Failed to populate"),
        (FIBONACCI, "{order: many}", "Failed to populate"),
    ],
)
def test_a_goal_that_cannot_be_made_is_explained(kind: str, values: str, words: str) -> None:
    with pytest.raises(sending.GoalError, match=words):
        sending.make_goal(kind, values)


def test_every_end_of_a_goal_has_a_name() -> None:
    assert sorted(sending.STATUS_NAMES) == list(range(7))


DEFINITIONS = {
    "p/msg/Outer": "# doc\nInner[] parts  # many\nstd_msgs/Header header\nint32 MAX=3\nstring<=5 name\n",
    "p/msg/Inner": "# inner doc\nfloat64[9] values\n",
    "std_msgs/msg/Header": "string frame_id\n",
}


def test_nested_fields_are_written_out_one_tab_deeper() -> None:
    lines = list(definition.expand("p/msg/Outer", DEFINITIONS.__getitem__, comments=False))
    assert lines == [
        "Inner[] parts",
        "\tfloat64[9] values",
        "std_msgs/Header header",
        "\tstring frame_id",
        "int32 MAX=3",
        "string<=5 name",
    ]


def test_comments_are_kept_as_asked() -> None:
    own = list(definition.expand("p/msg/Outer", DEFINITIONS.__getitem__))
    assert "# doc" in own
    assert "\t# inner doc" not in own
    every = list(definition.expand("p/msg/Outer", DEFINITIONS.__getitem__, nested_comments=True))
    assert "\t# inner doc" in every


@given(st.sampled_from(sorted(definition.PRIMITIVES)), st.sampled_from(["", "[]", "[3]", "[<=3]", "<=4"]))
def test_primitive_fields_nest_nothing(kind: str, array: str) -> None:
    assert definition.nested_type(f"{kind}{array} field", "p") is None


@pytest.fixture(scope="module")
def real_definition() -> str:
    return ros2("interface", "show", "nav_msgs/msg/Odometry", "--no-comments").stdout


def test_show_works_on_an_installed_interface(real_definition: str) -> None:
    assert real_definition.startswith(
        "std_msgs/Header header\n\tbuiltin_interfaces/Time stamp\n\t\tint32 sec\n"
    )
    assert "\t\tPoint position\n\t\t\tfloat64 x\n" in real_definition


def test_show_names_what_it_cannot_find() -> None:
    done = ros2("interface", "show", "std_msgs/msg/Nothing")
    assert done.returncode == 1
    assert "Could not find the interface" in done.stderr
