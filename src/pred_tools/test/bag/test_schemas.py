"""Definitions and hashes of types, against what an independent reader makes of them."""

from __future__ import annotations

import pytest

pytest.importorskip("pred_msgs", reason="needs the built messages")

from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from pred_tools.bag.schemas import SchemaError, definition, type_hash

KINDS = [
    "std_msgs/msg/Empty",
    "sensor_msgs/msg/Image",
    "nav_msgs/msg/OccupancyGrid",
    "visualization_msgs/msg/MarkerArray",
    "tf2_msgs/msg/TFMessage",
    "rosgraph_msgs/msg/Clock",
    "pred_msgs/msg/ObjectMemory",
    "pred_msgs/msg/PlanRevision",
    "pred_msgs/msg/Discrepancy",
    "pred_msgs/srv/MakePlan_Event",
    "pred_msgs/srv/CheckExpectations_Event",
    "pred_msgs/srv/GetWorldState_Event",
]


@pytest.mark.parametrize("kind", KINDS)
def test_an_independent_reader_finds_the_same_type_and_hash(kind: str) -> None:
    store = get_typestore(Stores.EMPTY)
    name = kind.replace("/srv/", "/msg/")  # rosbags knows messages only
    store.register(get_types_from_msg(definition(kind), name))
    assert store.generate_msgdef(name, ros_version=2)
    assert type_hash(kind) == (store.hash_rihs01(kind) if name == kind else "")


def test_every_nested_type_is_defined_once() -> None:
    text = definition("pred_msgs/srv/RevisePlan_Event")
    titles = [line for line in text.splitlines() if line.startswith("MSG: ")]
    assert len(titles) == len(set(titles))
    assert {"MSG: pred_msgs/RevisePlan_Request", "MSG: sensor_msgs/Image", "MSG: std_msgs/Header"} <= set(
        titles
    )


def test_a_type_that_is_not_installed_is_named() -> None:
    with pytest.raises(SchemaError, match="package nowhere_msgs is not installed"):
        definition("nowhere_msgs/msg/Thing")
    with pytest.raises(SchemaError, match="std_msgs/msg/Nothing"):
        definition("std_msgs/msg/Nothing")
    assert type_hash("nowhere_msgs/msg/Thing") == ""
