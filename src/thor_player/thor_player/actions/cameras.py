"""Third-party cameras and the map view."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import invalid_operation, out_of_range
from ..state import PlayerState, ThirdPartyCamera
from .querying import xyz
from .registry import Arguments, action

_DOWN, _UPRIGHT = (
    90.0,
    1.0,
)  # degrees: the pitch of a camera that looks straight down, and how far it may be off
_LOOKS = "skyboxColor orthographic orthographicSize nearClippingPlane farClippingPlane"


def _field(value: float) -> float:
    if not 0.0 < value < 180.0:
        raise out_of_range(f"fieldOfView: {value:g} must be in 0 < fieldOfView > 0.")
    return value


def _ortho_size(args: Arguments, pitch: float, old: float | None) -> float | None:
    """Return half the height in metres that an orthographic camera shows, None for one with perspective."""
    if not args.flag("orthographic", old is not None):
        return None
    if abs(pitch - _DOWN) > _UPRIGHT:
        raise invalid_operation(
            "the embedded player's orthographic cameras look straight down: rotation.x = 90"
        )
    size = args.number("orthographicSize", old or 5.0)
    if size <= 0.0:
        raise out_of_range(f"orthographicSize: {size:g} must be > 0")
    return size


def _sky(args: Arguments, old: tuple[int, int, int] | None) -> tuple[int, int, int] | None:
    """Return the colour that stands where a camera sees nothing, by name or as #rrggbb; None: the player's own."""
    if "skyboxColor" not in args:
        return old
    try:
        from PIL import ImageColor  # not at the start: it takes a while, and few ask for a sky

        red, green, blue, *_ = ImageColor.getrgb(args.text("skyboxColor"))
    except ValueError:
        raise out_of_range(
            f"skyboxColor: {args.text('skyboxColor')} is no colour; give a name or #rrggbb"
        ) from None
    return red, green, blue


def _add(state: PlayerState, args: Arguments) -> None:
    position, rotation = args.whole_vector("position"), args.whole_vector("rotation")
    camera = ThirdPartyCamera(
        position,
        rotation,
        _field(args.number("fieldOfView", 90.0)),
        _ortho_size(args, float(rotation[0]), None),
        _sky(args, None),
    )
    state.cameras.append(camera)


def _update(state: PlayerState, args: Arguments) -> None:
    index = args.whole("thirdPartyCameraId", 0)
    count = len(state.cameras)
    if not 0 <= index < count:
        raise out_of_range(
            f"thirdPartyCameraId: {index} (int: default=0) must in "
            f"0 <= thirdPartyCameraId < len(thirdPartyCameras)={count}."
        )
    old = state.cameras[index]
    position, rotation = args.vector("position", old.position), args.vector("rotation", old.rotation)
    fov = _field(args.number("fieldOfView", old.fov))
    size = _ortho_size(args, float(rotation[0]), old.orthographic_size)
    state.cameras[index] = ThirdPartyCamera(position, rotation, fov, size, _sky(args, old.sky))


def _map_properties(state: PlayerState, _args: Arguments) -> dict[str, Any]:
    """Return the arguments of AddThirdPartyCamera that show the whole room from above."""
    bounds = state.world.bounds
    return {
        "position": xyz(bounds.center + np.array([0.0, bounds.half[1], 0.0])),
        "rotation": xyz(np.array([90.0, 0.0, 0.0])),
        "orthographicSize": float(max(bounds.half[0], bounds.half[2])),
        "orthographic": True,
    }


def _toggle_map(state: PlayerState, _args: Arguments) -> None:
    state.map_view = not state.map_view


ACTIONS = (
    action("AddThirdPartyCamera", _add, f"fieldOfView {_LOOKS}", required="position rotation", seconds=0.0),
    action(
        "UpdateThirdPartyCamera",
        _update,
        f"thirdPartyCameraId position rotation fieldOfView {_LOOKS}",
        seconds=0.0,
    ),
    action("GetMapViewCameraProperties", _map_properties, seconds=0.0),
    action("ToggleMapView", _toggle_map, seconds=0.0),
)
