"""The programs of this package. They load only when they run."""

from pred_core.starting import program

robot = program("spot_emulator.command")
program_for_robot = program("spot_emulator.program")
