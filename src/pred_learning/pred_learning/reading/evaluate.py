"""How well sentences are understood: ``python -m pred_learning.reading.evaluate --tasks FILE [--text goal|steps]``."""

from __future__ import annotations

import argparse
import collections
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_core.vocabulary import sliced_of
from pred_language.meaning import encoder
from pred_language.meaning.context import Refusal, TaskContext, TaskType
from pred_language.meaning.parts import in_order
from pred_language.reader import Texts, understand
from pred_tasks.alfred.recorded import Goal, chosen, grounder, load

STATE_OF = {
    TaskType.CLEAN_PLACE: "clean",
    TaskType.HEAT_PLACE: "hot",
    TaskType.COOL_PLACE: "cold",
}


@dataclass(frozen=True)
class ReadingVerdict:
    """The judgement of one reading."""

    task_type: str
    exact: bool
    effect: bool
    fault: str
    text: str
    got: str


def faults(goal: Goal, context: TaskContext) -> list[str]:
    """Return which parts of a reading differ from the goal."""
    wrong = []
    if context.task_type != goal.task_type:
        wrong.append(f"type {goal.task_type} read as {context.task_type}")
    if context.target.best != goal.target:
        wrong.append(f"object {goal.target} read as {context.target.best or '-'}")
    if ("sliced" in context.states) != goal.sliced:
        wrong.append("sliced" if goal.sliced else "not sliced")
    if context.movable.best != goal.movable:
        wrong.append(f"movable {goal.movable or '-'} read as {context.movable.best or '-'}")
    if not goal.accepts(context.destination.best):
        wrong.append(f"destination {goal.destination or '-'} read as {context.destination.best or '-'}")
    if context.toggle.best != goal.toggle:
        wrong.append(f"lamp {goal.toggle or '-'} read as {context.toggle.best or '-'}")
    return wrong


def satisfies(goal: Goal, context: TaskContext) -> bool:
    """Tell whether doing what was read would also reach the goal."""
    if context.target.best != goal.target or context.toggle.best != goal.toggle:
        return False
    if goal.task_type != TaskType.LOOK_AT and not goal.accepts(context.destination.best):
        return False
    if goal.movable and context.movable.best != goal.movable:
        return False
    if goal.sliced and "sliced" not in context.states:
        return False
    if not goal.sliced and "sliced" in context.states and sliced_of(goal.target):
        return False
    state = STATE_OF.get(TaskType(goal.task_type), "")
    under_the_tap = state == "clean" and "filled" in context.states
    if state and state not in context.states and not under_the_tap:
        return False
    return goal.task_type != TaskType.PLACE_TWO or context.count in (0, 2)


def judge(
    task: Mapping[str, Any], text: str, first_only: bool, usage: Mapping[str, float] | None = None
) -> Iterator[ReadingVerdict]:
    """Yield the judgement of each annotation of a task.

    :param text: ``goal`` for the goal sentence alone, ``steps`` for the step texts in addition
    :param usage: weights of what people mean, instead of the learned ones
    """
    goal = Goal.of(task)
    chooser = grounder(task, encoder.nearest)
    for annotation in task["annotations"][: 1 if first_only else None]:
        sentence = annotation["task_desc"]
        steps = tuple(annotation["high_descs"]) if text == "steps" else ()
        context = understand(Texts(sentence, steps), chooser, usage)
        if isinstance(context, Refusal):
            yield ReadingVerdict(goal.task_type, False, False, "refused", sentence, context.message)
            continue
        wrong = faults(goal, context)
        got = f"{context.task_type}: {context.as_mapping()['evidence']} {sorted(context.states)} x{context.count}"
        reached = any(satisfies(goal, task) for task in in_order(context))
        yield ReadingVerdict(goal.task_type, not wrong, reached, "; ".join(wrong), sentence, got)


def table(verdicts: list[ReadingVerdict]) -> str:
    """Return the shares per task type as text."""
    lines = [f"{'task type':36s} {'n':>5s} {'exact':>7s} {'effect':>7s}"]
    kinds = sorted({v.task_type for v in verdicts})
    for kind in [*kinds, "all"]:
        those = [v for v in verdicts if kind in (v.task_type, "all")]
        exact = sum(v.exact for v in those) / len(those)
        effect = sum(v.effect for v in those) / len(those)
        lines.append(f"{kind:36s} {len(those):5d} {exact:7.1%} {effect:7.1%}")
    return "\n".join(lines)


def confusions(verdicts: list[ReadingVerdict], limit: int) -> str:
    """Return the most frequent faults as text."""
    counted = collections.Counter(part for v in verdicts if v.fault for part in v.fault.split("; "))
    return "\n".join(f"{count:5d}  {fault}" for fault, count in counted.most_common(limit))


def main(arguments: list[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        prog="pred_learning.reading.evaluate", description="Measure how sentences are understood."
    )
    parser.add_argument("--tasks", type=Path, required=True, help="task file, JSON lines")
    parser.add_argument("--text", choices=("goal", "steps"), default="goal")
    parser.add_argument("--part", choices=("dev", "check", "held-out", "all"), default="all")
    parser.add_argument("--first", action="store_true", help="only the first annotation of each task")
    parser.add_argument("--faults", action="store_true", help="list every sentence that was read otherwise")
    options = parser.parse_args(arguments)
    tasks = load(options.tasks)
    for part in ("dev", "check", "held-out") if options.part == "all" else (options.part,):
        those = chosen(tasks, (part,))
        verdicts = [v for t in those for v in judge(t, options.text, options.first)]
        print(f"\n{part}, {len(those)} tasks\n{table(verdicts)}")
        if options.faults:
            print(f"\nmost frequent faults\n{confusions(verdicts, 25)}")
            for verdict in verdicts:
                if not verdict.exact:
                    mark = "~" if verdict.effect else "x"
                    print(f"{mark} {verdict.text}\n     {verdict.fault}\n     {verdict.got}")


if __name__ == "__main__":
    main()
