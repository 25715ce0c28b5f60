"""The service ``check_expectations``: the discrepancy detectors asked about the latest observation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from rclpy.node import Node

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Kind
from pred_core.ros.conversions import image_to_msg, outcome_to_msg
from pred_core.ros.plan_conversions import discrepancy_to_msg, subgoal_from_msg
from pred_core.ros.qos import EVENTS
from pred_core.ros.questions import serve_question
from pred_core.ros.timing import Timings
from pred_msgs.msg import Discrepancy as DiscrepancyMsg
from pred_msgs.srv import CheckExpectations
from pred_perception.discrepancy.detector import FrameView, Situation
from pred_perception.discrepancy.panel import Panel
from pred_perception.latest import Latest, labels_of
from pred_perception.observation import Observation
from pred_perception.pipeline import Percept
from pred_perception.shown import surroundings

Look = Callable[[str, Observation, Percept], Percept]


class ExpectationService:
    """Answers about the latest observation; certain findings go out with their picture."""

    def __init__(self, node: Node, latest: Latest, look: Look, timings: Timings, scale: float = 1.0) -> None:
        """Serve `check_expectations`.

        :param look: reads the attributes of the object that is asked about from the latest picture
        :param timings: where the time of a check is told
        :param scale: of the lengths at which things touch, 1 in a room
        """
        self._latest = latest
        self._look = look
        self._scale = scale
        self._timings = timings
        self._published = node.create_publisher(DiscrepancyMsg, "discrepancies", EVENTS)
        serve_question(node, CheckExpectations, "check_expectations", self._check)

    def _check(
        self, request: CheckExpectations.Request, response: CheckExpectations.Response
    ) -> CheckExpectations.Response:
        observation, percept = self._latest.observation, self._latest.percept
        if observation is None or percept is None or observation.step < request.step:
            text = f"Observation {request.step} was not answered yet: ask when its object memory is out."
            response.outcome = outcome_to_msg(Outcome(Code.UNAVAILABLE, text))
            return response
        try:
            kinds = [Kind(kind) for kind in request.kinds]
        except ValueError as error:
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, f"kinds: {error}"))
            return response
        if Kind.APM in kinds:
            percept = self._look(request.subject_id, observation, percept)
        with self._timings.of("discrepancy check"):
            findings = Panel(kinds, scale=self._scale).check(situation(request, observation, percept))
        response.step = observation.step
        response.certain = [self._message(d) for d in findings.certain]
        response.doubtful = [self._message(d) for d in findings.doubtful]
        response.needed = list(findings.needed)
        response.outcome = outcome_to_msg(Outcome.success())
        for message in response.certain:
            message.step = observation.step
            self._published.publish(message)
        return response

    def _message(self, found: Discrepancy) -> DiscrepancyMsg:
        """Return the message with the evidence: what the subject looks like now, if it is in the picture."""
        message = discrepancy_to_msg(found, self._latest.header)
        mask, pixels = self._latest.mask(found.subject_id), self._latest.pixels()
        if mask is None or pixels is None:
            return message
        box = surroundings(mask)
        seen = np.where(mask[box], 255, 0).astype(np.uint8)
        header = self._latest.picture_header
        message.crop = image_to_msg(np.ascontiguousarray(pixels[box]), "rgb8", header)
        message.mask = image_to_msg(seen, "mono8", header)
        return message


def situation(request: CheckExpectations.Request, observation: Observation, percept: Percept) -> Situation:
    """Return what the detectors are given."""
    return Situation(
        subgoal=subgoal_from_msg(request.subgoal),
        memory=percept.memory,
        subject_id=request.subject_id,
        excluded=frozenset(request.excluded_ids),
        view=FrameView(percept.detections.labels, observation.depth, labels_of(percept)),
        held_views=tuple(request.held_views),
    )

