"""Arguments that an action takes only for what it does anyway.

Unity acts on them and this player does not. A value that asks for what happens here in any case is taken; any other
is a failed action with a sentence, so that nobody takes an argument for done that did nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import ActionError

NEAREST_CLIP, FARTHEST_SIGHT = 0.1, 20.0
"""Metres: how far from the lens things may be cut off unnoticed, and how far every camera sees."""


@dataclass(frozen=True)
class Narrow:
    """Which values ask for what happens anyway, and what that is."""

    fits: Callable[[Any], bool]
    instead: str


def _is(*wanted: Any) -> Callable[[Any], bool]:
    return lambda value: any(value == each and type(value) is type(each) for each in wanted)


def _never(_value: Any) -> bool:
    return False


def _positive(value: Any) -> bool:
    return isinstance(value, int | float) and value > 0


def _empty(value: Any) -> bool:
    return isinstance(value, list | tuple | Mapping) and not value


def _near_plane(value: Any) -> bool:
    return isinstance(value, int | float) and value <= NEAREST_CLIP


def _far_plane(value: Any) -> bool:
    return isinstance(value, int | float) and (value >= FARTHEST_SIGHT or value == 0)


_RESTS = Narrow(_is(True), "there is no physics engine, so things come to rest at once where they are put")
_NO_PASS = Narrow(_is(False), "there are no pictures of this kind; colour, depth, ids and classes are there")
_NEAR = Narrow(_near_plane, f"nothing is cut off before a camera beyond {NEAREST_CLIP:g} m")
_FAR = Narrow(_far_plane, f"cameras see as far as {FARTHEST_SIGHT:g} m")
_SPAWN_RULES = Narrow(_empty, "things go to any receptacle that suits their type and is not excluded")

_ANY = Narrow(lambda value: isinstance(value, bool), "only true and false are taken")
"""What is so with true as with false."""

_NO_TURN = Narrow(
    lambda value: isinstance(value, Mapping | int | float), "the way does not hang on where one looks"
)

_ALWAYS: Mapping[str, Narrow] = {
    "renderNormalsImage": _NO_PASS,
    "rotateOnTeleport": Narrow(_is(True, 1), "teleporting always takes the rotation that is given"),
    "tempRenderChange": _ANY,  # what a request asks to be rendered is for its reply only
    "autoSimulation": _ANY,  # what falls has come to rest when the action ends
    "autoSyncTransforms": _ANY,  # poses are always up to date
}

_BODY = {
    "returnToStart": Narrow(_is(True), "where something is in the way the agent stays where it was"),
    "disableRendering": _ANY,  # there is one picture, at the end
    "fixedDeltaTime": Narrow(_positive, "it is a time in seconds > 0, and does not change where one arrives"),
}

_BY_ACTION: Mapping[str, Mapping[str, Narrow]] = {
    "Initialize": {
        "renderFlowImage": _NO_PASS,
        "renderDistortionImage": _NO_PASS,
        "visibilityScheme": Narrow(
            _is("Collider", "Distance"), "visibility is judged in the picture; name Collider or Distance"
        ),
        "cameraNearPlane": _NEAR,
        "cameraFarPlane": _FAR,
    },
    "PickupObject": {"manualInteract": Narrow(_is(False), "what is picked up comes to the hand at once")},
    "PutObject": {"placeStationary": _RESTS},
    "SetObjectPoses": {"placeStationary": _RESTS},
    "InitialRandomSpawn": {
        "placeStationary": _RESTS,
        "numRepeats": Narrow(_never, "numDuplicatesOfType says how many there shall be"),
        "receptacleObjectPairs": _SPAWN_RULES,
        "minFreePerReceptacleType": _SPAWN_RULES,
        "excludedReceptaclePairs": _SPAWN_RULES,
    },
    "GetReachablePositions": {
        "directionsRelativeAgent": Narrow(_is(False), "places lie on the grid along the room's axes")
    },
    "GetShortestPath": {"rotation": _NO_TURN},
    "MoveAgent": _BODY,
    "RotateAgent": _BODY,
    "AddThirdPartyCamera": {"nearClippingPlane": _NEAR, "farClippingPlane": _FAR},
    "UpdateThirdPartyCamera": {"nearClippingPlane": _NEAR, "farClippingPlane": _FAR},
}


def refuse_without_effect(action: str, values: Mapping[str, Any]) -> None:
    """Fail for an argument whose value asks for what this player does not do.

    :raises ActionError: with what happens instead
    """
    table = {**_ALWAYS, **_BY_ACTION.get(action, {})}
    for name, value in values.items():
        narrow = table.get(name)
        if narrow is not None and value is not None and not narrow.fits(value):
            raise ActionError(
                f"{action}: {name}={value!r} would do nothing in the embedded player: {narrow.instead}"
            )


def is_narrow(action: str, name: str) -> bool:
    """Tell whether an action takes an argument only for what happens anyway."""
    return name in _ALWAYS or name in _BY_ACTION.get(action, {})
