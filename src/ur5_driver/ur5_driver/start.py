"""The programs of this package that launch files start. They load only when they run."""

from pred_core.starting import program

bridge = program("ur5_driver.node")
nav = program("ur5_driver.gaze.node")
