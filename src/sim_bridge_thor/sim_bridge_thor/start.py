"""The programs of this package that launch files start. They load only when they run."""

from pred_core.starting import program

bridge = program("sim_bridge_thor.node")
