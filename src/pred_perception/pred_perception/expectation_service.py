"""The service ``check_expectations``: the discrepancy detectors asked about the latest observation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from rclpy.node import Node
from sensor_msgs.msg import Image
from std_msgs.msg import Header

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Kind
from pred_core.ros.conversions import ImageError, image_from_msg, image_to_msg, outcome_to_msg, stamp_of
from pred_core.ros.plan_conversions import discrepancy_to_msg, subgoal_from_msg
from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_core.ros.questions import serve_question
from pred_core.ros.timing import Timings
from pred_msgs.msg import Discrepancy as DiscrepancyMsg
from pred_msgs.srv import CheckExpectations
from pred_perception.discrepancy.detector import FrameView, Situation
from pred_perception.discrepancy.panel import Panel
from pred_perception.observation import Observation
from pred_perception.pipeline import Percept

CONTEXT = 0.3
"""How much of the surroundings a crop shows, as a share of the object's size on each side."""

Look = Callable[[str, Observation, Percept], Percept]


class ExpectationService:
    """Keeps the latest observation and answers about it; certain findings go out with their picture."""

    def __init__(self, node: Node, look: Look, timings: Timings, scale: float = 1.0) -> None:
        """Serve `check_expectations`.

        :param look: reads the attributes of the object that is asked about from the latest picture
        :param timings: where the time of a check is told
        :param scale: of the lengths at which things touch, 1 in a room
        """
        self._node = node
        self._look = look
        self._scale = scale
        self._latest: tuple[Observation, Percept] | None = None
        self._picture: Image | None = None
        self._timings = timings
        self._published = node.create_publisher(DiscrepancyMsg, "discrepancies", EVENTS)
        node.create_subscription(Image, "camera/color/image_raw", self._keep, OBSERVATION)
        serve_question(node, CheckExpectations, "check_expectations", self._check)

    def take(self, observation: Observation, percept: Percept) -> None:
        """Remember the latest observation and what was made of it."""
        self._latest = (observation, percept)

    def _keep(self, picture: Image) -> None:
        self._picture = picture

    def _check(
        self, request: CheckExpectations.Request, response: CheckExpectations.Response
    ) -> CheckExpectations.Response:
        if self._latest is None or self._latest[0].step < request.step:
            text = f"Observation {request.step} was not answered yet: ask when its object memory is out."
            response.outcome = outcome_to_msg(Outcome(Code.UNAVAILABLE, text))
            return response
        observation, percept = self._latest
        try:
            kinds = [Kind(kind) for kind in request.kinds]
        except ValueError as error:
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, f"kinds: {error}"))
            return response
        if Kind.APM in kinds:
            percept = self._look(request.subject_id, observation, percept)
        with self._timings.of("discrepancy check"):
            findings = Panel(kinds, scale=self._scale).check(situation(request, observation, percept))
        header = Header(stamp=stamp_of(observation.stamp), frame_id="map")
        response.step = observation.step
        response.certain = [self._message(d, header, percept) for d in findings.certain]
        response.doubtful = [self._message(d, header, percept) for d in findings.doubtful]
        response.outcome = outcome_to_msg(Outcome.success())
        for message in response.certain:
            message.step = observation.step
            self._published.publish(message)
        return response

    def _message(self, found: Discrepancy, header: Header, percept: Percept) -> DiscrepancyMsg:
        """Return the message with the evidence: what the subject looks like now, if it is in the picture."""
        message = discrepancy_to_msg(found, header)
        label = labels_of(percept).get(found.subject_id)
        if label is None or self._picture is None or self._picture.header.stamp != header.stamp:
            return message
        try:
            pixels = np.asarray(image_from_msg(self._picture), np.uint8)
        except ImageError as error:
            self._node.get_logger().warning(f"no evidence picture: {error}")
            return message
        box = surroundings(percept.detections.labels == label)
        mask = np.where(percept.detections.labels[box] == label, 255, 0).astype(np.uint8)
        message.crop = image_to_msg(np.ascontiguousarray(pixels[box]), "rgb8", self._picture.header)
        message.mask = image_to_msg(mask, "mono8", self._picture.header)
        return message


def labels_of(percept: Percept) -> dict[str, int]:
    """Return the label in the latest frame of each remembered object that is in it."""
    by_id = {d.id: d.label for d in percept.detections.items}
    return {
        o.id: by_id[o.detection_id] for o in percept.memory.objects if o.visible and o.detection_id in by_id
    }


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


def surroundings(mask: NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return rows and columns of an object with some of what is around it."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if rows.size == 0:
        return slice(0, mask.shape[0]), slice(0, mask.shape[1])
    margin = max(4, int(CONTEXT * max(np.ptp(rows), np.ptp(columns))))
    return (
        slice(max(rows[0] - margin, 0), rows[-1] + margin + 1),
        slice(max(columns[0] - margin, 0), columns[-1] + margin + 1),
    )
