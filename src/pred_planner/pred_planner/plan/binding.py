"""A model's rows as triplets of a plan: which variable each acts on, and what each expects (PRED section C.1).

Models write classes, not variables, and say some things twice. The template of the task says which variables there
are; a row acts on the one of its class that its turn has come for. What a triplet does anyway (going for its object,
bringing it to its appliance, opening a door) is not done twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pred_core.action_model.effects import all_changes, results
from pred_core.objects import Attribute, Truth
from pred_core.people import PERSON
from pred_core.plan_language import WIPER, Expectation, High, Level, Subgoal
from pred_core.vocabulary import (
    equipment,
    group,
    holding_part,
    is_cleaned_in_place,
    object_types,
    one_place,
    ordered_group,
)
from pred_planner.plan.appliances import appliance_of
from pred_planner.plan.expansion import KNIFE, appliance_ref, opened_to_use
from pred_planner.plan.parsed import Parsed, ParsedStep

HELD = "held"
"""The variable of what is in the hand when a task begins."""
BRINGING = frozenset({High.MOVE, High.PUT, High.HAND_OVER})
IDLE = frozenset({High.PASS})
DOORS = frozenset({High.OPEN, High.CLOSE})


def fetching() -> frozenset[str]:
    """Return the actions that pick their object up first."""
    return frozenset({*BRINGING, *equipment().treatments, High.POUR, High.LOOK_AT})


def _is_carried(step: Subgoal) -> bool:
    """Tell whether a step has its object in the hand: a mirror is cleaned where it hangs."""
    return step.action in fetching() and not (step.action == High.CLEAN and is_cleaned_in_place(step.object))


def expected(action: str, name: str, receptacle: str = "") -> Expectation:
    """Return what an action assumes of the world: the opposite of what it is there for (C.1)."""
    if action in BRINGING and receptacle and receptacle != PERSON:
        return Expectation(name, relation="not_on", relation_target=receptacle)
    if action == High.LOOK_AT:
        return expected(High.TOGGLE_ON, receptacle)
    if action not in all_changes():
        return Expectation(name)
    attribute, value = all_changes()[action]
    return Expectation(name, attributes=(Attribute(attribute, Truth.of(not value)),))


def bound(parsed: Parsed, template: tuple[Subgoal, ...]) -> tuple[Subgoal, ...]:
    """Return a model's triplets on the variables of the task's template, each with what it expects.

    :param template: what :func:`pred_planner.plan.intentions.integrate` makes of the same task
    """
    first = template[:1] if template and template[0].object_ref == HELD else ()
    steps = _one_place_named_once(parsed.steps, template)
    if first and steps and steps[0].action == High.PUT and steps[0].object == first[0].object:
        steps = steps[1:]  # what is in the hand is put down by the template's own step
    binder = _Binder(template[len(first) :])
    made = [*first, *binder.bind(_without_doors(_plain(steps, template), template))]
    return tuple(replace(triplet, id=f"t{number}") for number, triplet in enumerate(made, start=1))


def _one_place_named_once(steps: Iterable[ParsedStep], template: tuple[Subgoal, ...]) -> tuple[ParsedStep, ...]:
    """Return the steps with a place that has two names, a sink and its basin, under the one that the template has."""
    known = {name for t in template for name in (t.object, t.receptacle) if name}

    def named(name: str) -> str:
        return next((one for one in one_place(name) if one in known), holding_part(name))

    return tuple(replace(s, object=named(s.object), receptacle=named(s.receptacle)) for s in steps)


def _ends(triplets: Iterable[Subgoal]) -> dict[str, Subgoal]:
    """Return by variable the step that leaves its thing where it stays; nothing of what is taken up again."""
    last = {t.object_ref: t for t in triplets}
    return {
        ref: t
        for ref, t in last.items()
        if t.receptacle and _is_carried(t) and t.action not in (High.LOOK_AT, High.POUR)
    }


def _plain(steps: Iterable[ParsedStep], template: tuple[Subgoal, ...]) -> list[ParsedStep]:
    """Return the steps that do something; a lamp switched on with the thing in the hand is looking at it."""
    looks = {t.receptacle: t for t in template if t.action == High.LOOK_AT}
    plain = [step for step in steps if step.action not in IDLE]
    if any(step.action == High.LOOK_AT for step in plain):
        return plain
    taken: set[str] = set()
    made = []
    for step in plain:
        look = looks.get(step.object) if step.action == High.TOGGLE_ON else None
        taken |= {step.object} if step.action == High.PICKUP else set()
        made.append(
            step if look is None or look.object not in taken else ParsedStep(High.LOOK_AT, look.object, step.object)
        )
    return made


def _without_doors(steps: Iterable[ParsedStep], template: tuple[Subgoal, ...]) -> list[ParsedStep]:
    """Return the steps without doors that are opened anyway; what is taken out of one is expected in there.

    A door that is opened for nothing that comes next stays: it is a look, or a mistake for the judge to see.
    """
    listed, made = list(steps), []
    actions = {(t.action, t.object) for t in template}
    folded: set[str] = set()
    place = ""
    for index, step in enumerate(listed):
        door = step.action in DOORS and opened_to_use(step.object) and (step.action, step.object) not in actions
        following = listed[index + 1] if index + 1 < len(listed) else None
        if (
            door
            and step.action == High.OPEN
            and following is not None
            and _goes_through(following, step.object)
        ):
            place = step.object
            folded.add(place)
        elif door and step.action == High.CLOSE and step.object in folded:
            folded.discard(step.object)
        else:
            taken = step.action == High.PICKUP or (step.action in fetching() and step.receptacle != place)
            made.append(replace(step, place=place) if taken else step)
            place = ""
    return made


def _goes_through(step: ParsedStep, door: str) -> bool:
    """Tell whether a step takes something, out of a door, or puts something in."""
    return step.receptacle == door or step.action == High.PICKUP or step.action in fetching()


class _Binder:
    """Goes through the steps of one plan and keeps what is in the hand and what is at its place."""

    def __init__(self, template: tuple[Subgoal, ...]) -> None:
        self.template = template
        self.known: dict[str, Subgoal] = {}
        self.variables: dict[str, list[str]] = {}
        for step in template:
            self._learn(step.object, step.object_ref)
            self.known.setdefault(step.object_ref, step)
        for step in template:
            self._learn(step.receptacle, step.receptacle_ref)
        self.ends = {ref: end.receptacle for ref, end in _ends(template).items()}
        self.hand = ""
        self.done: set[tuple[str, str]] = set()
        self.placed: set[str] = set()
        self.stored: dict[str, tuple[str, ...]] = {}

    def _learn(self, name: str, ref: str) -> None:
        refs = self.variables.setdefault(name, [])
        if ref and ref not in refs:
            refs.append(ref)

    def bind(self, steps: list[ParsedStep]) -> list[Subgoal]:
        """Return the subgoals of the steps, without those that another one does anyway."""
        made: list[Subgoal] = []
        for index, step in enumerate(steps):
            following = steps[index + 1] if index + 1 < len(steps) else None
            if (
                step.action in BRINGING
                and step.object in group("knives")
                and made
                and made[-1].action == High.SLICE
            ):
                continue  # slicing puts its knife down
            triplet = self._subgoal(step)
            if step.action == High.PICKUP and self._is_fetched(triplet, following):
                continue
            made.append(triplet)
            self._note(triplet)
        return [self._without_stay(t, made[i + 1 :]) for i, t in enumerate(made)]

    def _is_fetched(self, triplet: Subgoal, following: ParsedStep | None) -> bool:
        """Tell whether the next step picks up what this one would, or the hand has it already."""
        ref = triplet.object_ref
        if ref == self.hand:
            return True
        return (
            following is not None
            and following.action in fetching()
            and following.object == triplet.object
            and self._variable(following) == ref
        )

    def _subgoal(self, step: ParsedStep) -> Subgoal:
        ref = self._variable(step)
        known = self.known.get(ref)
        place = self._place(step, ref)
        if step.place:
            self.stored[ref] = (step.place,)
        inside = (known.inside if known is not None else ()) or self.stored.get(ref, ())
        action = _bringing(step.action, place.receptacle)
        own = (place.action, place.object_ref) == (action, ref)
        return Subgoal(
            id="",
            level=Level.TRIPLET,
            action=action,
            object=step.object,
            receptacle=place.receptacle,
            object_ref=ref,
            receptacle_ref=place.receptacle_ref,
            object_alternatives=known.object_alternatives if known is not None else (),
            receptacle_alternatives=place.receptacle_alternatives,
            relation=place.relation,
            inside=inside,
            expectation=place.expectation if own else expected(action, step.object, place.receptacle),
        )

    def _variable(self, step: ParsedStep) -> str:
        """Return the variable a step acts on: what is in the hand, else the first of its class still to be done."""
        refs = self.variables.get(step.object, [])
        if not refs:
            if step.object in group("wipers"):
                return WIPER
            return KNIFE if step.object in group("knives") else appliance_ref(step.object)
        left = [ref for ref in refs if ref not in self.placed]
        if self.hand in left:
            left = [self.hand, *(ref for ref in left if ref != self.hand)]
        fresh = [ref for ref in left if step.action not in results() or (ref, step.action) not in self.done]
        if fresh or left:
            return (fresh or left)[0]
        again = step.action in BRINGING and step.receptacle == self.ends.get(refs[-1])
        return f"{refs[-1]}_more{len(self.done)}" if again and len(refs) > 1 else refs[-1]

    def _place(self, step: ParsedStep, ref: str) -> Subgoal:
        """Return a stand-in that holds where a step brings its object, as the template says it for that place."""
        name = self._receptacle(step, ref)
        of_it = [t for t in self.template if t.receptacle == name]
        own = [t for t in of_it if t.object_ref == ref]
        if name and (own or of_it):
            return (own or of_it)[0]
        refs = self.variables.get(name, [])
        to = refs[0] if refs else "" if name in group("surfaces") else appliance_ref(name)
        return Subgoal("", Level.TRIPLET, step.action, step.object, name, receptacle_ref=to)

    def _receptacle(self, step: ParsedStep, ref: str) -> str:
        """Return the class a step brings its object to: what models leave out is added, what says nothing is left."""
        given = PERSON if step.action == High.HAND_OVER else step.receptacle
        if step.action in (*BRINGING, High.POUR):
            return given
        own = next(
            (t.receptacle for t in self.template if (t.action, t.object_ref) == (step.action, ref)), ""
        )
        if step.action == High.SLICE:
            kind = object_types().get(given)
            usable = kind is not None and kind.can("receptacle")
            return given if usable else own or ordered_group("surfaces")[0]
        if step.action == High.CLEAN and is_cleaned_in_place(step.object):
            return own
        if step.action in (High.BOIL, High.LOOK_AT):
            return given or own
        if step.action == High.FILL:
            return given if given in ordered_group("coffee_machines") else own
        stays = bool(given) and appliance_of(step.action) == given == self.ends.get(ref)
        return given if stays else ""

    def _note(self, triplet: Subgoal) -> None:
        ref = triplet.object_ref
        self.done.add((ref, triplet.action))
        if not _is_carried(triplet) and triplet.action != High.PICKUP:
            return
        self.stored.pop(ref, None)
        left = bool(triplet.receptacle) and triplet.action not in (High.LOOK_AT, High.POUR)
        self.hand = "" if left else ref
        if left and triplet.receptacle == self.ends.get(ref, triplet.receptacle):
            self.placed.add(ref)

    @staticmethod
    def _without_stay(triplet: Subgoal, later: list[Subgoal]) -> Subgoal:
        """Return a treatment that brings its object back out, when there is more to do with it."""
        stays = bool(triplet.receptacle) and triplet.receptacle == appliance_of(triplet.action)
        if stays and any(t.object_ref == triplet.object_ref for t in later):
            return replace(triplet, receptacle="", receptacle_ref="", receptacle_alternatives=(), relation="")
        return triplet


def _bringing(action: str, receptacle: str) -> str:
    """Return an action; of those that bring a thing the one for where it goes: a person is given it."""
    if action not in BRINGING:
        return action
    return High.HAND_OVER if receptacle == PERSON else High.MOVE
