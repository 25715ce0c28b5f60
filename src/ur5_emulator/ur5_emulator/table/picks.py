"""How firmly things are held: scripted top-down picks of every kind, without ROS and without a controller.

``python -m ur5_emulator.table.picks [--kinds K ...] [--count N]`` prints the share that succeeded. A pick succeeds when
the thing is gripped after a lift of 15 cm, a quick swing sideways and back, and has not slid by more than a centimetre.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ur5_description.kinematics import HOME, UR5E, frames, inverse, invert, nearest_turn
from ur5_description.mount import read_mount
from ur5_emulator.table import contacts
from ur5_emulator.table.fingers import Fingers
from ur5_emulator.table.kinds import KINDS
from ur5_emulator.table.simulation import STEPS_PER_TURN, TCP_IN_TOOL, TURN_SECONDS
from ur5_emulator.table.world import CameraModel, Placed, TableWorld, yaw_turn

Array = NDArray[np.float64]

SPEED = 0.35  # m/s
ACCELERATION = 1.2  # m/s2
FINGER_SPEED = 255.0  # positions a second
_LIMIT = np.full(6, 2.0 * math.pi)
LIFT = 0.15
SWING = 0.20
MOST_SLIP = 0.010


@dataclass(frozen=True)
class TopGrip:
    """Where a kind is gripped from above: height of the TCP (m), and the fingers' direction off the thing's x (rad)."""

    height: float
    across: float = math.pi / 2.0


LEAST_HEIGHT = 0.024
"""The finger tips reach 8 mm (open) to 21 mm (closed) beyond the TCP: lower than this they would press on the table."""
GRIPS: dict[str, TopGrip] = {
    "FantaCan": TopGrip(0.072),
    "RedCup": TopGrip(0.085),
    "Lemon": TopGrip(0.027),
    "Apple": TopGrip(0.033),
    "Orange": TopGrip(0.035),
    "Banana": TopGrip(LEAST_HEIGHT),
    "Screwdriver": TopGrip(LEAST_HEIGHT),
    "Hammer": TopGrip(LEAST_HEIGHT),
    "Wrench": TopGrip(LEAST_HEIGHT),
}


class ScriptedArm:
    """Moves a world's arm along straight lines, tool down, as a controller without dynamics would."""

    def __init__(self, world: TableWorld) -> None:
        """Begin at home with the gripper open."""
        self.world = world
        self.joints = np.array(HOME)
        self.fingers = Fingers()
        self.position = 0.0
        self.request = 0.0
        world.place_robot(self.joints)

    def turn(self, joints: Array) -> None:
        """Let 8 ms pass while the joints go somewhere."""
        speeds = (joints - self.joints) / TURN_SECONDS
        self._move_fingers()
        for k in range(STEPS_PER_TURN):
            self.world.follow(self.joints + speeds * (k + 1) * self.world.model.opt.timestep, speeds)
            self.world.step()
        self.joints = joints

    def _move_fingers(self) -> None:
        reach = FINGER_SPEED * TURN_SECONDS
        goal = self.position + min(max(self.request - self.position, -reach), reach)
        blocked = self.fingers.blocked_at(self.world)
        self.position = goal if blocked is None else min(goal, float(blocked))
        self.fingers.aim(self.world, self.position)

    def move(self, target: Array, speed: float = SPEED) -> None:
        """Go to a tool pose (tool0 in base, 4x4) along a line; the orientation is the target's from the start.

        :raises ValueError: when it is out of reach
        """
        begin = self.world.tool[:3, 3].copy()
        way = target[:3, 3] - begin
        length = float(np.linalg.norm(way))
        for share in _progress(length, speed):
            pose = target.copy()
            pose[:3, 3] = begin + way * share
            self.turn(self._solve(pose))

    def reorient(self, target: Array, seconds: float = 1.5) -> None:
        """Go to a tool pose along a line in joint space."""
        begin, end = self.joints.copy(), self._solve(target)
        count = round(seconds / TURN_SECONDS)
        for k in range(count):
            share = 0.5 - 0.5 * math.cos(math.pi * (k + 1) / count)
            self.turn(begin + (end - begin) * share)

    def grip(self, request: float, seconds: float = 1.6) -> None:
        """Open or close the gripper."""
        self.request = request
        for _ in range(round(seconds / TURN_SECONDS)):
            self.turn(self.joints)

    def _solve(self, target: Array) -> Array:
        found = [nearest_turn(q, self.joints, -_LIMIT, _LIMIT) for q in inverse(UR5E, target)]
        choices = [q for q in found if q is not None]
        if not choices:
            raise ValueError(f"out of reach: {target[:3, 3].round(3)}")
        return min(choices, key=lambda q: float(np.abs(q - self.joints).max()) + 10.0 * _elbow_down(q))


def _elbow_down(joints: Array) -> bool:
    chain = frames(UR5E, joints)
    return float(chain[2, 2, 3]) < float(chain[3, 2, 3]) or float(chain[2, 2, 3]) < UR5E.d1


def _progress(length: float, speed: float) -> list[float]:
    """Return shares of a way, one a turn, with a trapezoid of speed."""
    if length < 1e-6:
        return [1.0]
    ramp = min(speed / ACCELERATION, math.sqrt(length / ACCELERATION))
    top = ACCELERATION * ramp
    total = length / top + ramp
    shares = []
    for k in range(1, math.ceil(total / TURN_SECONDS) + 1):
        now = min(k * TURN_SECONDS, total)
        if now < ramp:
            done = ACCELERATION * now**2 / 2.0
        elif now < total - ramp:
            done = top * (now - ramp / 2.0)
        else:
            done = length - ACCELERATION * (total - now) ** 2 / 2.0
        shares.append(done / length)
    return shares


def tool_down(x: float, y: float, z: float, finger_yaw: float) -> Array:
    """Return tool0 pointing down with its TCP at a point and the fingers closing along a yaw (rad)."""
    c, s = math.cos(finger_yaw), math.sin(finger_yaw)
    pose = np.eye(4)
    pose[:3, :3] = np.array([[c, s, 0.0], [s, -c, 0.0], [0.0, 0.0, -1.0]])
    pose[:3, 3] = (x, y, z + TCP_IN_TOOL)
    return pose


@dataclass(frozen=True)
class Pick:
    """One pick's end: gripped, how far it slid in the fingers (m), the gripper's position then (0..255)."""

    success: bool
    slip: float
    position: float


def pick(kind: str, random: np.random.Generator, error: float = 0.003) -> Pick:
    """Pick one thing up at a random pose with a grasp that is off by up to ``error`` (m) and five degrees."""
    x, y, yaw = random.uniform(0.33, 0.60), random.uniform(-0.30, 0.30), random.uniform(-math.pi, math.pi)
    thing = Placed("thing", kind, (x, y, KINDS[kind].size[2] / 2.0 + 0.0005), yaw_turn(yaw))
    world = TableWorld([thing], CameraModel(read_mount()))
    arm = ScriptedArm(world)
    grip = GRIPS[kind]
    off = random.uniform(-error, error, 2)
    turn = yaw + grip.across + math.radians(random.uniform(-5.0, 5.0))
    turn -= math.pi * round(
        (turn + math.pi / 2.0) / math.pi
    )  # fingers are alike: the wrist need not turn around
    low = tool_down(x + off[0], y + off[1], grip.height, turn)
    high = low.copy()
    high[2, 3] += LIFT
    arm.reorient(high)
    arm.move(low)
    arm.grip(255.0)
    before = invert(world.tool) @ world.pose("thing")
    arm.move(high)
    aside = high.copy()
    aside[1, 3] += -SWING if y > 0.0 else SWING
    arm.move(aside, 0.6)
    arm.move(high, 0.6)
    arm.grip(255.0, 0.5)
    after = invert(world.tool) @ world.pose("thing")
    slip = float(np.linalg.norm(after[:3, 3] - before[:3, 3]))
    owners = contacts.Owners.of(world.model, ("thing",))
    held = "thing" in contacts.gripped(world.data, owners)
    return Pick(held and slip < MOST_SLIP, slip, arm.position)


def main(args: Sequence[str] | None = None) -> int:
    """Pick every kind some times and print the shares. Returns 0 when nine in ten succeeded, else 1."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--kinds", nargs="+", default=sorted(GRIPS), choices=sorted(GRIPS))
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(args)
    random = np.random.default_rng(options.seed)
    good = 0
    for kind in options.kinds:
        begun = time.monotonic()
        picks = [pick(kind, random) for _ in range(options.count)]
        done = sum(item.success for item in picks)
        good += done
        slips = sorted(item.slip for item in picks)
        print(
            f"{kind:12} {done:3d} of {len(picks)}   slip, mm: median {1000 * slips[len(slips) // 2]:.1f}, most"
            f" {1000 * slips[-1]:.1f}   position {np.median([p.position for p in picks]):.0f}"
            f"   {time.monotonic() - begun:.1f} s",
            flush=True,
        )
    return 0 if good >= 0.9 * options.count * len(options.kinds) else 1


if __name__ == "__main__":
    sys.exit(main())
