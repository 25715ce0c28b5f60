"""Hours of faults at random moments, and a report: whether the arm ever moved unasked, hung, or said nothing of a stop.

``python -m ur5_emulator.trials.storm --minutes 120`` prints it as JSON; it ends with 1 where something was wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from pred_core.outcome import Code
from ur5_driver.driver import recovery, retreat, states
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import WATCHDOG
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import (
    ALL_CLEAR,
    CASES,
    Run,
    UnderWay,
    clear,
    grip,
    joints,
    line,
    servo,
    stands_after,
    stays,
    turn,
    yielding,
)
from ur5_emulator.trials.rehearsal import Controller, RehearsalError, eventually, linked

HOST, PORT = "127.0.0.57", 30157
RUNS: tuple[Run, ...] = (turn, line, servo, grip, yielding)
PRESSED = "pressed in"
"""The tool is pressed against something by more than the safety system allows, until a person frees it."""
PRESSING = 300.0
"""With so much, N."""
LATEST = 1.5
"""How long after its begin a motion is disturbed at the latest, s."""
MOVED = 0.01
"""A joint that turned by more while nothing was asked of it moved silently, rad."""
SAYS = 20
"""A sentence that a user can act on has more letters."""
KEPT = 1.0
"""An arm that stays ready for so long after a fault was not lost by it, s."""
BRAKES_LATER = ("freeze", "cable_pull", "power_off")
"""What the controller says of its arm meanwhile is not heard, or is not what it does then."""


@dataclass
class Report:
    """What happened, by fault, and what was wrong: each a sentence."""

    seed: int
    faults: Counter[str] = field(default_factory=Counter)
    ended_as: Counter[str] = field(default_factory=Counter)
    stood_after: list[float] = field(default_factory=list)
    recovered: int = 0
    kept: int = 0
    for_a_person: int = 0
    went_back: int = 0
    wrong: list[str] = field(default_factory=list)

    def summary(self, seconds: float) -> dict[str, object]:
        """Return the report by name."""
        stood = self.stood_after or [0.0]
        return {
            "seconds": round(seconds),
            "seed": self.seed,
            "faults": dict(self.faults),
            "motions ended as": dict(self.ended_as),
            "stood after, s": {
                name: round(float(np.percentile(stood, share)), 3)
                for name, share in (("p50", 50), ("p99", 99), ("most", 100))
            },
            "recovered when asked": self.recovered,
            "never lost": self.kept,
            "a person was told what to do": self.for_a_person,
            "went back on the way": self.went_back,
            "wrong": self.wrong,
        }


def one(controller: Controller, link: ArmLink, rng: np.random.Generator, report: Report) -> None:
    """Disturb something that is under way once, and see that it ends, stays so, and can be recovered from.

    :raises RehearsalError: when something does not end
    """
    pressed = rng.random() < 1.0 / (len(CASES) + 1)
    case = CASES[int(rng.integers(len(CASES)))]
    name = PRESSED if pressed else case.fault
    report.faults[name] += 1
    under_way = UnderWay(link, RUNS[int(rng.integers(len(RUNS)))])
    time.sleep(float(rng.uniform(0.0, LATEST)))
    if pressed:
        _press(controller, PRESSING)
    else:
        controller.fault(case.fault)
    if pressed or case.fault not in BRAKES_LATER:
        report.stood_after.append(stands_after(controller))
    outcome = under_way.join()
    report.ended_as[str(outcome.code)] += 1
    if not outcome and len(outcome.message) < SAYS:
        report.wrong.append(f"{name}: a motion ended with no more than {outcome.message!r}")
    if pressed:
        _is_left_to_a_person(controller, link, report)
    _recovers(controller, link, name, () if pressed else case.clear, report)


def _press(controller: Controller, force: float) -> None:
    controller.tell(world={"wrench": [0.0, 0.0, force, 0.0, 0.0, 0.0]})


def _is_left_to_a_person(controller: Controller, link: ArmLink, report: Report) -> None:
    """See that a pressed arm is not moved, and that it is said who has to free it; then somebody frees it."""
    eventually(lambda: link.state not in states.UNDER_CONTROL, 4.0)
    before = joints(controller)
    outcome = recovery.recover(link)
    if outcome != states.PRESSED:
        report.wrong.append(f"{PRESSED}: recover said {outcome}")
    report.for_a_person += outcome == states.PRESSED
    if float(np.abs(joints(controller) - before).max()) > MOVED:
        report.wrong.append(f"{PRESSED}: the arm moved while it was recovered")
    _press(controller, 0.0)


def _recovers(
    controller: Controller, link: ArmLink, name: str, clears: tuple[str, ...], report: Report
) -> None:
    clear(controller, *clears)
    eventually(lambda: stays(controller, 0.1), 5.0)  # what was frozen goes on, and brakes
    before = joints(controller)
    if not stays(controller, 0.3):
        report.wrong.append(f"{name}: something moved after the fault was cleared")
    outcome = recovery.recover(link)
    if outcome.code is Code.ALREADY_SO and not eventually(lambda: link.state is not State.READY, KEPT):
        report.kept += 1  # a cable that is back within 0.2 s costs nothing
        return
    for _ in range(2):
        if not outcome and len(outcome.message) >= SAYS:
            report.for_a_person += 1
        outcome = outcome or recovery.recover(link)
    if not outcome:
        raise RehearsalError(f"{name}: not recovered: {outcome}")
    report.recovered += 1
    if float(np.abs(joints(controller) - before).max()) > MOVED:
        report.wrong.append(f"{name}: the arm moved while it was recovered")
    if name in (PRESSED, "protective_stop"):
        way = retreat.way_back(link, 0.03)
        back = retreat.move_away(link, way, threading.Event()) if way else None
        report.went_back += bool(back)


def storm(minutes: float, seed: int) -> dict[str, object]:
    """Go on for some minutes; what hangs is told, cleared away, and gone on from."""
    rng = np.random.default_rng(seed)
    report, begun = Report(seed), time.monotonic()
    with linked(HOST, PORT, "--unlock-after", "0.3", watchdog=WATCHDOG) as (controller, link):
        while time.monotonic() - begun < 60.0 * minutes:
            try:
                one(controller, link, rng, report)
            except RehearsalError as error:
                report.wrong.append(str(error))
                _press(controller, 0.0)
                clear(controller, *ALL_CLEAR)
                recovery.recover(link)
                if not eventually(lambda: link.state is State.READY, 20.0):
                    report.wrong.append(f"the arm did not come back: {link.state}, {link.problem}")
                    break
    return report.summary(time.monotonic() - begun)


def main(args: list[str] | None = None) -> int:
    """Run the command. Returns 1 when something was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=120.0, help="how long: %(default)g")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(args)
    told = storm(chosen.minutes, chosen.seed)
    print(json.dumps(told, indent=1))
    return 1 if told["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
