"""Services that PolyScope has off by default are named where one does not answer."""

from __future__ import annotations

import pytest

from ur5_driver.driver import states
from ur5_driver.driver.dashboard import Dashboard, DashboardError
from ur5_driver.driver.states import State
from ur5_driver.driver.worker import explain

SWITCH = "Settings > Security > Services"


def test_a_dashboard_server_that_is_off_is_told_with_its_switch() -> None:
    pytest.importorskip("dashboard_client", reason="needs ur_rtde")
    with pytest.raises(DashboardError) as raised:
        Dashboard("127.0.0.98").ask("stop")
    assert SWITCH in str(raised.value)


def test_a_program_that_does_not_start_and_an_arm_that_is_not_heard_name_the_services() -> None:
    said = explain("Failed to start control script, before timeout of 5 seconds").message
    assert "5 seconds. Where that stays so" in said and SWITCH in said
    assert SWITCH not in explain("One of the RTDE input registers are already in use!").message
    assert SWITCH in states.why(State.DISCONNECTED).message
