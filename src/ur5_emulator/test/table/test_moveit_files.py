"""What MoveIt is given fits the arm, the driver's limits and its action. MoveIt itself is not here to try it."""

from __future__ import annotations

from importlib import resources
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest
import yaml

from ur5_description.kinematics import ARMS, HOME, JOINT_NAMES
from ur5_driver.bridge.parameters import DriverParameters
from ur5_driver.bridge.trajectories import START_WITHIN

DATA = resources.files("ur5_description").joinpath("data")


def srdf(arm: str) -> ElementTree.Element:
    return ElementTree.fromstring(DATA.joinpath(f"moveit/{arm}.srdf").read_text("utf-8"))


def settings(name: str) -> Any:
    return yaml.safe_load(DATA.joinpath(f"moveit/{name}.yaml").read_text("utf-8"))


def left_alone(arm: str) -> set[frozenset[str]]:
    return {frozenset((e.attrib["link1"], e.attrib["link2"])) for e in srdf(arm).iter("disable_collisions")}


@pytest.mark.parametrize("arm", list(ARMS))
def test_the_srdf_speaks_of_the_urdfs_links_and_joints(arm: str) -> None:
    urdf = ElementTree.fromstring(DATA.joinpath(f"{arm}.urdf").read_text("utf-8"))
    links, joints = ({e.attrib["name"] for e in urdf.findall(kind)} for kind in ("link", "joint"))
    told = srdf(arm)
    assert told.attrib["name"] == urdf.attrib["name"] == arm
    assert {name for pair in left_alone(arm) for name in pair} <= links
    assert all(len(pair) == 2 for pair in left_alone(arm))
    assert {e.attrib["name"] for e in told.iter("joint")} | {
        e.attrib["name"] for e in told.iter("passive_joint")
    } <= joints
    mimics = {e.attrib["name"] for e in urdf.findall("joint") if e.find("mimic") is not None}
    assert {e.attrib["name"] for e in told.iter("passive_joint")} == mimics
    chain = told.find("group[@name='manipulator']/chain")
    assert chain is not None and {chain.attrib["base_link"], chain.attrib["tip_link"]} <= links
    groups = {e.attrib["name"] for e in told.findall("group")}
    assert {e.attrib["group"] for e in told.findall("group_state")} <= groups
    home = told.findall("group_state[@name='home']/joint")
    assert [e.attrib["name"] for e in home] == list(JOINT_NAMES)
    assert [float(e.attrib["value"]) for e in home] == pytest.approx(HOME, abs=1e-6)


@pytest.mark.parametrize("arm", list(ARMS))
def test_no_other_links_touch_where_the_arm_is_free(arm: str) -> None:
    spec = mujoco.MjSpec.from_string(DATA.joinpath(f"{arm}.urdf").read_text("utf-8"))
    spec.compiler.fusestatic = False
    spec.compiler.discardvisual = True
    model = spec.compile()
    data = mujoco.MjData(model)
    at = [model.joint(name).qposadr[0] for name in JOINT_NAMES]
    bodies = [model.body(model.geom_bodyid[k]).name for k in range(model.ngeom)]

    def touching(joints: tuple[float, ...] | np.ndarray) -> set[frozenset[str]]:
        data.qpos[at] = joints
        mujoco.mj_forward(model, data)
        return {frozenset((bodies[a], bodies[b])) for a, b in data.contact.geom[: data.ncon]}

    for joints in (HOME, *DriverParameters().named_views().values()):
        assert touching(joints) <= left_alone(arm)
    folded = touching((0.0, -1.5, 3.0, 0.0, 0.0, 0.0))
    assert {"shoulder_link", "wrist_2_link"} in folded - left_alone(arm)


def test_trajectories_go_to_the_drivers_action_with_its_joints() -> None:
    told = settings("moveit_controllers")
    manager = told["moveit_simple_controller_manager"]
    (name,) = manager["controller_names"]
    controller = manager[name]
    assert f"/{name}/{controller['action_ns']}" == "/pred/follow_joint_trajectory"
    assert controller["type"] == "FollowJointTrajectory" and tuple(controller["joints"]) == JOINT_NAMES
    assert told["trajectory_execution"]["allowed_start_tolerance"] < START_WITHIN


def test_limits_are_the_drivers_own() -> None:
    limits = DriverParameters().limits()
    told = settings("joint_limits")["joint_limits"]
    assert tuple(told) == JOINT_NAMES
    for joint in told.values():
        assert joint["max_velocity"] == limits.joint_speed
        assert joint["max_acceleration"] == limits.joint_acceleration
    assert set(settings("kinematics")) == {"manipulator"}
    assert np.all([joint["has_velocity_limits"] for joint in told.values()])
