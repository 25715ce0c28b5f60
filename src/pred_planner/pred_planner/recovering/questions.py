"""The questions of recovery, filled in (CMFR listings 3 to 6, CAPE III-A, HELPER listing 5; in our own words)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pred_core.action_model.sentences import explain
from pred_core.action_model.simulation import Simulation
from pred_core.model_calls import Question
from pred_core.plan_language import Subgoal
from pred_core.scene import classes_of, scene_of
from pred_planner.model import offered
from pred_planner.model.prompts import SYSTEM, complained, template
from pred_planner.recovering.examples import Example
from pred_planner.recovering.situation import Situation, Stage

_TEXT = {"type": "string"}
IMPORTANT: Mapping[str, Any] = {
    "type": "object",
    "properties": {"important": {"type": "boolean"}, "why": _TEXT},
    "required": ["important", "why"],
    "additionalProperties": False,
}


def of_stage(
    situation: Situation, examples: Iterable[Example] = (), matters: str = "", complaint: str = ""
) -> Question:
    """Return the question of a stage.

    :param matters: why the step matters, as the first stage found
    :param complaint: why the answer before was rejected
    """
    text = template(f"recover_{situation.stage}").format(
        **_told(situation),
        actions=offered.actions("cmfr"),
        matters=f"Why it matters: {matters}\n" if matters else "",
        examples=_shown(examples),
    )
    schema = IMPORTANT if situation.stage is Stage.IMPORTANCE else None
    return Question(f"recover_{situation.stage}", SYSTEM, text + complained(complaint), schema)


def chain_of_thought(situation: Situation, complaint: str = "") -> Question:
    """Ask everything at once (CMFR's baseline, section 5)."""
    text = template("recover_cot").format(**_told(situation), actions=offered.actions("cmfr"))
    return Question("recover_cot", SYSTEM, text + complained(complaint))


def reflection(situation: Situation, examples: Iterable[Example] = (), complaint: str = "") -> Question:
    """Ask for an explanation and a script that mends the failure (HELPER listing 5)."""
    text = template("recover_helper").format(
        **_told(situation), actions=offered.actions("helper"), examples=_shown(examples)
    )
    return Question("recover_helper", SYSTEM, text + complained(complaint))


def correction(
    situation: Situation, error: str, made: Iterable[str], examples: Iterable[Example] = ()
) -> Question:
    """Ask for one corrective step (CAPE III-A). What failed is told as the error only: it is no step of the context.

    :param made: corrective steps so far, in words
    """
    done = "\n".join(f"Step: {text}" for text in (*map(said, _done(situation)), *made))
    shown = _shown(examples)
    text = template("recover_cape").format(task=_task(situation), done=f"{shown}{done}", error=error)
    return Question("recover_cape", "You name the next step of a household robot in a few words.", text)


def error_of(situation: Situation, grade: str) -> str:
    """Return what CAPE tells of an error in a grade."""
    step = situation.step
    if grade == "success_only" or step is None:
        return "Error: Task failed. "
    if grade == "implicit":
        return f"Error: I cannot {said(step)}. "
    return f"Error: {cause_of(situation)} "


def cause_of(situation: Situation) -> str:
    """Return why the step failed: the violated precondition where the action model has one, else what was measured."""
    step = situation.step
    if step is None:
        return ""
    here = situation.here
    grounded = Simulation(here.plan_world).grounded(step, here.state)
    violated = explain(here.plan_world.world, grounded, here.state) if grounded is not None else ""
    seen = f" It looks as if {situation.diagnosis}." if situation.diagnosis else ""
    return f"{violated or f'I cannot {said(step)}: {situation.failure.message}'}{seen}"


def said(step: Subgoal) -> str:
    """Return a tuple in words: "pick up the mug"."""
    return _WORDS.get(step.action, step.action).format(step.object)


_WORDS: Mapping[str, str] = {
    "GotoObject": "go to the {}",
    "PickupObject": "pick up the {}",
    "PutObject": "put what is held in or on the {}",
    "OpenObject": "open the {}",
    "CloseObject": "close the {}",
    "ToggleObjectOn": "switch on the {}",
    "ToggleObjectOff": "switch off the {}",
    "SliceObject": "slice the {}",
    "PourObject": "pour what is held into the {}",
}


def _told(situation: Situation) -> dict[str, str]:
    step, memory = situation.step, situation.memory
    names = (situation.target_id, *situation.bound.values(), *classes_of(situation.plan))
    return {
        "task": _task(situation),
        "done": _rows(_done(situation)),
        "step": _row(step) if step is not None else "none",
        "failure": cause_of(situation),
        "left": _rows(situation.rest[1:]),
        "scene": scene_of(memory, (name for name in names if name)),
    }


def _task(situation: Situation) -> str:
    texts = situation.texts
    return " ".join((texts.instruction, *texts.steps, *texts.dialogue)).strip() or situation.plan.instruction


def _done(situation: Situation) -> list[Subgoal]:
    return [s for s in situation.plan.subgoals[: situation.plan.cursor] if s.id in situation.done]


def _rows(steps: Iterable[Subgoal]) -> str:
    return "\n".join(f"- {_row(step)}" for step in steps) or "- none"


def _row(step: Subgoal) -> str:
    return f"({step.object}, {step.action})"


def _shown(examples: Iterable[Example]) -> str:
    return "".join(f"\nExample:\n{example.text}\n" for example in examples)
