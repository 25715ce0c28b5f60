"""The service ``get_picture``: what a remembered thing looks like in the latest picture, outlined."""

from __future__ import annotations

from rclpy.node import Node
from sensor_msgs.msg import CompressedImage

from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.questions import serve_question
from pred_msgs.srv import GetPicture
from pred_perception.latest import Latest
from pred_perception.shown import jpeg


class PictureService:
    """Gives out pictures of the latest observation."""

    def __init__(self, node: Node, latest: Latest) -> None:
        """Serve ``get_picture``."""
        self._latest = latest
        serve_question(node, GetPicture, "get_picture", self._answer)

    def _answer(self, request: GetPicture.Request, response: GetPicture.Response) -> GetPicture.Response:
        observation, pixels = self._latest.observation, self._latest.pixels()
        if observation is None or observation.step < request.step or pixels is None:
            text = f"There is no picture of observation {request.step} yet."
            response.outcome = outcome_to_msg(Outcome(Code.UNAVAILABLE, text))
            return response
        mask = self._latest.mask(request.object_id) if request.object_id else None
        if request.object_id and mask is None:
            text = f"{request.object_id} is not in the latest picture."
            response.outcome = outcome_to_msg(Outcome(Code.TARGET_NOT_VISIBLE, text))
            return response
        header = self._latest.picture_header
        response.picture = CompressedImage(header=header, format="jpeg", data=jpeg(pixels, mask))
        response.step = observation.step
        response.outcome = outcome_to_msg(Outcome.success())
        return response
