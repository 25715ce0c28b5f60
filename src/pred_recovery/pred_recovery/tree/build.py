"""The behaviour tree: what is done in which order, what is watched meanwhile, where recovery comes in.

::

    within limits            every tick: actions, failures, time, the world is still the same
    `- task
       |- observe            the first observation
       |- look around        words are grounded in what is seen
       |- plan
       |- look for the answer  a question is about places and things: they are looked at from near
       |- agree on words     what had no part in the plan is asked about, refused or told
       |- agree on places    before an arm takes anything in hand: the places are there
       |- until plan done
       |  `- subgoal
       |     |- begin
       |     |- expectations     checks of what the subgoal assumes of the world, before it starts
       |     |- achieve or recover
       |     |- advance
       |     |- last expectations  once no subgoal is left: what was picked up last may be another thing
       |     `- last look          and what of the task is not so yet by what the robot believes
       `- check the end      the goal conditions, as they were worded

Below each procedure its stages are nodes, too: the four modules, strategies of recovery, their stages and attempts,
navigation, skills and the planner. A node stays once it was visited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import py_trees
from py_trees.behaviour import Behaviour

from pred_core.plan_language import PRECEDENCE
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps
from pred_recovery.recover.recover import look_for_what_lacks, recover
from pred_recovery.refer.asking import agree_on_words
from pred_recovery.refer.ending import check_the_end
from pred_recovery.refer.places_there import agree_on_places
from pred_recovery.subgoal.achieve import achieve
from pred_recovery.tree.answering import look_for_the_answer
from pred_recovery.tree.nodes import Advance, Begin, Link, Procedure, UntilPlanDone, WithinLimits
from pred_recovery.tree.opening import look_around, observe, plan, plan_by_rules
from pred_recovery.verify.expectations import verify, verify_at_the_end

SUBGOAL = "subgoal"
"""The node below which each subgoal of the plan is done."""


def build(mission: Mission, link: Link) -> Behaviour:
    """Return the tree of one task."""
    modules = tuple(kind.upper() for kind in PRECEDENCE if kind in mission.settings.kinds)

    def procedure(name: str, steps: Callable[[Mission], Steps], stages: Sequence[str] = ()) -> Procedure:
        return Procedure(name, mission, link, steps, stages)

    achieve_or_recover = py_trees.composites.Selector(
        "achieve or recover",
        memory=True,
        children=[
            procedure("achieve", achieve),
            procedure("recover", recover),
            procedure("plan by rules", plan_by_rules),
        ],
    )
    subgoal = py_trees.composites.Sequence(
        SUBGOAL,
        memory=True,
        children=[
            Begin(mission),
            procedure("expectations", verify, modules),
            achieve_or_recover,
            Advance(mission),
            procedure("last expectations", verify_at_the_end, modules),
            procedure("last look", look_for_what_lacks),
        ],
    )
    task = py_trees.composites.Sequence(
        "task",
        memory=True,
        children=[
            procedure("observe", observe),
            procedure("look around", look_around),
            procedure("plan", plan),
            procedure("look for the answer", look_for_the_answer),
            procedure("agree on words", agree_on_words),
            procedure("agree on places", agree_on_places),
            UntilPlanDone(mission, subgoal),
            procedure("check the end", check_the_end),
        ],
    )
    return py_trees.composites.Sequence("within limits", memory=False, children=[WithinLimits(mission), task])
