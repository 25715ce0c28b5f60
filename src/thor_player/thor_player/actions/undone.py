"""Actions of AI2-THOR that this player knows and cannot do: each is a failed action with a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import ActionError
from ..state import PlayerState
from .registry import Arguments, Handler, action

_NO_ARM = (
    "the agent has no arm; it picks up, moves and drops by PickupObject, MoveHeldObject and DropHandObject"
)
_NO_DRONE = "the agent is no drone; it walks by MoveAhead and its kin"
_NO_MAKING = (
    "things come from the room's recording; InitialRandomSpawn and SetObjectPoses make copies of them"
)
_NO_HOUSES = "it has the 120 iTHOR rooms and no houses of ProcTHOR"

_WHY: Mapping[str, str] = {
    "ChangeQuality": "pictures have one quality",
    **dict.fromkeys(
        (
            "AttachObjectWithArm", "DropMidLevelHand", "GetMidLevelArmCollision", "DebugMidLevelArmCollisions",
            "MoveArm", "MoveArmBase", "MoveArmBaseDown", "MoveArmBaseUp", "MoveArmRelative", "MoveMidLevelArm",
            "MoveMidLevelArmHeight", "PickUpMidLevelHand", "ReleaseObject", "RotateElbow", "RotateElbowRelative",
            "RotateMidLevelHand", "RotateWrist", "RotateWristRelative", "SetGripperOpenness", "SetHandSphereRadius",
            "ToggleMagnet", "WhatObjectsCanHandPickUp",
        ),
        _NO_ARM,
    ),
    **dict.fromkeys(
        (
            "CheckDroneCaught", "FlyAhead", "FlyBack", "FlyDown", "FlyLeft", "FlyRandomStart", "FlyRight", "FlyTo",
            "FlyUp", "LaunchDroneObject", "SpawnDroneLauncher",
        ),
        _NO_DRONE,
    ),
    **dict.fromkeys(
        (
            "CreateObject", "CreateObjectAtLocation", "CreateObjectOnFloor", "SpawnAsset",
            "SpawnObjectInReceptacleRandomly",
        ),
        _NO_MAKING,
    ),
    **dict.fromkeys(("BakeNavMesh", "CreateHouse", "DeleteLRUFromProceduralCache", "GetAssetDatabase"), _NO_HOUSES),
}  # fmt: skip


def _refuse(name: str, why: str) -> Handler:
    def run(_state: PlayerState, _args: Arguments) -> None:
        raise ActionError(f"{name} is not done by the embedded player: {why}")

    return run


ACTIONS = tuple(action(name, _refuse(name, why), seconds=0.0, lenient=True) for name, why in _WHY.items())
