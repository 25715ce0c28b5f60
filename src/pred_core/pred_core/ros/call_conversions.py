"""Calls of a language model <-> messages."""

from __future__ import annotations

import json

from sensor_msgs.msg import CompressedImage
from std_msgs.msg import Header

from pred_core.model_calls import Call, ShownPicture
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.plan_conversions import PlanMessageError
from pred_msgs.msg import LlmCall as LlmCallMsg

REQUEST_FIELDS = ("system", "user", "key", "cached", "cost")
"""What of a call its message holds as JSON, in ``request``."""


def call_to_msg(call: Call, header: Header) -> LlmCallMsg:
    """Return the message of one attempt at a question."""
    request = {name: getattr(call, name) for name in REQUEST_FIELDS}
    return LlmCallMsg(
        header=header,
        purpose=call.purpose,
        endpoint=call.endpoint,
        model=call.model,
        request=json.dumps(request, ensure_ascii=False),
        response=call.response,
        outcome=outcome_to_msg(call.outcome),
        prompt_tokens=call.prompt_tokens,
        completion_tokens=call.completion_tokens,
        seconds=call.seconds,
        attempt=call.attempt,
        pictures=[picture_to_msg(picture, header) for picture in call.pictures],
    )


def picture_to_msg(picture: ShownPicture, header: Header) -> CompressedImage:
    """Return the message of a picture that is shown to a model."""
    return CompressedImage(header=header, format="jpeg", data=picture.data)


def picture_from_msg(msg: CompressedImage) -> ShownPicture:
    """Return the picture of a message."""
    return ShownPicture.of(bytes(msg.data))


def call_from_msg(msg: LlmCallMsg) -> Call:
    """Return the call of a message.

    :raises PlanMessageError: when its request is not as :func:`call_to_msg` writes it
    """
    try:
        request = json.loads(msg.request)
        return Call(
            purpose=msg.purpose,
            model=msg.model,
            endpoint=msg.endpoint,
            response=msg.response,
            code=msg.outcome.code,
            message=msg.outcome.message,
            prompt_tokens=msg.prompt_tokens,
            completion_tokens=msg.completion_tokens,
            seconds=msg.seconds,
            attempt=msg.attempt,
            pictures=tuple(picture_from_msg(picture) for picture in msg.pictures),
            **{name: request[name] for name in REQUEST_FIELDS},
        )
    except (KeyError, TypeError, ValueError) as error:
        raise PlanMessageError(f"the call's request is not as it is written: {error}") from error
