"""What the table node can be told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pred_core.plain_text import ended_well
from pred_core.ros.parameters import ParameterError, parameter
from ur5_description import hand_over
from ur5_emulator.table.person import TableStandIn


@dataclass(frozen=True)
class TableParameters:
    """Parameters of the node ``table``."""

    controller: str = parameter("127.0.0.1", "Address of the controller whose joints the arm follows.")
    fault_port: int = parameter(
        30100,
        "Port of the emulated controller's fault port: contacts are fed back to it, its links asked for; 0: none.",
        low=0,
        high=65535,
    )
    scene: str = parameter("lab", "Name of a scene, or path of a scene file (docs/ur5_table.md).")
    seed: int = parameter(
        0, "Moves things a little and swaps look-alikes; 0: as written.", low=0, high=2**31 - 1
    )
    width: int = parameter(640, "Width of the wrist camera's pictures, pixels.", low=64, high=1920)
    height: int = parameter(480, "Height of the wrist camera's pictures, pixels.", low=48, high=1080)
    fov: float = parameter(55.0, "Vertical field of view of the wrist camera, degrees.", low=20.0, high=100.0)
    rate: float = parameter(
        10.0,
        "Pictures a second while something moves or somebody new listens; otherwise two.",
        low=0.5,
        high=60.0,
    )
    patient: str = parameter(
        "recorder",
        "Names of nodes, a regular expression, for whom two pictures a second will do where nobody else listens.",
    )
    mount: str = parameter(
        "", "File that says where the camera sits on the flange; '': the one that comes along."
    )
    person_takes: float = parameter(
        1.0,
        "Seconds for which something is held out before the person's stand-in pulls at it; 0: never.",
        low=0.0,
        high=600.0,
    )
    hand_over_place: Sequence[float] = parameter(
        list(hand_over.PLACE), "Where the stand-in takes things, in map, m; the bridge has a parameter of this name."
    )
    ground_truth: bool = parameter(True, "Publish wrist_camera/ground_truth when somebody listens.")

    def check(self) -> None:
        """Refuse a place that is none, and names that are no pattern.

        :raises ParameterError: saying so
        """
        try:
            re.compile(self.patient)
        except re.error as error:
            raise ParameterError(ended_well(f"patient is no regular expression: {error}")) from error
        if len(self.hand_over_place) != 3:
            raise ParameterError(f"hand_over_place is {list(self.hand_over_place)}: three numbers are needed.")

    def stand_in(self) -> TableStandIn:
        """Return a person who takes what is held out."""
        x, y, z = self.hand_over_place
        return TableStandIn((float(x), float(y), float(z)), self.person_takes)
