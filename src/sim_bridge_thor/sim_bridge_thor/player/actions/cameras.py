"""Third-party cameras and the map view."""

from __future__ import annotations

from ..errors import out_of_range
from ..state import PlayerState, ThirdPartyCamera
from .registry import Arguments, action

_LOOKS = "skyboxColor orthographic orthographicSize nearClippingPlane farClippingPlane"


def _field(value: float) -> float:
    if not 0.0 < value < 180.0:
        raise out_of_range(f"fieldOfView: {value:g} must be in 0 < fieldOfView > 0.")
    return value


def _add(state: PlayerState, args: Arguments) -> None:
    position, rotation = args.whole_vector("position"), args.whole_vector("rotation")
    state.cameras.append(ThirdPartyCamera(position, rotation, _field(args.number("fieldOfView", 90.0))))


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
    state.cameras[index] = ThirdPartyCamera(position, rotation, _field(args.number("fieldOfView", old.fov)))


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
    action("ToggleMapView", _toggle_map, seconds=0.0),
)
