"""The URDF that the robot tells of itself: its published joints, without meshes."""

from __future__ import annotations

from spot_emulator.robot.kinematics import FOREARM, LOWER_LIMIT, NAMES, SHOULDER, UPPER, UPPER_LIMIT
from spot_emulator.robot.legs import LEGS, THIGH

_HIP = (0.29785, 0.055, 0.110945)
_LEG_LIMITS = {"hx": (-0.7854, 0.7854), "hy": (-0.8986, 2.2951), "kn": (-2.7929, -0.2471)}
_ARM = {
    "sh0": (SHOULDER, "0 0 1"), "sh1": ((0.0, 0.0, 0.0), "0 1 0"), "el0": ((UPPER, 0.0, 0.0), "0 1 0"),
    "el1": ((FOREARM[0], 0.0, FOREARM[1]), "1 0 0"), "wr0": ((0.0, 0.0, 0.0), "0 1 0"),
    "wr1": ((0.0, 0.0, 0.0), "1 0 0"),
}  # fmt: skip
_CLAW = (0.11745, 0.0, 0.01482)


def _joint(
    name: str, parent: str, child: str, at: tuple[float, float, float], axis: str, limits: tuple[float, float]
) -> str:
    where = " ".join(f"{value:g}" for value in at)
    return (
        f'<link name="{child}"/><joint name="{name}" type="revolute"><origin xyz="{where}" rpy="0 0 0"/>'
        f'<axis xyz="{axis}"/><parent link="{parent}"/><child link="{child}"/>'
        f'<limit effort="1000" velocity="1000" lower="{limits[0]:g}" upper="{limits[1]:g}"/></joint>'
    )


def _urdf() -> str:
    parts = ['<?xml version="1.0"?><robot name="spot"><link name="body"/>']
    for leg in LEGS:
        front, left = (1.0 if leg[0] == "f" else -1.0), (1.0 if leg[1] == "l" else -1.0)
        hip = (front * _HIP[0], left * _HIP[1], 0.0)
        parts += [
            _joint(f"{leg}.hx", "body", f"{leg}.hip", hip, "1 0 0", _LEG_LIMITS["hx"]),
            _joint(
                f"{leg}.hy",
                f"{leg}.hip",
                f"{leg}.uleg",
                (0.0, left * _HIP[2], 0.0),
                "0 1 0",
                _LEG_LIMITS["hy"],
            ),
            _joint(
                f"{leg}.kn", f"{leg}.uleg", f"{leg}.lleg", (0.025, 0.0, -THIGH), "0 1 0", _LEG_LIMITS["kn"]
            ),
        ]
    parent = "body"
    for index, name in enumerate(NAMES):
        at, axis = _ARM[name]
        child = f"arm0.link_{name}"
        limits = (float(LOWER_LIMIT[index]), float(UPPER_LIMIT[index]))
        parts.append(_joint(f"arm0.{name}", parent, child, at, axis, limits))
        parent = child
    parts.append(_joint("arm0.f1x", parent, "arm0.link_fngr", _CLAW, "0 1 0", (-1.5708, 0.0)))
    return "".join([*parts, "</robot>"])


URDF = _urdf()
