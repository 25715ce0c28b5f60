"""The manufacturer's services for outputs, slider and payload: its names and fields, and a person's yes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from pred_core.outcome import Code, Outcome
from ur5_driver.bridge.outputs import OutputServices, types
from ur5_driver.driver.commands import Payload

KINDS = types()
CONTROLLER = "io_and_status_controller"


class Bench:
    def __init__(self, may: Outcome) -> None:
        self.did: list[Any] = []
        self.warned: list[str] = []
        self.served: dict[str, tuple[Any, Any]] = {}
        self.takes = Outcome.success()
        outputs: Any = SimpleNamespace(digital=self.digital, analogue=self.analogue, slider=self.slider)
        node = SimpleNamespace(
            create_service=self.serve, get_logger=lambda: SimpleNamespace(warning=self.warned.append)
        )
        OutputServices(node, outputs, self.bears, lambda *_: may, None)

    def serve(self, kind: Any, name: str, callback: Any, **_: Any) -> None:
        self.served[name] = (kind, callback)

    def call(self, name: str, **fields: Any) -> bool:
        kind, callback = self.served[f"{CONTROLLER}/{name}"]
        return bool(callback(kind.Request(**fields), kind.Response()).success)

    def done(self, *what: Any) -> Outcome:
        self.did.append(what)
        return self.takes

    def digital(self, pin: int, *, on: bool) -> Outcome:
        return self.done("digital", pin, on)

    def analogue(self, pin: int, share: float) -> Outcome:
        return self.done("analogue", pin, share)

    def slider(self, share: float) -> Outcome:
        return self.done("slider", share)

    def bears(self, payload: Payload) -> Outcome:
        return self.done(payload)


def test_each_does_what_its_name_says() -> None:
    bench = Bench(Outcome.success())
    request = KINDS.SetIO.Request
    assert bench.call("set_io", fun=request.FUN_SET_DIGITAL_OUT, pin=3, state=1.0)
    assert bench.call("set_io", fun=request.FUN_SET_DIGITAL_OUT, pin=3, state=0.0)
    assert bench.call("set_io", fun=request.FUN_SET_ANALOG_OUT, pin=1, state=0.5)
    assert bench.call("set_speed_slider", speed_slider_fraction=0.3)
    payload = KINDS.SetPayload.Request(mass=1.5)
    payload.center_of_gravity.z = 0.07
    kind, callback = bench.served[f"{CONTROLLER}/set_payload"]
    assert callback(payload, kind.Response()).success
    assert bench.did == [
        ("digital", 3, True),
        ("digital", 3, False),
        ("analogue", 1, 0.5),
        ("slider", 0.3),
        (Payload(1.5, (0.0, 0.0, 0.07)),),
    ]


def test_what_is_not_served_or_not_taken_is_refused_and_said() -> None:
    bench = Bench(Outcome.success())
    assert not bench.call("set_io", fun=KINDS.SetIO.Request.FUN_SET_TOOL_VOLTAGE, state=24.0)
    assert bench.did == [] and "4 is neither" in bench.warned[0]
    bench.takes = Outcome(Code.UNAVAILABLE, "The controller did not take it.")
    assert not bench.call("set_speed_slider", speed_slider_fraction=0.3)
    assert "did not take it" in bench.warned[1]


def test_without_a_yes_nothing_is_switched() -> None:
    bench = Bench(Outcome(Code.CANCELED, "No."))
    assert not bench.call("set_io", fun=KINDS.SetIO.Request.FUN_SET_DIGITAL_OUT, pin=0, state=1.0)
    assert not bench.call("set_speed_slider", speed_slider_fraction=1.0)
    assert bench.did == []
