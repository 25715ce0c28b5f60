"""The driver's software e-stop: registered only where nobody else watches, and checked in as long as we live."""

from __future__ import annotations

import threading

from bosdyn.api import estop_pb2
from bosdyn.client.estop import EstopClient, EstopEndpoint

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.errors import SDK_ERRORS, outcome_of

NAME = "pred_spot_driver"
PER_TIMEOUT = 5.0
"""Check-ins within the time after which the robot stops."""

STOP_LEVELS = {
    estop_pb2.ESTOP_LEVEL_CUT: "cut",
    estop_pb2.ESTOP_LEVEL_SETTLE_THEN_CUT: "settle then cut",
    estop_pb2.ESTOP_LEVEL_NONE: "released",
}


class Estop:
    """An endpoint of ours, if there is none of somebody else's; its check-ins go on in a thread."""

    def __init__(self, timeout: float) -> None:
        """Prepare; without check-ins for ``timeout`` seconds the robot settles and cuts its motors' power."""
        self._timeout = timeout
        self._endpoint: EstopEndpoint | None = None
        self._guard = threading.Lock()
        self._level: int = estop_pb2.ESTOP_LEVEL_NONE
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
        self.trouble = ""

    @property
    def held(self) -> bool:
        """Whether an endpoint of ours watches."""
        return self._endpoint is not None

    def set_up(self, client: EstopClient, *, replace: bool) -> Outcome:
        """Register an endpoint, unless somebody else's is active and ``replace`` is not allowed.

        :raises bosdyn.client.exceptions.RpcError: when the robot does not answer
        """
        active = client.get_config()
        others = [e.name for e in active.endpoints if e.name != NAME]
        if others and not replace:
            return Outcome.success(
                f"The e-stop of {', '.join(others)} watches; the driver has none of its own."
            )
        endpoint = EstopEndpoint(
            client, NAME, estop_timeout=self._timeout, estop_cut_power_timeout=self._timeout + 3.0
        )
        try:
            endpoint.force_simple_setup()
            endpoint.check_in_at_level(self._level)
        except SDK_ERRORS as error:
            self.trouble = str(outcome_of(error))
            return outcome_of(error)
        with self._guard:
            self._endpoint = endpoint
        self.trouble = ""
        if self._thread is None:
            self._thread = threading.Thread(target=self._check_in, name="estop", daemon=True)
            self._thread.start()
        return Outcome.success("The driver's own e-stop watches.")

    def press(self, *, hard: bool) -> Outcome:
        """Stop the robot: cut the motors' power at once, or let it settle first."""
        return self._set(estop_pb2.ESTOP_LEVEL_CUT if hard else estop_pb2.ESTOP_LEVEL_SETTLE_THEN_CUT)

    def release(self) -> Outcome:
        """Allow power again; nothing moves by that."""
        return self._set(estop_pb2.ESTOP_LEVEL_NONE)

    def close(self, *, answers: bool = True) -> None:
        """Stop checking in, and take the endpoint away so that a robot that ``answers`` does not wait for it."""
        self._ended.set()
        with self._guard:
            endpoint, self._endpoint = self._endpoint, None
        if answers and endpoint is not None:
            try:
                endpoint.deregister()
            except SDK_ERRORS as error:
                self.trouble = str(outcome_of(error))

    def _set(self, level: int) -> Outcome:
        with self._guard:
            endpoint = self._endpoint
            if endpoint is None:
                return Outcome(
                    Code.UNAVAILABLE,
                    "The driver has no e-stop of its own: use the tablet's, or start the driver with estop:=own.",
                )
            self._level = level
            try:
                endpoint.check_in_at_level(level)
            except SDK_ERRORS as error:
                return outcome_of(error)
        return Outcome.success(f"The driver's e-stop is at: {STOP_LEVELS[level]}.")

    def _check_in(self) -> None:
        while not clock.wait(self._ended, self._timeout / PER_TIMEOUT):
            with self._guard:
                if self._endpoint is None:
                    continue
                try:
                    self._endpoint.check_in_at_level(self._level, timeout=self._timeout / 2.0)
                    self.trouble = ""
                except SDK_ERRORS as error:
                    self.trouble = str(outcome_of(error))
