"""`python -m ur5_emulator.trials.cancelled_motions --n 1000`: cancel motions at random moments, count what is left.

Runs an emulated controller on a loopback address of its own. Prints one line of figures; the exit code is 1 when a goal
leaked: its call did not end, or the arm moved on after its end. Control that was lost (on a machine so busy that the
controller's watchdog of 0.2 s trips) is counted apart and recovered.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from dataclasses import dataclass, field

import numpy as np

from pred_core.outcome import Code
from ur5_description import kinematics
from ur5_driver.driver import recovery
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import WATCHDOG
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.states import State
from ur5_emulator.trials.rehearsal import eventually, linked

SWING = 0.8
LATEST = 0.6
ENDS_WITHIN = 3.0


@dataclass
class MotionTally:
    """What came of the trials: counts, and seconds from cancel to the wire and to the end of the call."""

    trials: int = 0
    canceled: int = 0
    finished: int = 0
    leaked: int = 0
    lost: int = 0
    other: list[str] = field(default_factory=list)
    sent: list[float] = field(default_factory=list)
    ended: list[float] = field(default_factory=list)

    def line(self) -> str:
        """Return the figures in one line."""
        p50, p99 = (1e3 * np.percentile(self.sent or [0.0], q) for q in (50, 99))
        e50, e99 = (1e3 * np.percentile(self.ended or [0.0], q) for q in (50, 99))
        return (
            f"{self.trials} trials: {self.canceled} cancelled, {self.finished} had ended before, {self.leaked} leaked, "
            f"{self.lost} lost control, {len(self.other)} other; stop on the wire p50 {p50:.1f} ms, p99 {p99:.1f} ms; "
            f"arm still and call ended p50 {e50:.0f} ms, p99 {e99:.0f} ms"
        )


def trial(link: ArmLink, delay: float, tally: MotionTally) -> None:
    """Start a motion, cancel it after a delay (s), and record what came of it."""
    seen = link.snapshot
    if seen is None:
        tally.other.append("no measurement")
        return
    goal = seen.q.copy()
    goal[0] += SWING if goal[0] < kinematics.HOME[0] else -SWING
    limits = link.limits
    command = limits.joints(joints_of(seen.q), joints_of(goal), 0.6, 1.0)
    cancel, done = threading.Event(), threading.Event()
    outcomes: list[Code] = []

    def run() -> None:
        outcomes.append(link.move(command, cancel, within=limits).code)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    time.sleep(delay)
    asked = time.monotonic()
    cancel.set()
    tally.trials += 1
    if not done.wait(ENDS_WITHIN):
        tally.leaked += 1
        return
    tally.ended.append(time.monotonic() - asked)
    after = link.receiver.wait_newer(time.monotonic(), 1.0)
    if after is None or not after.still:
        tally.leaked += 1
    elif not eventually(lambda: link.state is State.READY, 0.5):
        tally.lost += 1
        recovery.recover(link)
    elif outcomes == [Code.CANCELED]:
        tally.canceled += 1
        if link.stop_times is not None:
            tally.sent.append(link.stop_times.sent)
    elif outcomes == [Code.SUCCESS]:
        tally.finished += 1
    else:
        tally.other.append(str(outcomes[0]))


def trials(link: ArmLink, count: int, seed: int = 0) -> MotionTally:
    """Cancel ``count`` motions at random moments."""
    rng = np.random.default_rng(seed)
    tally = MotionTally()
    for _ in range(count):
        trial(link, float(rng.uniform(0.0, LATEST)), tally)
    return tally


def main() -> int:
    """Run the trials and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=1000, help="number of cancels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--host", default="127.0.0.49", help="loopback address for the emulated controller")
    parser.add_argument("--fault-port", type=int, default=30149)
    options = parser.parse_args()
    with linked(
        options.host, options.fault_port, "--no-gripper", gripper=False, watchdog=WATCHDOG
    ) as (_, link):
        tally = trials(link, options.n, options.seed)
    print(tally.line())
    for problem in sorted(set(tally.other)):
        print(f"  {tally.other.count(problem)} x {problem}")
    return 1 if tally.leaked or tally.other else 0


if __name__ == "__main__":
    sys.exit(main())
