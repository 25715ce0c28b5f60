"""Changes of parameters for a replay: read, checked against what was recorded, refused with a hint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pred_msgs", reason="needs the built messages")

from rclpy.serialization import serialize_message
from std_msgs.msg import Header

from pred_core.model_calls import Call, read_calls
from pred_core.ros.call_conversions import call_to_msg
from pred_msgs.msg import Attribute, ObjectMemory, ObjectState
from pred_tools.bag.reader import open_bag
from pred_tools.bag.schemas import definition
from pred_tools.bag.writer import BagWriter
from pred_tools.replay.changes import (
    ChangeError,
    answered_from_record,
    changed,
    parse_change,
    recorded_parameters,
)
from pred_tools.replay.memories import differences

KNOWN: dict[str, dict[str, Any]] = {
    "perception": {"attribute_confidence": 0.8, "detector": "oracle", "looks": 2},
    "planner": {"reasoner": "rules", "replay": ""},
}


def test_a_change_is_a_parameter_or_a_launch_argument() -> None:
    assert parse_change("perception.looks:=3")[:2] == ("perception", "looks")
    assert changed(KNOWN, [parse_change("reasoner:=llm")])["planner"]["reasoner"] == "llm"
    after = changed(KNOWN, [parse_change("perception.attribute_confidence:=1")])
    assert after["perception"]["attribute_confidence"] == 1.0
    assert isinstance(after["perception"]["attribute_confidence"], float)
    assert KNOWN["perception"]["attribute_confidence"] == 0.8


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("perception.look:=3", "no parameter look. Did you mean looks"),
        ("perception.looks:=many", "perception.looks:=many: 'many' is not a whole number.*From 1 to 100"),
        ("perception.looks:=101", "101 is out of bounds"),
        ("detector:=yol", "'yol' is not allowed.*rgbd"),
        ("detector:=yolo", "perception: .*detector_weights"),
        ("executive.max_poses:=3", "what executive does"),
        ("looks:=3", "NODE.PARAMETER"),
        ("perception.looks=3", "is no change"),
        ("perception.looks:=[", "is not a whole number"),
    ],
)
def test_what_cannot_be_changed_is_said(given: str, said: str) -> None:
    with pytest.raises(ChangeError, match=said):
        changed(KNOWN, [parse_change(given)])


def test_a_models_answers_come_from_the_bag(tmp_path: Path) -> None:
    call = Call("k", "plan", "m", "http://here/v1", "s", "u", "[]", "SUCCESS", "", 100, 20)
    kind = "pred_msgs/msg/LlmCall"
    writer = BagWriter(tmp_path / "bag")
    writer.add_topic("/pred/llm_calls", kind, definition(kind), "", [])
    writer.add_custom({"parameters": '{"/pred/planner": {"reasoner": "llm", "use_sim_time": true}}'})
    writer.write("/pred/llm_calls", 1, bytes(serialize_message(call_to_msg(call, Header()))))
    writer.close()
    bag = open_bag(tmp_path / "bag")
    parameters = recorded_parameters(bag, "/pred")
    assert parameters == {"perception": {}, "planner": {"reasoner": "llm"}}
    file = tmp_path / "calls.jsonl"
    answered = answered_from_record(parameters, bag, "/pred", file)
    assert answered["planner"] == {"reasoner": "replay", "replay": str(file)}
    assert list(read_calls(file)) == [call]
    assert answered_from_record(KNOWN, bag, "/pred", file) == KNOWN


def test_object_memories_are_compared_by_class_place_and_attributes() -> None:
    def memory(*objects: ObjectState) -> ObjectMemory:
        return ObjectMemory(objects=list(objects))

    def mug(value: int, parent: str = "Shelf_1", score: float = 0.5) -> ObjectState:
        clean = Attribute(name="clean", value=value, confidence=0.9)
        return ObjectState(id="Mug_1", class_name="Mug", parent_id=parent, score=score, attributes=[clean])

    assert not list(differences(memory(mug(2)), memory(mug(2, score=0.7))))
    assert list(differences(memory(mug(2)), memory(mug(1)))) == [
        "Mug_1: clean was true (0.900), is false (0.900)"
    ]
    assert list(differences(memory(mug(2)), memory(mug(2, "")))) == ["Mug_1: was at Shelf_1, is at no place"]
    assert list(differences(memory(mug(2)), memory())) == ["Mug_1 is missing"]
    assert list(differences(memory(), memory(mug(2)))) == ["Mug_1 is new"]
