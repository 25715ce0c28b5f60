"""The examples that what people mean is learned from: who saw what, and how an interrupted run goes on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pred_core.vocabulary import object_types
from pred_learning.reading import examples as made
from pred_learning.reading.examples import at_first_sight, by_room, of_task
from pred_tasks.alfred.recorded import known_types, load

pytest.importorskip("procthor", reason="needs the recorded rooms")


def task(number: int = 0, words: str = "put a knife on the table") -> dict[str, Any]:
    """Return a task in a recorded kitchen with things on its furniture by their recorded places."""
    things = ("Knife", "ButterKnife", "Mug", "Cup", "Apple", "Plate")
    poses = [{"type": name, "position": {"x": 0.0, "y": 5.0, "z": 0.0}} for name in things]
    return {
        "task_id": f"trial_{number}",
        "task_type": "pick_and_place_simple",
        "floor_plan": "FloorPlan4",
        "goal": {
            "object_target": "ButterKnife",
            "object_sliced": False,
            "mrecep_target": "",
            "parent_target": "DiningTable",
            "toggle_target": "",
        },
        "object_poses": poses,
        "object_toggles": [],
        "annotations": [{"task_desc": words, "high_descs": []}],
        "expert_low_actions": ["MoveAhead"] * 3,
    }


def test_who_looked_round_once_knows_less_and_always_the_same():
    every = known_types(task()) & object_types().keys()
    seen = [at_first_sight(task(number)).known for number in range(12)]
    assert all(known <= every for known in seen)
    assert len(frozenset().union(*seen)) > min(map(len, seen)), "not everybody misses the same"
    assert seen == [at_first_sight(task(number)).known for number in range(12)]


def test_each_goal_sentence_is_read_by_one_who_knows_all_and_by_one_who_looked_round():
    found = list(of_task(task()))
    assert len(found) == 2
    for example in found:
        assert example.right.any() and not example.right.all()
        right = example.found[int(example.right.argmax())]
        assert right["target = ButterKnife"] == 1.0


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(made, "BLOCK", 2)
    tasks = [task(number) for number in range(4)]
    first = by_room(tasks, tmp_path)
    for _ in range(2):
        next(first)
    assert len(list(tmp_path.glob("*.json.gz"))) == 1
    whole = list(by_room(tasks, tmp_path))
    monkeypatch.setattr(made, "of_task", None)  # all is there now
    again = list(by_room(tasks, tmp_path))
    assert [room for room, _ in again] == ["FloorPlan4"] * 4
    for (_, one), (_, other) in zip(whole, again, strict=True):
        assert [e.found for e in one] == [e.found for e in other]
        assert [e.right.tolist() for e in one] == [e.right.tolist() for e in other]


def test_packed_tasks_are_read_without_the_expert(tmp_path: Path):
    path = tmp_path / "tasks.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(task()) + "\n\n")
    (read,) = load(path)
    assert read["task_id"] == "trial_0" and "expert_low_actions" not in read
