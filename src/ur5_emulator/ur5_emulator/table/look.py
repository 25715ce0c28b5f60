"""Look at a scene without ROS: ``python -m ur5_emulator.table.look --scene lab --seed 0 --out DIR`` writes PNG files.

``overview.png`` is seen by a bystander, ``survey.png`` by the wrist camera from the arm's home, ``labels.png`` is the
ground truth of the survey, and with ``--hold ID`` ``held.png`` shows a thing after a scripted top-down pick. What the
wrist camera's ground truth says is printed.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import mujoco
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pred_core.exit_codes import BAD_INPUT, DONE
from ur5_description.mount import MountError, read_mount
from ur5_emulator.table import robot_model
from ur5_emulator.table.appearance import Appearance
from ur5_emulator.table.layout import place
from ur5_emulator.table.picks import GRIPS, ScriptedArm, tool_down
from ur5_emulator.table.rendering import Renderer, RenderingError
from ur5_emulator.table.scenes import SceneError, read_scene
from ur5_emulator.table.world import CameraModel, TableWorld

SETTLE_STEPS = 500
OUTWARDS = -math.pi / 2.0
"""The fingers' direction with which the camera is on the far side of the gripper, as at home."""


def main(args: Sequence[str] | None = None) -> int:
    """Write the pictures. Returns 0, 2 when the scene cannot be used or nothing can be drawn."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scene", default="lab")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--hold", default="", help="id of a thing to pick up")
    parser.add_argument("--mount", type=Path, default=None, help="file that says where the camera sits")
    options = parser.parse_args(args)
    try:
        things = place(read_scene(options.scene), options.seed)
        world = TableWorld(things, CameraModel(read_mount(options.mount)))
        booth = _Booth(world, options.out)
    except (SceneError, MountError, RenderingError) as error:
        print(f"look: {error}", file=sys.stderr)
        return BAD_INPUT
    world.step(SETTLE_STEPS)
    booth.overview("overview")
    booth.wrist("survey", labels="labels")
    if options.hold:
        kinds = {thing.id: thing.kind for thing in things}
        if options.hold not in kinds:
            print(f"look: there is no {options.hold!r}; there are {', '.join(kinds)}", file=sys.stderr)
            return BAD_INPUT
        _hold(
            world, ScriptedArm(world), options.hold, GRIPS.get(kinds[options.hold], GRIPS["FantaCan"]).height
        )
        booth.wrist("held")
    booth.close()
    return DONE


def _hold(world: TableWorld, arm: ScriptedArm, thing: str, height: float) -> None:
    x, y, _ = (float(v) for v in world.pose(thing)[:3, 3])
    low = tool_down(x, y, height, OUTWARDS)
    high = low.copy()
    high[2, 3] += 0.18
    arm.reorient(high)
    arm.move(low)
    arm.grip(255.0)
    arm.move(high)


class _Booth:
    def __init__(self, world: TableWorld, folder: Path) -> None:
        camera = world.camera
        self._world = world
        self._folder = folder
        self._renderer = Renderer(world.model, camera.width, camera.height)
        self._appearance = Appearance(world.model, world.things)
        folder.mkdir(parents=True, exist_ok=True)

    def close(self) -> None:
        self._renderer.close()

    def overview(self, name: str) -> None:
        view = mujoco.MjvCamera()
        view.lookat[:] = (0.42, 0.0, 0.12)
        view.distance, view.azimuth, view.elevation = 1.35, 62.0, -33.0
        self._save(name, self._renderer.draw(self._world.data, view, segmentation=False).rgb)

    def wrist(self, name: str, labels: str = "") -> None:
        frame = self._renderer.draw(self._world.data, robot_model.CAMERA)
        self._save(name, frame.rgb)
        if frame.geoms is None:
            return
        picture, seen = self._appearance.look(frame.geoms)
        print(f"{name}: " + ", ".join(f"{item.id} looks like {item.class_name}" for item in seen))
        if labels:
            colours = np.random.default_rng(0).integers(60, 255, (len(self._world.things) + 2, 3), np.uint8)
            colours[0] = 0
            self._save(labels, colours[picture])

    def _save(self, name: str, picture: NDArray[np.uint8]) -> None:
        path = self._folder / f"{name}.png"
        Image.fromarray(picture).save(path, optimize=True)
        print(path)


if __name__ == "__main__":
    sys.exit(main())
