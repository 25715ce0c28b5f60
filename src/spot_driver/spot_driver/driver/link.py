"""The link to one Spot: connected, kept and measured in threads of its own; told what to do through one gate."""

from __future__ import annotations

import threading
from collections.abc import Callable

from bosdyn.client import power
from bosdyn.client.robot_command import RobotCommandBuilder

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import Command, Named
from spot_driver.driver.errors import SDK_ERRORS, Rung, outcome_of
from spot_driver.driver.estop import Estop
from spot_driver.driver.gate import Gate
from spot_driver.driver.guarding import Guarding
from spot_driver.driver.ladder import Ladder
from spot_driver.driver.lease import LeaseOwner
from spot_driver.driver.link_settings import LinkSettings
from spot_driver.driver.session import Session
from spot_driver.driver.snapshot import Posture, Snapshot, snapshot_of

KEEP_EVERY = 0.4
"""How often the lease is retained and the ladder looked at, s."""
UP_WITHIN, OFF_WITHIN = 25.0, 12.0
POLL = 0.05
WHY_WITHIN = 1.0
"""How long a measurement that says why a command was refused is waited for, s."""
ARM_BEGINS = 0.5
"""An arm that was told to move moves after this at the latest, s."""
TRIES = 5
"""After so many tries in vain the connection is made anew, certificate and all."""


class SpotLink:
    """Observes without the lease; moves only with it. Every error of the robot leads back to the right rung."""

    def __init__(self, settings: LinkSettings, measured: Callable[[Snapshot], None] = lambda _: None) -> None:
        """Prepare; ``measured`` is called with each state, in the thread that fetches them."""
        self.settings = settings
        self.lease = LeaseOwner(settings.patience)
        self.gate = Gate(settings.limits)
        self.estop = Estop(settings.estop_timeout)
        self.session = Session(settings.address, patience=settings.patience)
        self.ladder = Ladder(
            {
                Rung.REACHED: self._reach,
                Rung.LOGGED_IN: self._log_in,
                Rung.IN_TIME: self._agree_on_time,
                Rung.LEASED: self.lease.restore,
            }
        )
        self.guard = Guarding(settings.address, settings.guard_silence, self._token, self.lease.guard_lease)
        self.latest: Snapshot | None = None
        self.problem = Outcome.success()
        """What went wrong last with the link."""
        self.connections = 0
        self._tries = 0
        self._measured = measured
        self._news = threading.Condition()
        self._ended = threading.Event()
        self._wake = threading.Event()
        self._climbing = threading.Lock()
        self._threads = [
            threading.Thread(target=self._keep, name="keeper", daemon=True),
            threading.Thread(target=self._watch, name="state", daemon=True),
        ]

    def start(self) -> None:
        """Connect now, or as soon as the robot is there."""
        for thread in self._threads:
            thread.start()
        self.guard.start()

    def close(self) -> None:
        """Stop what moves; sit down only with an e-stop of our own; give lease and e-stop back.

        A robot that does not even hear the stop is not asked for anything else: each answer would be waited for.
        """
        stopped = self.gate.stop() if self.lease.ours else Outcome.success()
        answers = stopped.code is not Code.ROBOT_LOST
        if answers and self.lease.ours and self.estop.held:
            self.sit(threading.Event())
        self._ended.set()
        self._wake.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self.guard.close()
        self.estop.close(answers=answers)
        if not answers:
            self.problem = stopped
            return
        try:
            self.lease.give_back()
        except SDK_ERRORS as error:
            self.problem = outcome_of(error)

    # -- what is known

    @property
    def connected(self) -> bool:
        """Whether the robot answers and the state is fresh."""
        return self.ladder.stands(Rung.IN_TIME) and self.fresh is not None

    @property
    def fresh(self) -> Snapshot | None:
        """The latest measurement, None where it is too old."""
        seen = self.latest
        if seen is None or clock.of_machine(clock.steady() - seen.time) > self.settings.patience:
            return None
        return seen

    @property
    def state(self) -> str:
        """How robot and link are, in a word."""
        seen = self.fresh
        if not self.ladder.stands(Rung.IN_TIME) or seen is None:
            return "DISCONNECTED"
        if seen.estopped:
            return "ESTOPPED"
        if seen.posture is Posture.FALLEN or seen.behavior_faults:
            return "FAULT"
        if not seen.ready:
            return str(seen.posture)
        return "READY" if self.lease.ours else "NO_LEASE"

    @property
    def person(self) -> tuple[float, float] | None:
        """Where the person stands whom something is for, in map, m; None where nobody is known."""
        return self.gate.person

    @property
    def sits(self) -> bool:
        """Whether the robot sits, or lies, and could stand up now."""
        seen = self.fresh
        if seen is None or not self.lease.ours or seen.estopped or seen.behavior_faults:
            return False
        return seen.powered and seen.posture is Posture.SITTING and self.ladder.stands(Rung.IN_TIME)

    def available(self) -> Outcome:
        """Return whether the robot can be moved now, and what to do where it cannot."""
        seen = self.fresh
        if not self.ladder.stands(Rung.IN_TIME) or seen is None:
            return self._lost()
        if seen.estopped:
            names = ", ".join(seen.estopped)
            return Outcome(
                Code.UNAVAILABLE, f"The robot is e-stopped ({names}): release it there, then `recover`."
            )
        if not self.lease.ours:
            who = f" {self.lease.rival} has it." if self.lease.rival else ""
            return Outcome(Code.UNAVAILABLE, f"The lease is {self.lease.hold}.{who} Call `claim`.")
        if seen.behavior_faults:
            return Outcome(
                Code.UNAVAILABLE, "A behavior fault (a fall?) is set: look at the robot, then `recover`."
            )
        if not seen.powered:
            faults = f" Faults: {', '.join(seen.system_faults)}." if seen.system_faults else ""
            return Outcome(Code.UNAVAILABLE, f"The motors are off: call `power_on`, then `stand`.{faults}")
        if not seen.ready:
            return Outcome(Code.UNAVAILABLE, "The robot does not stand: call `stand`.")
        return Outcome.success()

    def _lost(self) -> Outcome:
        return Outcome(Code.ROBOT_LOST, self.ladder.trouble.message or "The robot does not answer.")

    def wait_newer(self, than: float, timeout: float) -> Snapshot | None:
        """Return a measurement taken after a moment of this process's clock, or None when none comes in time."""
        with self._news:
            newer = self._news.wait_for(
                lambda: self.latest is not None and self.latest.time > than, clock.of_machine(timeout)
            )
            return self.latest if newer else None

    def anew(self, timeout: float) -> Snapshot | None:
        """Return a measurement that was asked for after this moment, or None when none comes in time."""
        seen = self.wait_newer(clock.steady(), timeout)  # that one may be under way
        return None if seen is None else self.wait_newer(seen.time, timeout)

    # -- what it is told

    def send(self, command: Command) -> Outcome:
        """Send a command if the robot can be moved now; errors of the robot are outcomes, and stop it."""
        available = self.available()
        seen = self.fresh
        if not available or seen is None:
            return available
        try:
            return self.gate.send(command, seen)
        except SDK_ERRORS as error:
            refused = self.heard(error)
        return refused if refused.code is Code.ROBOT_LOST else self._why(refused)

    def _why(self, refused: Outcome) -> Outcome:
        """Stop, and return what is measured to keep the robot from moving, or else what it refused a command with.

        An e-stop takes the motors' power, and what is sent meanwhile may come too late: which is met first is chance.
        """
        self.gate.stop()
        self.anew(WHY_WITHIN)
        return self.available() and refused

    def call(self, work: Callable[[], Outcome]) -> Outcome:
        """Do something with the robot; what bosdyn-client raises becomes an outcome, and is taken note of."""
        try:
            return work()
        except SDK_ERRORS as error:
            return self.heard(error)

    def heard(self, error: Exception) -> Outcome:
        """Take note of an error of bosdyn-client, and return what it means."""
        self._fell(error)
        return outcome_of(error)

    def claim(self) -> Outcome:
        """Ask for the lease."""
        if not self.ladder.stands(Rung.IN_TIME):
            return self._lost()
        return self.call(self.lease.claim)

    def release(self) -> Outcome:
        """Stop, and give the lease back."""
        if self.lease.ours:
            self.gate.stop()
        return self.call(self.lease.give_back)

    def set_up_estop(self) -> Outcome:
        """Set up the e-stop as the settings say; nothing to do where it is ours already."""
        if self.settings.estop == "none" or self.estop.held:
            return Outcome.success()
        replace = self.settings.estop == "own"
        return self.call(lambda: self.estop.set_up(self.session.estop, replace=replace))

    def power(self, event: threading.Event, *, on: bool) -> Outcome:
        """Switch the motors on, or sit down and switch them off, and wait until that is measured."""
        if not self.lease.ours:
            return self.available()

        def work() -> Outcome:
            client = self.session.power
            if on:
                power.power_on_motors(client, timeout_sec=UP_WITHIN)
            else:
                power.safe_power_off_motors(self.session.command, self.session.state, timeout_sec=OFF_WITHIN)
            return Outcome.success()

        outcome = self.call(work)
        return outcome and self.until(
            lambda s: s.powered is on, event, OFF_WITHIN, "the motors did not switch"
        )

    def stand(self, event: threading.Event) -> Outcome:
        """Stand up, and wait until it stands."""
        outcome = self.named("stand", RobotCommandBuilder.synchro_stand_command(), standing=False)
        return outcome and self.until(
            lambda s: s.posture is Posture.STANDING and s.base_still, event, UP_WITHIN, "it did not stand up"
        )

    def sit(self, event: threading.Event) -> Outcome:
        """Sit down, and wait until it sits."""
        outcome = self.named("sit", RobotCommandBuilder.synchro_sit_command(), standing=False)
        return outcome and self.until(
            lambda s: s.posture in (Posture.SITTING, Posture.OFF), event, UP_WITHIN, "it did not sit down"
        )

    def stop(self) -> Outcome:
        """Stop base and arm at once."""
        outcome = self.gate.stop()
        if outcome:
            return outcome
        if outcome.code is Code.ROBOT_LOST:
            message = f"{outcome.message} Walking ends by itself within its time; the arm ends its motion."
            return Outcome(outcome.code, message)
        return outcome

    def posture(self, name: str, event: threading.Event) -> Outcome:
        """Bring the arm to stow, ready or carry, and wait until it is still."""
        proto = {
            "stow": RobotCommandBuilder.arm_stow_command,
            "ready": RobotCommandBuilder.arm_ready_command,
            "carry": RobotCommandBuilder.arm_carry_command,
        }[name]()
        with self.guard:
            outcome = self.named(name, proto, standing=True)
            if outcome and clock.wait(event, ARM_BEGINS):
                self.stop()
                return Outcome(Code.CANCELED, "Cancelled.")
            return outcome and self.until(
                lambda s: s.arm_still, event, OFF_WITHIN, "the arm did not come to rest"
            )

    def named(self, name: str, proto: object, *, standing: bool) -> Outcome:
        """Send a command that the robot has a name for; ``standing``: only to one that stands."""
        available = self.available()
        seen = self.fresh
        if seen is None or (standing and not available):
            return available
        if not self.lease.ours or not seen.powered:
            return available
        return self.call(lambda: self.gate.send(Named(name, proto), seen))

    def until(
        self, reached: Callable[[Snapshot], bool], event: threading.Event, within: float, else_: str
    ) -> Outcome:
        """Wait until it is measured; CANCELED when ``event`` is set first."""
        deadline = clock.steady() + within
        while clock.steady() < deadline:
            if event.is_set():
                self.stop()
                return Outcome(Code.CANCELED, "Cancelled.")
            seen = self.wait_newer(clock.steady() - POLL, POLL * 4)
            if seen is not None and reached(seen):
                return Outcome.success()
            if seen is None and not self.ladder.stands(Rung.IN_TIME):
                return self.available()
        return Outcome(Code.POSTCONDITION_FAILURE, f"After {within:.0f} s {else_}.")

    # -- what its threads do

    def _fell(self, error: Exception) -> None:
        self.lease.heard(error)
        if self.ladder.fell(error):
            self.problem = outcome_of(error)
            self._wake.set()

    def _token(self) -> str:
        return (self.session.robot.user_token or "") if self.ladder.stands(Rung.LOGGED_IN) else ""

    def _reach(self) -> None:
        self._tries += 1
        if self._tries % TRIES == 0:  # a robot that was started again may have another certificate
            self.session = Session(self.settings.address, patience=self.settings.patience)
        self.session.reach()
        self._tries = 0

    def _log_in(self) -> None:
        self.session.log_in()
        self.lease.connect(self.session.lease)
        self.connections += 1

    def _agree_on_time(self) -> None:
        self.session.agree_on_time()
        self.gate.session = self.session

    def _keep(self) -> None:
        while not self._ended.is_set():
            if not self.ladder.complete:
                before = self.ladder.trouble
                if not self.ladder.climb() and self.ladder.trouble != before:
                    self.problem = self.ladder.trouble
            if self.ladder.complete:
                self._keep_up()
            clock.wait(self._wake, KEEP_EVERY if self.ladder.complete else self.ladder.wait)
            self._wake.clear()

    def _keep_up(self) -> None:
        try:
            self.lease.keep()
            self.session.keep_time()
        except SDK_ERRORS as error:
            self._fell(error)

    def _watch(self) -> None:
        period = 1.0 / self.settings.state_rate
        while not self._ended.is_set():
            begun = clock.steady()
            if self.ladder.stands(Rung.IN_TIME):
                self._fetch()
            clock.wait(self._ended, max(0.0, period - (clock.steady() - begun)))

    def _fetch(self) -> None:
        session = self.session
        try:
            proto = session.state.get_robot_state(timeout=self.settings.patience)
            stamp = session.local_seconds(proto.kinematic_state.acquisition_timestamp)
        except SDK_ERRORS as error:
            self._fell(error)
            return
        seen = snapshot_of(proto, stamp)
        with self._news:
            self.latest = seen
            self._news.notify_all()
        self._measured(seen)
