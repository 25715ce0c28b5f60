"""Where a thing may be put down for a while."""

from __future__ import annotations

import math

from pred_core.objects import ObjectState
from pred_core.vocabulary import group, object_types, single_slot
from pred_recovery.mission import Mission


def resting_places(mission: Mission, kind: str, avoid: str = "") -> list[ObjectState]:
    """Return the open surfaces an object of that class may be put on for a while, those meant for it and near first.

    :param avoid: id of a receptacle that must stay free
    """
    types = object_types()
    pose = mission.robot.pose
    usable = [
        o
        for o in mission.memory.objects
        if o.id != avoid
        and o.class_name in types
        and types[o.class_name].can("receptacle")
        and not types[o.class_name].can("pickupable")
        and o.class_name not in group("must_be_open")
        and not single_slot(o.class_name)
        and kind in types
        and types[kind].fits_in(o.class_name)
    ]
    first = group("resting_places")

    def key(place: ObjectState) -> tuple[bool, float, str]:
        away = math.hypot(place.center[0] - pose.x, place.center[1] - pose.y)
        return (place.class_name not in first, away, place.id)

    return sorted(usable, key=key)
