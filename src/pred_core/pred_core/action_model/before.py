"""What a robot's driver checks before a primitive, in the order of the action model: the first that fails is told.

CAPE (section IV-B) checks preconditions one after the other; a step whose effect is there already is passed over.
Nothing is held against what is not known: the driver knows itself, and of things their kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.action_model.logic import State, World
from pred_core.action_model.pddl import words_of
from pred_core.action_model.sentences import say_all, say_step
from pred_core.action_model.simulation import ACTION_OF
from pred_core.action_model.stepping import Step, already_so, judged
from pred_core.action_model.things import SOMEWHERE, Thing, changeable, fitting, static_facts
from pred_core.itself import OWN
from pred_core.objects import Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.vocabulary import domain, equipment, object_types

_SOMETHING = "something"
"""What is held, where its class is not known."""
_CODES = {
    "hand-empty": Code.HAND_FULL,
    "holding": Code.HAND_EMPTY,
    "pickupable": Code.NOT_AFFORDED,
    "receptacle": Code.NOT_AFFORDED,
    "openable": Code.NOT_AFFORDED,
    "fits": Code.NOT_AFFORDED,
    "harms": Code.NOT_AFFORDED,
}
"""What it is called when one of these does not hold; anything else is a PRECONDITION_FAILURE."""


@dataclass(frozen=True)
class Itself:
    """What a robot knows of itself. ``held`` is the class it holds, '' where that is unknown."""

    sitting: bool = False
    lost: bool = False
    holding: bool = False
    held: str = ""


def objection(skill: str, class_name: str, robot: Itself) -> Outcome:
    """Return why a primitive cannot be done now, with a sentence; ALREADY_SO where it need not be.

    :param class_name: what the target is taken for; of a class that the domain does not have nothing is demanded
    """
    action = domain().actions.actions.get(ACTION_OF.get(skill, ""))
    if action is None:
        return Outcome.success()  # other skills are the driver's own affair
    world, state, step = _situation(Primitive(skill), action.name, class_name, robot)
    held = _held(robot)
    strange = {name for name in step.objects if name not in (SOMEWHERE, held) and name not in object_types()}
    strange |= {held} if robot.held not in object_types() else set()
    false = (part for part, found in judged(world, step, state) if found is Truth.FALSE)
    wrong = next((part for part in false if strange.isdisjoint(words_of(part)) or part[0] == "holding"), None)
    if wrong is None:
        return Outcome.success()
    if wrong[0] == "holding":
        return Outcome(Code.HAND_EMPTY, "The hand is empty: there is nothing to put down.")
    why = say_all(world, [wrong], state)
    about = set(words_of(wrong))
    moot = any(effect.fact[0] in about for effect in action.effects)
    if moot and already_so(world, step, state):
        return Outcome(Code.ALREADY_SO, f"I need not {say_step(world, step)}: {why}.")
    code = next((code for name, code in _CODES.items() if name in about), Code.PRECONDITION_FAILURE)
    return Outcome(code, f"I cannot {say_step(world, step)}: {why}.")


def _situation(skill: Primitive, action: str, class_name: str, robot: Itself) -> tuple[World, State, Step]:
    """Return the small world of the robot, its target and what it holds, with the step in it."""
    target = Thing(class_name or "thing", (class_name,))
    things = [] if skill in OWN or class_name not in object_types() else [target]
    held = Thing(_held(robot), (robot.held,))
    things += [held] if robot.held in object_types() else []
    true: set[tuple[str, ...]] = {("there", target.name), ("in", target.name, SOMEWHERE)}
    true.add(("holding", held.name) if robot.holding else ("hand-empty",))
    true |= {(name,) for name, so in (("sitting", robot.sitting), ("lost", robot.lost)) if so}
    seen = (fact for thing in things for fact, _ in changeable(thing, lambda _: Truth.UNKNOWN))
    objects = {t.name: "thing" for t in (target, held)} | {SOMEWHERE: "thing"}
    objects |= dict.fromkeys(equipment().qualities, "quality")
    world = World(domain().actions, objects, static_facts(things, {}) | fitting(things))
    by_hand = {"pickup": (target.name, SOMEWHERE), "put": (held.name, target.name)}
    by_hand["hand_over"] = by_hand["put"]
    plain = () if skill in OWN else (target.name,)
    return world, State.of(true, seen), Step(action, by_hand.get(action, plain))


def _held(robot: Itself) -> str:
    """Return the name of what the robot holds, or would hold."""
    return f"{robot.held}#held" if robot.held else _SOMETHING
