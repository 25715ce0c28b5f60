"""What a person is asked before the arm acts."""

from __future__ import annotations

from pred_bridge.approval import ApprovalQuestion, marked
from pred_core.pictures import Picture, mask_of
from pred_core.targets import Target, TargetKind
from ur5_driver.driver import hand_over
from ur5_driver.driver.gripper import Fingers


def skill_question(
    skill: str, target: Target, seen: Picture | None, fingers: Fingers | None, picked: str
) -> ApprovalQuestion:
    """Return what to ask before a skill, from what its goal says and the driver measures.

    :param picked: what the driver was last told to pick up, '' for nothing
    """
    mask = None
    if seen is not None and target.kind is not TargetKind.NONE:
        mask = mask_of(target, seen)[1]
    holding = fingers is not None and fingers.holding
    it = target.class_name or "thing"
    where = (
        f"the {it} that is outlined in the picture" if mask is not None else f"a {it} (nothing is outlined)"
    )
    words, does = [skill, it], f"The arm does {skill} with {where}."
    if skill == "PickupObject":
        does = f"The arm picks up {where}."
    elif skill == "PutObject":
        words = [skill, picked if holding else "", target.relation or "at", it]
        does = f"The arm puts what it holds {target.relation or 'on or in'} {where}."
        if target.relation == "in":
            does += " It may set it down on the table first, to grip it from the side."
    elif skill == hand_over.SKILL:
        words = [skill, picked if holding else ""]
        does = (
            f"The arm brings what it holds to where it hands things over, with at most {hand_over.SPEED:g} m/s and "
            f"{hand_over.FORCE:.0f} N, and lets go when somebody pulls at it."
        )
    elif skill == "DropObject":
        words = [skill, picked if holding else ""]
        does = "The arm puts what it holds on a free spot of the table, or else lets go of it where it is."
    reason = f"{does} {in_hand(fingers, picked)}"
    return ApprovalQuestion(
        " ".join(word for word in words if word), reason, None if seen is None else marked(seen.rgb, mask)
    )


def in_hand(fingers: Fingers | None, picked: str) -> str:
    """Return a sentence about what the gripper holds; ``picked``: what it was last told to pick up, '' for nothing."""
    if fingers is None:
        return "Whether the gripper holds something is not known."
    if not fingers.holding:
        return "The gripper is empty."
    known = f", picked up as {picked}" if picked else ""
    return f"The gripper holds something {1e3 * fingers.width:.0f} mm wide{known}."
