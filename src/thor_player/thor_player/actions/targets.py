"""Which object an action is about: by objectId or by a point on the screen."""

from __future__ import annotations

from thor_player.types import object_types

from ..errors import ActionError, missing_arguments, unknown_object
from ..model import SimObject
from ..state import PlayerState
from ..vision import require_visible, target_at_point
from .registry import Arguments

TARGET = "objectId x y forceAction"


def by_id(state: PlayerState, object_id: str) -> SimObject:
    """Return the object of an id.

    :raises ActionError: when no object that exists now has it
    """
    found = state.world.objects.get(object_id)
    if found is None or not found.status.active:
        raise unknown_object(object_id)
    return found


def known_type(name: str) -> str:
    """Return an object type that there is.

    :raises ActionError: when there is none of that name
    """
    if name not in object_types():
        raise ActionError(f"there is no object type {name!r}")
    return name


def target(state: PlayerState, args: Arguments, action: str) -> SimObject:
    """Return the object that ``objectId`` or ``x`` and ``y`` name; it must be visible unless ``forceAction``.

    :raises ActionError: unknown, off the screen, nothing there, not visible, or no target given at all
    """
    if "objectId" in args:
        found = by_id(state, args.text("objectId"))
        if not args.flag("forceAction") and found.object_id != state.agent.held:
            require_visible(state, found)
        return found
    if "x" in args and "y" in args:
        force = args.flag("forceAction")
        return target_at_point(state, args.number("x", 0.5), args.number("y", 0.5), check_visible=not force)[
            0
        ]
    raise missing_arguments(action, ["objectId"])
