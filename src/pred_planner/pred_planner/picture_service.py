"""The service ``judge_picture``: a model that sees says which of some sentences fits a picture."""

from __future__ import annotations

from rclpy.node import Node

from pred_core.ros.call_conversions import picture_from_msg
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.questions import serve_question
from pred_msgs.srv import JudgePicture
from pred_planner.model.asking import Asker
from pred_planner.model.looking import judged


class PictureService:
    """Shows pictures to the planner's model."""

    def __init__(self, node: Node, asker: Asker | None, accuracy: float) -> None:
        """Serve ``judge_picture``.

        :param asker: None where there is no model; every answer is UNAVAILABLE then
        :param accuracy: the share of pictures of which the model says what is so
        """
        self._node = node
        self._asker = asker
        self._accuracy = accuracy
        serve_question(node, JudgePicture, "judge_picture", self._judge)

    def _judge(self, request: JudgePicture.Request, response: JudgePicture.Response) -> JudgePicture.Response:
        picture = picture_from_msg(request.picture)
        seen = judged(
            self._asker, picture, request.subject, list(request.sentences), list(request.likely), self._accuracy
        )
        response.outcome = outcome_to_msg(seen.outcome)
        response.chosen, response.likely = seen.chosen, list(seen.likely)
        said = request.sentences[seen.chosen] if seen.chosen >= 0 else seen.outcome.message or "it cannot tell"
        self._node.get_logger().info(f"picture {picture.name} of {request.subject or 'the room'}: {said}")
        return response
