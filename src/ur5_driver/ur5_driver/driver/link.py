"""The link to one arm: one motion at a time, begun from what is measured, ended by its goal, a cancel or a fault."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import Array
from ur5_driver.driver import arrival, states
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import Grip, Guide, MoveJoints, MoveLine, Payload, Press, Stop, ZeroForce
from ur5_driver.driver.control import DEAF, ControlWorker
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.link_settings import LinkSettings, StopTimes
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.states import Activity, Control, State
from ur5_driver.driver.supervision import SILENCED, TICK, Supervised
from ur5_driver.driver.walking import TOO_LATE, Ahead, Way, ahead_on

TAKEN_WITHIN = 1.5
BEGUN_WITHIN = 1.0
STOP_ACKNOWLEDGED_WITHIN = 0.06
PRESSING_ACKNOWLEDGED_WITHIN = 0.3
"""Force mode's stop brakes in the controller before it is acknowledged."""
STILL_WITHIN = 3.0
STUCK_AFTER = 2.0
"""By the controller's clock: a busy computer, which sees the arm seldom, may not take that for its moving, s."""
STOP_TOLD_AFTER = 0.1
DROP_TOLD_AFTER = 1.0
AT_TOLD_WITHIN = 0.1
SLIDER_DOWN = 0.02
"""Speed scaling below which an arm may move too slowly to be seen to."""
Watch = Callable[[Snapshot], Outcome | None]
Arrived = Callable[[Array], Outcome]


class ArmLink(Supervised):
    """One arm. Motions run in the caller's thread and can be cancelled at any moment by an event."""

    def __init__(self, settings: LinkSettings, on_snapshot: Callable[[Snapshot], None] | None = None) -> None:
        """Prepare; ``on_snapshot`` is called with every measurement, from the receiving thread."""
        super().__init__(settings, on_snapshot)
        self.stop_times: StopTimes | None = None
        self.grasped: Array | None = None  # points of what the fingers hold, Nx3 m in tool0
        self._motion = threading.Lock()
        self._request = 0
        self._way: Way | None = None
        self._acknowledged_within = STOP_ACKNOWLEDGED_WITHIN

    def hand(self) -> Hand:
        """Return what is at the flange now."""
        fingers = self.fingers
        return self.limits.hand.now(None if fingers is None else fingers.width, self.grasped)

    def available(self) -> Outcome:
        """Return success when a motion may begin, else why not."""
        state = self.state
        stopped = states.stopped_by(self.facts().safety_bits)
        if not stopped:
            return self.problem if self.problem == states.PRESSED else stopped
        if state in states.UNDER_CONTROL and not self.sound:
            return states.UNMEASURED
        if state is State.IDLE and self.control is Control.STARTING:
            return states.BEGINS
        if state is State.IDLE and self.program.foreign:
            return states.FOREIGN
        if state is State.IDLE and not self.problem and self._worker is None:
            return self.problem
        return states.why(state)

    def move(
        self,
        command: MoveJoints | MoveLine,
        cancel: threading.Event,
        watch: Watch | None = None,
        *,
        within: Limits | None = None,
    ) -> Outcome:
        """Move, and return when the arm rests.

        :param cancel: set it to stop at once; the outcome is then CANCELED
        :param watch: looks at every measurement; what it returns ends the motion with that outcome
        :param within: the limits of this link that it was planned in; those of now when None. What the controller says
            of itself meanwhile counts from the next motion on: with its own links the tool is not quite as fast
        """
        planned = self.limits if within is None else within
        arrived = partial(arrival.at_end, planned.arm, command)
        return self._run(lambda w: w.ask(command), Activity.MOVING, cancel, watch, arrived, planned)

    def follow(
        self, samples: Array, period: float, cancel: threading.Event, watch: Watch | None = None
    ) -> Outcome:
        """Follow joint positions, Nx6 rad, one each ``period`` s; stretched when the arm runs slower.

        Another trajectory may be joined to it on the way (:meth:`go_on`): it returns at the end of the last.
        """
        self._way, self._period = Way(samples), period

        def arrived(joints: Array) -> Outcome:
            return arrival.at_joints((samples if self._way is None else self._way.rows)[-1], joints)

        try:
            return self._run(
                lambda w: w.follow(samples, period), Activity.SERVO, cancel, watch, arrived, self.limits
            )
        finally:
            self._way = None

    def ahead(self, seconds: float) -> Ahead | None:
        """Return a moment ahead on the trajectory that is being followed; None where none is."""
        until = time.monotonic() + AT_TOLD_WITHIN
        while time.monotonic() < until:
            way, worker, request = self._way, self._worker, self._request
            if way is None or worker is None:
                return None
            report = worker.report
            if report.at[0] == request:
                age = time.monotonic() - report.time
                return ahead_on(way, request, report.at[1], seconds + age, self._period)
            self.receiver.wait_newer(time.monotonic(), TICK)
        return None

    def go_on(self, ahead: Ahead, samples: Array) -> Outcome:
        """Go on with other joint positions, Nx6 rad, after a moment ahead, without braking.

        They are not checked here. Returns UNAVAILABLE where it is too late for that moment. One caller at a time.
        """
        way, worker = self._way, self._worker
        if way is None or worker is None or self._request != ahead.number:
            return TOO_LATE
        number = worker.follow(samples, self._period, (ahead.number, ahead.row))
        answer = worker.answer(number, TAKEN_WITHIN)
        if answer is None:
            return Outcome(Code.UNAVAILABLE, "The controller did not answer in time.")
        if answer.outcome:
            self._way, self._request = way.joined(ahead.row, samples), number
        return answer.outcome

    def grip(self, command: Grip, cancel: threading.Event) -> Outcome:
        """Move the fingers and wait until they rest. A fault of the arm stops them, too."""
        if self.gripper is None:
            return Outcome(Code.NOT_AFFORDED, "This arm was configured without a gripper.")
        available = self.available()
        if not available:
            return available
        return self.gripper.grip(command, cancel, self._halted)

    def _halted(self) -> Outcome | None:
        """Return what ends whatever the fingers do; None where they may go on."""
        halted = states.halted(self.state)
        return None if halted is None else self._why_stopped(halted)

    def tell(self, command: Payload | ZeroForce) -> Outcome:
        """Tell the controller something that moves nothing, while nothing moves."""
        if not self._motion.acquire(blocking=False):
            return states.why(State.MOVING)
        try:
            available, worker = self.available(), self._worker
            if not available or worker is None:
                return available and states.why(State.IDLE)
            answer = worker.answer(worker.ask(command), TAKEN_WITHIN)
            if answer is None:
                self.unheeding = True
                return Outcome(Code.ROBOT_LOST, "The controller did not answer in time: call recover.")
            if answer.outcome and isinstance(command, Payload):
                self.payload = command
            return answer.outcome
        finally:
            self._motion.release()

    def guide(self, ended: threading.Event) -> Outcome:
        """Let a person guide the arm by hand until an event is set; then it is held where it is."""
        return self._give_way(Guide(), ended, lambda _: None, lambda: None)

    def press(
        self, command: Press, ended: threading.Event, watch: Watch, begun: Callable[[], object]
    ) -> Outcome:
        """Press as a command says until an event is set; then the arm is held where it is.

        :param watch: looks at every measurement; what it returns ends it with that outcome
        :param begun: called once the controller took it
        """
        return self._give_way(command, ended, watch, begun)

    def _give_way(
        self, command: Guide | Press, ended: threading.Event, watch: Watch, begun: Callable[[], object]
    ) -> Outcome:
        if not self._motion.acquire(blocking=False):
            return states.why(State.MOVING)
        try:
            available, worker = self.available(), self._worker
            if not available or worker is None:
                return available and states.why(State.IDLE)
            self._dropped = None
            self._activity = Activity.MOVING
            if isinstance(command, Press):
                self.receiver.watchful, self._acknowledged_within = True, PRESSING_ACKNOWLEDGED_WITHIN
            answer = worker.answer(worker.ask(command), TAKEN_WITHIN)
            if answer is None or not answer.outcome:
                return self._untaken(worker, None if answer is None else answer.outcome)
            begun()
            while not ended.wait(TICK):
                if self._dropped is not None:
                    return self._why_dropped(self._dropped)
                if worker.report.time > answer.time + 0.1 and not worker.report.running:
                    return self._holds_again()
                seen = self.snapshot
                problem = None if seen is None else watch(seen)
                if problem is not None:
                    stopped = self._brake(worker)
                    return problem if stopped else stopped
            return self._brake(worker)
        finally:
            self.receiver.watchful, self._acknowledged_within = False, STOP_ACKNOWLEDGED_WITHIN
            self._activity = Activity.NONE
            self._motion.release()

    def _holds_again(self) -> Outcome:
        """Return why the arm gives way no more, unasked: what stops it is told a moment after that ended."""
        self.receiver.wait_newer(time.monotonic() + STOP_TOLD_AFTER, 2.0 * STOP_TOLD_AFTER)
        if self._dropped is not None:
            return self._why_dropped(self._dropped)
        stopped = states.stopped_by(self.facts().safety_bits)
        return Outcome(Code.CANCELED, "The arm was stopped: it gives way no more.") if stopped else stopped

    def _run(
        self,
        hand_over: Callable[[ControlWorker], int],
        activity: Activity,
        cancel: threading.Event,
        watch: Watch | None,
        arrived: Arrived,
        planned: Limits,
    ) -> Outcome:
        if not self._motion.acquire(blocking=False):
            return Outcome(Code.BUSY, "The arm is moving already: wait or cancel.")
        try:
            # a motion begins from what is so now
            begin = self.receiver.wait_newer(time.monotonic(), BEGUN_WITHIN)
            available = self.available()
            worker = self._worker
            if not available:
                return available
            if worker is None:
                return states.why(State.IDLE)
            if begin is None:
                return states.why(State.DISCONNECTED)
            if cancel.is_set():
                return Outcome(Code.CANCELED, "Cancelled before the arm moved.")
            self._dropped = None
            self._activity = activity
            self.receiver.watchful = True
            worker.carry(self.hand(), planned.said)
            self._request = hand_over(worker)
            outcome = self._await(worker, cancel, watch)
            return self._arrived(arrived) if outcome else outcome
        finally:
            self.receiver.watchful = False
            self._activity = Activity.NONE
            self._motion.release()

    def _await(self, worker: ControlWorker, cancel: threading.Event, watch: Watch | None) -> Outcome:
        answer = worker.answer(self._request, TAKEN_WITHIN)
        if answer is None or not answer.outcome:
            return self._untaken(worker, None if answer is None else answer.outcome)
        begun = looked = time.monotonic()
        rested: tuple[float, float] | None = None  # since when, and until when it was seen, by the controller's clock
        while True:
            seen = self.receiver.wait_newer(looked, 4.0 * TICK)
            looked = looked if seen is None else seen.time
            if self._dropped is not None:
                return self._why_dropped(self._dropped)
            refused = worker.answer(self._request, 0.0)
            problem = None if refused is None else self._why_refused(refused.outcome)
            if problem is None and cancel.is_set():
                problem = Outcome(Code.CANCELED, "The motion was cancelled; the arm stands.")
            if problem is None and seen is not None and not seen.sound:
                problem = states.UNMEASURED
            if problem is None and watch is not None and seen is not None:
                problem = watch(seen)
            if seen is not None:
                rested = (seen.stamp if rested is None else rested[0], seen.stamp) if seen.still else None
            stuck = rested is not None and rested[1] - rested[0] > STUCK_AFTER
            if problem is None and stuck and worker.report.running:
                problem = self._does_not_move(seen)
            if problem is not None:
                stopped = self._brake(worker)
                return problem if stopped else stopped
            reported = worker.report.time > max(answer.time, begun) + 0.02
            if reported and not worker.report.running and seen is not None and seen.still:
                return Outcome.success()

    def _does_not_move(self, seen: Snapshot | None) -> Outcome:
        if seen is not None and seen.scaling < SLIDER_DOWN:
            return Outcome(
                Code.UNAVAILABLE, "The speed slider is down: raise it at the teach pendant or by set_speed_slider."
            )
        self.unheeding = True
        return Outcome(
            Code.EXECUTION_FAILURE, "The arm was told to move and does not: call recover if it stays so."
        )

    def _untaken(self, worker: ControlWorker, refused: Outcome | None) -> Outcome:
        """Return why a motion was not taken; without an answer whatever came of it is stopped first."""
        if self._dropped is not None:
            return self._why_dropped(self._dropped)
        if refused is not None:
            return self._why_refused(refused)
        stopped = self._brake(worker)
        self.unheeding = True
        return stopped and Outcome(Code.ROBOT_LOST, "The controller did not take the motion in time: call recover.")

    def _why_refused(self, refused: Outcome) -> Outcome:
        """Return why a command was not taken: that control was dropped may be noticed after that (the mode switch)."""
        until = time.monotonic() + DROP_TOLD_AFTER
        outcome = self._why_stopped(refused)
        if outcome is not refused:
            return outcome
        waits = refused.code is Code.EXECUTION_FAILURE
        while waits and self._dropped is None and time.monotonic() < until:
            self.receiver.wait_newer(time.monotonic(), 2.0 * STOP_TOLD_AFTER)
        return refused if self._dropped is None else self._why_dropped(self._dropped)

    def _why_stopped(self, ended: Outcome) -> Outcome:
        """Return why something ended: what stops the arm is told a moment after nothing is taken any more."""
        if ended.code is Code.EXECUTION_FAILURE or ended in SILENCED:
            self.receiver.wait_newer(time.monotonic() + STOP_TOLD_AFTER, 2.0 * STOP_TOLD_AFTER)
        stopped = states.stopped_by(self.facts().safety_bits)
        return ended if stopped else stopped

    def _arrived(self, arrived: Arrived) -> Outcome:
        seen = self.receiver.wait_newer(time.monotonic(), 0.5)
        if seen is not None:
            outcome = arrived(seen.q)
            self.unheeding &= not outcome
            return (
                outcome if outcome else self._why_stopped(outcome)
            )  # a stop ends the program's motion as well
        return states.why(State.DISCONNECTED) if self._dropped is None else self._why_dropped(self._dropped)

    def _why_dropped(self, outcome: Outcome) -> Outcome:
        """Return why control was dropped, once it is known whether it was for another program."""
        outcome = self._why_stopped(outcome)
        return states.FOREIGN if outcome in SILENCED and self.program.replaced() else outcome

    def stop(self) -> Outcome:
        """Stop whatever moves. Returns when the joints are measured still."""
        worker = self._worker
        return Outcome.success("Nothing is under control.") if worker is None else self._brake(worker)

    def _brake(self, worker: ControlWorker) -> Outcome:
        """Send the stop. When the worker does not answer it is killed, which trips the controller's watchdog.

        What moves the arm in spite of that is somebody else's.
        """
        asked = time.monotonic()
        number = worker.ask(Stop(self.limits.stop_deceleration))
        answer = worker.answer(number, self._acknowledged_within)
        if answer is None or not answer.outcome:
            self._drop(DEAF)
            if self.program.replaced():
                return states.FOREIGN
        sent = answer.time if answer is not None else time.monotonic()
        while time.monotonic() - asked < STILL_WITHIN:
            seen = self.receiver.wait_newer(time.monotonic() - TICK, 0.1)
            if seen is not None and seen.time > sent + 2.0 * TICK and seen.still:
                self.stop_times = StopTimes(sent - asked, seen.time - asked)
                return Outcome.success("The arm stands.")
        self._drop(Outcome(Code.ROBOT_LOST, "The arm cannot be seen to stand after a stop."))
        return Outcome(
            Code.ROBOT_LOST, "The arm cannot be seen to stand after a stop: use the emergency stop."
        )
