"""One emulated robot: arm, gripper, signals, safety system and the program it runs, advanced a control cycle at a time.

No sockets and no clock in here: whoever owns the robot calls `step()` every two milliseconds of whatever time.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Sequence
from enum import Enum

from ur5_description.rtde_numbers import RobotMode, Runtime
from ur5_emulator.controller.arm import CYCLE, PAUSE_SLEW, RATE_SLEW, ArmJoints, Overload
from ur5_emulator.controller.gripper import GripperRegisters
from ur5_emulator.controller.io import Registers, Signals
from ur5_emulator.controller.links import PUBLISHED, Links
from ur5_emulator.controller.motions import Follow
from ur5_emulator.controller.poses import RigidFrame
from ur5_emulator.controller.safety import Safety
from ur5_emulator.controller.script.asking import Asking
from ur5_emulator.controller.script.compiler import Script, compiled
from ur5_emulator.controller.script.host import Watchdog
from ur5_emulator.controller.script.moving import Moving
from ur5_emulator.controller.script.program import Program, RuntimeFault, Thread
from ur5_emulator.controller.script.tokens import ScriptError

log = logging.getLogger("pred-ur-controller")
POWER_UP = 0.6  # seconds from power on to idle, and from brake release to running
STOPPING = 0.02  # seconds that runtime_state says STOPPING
HANDSHAKE = (0, 24)  # output registers in which ur_rtde's program tells its client how far it is
STOP_SECONDS = 0.1  # that the arm takes to rest when its program ends


class Said(Enum):
    """Kinds of messages to primary clients."""

    TEXT = "text"
    STARTED = "PROGRAM_XXX_STARTED"
    STOPPED = "PROGRAM_XXX_STOPPED"
    EXCEPTION = "exception"


class ArmController:
    """The state of the controller and what may be done to it."""

    def __init__(
        self, start: Sequence[float], *, gripper: bool = True, remote: bool = True, links: Links = PUBLISHED
    ) -> None:
        self.arm = ArmJoints(start, links)
        self.registers = Registers()
        self.io = Signals()
        self.gripper = GripperRegisters() if gripper else None
        self.safety = Safety()
        self.mode = RobotMode.RUNNING
        self.remote = remote
        self.slider = 1.0
        self.time = 0.0
        self.missed = 0.0  # of it, in which a busy machine let no cycle run, as no controller does
        self.runtime = Runtime.STOPPED
        self.program: Program | None = None
        self.program_name = ""
        self.watchdog: Watchdog | None = None
        self.notes: deque[str] = deque(maxlen=50)
        self.said: deque[tuple[Said, str]] = deque(maxlen=50)  # what primary clients are told in the next cycle
        self.moving = Moving(self)
        self.asking = Asking(self)
        self.library = self.asking.functions() | self.moving.functions()
        self.blocking = frozenset(name for name in self.moving.functions() if name not in NOT_WAITING)
        self._power_goal = RobotMode.RUNNING
        self._power_left = 0.0
        self._stopping = 0.0

    # --- the control cycle

    def step(self) -> None:
        """Go on by one control cycle."""
        self.time += CYCLE
        self._step_power()
        self._step_watchdog()
        self._step_program()
        running = self.mode is RobotMode.RUNNING
        held = self.safety.holds or self.runtime in (Runtime.PAUSED, Runtime.PAUSING)
        rate = 0.0 if held or not running else self.slider
        try:
            self.arm.step(rate, PAUSE_SLEW if held else RATE_SLEW)
        except Overload as overload:
            self.protective_stop(str(overload))
        if self.runtime is Runtime.PAUSING and not self.arm.moving:
            self.runtime = Runtime.PAUSED
        if self.gripper is not None:
            self.gripper.step(CYCLE)

    def miss(self, seconds: float) -> None:
        """Let time pass in which nothing ran: neither the program's own time nor the clock that clients see goes on."""
        self.time += seconds
        self.missed += seconds

    def _step_program(self) -> None:
        if self.runtime is Runtime.STOPPING:
            self._stopping -= CYCLE
            if self._stopping <= 0.0:
                self.runtime = Runtime.STOPPED
        if self.program is None or self.runtime is not Runtime.PLAYING or self.safety.holds:
            return
        try:
            self.program.advance()
        except RuntimeFault as fault:
            self.note(f"program {self.program.name} died: {fault}", logging.WARNING)
            self.said.append((Said.EXCEPTION, str(fault)))
            self.stop_program()
            return
        if self.program.done:
            self.stop_program()
        elif self.moving.orphaned():
            self.arm.halt(STOP_SECONDS)
            self.moving.owner = None

    def _step_watchdog(self) -> None:
        dog = self.watchdog
        if dog is None or self.program is None or self.runtime is not Runtime.PLAYING:
            return
        dog.left -= CYCLE
        if dog.left >= 0.0:
            return
        silent = f"watchdog: {dog.variable} was not written for {dog.period:.3f} s, action {dog.action}"
        self.note(silent, logging.WARNING)
        self.watchdog = None
        self.registers.forget(dog.variable)
        if dog.action == "stop":
            self.stop_program()
        elif dog.action == "pause":
            self.pause()

    def _step_power(self) -> None:
        if self.mode is self._power_goal or self.safety.powerless:
            return
        self._power_left -= CYCLE
        if self._power_left > 0.0:
            return
        self._power_left = POWER_UP
        following = {
            RobotMode.POWER_OFF: RobotMode.POWER_ON,
            RobotMode.POWER_ON: RobotMode.IDLE,
            RobotMode.IDLE: RobotMode.RUNNING,
        }
        self.mode = following.get(self.mode, self._power_goal)

    @property
    def powered(self) -> bool:
        """Whether the joints have power."""
        return self.mode in (RobotMode.IDLE, RobotMode.RUNNING, RobotMode.BACKDRIVE)

    # --- programs

    def thread(self) -> Thread | None:
        """Return the program's thread that runs at the moment."""
        return self.program.current if self.program is not None else None

    def load(self, text: str) -> str:
        """Run a script instead of whatever runs. Returns why it cannot, or nothing."""
        try:
            return self.run_script(compiled(text, self.blocking))
        except ScriptError as error:
            return str(error)

    def run_script(self, script: Script) -> str:
        """Run a compiled script instead of whatever runs. Returns why it cannot, or nothing."""
        if self.mode is not RobotMode.RUNNING or self.safety.holds:
            return "the robot is not running"
        program = Program(script, self.library)
        if script.secondary:
            return self._secondary(program)
        if self.program is not None:
            self.stop_program()
        self.program, self.program_name = program, program.name
        self.said.append((Said.STARTED, program.name))
        self.moving.owner = None
        # a client that waits for its own program must not take the last word of another's for it
        for register in HANDSHAKE:
            self.registers.out_int[register] = 0
        self.runtime = Runtime.PLAYING
        return ""

    def _secondary(self, program: Program) -> str:
        """Run a secondary program, which may not take any time, beside the main one."""
        try:
            program.advance()
        except RuntimeFault as fault:
            return str(fault)
        program.close()
        return ""

    def stop_program(self) -> None:
        """End the program; the arm comes to rest at once."""
        if self.program is not None:
            self.said.append((Said.STOPPED, self.program_name))
            self.program.close()
        self.program, self.watchdog, self.moving.owner = None, None, None
        self.arm.halt(STOP_SECONDS)
        if self.runtime is not Runtime.STOPPED:
            self.runtime, self._stopping = Runtime.STOPPING, STOPPING

    def pause(self) -> bool:
        """Pause the program; the arm comes to rest on its path."""
        if self.program is None:
            return False
        self.runtime = Runtime.PAUSING
        return True

    def play(self) -> bool:
        """Go on with a paused program, where it was."""
        if self.program is None or self.safety.holds or self.mode is not RobotMode.RUNNING:
            return False
        self.runtime = Runtime.PLAYING
        return True

    def waypoint(self) -> RigidFrame:
        """Return the tool frame the arm is on its way to, or where it is."""
        motion = self.arm.motion
        return motion.route.goal.frame if isinstance(motion, Follow) else self.arm.tool()

    # --- clients' settings

    def set_watchdog(
        self, variable: str, min_frequency: float, action: str, *, from_first: bool = False
    ) -> None:
        """Ask for writes to an input register at a frequency (Hz), else stop or pause the program.

        ``from_first``: the time counts from the first write on, not from now.
        """
        action = action.lower()
        if min_frequency <= 0.0 or action == "ignore":
            self.watchdog = None
            return
        period = 1.0 / min_frequency
        self.watchdog = Watchdog(variable, period, action, math.inf if from_first else period)

    def written(self, names: frozenset[str]) -> None:
        """Tell that a client wrote input registers: the watchdog on one of them is content."""
        dog = self.watchdog
        if dog is not None and dog.variable in names:
            dog.left = dog.period

    def note(self, text: str, level: int = logging.INFO) -> None:
        """Keep a message of the controller's log; ``level``: one of logging, for the one who reads the output."""
        self.notes.append(f"{self.time:.3f} {text}")
        log.log(level, "%s", text)

    def tell(self, text: str) -> None:
        """Tell primary clients a text of a program."""
        self.said.append((Said.TEXT, text))

    # --- safety and power

    def protective_stop(self, reason: str) -> None:
        """Enter a protective stop: the program pauses, the arm comes to rest on its path; once, while it holds."""
        if self.safety.protective:
            return
        self.note(f"protective stop: {reason}", logging.WARNING)
        self.safety.protect(self.time, reason)
        self.pause()
        self.arm.free = False

    def unlock(self) -> bool:
        """Leave a protective stop, five seconds after it began at the earliest. The program stays paused."""
        return self.safety.unlock(self.time)

    def emergency_stop(self) -> None:
        """Press the robot's emergency stop: the program ends, the arm stops and loses its power."""
        self.safety.emergency = True
        self._cut_power("emergency stop")

    def release_emergency_stop(self) -> None:
        """Pull the emergency stop out again. The arm stays without power."""
        self.safety.emergency = False

    def system_emergency_stop(self, on: bool) -> None:
        """Open or close the emergency stop circuit of the cell, which does what the robot's own button does."""
        self.safety.system_emergency = on
        if on:
            self._cut_power("system emergency stop")

    def safety_fault(self) -> None:
        """Let the safety system find itself at fault: as an emergency stop, until it is restarted."""
        self.safety.fault = True
        self._cut_power("fault of the safety system")

    def _cut_power(self, reason: str) -> None:
        self.note(reason, logging.WARNING)
        self.safety.protective = False
        self.power_off()

    def safeguard(self, on: bool) -> None:
        """Open or close the safeguard circuit; it resumes by itself, as with the factory's safety settings."""
        if on and not self.safety.safeguard:
            self.safety.safeguard = True
            self.arm.free = False
            self.pause()
        elif not on and self.safety.safeguard:
            self.safety.safeguard = False
            if self.program is not None and not self.safety.holds:
                self.play()

    def set_remote(self, on: bool) -> None:
        """Switch between remote and local control; the program of a remote client does not outlive the switch."""
        if self.remote and not on:
            self.stop_program()
        self.remote = on

    def power_on(self) -> None:
        """Switch the arm's power on; it ends up idle."""
        if self.mode is RobotMode.POWER_OFF and not self.safety.powerless:
            self._power_goal, self._power_left = RobotMode.IDLE, POWER_UP

    def power_off(self) -> None:
        """Switch the arm's power off; the brakes hold it."""
        self.stop_program()
        self.arm.lock()
        self.mode = self._power_goal = RobotMode.POWER_OFF
        if self.gripper is not None:
            self.gripper.power_down()

    def release_brakes(self) -> None:
        """Switch on if need be, and release the brakes; the robot ends up running."""
        if self.mode is not RobotMode.RUNNING and not self.safety.powerless:
            self._power_goal, self._power_left = RobotMode.RUNNING, self._power_left or POWER_UP

    def restart_safety(self) -> None:
        """Clear a fault of the safety system; the arm is without power afterwards."""
        self.safety.fault = self.safety.protective = False
        self.power_off()

    def reboot(self) -> None:
        """Begin again as after switching on the controller: no power on the arm, nothing in the registers."""
        self.power_off()
        self.runtime = Runtime.STOPPED
        for values in vars(self.registers).values():
            values[:] = [type(values[0])()] * len(values)
        self.io.outputs = 0
        self.arm.sensor = None
        self.slider, self.safety = 1.0, Safety(locked_for=self.safety.locked_for)


NOT_WAITING = frozenset(
    {"end_force_mode", "teach_mode", "end_teach_mode", "freedrive_mode", "end_freedrive_mode"}
)
