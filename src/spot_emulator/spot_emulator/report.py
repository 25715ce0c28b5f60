"""What the fault port tells of the robot and its room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spot_emulator.robot import estop

if TYPE_CHECKING:
    from spot_emulator.machine import Machine
    from spot_emulator.robot.robot import Robot


def robot_report(machine: Machine) -> dict[str, Any]:
    """Return the robot's true state as a JSON object: metres, radians, the room's map."""
    robot = machine.robot
    base, claim = robot.base, robot.leases.holder()
    hand = robot.frames().map_tform("hand")
    return {
        "scene": robot.house.scene,
        "time": robot.clock.seconds(),
        "pose": [base.pose.x, base.pose.y, base.pose.yaw],
        "height": base.height,
        "velocity": [base.velocity.x, base.velocity.y, base.velocity.turn],
        "still": base.velocity.still() and robot.arm.still,
        "posture": base.posture.value,
        "standing": base.standing, "sitting": base.sitting, "blocked": base.blocked,
        "motors": robot.power.motors.name, "charge": robot.power.charge,
        "estopped": robot.estop.level() != estop.NONE, "estop": robot.estop.details(),
        "lease": None if claim is None else {"client": claim.client, "stale": robot.leases.stale(claim)},
        "arm": [float(q) for q in robot.arm.q], "arm_velocity": [float(v) for v in robot.arm.speed],
        "gripper": robot.gripper.opening,
        "hand": None if hand is None else [hand.x, hand.y, hand.z],
        "held": robot.grip.held, "handle": robot.grip.fixture,
        "person": None if robot.bystander is None else robot.bystander.report(),
        "doing": {part.value: type(a).__name__ if a else None for part, a in robot.slots.items()},
        "behavior_faults": [int(f.cause) for f in robot.behavior_faults],
        "system_faults": sorted(robot.system_faults),
        "localized": robot.navigator.localized and not robot.navigator.lost,
        "network": not machine.network.cut,
    }  # fmt: skip


def room_report(robot: Robot) -> list[dict[str, Any]]:
    """Return every object of the room: positions of its middle in the map, sizes along the map's axes at yaw 0."""
    found = []
    for obj in robot.house.world.active():
        status, half = obj.status, obj.box.half
        found.append({
            "id": obj.object_id, "type": obj.object_type,
            "position": [float(v) for v in robot.house.to_map(obj.box.center)],
            "size": [2.0 * float(half[2]), 2.0 * float(half[0]), 2.0 * float(half[1])],
            "parents": list(obj.parents), "pickupable": obj.can("pickupable"), "openable": obj.can("openable"),
            "receptacle": obj.can("receptacle"), "openness": status.openness, "is_toggled": status.is_toggled,
            "is_dirty": status.is_dirty, "filled": status.fill_liquid, "is_sliced": status.is_sliced,
            "is_cooked": status.is_cooked, "is_broken": status.is_broken, "held": status.is_picked_up,
        })  # fmt: skip
    return found
