"""What a replay found, for people and for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pred_tools.replay.decisions import DecisionChange, as_text, counted, first_divergence
from pred_tools.replay.replayer import Replay

SHOWN = 12
"""Differences of object memories, and later decisions, that are shown."""


def lines(replay: Replay, *, everything: bool = False) -> Iterator[str]:
    """Yield the report: how much is the same, the first divergence with what led to it, and what follows.

    :param everything: also the decisions that are the same
    """
    counts = counted(replay.decisions)
    told = ", ".join(f"{count} {change}" for change, count in counts.items() if count)
    yield (
        f"{replay.observations} observations in {replay.seconds:.1f} s, object memories of "
        f"{replay.identical} identical to the byte, of {len(replay.memories)} different in class, place or attribute"
    )
    yield f"{len(replay.decisions)} decisions: {told or 'none'}"
    if replay.begins_late:
        yield "The robot had seen things before this recording begins: what differs may be due to that."
    first = first_divergence(replay.decisions)
    if first is not None:
        yield from _divergence(replay, first)
    elif replay.memories:
        yield "The decisions are the same although the object memories differ:"
        yield from _memories(replay, max(replay.memories))
    rest = [d for i, d in enumerate(replay.decisions) if i != first]
    for decision in rest:
        if everything or decision.change is not DecisionChange.SAME:
            mark = "  (counterfactual) " if decision.counterfactual else "  "
            yield f"{mark}{decision.line()}"


def as_json(replay: Replay) -> str:
    """Return the same for programs."""
    content = {
        "observations": replay.observations,
        "begins_late": replay.begins_late,
        "identical_memories": replay.identical,
        "seconds": round(replay.seconds, 3),
        "counts": {str(change): count for change, count in counted(replay.decisions).items()},
        "first_divergence": first_divergence(replay.decisions),
        "memories": {str(step): found for step, found in replay.memories.items()},
        "decisions": [
            {
                "step": d.step,
                "by": d.by,
                "about": d.about,
                "change": d.change,
                "old": d.old,
                "new": d.new,
                "plan": as_text(d.rows),
                "counterfactual": d.counterfactual,
            }
            for d in replay.decisions
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False)


def _divergence(replay: Replay, index: int) -> Iterator[str]:
    decision = replay.decisions[index]
    yield "First decision after which the robot would act otherwise:"
    yield f"  {decision.line()}"
    yield from _memories(replay, decision.step, decision.about)
    plan = next((d for d in replay.decisions[index:] if d.rows and d.step == decision.step), None)
    if plan is not None:
        yield f"  the plan ({plan.about}):"
        yield from (f"    {row}" for row in as_text(plan.rows))
    yield "What follows is of observations that would not have been made so (counterfactual):"


def _memories(replay: Replay, until: int, about: str = "") -> Iterator[str]:
    """Yield the last differences up to a step; those of the object a decision was about, if there are any."""
    by_step = sorted(replay.memories.items())
    found = [(step, text) for step, texts in by_step for text in texts if step <= until]
    own = [(step, text) for step, text in found if about and re.split(r"[: ]", text)[0] in about]
    shown = (own or found)[-SHOWN:]
    for step, text in shown:
        yield f"  object memory of step {step}: {text}"
    if len(found) > len(shown):
        yield f"  and {len(found) - len(shown)} other differences up to there"
