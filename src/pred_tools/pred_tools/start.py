"""The programs of this package that launch files start. They load only when they run."""

from pred_core.exit_codes import INTERRUPTED
from pred_core.starting import program

recorder = program("pred_tools.bag.recorder_node")
bag = program("pred_tools.bag.commands", interrupted=INTERRUPTED)
replay = program("pred_tools.replay.command", interrupted=INTERRUPTED)
view = program("pred_tools.view.node")
