"""What is written is read back, by us and by an independent reader; what goes wrong is said and loses nothing."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import yaml
from bags import KIND, SECOND, START, begin, make_bag, text
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_tools.bag.metadata import METADATA, read_metadata
from pred_tools.bag.qos import QosError, override, to_play
from pred_tools.bag.reader import BagError, Recorded, open_bag

MAGIC_BYTES = 8


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    bag = open_bag(make_bag(tmp_path / "bag"))
    assert bag.whole and bag.indexed and (bag.count, bag.start, bag.end) == (12, START, START + 9 * SECOND)
    assert {t.name: (t.kind, t.count) for t in bag.topics.values()} == {
        "/said": (KIND, 10),
        "/latched": (KIND, 2),
    }
    assert bag.custom == {"git": "abc", "seed": "3"}
    said = [m for m in bag.messages() if m.topic == "/said"]
    assert said == [Recorded("/said", START + n * SECOND, text(f"word {n}")) for n in range(10)]
    part = list(bag.messages({"/said"}, START + 2 * SECOND, START + 4 * SECOND))
    assert [m.data for m in part] == [text("word 2"), text("word 3")]


def test_metadata_is_as_rosbag2_of_jazzy_writes_it(tmp_path: Path) -> None:
    folder = make_bag(tmp_path / "bag")
    info = yaml.safe_load((folder / METADATA).read_text())["rosbag2_bagfile_information"]
    assert (info["version"], info["storage_identifier"], info["message_count"]) == (9, "mcap", 12)
    assert info["relative_file_paths"] == ["bag_0.mcap"] and info["custom_data"] == {
        "git": "abc",
        "seed": "3",
    }
    qos = info["topics_with_message_count"][1]["topic_metadata"]["offered_qos_profiles"][0]
    assert (qos["durability"], qos["reliability"], qos["history"]) == (
        "transient_local",
        "reliable",
        "keep_last",
    )
    read = read_metadata(folder)
    assert read is not None and read.as_mapping() == info


def test_the_folder_of_a_run_leads_to_its_bag(tmp_path: Path) -> None:
    make_bag(tmp_path / "run" / "bag")
    assert open_bag(tmp_path / "run").count == open_bag(tmp_path / "run" / "bag" / "bag_0.mcap").count == 12


@settings(max_examples=30, deadline=None)
@given(share=st.floats(0.0, 1.0))
def test_a_bag_cut_off_anywhere_is_read_to_its_last_whole_chunk(
    share: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    whole = make_bag(folder / "bag") / "bag_0.mcap"
    data = whole.read_bytes()
    cut = folder / "cut.mcap"
    cut.write_bytes(data[: int(share * (len(data) - 1))])
    if cut.stat().st_size < MAGIC_BYTES + 1:
        with pytest.raises(BagError, match=r"empty|no MCAP"):
            open_bag(cut)
        return
    bag = open_bag(cut)
    assert not bag.whole and [m.data for m in bag.messages({"/said"})] in (
        [],
        [text(f"word {n}") for n in range(10)],
    )


def test_a_recording_that_is_killed_can_be_read_to_its_last_second(tmp_path: Path) -> None:
    folder = tmp_path / "bag"
    program = (
        "import sys, time; sys.path.insert(0, sys.argv[2]); from pathlib import Path; from bags import *\n"
        "writer = begin(Path(sys.argv[1]))\n"
        "for n in range(10**6): writer.write('/said', time.time_ns(), text('w')); time.sleep(0.02)\n"
    )
    writing = subprocess.Popen([sys.executable, "-c", program, str(folder), str(Path(__file__).parent)])
    deadline = time.monotonic() + 60
    while (not folder.exists() or sum(f.stat().st_size for f in folder.glob("*.mcap")) < 2000) and (
        time.monotonic() < deadline
    ):
        time.sleep(0.1)
    killed = time.time_ns()
    os.kill(writing.pid, signal.SIGKILL)
    writing.wait(timeout=30)
    bag = open_bag(folder)
    assert not bag.whole and bag.count > 10
    assert killed - bag.end < 3 * SECOND, "generous: the machine may be busy"
    assert read_metadata(folder) is not None, "rosbag2 opens no bag without"


def test_a_full_disk_ends_the_recording_with_the_path(tmp_path: Path) -> None:
    said: list[str] = []
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))  # writing more fails, as on a full disk
    try:
        writer = begin(tmp_path / "bag", failed=said.append)
        for n in range(400):
            writer.write("/said", START + n, text(os.urandom(2000).hex()))
        time.sleep(0.0)
        writer.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(said) == 1 and str(writer.path) in said[0] and "the task does not" in said[0]
    assert read_metadata(tmp_path / "bag") is not None


def test_a_bag_grows_no_larger_than_it_may(tmp_path: Path) -> None:
    said: list[str] = []
    writer = begin(tmp_path / "bag", limit=100_000, failed=said.append)
    deadline = time.monotonic() + 60
    while not said and time.monotonic() < deadline:
        writer.write("/said", time.time_ns(), text(os.urandom(500).hex()))
        time.sleep(0.001)
    writer.close()
    assert "limit of 0 MB" in said[0] or "limit" in said[0]
    bag = open_bag(tmp_path / "bag")
    assert bag.whole and bag.count > 0, "what was recorded is whole"


def test_two_recordings_do_not_mix(tmp_path: Path) -> None:
    make_bag(tmp_path / "bag")
    with pytest.raises(FileExistsError, match="must not mix"):
        begin(tmp_path / "bag")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.mcap", b"", "empty"),
        ("x.mcap", b"no mcap at all, but longer than a magic number", "no MCAP file"),
        ("x.db3", b"SQLite format 3", "ros2 bag convert"),
        ("x.bag", b"#ROSBAG V2.0", "ROS 1"),
        ("metadata.yaml", b"rosbag2_bagfile_information: 3", "not a bag's metadata"),
        ("metadata.yaml", b"{", "not a bag's metadata"),
        ("readme.txt", b"", "holds no bag"),
        ("metadata.yaml", b"", "holds no bag"),
        ("x.mcap.zstd", b"no archive", "cannot be unpacked"),
    ],
)
def test_what_is_no_bag_is_said(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BagError, match=said):
        open_bag(tmp_path / name if name.startswith("x") else tmp_path)
    with pytest.raises(BagError, match="There is no bag"):
        open_bag(tmp_path / "nowhere")


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    folder = make_bag(tmp_path / "bag")
    (folder / "bag_0.mcap").unlink()
    with pytest.raises(BagError, match=r"names bag_0.mcap, which is not there"):
        open_bag(folder)


def test_qos_of_older_bags_is_understood() -> None:
    numbers = "- history: 1\n  depth: 5\n  reliability: 1\n  durability: 1\n"
    words = "- history: keep_last\n  depth: 5\n  reliability: reliable\n  durability: transient_local\n"
    assert to_play(numbers).durability == to_play(words).durability
    assert to_play("").reliability.name == "RELIABLE"
    with pytest.raises(QosError):
        to_play("- 3")
    assert override({"depth": 3, "reliability": "best_effort"}).depth == 3
    with pytest.raises(QosError, match="there is no 'often'"):
        override({"reliability": "often"})
