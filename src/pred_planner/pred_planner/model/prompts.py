"""The prompts, filled in. Texts are files of the package; after PRED's listings 1 to 8, in our own words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Any

from pred_core.model_calls import Question, ShownPicture
from pred_core.objects import ObjectMemory
from pred_core.people import PERSON
from pred_core.plan_language import Discrepancy, High, Kind, Level
from pred_core.scene import scene_of
from pred_core.vocabulary import holding_part, object_types, spoken
from pred_language.meaning.context import TaskType
from pred_language.reader import Texts
from pred_planner.dialects.forms import FORMS, PRED
from pred_planner.model import offered, wants
from pred_planner.model.hearing import Hearing
from pred_planner.rows.openings import cover_rows

SCENE_TOKENS = 400
"""How much of the scene the one question for a task tells: with the rest it stays under 1,200 tokens."""
SYSTEM = "You are the planner of a household robot. You answer in the form asked for and add nothing."
EYES = "You look at pictures of a household robot's camera. You answer in the form asked for and add nothing."

CONDITIONS = {
    Kind.DTA: "target in memory and memory[target].place != expected_place\n"
    "# memory: where each object was seen last; expected_place: where the plan looks for the target",
    Kind.OHV: "any(view.class_of(held) != first_view.class_of(held) for view in other_views)\n"
    "# held: the object in the hand; views: pictures of it from different sides",
    Kind.APM: "attribute_of(image_of(target)) != expected_attribute\n"
    "# attribute_of: what the picture says of the object's state",
    Kind.ASR: "most_adjacent(mask_of(target)) == mask_of(destination)\n"
    "# the masks touch in the picture and in depth: the target is on or in the destination",
}


@cache
def template(name: str) -> str:
    """Return the text of a prompt file."""
    return resources.files("pred_planner").joinpath(f"prompts/{name}.txt").read_text("utf-8").strip()


def as_json(plan: Iterable[Sequence[str]]) -> str:
    """Return a plan as it is shown to a model: one action a line."""
    return "[\n" + ",\n".join("  " + json.dumps(list(step)) for step in plan) + "\n]"


def describe(discrepancy: Discrepancy) -> Question:
    """Ask for the feedback sentence of a discrepancy (listing 8)."""
    text = template("describe").format(
        condition=CONDITIONS[discrepancy.kind],
        expected=f"{discrepancy.subject} {discrepancy.expected}".strip(),
        observed=f"{discrepancy.subject} {discrepancy.observed}".strip(),
    )
    return Question("describe", SYSTEM, text)


def revise(
    discrepancy: Discrepancy, level: Level, plan: Sequence[Sequence[str]], parent: str, complaint: str = ""
) -> Question:
    """Ask for the plan changed because of a discrepancy (Eq. 1, listings 1 to 5 and 7).

    :param plan: from the current step on, at ``level``
    :param parent: where a wrong object can be put back
    :param complaint: why the answer before was rejected
    """
    name = f"guide_{discrepancy.kind}" + (f"_{level}" if discrepancy.kind is Kind.APM else "")
    if discrepancy.kind is Kind.DTA and cover_rows([tuple(row) for row in plan]):
        name += "_cover"
    text = template(f"revise_{level}").format(
        guide=template(name).replace("{parent}", parent), plan=as_json(plan), feedback=discrepancy.sentence
    )
    return Question("revise", SYSTEM, text + complained(complaint))


def context(texts: Texts, memory: ObjectMemory, complaint: str = "") -> Question:
    """Ask for the task-relevant context (section C.1, listing 6)."""
    text = template("context").format(
        task_types=", ".join(TaskType),
        states=offered.states(),
        vocabulary=_one_place_once((*object_types(), PERSON)),
        seen=seen(memory),
        texts=said(texts),
    )
    return Question("context", SYSTEM, text + complained(complaint), CONTEXT_SCHEMA)


def task(texts: Texts, memory: ObjectMemory, complaint: str = "", examples: str = "") -> Question:
    """Ask for what is wanted and for the plan at once, with the names of this scene (:mod:`pred_planner.model.wants`).

    :param examples: plans of other tasks to go by, as text with a blank line behind it
    """
    named = Hearing.of_texts(texts).classes
    types = sorted({*named, *(o.class_name for o in memory.objects)}) if memory.objects else list(object_types())
    text = template("task").format(
        states=offered.states(),
        made=", ".join(wants.recipes()),
        actions=offered.actions(PRED),
        includes=offered.includes(PRED),
        scene=scene_of(memory, (*named, *types), SCENE_TOKENS) if memory.objects else "nothing yet",
        types=_one_place_once((*types, PERSON)),
        texts=said(texts),
    )
    form = wants.schema(types, memory, tuple(High))
    return Question("task", SYSTEM, examples + text + complained(complaint), form)


def plan(
    texts: Texts,
    understood: str,
    memory: ObjectMemory,
    complaint: str = "",
    dialect: str = PRED,
    examples: str = "",
    named: Iterable[str] = (),
) -> Question:
    """Ask for the triplets of a task, written in a dialect.

    :param texts: the person's own words
    :param understood: their context, in a sentence
    :param examples: plans of other tasks to go by, as text with a blank line behind it
    :param named: the classes of which the scene tells first
    """
    seen_first = dict.fromkeys((*named, *(o.class_name for o in memory.objects)))
    text = template(FORMS[dialect].prompt).format(
        actions=offered.actions(dialect),
        includes=offered.includes(dialect),
        texts=said(texts),
        context=understood,
        scene=scene_of(memory, seen_first) if memory.objects else "nothing yet",
    )
    return Question("plan", SYSTEM, examples + text + complained(complaint))


def picture(shown: ShownPicture, subject: str, sentences: Sequence[str], complaint: str = "") -> Question:
    """Ask which of some sentences fits a picture.

    :param subject: what is outlined in it, '' = nothing is
    """
    outlined = f"The {spoken(subject)} that is meant is outlined in the robot's picture." if subject else ""
    text = template("picture").format(
        shown=outlined or "This is what the robot sees.",
        sentences="\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, start=1)),
    )
    form = _record(number={"type": "integer", "minimum": 0, "maximum": len(sentences)})
    return Question("picture", EYES, text + complained(complaint), form, (shown,))


def said(texts: Texts) -> str:
    """Return everything a person said, a line each."""
    lines = [f"Task: {texts.instruction}"]
    lines += [f"Step: {step}" for step in texts.steps]
    lines += [f"Dialogue: {line}" for line in texts.dialogue]
    return "\n".join(lines)


def complained(complaint: str) -> str:
    """Return what is added to a question that is asked again."""
    return f"\n\nYour answer before was rejected: {complaint} Answer again." if complaint else ""


def seen(memory: ObjectMemory) -> str:
    """Return the classes in memory, for a prompt."""
    return _one_place_once(sorted({o.class_name for o in memory.objects})) or "nothing yet"


def _one_place_once(names: Iterable[str]) -> str:
    """Return names for a prompt, of a sink and its basin the basin's only."""
    return ", ".join(dict.fromkeys(map(holding_part, names)))


_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_NUMBER = {"type": "integer"}


def _record(**fields: Any) -> dict[str, Any]:
    """Return the JSON schema of an object of which every field has to be there."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_OTHER = _record(
    object=_TEXT, quantity=_NUMBER, slices=_NUMBER, states=_TEXTS, location=_TEXT, destination=_TEXT
)
CONTEXT_SCHEMA = _record(
    task_type=_TEXT,
    target=_TEXT,
    quantity=_NUMBER,
    slices=_NUMBER,
    states=_TEXTS,
    movable=_TEXT,
    destination=_TEXT,
    toggle=_TEXT,
    location=_TEXTS,
    others={"type": "array", "items": _OTHER},
)
"""Listing 6's context: several things, each with its own places, quantity and number of slices."""
