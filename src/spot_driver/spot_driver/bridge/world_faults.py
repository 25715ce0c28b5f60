"""What of a benchmark's layout an emulated robot can do: grasps that slip, and what is held falling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well

CARRIED = 12.0
"""What falls was held for so long, s of the robot's clock: it is lifted, and being carried."""
TAKEN = ("faults",)
NOT_BY_ACTIONS = "The emulated robot counts grasps and seconds: from which action on a fault happens is not kept."


def requests_of(layout: str) -> tuple[list[dict[str, Any]], Outcome]:
    """Return what to ask of the emulator's fault port once the room is loaded, or why the layout is not for it.

    :param layout: JSON as ``sim/load_world`` has it; '' for none
    """
    refused = Outcome(
        Code.BAD_INPUT,
        "The emulated robot takes no layout but faults of the kinds grasp and slip: its rooms have a seed.",
    )
    try:
        given = json.loads(layout or "{}")
    except json.JSONDecodeError as error:
        return [], Outcome(Code.BAD_INPUT, ended_well(f"The layout is not JSON: {error}"))
    if not isinstance(given, Mapping) or any(given[key] for key in given if key not in TAKEN):
        return [], refused
    asked = [_request(entry) for entry in given.get("faults", [])]
    found = [one for one in asked if one is not None]
    return (found, Outcome.success()) if len(found) == len(asked) else ([], refused)


def _request(entry: Any) -> dict[str, Any] | None:
    match entry:
        case {"kind": "grasp", "times": int(times)}:
            return {"fault": "grasps_slip", "times": times}
        case {"kind": "slip"}:
            return {"fault": "hold_tires", "seconds": CARRIED}
    return None
