"""Hand-made metadata, as AI2-THOR 5.0.0 sends it, and a simulator that answers from a script."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

FLAGS = [
    "visible",
    "receptacle",
    "toggleable",
    "isToggled",
    "breakable",
    "isBroken",
    "canFillWithLiquid",
    "isFilledWithLiquid",
    "dirtyable",
    "isDirty",
    "canBeUsedUp",
    "isUsedUp",
    "cookable",
    "isCooked",
    "sliceable",
    "isSliced",
    "openable",
    "isOpen",
    "pickupable",
    "isPickedUp",
    "moveable",
]


def make_entry(object_id: str, **values: Any) -> dict[str, Any]:
    """Return one object's metadata with everything off but what is given."""
    kind = (
        object_id.rsplit("|", maxsplit=1)[-1].split("_", maxsplit=1)[0]
        if object_id.count("|") == 4
        else object_id.split("|", maxsplit=1)[0]
    )
    entry: dict[str, Any] = dict.fromkeys(FLAGS, False)
    entry |= {
        "objectId": object_id,
        "objectType": kind,
        "name": f"{kind}_{abs(hash(object_id)) % 10**8:08d}",
        "position": {"x": 0.0, "y": 0.9, "z": 0.0},
        "distance": 1.0,
        "temperature": "RoomTemp",
        "fillLiquid": None,
        "receptacleObjectIds": None,
        "parentReceptacles": None,
        "controlledObjects": None,
    }
    return entry | values


def make_metadata(
    *objects: dict[str, Any], held: str = "", success: bool = True, error: str = ""
) -> dict[str, Any]:
    """Return metadata of a world with these objects."""
    return {
        "objects": list(objects),
        "inventoryObjects": [{"objectId": held, "objectType": held.split("|", maxsplit=1)[0]}]
        if held
        else [],
        "lastActionSuccess": success,
        "errorMessage": error,
        "agent": {
            "position": {"x": 0.0, "y": 0.9009992, "z": 0.0},
            "rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
            "cameraHorizon": 0.0,
        },
    }


class ScriptedSimulator:
    """Answers every action with the next metadata of a script, and keeps what was sent."""

    def __init__(self, *script: dict[str, Any]) -> None:
        self.sent: list[dict[str, Any]] = []
        self._script = list(script)

    def reset(self, scene: str) -> Any:
        return self.step({"action": "Reset", "sceneName": scene})

    def step(self, action: dict[str, Any]) -> Any:
        self.sent.append(action)
        return SimpleNamespace(metadata=self._script.pop(0) if len(self._script) > 1 else self._script[0])


@pytest.fixture
def entry() -> Callable[..., dict[str, Any]]:
    return make_entry


@pytest.fixture
def metadata() -> Callable[..., dict[str, Any]]:
    return make_metadata


@pytest.fixture
def scripted() -> type[ScriptedSimulator]:
    return ScriptedSimulator
