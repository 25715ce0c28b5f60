"""The links of one arm in MuJoCo: each a little off the published ones, as its controller computes with them."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from ur5_description.kinematics import JOINT_NAMES, UR5E, ArmModel, invert, link_frames

Array = NDArray[np.float64]

LINKS = tuple(f"{name}_link" for name in ("shoulder", "upper_arm", "forearm", "wrist_1", "wrist_2", "wrist_3"))


class OwnLinks:
    """The bodies of a published arm in a model, and where each has to be for links that were measured."""

    def __init__(self, model: mujoco.MjModel) -> None:
        """Look where the bodies of a model of the published arm are."""
        data = mujoco.MjData(model)
        data.qpos[[model.joint(name).qposadr[0] for name in JOINT_NAMES]] = 0.0
        mujoco.mj_kinematics(model, data)
        self._model = model
        self._bodies = [model.body(name).id for name in LINKS]
        self._base = _frame(data, int(model.body_parentid[self._bodies[0]]))
        self._published = _chain(np.array(link_frames(UR5E, (0.0,) * 6)))
        self._in_links = [
            invert(link) @ _frame(data, body) for link, body in zip(self._published, self._bodies, strict=True)
        ]

    def become(self, arm: ArmModel) -> None:
        """Give the model's arm the links of an arm: its flange is where those put it, whatever its joints are."""
        links = self._published if arm.origins is None else _chain(arm.origins)
        before = self._base
        for index, (link, published) in enumerate(zip(links, self._published, strict=True)):
            along = np.eye(4)
            if index < len(LINKS) - 1:
                # along its own axis a link may be anywhere: of parallel axes only the sum was measured, so where it
                # is drawn and felt is where the published one is
                along[2, 3] = (invert(link) @ published)[2, 3]
            here = link @ along @ self._in_links[index]
            pose, turn = invert(before) @ here, np.empty(4)
            mujoco.mju_mat2Quat(turn, pose[:3, :3].ravel())
            self._model.body_pos[self._bodies[index]] = pose[:3, 3]
            self._model.body_quat[self._bodies[index]] = turn
            before = here


def _chain(links: Array) -> list[Array]:
    """Return where links are in base, each of which is given in the one before it."""
    found, here = [], np.eye(4)
    for link in links:
        here = here @ link
        found.append(here)
    return found


def _frame(data: mujoco.MjData, body: int) -> Array:
    frame = np.eye(4)
    frame[:3, :3] = data.xmat[body].reshape(3, 3)
    frame[:3, 3] = data.xpos[body]
    return frame
