"""Plans and decisions in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pred_core.outcome import Code
from pred_core.people import PERSON, SPEAKER
from pred_core.plan_language import High, Level, Primitive, Subgoal
from pred_core.vocabulary import is_cleaned_in_place, is_wiped
from pred_tools.run_files import Event, Recovery

HIGH: Mapping[str, str] = {
    High.MOVE: "move the {0} to the {1}",
    High.PICKUP: "pick up the {0}",
    High.PUT: "put the {0} on or in the {1}",
    High.CLEAN: "clean the {0}",
    High.HEAT: "heat the {0}",
    High.COOL: "cool the {0}",
    High.SLICE: "slice the {0}",
    High.COOK: "cook the {0}",
    High.TOAST: "toast the {0}",
    High.BOIL: "boil the {0}",
    High.FILL: "fill the {0}",
    High.POUR: "pour what is in the {0} into the {1}",
    High.TOGGLE_ON: "switch on the {0}",
    High.TOGGLE_OFF: "switch off the {0}",
    High.OPEN: "open the {0}",
    High.CLOSE: "close the {0}",
    High.LOOK_AT: "look at the {0} under the {1}",
    High.GOTO: "go to the {0}",
    High.HAND_OVER: "bring the {0} to {1}",
    High.TOUCH: "touch the {0}",
    High.GAZE: "look at the {0}",
    High.SIT_DOWN: "sit down",
    High.STAND_UP: "stand up",
    High.LOCALIZE: "find out where I am",
    High.PASS: "leave things as they are",
}
PRIMITIVES: Mapping[str, tuple[str, str]] = {
    Primitive.GOTO: ("go to {0}", "Went to {0}"),
    Primitive.PICKUP: ("pick up {0}", "Picked up {0}"),
    Primitive.PUT: ("put it on or in {0}", "Put it on or in {0}"),
    Primitive.OPEN: ("open {0}", "Opened {0}"),
    Primitive.CLOSE: ("close {0}", "Closed {0}"),
    Primitive.TOGGLE_ON: ("switch on {0}", "Switched on {0}"),
    Primitive.TOGGLE_OFF: ("switch off {0}", "Switched off {0}"),
    Primitive.SLICE: ("slice {0}", "Sliced {0}"),
    Primitive.CLEAN: ("clean {0}", "Cleaned {0}"),
    Primitive.POUR: ("pour it into {0}", "Poured it into {0}"),
    Primitive.HAND_OVER: ("hand it to {0}", "Held it out to {0}"),
    Primitive.TOUCH: ("touch {0}", "Touched {0}"),
    Primitive.LOOK_AT: ("look at {0}", "Looked at {0}"),
    Primitive.SIT_DOWN: ("sit down", "Sat down"),
    Primitive.STAND_UP: ("stand up", "Stood up"),
    Primitive.LOCALIZE: ("find out where I am", "Found out where I am"),
}
"""What is to be done, and what was done."""
WORD = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
CODES = re.compile(rf"\b({'|'.join(Code)}): ")


def name(class_name: str) -> str:
    """Return a class in words: ``coffee machine``, ``sliced apple``."""
    if class_name.endswith("Sliced"):
        return f"sliced {name(class_name.removesuffix('Sliced'))}"
    return WORD.sub(" ", class_name).lower()


def what_to_do(step: Subgoal, recipient: str = "") -> str:
    """Return what a step of either level asks for, as a phrase that starts in lower case.

    :param recipient: the name of the person that the plan is about, '' for the one who gives the task
    """
    person = recipient or "the person"
    if step.level is Level.TUPLE:
        return action_on(step.action, person if step.object == PERSON else f"the {name(step.object)}")
    phrase = HIGH.get(step.action)
    if step.action == High.CLEAN and is_cleaned_in_place(step.object):
        phrase = "wipe the {0}" if is_wiped(step.object) else "make the {0}"
    if phrase is None:
        return f"{name(step.action)} the {name(step.object)}"
    if not step.receptacle and "{1}" in phrase:
        phrase = phrase.partition(" the {1}")[0].rsplit(" ", 1)[0]
    return phrase.format(name(step.object), person if step.receptacle == PERSON else name(step.receptacle))


def action_on(primitive: str, target: str) -> str:
    """Return a primitive on something as a phrase."""
    return PRIMITIVES.get(primitive, (f"{name(primitive)} {{0}}", ""))[0].format(target)


def sentence(text: str) -> str:
    """Return a text as a sentence: first letter large, a full stop at its end, no codes for programs in it."""
    plain = CODES.sub("", text).strip()
    if not plain:
        return ""
    return plain[0].upper() + plain[1:] + ("" if plain[-1] in ".!?:" else ".")


def told(event: Event) -> str:
    """Return what an event says to people, '' when it says nothing that is not said elsewhere."""
    if event.data.get("id") == SPEAKER:
        return "" if event.kind == "instance" else sentence(_of_person(event))
    if event.kind == "instance" and "id" in event.data:
        return f"Chose {event.data['id']}."
    if event.kind == "look_around" and "objects" in event.data:
        return f"Looked around: {event.data['objects']} objects are known."
    if event.kind == "skill" and {"skill", "id", "code"} <= event.data.keys():
        skill, target = str(event.data["skill"]), str(event.data["id"])
        if event.data["code"] == Code.SUCCESS and skill in PRIMITIVES:
            return sentence(PRIMITIVES[skill][1].format(target))
        why = event.text.partition(f"{event.data['code']}: ")[2] or name(str(event.data["code"]))
        return sentence(f"Could not {action_on(skill, target)}: {why}")
    return sentence(event.text)


def _of_person(event: Event) -> str:
    """Return an event about a person without their id in memories, which says nothing to people."""
    if event.kind != "skill":
        return event.text
    taken = "taken" if event.data.get("code") == Code.SUCCESS else event.text.partition(": ")[2]
    return f"Held it out: {taken}"


def told_of_recovery(recovery: Recovery) -> str:
    """Return what was tried after a failure and how that went."""
    if recovery.failure:  # nothing had failed: it looked once more after the plan
        found = sentence(recovery.outcome.message or recovery.outcome.code)
        return f"A last look found more to do: {found}" if recovery.outcome else f"A last look: {found}"
    why = recovery.failure.message or recovery.failure.code.replace("_", " ").lower()
    tried = recovery.strategy.replace("_", " ")
    again = f", time {recovery.attempt}" if recovery.attempt > 1 else ""
    if recovery.outcome:
        end = "That worked."
    elif recovery.outcome == recovery.failure:
        end = "That changed nothing."
    else:
        end = sentence(f"That failed: {recovery.outcome.message or recovery.outcome.code}")
    return f"{sentence(why)} Tried to recover ({tried}{again}). {end}"
