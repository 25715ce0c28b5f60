"""Before a subgoal starts: is the world as the plan assumes? If not, the plan is changed first (PRED section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pred_core.objects import Truth
from pred_core.outcome import Outcome
from pred_core.plan_language import PRECEDENCE, Discrepancy, Kind
from pred_core.vocabulary import invisible
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Check, Mode, Navigate, Reply, Steps, stage
from pred_recovery.refer.described import comes_from_there
from pred_recovery.verify.checks import checks_for
from pred_recovery.verify.revision import have_revised, key_of
from pred_recovery.verify.witness import believed, show

REPEATS = 4
"""Revisions in a row for one place in the plan; more would be a quarrel between detector and planner."""


@dataclass(frozen=True)
class _Answer:
    """What a check found that was not heeded yet, and in which observation."""

    check: Check
    step: int
    found: tuple[Discrepancy, ...]


def verify(mission: Mission) -> Steps:
    """Check what the next subgoal assumes and have the plan revised until it fits. Never fails a task by itself.

    After the last subgoal there is still what it has picked up: that is looked at before the task counts as done.
    """
    switched_on = mission.settings.kinds
    for _ in range(REPEATS if switched_on else 0):
        if mission.subgoal is None and mission.progress.unverified is None:
            break
        if len(mission.progress.revised_by) >= mission.settings.max_revisions:
            break
        found = yield from _findings(mission, switched_on)
        if not found or not (yield from have_revised(mission, found)):
            break
    return Outcome.success()


def verify_at_the_end(mission: Mission) -> Steps:
    """Check what the plan's last step has picked up; a revision goes on with the plan, which was at its end.

    How that step ended stays how the task ends.
    """
    if mission.subgoal is None:
        yield from verify(mission)
    return mission.progress.outcome


def compare(mission: Mission) -> Asking[bool]:
    """Compare the plan with what was seen while it was being followed, and return whether it was changed for that.

    It may be done already, or be possible otherwise. The changed plan's current tuple is next then.
    """
    before = mission.plan
    yield from stage("compare with the plan", verify(mission))
    return mission.plan is not before


def _findings(mission: Mission, switched_on: tuple[Kind, ...]) -> Asking[tuple[Discrepancy, ...]]:
    """Return what contradicts the plan, in the order of precedence, looking again where it is doubtful."""
    answers: list[_Answer] = []
    for check in (yield from checks_for(mission, switched_on)):
        if check.kinds == (Kind.APM,) and not any(answer.found for answer in answers):
            yield from _see_first(mission, check)
        reply = yield check
        open_doubts = [
            d for d in _new(mission, reply.doubtful) if key_of(mission, d) not in mission.beliefs.doubted
        ]
        if not reply.certain and open_doubts:
            reply = yield from _look_again(mission, check, open_doubts[0], reply)
        if mission.settings.vision:
            yield from show(mission, reply)
        answers.append(_Answer(check, mission.memory.step, _new(mission, believed(mission, reply))))
    answers = [answer for answer in answers if answer.found]
    if len(answers) > 1:
        answers = yield from _of_one_observation(mission, answers)
    found = [d for answer in answers for d in answer.found]
    return tuple(sorted(found, key=lambda d: PRECEDENCE.index(d.kind)))


def _of_one_observation(mission: Mission, answers: list[_Answer]) -> Asking[list[_Answer]]:
    """Return the answers about the latest observation: what was found before another look is asked again."""
    fresh = []
    for answer in answers:
        found = answer.found
        if answer.step != mission.memory.step:
            found = _new(mission, believed(mission, (yield answer.check)))
        fresh.append(replace(answer, found=found))
    return fresh


def _see_first(mission: Mission, check: Check) -> Steps:
    """Go to what is to be acted on next before asking about it, if its state could not be told from afar.

    It has to be gone to anyway, and what the plan does afterwards may turn out needless or wrong.
    """
    subject = mission.memory.get(check.subject_id)
    if subject is None or subject.class_name != check.subgoal.object or not mission.settings.mobile:
        return Outcome.success()
    names = [a.name for a in check.subgoal.expectation.attributes if a.name not in invisible()]
    unknown = [name for name in names if subject.truth(name) is Truth.UNKNOWN]
    near = subject.visible and subject.distance <= mission.settings.reach
    key = (check.subgoal.parent, subject.id)
    if not unknown or near or key in mission.beliefs.approached:
        return Outcome.success()
    mission.beliefs.approached.add(key)
    mission.trace.swayed_by.add(Kind.APM)
    mission.note("verify", f"Whether {subject.id} is {' or '.join(unknown)} cannot be told yet: going there.")
    return (yield Navigate(Mode.OBJECT, object_id=subject.id)).outcome


def _new(mission: Mission, found: tuple[Discrepancy, ...]) -> tuple[Discrepancy, ...]:
    subgoal = mission.subgoal
    return tuple(
        d
        for d in found
        if key_of(mission, d) not in mission.beliefs.heeded
        and not _outdated(mission, d)
        and (subgoal is None or not comes_from_there(mission, subgoal, d))
    )


def _outdated(mission: Mission, found: Discrepancy) -> bool:
    """Tell whether perception remembers a state of before, which the robot's own skill has changed out of its sight."""
    if found.kind is not Kind.APM:
        return False
    name = found.observed.removeprefix("not ")
    seen, now = mission.world.memory.get(found.subject_id), mission.memory.get(found.subject_id)
    if seen is None or now is None or seen.truth(name) is now.truth(name):
        return False
    return now.truth(name) is not Truth.of(name == found.observed)


def _look_again(mission: Mission, check: Check, doubt: Discrepancy, first: Reply) -> Asking[Reply]:
    """Go where the doubtful object can be seen well and ask once more (active perception).

    :param first: the answer with the doubt, which stands where nothing can be looked at again
    """
    mission.beliefs.doubted.add(key_of(mission, doubt))
    if doubt.kind is Kind.OHV or not mission.memory.get(doubt.subject_id):
        return first
    mission.trace.swayed_by.add(doubt.kind)
    seen = f"may be {doubt.observed} (expected {doubt.expected}; {doubt.confidence:.2f})"
    text = f"{doubt.subject} {seen}: looking again."
    mission.note("doubt", text, module=doubt.kind, subject=doubt.subject_id)
    looked = yield Navigate(Mode.OBJECT, object_id=doubt.subject_id)
    return (yield check) if looked.outcome else first
