"""How the robot and the link to it are: a level, a sentence a user can act on, and figures for diagnostics."""

from __future__ import annotations

from spot_driver.driver import clock
from spot_driver.driver.link import SpotLink

FINE, IMPAIRED, STOPPED = 0, 1, 2
LOW_BATTERY = 15.0
"""Below this charge (%) the robot should go home."""
_STOPPED = frozenset({"DISCONNECTED", "ESTOPPED", "FAULT"})


def health(link: SpotLink, blind: str = "") -> tuple[int, str, dict[str, object]]:
    """Return a level (0 fine, 1 impaired or not under control, 2 stopped or lost), what to do, and figures.

    :param blind: why there is no picture, a sentence; '' when there is one
    """
    seen, state = link.latest, link.state
    figures: dict[str, object] = {
        "lease": str(link.lease.hold),
        "lease owner instead": link.lease.rival,
        "e-stop of the driver": "set up" if link.estop.held else "none",
        "e-stop trouble": link.estop.trouble,
        "e-stopped by": "" if seen is None else ", ".join(seen.estopped),
        "posture": "?" if seen is None else str(seen.posture),
        "motors": "?" if seen is None else ("on" if seen.powered else "off"),
        "battery, %": "?" if seen is None else round(seen.battery, 1),
        "behavior faults": "" if seen is None else ", ".join(map(str, seen.behavior_faults)),
        "system faults": "" if seen is None else ", ".join(seen.system_faults),
        "gripper, % open": "?" if seen is None else round(seen.gripper, 1),
        "last measurement, ms ago": "?" if seen is None else round(1e3 * (clock.steady() - seen.time), 1),
        "connections": link.connections,
        "guard": "watches" if link.guard.watching else "none",
        "last problem": link.problem.message,
    }
    available = link.available()
    sentences = [] if available else [available.message]
    level = FINE if available else (STOPPED if state in _STOPPED else IMPAIRED)
    if seen is not None and seen.battery < LOW_BATTERY:
        sentences.append(f"The battery has {seen.battery:.0f} % left: charge it.")
        level = max(level, IMPAIRED)
    for sentence in (blind, link.estop.trouble):
        if sentence:
            sentences.append(sentence)
            level = max(level, IMPAIRED)
    return level, " ".join(sentences), figures
