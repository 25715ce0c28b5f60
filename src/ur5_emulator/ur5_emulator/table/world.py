"""The table world: robot, table and things in one MuJoCo model, moved along with the controller's joints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from ur5_description.kinematics import HOME, JOINT_NAMES, UR5E, ArmModel
from ur5_description.mount import CameraMount
from ur5_emulator.table import models, robot_model
from ur5_emulator.table.kinds import KINDS, TABLE
from ur5_emulator.table.own_links import OwnLinks
from ur5_emulator.table.rendering import FAR, NEAR

Array = NDArray[np.float64]

TIMESTEP = 0.002
TABLE_CENTRE = (0.35, 0.0)
TABLE_SIZE = (1.3, 1.4)
_TABLE_COLOUR = (0.55, 0.52, 0.48, 1.0)
_TABLE_HEIGHT = 0.75
AWAY = (-3.0, 0.0, 2.0)
"""Where things hang that a person took, m in map, each a little higher: the table is felt as far as its plane goes."""
GRIPPER_RANGE = 255.0


@dataclass(frozen=True)
class Placed:
    """One thing where it stands: the pose is of its middle, in map."""

    id: str
    kind: str
    position: tuple[float, float, float]
    turn: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Quaternion x, y, z, w."""
    top: str = ""
    colour: str = ""


@dataclass(frozen=True)
class CameraModel:
    """The wrist camera: where it sits, its vertical field of view (degrees), and its size in pixels."""

    mount: CameraMount
    vertical_fov: float = 55.0
    width: int = 640
    height: int = 480


class TableWorld:
    """The physics of one scene. Not thread-safe: its owner locks."""

    def __init__(self, things: Sequence[Placed], camera: CameraModel) -> None:
        """Build the model and put the robot at home."""
        self.things = tuple(things)
        self.camera = camera
        self.model = _spec(things, camera).compile()
        self.data = mujoco.MjData(self.model)
        self.arm: ArmModel = UR5E
        self._links = OwnLinks(self.model)
        model = self.model
        self._joints = np.array([model.joint(name).qposadr[0] for name in JOINT_NAMES])
        self._speeds = np.array([model.joint(name).dofadr[0] for name in JOINT_NAMES])
        self._motors = np.array([model.actuator(name).id for name in robot_model.ACTUATORS])
        self._lead = -model.actuator_biasprm[self._motors, 2] / model.actuator_gainprm[self._motors, 0]
        self._fingers = model.actuator(robot_model.FINGERS).id
        driver = model.joint(robot_model.DRIVER_JOINT)
        self._finger, self._finger_rate = int(driver.qposadr[0]), int(driver.dofadr[0])
        self._tool = model.site(robot_model.TOOL).id  # looking for a name takes longer than all else about a pose
        self.place_robot(HOME)

    def become(self, arm: ArmModel) -> None:
        """Give the robot the links of one arm."""
        self._links.become(arm)
        self.arm = arm
        mujoco.mj_forward(self.model, self.data)

    def place_robot(self, joints: Sequence[float] | Array) -> None:
        """Put the arm somewhere at once, at rest."""
        self.data.qpos[self._joints] = joints
        self.data.qvel[self._speeds] = 0.0
        self.follow(np.asarray(joints, dtype=np.float64), np.zeros(6))
        mujoco.mj_forward(self.model, self.data)

    def follow(self, joints: Array, speeds: Array) -> None:
        """Set what the arm's drives aim at: joints (rad) and their speeds (rad/s)."""
        self.data.ctrl[self._motors] = joints + self._lead * speeds

    def grip(self, position: float) -> None:
        """Set what the fingers aim at: 0 open to 255 closed."""
        self.data.ctrl[self._fingers] = min(max(position, 0.0), GRIPPER_RANGE)

    def step(self, count: int = 1) -> None:
        """Let time pass, 2 ms a step."""
        mujoco.mj_step(self.model, self.data, count)

    def put(self, thing: str, pose: Array) -> None:
        """Put the middle of a thing that is not fixed somewhere at once, 4x4 in map."""
        joint = self.model.joint(int(self.model.body(thing).jntadr[0]))
        turn = np.empty(4)
        mujoco.mju_mat2Quat(turn, pose[:3, :3].ravel())
        self.data.qpos[joint.qposadr[0] : joint.qposadr[0] + 7] = (*pose[:3, 3], *turn)
        mujoco.mj_forward(self.model, self.data)

    def take_away(self, thing: str) -> None:
        """Take a thing that is not fixed out of everybody's sight, where it hangs still."""
        body = self.model.body(thing)
        joint = self.model.joint(int(body.jntadr[0]))
        self.model.body_gravcomp[body.id] = 1.0
        self.data.qpos[joint.qposadr[0] : joint.qposadr[0] + 3] = (*AWAY[:2], AWAY[2] + 0.3 * body.id)
        self.data.qvel[joint.dofadr[0] : joint.dofadr[0] + 6] = 0.0
        mujoco.mj_forward(self.model, self.data)

    @property
    def joints(self) -> Array:
        """The arm's joints as they are, rad."""
        return np.array(self.data.qpos[self._joints])

    @property
    def finger_position(self) -> float:
        """Where the fingers are, 0 open to 255 closed."""
        return float(self.data.qpos[self._finger]) / robot_model.CLOSED_ANGLE * GRIPPER_RANGE

    @property
    def finger_speed(self) -> float:
        """How fast the fingers close, in positions (of 255) a second."""
        return float(self.data.qvel[self._finger_rate]) / robot_model.CLOSED_ANGLE * GRIPPER_RANGE

    @property
    def tool(self) -> Array:
        """tool0 in map, 4x4."""
        result = np.eye(4)
        result[:3, :3] = self.data.site_xmat[self._tool].reshape(3, 3)
        result[:3, 3] = self.data.site_xpos[self._tool]
        return result

    def pose(self, thing: str) -> Array:
        """A thing's middle in map, 4x4."""
        body = self.data.body(thing)
        result = np.eye(4)
        result[:3, :3] = body.xmat.reshape(3, 3)
        result[:3, 3] = body.xpos
        return result


def _spec(things: Sequence[Placed], camera: CameraModel) -> Any:
    spec = robot_model.robot_spec(camera.mount, camera.vertical_fov)
    _options(spec, camera)
    _surroundings(spec)
    for thing in things:
        _add(spec, thing)
    return spec


def _options(spec: Any, camera: CameraModel) -> None:
    spec.option.timestep = TIMESTEP
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = 10.0
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.enableflags |= int(
        mujoco.mjtEnableBit.mjENBL_SLEEP
    )  # what rests costs nothing and cannot creep
    spec.stat.extent = 1.0
    spec.visual.map.znear = NEAR
    spec.visual.map.zfar = FAR
    spec.visual.global_.offwidth = max(camera.width, 640)
    spec.visual.global_.offheight = max(camera.height, 480)
    spec.visual.quality.offsamples = 0
    spec.visual.quality.shadowsize = 0
    spec.visual.headlight.ambient = [0.45, 0.45, 0.45]
    spec.visual.headlight.diffuse = [0.40, 0.40, 0.40]
    spec.visual.headlight.specular = [0.1, 0.1, 0.1]


def _surroundings(spec: Any) -> None:
    """Add the table (felt as a plane, so that what stands on it stands firmly), the floor and two lamps."""
    world = spec.worldbody
    half = 0.02
    table = world.add_body(name=TABLE, pos=[*TABLE_CENTRE, -half])
    table.add_geom(
        name=f"{TABLE}/{models.BODY}",
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=[TABLE_SIZE[0] / 2.0, TABLE_SIZE[1] / 2.0, half],
        rgba=list(_TABLE_COLOUR),
        group=2,
        contype=0,
        conaffinity=0,
    )
    table.add_geom(
        name=f"{TABLE}/felt",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=[TABLE_SIZE[0] / 2.0, TABLE_SIZE[1] / 2.0, half],
        pos=[0.0, 0.0, half],
        group=3,
        condim=6,
        friction=list(models.SKIN),
    )
    world.add_geom(
        name="floor",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=[3.0, 3.0, 1.0],
        pos=[0.0, 0.0, -_TABLE_HEIGHT],
        rgba=[0.30, 0.31, 0.33, 1.0],
        group=2,
        contype=0,
        conaffinity=0,
    )
    for pos in ((0.2, 0.9, 1.6), (0.6, -0.9, 1.6)):
        aim = np.array([0.45, 0.0, 0.0]) - np.array(pos)
        world.add_light(pos=pos, dir=aim / np.linalg.norm(aim), diffuse=[0.30, 0.30, 0.30], castshadow=False)


def _add(spec: Any, thing: Placed) -> None:
    x, y, z, w = thing.turn
    body = spec.worldbody.add_body(name=thing.id, pos=list(thing.position), quat=[w, x, y, z])
    if not KINDS[thing.kind].fixed:
        body.add_freejoint()
    models.make(models.Maker(spec, body, thing.id), thing.kind, top=thing.top, colour=thing.colour or "red")


def yaw_turn(yaw: float) -> tuple[float, float, float, float]:
    """Return the quaternion (x, y, z, w) of a turn about z, rad."""
    return (0.0, 0.0, math.sin(yaw / 2.0), math.cos(yaw / 2.0))


def upside_down(yaw: float) -> tuple[float, float, float, float]:
    """Return the quaternion (x, y, z, w) of a thing turned over, then about z, rad."""
    x, y, z, w = (Rotation.from_euler("z", yaw) * Rotation.from_euler("x", math.pi)).as_quat()
    return (float(x), float(y), float(z), float(w))
