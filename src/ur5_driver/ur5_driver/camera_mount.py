"""The wrist camera's mount, as the parameter ``camera_mount`` of the driver's nodes names it."""

from __future__ import annotations

from pathlib import Path

from pred_core.ros.parameters import ParameterError
from ur5_description.mount import CameraMount, MountError, read_mount


def mount_in(camera_mount: str) -> CameraMount:
    """Return the mount that a file describes, for '' the one that comes along.

    :raises ParameterError: when the file does not say where the camera sits
    """
    try:
        return read_mount(Path(camera_mount).expanduser() if camera_mount else None)
    except MountError as error:
        raise ParameterError(f"parameter camera_mount: {error}") from error
