"""Task files: the project's suite, the format, and lines that are no tasks."""

from __future__ import annotations

import codecs
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pred_tasks.alfred.goals import DEFINITIONS
from pred_tasks.tasks import TaskError, read_tasks

ROOT = Path(__file__).resolve().parents[3]
SUITE = ROOT / "src" / "pred_bench" / "suites" / "house.jsonl"
SHARED = ROOT.parent / "shared" / "data" / "alfred_train_sample.jsonl"

GOOD: dict[str, Any] = {
    "task_id": "t1",
    "task_type": "pick_and_place_simple",
    "floor_plan": "FloorPlan1",
    "goal": {"object_target": "Mug", "parent_target": "CoffeeMachine"},
    "annotations": [{"task_desc": " Put a mug away. ", "high_descs": ["Go.", "Put."]}],
    "expert_low_actions": 31,
}


def write(folder: Path, *lines: str) -> Path:
    path = folder / "tasks.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_the_suite_covers_every_type_room_and_teach_task() -> None:
    tasks = read_tasks(SUITE)
    assert len(tasks) >= 40
    kinds = {t.task_type for t in tasks}
    assert set(DEFINITIONS) <= kinds
    assert len({k for k in kinds if k.startswith("teach_")}) == 12
    hundreds = {int(t.scene.removeprefix("FloorPlan")) // 100 for t in tasks}
    assert hundreds == {0, 2, 3, 4}


@pytest.mark.skipif(not SHARED.exists(), reason="the recorded human tasks are not beside this checkout")
def test_the_recorded_tasks_can_be_read() -> None:
    tasks = read_tasks(SHARED)
    assert len(tasks) == 420 and {t.task_type for t in tasks} == set(DEFINITIONS)
    assert all(t.expert_actions and t.layout["object_poses"] for t in tasks)


def test_a_task_is_read(tmp_path: Path) -> None:
    (task,) = read_tasks(write(tmp_path, json.dumps(GOOD), ""))
    assert task.annotations[0].goal == "Put a mug away." and task.annotations[0].steps == ("Go.", "Put.")
    assert (task.expert_actions, task.max_failures) == (31, 10)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"task_id": ""}, "lacks task_id"),
        ({"floor_plan": None}, "lacks floor_plan"),
        ({"annotations": []}, "lacks annotations"),
        ({"annotations": [{"text": "x"}]}, "task_desc"),
        ({"task_type": "juggle"}, "juggle"),
        ({"goal": {"object_target": "Mug"}}, "parent_target"),
        ({"goal": None}, "parent_target"),
        ({"components": [{"types": []}]}, "component"),
        ({"components": 5}, "not iterable"),
        ({"expert_low_actions": -3}, "positive"),
    ],
)
def test_a_bad_task_names_line_and_reason(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = write(tmp_path, json.dumps(GOOD), json.dumps({**GOOD, "task_id": "t2", **change}))
    with pytest.raises(TaskError, match=f"line 2: .*{words}"):
        read_tasks(path)


def test_all_bad_lines_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(TaskError) as caught:
        read_tasks(write(tmp_path, "{", json.dumps(GOOD), "[]", json.dumps(GOOD)))
    text = str(caught.value)
    assert "line 1: not JSON" in text and "line 3:" in text and "line 4: task_id 't1' is there twice" in text


def test_an_empty_or_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="no task"):
        read_tasks(write(tmp_path, ""))
    with pytest.raises(TaskError, match=r"There is no file or folder .*nowhere.jsonl\."):
        read_tasks(tmp_path / "nowhere.jsonl")


def _two() -> str:
    return "\r\n".join(json.dumps({**GOOD, "task_id": name}) for name in ("a", "b"))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mark.jsonl", codecs.BOM_UTF8 + _two().encode()),
        ("powershell.jsonl", codecs.BOM_UTF16_LE + _two().encode("utf-16-le")),
        ("packed.jsonl.gz", gzip.compress(_two().encode(), mtime=0)),
        ("lines.json", _two().encode()),
        ("list.json", f"[{_two().replace(chr(10), ',')}]".encode()),
    ],
    ids=("byte order mark", "UTF-16", "gzip", "lines", "list"),
)
def test_files_are_read_as_people_have_them(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert [task.task_id for task in read_tasks(tmp_path / name)] == ["a", "b"]


def test_a_sentence_keeps_its_odd_line_separators(tmp_path: Path) -> None:
    words = "put a mug\u2028in the sink"
    line = json.dumps({**GOOD, "annotations": [{"task_desc": words}]}, ensure_ascii=False)
    (task,) = read_tasks(write(tmp_path, line))
    assert task.annotations[0].goal == words


def test_the_wrong_file_is_named_in_a_few_lines(tmp_path: Path) -> None:
    with pytest.raises(TaskError) as caught:
        read_tasks(write(tmp_path, *(["# no task"] * 300)))
    text = str(caught.value).splitlines()
    assert len(text) == 6 and text[-1] == "... and 295 more."


def test_what_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "bag.mcap").write_bytes(b"\x89MCAP0\r\n\xff\xfe")
    with pytest.raises(TaskError, match=r"bag.mcap is no text: JSON is wanted\."):
        read_tasks(tmp_path / "bag.mcap")
