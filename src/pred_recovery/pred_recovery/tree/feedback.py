"""Whether a person is content with a task that the robot believes done, and what is wanted else (HELPER, 3.1.2).

The robot asks when it is done, not before; free words are a task of their own. Silence means yes.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from pred_core.asking import Answer, Asked, Question
from pred_recovery.mission.mission import Assignment, Mission
from pred_recovery.tree.complaints import ordered
from pred_recovery.tree.executive import TaskEnd

ROUNDS = 2
"""How often a person is asked after one task (HELPER, section 4.3)."""
ASKED = "Is it done to your satisfaction? Did I miss anything?"
FEEDBACK = "feedback"
_CONTENT = re.compile(
    r"(?:yes|yep|yeah|ok(?:ay)?|fine|good|great|perfect|thanks?(?: you)?|all (?:is )?(?:good|done|well)|nothing|"
    r"(?:it )?looks good|well done|that is all|that s all|you did(?: not|n t) miss anything|"
    r"no,? (?:thanks?|thank you|all is good|nothing))"
    r"(?:,? (?:yes|thanks?|thank you|all good|perfect|great|it is|robot|please))*"
)
_BARE_NO = re.compile(r"(?:no|nope|not really|not quite)")


@dataclass(frozen=True)
class Said:
    """What a person said: content, or a task that is still to be done; neither where there is nothing to act on."""

    words: str
    content: bool
    more: str = ""


def understood(answer: Answer) -> Said:
    """Return what an answer says; none in time is silence, and that means yes."""
    words = " ".join(answer.text.split())
    plain = re.sub(r"[^a-z ]+", " ", words.lower().replace("'", " "))
    plain = " ".join(plain.split())
    if not answer.answered or not plain or _CONTENT.fullmatch(plain):
        return Said(words, content=True)
    if _BARE_NO.fullmatch(plain):
        return Said(words, content=False)
    more = re.sub(
        r"^(?:no|yes|nope|not quite|but|and)\b[\s,.!]*(?:but\b\s*)?", "", words, flags=re.IGNORECASE
    )
    return Said(words, content=False, more=more)


def question(task: Assignment, seconds: float) -> Question:
    """Return what a person is asked after a task."""
    return Question(Asked.TEXT, ASKED, reason=f"Done: {task.instruction}".strip(), timeout=seconds)


async def asked_back(
    mission: Mission,
    result: TaskEnd,
    ask: Callable[[Question], Awaitable[Answer]],
    again: Callable[[Assignment], Awaitable[tuple[Mission, TaskEnd]]],
    seconds: float,
) -> TaskEnd:
    """Ask after a task that is believed done, do what is still wanted, and return how all of it ended.

    :param again: does a further task
    """
    for _ in range(ROUNDS):
        if not result.outcome:
            break
        said = understood(await ask(question(mission.task, seconds)))
        mission.note(FEEDBACK, said.words or "Nobody said anything: that means yes.", satisfied=said.content)
        if not said.more:
            break
        steps = result.plan.triplets if result.plan is not None else ()
        order = ordered(said.more, steps)
        mission, more = await again(replace(mission.task, instruction=order, steps=(), dialogue=()))
        result = _together(result, more)
    return result


def _together(one: TaskEnd, more: TaskEnd) -> TaskEnd:
    """Return how two tasks ended, one after the other."""
    return TaskEnd(
        more.outcome,
        one.actions + more.actions,
        one.failures + more.failures,
        one.goals + more.goals,
        one.goals_total + more.goals_total,
        more.plan or one.plan,
        tuple(sorted({*one.swayed_by, *more.swayed_by})),
        (*one.revised_by, *more.revised_by),
    )
