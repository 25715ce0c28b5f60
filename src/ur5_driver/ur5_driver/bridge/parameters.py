"""The driver's parameters, and what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pred_bridge.parameters import ApprovalParameters
from pred_core.outcome import Outcome
from pred_core.ros.parameters import ParameterError, parameter
from ur5_description import hand_over, kinematics
from ur5_description.calibration import CalibrationError, calibrated
from ur5_description.kinematics import Array
from ur5_description.mount import CameraMount
from ur5_driver.camera_mount import mount_in
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import Payload
from ur5_driver.driver.limits import BOX_CAP, CAPS, PAYLOAD, LimitError, Limits
from ur5_driver.driver.link_settings import SILENCE, WATCHDOG, LinkSettings
from ur5_driver.driver.offered import Offer
from ur5_driver.driver.separation import KeptOff

_VIEWS = {
    "home": (2.633, -2.122, 1.782, -1.626, -1.36, -0.466),
    "survey_front": (2.398, -2.425, 2.272, -2.094, -1.048, -0.556),
    "survey_left": (3.192, -2.052, 1.898, -1.915, -1.429, 0.133),
    "survey_right": (2.197, -2.057, 1.886, -1.837, -1.287, -0.927),
    "survey_near": (2.789, -1.837, 1.541, -1.38, -1.532, -0.35),
}


def _rows(values: Sequence[float], width: int, name: str) -> tuple[tuple[float, ...], ...]:
    """Return numbers in rows; a lone 0 is none: ROS knows no empty list of numbers.

    :raises ParameterError: when they do not fill them
    """
    if list(values) == [0.0]:
        return ()
    if len(values) % width:
        raise ParameterError(f"{name} needs {width} numbers for each, got {len(values)}.")
    return tuple(tuple(float(v) for v in values[k : k + width]) for k in range(0, len(values), width))


def _capped(name: str, default: float, description: str) -> float:
    low, high = CAPS[name]
    value: float = parameter(default, description, low=low, high=high)
    return value


@dataclass(frozen=True)
class DriverParameters(ApprovalParameters):
    """Everything that can be set from outside."""

    robot_ip: str = parameter("127.0.0.1", "Address of the controller.")
    tf_prefix: str = parameter(
        "", "What the names of the arm's joints and frames begin with (left_): two arms in one tree have one each."
    )
    arm: str = parameter("ur5e", "Make of the arm.", choices=tuple(sorted(kinematics.ARMS)))
    calibration: str = parameter(
        "", "File that ur_calibration wrote for this one arm; '': what the controller tells, else as published."
    )
    gripper: bool = parameter(True, "A Robotiq 2F-85 answers on port 63352 of the controller.")
    gripper_closed_at: int = parameter(
        255, "The gripper's position register at zero width (a real 2F-85: about 228).", low=100, high=255
    )
    tool_length: float = parameter(
        0.1525, "From the flange to the point between the finger tips, m.", low=0.0, high=0.4
    )
    payload: float = parameter(
        0.925,
        "What the gripper and all that is on the flange weigh, kg; 0, and without gripper: as set in PolyScope.",
        low=PAYLOAD[0],
        high=PAYLOAD[1],
    )
    payload_cog: Sequence[float] = parameter(
        [0.0, 0.0, 0.058], "Their centre of gravity from the flange: x, y, z, m, each within 0.3."
    )
    held_mass: float = parameter(
        0.2, "What a thing between the fingers is taken to weigh, kg; 0: nothing.", low=0.0, high=2.0
    )
    camera_mount: str = parameter("", "File with the camera's pose in tool0; '' is the one that comes along.")
    camera_timeout: float = parameter(5.0, "How long a new picture may take, s.", low=0.5, high=60.0)
    ground_truth: bool = parameter(
        True,
        "Wait for the emulated table's own instances as well and pass them on as ground_truth/detections.",
    )
    upper_registers: bool = parameter(
        False, "Use RTDE registers 24 and up, where a fieldbus has the lower ones."
    )
    program_port: int = parameter(
        0,
        "Port of this machine on which the controller's External Control program (URCap, 50002 by its own default) "
        "fetches the control program; the driver plays it, and it has to be loaded. 0: the program is uploaded.",
        low=0,
        high=65535,
    )
    auto_recover: bool = parameter(
        False, "Recover from faults without being asked. Never with people near the arm."
    )
    back_off: float = parameter(
        0.05,
        "How far recover takes the flange back on its way after a stop by something touched, m; 0: nowhere.",
        low=0.0,
        high=0.3,
    )
    take_over: str = parameter(
        "ask",
        "What becomes of a program that is not the driver's on the controller: a person is asked whether to end it, "
        "it is never ended, or always. An idle controller is taken without asking.",
        choices=("ask", "never", "always"),
    )
    hang_timeout: float = parameter(
        SILENCE, "The arm stops when this node hangs for so long while it moves, s.", low=0.2, high=5.0
    )
    watchdog: float = parameter(
        WATCHDOG,
        "The controller stops the arm when this node's control process is silent for so long, s.",
        low=0.1,
        high=2.0,
    )
    box_low: Sequence[float] = parameter(
        [-0.2, -0.75, 0.004], "Lowest x, y, z of the tool centre point in base, m."
    )
    box_high: Sequence[float] = parameter(
        [0.9, 0.75, 0.9], "Highest x, y, z of the tool centre point in base, m."
    )
    walls: Sequence[float] = parameter(
        [0.0],
        "Planes that nothing of the arm from the elbow on may pass, four numbers each: the normal x, y, z in base, of "
        "length 1, to the side where the arm is, and its distance from base, m. The table (0, 0, 1, 0) always is one; "
        "0.0: no other.",
    )
    keep_out: Sequence[float] = parameter(
        [0.0],
        "Boxes that nothing of the arm may enter, six numbers each: the low x, y, z and the high x, y, z in base, m; "
        "0.0: none.",
    )
    joint_speed: float = _capped("joint_speed", 1.0, "Largest speed of a joint, rad/s.")
    joint_acceleration: float = _capped("joint_acceleration", 2.5, "Largest acceleration of a joint, rad/s².")
    tool_speed: float = _capped("tool_speed", 0.5, "Largest speed of the tool, m/s.")
    tool_acceleration: float = _capped("tool_acceleration", 1.2, "Largest acceleration of the tool, m/s².")
    stop_deceleration: float = _capped(
        "stop_deceleration", 10.0, "How hard a stop brakes the joints, rad/s²."
    )
    grip_force: float = _capped("grip_force", 60.0, "Largest force of the fingers, N.")
    contact_force: float = _capped(
        "contact_force", 60.0, "Force on the tool at which a motion is stopped, N."
    )
    hand_over_place: Sequence[float] = parameter(
        list(hand_over.PLACE), "Where things are held out to a person: the point between the finger tips in base, m."
    )
    hand_over_pull: float = parameter(
        hand_over.PULL, "A pull by more than this takes what is held out, N; a UR5 (CB3) measures 10 N without one.",
        low=2.0,
        high=50.0,
    )
    turn_step: float = parameter(20.0, "How far TURN and LOOK turn the camera, degrees.", low=2.0, high=60.0)
    views: Sequence[str] = parameter(list(_VIEWS), "Names of the views that look_from knows.")
    view_joints: Sequence[float] = parameter(
        [value for joints in _VIEWS.values() for value in joints],
        "Six joints a view, in the order of views, rad.",
    )

    def check(self) -> None:
        """Refuse limits beyond their caps, views without joints, and a camera's mount that cannot be read.

        :raises ParameterError: naming which, and why
        """
        self.link()
        self.offer()
        self.named_views()
        self.mount()

    def limits(self) -> Limits:
        """Return the limits these parameters mean.

        :raises ParameterError: when one is beyond its cap
        """
        if len(self.box_low) != 3 or len(self.box_high) != 3:
            raise ParameterError(f"box_low and box_high need three numbers each, within {BOX_CAP}.")
        named = {name: getattr(self, name) for name in CAPS if hasattr(self, name)}
        low, high = (tuple(float(v) for v in corner) for corner in (self.box_low, self.box_high))
        try:
            return Limits(
                arm=self._arm(),
                tool_length=self.tool_length,
                low=(low[0], low[1], low[2]),
                high=(high[0], high[1], high[2]),
                hand=Hand(gripper=self.gripper, length=self.tool_length, camera=self.mount().optical_in_tool),
                kept_off=KeptOff(_rows(self.walls, 4, "walls"), _rows(self.keep_out, 6, "keep_out")),
                **named,
            )
        except LimitError as error:
            raise ParameterError(str(error)) from error

    def _arm(self) -> kinematics.ArmModel:
        """Return the arm, with its own kinematics where a file tells them.

        :raises ParameterError: when the file does not
        """
        arm = kinematics.ARMS[self.arm]
        try:
            return calibrated(arm, Path(self.calibration).expanduser()) if self.calibration else arm
        except CalibrationError as error:
            raise ParameterError(f"parameter calibration: {error}") from error

    def link(self) -> LinkSettings:
        """Return the settings of the link.

        :raises ParameterError: when a limit or the payload is beyond its cap
        """
        limits = self.limits()
        settings = LinkSettings(
            self.robot_ip,
            limits,
            self.gripper,
            self.gripper_closed_at,
            self.upper_registers,
            self.hang_timeout,
            self.watchdog,
            self._hand(),
            self.held_mass,
            self.take_over == "always",
            self.program_port,
        )
        for holding in (False, True):
            payload = settings.payload(holding=holding)
            verdict = Outcome.success() if payload is None else limits.check(payload)
            if not verdict:
                raise ParameterError(f"payload, payload_cog and held_mass: {verdict.message}")
        return settings

    def _hand(self) -> Payload | None:
        if not self.gripper or self.payload <= 0.0:
            return None
        if len(self.payload_cog) != 3:
            raise ParameterError(f"payload_cog needs x, y and z, got {len(self.payload_cog)} numbers.")
        x, y, z = self.payload_cog
        return Payload(self.payload, (x, y, z))

    def mount(self) -> CameraMount:
        """Return where the camera sits.

        :raises ParameterError: when the file does not say so
        """
        return mount_in(self.camera_mount)

    def offer(self) -> Offer:
        """Return how things are handed over.

        :raises ParameterError: when the place is none within the box
        """
        place = tuple(float(v) for v in self.hand_over_place)
        box = zip(self.box_low, place, self.box_high, strict=False)
        if len(place) != 3 or not all(low <= value <= high for low, value, high in box):
            raise ParameterError(
                f"hand_over_place is {list(place)}: three numbers are needed, within box_low and box_high."
            )
        return Offer(place, self.hand_over_pull)

    def named_views(self) -> dict[str, Array]:
        """Return the joints of each view.

        :raises ParameterError: when names and joints do not match
        """
        if len(self.view_joints) != 6 * len(self.views):
            raise ParameterError(
                f"{len(self.views)} views need {6 * len(self.views)} view_joints, got {len(self.view_joints)}."
            )
        rows = np.array(self.view_joints, dtype=np.float64).reshape(-1, 6)
        return dict(zip(self.views, rows, strict=True))

    @property
    def address(self) -> str:
        """Where the robot is."""
        return self.robot_ip
