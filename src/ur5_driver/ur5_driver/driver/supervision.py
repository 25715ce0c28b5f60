"""Who has the arm: what it measures, control of it taken when it can be, and dropped on any fault."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pred_core.outcome import Code, Outcome
from ur5_driver.driver import states
from ur5_driver.driver.asking_itself import AskingItself
from ur5_driver.driver.commands import Payload
from ur5_driver.driver.control import DEAF, HANGS, ControlWorker
from ur5_driver.driver.dashboard import Dashboard
from ur5_driver.driver.gripper import Fingers, Gripper
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.permission import Permission
from ur5_driver.driver.polyscope import SaidOfItself
from ur5_driver.driver.program import Program
from ur5_driver.driver.receive import Receiver, Snapshot, facts_of
from ur5_driver.driver.states import Activity, Control, Facts, State
from ur5_driver.driver.trail import Trail

TICK = 0.01
BEAT = 0.02
"""How often the worker is told that this process lives, s."""
REMOTE_EVERY = 1.0
RECOVERED = Outcome(Code.CANCELED, "The arm is being recovered.")
HANDED_BACK = Outcome(Code.UNAVAILABLE, "Control was handed back: call recover to take it again.")
UNTOLD = Outcome(Code.ROBOT_LOST, "The connection to the control program broke: call recover.")
SILENCED = (states.lost(State.IDLE), HANGS, DEAF)
"""Ends of the worker that another program in place of the driver's brings about as well."""


class Supervised:
    """One arm under a supervisor, which takes control, keeps it, and gives it up. Nothing here moves the arm."""

    def __init__(self, settings: LinkSettings, on_snapshot: Callable[[Snapshot], None] | None = None) -> None:
        """Prepare; ``on_snapshot`` is called with every measurement, from the receiving thread."""
        self.settings = settings
        self.limits = settings.limits
        self.trail = Trail()
        self._on_snapshot = on_snapshot
        self.receiver = Receiver(settings.host, self._measured, upper_registers=settings.upper_registers)
        self.permission = Permission(settings.host, upper=settings.upper_registers)
        self.dashboard = Dashboard(settings.host)
        self.itself = AskingItself(settings.host, self.receiver, self._said)
        self.gripper = (
            Gripper(settings.host, settings.limits, settings.gripper_closed_at) if settings.gripper else None
        )
        self.program = Program(self.receiver, self.dashboard, settings.watchdog, take_over=settings.take_over)
        self.problem = Outcome(Code.UNAVAILABLE, "The driver has just started.")
        self._state = State.DISCONNECTED
        self.armed = True  # control is taken as soon as it can be, without anybody asking
        self.handed_back = False  # somebody wants the controller's own programs, until recover is called
        self._recovering = False
        self._activity = Activity.NONE
        self.remote: bool | None = None
        self._worker: ControlWorker | None = None
        self._dropped: Outcome | None = None
        self.payload: Payload | None = None
        self.unheeding = False
        """Whether the program that has control was told something and did not do it, or did not answer."""
        self._guard = threading.RLock()
        self._ending = threading.Event()
        self._threads = [
            threading.Thread(target=self._supervise, name="supervisor", daemon=True),
            threading.Thread(target=self._ask_remote, name="remote mode", daemon=True),
        ]

    def start(self) -> None:
        """Begin to listen, and take control as soon as the arm is there, powered, and in remote mode."""
        self.receiver.start()
        if self.gripper is not None:
            self.gripper.start()
        self.itself.start()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Brake what moves and give the arm back."""
        self._ending.set()
        self.itself.close()
        for thread in self._threads:
            if thread.is_alive():  # a signal may come before all are started
                thread.join(3.0)
        with self._guard:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()
            self.permission.take_back()
        if self.gripper is not None:
            self.gripper.close()
        self.receiver.close()

    @property
    def state(self) -> State:
        """Return the driver's state, as of now while it is under control."""
        return states.classify(self.facts()) if self._state in states.UNDER_CONTROL else self._state

    @property
    def snapshot(self) -> Snapshot | None:
        """Return the latest measurement while it is fresh."""
        return self.receiver.latest

    @property
    def sound(self) -> bool:
        """Return whether what comes from the arm, if anything does, is numbers."""
        seen = self.snapshot
        return seen is None or seen.sound

    @property
    def fingers(self) -> Fingers | None:
        """Return what the gripper measures, None without one or without an answer."""
        return None if self.gripper is None else self.gripper.latest

    @property
    def worker_pid(self) -> int | None:
        """Return the control worker's process id."""
        return None if self._worker is None else self._worker.pid

    def carried(self) -> Payload | None:
        """Return what the flange carries; a gripper that is silent for a moment has not let go of anything."""
        fingers = self.fingers
        if self.gripper is not None and fingers is None and self.payload is not None:
            return self.payload
        return self.settings.payload(holding=fingers is not None and fingers.holding)

    def facts(self) -> Facts:
        """Return what is known right now."""
        return facts_of(self.receiver.latest, self.control, self.remote, self._activity, self._recovering)

    def _said(self, said: SaidOfItself) -> None:
        """Keep to the controller's own limits and lengths from the next motion on."""
        self.limits = self.settings.limits.keeping(said)

    def _measured(self, seen: Snapshot) -> None:
        self.permission.tell(seen.stamp, seen.counted)
        self.trail.take(seen.q, ours=self._activity is not Activity.NONE, still=seen.still)
        if self._on_snapshot is not None:
            self._on_snapshot(seen)

    def _supervise(self) -> None:
        beaten = 0.0
        while not self._ending.wait(TICK):
            self._tick()
            now = time.monotonic()
            worker, seen = self._worker, self.receiver.latest
            if worker is not None and now - beaten >= BEAT:
                beaten = now
                at = (1.0, None) if seen is None else (seen.scaling, joints_of(seen.q))
                worker.beat(*at)

    def _tick(self) -> None:
        worker = self._worker
        lost = None if worker is None else worker.lost
        if worker is not None and lost is None and not self.permission.given:
            lost = UNTOLD
        if lost is not None:
            self.problem = lost
        if worker is None:
            with self._guard:  # one that starts at this moment is not on the controller yet
                if self._worker is None:
                    self.program.look()
        with self._guard:  # who disarms meanwhile is heard
            step = states.advance(self._state, self.armed, self.facts())
            if step.drop:
                outcome = states.why(step.state) if step.outcome is None else step.outcome
                self._drop(lost if lost is not None and step.state is State.IDLE else outcome)
            elif lost is not None:
                self._drop(lost)
            self.armed = step.armed and (lost is None or self._recovering)
            self._state = step.state
        if step.state in states.UNDER_CONTROL:
            self.problem = Outcome.success()
        if step.start and not self._recovering and self.armed and not self.program.foreign:
            self.take_control()

    def _drop(self, outcome: Outcome) -> None:
        """End the control worker and the program on the controller, and fail what runs.

        A safeguard that clears by itself, or a person at the pendant, would make a program that is only paused go on:
        its leave is taken back first, which it looks for before it moves anything.
        """
        with self._guard:
            worker, self._worker = self._worker, None
            if worker is not None:  # still guarded: a recovery at this moment has to find the thread begun
                silenced = outcome in SILENCED or worker.lost in SILENCED
                by_itself = silenced and worker.report.control is not Control.STARTING
                self.permission.take_back()
                worker.kill()
                self.program.end(by_itself=by_itself)
            # told last: who hears of it asks what became of the program
            self.problem = self._dropped = outcome

    def take_control(self) -> None:
        """Start a control worker, unless there is one. It moves nothing."""
        with self._guard:
            if self._worker is None and not self._ending.is_set():
                begun = self.permission.begin()
                if not begun:
                    self.problem, self.armed = begun, False
                    return
                self.payload = self.carried()
                self.unheeding = False
                self.program.started()
                self._worker = ControlWorker(self.settings.setup(self.payload))

    def begin_recovery(self, why: Outcome = RECOVERED) -> bool:
        """Drop control for good before a recovery; False when one is going on already. ``why``: for what runs."""
        with self._guard:
            if self._recovering:
                return False
            self._recovering, self.handed_back = True, why is not RECOVERED
        self._drop(why)
        self.program.wait_ended()  # it must not end the program that the recovery starts
        return True

    def end_recovery(self, *, armed: bool) -> None:
        """End the recovery; ``armed``: it came to a good end."""
        self.armed = armed
        self._recovering = False

    def disarm(self) -> None:
        """Take control from now on only when somebody asks."""
        with self._guard:
            self.armed, self.handed_back = False, True

    def hand_back(self) -> Outcome:
        """Give up control until somebody asks to recover: the driver's program is ended, so brake what moves first."""
        self.disarm()
        if not self.held:
            return Outcome(Code.ALREADY_SO, "The driver has no control, and takes none until recover is called.")
        if not self.begin_recovery(HANDED_BACK):
            return states.why(State.RECOVERING)
        self.end_recovery(armed=False)
        left = self.program.left
        if left:
            return Outcome(Code.UNAVAILABLE, f"Control is handed back, but the driver's program was not ended: {left}")
        return Outcome.success("The driver's program was ended, and control is handed back.")

    @property
    def control(self) -> Control:
        """Return how the control program is."""
        worker = self._worker
        return Control.NONE if worker is None else worker.control

    @property
    def held(self) -> bool:
        """Return whether there is a control worker: one that starts, works, or has failed and was not dropped yet."""
        return self._worker is not None

    def refresh_remote(self) -> bool | None:
        """Ask whether the arm is in remote control; None where it does not tell."""
        self.remote = self.dashboard.remote()
        return self.remote

    def _ask_remote(self) -> None:
        while not self._ending.wait(REMOTE_EVERY):
            if self.receiver.latest is not None:
                self.refresh_remote()
