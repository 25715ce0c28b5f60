"""Force mode as in the manufacturer's ROS 2 driver: ``start_force_mode`` and ``stop_force_mode``, within our limits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from std_srvs.srv import Trigger

from pred_bridge.transforms import PoseError, matrix_from_msg
from pred_bridge.triggers import trigger
from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import Array, pose_from_matrix
from ur5_driver.bridge.outputs import Allowed, types
from ur5_driver.bridge.wanted import Callers, end_when_unwanted
from ur5_driver.driver.commands import Joints, Press
from ur5_driver.driver.motion import joints_of

CONTROLLER = "force_mode_controller"
START, STOP = f"{CONTROLLER}/start_force_mode", f"{CONTROLLER}/stop_force_mode"
AXES = ("x", "y", "z", "rx", "ry", "rz")
BASE = ("", "base", "base_link", "map", "odom")
"""Names of the controller's own base frame here, in which a task frame may be given."""
TOOL = "tool0"
ENDS_WITHIN = 5.0
Begin = Callable[[Press, threading.Event, Callable[[], object]], Outcome]


def press_of(request: Any, tool: Array, prefix: str = "") -> Press:
    """Return what a request asks for.

    :param tool: where tool0 is in base, 4x4
    :param prefix: of the arm's frames
    :raises PoseError: for a task frame that is no pose, or is given in a frame that is not known here
    """
    name = request.task_frame.header.frame_id.removeprefix(prefix)
    if name not in (*BASE, TOOL):
        raise PoseError(f"A task frame is given in base_link or tool0, not in {name!r}.")
    pose = matrix_from_msg(request.task_frame.pose)
    force, speed = request.wrench, request.speed_limits
    return Press(
        frame=joints_of(pose_from_matrix(tool @ pose if name == TOOL else pose)),
        compliant=tuple(bool(getattr(request, f"selection_vector_{axis}")) for axis in AXES),
        wrench=_six(force.force, force.torque),
        speeds=_six(speed.linear, speed.angular),
        deviations=joints_of(request.deviation_limits),
        kind=int(request.type),
        damping=float(request.damping_factor),
        gain=float(request.gain_scaling),
    )


def _six(linear: Any, angular: Any) -> Joints:
    return joints_of((linear.x, linear.y, linear.z, angular.x, angular.y, angular.z))


class ForceMode:
    """Serves both services. Nothing else moves the arm meanwhile; whatever stops the arm ends it.

    It ends as well once no program is left that has a client of them: who began it died, or went away.
    """

    def __init__(
        self,
        node: Any,
        turns: Turns,
        begin: Begin,
        tool: Callable[[], Array | None],
        check: Callable[[Press], Outcome],
        allowed: Allowed,
        group: Any,
        prefix: str = "",
    ) -> None:
        """Make the services.

        :param begin: presses until the event is set; calls the last argument once it has begun
        :param tool: returns tool0 in base as measured, None while nothing comes from the arm
        :param check: returns whether the limits allow it, before a person is asked
        :param allowed: asks a person, where one is asked
        """
        self._turns = turns
        self._begin = begin
        self._tool = tool
        self._check = check
        self._allowed = allowed
        self._prefix = prefix
        self._node = node
        self._warn = node.get_logger().warning
        self._ending: threading.Event | None = None
        self._ended: Future[Outcome] | None = None
        stop = trigger(self._stop)
        node.create_service(types().SetForceMode, START, self._start, callback_group=group)
        node.create_service(Trigger, STOP, stop, callback_group=group)

    def _start(self, request: Any, response: Any) -> Any:
        outcome = self._started(request)
        response.success = bool(outcome)
        if not outcome:
            self._warn(f"start_force_mode: {outcome}")
        return response

    def _started(self, request: Any) -> Outcome:
        tool = self._tool()
        if tool is None:
            return Outcome(Code.ROBOT_LOST, "Nothing comes from the arm.")
        try:
            command = press_of(request, tool, self._prefix)
        except PoseError as error:
            return Outcome(Code.BAD_INPUT, str(error))
        axes = ", ".join(axis for axis, gives in zip(AXES, command.compliant, strict=True) if gives)
        does = f"The arm gives way along {axes} and presses, until stop_force_mode."
        outcome = self._check(command) and self._allowed("force_mode", does)
        if not outcome:
            return outcome
        begun: Future[Outcome] = Future()
        threading.Thread(target=self._serve, args=(command, begun), name="force mode", daemon=True).start()
        return begun.result()

    def _serve(self, command: Press, begun: Future[Outcome]) -> None:
        ended: Future[Outcome] = Future()
        callers = Callers(self._node, (START, STOP))

        def wanted() -> bool:
            there = callers.there()
            if not there:
                self._warn("force mode ends: the program that began it is gone, and nobody else could end it.")
            return there

        def work(ending: threading.Event) -> Outcome:
            self._ending, self._ended = ending, ended
            end_when_unwanted(ending, wanted, "force mode watch")
            try:
                return self._begin(command, ending, lambda: begun.set_result(Outcome.success()))
            finally:
                ending.set()

        outcome = Outcome(Code.EXECUTION_FAILURE, "Force mode broke off.")
        try:
            outcome = self._turns.service(work)
        finally:
            if not begun.done():
                begun.set_result(outcome)
            elif not outcome:
                self._warn(f"force mode: {outcome}")
            ended.set_result(outcome)

    def _stop(self) -> Outcome:
        ending, ended = self._ending, self._ended
        if ending is None or ended is None or ended.done():
            return Outcome.success("Force mode is not on.")
        ending.set()
        try:
            return ended.result(ENDS_WITHIN)
        except TimeoutError:
            return Outcome(Code.BUSY, "Force mode was told to end and has not yet: call stop.")
