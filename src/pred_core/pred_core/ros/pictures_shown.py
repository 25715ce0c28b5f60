"""What a person at a terminal is shown with a question: pictures as files, the plan's step in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from pred_core.plain_text import ended_well
from pred_core.ros.conversions import ImageError, image_from_msg
from pred_msgs.msg import Plan


def whereabouts(plan: Plan) -> str:
    """Return at which step a plan is, in words; '' when it is done."""
    total = len(plan.subgoals)
    if plan.cursor >= total:
        return ""
    now = plan.subgoals[plan.cursor]
    step = " ".join(
        word for word in (now.action, now.relation, now.object, now.note and f"({now.note})") if word
    )
    return f"The latest plan, {plan.instruction!r}, is at step {plan.cursor + 1} of {total}: {step}."


def show(pictures: Sequence[Any], name: str) -> str:
    """Write the pictures side by side into a file and return a sentence that says where.

    :param name: the file's; its ending says which kind
    """
    if not pictures:
        return "No picture came with it."
    path = Path(name).expanduser().resolve()
    try:
        Image.fromarray(_side_by_side(pictures)).save(path)
    except ImageError as error:
        return ended_well(f"No picture: {error}")
    except (OSError, ValueError) as error:
        return ended_well(f"The picture could not be written: {error}")
    return f"Picture: {path}"


def _side_by_side(pictures: Sequence[Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return pictures in a row, as high as the highest."""
    found = [np.asarray(image_from_msg(picture), dtype=np.uint8) for picture in pictures]
    height = max(pixels.shape[0] for pixels in found)
    padded = [np.pad(p, ((0, height - p.shape[0]), (0, 0), (0, 0))) for p in found]
    return np.concatenate(padded, axis=1)


def plain(text: str) -> str:
    """Return text without what a terminal would obey: names may come from a language model."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
