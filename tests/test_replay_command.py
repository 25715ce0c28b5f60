"""A task as a person launches it is told, leaves its files and a bag, and its replay decides the same.

With a changed threshold a replay decides otherwise, and tells where.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from launched import ended, launch
from loaded_once import benchmark
from rosbags.highlevel import AnyReader

from pred_tools.bag.reader import open_bag

DOMAIN = 88
SECONDS = 300
TASK = ("instruction:=put a clean mug on the coffee machine", "scene:=FloorPlan1", "seed:=0")
RECORD = ("events.jsonl", "plan.json", "revisions.jsonl", "recoveries.jsonl", "result.json")


def replay(*arguments: str) -> tuple[int, str, str]:
    """Run the command; return exit code, output and errors."""
    done = subprocess.run(
        ["ros2", "run", "--prefix", shlex.join(benchmark()), "pred_tools", "replay", *arguments],
        env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@dataclass(frozen=True)
class Typed:
    """A launch as a person types it, none of whose programs is loaded yet: its record, what it said and left."""

    run: Path
    output: str
    temporary: tuple[str, ...]


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Typed:
    folder = tmp_path_factory.mktemp("recorded")
    temporary = folder / "temporary"
    temporary.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(temporary))
        code, output = ended(
            launch(DOMAIN, "thor.launch.py", *TASK, f"run_dir:={folder / 'run'}", cwd=folder), SECONDS
        )
    assert code == 0, output
    return Typed(folder / "run", output, tuple(path.name for path in temporary.iterdir()))


@pytest.fixture(scope="module")
def run(typed: Typed) -> Path:
    return typed.run


def sample() -> list[str]:
    """Return what README says that this task prints."""
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    block = next(part for part in readme.split("```") if part.startswith("\nTask: "))
    return block.strip().splitlines()


@pytest.mark.slow
def test_a_task_is_done_and_leaves_a_record(typed: Typed) -> None:
    lines = typed.output.splitlines()
    said = [line.partition("] ")[2].rstrip() for line in lines if line.startswith("[run_task-")]
    told = said[said.index(sample()[0]) : said.index(sample()[-1]) + 1]
    assert told == sample(), "README shows what a person reads, from the task to its end"
    assert json.loads((typed.run / "result.json").read_text())["success"]
    assert (typed.run / "film.gif").stat().st_size > 0 and (typed.run / "map.png").stat().st_size > 0
    assert list((typed.run / "frames").glob("*.png"))
    assert typed.temporary == ("pred_stacks",), "locks that all launches share"


@pytest.mark.slow
def test_a_task_leaves_a_whole_bag_that_others_read(run: Path) -> None:
    bag = open_bag(run)
    assert bag.whole and bag.custom["scene"] == "FloorPlan1" and bag.custom["seed"] == "0"
    known = json.loads(bag.custom["parameters"])
    assert {
        "/pred/perception",
        "/pred/planner",
        "/pred/executive",
        "/pred/nav",
        "/pred/bridge",
    } <= known.keys()
    counts = {name.removeprefix("/pred/"): topic.count for name, topic in bag.topics.items()}
    observed = (
        "camera/color/image_raw",
        "camera/depth/image_raw",
        "robot_state",
        "object_memory",
        "detections",
    )
    assert len({counts[name] for name in observed}) == 1, "of no observation a part is missing"
    files = ("events.jsonl", "revisions.jsonl", "recoveries.jsonl")
    assert counts["task_events"] == sum(len((run / name).read_text().splitlines()) for name in files)
    assert counts["make_plan/_service_event"] == 2 and counts["check_expectations/_service_event"] >= 2
    assert counts["plan_revisions"] == 1
    with AnyReader([run / "bag"]) as reader:
        assert reader.message_count == bag.count
        plans = [c for c in reader.connections if c.topic == "/pred/plan"]
        steps = [reader.deserialize(raw, c.msgtype).subgoals for c, _, raw in reader.messages(plans)]
    assert steps[0][0].action == "PickupObject"


@pytest.mark.slow
def test_recording_changes_no_step_of_a_task(run: Path, tmp_path: Path) -> None:
    other = tmp_path / "run"
    code, output = ended(
        launch(
            DOMAIN,
            "thor.launch.py",
            *TASK,
            f"run_dir:={other}",
            "record:=false",
            cwd=tmp_path,
            start=benchmark(),
        ),
        SECONDS,
    )
    assert code == 0, output
    assert not (other / "bag").exists()
    for name in RECORD:
        assert (other / name).read_text() == (run / name).read_text(), name


@pytest.mark.slow
def test_the_same_nodes_decide_the_same_and_a_changed_threshold_is_named(run: Path, tmp_path: Path) -> None:
    code, told, errors = replay(str(run))
    assert code == 0, told + errors
    assert (
        "different" not in told.splitlines()[1].replace("of 0 different", "")
        and "4 decisions: 4 same" in told
    )
    code, told, errors = replay(
        str(run), "perception.attribute_confidence:=0.99", "-o", str(tmp_path / "out")
    )
    assert code == 1, told + errors
    report = json.loads((tmp_path / "out" / "replay.json").read_text())
    first = report["decisions"][report["first_divergence"]]
    assert (first["by"], first["about"], first["change"]) == ("apm", "Mug_1", "missing")
    assert all(d["counterfactual"] for d in report["decisions"][report["first_divergence"] + 1 :])
    assert "+ (Clean, Mug, None)" in told, "the plan would wash the mug that is clean"
    assert (tmp_path / "out" / "divergence.png").stat().st_size > 0
    both = open_bag(tmp_path / "out")
    assert both.topics["/new/object_memory"].count == both.topics["/old/object_memory"].count > 0
    assert both.topics["/new/map"].count == both.topics["/old/map"].count


@pytest.mark.slow
def test_the_simulator_goes_on_after_the_first_other_action(run: Path, tmp_path: Path) -> None:
    code, told, errors = replay("--resimulate", str(run), "--json")
    same = json.loads(told)
    assert code == 0 and same["same"] == same["actions"] == same["pictures"] - 1, told + errors
    code, told, errors = replay(
        "--resimulate",
        str(run),
        "perception.attribute_confidence:=0.99",
        "--json",
        "-o",
        str(tmp_path / "new"),
    )
    other = json.loads(told.partition("[ros2run]")[0])
    assert code == 1 and 0 < other["same"] < other["actions"] == same["actions"], told + errors
    assert other["pictures"] == other["same"] + 1, "up to there the world is the recorded one"
    assert (tmp_path / "new" / "result.json").is_file() and open_bag(tmp_path / "new").whole


@pytest.mark.slow
def test_what_cannot_be_replayed_is_said(run: Path, tmp_path: Path) -> None:
    code, _, errors = replay(str(run), "perception.atribute_confidence:=0.99")
    assert code == 2 and "Did you mean attribute_confidence or" in errors
    code, _, errors = replay(str(tmp_path / "nowhere"))
    assert code == 2 and "There is no bag" in errors
