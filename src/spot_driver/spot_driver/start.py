"""The programs of this package that launch files start. They load only when they run."""

from pred_core.starting import program

bridge = program("spot_driver.node")
