"""What the agent sees now, in the very pictures that the client gets.

Visibility is judged in a picture of its own, 300 pixels high, whatever the client asked to be rendered: so the same
actions give the same metadata at every resolution.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .bodies import draw_bodies
from .errors import invalid_operation, not_visible, out_of_range
from .hand import hand_rotation
from .looks import drawn_by, look_of
from .model import Agent, Array, Camera, Frame, SimObject
from .render import Colors, Renderer
from .state import PlayerState
from .visibility import agent_camera, visible_objects

_SIDE = 300
ON_FLOOR = 0.03
"""Metres: what is hit no higher than this above the floor is the floor."""


def renderer(state: PlayerState) -> Renderer:
    """Return the renderer of the state's world, kept with the state."""
    key = drawn_by(state.world)
    if state.renderer is None or state.renderer[0] is not state.world or state.renderer[1] != key:
        state.renderer = (state.world, key, Renderer(state.world, style=look_of(state.world).style))
    return state.renderer[2]


def view(
    state: PlayerState, camera: Camera, *, rgb: bool = False, depth: bool = True, ids: bool = True
) -> Frame:
    """Return what the acting agent sees, with the other agents in it where they are to be seen."""
    others = state.others() if state.settings.show_agents else []
    frame = renderer(state).render(camera, rgb=rgb, depth=depth or bool(others), ids=ids)
    draw_bodies(frame, camera, others)
    return frame


def sketched(state: PlayerState, camera: Camera, *, depth: bool, ids: bool) -> tuple[Frame, Colors]:
    """Return what the acting agent sees as :func:`view` does, and its colours, painted when they are looked at."""
    if state.settings.show_agents and state.others():
        frame = view(state, camera, rgb=True, depth=depth, ids=ids)
        return frame, Colors(lambda: frame.rgb)
    return renderer(state).sketch(camera, depth, ids)


def visible(state: PlayerState) -> dict[str, int]:
    """Return the objects visible within the visibility distance, with their pixel counts."""
    if state.body.seen is None or state.body.seen[0] != _key(state):
        camera = _judging(state.camera())
        _see(state, camera, view(state, camera))
    return state.body.seen[1] if state.body.seen else {}


def sees(state: PlayerState, body: Agent, obj: SimObject, distance: float) -> bool:
    """Tell whether an object would be visible within ``distance`` metres to an agent that stood so."""
    camera = _judging(agent_camera(body, state.settings.field_of_view, state.width, state.height))
    frame = view(state, camera)
    return obj.object_id in visible_objects(state.world, camera, frame, distance)


def saw(state: PlayerState, camera: Camera, frame: Frame) -> None:
    """Take what is visible from a picture with depth and ids, if it is the very one that visibility is judged in."""
    if camera.height == _SIDE and (state.body.seen is None or state.body.seen[0] != _key(state)):
        _see(state, camera, frame)


def _judging(camera: Camera) -> Camera:
    """Return a camera in whose picture visibility is judged, which looks as the given one does."""
    return replace(camera, width=max(1, _SIDE * camera.width // camera.height), height=_SIDE)


def _see(state: PlayerState, camera: Camera, frame: Frame) -> None:
    state.body.seen = (
        _key(state),
        visible_objects(state.world, camera, frame, state.settings.visibility_distance),
    )


def at_point(state: PlayerState, x: float, y: float) -> tuple[SimObject | None, Array]:
    """Return the object a screen point shows and the point (3,) in the world; x, y in 0..1 from the top left.

    :raises ActionError: when the point is not on the screen
    """
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise out_of_range("x/y must be in [0:1]")
    camera = state.camera()
    frame = view(state, camera)
    column, row = min(int(x * camera.width), camera.width - 1), min(int(y * camera.height), camera.height - 1)
    name, depth = frame.names[int(frame.ids[row, column])], float(frame.depth[row, column])
    tangent = float(np.tan(np.radians(camera.fov) / 2.0))
    across = ((column + 0.5) / camera.width * 2.0 - 1.0) * tangent * camera.width / camera.height
    up = (1.0 - (row + 0.5) / camera.height * 2.0) * tangent
    point = camera.position + hand_rotation(state) @ (np.array([across, up, 1.0]) * depth)
    if not name and abs(float(point[1]) - state.world.floor) < ON_FLOOR:
        return floor(state), point
    return (state.world.objects[name] if name else None), point


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
        state.width / state.height,
        tuple((*other.position, other.standing) for other in state.others() if state.settings.show_agents),
    )
