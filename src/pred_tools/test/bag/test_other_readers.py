"""Libraries of others read all of our bags, calls of services included."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("pred_msgs", reason="needs the built messages")

from bags import START, make_bag
from mcap_ros2.reader import read_ros2_messages
from rclpy.serialization import serialize_message
from rosbags.highlevel import AnyReader
from rosidl_runtime_py import get_service_interfaces
from rosidl_runtime_py.utilities import get_message, get_service
from std_msgs.msg import Empty, Header

from pred_msgs.msg import ObjectMemory
from pred_msgs.srv import MakePlan
from pred_tools.bag.reader import open_bag
from pred_tools.bag.schemas import definition, type_hash
from pred_tools.bag.trim import trim
from pred_tools.bag.writer import BagWriter

SERVICES = sorted(f"pred_msgs/{name}" for name in get_service_interfaces(["pred_msgs"])["pred_msgs"])


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a call of every service of pred_msgs, request and response, and two messages; return the folder."""
    folder = tmp_path_factory.mktemp("written") / "bag"
    writer = BagWriter(folder)
    sent: list[tuple[str, str, object]] = [
        ("/r/heartbeat", "std_msgs/msg/Empty", Empty()),
        (
            "/r/object_memory",
            "pred_msgs/msg/ObjectMemory",
            ObjectMemory(header=Header(frame_id="map"), step=7),
        ),
    ]
    for kind in SERVICES:
        service = get_service(kind)
        for part in ("request", "response"):
            event = service.Event(**{part: [getattr(service, part.title())()]})
            if isinstance(event, MakePlan.Event) and event.request:
                event.request[0].instruction = "put a mug in the sink"
            sent.append((f"/r/{kind.split('/')[-1]}/_service_event", f"{kind}_Event", event))
    for topic, kind in {topic: kind for topic, kind, _ in sent}.items():
        writer.add_topic(topic, kind, definition(kind), type_hash(kind), [])
    for topic, _, message in sent:
        writer.write(topic, START, bytes(serialize_message(message)))
    writer.close()
    return folder


def _expected(bag: Path) -> Counter[str]:
    return Counter(message.topic for message in open_bag(bag).messages())


def test_mcap_ros2_reads_all(bag: Path) -> None:
    read = [(m.channel.topic, m.ros_msg) for m in read_ros2_messages(bag / "bag_0.mcap")]
    assert Counter(topic for topic, _ in read) == _expected(bag)
    said = [m.request[0].instruction for t, m in read if t == "/r/MakePlan/_service_event" and m.request]
    assert said == ["put a mug in the sink"]
    assert [m.step for t, m in read if t == "/r/object_memory"] == [7]


@pytest.mark.parametrize("part", ["", "bag_0.mcap"])
def test_rosbags_reads_all(bag: Path, part: str) -> None:
    with AnyReader([bag / part]) as reader:
        read = [(c.topic, reader.deserialize(raw, c.msgtype)) for c, _, raw in reader.messages()]
        assert reader.message_count == len(read)
    assert Counter(topic for topic, _ in read) == _expected(bag)
    said = [m.request[0].instruction for t, m in read if t == "/r/MakePlan/_service_event" and len(m.request)]
    assert said == ["put a mug in the sink"]


def test_we_know_the_types_by_their_own_names_also_in_a_part_of_a_bag(bag: Path, tmp_path: Path) -> None:
    trim(open_bag(bag), tmp_path / "part")
    for folder in (bag, tmp_path / "part"):
        kinds = {topic.kind for topic in open_bag(folder).topics.values()}
        assert kinds >= {f"{kind}_Event" for kind in SERVICES}
        assert all(get_message(kind) for kind in kinds)


def test_rosbags_reads_what_was_said(tmp_path: Path) -> None:
    with AnyReader([make_bag(tmp_path / "bag")]) as reader:
        words = [
            reader.deserialize(raw, c.msgtype).data for c, _, raw in reader.messages() if c.topic == "/said"
        ]
    assert words == [f"word {n}" for n in range(10)]
