"""What comes before the first subgoal: an observation, a look around, a plan; and the plan of last resort."""

from __future__ import annotations

from pred_core.itself import here
from pred_core.outcome import Code, Outcome
from pred_core.people import recipient_of
from pred_core.plan_language import MODEL, High, Primitive
from pred_recovery.act.perform import do_itself
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import MakePlan, Mode, Navigate, Observe, Steps
from pred_recovery.recover.recover import strategy_of
from pred_recovery.refer.asking import means_otherwise

PERSON_STANDS = "person"
"""The kind of the event that says where the person stands."""
RULES = "rules"
"""The reasoner that is always there, and what its plans are marked with."""


def observe(mission: Mission) -> Steps:
    """Wait for the first observation; the limits count from it."""
    reply = yield Observe()
    if not reply.outcome:
        return reply.outcome
    if not mission.robot.ready:
        return Outcome(Code.ROBOT_LOST, "The robot is not ready: stopped, faulted or not localised.")
    mission.progress.started = mission.robot
    mission.note("start", mission.task.instruction)
    return reply.outcome


def look_around(mission: Mission) -> Steps:
    """See what is around, so that the words can be grounded in it. Being unable to turn is no reason to give up."""
    if mission.robot.sitting:
        found = yield from _on_its_feet(mission)
        if mission.robot.sitting or not found:
            return found
    if not mission.settings.look_around:
        return Outcome.success()
    mission.report("looking around")
    reply = yield Navigate(Mode.LOOK_AROUND)
    mission.note("look_around", str(reply.outcome), objects=len(mission.memory.objects))
    if reply.outcome.code in FATAL - {Code.STEP_LIMIT}:
        return reply.outcome
    return Outcome.success()


def _on_its_feet(mission: Mission) -> Steps:
    """Stand up, unless the task itself begins with standing up or sitting down: then nothing is looked at before."""
    reply = yield MakePlan()
    first = reply.plan.current if reply.outcome and reply.plan is not None else None
    if first is not None and first.action in (Primitive.SIT_DOWN, Primitive.STAND_UP):
        return Outcome.success()
    mission.note("rise", "The robot sits: it stands up first.")
    return (yield from do_itself(mission, Primitive.STAND_UP, here(mission.robot.pose)))


def plan(mission: Mission) -> Steps:
    """Ask for the plan."""
    mission.report("making a plan")
    reply = yield MakePlan()
    if reply.outcome and (yield from means_otherwise(mission, reply)):
        reply = yield MakePlan(MODEL)
    if not reply.outcome or reply.plan is None:
        return reply.outcome
    if reply.plan.current is None and not any(t.action == High.PASS for t in reply.plan.triplets):
        return Outcome(Code.PLAN_REJECTED, f"The plan for {mission.task.instruction!r} has no step.")
    mission.report(reply.text)
    mission.follow(reply.plan)
    mission.note("plan", reply.text, plan=[s.as_tuple() for s in reply.plan.subgoals])
    _note_person(mission)
    return reply.outcome


def _note_person(mission: Mission) -> None:
    """Tell where the person is taken to stand, where the plan is about them."""
    speaker = mission.speaker
    if speaker is not None:
        x, y, _ = speaker.center
        named = recipient_of(mission.plan.context) if mission.plan is not None else None
        who = named.name if named is not None else ""
        text = f"{who or 'The person'} is taken to stand at ({x:.2f}, {y:.2f})."
        mission.note(PERSON_STANDS, text, x=x, y=y, name=who)


def plan_by_rules(mission: Mission) -> Steps:
    """Have the rules make a plan from where the world is, when a model's plan failed for good: the last resort."""
    failed, failure = mission.plan, mission.progress.outcome
    wanted = strategy_of(mission).replans
    if failed is None or failed.source == RULES or failure.code in FATAL or not wanted:
        return failure
    reply = yield MakePlan(RULES)
    if not reply.outcome or reply.plan is None or reply.plan.current is None:
        return failure
    text = f"The plan of {failed.source!r} failed: {failure} The rules go on from here."
    mission.note("plan", text, plan=[s.as_tuple() for s in reply.plan.subgoals])
    mission.report(text)
    mission.begin_anew(reply.plan)
    return reply.outcome
