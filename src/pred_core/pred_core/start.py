"""The programs of this package that people start. They load only when they run."""

from pred_core.exit_codes import INTERRUPTED
from pred_core.starting import program

ask_person = program("pred_core.ros.ask_person", interrupted=INTERRUPTED)
