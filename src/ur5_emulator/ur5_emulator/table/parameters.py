"""What the table node can be told."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.ros.parameters import parameter


@dataclass(frozen=True)
class TableParameters:
    """Parameters of the node ``table``."""

    controller: str = parameter("127.0.0.1", "Address of the controller whose joints the arm follows.")
    fault_port: int = parameter(
        30100,
        "Port of the emulated controller's fault port, where contacts are fed back; 0: none.",
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
    rate: float = parameter(10.0, "Pictures a second.", low=0.5, high=60.0)
    mount: str = parameter(
        "", "File that says where the camera sits on the flange; '': the one that comes along."
    )
    ground_truth: bool = parameter(True, "Publish wrist_camera/ground_truth when somebody listens.")
