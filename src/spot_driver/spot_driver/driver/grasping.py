"""The robot's own grasp of what is at a pixel of its camera, awaited."""

from __future__ import annotations

import threading

import numpy as np
from bosdyn.api import geometry_pb2, manipulation_api_pb2
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import Grasp
from spot_driver.driver.errors import SDK_ERRORS, outcome_of
from spot_driver.driver.link import SpotLink
from spot_driver.driver.pictures import Shot

Array = NDArray[np.float64]

GRASP_WITHIN = 30.0
GRASP_WALK_WITHIN = 60.0
POLL = 0.15
NO_GRASP = "The robot finds no grasp of it from here: go to another side of it, or free what is before it."

_PB = manipulation_api_pb2
_WELL = frozenset({_PB.MANIP_STATE_GRASP_SUCCEEDED, _PB.MANIP_STATE_DONE})
_NO_WAY = _PB.MANIP_STATE_GRASP_PLANNING_NO_SOLUTION
_BAD = frozenset(
    {
        _PB.MANIP_STATE_GRASP_FAILED,
        _PB.MANIP_STATE_GRASP_PLANNING_NO_SOLUTION,
        _PB.MANIP_STATE_GRASP_FAILED_TO_RAYCAST_INTO_MAP,
        _PB.MANIP_STATE_GRASP_PLANNING_WAITING_DATA_AT_EDGE,
    }
)


def grasp(
    link: SpotLink,
    shot: Shot,
    pixel: tuple[int, int],
    point: Array,
    event: threading.Event,
    *,
    walks: bool = False,
) -> Outcome:
    """Let the robot grasp what is at a pixel; ``walks``: it may come closer by itself."""
    image, source = shot.proto.shot, shot.proto.source
    wanted = _PB.PickObjectInImage(
        pixel_xy=geometry_pb2.Vec2(x=float(pixel[0]), y=float(pixel[1])),
        transforms_snapshot_for_camera=image.transforms_snapshot,
        frame_name_image_sensor=image.frame_name_image_sensor,
        camera_model=source.pinhole,
        walk_gaze_mode=_PB.PICK_AUTO_WALK_AND_GAZE if walks else _PB.PICK_NO_AUTO_WALK_OR_GAZE,
    )
    request = _PB.ManipulationApiRequest(pick_object_in_image=wanted)
    with link.guard:
        outcome = link.send(Grasp(request, point, walks))
        return outcome and _await_grasp(link, event, GRASP_WALK_WITHIN if walks else GRASP_WITHIN)


def _await_grasp(link: SpotLink, event: threading.Event, within: float) -> Outcome:
    number, deadline = link.gate.last_id, clock.steady() + within
    ask = _PB.ManipulationApiFeedbackRequest(manipulation_cmd_id=number)
    while clock.steady() < deadline:
        if clock.wait(event, POLL):
            link.stop()
            return Outcome(Code.CANCELED, "The grasp was cancelled.")
        available = link.available()
        if not available:
            link.stop()
            return available
        try:
            answer = link.session.manipulation.manipulation_api_feedback_command(
                ask, timeout=link.session.patience
            )
        except SDK_ERRORS as error:
            link.stop()
            return outcome_of(error)
        if answer.current_state in _WELL:
            return Outcome.success()
        if answer.current_state == _NO_WAY:
            return Outcome(Code.TARGET_TOO_FAR, NO_GRASP)
        if answer.current_state in _BAD:
            name = _PB.ManipulationFeedbackState.Name(answer.current_state)
            return Outcome(Code.EXECUTION_FAILURE, f"The robot could not grasp it: {name}.")
    link.stop()
    return Outcome(Code.TIME_LIMIT, f"The grasp took longer than {within:.0f} s.")
