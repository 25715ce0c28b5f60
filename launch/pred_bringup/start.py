"""The programs of this package that launch files start. They load only when they run."""

from pred_core.exit_codes import INTERRUPTED
from pred_core.starting import program

run_task = program("pred_bringup.run_task", interrupted=INTERRUPTED)
