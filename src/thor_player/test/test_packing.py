"""Metadata on the wire is what msgpack makes of it, whatever was packed before."""

from typing import Any

import msgpack
import pytest

from thor_player.packing import ObjectEntry, pack
from thor_player.session import Session

MUG = "Mug|-01.76|+00.90|-00.62"
CAMERA = {"position": {"x": 0, "y": 2.0, "z": 2.0}, "rotation": {"x": 45, "y": 180, "z": 0}}


def test_steps_are_packed_as_msgpack_packs_them() -> None:
    session = Session("FloorPlan1", 60, 60)
    requests: list[dict[str, Any]] = [
        {"action": "Initialize", "renderInstanceSegmentation": True},
        {"action": "RotateRight"},
        {"action": "PickupObject", "objectId": MUG, "forceAction": True},
        {"action": "MoveAhead"},
        {"action": "SliceObject", "objectId": "Bread|-00.52|+01.17|-00.03", "forceAction": True},
        {"action": "AddThirdPartyCamera", **CAMERA},
        {"action": "SetObjectFilter", "objectIds": [MUG]},
        {"action": "NoSuchAction"},
        {"action": "ResetObjectFilter", "renderImage": False},
        {"action": "Reset", "sceneName": "FloorPlan401"},
        {"action": "GetReachablePositions"},
    ]
    packed = set()
    for request in requests:
        metadata = session.step(request).metadata
        assert pack(metadata) == msgpack.packb(metadata, use_bin_type=True), request["action"]
        packed.add(pack(metadata))
    assert len(packed) == len(requests)


def test_what_an_agent_does_not_change_of_an_entry_may_not_be_out_of_order() -> None:
    entry = ObjectEntry({"distance": 1.0, "visible": True, "isInteractable": True})
    with pytest.raises(ValueError, match="distance"):
        entry.add_packed([])
