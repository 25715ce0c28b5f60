"""What the agent sees now: kept with the state, taken from the rendered picture when there is one."""

from __future__ import annotations

from dataclasses import replace

from .errors import invalid_operation, not_visible, out_of_range
from .model import Array, Camera, Frame, SimObject
from .state import PlayerState
from .visibility import raycast, visible_objects

_SIDE = 150  # pixels of the view cast when no picture was rendered
_ON_FLOOR = 0.03


def visible(state: PlayerState) -> dict[str, int]:
    """Return the objects visible within the visibility distance, with their pixel counts."""
    key = _key(state)
    if state.seen is None or state.seen[0] != key:
        camera = state.camera()
        small = replace(camera, width=max(1, _SIDE * camera.width // camera.height), height=_SIDE)
        found = visible_objects(state.world, small, None, state.settings.visibility_distance)
        state.seen = (key, found)
    return state.seen[1]


def saw(state: PlayerState, camera: Camera, frame: Frame) -> None:
    """Take what is visible from a picture just rendered with the agent's camera."""
    if state.seen is None or state.seen[0] != _key(state):
        found = visible_objects(state.world, camera, frame, state.settings.visibility_distance)
        state.seen = (_key(state), found)


def at_point(state: PlayerState, x: float, y: float) -> tuple[SimObject | None, Array]:
    """Return the object a screen point shows and the point (3,) in the world; x, y in 0..1 from the top left.

    :raises ActionError: when the point is not on the screen
    """
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise out_of_range("x/y must be in [0:1]")
    object_id, point = raycast(state.world, state.camera(), x, y)
    if object_id is None and abs(float(point[1]) - state.world.floor) < _ON_FLOOR:
        return floor(state), point
    return (state.world.objects[object_id] if object_id else None), point


def floor(state: PlayerState) -> SimObject | None:
    """Return the room's floor."""
    return next((o for o in state.world.objects.values() if o.object_type == "Floor"), None)


def target_at_point(
    state: PlayerState, x: float, y: float, *, check_visible: bool
) -> tuple[SimObject, Array]:
    """Return the object at a screen point and where it was hit.

    :raises ActionError: off the screen, nothing there, or (``check_visible``) not visible to the agent
    """
    found, point = at_point(state, x, y)
    if found is None:
        raise invalid_operation(f"no sim objects found at ({x},{y})")
    if check_visible and found.object_type != "Floor" and found.object_id not in visible(state):
        raise invalid_operation(
            f"target hit ({found.object_id}) at ({x}, {y}) is not currently Visible to Agent"
        )
    return found, point


def require_visible(state: PlayerState, obj: SimObject) -> None:
    """Fail unless the agent sees the object within reach.

    :raises ActionError: when it does not
    """
    if obj.object_id not in visible(state):
        raise not_visible()


def _key(state: PlayerState) -> tuple[object, ...]:
    agent = state.agent
    return (
        state.world.geometry_version(),
        tuple(agent.position),
        agent.yaw,
        agent.horizon,
        agent.standing,
        state.settings.field_of_view,
        state.settings.visibility_distance,
        state.width,
        state.height,
    )
