"""How the arm and the link to it are, as figures for diagnostics."""

from __future__ import annotations

import time

from ur5_driver.driver import states
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.states import State
from ur5_driver.rtde_numbers import Runtime


def health(link: ArmLink) -> tuple[int, dict[str, object]]:
    """Return a level (0 fine, 1 not under control, 2 stopped or lost) and figures for diagnostics."""
    seen, state = link.receiver.latest, link.state
    stops = link.stop_times
    figures: dict[str, object] = {
        "robot_mode": "?" if seen is None else states.name_of_mode(seen.robot_mode),
        "safety_bits": "?" if seen is None else seen.safety_bits,
        "program_running": seen is not None and seen.runtime_state == Runtime.PLAYING,
        "remote_control": "?" if link.remote is None else link.remote,
        "control": str(link.control),
        "speed_scaling": "?" if seen is None else round(seen.scaling, 3),
        "last measurement, ms ago": "?" if seen is None else round(1e3 * (time.monotonic() - seen.time), 1),
        "connections": link.receiver.connections,
        "receive": link.receiver.error,
        "worker": link.worker_pid,
        "program not ended because": link.program_left,
        "last stop on the wire, ms": "" if stops is None else round(1e3 * stops.sent, 1),
        "last stop, joints still, ms": "" if stops is None else round(1e3 * stops.still, 1),
    }
    if state in states.UNDER_CONTROL:
        return 0, figures
    return (2 if state in (State.DISCONNECTED, State.ESTOP, State.PSTOP) else 1), figures
