"""Before the robot says that it is done, it checks its goal conditions in its memory, as they were worded.

What was struck because it was so already is checked like what was done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pred_core.action_model.goals import Condition, conditions_of
from pred_core.feedback import preposition
from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON, SPEAKER
from pred_core.plan_language import ANSWERS, High
from pred_core.referring.relations import surroundings
from pred_core.spots import Beside
from pred_core.vocabulary import equipment, group, look_alike, part_of, spoken
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import is_at, stays_at
from pred_recovery.mission.requests import Asking, Mode, Navigate, Steps
from pred_recovery.refer.described import as_described, description_of_ref, is_excluded
from pred_recovery.refer.shown import seen_by_model
from pred_recovery.refer.spots import spot_in_words, spot_of
from pred_recovery.refer.taken import taken_instead

MOST_LOOKS = 2
"""Places that are looked at once more, at most."""
SWITCHED = frozenset({"on", "open"})
"""States that are seen beyond doubt; others are judged from pixels, which err more often than a skill does."""
SETTLED = 0.75
"""How likely a condition has to be for a model that looked to count as having seen it."""
FOUND = "found"
"""What the plan of an order says of a thing that is only looked for."""
IN_HAND = frozenset({High.PICKUP, High.LOOK_AT})


@dataclass(frozen=True)
class _Finding:
    """A goal condition in words, whether it is seen to hold, and where to look where it is not."""

    sentence: str
    seen: Truth
    look_at: str = ""


def check_the_end(mission: Mission) -> Steps:
    """Look once more where a goal condition is not seen to hold; fail when one is seen not to.

    What can be told neither way is named in the outcome.
    """
    told = _answer(mission) or _found(mission)
    if told:
        return Outcome.success(told)
    doubts = (f.look_at for f in _findings(mission) if f.seen is not Truth.TRUE)
    for place in [p for p in dict.fromkeys(doubts) if mission.memory.get(p) is not None][:MOST_LOOKS]:
        mission.note("check", f"Is it as it was said? Looking at {place}.", id=place)
        yield Navigate(Mode.OBJECT, object_id=place)
    doubtful = yield from _shown(mission, [f for f in _findings(mission) if f.seen is not Truth.TRUE])
    wrong = list(dict.fromkeys(f.sentence for f in doubtful if f.seen is Truth.FALSE))
    instead = (*mission.words.stand_ins, *taken_instead(mission), *put_down_instead(mission))
    mission.words.stand_ins = tuple(dict.fromkeys(instead))
    unseen = dict.fromkeys(f"it was not seen that {f.sentence}" for f in doubtful)
    mission.words.not_verified = (*mission.words.stand_ins, *unseen, *_left_open(mission))
    if wrong:
        text = f"The steps are done, but I do not see that {'; '.join(wrong)}."
        mission.note("check", text)
        return Outcome(Code.POSTCONDITION_FAILURE, text)
    if mission.words.not_verified:
        text = f"Done, but: {'; '.join(mission.words.not_verified)}."
        mission.note("check", text)
        return Outcome.success(text)
    return Outcome.success()


def _shown(mission: Mission, doubtful: list[_Finding]) -> Asking[list[_Finding]]:
    """Return what is still in doubt once a model has looked at what the robot's own senses cannot tell."""
    left = []
    for finding in doubtful:
        place = mission.memory.get(finding.look_at)
        if finding.seen is Truth.UNKNOWN and place is not None and place.visible:
            told = (f"It is so that {finding.sentence}.", "It is not so.")
            likely = yield from seen_by_model(mission, place.id, place.class_name, told, (0.5, 0.5))
            if likely[0] >= SETTLED:
                continue
        left.append(finding)
    return left


def _answer(mission: Mission) -> str:
    """Return what is answered where something was only asked, '' where something was to be done."""
    answers = mission.plan.context.get(ANSWERS, ()) if mission.plan is not None else ()
    said = (one.get("sentence", "") for one in answers if isinstance(one, Mapping)) if isinstance(answers, list) else ()
    return " ".join(map(str, said))


def _found(mission: Mission) -> str:
    """Return where a thing is that was only looked for, '' where something else was to be done."""
    plan = mission.plan
    if plan is None or plan.context.get("states") != [FOUND] or plan.context.get("then"):
        return ""
    state = mission.memory.get(mission.bindings.variables.get(plan.triplets[-1].object_ref, ""))
    place = mission.memory.get(state.parent_id) if state is not None else None
    if state is None:
        return ""
    where = f"it is {preposition(place.class_name)} the {spoken(place.class_name)}" if place else "here it is"
    return f"I found the {spoken(state.class_name)}: {where}."


def _findings(mission: Mission) -> Iterator[_Finding]:
    """Yield what is seen of each goal condition about instances that the plan was bound to, and of sets as a whole."""
    bound = mission.bindings.variables
    counted: set[str] = set()
    own = {t.object_ref for t in mission.progress.asked}
    for condition in conditions_of(mission.progress.asked):
        name = bound.get(condition.ref, "")
        state = mission.memory.get(name)
        if not name and condition.ref in own and any(condition.places):
            yield _Finding(condition.sentence(), Truth.UNKNOWN)
        if not name or (state is None and _is_every(mission) and name not in mission.bindings.placed):
            continue  # "every one" is what there is: what was taken for one more is not known any longer
        if any(condition.places):
            seen = _is_there(mission, condition, state)
            if seen is Truth.TRUE and name in counted:  # of two that were wanted there is one
                seen = Truth.UNKNOWN
            counted.add(name)
            where = spot_in_words(mission, condition.place_ref)
            yield _Finding(f"{condition.sentence()}{where}", seen, bound.get(condition.place_ref, ""))
        for state_name, value in condition.states.items():
            yield _Finding(condition.sentence(), _is_so(state, state_name, value), name)
        if state is not None and is_excluded(mission, condition.ref, state):
            sentence = f"{state.id} is {description_of_ref(mission, condition.ref).sentence()}"
            yield _Finding(sentence, Truth.FALSE)
        if condition.held and _held_last(mission, condition.ref):
            yield _Finding(condition.sentence(), _is_held(mission, condition))
    yield from _left_behind(mission)


# -- places ------------------------------------------------------------------------------------------------------------
def _is_there(mission: Mission, condition: Condition, state: ObjectState | None) -> Truth:
    """Tell whether a thing is seen where it is wanted, or was put there and not seen since."""
    bound = mission.bindings.variables
    if PERSON in condition.places:
        return _is_given(mission, bound[condition.ref])
    if state is not None and state.held:
        return Truth.UNKNOWN
    possible, spot = spot_of(mission, condition.place_ref)
    seen = mission.world.memory.get(bound[condition.ref])
    if spot is not None or not possible:
        return _is_beside(seen, spot)
    if seen is None or not seen.parent_id:
        place = mission.memory.get(mission.bindings.placed.get(bound[condition.ref], ""))
        wanted = bound.get(condition.place_ref, "")
        put = place is not None and (place.id == wanted or (not wanted and _is_one_of(place, condition)))
        if put:  # who looks after what they put down and has not seen it says so
            return Truth.UNKNOWN if mission.settings.look_after_put else Truth.TRUE
    if state is not None and _holds(mission, condition, state):
        return Truth.TRUE
    never = (state is not None and bool(state.parent_id)) or _is_undone(mission, condition)
    return Truth.FALSE if never else Truth.UNKNOWN


def _is_beside(state: ObjectState | None, spot: Beside | None) -> Truth:
    """Tell whether a thing is seen where it is to be beside others: nothing but that counts."""
    if state is None or spot is None or not state.parent_id:
        return Truth.FALSE
    at, half = np.array([state.center[:2]]), min(state.size[:2]) / 2.0
    return Truth.of(bool(spot.holds(at, half)[0]))


def _is_undone(mission: Mission, condition: Condition) -> bool:
    """Tell whether a goal was neither seen to be so and struck, nor anything put where it wants it: it was given up."""
    progress, bound = mission.progress, mission.bindings.variables
    left = {t.id for t in mission.plan.triplets if t.action != High.PASS} if mission.plan is not None else set()
    if any(t.object_ref == condition.ref and t.id not in left for t in progress.asked):
        return False
    others = {bound.get(c.ref) for c in conditions_of(progress.asked) if c.ref != condition.ref}
    put = (mission.memory.get(place) for name, place in mission.bindings.placed.items() if name not in others)
    wanted = bound.get(condition.place_ref, "")
    return not any(p is None or p.id == wanted or _is_one_of(p, condition) for p in put)


def _is_given(mission: Mission, name: str) -> Truth:
    """Tell whether the hand was found empty after a thing was held out, or it was put down for the person."""
    if mission.memory.held_id == name:
        return Truth.FALSE
    return Truth.TRUE if name in mission.bindings.placed else Truth.UNKNOWN


def put_down_instead(mission: Mission) -> Iterator[str]:
    """Yield what nobody took, with where it lies."""
    for condition in conditions_of(mission.progress.asked):
        name = mission.bindings.variables.get(condition.ref, "")
        place = mission.bindings.placed.get(name, "")
        if PERSON in condition.places and place and place != SPEAKER:
            yield f"nobody took the {spoken(condition.classes[0])}, so it was put on {place}"


def _left_open(mission: Mission) -> Iterator[str]:
    """Yield what the robot opened and is seen to have left open, though the plan was to close it."""
    asked = {t.object for t in mission.progress.asked if t.action == High.OPEN}
    for name in mission.beliefs.opened:
        state = mission.memory.get(name)
        if state is None or state.class_name in group("left_open") or state.class_name in asked:
            continue
        if state.truth("open") is Truth.TRUE:
            yield f"{name} was left open"


def _holds(mission: Mission, condition: Condition, state: ObjectState) -> bool:
    """Tell whether a thing is seen to be where it is wanted: in the instance that was meant, where one was."""
    around = set(surroundings(mission.memory, state))
    place = mission.memory.get(mission.bindings.variables.get(condition.place_ref, ""))
    lies_at = stays_at if mission.settings.look_after_put else is_at
    if place is not None and (place.id in around or lies_at(state, place)):
        return True
    found = (mission.memory.get(name) for name in around)
    allowed = [o for o in found if o is not None and _is_one_of(o, condition)]
    if description_of_ref(mission, condition.place_ref):
        alike = [o for o in mission.memory.objects if _is_one_of(o, condition)]
        as_worded = {o.id for o in as_described(mission, condition.place_ref, alike)}
        allowed = [o for o in allowed if o.id in as_worded]
    return bool(allowed)


def _is_one_of(place: ObjectState, condition: Condition) -> bool:
    whole = part_of().get(place.class_name, place.class_name)
    return any(look_alike(place.class_name, n) or part_of().get(n, n) == whole for n in condition.places)


def _is_every(mission: Mission) -> bool:
    """Tell whether all there are of a kind are meant."""
    return mission.plan is not None and mission.plan.context.get("count") == 0


def _left_behind(mission: Mission) -> Iterator[_Finding]:
    """Yield what is known of all that the words mean by "every" and is not where it was to be brought."""
    plan = mission.plan
    if plan is None or not _is_every(mission):
        return
    bound = set(mission.bindings.variables.values())
    brought = [c for c in conditions_of(mission.progress.asked) if any(c.places)]
    tasks = _one_set(plan.context)
    for task in tasks:
        words, names = _target(task)
        own = (c for c in brought if (c.ref == "x1" if len(tasks) == 1 else c.classes[0] in names))
        first = next(own, None)
        if first is None:
            continue
        meant = next((set(kind) for kind in task.get("any_of", ()) if first.classes[0] in kind), {first.classes[0]})
        alike = [o for o in mission.memory.objects if o.class_name in meant and not o.held]
        away = [
            o
            for o in as_described(mission, first.ref, alike)
            if o.id not in bound and o.parent_id and not _holds(mission, first, o)
        ]
        for state in away[int(task.get("spared", 0)) :]:
            sentence = f"every {words or first.classes[0]} is in or on the {first.places[0]}: {state.id} is not"
            yield _Finding(sentence, Truth.FALSE)


def _one_set(context: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Return the parts of a task that bring all of a set to one place, a type each: all the fruit is apples and lemons.

    None where something else comes after it.
    """
    parts = (context, *context.get("then", ()))
    alike = {(part.get("count"), _target(part)[0], str(part.get("destination"))) for part in parts}
    return parts if len(alike) == 1 else ()


def _target(task: Mapping[str, Any]) -> tuple[str, frozenset[str]]:
    """Return the words for what is brought, and the types that these may mean."""
    target = task.get("target")
    if not isinstance(target, Mapping):
        return "", frozenset()
    return str(target.get("words", "")), frozenset(map(str, target.get("classes", ())))


# -- states and the hand -----------------------------------------------------------------------------------------------
def _is_so(state: ObjectState | None, name: str, value: bool) -> Truth:
    """Tell whether a thing is seen to be in a state; of one that no camera tells for sure its opposite is a doubt."""
    quality = equipment().qualities.get(name)
    attribute = quality.attribute if quality is not None else name
    if state is None or name == "sliced" or (quality is not None and quality.invisible):
        return Truth.TRUE  # nothing can be said against what was done
    if attribute in SWITCHED:
        seen = state.truth(attribute)
        return seen if seen is Truth.UNKNOWN else Truth.of(seen is Truth.of(value))
    contradicted = state.visible and state.surely(attribute) is Truth.of(not value)
    return Truth.UNKNOWN if contradicted else Truth.TRUE


def _held_last(mission: Mission, ref: str) -> bool:
    """Tell whether nothing came after it that needed the hand which a thing is to stay in."""
    asked = mission.progress.asked
    last = next((n for n, t in enumerate(asked) if t.object_ref == ref and t.action in IN_HAND), len(asked))
    return last == len(asked) - 1


def _is_held(mission: Mission, condition: Condition) -> Truth:
    held = mission.memory.held
    if held is not None:
        return Truth.of(
            held.id == mission.bindings.variables[condition.ref] or held.class_name in condition.classes
        )
    return Truth.UNKNOWN if mission.robot.holding else Truth.FALSE
