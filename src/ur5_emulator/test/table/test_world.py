"""The physics: the arm is where kinematics says, things rest, and what is gripped stays gripped."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict

import numpy as np
import pytest

from ur5_description.calibration import DhRows
from ur5_description.kinematics import HOME, UR5E, forward
from ur5_emulator.controller.links import measured
from ur5_emulator.table import contacts
from ur5_emulator.table.layout import place
from ur5_emulator.table.picks import GRIPS, ScriptedArm, pick, tool_down
from ur5_emulator.table.scenes import read_scene, scene_names
from ur5_emulator.table.simulation import TCP_IN_TOOL
from ur5_emulator.table.state import world_state
from ur5_emulator.table.world import Placed, TableWorld, upside_down

Build = Callable[..., TableWorld]


def owners(world: TableWorld) -> contacts.Owners:
    return contacts.Owners.of(world.model, tuple(thing.id for thing in world.things))


def test_the_arm_is_where_kinematics_says(build: Build) -> None:
    world = build()
    random = np.random.default_rng(1)
    for _ in range(20):
        joints = random.uniform(-3.0, 3.0, 6)
        world.place_robot(joints)
        assert np.allclose(world.tool, forward(UR5E, joints), atol=1e-9)


def test_an_arm_with_links_of_its_own_is_where_they_put_it_and_looks_like_any_other(build: Build) -> None:
    own, published = build(), build()
    random = np.random.default_rng(2)
    for seed in (1, 2, 5):
        arm = DhRows(**asdict(measured(seed))).of(UR5E)
        own.become(arm)
        off = []
        for _ in range(20):
            joints = random.uniform(-3.0, 3.0, 6)
            own.place_robot(joints)
            published.place_robot(joints)
            assert np.allclose(own.tool, forward(arm, joints), atol=1e-9)
            off.append(np.linalg.norm(own.data.xpos - published.data.xpos, axis=1).max())
        assert 1e-3 < max(off) < 8e-3
    own.become(UR5E)
    assert np.allclose(own.tool, forward(UR5E, joints), atol=1e-9)


def test_the_arm_follows_moving_joints_closely(build: Build) -> None:
    world = build()
    way = np.array([1.0, -0.4, -0.4, 0.6, 0.4, 1.0])
    worst = 0.0
    for k in range(500):
        phase = k * 0.002 * math.pi
        joints = np.array(HOME) + 0.3 * way * (1.0 - math.cos(phase))
        world.follow(joints, 0.3 * math.pi * way * math.sin(phase))
        world.step()
        worst = max(worst, float(np.abs(world.joints - joints).max()))
    assert worst < 0.01


@pytest.mark.parametrize("name", scene_names())
def test_things_at_rest_stay_where_they_are(name: str, build: Build) -> None:
    things = place(read_scene(name), 2)
    world = build(*things)
    world.step(500)
    before = {thing.id: world.pose(thing.id) for thing in things}
    state = world_state(world, owners(world))
    assert all(here.holder for here in state.places.values())
    for thing in things:
        assert np.hypot(*(world.pose(thing.id)[:2, 3] - thing.position[:2])) < 0.02
    world.step(1000)
    for thing in things:
        assert np.abs(world.pose(thing.id) - before[thing.id]).max() < 0.001


@pytest.mark.parametrize("kind", ["FantaCan", "RedCup", "Orange", "Banana", "Hammer", "Screwdriver"])
def test_what_is_gripped_from_above_stays_gripped(kind: str) -> None:
    """One of each shape; `python -m ur5_emulator.table.picks` picks every kind many times."""
    done = pick(kind, np.random.default_rng(11))
    assert done.success, done


def test_a_bad_grip_slips(build: Build) -> None:
    """Nothing is welded: finger tips that close above an orange's widest place squeeze it out."""
    world = build(Placed("thing", "Orange", (0.45, 0.0, 0.0355)))
    arm = ScriptedArm(world)
    low = tool_down(0.45, 0.0, GRIPS["Orange"].height + 0.045, -math.pi / 2.0)
    high = low.copy()
    high[2, 3] += 0.12
    arm.reorient(high)
    arm.move(low)
    arm.grip(255.0)
    arm.move(high)
    assert world.pose("thing")[2, 3] < 0.06


def test_a_cup_is_lifted_off_the_can_it_hides(build: Build) -> None:
    world = build(
        Placed("cup", "RedCup", (0.45, 0.0, 0.0595)),
        Placed("can", "PepsiCan", (0.45, 0.0, 0.053), top="PepsiCan"),
    )
    world.step(300)
    state = world_state(world, owners(world))
    assert (state.places["can"].relation, state.places["can"].holder) == ("under", "cup")
    arm = ScriptedArm(world)
    low = tool_down(0.45, 0.0, GRIPS["RedCup"].height, -math.pi / 2.0)
    high = low.copy()
    high[2, 3] += 0.2
    arm.reorient(high)
    arm.move(low)
    arm.grip(255.0)
    arm.move(high)
    state = world_state(world, owners(world))
    assert state.held == {"cup"} and state.places["cup"].holder == ""
    assert (state.places["can"].relation, state.places["can"].holder) == ("on", "Table")
    assert world.pose("can")[2, 2] > 0.99


def test_a_can_in_an_upright_cup_is_in_it(build: Build) -> None:
    world = build(
        Placed("cup", "RedCup", (0.45, 0.0, 0.0595), upside_down(0.0)),
        Placed("can", "BlueCan", (0.45, 0.0, 0.058)),
    )
    world.step(300)
    assert world_state(world, owners(world)).places["can"].relation == "in"


def test_pressing_on_the_table_is_felt(build: Build) -> None:
    world = build()
    arm = ScriptedArm(world)
    arm.reorient(tool_down(0.45, 0.0, 0.06, -math.pi / 2.0))
    tool = world.tool
    point = tool[:3, 3] + TCP_IN_TOOL * tool[:3, 2]
    assert np.abs(contacts.wrench(world.model, world.data, owners(world), point)).max() < 1e-6
    arm.move(tool_down(0.45, 0.0, -0.03, -math.pi / 2.0), 0.1)  # the fingers give way by some millimetres
    push = contacts.wrench(world.model, world.data, owners(world), point)
    assert push[2] > 20.0 and abs(push[2]) > abs(push[0]) + abs(push[1])
