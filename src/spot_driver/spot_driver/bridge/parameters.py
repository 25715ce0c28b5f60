"""The driver's parameters, and what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pred_bridge.parameters import ApprovalParameters
from pred_core.ros.parameters import ParameterError, parameter
from spot_driver.driver.limits import CAPS, LimitError, Limits, boxes_of
from spot_driver.driver.link_settings import LinkSettings
from spot_driver.driver.manipulator import HandSettings
from spot_driver.driver.session import Address

_VIEWS = {
    "front": (0.0, 25.0),
    "level": (0.0, 5.0),
    "down": (0.0, 45.0),
    "left": (50.0, 25.0),
    "right": (-50.0, 25.0),
}


def _capped(name: str, default: float, description: str) -> float:
    low, high = CAPS[name]
    value: float = parameter(default, description, low=low, high=high)
    return value


@dataclass(frozen=True)
class DriverParameters(ApprovalParameters):
    """Everything that can be set from outside. User and password come from the environment alone."""

    hostname: str = parameter("127.0.0.1", "Name or address of the robot.")
    port: int = parameter(443, "Port of the robot's services.", low=1, high=65535)
    certificate: str = parameter(
        "", "File of the certificate authority that signed the robot's certificate; '' = Boston Dynamics'."
    )
    sim_port: int = parameter(
        0, "Port on which an emulated robot tells its true instances; 0: no ground truth.", low=0, high=65535
    )
    clock_rate: float = parameter(
        1.0,
        "How many times as fast as this machine's an emulated robot's clock goes; 1 with a real one.",
        low=1.0,
        high=8.0,
    )
    auto_ready: bool = parameter(
        False,
        "Claim, power on, stand and unfold the arm at the start, unasked. Never with people near the robot.",
    )
    cmd_vel: str = parameter(
        "auto",
        "Obey cmd_vel while no goal is being done; who publishes it is not asked. auto: unless a person must approve.",
        choices=("auto", "true", "false"),
    )
    cmd_vel_duration: float = parameter(
        0.125, "One cmd_vel moves the robot for so long, s.", low=0.05, high=1.0
    )
    estop: str = parameter(
        "if_free",
        "The driver's own e-stop: own (replaces whatever is there), if_free (only where nobody watches), none.",
        choices=("own", "if_free", "none"),
    )
    estop_timeout: float = parameter(
        5.0, "Without a check-in of the driver's e-stop for so long the robot stops, s.", low=1.0, high=30.0
    )
    guard_silence: float = parameter(
        0.35,
        "The robot is stopped when this node dies, or hangs for so long while it moves, s.",
        low=0.2,
        high=5.0,
    )
    link_timeout: float = parameter(
        1.0,
        "An answer that takes longer, or a measurement that is older, is a lost link, s.",
        low=0.3,
        high=20.0,
    )
    watchdog: float = parameter(
        0.4, "Every command to walk, and to move the hand, is good for so long, s.", low=0.2, high=2.0
    )
    walk_speed: float = _capped("walk_speed", 0.5, "Largest speed of the base, m/s.")
    turn_speed: float = _capped("turn_speed", 0.7, "Largest turning speed of the base, rad/s.")
    hand_speed: float = _capped("hand_speed", 0.3, "Largest speed of the hand in the body, m/s.")
    hand_reach: float = _capped("hand_reach", 0.95, "Largest distance of the hand from the shoulder, m.")
    grasp_walk: float = _capped(
        "grasp_walk",
        0.8,
        "How much farther than the arm reaches a thing may be for the robot to walk up to it by itself and back, m; "
        "0: never. With keep_out or fence it never does.",
    )
    person_speed: float = _capped(
        "person_speed",
        0.2,
        "Largest speed of any part of the robot near the person whom something is for, and of the hand that holds it "
        "out to them, m/s.",
    )
    offer_within: float = parameter(
        8.0, "How long one hand-over holds something out, s; the executive asks again.", low=2.0, high=60.0
    )
    keep_out: str = parameter(
        "", "Where the robot must not be: 'x,y,x,y' of two corners a box, in map, m, boxes separated by ';'."
    )
    fence: str = parameter("", "Where it has to stay: boxes as in keep_out; '' = anywhere.")
    graph_nav_map: str = parameter(
        "", "Folder of a recorded walk (GraphNav's map) that graph_nav/upload brings onto the robot."
    )
    look_ahead: float = parameter(
        0.45, "How far before the body's middle the hand is while it looks, m.", low=0.3, high=0.8
    )
    look_up: float = parameter(0.72, "How far above the body's middle, m.", low=0.3, high=0.8)
    look_pitch: float = parameter(
        25.0, "How far its camera looks down at first, degrees.", low=-40.0, high=70.0
    )
    turn_step: float = parameter(45.0, "How far TURN turns unless it says so, degrees.", low=5.0, high=180.0)
    look_step: float = parameter(20.0, "How far LOOK tilts the camera, degrees.", low=2.0, high=60.0)
    move_step: float = parameter(0.25, "How far FORWARD and the like go, m.", low=0.05, high=1.0)
    picture_scale: float = parameter(
        0.5, "Size of observations' pictures, of what the hand camera has.", low=0.1, high=1.0
    )
    local_grid: bool = parameter(
        True, "Ask for the robot's own grid of obstacle distances around it with each observation."
    )
    camera_timeout: float = parameter(8.0, "How long new pictures may take, s.", low=0.5, high=60.0)
    cameras: Sequence[str] = parameter(
        ["frontleft", "frontright", "left", "right", "back", "hand"],
        "Cameras published on camera/NAME/image and depth_registered/NAME/image while somebody listens.",
    )
    camera_rate: float = parameter(10.0, "Their pictures a second.", low=0.5, high=30.0)
    state_rate: float = parameter(15.0, "Measured states a second.", low=5.0, high=60.0)
    views: Sequence[str] = parameter(list(_VIEWS), "Names of the views that look_from knows.")
    view_angles: Sequence[float] = parameter(
        [v for pair in _VIEWS.values() for v in pair],
        "Two angles a view: how far to the left, how far down the hand's camera looks, degrees.",
    )

    def check(self) -> None:
        """Refuse limits beyond their caps, and views without angles.

        :raises ParameterError: naming which, and why
        """
        self.limits()
        self.named_views()
        if self.clock_rate != 1.0 and not self.sim_port:
            raise ParameterError(
                "clock_rate is for emulated robots (sim_port): a real one's clock is what it is."
            )

    def limits(self) -> Limits:
        """Return the limits these parameters mean.

        :raises ParameterError: when one is beyond its cap
        """
        named = {name: getattr(self, name) for name in CAPS}
        try:
            return Limits(
                keep_out=boxes_of(self.keep_out, "keep_out"), fence=boxes_of(self.fence, "fence"), **named
            )
        except LimitError as error:
            raise ParameterError(str(error)) from error

    def link(self) -> LinkSettings:
        """Return the settings of the link.

        :raises ParameterError: when a limit is beyond its cap
        """
        return LinkSettings(
            Address(self.hostname, self.port, self.certificate),
            self.limits(),
            self.estop,
            self.estop_timeout,
            self.guard_silence,
            self.state_rate,
            self.link_timeout,
        )

    def hand(self) -> HandSettings:
        """Return where the hand looks from."""
        return HandSettings(self.look_ahead, self.look_up, self.watchdog)

    def named_views(self) -> dict[str, tuple[float, float]]:
        """Return yaw and pitch of each view, rad.

        :raises ParameterError: when names and angles do not match
        """
        if len(self.view_angles) != 2 * len(self.views):
            raise ParameterError(
                f"{len(self.views)} views need {2 * len(self.views)} view_angles, got {len(self.view_angles)}."
            )
        angles = [float(np.deg2rad(v)) for v in self.view_angles]
        return {name: (angles[2 * k], angles[2 * k + 1]) for k, name in enumerate(self.views)}

    def driven(self) -> bool:
        """Return whether cmd_vel is obeyed."""
        return not self.asks() if self.cmd_vel == "auto" else self.cmd_vel == "true"

    @property
    def address(self) -> str:
        """Where the robot is."""
        return self.hostname
