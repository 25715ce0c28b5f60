"""The control worker: the only process that holds RTDEControlInterface, so that it can be killed when it hangs.

It sends nothing that was not asked for. It kicks the controller's watchdog, so the arm halts when this process dies;
and it brakes and ends by itself when the node falls silent or is gone.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.punctual import be_punctual
from ur5_driver.driver import guard, states
from ur5_driver.driver.commands import (
    EndServo,
    Guide,
    MoveJoints,
    MoveLine,
    Payload,
    Press,
    Servo,
    Stop,
    ZeroForce,
)
from ur5_driver.driver.dashboard import Dashboard, DashboardError
from ur5_driver.driver.gate import Gate
from ur5_driver.driver.limits import refused
from ur5_driver.driver.messages import Beat, Carry, CommandRequest, Follow, ProgramReport, Receipt, Setup
from ur5_driver.driver.states import Control, State
from ur5_driver.driver.walking import TOO_LATE, Trajectory

LOOP = 0.008
FREQUENCY = 125.0
"""How often the controller answers the control interface, Hz: its own 500 are a thread that takes a tenth of a core,
and who looks once each LOOP sees no more of them."""
KICK = 0.02
REPORT = 0.02
HANGING = 2.0
"""How long the loop may stand before the controller is told nothing any more, in times of the watchdog."""
SILENCE_AT_REST = 5.0
TAKEN_WITHIN = 1.2
NOTHING_LOADED = Outcome(
    Code.UNAVAILABLE,
    "No program is loaded at the controller: load the one with the External Control node (load_program), then call "
    "recover; or set program_port:=0, and the driver uploads its own.",
)
Clock = Callable[[], float]


class OneAtATime:
    """RTDEControlInterface for two threads: every call of it waits for the other thread's to end."""

    def __init__(self, control: Any) -> None:
        self._control = control
        self._lock = threading.Lock()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._control, name)

        def call(*arguments: Any) -> Any:
            with self._lock:
                return method(*arguments)

        return call


class Worker:
    """One control connection and its loop.

    A thread of its own kicks the watchdog, since checking a command may take longer than the watchdog waits; it kicks
    only as long as the loop turns.
    """

    def __init__(self, pipe: Connection, setup: Setup, control: Any, clock: Clock = time.monotonic) -> None:
        self._pipe = pipe
        self._limits = setup.limits
        self._silence = setup.silence
        self._hanging = HANGING * setup.watchdog
        self._control = OneAtATime(control)
        self._gate = Gate(setup.limits, self._control)
        self._clock = clock
        self._heard = clock()
        self._scaling = 1.0
        self._trajectory: Trajectory | None = None
        self._stepped = 0.0
        self._sent_at: float | None = None
        self._count_before = 0
        self._yields = False
        self._reported = 0.0
        self._turned = clock()
        self._ended = threading.Event()
        self._kicker = threading.Thread(target=self._kick, name="watchdog", daemon=True)

    def run(self) -> Outcome:
        """Serve until the node is gone or silent, or control is lost; return why it ended."""
        self._kicker.start()
        try:
            return self._loop()
        finally:
            self._ended.set()

    def _kick(self) -> None:
        while not self._ended.wait(KICK):
            if self._clock() - self._turned < self._hanging:
                self._control.kickWatchdog()

    def _loop(self) -> Outcome:
        while True:
            self._turned = self._clock()
            if not self._listen():
                self._brake()
                return Outcome(Code.ROBOT_LOST, "The driver's node ended.")
            if self._clock() - self._heard > (self._silence if self._active() else SILENCE_AT_REST):
                self._brake()
                return Outcome(Code.ROBOT_LOST, "The driver's node fell silent: the arm was stopped.")
            self._walk()
            if not self._control.isConnected():
                return Outcome(Code.ROBOT_LOST, "The connection to the control program broke: call recover.")
            if not self._control.isProgramRunning():
                return states.lost(State.IDLE)
            self._report()

    def _listen(self) -> bool:
        """Wait a moment for requests and serve them; False when the node is gone."""
        try:
            wait = LOOP
            while self._pipe.poll(wait):
                self._serve(self._pipe.recv())
                wait = 0.0
        except (EOFError, ConnectionError):
            return False
        return True

    def _serve(self, message: Any) -> None:
        self._heard = self._clock()
        if isinstance(message, Beat):
            self._scaling = message.scaling
            self._gate.measured(message.joints)
        elif isinstance(message, Carry):
            self._gate.carries(message.hand, message.said)
        elif isinstance(message, Follow):
            self._pipe.send(Receipt(message.id, self._follow(message), self._clock()))
        elif isinstance(message, CommandRequest):
            self._pipe.send(Receipt(message.id, self._ask(message), self._clock()))

    def _follow(self, message: Follow) -> Outcome:
        if message.after is None:
            self._trajectory = Trajectory(message)
            self._stepped = self._clock()
        elif self._trajectory is None or not self._trajectory.go_on(message):
            return TOO_LATE
        return Outcome.success()

    def _ask(self, message: CommandRequest) -> Outcome:
        command = message.command
        if isinstance(command, (Stop, EndServo)):
            self._trajectory = None
            self._sent_at = None
            self._yields = False
        if isinstance(command, (Payload, ZeroForce, Guide, Press)) and self._active():
            # what is measured while the arm speeds up is no contact, and a new load in motion is a jolt
            return refused("the arm moves")
        if isinstance(command, (MoveJoints, MoveLine)):
            self._count_before = self._control.getAsyncOperationProgressEx().changeCount()
            outcome = self._gate.send(command)
            self._sent_at = self._clock() if outcome else None
            return outcome
        outcome = self._gate.send(command)
        self._yields |= isinstance(command, (Guide, Press)) and bool(outcome)
        return outcome

    def _walk(self) -> None:
        """Send the next target of the trajectory that is being followed."""
        if self._trajectory is None:
            return
        now = self._clock()
        seconds = float(np.clip(now - self._stepped, 0.002, 0.02))
        self._stepped = now
        before, after = self._trajectory.step(seconds, self._scaling)
        outcome = self._gate.send(Servo(before, after, seconds))
        if not outcome:
            self._pipe.send(Receipt(self._trajectory.id, outcome, self._clock()))
        if not outcome or self._trajectory.done:
            self._trajectory = None
            self._brake()

    def _active(self) -> bool:
        return self._trajectory is not None or self._sent_at is not None or self._yields

    def _running(self) -> tuple[bool, float]:
        if self._trajectory is not None:
            return True, self._trajectory.progress
        if self._sent_at is None:
            return self._yields, 0.0
        status = self._control.getAsyncOperationProgressEx()
        unseen = status.changeCount() == self._count_before and self._clock() - self._sent_at < TAKEN_WITHIN
        running = unseen or status.isAsyncOperationRunning()
        if not running:
            self._sent_at = None
        return running, float(status.progress())

    def _report(self) -> None:
        now = self._clock()
        if now - self._reported < REPORT:
            return
        self._reported = now
        running, progress = self._running()
        at = (0, 0.0) if self._trajectory is None else (self._trajectory.id, self._trajectory.row)
        self._pipe.send(ProgramReport(now, Control.READY, running, progress, at=at))

    def _brake(self) -> None:
        self._gate.send(Stop(self._limits.stop_deceleration))


def _loaded(dashboard: Dashboard) -> bool:
    with contextlib.suppress(DashboardError):
        return dashboard.ask("get loaded program").startswith("Loaded program:")
    return False


def connect(setup: Setup) -> tuple[Any, Outcome]:
    """Start the control program: RTDEControlInterface, or None and a sentence. Moves nothing."""
    from rtde_control import RTDEControlInterface

    dashboard = Dashboard(setup.host)
    if dashboard.remote() is False:  # with its script from elsewhere ur_rtde does not ask
        return None, states.why(State.LOCAL)
    if setup.program_port and not _loaded(dashboard):
        return None, NOTHING_LOADED
    with contextlib.suppress(DashboardError):  # what runs would be taken for the program that is uploaded
        dashboard.end_program()
    port = guard.free_port()
    upper = setup.upper_registers
    try:
        if setup.program_port:
            upload = guard.begin_hand_out(setup.host, setup.program_port, port, upper=upper)
        else:
            upload = guard.begin_upload(setup.host, port, upper=upper)
    except OSError as error:
        return None, Outcome(Code.UNAVAILABLE, f"Port {setup.program_port} of this machine cannot be used: {error}")
    flags = RTDEControlInterface.FLAG_USE_EXT_UR_CAP
    if setup.upper_registers:
        flags |= RTDEControlInterface.FLAG_UPPER_RANGE_REGISTERS
    try:
        control = RTDEControlInterface(setup.host, FREQUENCY, flags, port)
    except (RuntimeError, ValueError, OSError) as error:
        return None, explain(str(error))
    finally:
        upload.kill()
        upload.join()
    if not control.isProgramRunning():
        return None, Outcome(Code.UNAVAILABLE, "The controller does not run the control program.")
    if not control.setWatchdog(1.0 / setup.watchdog):
        return None, Outcome(Code.UNAVAILABLE, "The controller did not take the watchdog.")
    control.setTcp([0.0] * 6)  # poses on the wire are the flange's
    if setup.payload is not None:
        outcome = Gate(setup.limits, control).send(setup.payload)
        if not outcome:
            return None, outcome
    return control, Outcome.success()


def explain(error: str) -> Outcome:
    """Return what a person can do about an error of ur_rtde's constructor."""
    lowered = error.lower()
    if "in use" in lowered or "in_use" in lowered or "registers are already" in lowered:
        return Outcome(
            Code.UNAVAILABLE,
            "RTDE input registers are in use by another client or fieldbus (EtherNet/IP, PROFINET, Modbus): "
            f"switch that off at the teach pendant or set upper_registers:=true. ur_rtde said: {error}",
        )
    if "remote" in lowered:
        return Outcome(
            Code.UNAVAILABLE,
            f"The arm is in local mode: switch it to remote control at the teach pendant. ur_rtde said: {error}",
        )
    return Outcome(
        Code.UNAVAILABLE,
        f"{ended_well(f'The control program could not be started: {error}')} Where that stays so, look whether RTDE, "
        "Dashboard Server and Real-Time Client are enabled at the teach pendant (Settings > Security > Services).",
    )


def main() -> int:
    """Run a worker on the pipe to the node, which is its standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the node decides, and Ctrl-C reaches the whole group
    pipe = Connection(sys.stdin.fileno())
    setup = pipe.recv()
    be_punctual()
    control, outcome = connect(setup)
    try:
        if control is not None:
            outcome = Worker(pipe, setup, control).run()
        pipe.send(ProgramReport(time.monotonic(), Control.NONE, running=False, lost=outcome))
    except (BrokenPipeError, ConnectionError):
        pass  # the node is gone: nobody is left to be told
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)  # ur_rtde's destructor waits for a controller that may be gone


if __name__ == "__main__":
    sys.exit(main())
