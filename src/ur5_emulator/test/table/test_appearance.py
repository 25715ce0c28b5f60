"""The wrist camera: depth is true, and look-alikes are alike from above only."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ur5_description.kinematics import HOME, UR5E, forward
from ur5_description.mount import read_mount
from ur5_emulator.table.appearance import Appearance
from ur5_emulator.table.picks import GRIPS, ScriptedArm, tool_down
from ur5_emulator.table.rendering import Renderer
from ur5_emulator.table.world import Placed, TableWorld

Build = Callable[..., TableWorld]
Draw = Callable[[TableWorld], Renderer]
LOOK_ALIKES = ("FantaCan", "PepsiCan")


def names(world: TableWorld, renderer: Renderer) -> dict[str, str]:
    frame = renderer.draw(world.data, "wrist_camera")
    assert frame.geoms is not None
    _, seen = Appearance(world.model, world.things).look(frame.geoms)
    return {item.id: item.class_name for item in seen}


def can(kind: str) -> Placed:
    return Placed("can", kind, (0.50, 0.05, 0.0525), top="FantaCan")


def test_from_home_look_alikes_are_alike(build: Build, drawn: Draw) -> None:
    for kind in LOOK_ALIKES:
        world = build(can(kind))
        assert names(world, drawn(world))["can"] == "FantaCan"


def test_in_the_gripper_the_label_is_read(build: Build, drawn: Draw) -> None:
    for kind in LOOK_ALIKES:
        world = build(can(kind))
        arm = ScriptedArm(world)
        low = tool_down(0.50, 0.05, GRIPS["FantaCan"].height, -math.pi / 2.0)
        high = low.copy()
        high[2, 3] += 0.15
        arm.reorient(high)
        arm.move(low)
        arm.grip(255.0)
        arm.move(high)
        assert names(world, drawn(world))["can"] == kind


def test_from_the_side_the_label_is_read(build: Build, drawn: Draw) -> None:
    for kind in LOOK_ALIKES:
        world = build(can(kind))
        pose = np.eye(4)  # the camera 0.2 m before the can, level with it, looking along +x
        pose[:3, :3] = [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]
        pose[:3, 3] = (0.30, 0.05, 0.06)
        camera = world.model.camera("wrist_camera")
        renderer = drawn(world)
        world.data.cam_xpos[camera.id] = pose[:3, 3]
        world.data.cam_xmat[camera.id] = (pose[:3, :3] @ np.diag([1.0, -1.0, -1.0])).ravel()
        assert names(world, renderer)["can"] == kind


def test_a_covered_can_is_not_seen(build: Build, drawn: Draw) -> None:
    world = build(Placed("cup", "RedCup", (0.5, 0.05, 0.0595)), can("PepsiCan"))
    assert names(world, drawn(world)) == {"cup": "RedCup", "Table": "Table"}


def test_depth_is_the_planar_distance_to_the_table(build: Build, drawn: Draw) -> None:
    world = build()
    optical = forward(UR5E, HOME) @ read_mount().optical_in_tool
    depth = drawn(world).draw(world.data, "wrist_camera").depth
    focal = 240.0 / math.tan(math.radians(27.5))
    for row, column in ((40, 60), (200, 320), (120, 600)):
        ray = optical[:3, :3] @ [(column + 0.5 - 320.0) / focal, (row + 0.5 - 240.0) / focal, 1.0]
        assert abs(depth[row, column] + optical[2, 3] / ray[2]) < 0.001


def test_boxes_and_labels_agree(build: Build, drawn: Draw) -> None:
    world = build(can("FantaCan"), Placed("lemon", "Lemon", (0.55, -0.05, 0.026)))
    frame = drawn(world).draw(world.data, "wrist_camera")
    assert frame.geoms is not None
    labels, seen = Appearance(world.model, world.things).look(frame.geoms)
    for item in seen:
        rows, columns = np.nonzero(labels == item.label)
        assert item.pixels == rows.size
        assert item.box == (columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1)
