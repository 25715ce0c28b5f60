"""The questions of recovery, filled in (CMFR listings 3 to 6, CAPE III-A, HELPER listing 5; in our own words)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pred_core.model_calls import Question
from pred_core.plan_language import Subgoal
from pred_core.scene import classes_of, scene_of
from pred_planner.model import offered
from pred_planner.model.prompts import SYSTEM, complained, template
from pred_planner.recovering.cape_examples import CapeExample
from pred_planner.recovering.errors import cause_of, said
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


def refusal(error: str, answer: str) -> str:
    """Return what the next question tells of an answer that could not be done either."""
    return f"{error}A correct step would be to {answer}"


def correction(
    situation: Situation, error: str, since: Iterable[str] = (), examples: Iterable[CapeExample] = ()
) -> Question:
    """Ask for one corrective step (CAPE III-A). What failed is told as the error only: it is no step of the context.

    :param since: lines on what was answered since: steps, and what could not be done either
    """
    lines = (*(f"Step: {said(step)}" for step in _done(situation)), *since)
    done = "".join(f"{line}\n" for line in lines)
    shown = "".join(f"{example.text}\n\n" for example in examples)
    text = template("recover_cape").format(examples=shown, task=_task(situation), done=done, error=error)
    return Question("recover_cape", "You name the next step of a household robot in a few words.", text)


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
