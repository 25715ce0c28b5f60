"""The commands on bags: what they print, write and refuse; and a player heard by real subscribers."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import numpy as np
import rclpy
from bags import LATCHED, SECOND, START, begin, make_bag, text
from mcap.writer import Writer
from PIL import Image as Picture
from rclpy.serialization import serialize_message
from served_nodes import ServedNodes
from std_msgs.msg import Header, String

from pred_core.geometry import Pose2D
from pred_core.ros.conversions import image_to_msg, pose_to_msg, stamp_of
from pred_msgs.msg import RobotState
from pred_msgs.srv import MakePlan
from pred_tools.bag.commands import main
from pred_tools.bag.playback import Playback, Span
from pred_tools.bag.player import Player
from pred_tools.bag.qos import entry_of
from pred_tools.bag.reader import open_bag
from pred_tools.bag.schemas import definition
from pred_tools.bag.writer import BagWriter

DOMAIN = 45


def test_info_says_what_a_bag_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make_bag(tmp_path / "bag")
    assert main(["info", str(folder)]) == 0
    told = capsys.readouterr().out
    assert (
        "Messages:          12" in told
        and "/latched | std_msgs/msg/String | 2" in told
        and "git: abc" in told
    )
    assert main(["info", "--json", str(folder)]) == 0
    assert json.loads(capsys.readouterr().out)["topics"]["/said"] == {
        "type": "std_msgs/msg/String",
        "count": 10,
    }


def test_a_bag_that_was_cut_off_is_mended_by_trim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = (make_bag(tmp_path / "bag") / "bag_0.mcap").read_bytes()
    (tmp_path / "cut.mcap").write_bytes(data[:-100])
    assert main(["info", str(tmp_path / "cut.mcap")]) == 0
    assert "Cut off:" in capsys.readouterr().out
    assert main(["trim", str(tmp_path / "cut.mcap"), "-o", str(tmp_path / "whole")]) == 0
    mended = open_bag(tmp_path / "whole")
    assert mended.whole and mended.count == 12 and mended.custom == {"git": "abc", "seed": "3"}


def test_a_part_has_its_latched_topics(tmp_path: Path) -> None:
    folder, part = make_bag(tmp_path / "bag"), tmp_path / "part"
    arguments = ["trim", str(folder), "-o", str(part), "--start-offset", "6", "--playback-duration", "2"]
    assert main(arguments) == 0
    bag = open_bag(part)
    assert [m.data for m in bag.messages()] == [text("kept 5"), text("word 6"), text("word 7")]
    assert bag.start == START + 6 * SECOND
    assert main([*arguments[:3], str(tmp_path / "said"), "--topics", "/said"]) == 0
    assert set(open_bag(tmp_path / "said").topics) == {"/said"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["info", "nowhere"], "There is no bag nowhere"),
        (["trim", "BAG", "-o", "BAG"], "not empty"),
        (["trim", "BAG", "-o", "new", "--start-offset", "99"], "past the end"),
        (["export", "BAG", "-o", "BAG"], "not empty"),
        (["play", "BAG", "--topics", "/nothing"], "No topic"),
        (["play", "BAG", "--regex", "("], "missing )"),
        (["play", "BAG", "--qos-profile-overrides-path", "QOS"], "there is no 'never'"),
        (["export", "BAG", "-o", "new", "--to", "lerobot"], "0 observations"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path,
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if "lerobot" in arguments:
        pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROS_DOMAIN_ID", str(DOMAIN))
    folder = make_bag(tmp_path / "bag")
    (tmp_path / "qos.yaml").write_text("/said: {reliability: never}")
    given = {"BAG": str(folder), "QOS": str(tmp_path / "qos.yaml")}
    assert main([given.get(argument, argument) for argument in arguments]) == 2
    assert said in capsys.readouterr().err


def robot_bag(folder: Path) -> Path:
    """Write three observations: a robot that goes forward and turns, with a picture and a depth picture each."""
    writer = BagWriter(folder)
    kinds = {
        "/r/camera/color/image_raw": "sensor_msgs/msg/Image",
        "/r/camera/depth/image_raw": "sensor_msgs/msg/Image",
        "/r/robot_state": "pred_msgs/msg/RobotState",
    }
    for name, kind in kinds.items():
        writer.add_topic(name, kind, definition(kind), "", [])
    writer.add_custom({"instruction": "go", "robot": "thor"})
    for n, pose in enumerate([Pose2D(0, 0, np.pi / 2), Pose2D(0, 0.25, np.pi / 2), Pose2D(0, 0.25, np.pi)]):
        header, when = Header(stamp=stamp_of(n * 0.25)), START + n * SECOND
        colour = np.full((4, 6, 3), 40 * n, np.uint8)
        depth = np.full((4, 6), 1.5 + n, np.float32)
        state = RobotState(header=header, step=n, base_pose=pose_to_msg(pose), holding=n == 2)
        for name, message in zip(
            kinds,
            (image_to_msg(colour, "rgb8", header), image_to_msg(depth, "32FC1", header), state),
            strict=True,
        ):
            writer.write(name, when, bytes(serialize_message(message)))
    writer.close()
    return folder


def test_json_lines_and_pictures_hold_everything(tmp_path: Path) -> None:
    assert main(["export", str(robot_bag(tmp_path / "bag")), "-o", str(tmp_path / "out")]) == 0
    rows = [json.loads(line) for line in (tmp_path / "out" / "r.robot_state.jsonl").read_text().splitlines()]
    assert [row["message"]["step"] for row in rows] == [0, 1, 2] and rows[1]["time_ns"] == START + SECOND
    pictures = tmp_path / "out" / "r.camera.color.image_raw.jsonl"
    named = [json.loads(line)["message"]["png"] for line in pictures.read_text().splitlines()]
    assert np.asarray(Picture.open(tmp_path / "out" / named[2]))[0, 0].tolist() == [80, 80, 80]
    depth = json.loads((tmp_path / "out" / "r.camera.depth.image_raw.jsonl").read_text().splitlines()[1])
    assert np.asarray(Picture.open(tmp_path / "out" / depth["message"]["png"]))[0, 0] == 2500, "millimetres"
    assert json.loads((tmp_path / "out" / "custom.json").read_text())["instruction"] == "go"


def test_a_lerobot_dataset_holds_states_actions_and_pictures(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "out"
    assert main(["export", str(robot_bag(tmp_path / "bag")), "-o", str(out), "--to", "lerobot"]) == 0
    info = json.loads((out / "meta" / "info.json").read_text())
    assert (info["codebase_version"], info["fps"], info["total_frames"]) == ("v3.0", 4, 3)
    (episode,) = parquet.read_table(out / "meta" / "episodes" / "chunk-000" / "file-000.parquet").to_pylist()
    assert (episode["tasks"], episode["length"], episode["dataset_to_index"]) == (["go"], 3, 3)
    where = {name: episode[f"data/{name}"] for name in ("chunk_index", "file_index")}
    table = parquet.read_table(out / info["data_path"].format(**where)).to_pylist()
    assert set(table[0]) == set(info["features"])
    assert table[0]["action"] == pytest.approx([0.25, 0, 0, 0, 0], abs=1e-6), "forward, as the robot sees it"
    assert table[1]["action"] == pytest.approx([0, 0, np.pi / 2, 0, 1], abs=1e-6)
    assert table[2]["observation.images.camera"]["bytes"].startswith(b"\x89PNG")
    for mean in (
        episode["stats/observation.images.camera/mean"],
        json.loads((out / "meta" / "stats.json").read_text())["observation.images.camera"]["mean"],
    ):
        assert np.shape(mean) == (3, 1, 1)
    tasks = parquet.read_table(out / "meta" / "tasks.parquet")
    assert tasks.to_pylist() == [{"task_index": 0, "task": "go"}]
    assert json.loads(tasks.schema.metadata[b"pandas"])["index_columns"] == ["task"], "the words name the row"


def test_a_player_is_heard_and_late_subscribers_get_what_is_latched(tmp_path: Path) -> None:
    bag = open_bag(make_bag(tmp_path / "bag"))
    rclpy.init(domain_id=DOMAIN)
    span = Span(bag.start, bag.end, frozenset(bag.topics))
    player = Player(bag, Playback(bag, span, paused=True, now=time.monotonic()), clock=10.0)
    listener = rclpy.create_node("listener")
    heard: list[str] = []
    hears = listener.create_subscription(String, "/said", lambda m: heard.append(m.data), 10)
    nodes = ServedNodes(player, listener)
    try:
        said = next(p for p in player.publishers if p.topic_name == "/said")
        nodes.until(lambda: said.get_subscription_count() > 0 and hears.get_publisher_count() > 0)
        for key in ("play_next", "s", "s", "f", "s"):
            player.press(key)
            player.serve()
        nodes.until(lambda: len(heard) >= 3)
        late: list[str] = []
        listener.create_subscription(String, "/latched", lambda m: late.append(m.data), LATCHED)
        nodes.until(lambda: late)
    finally:
        nodes.close()
        rclpy.try_shutdown()
    assert heard == ["word 0", "word 1", "word 6"] and late == ["kept 5"]


def test_a_player_plays_calls_as_they_were_told(tmp_path: Path) -> None:
    topic, kind = "/make_plan/_service_event", "pred_msgs/srv/MakePlan_Event"
    writer = begin(tmp_path / "bag")
    writer.add_topic(topic, kind, definition(kind), "", [entry_of(LATCHED)])
    told = MakePlan.Event(request=[MakePlan.Request(instruction="tidy up")])
    writer.write(topic, START, bytes(serialize_message(told)))
    writer.close()
    bag = open_bag(tmp_path / "bag")
    rclpy.init(domain_id=DOMAIN)
    player = Player(bag, Playback(bag, Span(bag.start, bag.end, frozenset(bag.topics)), now=time.monotonic()))
    listener = rclpy.create_node("listener")
    heard: list[MakePlan.Event] = []
    listener.create_subscription(MakePlan.Event, topic, heard.append, LATCHED)
    nodes = ServedNodes(player, listener)
    try:
        player.play(linger=0.0)
        nodes.until(lambda: heard)
    finally:
        nodes.close()
        rclpy.try_shutdown()
    assert [event.request[0].instruction for event in heard] == ["tidy up"]


def test_what_no_type_is_installed_of_is_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "foreign.mcap"
    with file.open("wb") as out:
        foreign = Writer(out)
        foreign.start(profile="", library="foreign")
        odd = foreign.register_schema("nowhere_msgs/msg/Odd", "ros2idl", b"module nowhere_msgs {};")
        thing = foreign.register_schema("Thing", "protobuf", b"\x0a\xff")
        sent = {
            "/odd": (odd, "cdr", b"\x00\x01\x00\x00abcd"),
            "/thing": (thing, "protobuf", b"\x08\xff"),
            "/unnamed": (0, "json", b'{"a": 1}'),
        }
        for topic, (schema, coding, data) in sent.items():
            foreign.add_message(foreign.register_channel(topic, coding, schema, {}), START, data, START, 0)
        foreign.finish()
    assert main(["trim", str(file), "-o", str(tmp_path / "part")]) == 0
    whole, part = open_bag(file), open_bag(tmp_path / "part")
    alike = [{name: replace(topic, qos="") for name, topic in bag.topics.items()} for bag in (whole, part)]
    assert alike[0] == alike[1] and list(part.messages()) == list(whole.messages())
    assert main(["export", str(tmp_path / "part"), "-o", str(tmp_path / "out")]) == 0
    told = capfd.readouterr().out
    assert "kept as bytes: /odd: nowhere_msgs/msg/Odd is not installed here" in told
    assert "kept as bytes: /thing: its messages are written in 'protobuf'" in told
    rows = {t: json.loads((tmp_path / "out" / f"{t[1:]}.jsonl").read_text()) for t in sent}
    assert {topic: base64.b64decode(row["base64"]) for topic, row in rows.items()} == {
        topic: data for topic, (_, _, data) in sent.items()
    }
    assert (tmp_path / "out" / "thing.protobuf").read_bytes() == b"\x0a\xff"
