"""Whose program is on the controller, while its state and the worker's word come in any order."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ur5_description.rtde_numbers import Runtime, SafetyBit
from ur5_driver.driver import program as programs
from ur5_driver.driver.program import Program


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "OUTLIVES_WATCHDOG", 0.2)


class Controller:
    """What the receiver last heard; each look may be followed by another state, and the dashboard counts its stops."""

    def __init__(self, *heard: tuple[int, int] | None) -> None:
        self._heard = list(heard)
        self.stops = 0
        self.stamp, self.counted = 100.0, 30.0

    @property
    def latest(self) -> SimpleNamespace | None:
        heard = self._heard.pop(0) if len(self._heard) > 1 else self._heard[0]
        if heard is None:
            return None
        state, bits = heard
        return SimpleNamespace(runtime_state=state, safety_bits=bits, stamp=self.stamp, counted=self.counted)

    def goes_on(self, heard: tuple[int, int], *, seconds: float, counted: float) -> None:
        """Have some time pass."""
        self._heard, self.stamp, self.counted = [heard], self.stamp + seconds, counted

    def end_program(self) -> None:
        self.stops += 1
        self._heard = [(Runtime.STOPPED, 0)]


def after_its_end(controller: Controller, *, take_over: bool = False) -> Program:
    """Return the driver's program after its worker told that it ended by itself."""
    program = Program(controller, controller, 0.0, take_over=take_over)  # type: ignore[arg-type]
    program.started()
    program.end(by_itself=True)
    program.wait_ended()
    return program


PLAYS, PAUSED = (Runtime.PLAYING, 0), (Runtime.PAUSED, 0)
STOPPED_BY_SAFETY = (Runtime.PLAYING, SafetyBit.PROTECTIVE)


@pytest.mark.parametrize("held", [PAUSED, STOPPED_BY_SAFETY])
def test_the_drivers_own_that_a_stop_holds_is_ended_though_its_worker_told_of_it_first(
    held: tuple[int, int],
) -> None:
    controller = Controller(PLAYS, PLAYS, PLAYS, PLAYS, held)
    program = after_its_end(controller)
    assert controller.stops == 1
    assert program.ended and not program.foreign


def test_what_goes_on_playing_in_its_place_is_somebody_elses_and_left_alone() -> None:
    controller = Controller(PLAYS)
    program = after_its_end(controller)
    assert controller.stops == 0
    assert program.foreign
    program.permit(program.which)
    assert not program.foreign


def test_what_has_ended_is_nobodys() -> None:
    controller = Controller(PLAYS, (Runtime.STOPPED, 0))
    program = after_its_end(controller)
    assert controller.stops == 0 and not program.foreign


def test_what_takes_its_place_is_ended_where_the_driver_may_always_take_over() -> None:
    controller = Controller(PLAYS)
    program = after_its_end(controller, take_over=True)
    assert controller.stops == 1 and not program.foreign


def test_what_nothing_is_heard_of_is_ended_and_not_taken_for_somebody_elses() -> None:
    controller = Controller(None)
    program = after_its_end(controller)
    assert controller.stops == 1 and not program.replaced()


def test_a_moment_of_silence_does_not_end_what_took_its_place() -> None:
    controller = Controller(PLAYS, None, PLAYS)
    program = after_its_end(controller)
    assert controller.stops == 0 and program.replaced()


@pytest.mark.parametrize(
    ("seconds", "counted", "foreign"),
    [(2.0, 0.5, False), (2.0, 30.0, True), (60.0, 30.0, True), (2.0, 5.0, True), (2.0, 0.0, True)],
)
def test_what_a_busy_controller_begins_after_it_was_given_up_is_known_by_its_count(
    seconds: float, counted: float, foreign: bool
) -> None:
    controller = Controller((Runtime.STOPPED, 0))
    program = after_its_end(controller)
    program.look()
    controller.goes_on(STOPPED_BY_SAFETY, seconds=seconds, counted=counted)
    assert program.foreign is foreign


def test_what_counts_on_after_it_was_given_up_is_the_drivers_own() -> None:
    controller = Controller(PLAYS)
    program = after_its_end(controller)
    controller.goes_on(STOPPED_BY_SAFETY, seconds=1.0, counted=30.9)
    assert not program.foreign


def test_what_ran_before_the_driver_came_is_somebody_elses_whatever_it_counts() -> None:
    controller = Controller(PLAYS)
    program = Program(controller, controller, 0.0, take_over=False)  # type: ignore[arg-type]
    controller.goes_on(PLAYS, seconds=1.0, counted=0.9)
    assert program.foreign
