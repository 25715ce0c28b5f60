"""Switching on and off."""

from __future__ import annotations

from ..errors import ActionError
from ..model import SimObject, World
from ..state import PlayerState
from .registry import Arguments, Handler, action
from .targets import TARGET, target


def _toggle(on: bool) -> Handler:
    name = "ToggleObjectOn" if on else "ToggleObjectOff"

    def run(state: PlayerState, args: Arguments) -> None:
        obj = target(state, args, name)
        _check(state.world, obj, on)
        switch(state.world, obj, on)

    return run


def switch(world: World, obj: SimObject, on: bool) -> None:
    """Switch an object and what it controls, without asking whether that is possible."""
    for each in (obj, *(world.objects[c] for c in obj.controlled if c in world.objects)):
        each.status.is_toggled = on
        each.touch()


def _check(world: World, obj: SimObject, on: bool) -> None:
    if any(obj.object_id in other.controlled for other in world.objects.values()):
        raise ActionError(
            "target object is controlled by another sim object. target object cannot be turned on/off directly"
        )
    if not obj.can("toggleable"):
        raise ActionError("object is not toggleable.")
    if obj.status.is_toggled == on:
        word = "on" if on else "off"
        raise ActionError(f"can't toggle object {word} if it's already {word}!")
    if on and obj.status.is_broken:
        raise ActionError("Target is broken and cannot be Toggled On!")
    if on and obj.object_type == "Microwave" and obj.status.is_open:
        raise ActionError("Target must be closed to Toggle On!")


ACTIONS = (
    action("ToggleObjectOn", _toggle(True), TARGET),
    action("ToggleObjectOff", _toggle(False), TARGET),
)
