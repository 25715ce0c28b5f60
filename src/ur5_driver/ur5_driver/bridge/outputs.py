"""Services of the manufacturer's ROS 2 driver for outputs, speed slider and payload, with its types where it has them.

Without ``ur_msgs`` the types are those of ``pred_msgs``, with the same fields. They answer yes or no; why is logged.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pred_msgs.srv
from pred_core.outcome import Code, Outcome
from ur5_driver.driver.commands import Payload
from ur5_driver.driver.outputs import Outputs

CONTROLLER = "io_and_status_controller"
Allowed = Callable[[str, str], Outcome]
"""Asks a person whether something may be done: its name, and what it does."""


def types() -> Any:
    """Return the module of the services' types."""
    try:
        return importlib.import_module("ur_msgs.srv")
    except ImportError:
        return pred_msgs.srv


class OutputServices:
    """Serves ``set_io``, ``set_speed_slider`` and ``set_payload``."""

    def __init__(
        self, node: Any, outputs: Outputs, bears: Callable[[Payload], Outcome], allowed: Allowed, group: Any
    ) -> None:
        """Make the services.

        :param bears: tells the controller what the flange carries always
        :param allowed: asks a person, where one is asked: what is wired to an output may move
        """
        self._outputs = outputs
        self._bears = bears
        self._allowed = allowed
        self._warn = node.get_logger().warning
        kinds = types()
        self._kind = kinds.SetIO.Request
        for name, kind, work in (
            ("set_io", kinds.SetIO, self._io),
            ("set_speed_slider", kinds.SetSpeedSliderFraction, self._slider),
            ("set_payload", kinds.SetPayload, self._payload),
        ):
            node.create_service(
                kind, f"{CONTROLLER}/{name}", self._answered(name, work), callback_group=group
            )

    def _answered(self, name: str, work: Callable[[Any], Outcome]) -> Callable[[Any, Any], Any]:
        def answer(request: Any, response: Any) -> Any:
            outcome = work(request)
            response.success = bool(outcome)
            if not outcome:
                self._warn(f"{name}: {outcome}")
            return response

        return answer

    def _io(self, request: Any) -> Outcome:
        if request.fun == self._kind.FUN_SET_DIGITAL_OUT:
            on = request.state != 0.0
            asked = self._allowed("set_io", f"Output {request.pin} is switched {'on' if on else 'off'}.")
            return asked and self._outputs.digital(request.pin, on=on)
        if request.fun == self._kind.FUN_SET_ANALOG_OUT:
            asked = self._allowed("set_io", f"Analogue output {request.pin} is set to {request.state:.0%}.")
            return asked and self._outputs.analogue(request.pin, request.state)
        return Outcome(
            Code.NOT_AFFORDED, f"Only digital and analogue outputs are set; fun {request.fun} is neither."
        )

    def _slider(self, request: Any) -> Outcome:
        share = float(request.speed_slider_fraction)
        asked = self._allowed("set_speed_slider", f"The speed slider is set to {share:.0%}.")
        return asked and self._outputs.slider(share)

    def _payload(self, request: Any) -> Outcome:
        cog = request.center_of_gravity
        return self._bears(Payload(float(request.mass), (float(cog.x), float(cog.y), float(cog.z))))
