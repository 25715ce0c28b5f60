"""What programs in the tests do with the arm, over the real client library: look at a thing, pick it, open it."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
from bosdyn.api import geometry_pb2, image_pb2, manipulation_api_pb2
from bosdyn.client import frame_helpers, math_helpers
from bosdyn.client.image import ImageClient, build_image_request
from bosdyn.client.manipulation_api_client import ManipulationApiClient
from bosdyn.client.robot_command import RobotCommandBuilder, block_until_arm_arrives
from spot_client import Program

from pred_core.geometry import Pose2D
from spot_emulator.robot.grasp_plan import plan_grasp, standing_body
from spot_emulator.world import handling
from spot_emulator.world.house import House
from spot_emulator.world.routes import lattice
from thor_player.leaves import leaves

ENDS = {
    manipulation_api_pb2.MANIP_STATE_GRASP_SUCCEEDED,
    manipulation_api_pb2.MANIP_STATE_GRASP_FAILED,
    manipulation_api_pb2.MANIP_STATE_DONE,
}


def map_in_odom(program: Program) -> math_helpers.SE3Pose:
    """Return the pose of the map in odom, from where the robot is in both."""
    true = program.emulator.state()
    body = math_helpers.SE3Pose(
        *true["pose"][:2], true["height"], math_helpers.Quat.from_yaw(true["pose"][2])
    )
    tree = program.state().kinematic_state.transforms_snapshot
    return frame_helpers.get_a_tform_b(tree, "odom", "flat_body") * body.inverse()


def to_odom(program: Program, point: list[float]) -> tuple[float, float, float]:
    return map_in_odom(program).transform_point(*point)


def arrive(program: Program, command: Any, seconds: float = 60.0) -> bool:
    """Send an arm command and wait for its end."""
    number = program.commands.robot_command(command)
    return block_until_arm_arrives(program.commands, number, timeout_sec=seconds)


def look_at(program: Program, point: list[float]) -> bool:
    """Point the hand at a place in the map."""
    arrive(program, RobotCommandBuilder.arm_ready_command())
    return arrive(program, RobotCommandBuilder.arm_gaze_command(*to_odom(program, point), "odom"))


def pixel_of(program: Program, response: Any, point: list[float]) -> tuple[float, float, float]:
    """Return where a picture shows a place in the map: x, y in pixels, and its depth in metres."""
    shot = response.shot
    seen = frame_helpers.get_a_tform_b(shot.transforms_snapshot, shot.frame_name_image_sensor, "odom")
    x, y, z = seen.transform_point(*to_odom(program, point))
    lens = response.source.pinhole.intrinsics
    return (
        lens.focal_length.x * x / z + lens.principal_point.x,
        lens.focal_length.y * y / z + lens.principal_point.y,
        z,
    )


def picture(program: Program, source: str = "hand_color_image", **more: Any) -> Any:
    return program.client(ImageClient).get_image([build_image_request(source, **more)])[0]


def depth_of(response: Any) -> np.ndarray:
    image = response.shot.image
    assert image.pixel_format == image_pb2.Image.PIXEL_FORMAT_DEPTH_U16
    return np.frombuffer(image.data, "<u2").reshape(image.rows, image.cols) / response.source.depth_scale


def pick_at(program: Program, response: Any, x: float, y: float, **more: Any) -> int:
    """Ask for a grasp of what a picture shows at a pixel; return the command's number."""
    wanted = manipulation_api_pb2.PickObjectInImage(
        pixel_xy=geometry_pb2.Vec2(x=x, y=y),
        transforms_snapshot_for_camera=response.shot.transforms_snapshot,
        frame_name_image_sensor=response.shot.frame_name_image_sensor,
        camera_model=response.source.pinhole,
        **more,
    )
    request = manipulation_api_pb2.ManipulationApiRequest(pick_object_in_image=wanted)
    return program.client(ManipulationApiClient).manipulation_api_command(request).manipulation_cmd_id


def manipulation_end(program: Program, number: int, seconds: float = 60.0) -> list[int]:
    """Wait for a manipulation to end; return the states it went through."""
    client, states = program.client(ManipulationApiClient), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        request = manipulation_api_pb2.ManipulationApiFeedbackRequest(manipulation_cmd_id=number)
        state = client.manipulation_api_feedback_command(request).current_state
        if not states or states[-1] != state:
            states.append(state)
        if state in ENDS:
            return states
        time.sleep(0.05)
    raise AssertionError(f"the manipulation did not end; it went through {states}")


def pick(program: Program, thing: dict[str, Any], tries: int = 3, **more: Any) -> bool:
    """Look at a thing and grasp it, more than once where it slips."""
    for _ in range(tries):
        look_at(program, thing["position"])
        shown = picture(program)
        x, y, _ = pixel_of(program, shown, thing["position"])
        states = manipulation_end(program, pick_at(program, shown, x, y, **more))
        if states[-1] == manipulation_api_pb2.MANIP_STATE_GRASP_SUCCEEDED:
            return True
    return False


def gripper(program: Program, opening: float) -> None:
    number = program.commands.robot_command(RobotCommandBuilder.claw_gripper_open_fraction_command(opening))
    for _ in range(200):
        found = program.commands.robot_command_feedback(number).feedback.synchronized_feedback
        if found.gripper_command_feedback.claw_gripper_feedback.status in (2, 3):
            return
        time.sleep(0.02)
    raise AssertionError("the claw does not arrive")


def front_of(house: House, kind: str) -> tuple[str, list[float], list[float], list[float]]:
    """Return a door or drawer, where to stand for it, a point on its front, and the way it opens, in the map."""
    table = lattice(house)
    for obj in house.world.active():
        if obj.object_type != kind:
            continue
        front = handling.ahead(obj)
        center = house.to_map(obj.box.center)
        half = float(abs(front[0]) * obj.box.half[2] + abs(front[1]) * obj.box.half[0])
        point = [float(v) for v in center + front * half]
        point[2] = min(point[2], 1.0)
        across = [-front[1], front[0], 0.0]
        hinge = handling.hinge(house, obj, house.point(point))
        side = 1.0 if (point[0] - hinge[0]) * across[0] + (point[1] - hinge[1]) * across[1] > 0 else -1.0
        if kind != "Drawer":
            beyond = 0.2 if len(leaves(obj)) == 1 else 0.05  # from the middle away from the hinge
            point = [p + side * a * beyond for p, a in zip(point, across, strict=True)]
        yaw = math.atan2(-front[1], -front[0])
        for back in (1.05, 1.1, 1.15, 1.2):
            for aside in (0.0, 0.15, -0.15, 0.3, -0.3):
                x = point[0] + front[0] * back + across[0] * aside * side
                y = point[1] + front[1] * back + across[1] * aside * side
                place = Pose2D(x, y, yaw)
                fits = house.clearance(place) > 0.02 and table.cell(place) is not None
                if fits and plan_grasp(standing_body(place), point, lambda _: True, 0.02) is not None:
                    return obj.object_id, [x, y, yaw], point, [float(v) for v in front]
    raise AssertionError(f"no {kind} can be reached")
