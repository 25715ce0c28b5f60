"""The emulated lab's table: MuJoCo physics around the controller's arm, wrist camera, scenes, judge."""

import os

os.environ.setdefault(
    "MUJOCO_GL", "egl"
)  # MuJoCo chooses its OpenGL while it is imported, and there is no window
