"""One question for a whole plan with examples, as FLARE asks it (section 3.1): an instruction in, a flat list out."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.model_calls import Question
from pred_core.plan_language import High
from pred_planner.dialects import registry
from pred_planner.dialects.name_repair import repairer
from pred_planner.model import offered, prompts
from pred_planner.model.asking import Asker
from pred_planner.plan.parsed import Rejection

DIALECT = "flare"


def planned_rows(
    asker: Asker, instruction: str, shown: Sequence[tuple[str, str]]
) -> tuple[tuple[str, str, str], ...]:
    """Return the triplets that a model plans, picking up and putting as one move; none when it gives no plan.

    :param shown: examples, words and plan in FLARE's form, the most alike last
    """
    told = "\n\n".join(f"Task: {words}\nPlan: {plan}" for words, plan in shown)
    text = (
        "Write the plan of a household robot with one hand as one flat list: Action, Object, Receptacle, ... with 0 "
        f"for none. The actions are: {offered.actions(DIALECT)}.\n\n{told}\n\nTask: {instruction}\nPlan:"
    )
    answer = asker.ask(Question("plan", prompts.SYSTEM, text))
    parsed = registry.parse(DIALECT, answer.text, repairer()) if answer.outcome else None
    if parsed is None or isinstance(parsed, Rejection):
        return ()
    return _with_moves([(action, thing, place) for action, thing, place in parsed.as_lists()])


def _with_moves(rows: Sequence[tuple[str, str, str]]) -> tuple[tuple[str, str, str], ...]:
    made: list[tuple[str, str, str]] = []
    for action, thing, place in rows:
        taken = bool(made) and made[-1][:2] == (High.PICKUP, thing)
        if action == High.PUT:
            made = made[:-1] if taken else made
            made.append((High.MOVE, thing, place))
        else:
            made.append((action, thing, place))
    return tuple(made)
