"""The programs of this package that launch files start. They load only when they run."""

from pred_core.starting import program

table = program("ur5_emulator.table.node")
controller = program("ur5_emulator.controller.command")
