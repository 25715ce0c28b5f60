"""Which type the value of an argument has, whatever action takes it; a value of another type fails even if unread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import wrong_value
from . import reading

_FLAGS = """
    allowAgentsToIntersect allowAutoSimulation allowDecayTemperature allowFloor allowTeleportOutOfHand
    anywhere autoSimulation autoSyncTransforms checkVisible directionsRelativeAgent disableRendering
    forceAction forceKinematic forceVisible makeUnbreakable manualInteract orthographic placeStationary
    putNearXY randomizeColor renderClassImage renderDepthImage renderImage renderInstanceSegmentation
    renderNormalsImage renderObjectImage renderSemanticSegmentation returnToStart standing synchronized
    useExternalMaterials useTestMaterials useTrainMaterials useValMaterials
"""
_NUMBERS = """
    TimeUntilRoomTemp ahead allowedError angularDrag decayTime degrees drag farClippingPlane fieldOfView
    fixedDeltaTime gridSize handDistance horizon mass maxDistance maxPoses maxStepCount moveMagnitude
    nearClippingPlane numPlacementAttempts openness orthographicSize pitch pushAngle randomSeed right roll
    seed simSeconds speed thirdPartyCameraId timeStep up visibilityDistance x y yaw z
"""
_TEXTS = "StateChange fillLiquid objectId objectType receptacleObjectId skyboxColor typeName"
_VECTORS = "destination direction origin position target"


def _some_axes(value: Any) -> Any:
    return reading.vector(value, reading.NOWHERE)


_KINDS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_FLAGS.split(), reading.flag),
    **dict.fromkeys(_NUMBERS.split(), reading.number),
    **dict.fromkeys(_TEXTS.split(), reading.text),
    **dict.fromkeys(_VECTORS.split(), _some_axes),
}


def refuse_other_types(action: str, values: Mapping[str, Any]) -> None:
    """Fail for a value that is of another type than its name says.

    :raises ActionError: for the first such value
    """
    for name, value in values.items():
        read = _KINDS.get(name)
        if read is None or value is None:
            continue
        try:
            read(value)
        except reading.WRONG:
            raise wrong_value(action, name, value) from None
