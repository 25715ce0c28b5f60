"""f_c: from triplets to tuples (PRED section C.1). The hand is followed, so that nothing is picked up twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pred_core.action_model.assumptions import assumed_of
from pred_core.objects import Attribute, Truth
from pred_core.plan_language import WIPER, Expectation, High, Level, Primitive, Subgoal
from pred_core.vocabulary import (
    domain,
    equipment,
    group,
    is_cleaned_in_place,
    is_cover,
    is_wiped,
    ordered_group,
)
from pred_planner.plan.free_hand import with_free_hand
from pred_planner.plan.on_its_feet import on_its_feet

KNIFE = "knife"
"""The variable of what is sliced with."""


class UnknownTreatment(ValueError):
    """An action that the domain has no appliance for; the text is its name."""


def _gives_as_well(place: str, quality: str) -> bool:
    """Tell whether another appliance gives what a treatment is there for: the same quality, or the same attribute."""
    known = equipment()
    appliance = known.appliances.get(place)
    attribute = known.qualities[quality].attribute
    return appliance is not None and any(
        known.qualities[given].attribute == attribute for given in appliance.all_given
    )


def opened_to_use(place: str) -> bool:
    """Tell whether a receptacle is opened to put something in or take something out."""
    return place in group("opened_to_use")


def appliance_ref(name: str) -> str:
    """Return the variable that stands for the one instance of an appliance, or of a place things come from."""
    return name.lower()


@dataclass(frozen=True)
class Hand:
    """Where a plan left things: the variable of what is held, and of what lies in a closed place, in which class.

    ``moved`` are the variables of the covers that were taken up so far: each is moved once.
    """

    held: str = ""
    inside: Mapping[str, str] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()


def hand_after(tuples: Iterable[Subgoal]) -> Hand:
    """Return the state of hand and closed places after some tuples were done."""
    held = ""
    inside: dict[str, str] = {}
    moved: set[str] = set()
    for done in tuples:
        if done.action == Primitive.PICKUP:
            held = done.object_ref
            moved |= {held} if is_cover(done.object) else set()
            inside.pop(held, None)
        elif done.action == Primitive.HAND_OVER:
            held = ""
        elif done.action == Primitive.PUT:
            if held and opened_to_use(done.object):
                inside[held] = done.object
            held = ""
    return Hand(held, inside, frozenset(moved))


class _Expander:
    def __init__(self, triplets: tuple[Subgoal, ...], hand: Hand) -> None:
        self.triplets = triplets
        self.tuples: list[Subgoal] = []
        self.held = hand.held
        self.inside = dict(hand.inside)
        self.moved = set(hand.moved)
        self.doors: dict[str, str] = {}  # of what was put behind a door in this plan: the door's variable
        self.triplet = triplets[0]
        self.following: Subgoal | None = None

    def run(self) -> tuple[Subgoal, ...]:
        for index, triplet in enumerate(self.triplets):
            self.triplet = triplet
            self.following = self.triplets[index + 1] if index + 1 < len(self.triplets) else None
            _RULES.get(triplet.action, _Expander.treat)(self)
        return tuple(self.tuples)

    # -- tuples ---------------------------------------------------------------------------------------------------
    def _emit(
        self,
        name: str,
        primitive: Primitive,
        ref: str,
        *,
        others: tuple[str, ...] = (),
        expects: Mapping[str, bool] | None = None,
        place: str = "",
        inside: tuple[str, ...] = (),
        relation: tuple[str, str] = ("", ""),
        how: str = "",
    ) -> None:
        expected = {**assumed_of(primitive, name), **(expects or {})}
        attributes = tuple(Attribute(n, Truth.of(v)) for n, v in expected.items())
        count = sum(t.parent == self.triplet.id for t in self.tuples) + 1
        self.tuples.append(
            Subgoal(
                id=f"{self.triplet.id}.{count}",
                level=Level.TUPLE,
                action=primitive,
                object=name,
                object_ref=ref,
                object_alternatives=others,
                relation=how,
                inside=inside,
                expectation=Expectation(name, place, "", attributes, *relation),
                parent=self.triplet.id,
            )
        )

    def _object(self, primitive: Primitive) -> None:
        t = self.triplet
        self._emit(t.object, primitive, t.object_ref, others=t.object_alternatives, inside=t.inside)

    def _open(self, name: str, ref: str, others: tuple[str, ...] = ()) -> None:
        self._emit(name, Primitive.OPEN, ref, others=others)

    def _close(self, name: str, ref: str, others: tuple[str, ...] = ()) -> None:
        self._emit(name, Primitive.CLOSE, ref, others=others)

    def _is_to_be_open(self, ref: str) -> bool:
        """Tell whether the next triplet opens a place: it would be closed for nothing."""
        following = self.following
        return following is not None and following.action == High.OPEN and following.object_ref == ref

    def _switch(self, name: str, ref: str, place: str) -> None:
        self._emit(name, Primitive.TOGGLE_ON, ref, place=place)
        self._emit(name, Primitive.TOGGLE_OFF, ref, place=place)

    # -- hand -----------------------------------------------------------------------------------------------------
    def _take(self) -> None:
        """Pick the triplet's object up unless it is held, out of a closed place or from under a cover."""
        t = self.triplet
        if self.held == t.object_ref:
            return
        stored = self.inside.pop(t.object_ref, "")
        place = stored or (t.inside[0] if t.inside else "")
        opened = opened_to_use(place)
        ref = self.doors.pop(t.object_ref, "") or appliance_ref(place)
        # what is expected of the lamp in a LookAt is nothing that the thing looked at could be
        own = t.expectation.attributes if t.expectation.class_name in ("", t.object) else ()
        if opened:
            self._open(place, ref, () if stored else t.inside[1:])
        elif is_cover(place) and ref not in self.moved:
            self._uncover(place, ref, t.inside[1:])
        self._emit(
            t.object,
            Primitive.PICKUP,
            t.object_ref,
            others=t.object_alternatives,
            expects={a.name: a.value is Truth.TRUE for a in own},
            place=place,
            inside=(place,) if stored else t.inside,
            relation=(t.expectation.relation, t.expectation.relation_target),
        )
        if opened and place not in group("left_open") and not self._is_to_be_open(ref):
            self._close(place, ref, () if stored else t.inside[1:])
        self.held = t.object_ref

    def _uncover(self, cover: str, ref: str, others: tuple[str, ...]) -> None:
        """Move away what hides the object: it is put down on any surface."""
        surface, *more = ordered_group("surfaces")
        self.moved.add(ref)
        self._emit(cover, Primitive.PICKUP, ref, others=others)
        self._emit(surface, Primitive.PUT, "", others=tuple(more))

    def _put(self, name: str, ref: str, others: tuple[str, ...] = (), *, close: bool = True) -> None:
        """Put what is held into or onto a place, opening and closing it where that is needed."""
        how = self.triplet.relation if name == self.triplet.receptacle else ""
        if opened_to_use(name):
            self._open(name, ref, others)
        self._emit(name, Primitive.PUT, ref, others=others, how=how)
        if opened_to_use(name) and name not in group("left_open") and close:
            self._close(name, ref, others)
            self.inside[self.held], self.doors[self.held] = name, ref
        self.held = ""

    def _back_from(self, appliance: str, ref: str) -> None:
        """Take the object out of an appliance, unless the triplet says that it stays there."""
        t = self.triplet
        liquid = t.action == High.FILL  # what is filled is asked for full, not left where it was filled
        if t.receptacle == appliance and not liquid:
            return
        self.inside.pop(t.object_ref, "")
        self.doors.pop(t.object_ref, "")
        if opened_to_use(appliance):
            self._open(appliance, ref)
        self._emit(
            t.object,
            Primitive.PICKUP,
            t.object_ref,
            others=t.object_alternatives,
            place=appliance,
            inside=(appliance,),
        )
        if opened_to_use(appliance):
            self._close(appliance, ref)
        self.held = t.object_ref

    # -- rules, one per action ------------------------------------------------------------------------------------
    def move(self) -> None:
        self._take()
        self.put()

    def put(self) -> None:
        t = self.triplet
        shut = not self._is_to_be_open(t.receptacle_ref)
        self._put(t.receptacle, t.receptacle_ref, t.receptacle_alternatives, close=shut)

    def hand_over(self) -> None:
        """Take the object to the person, who takes it."""
        t = self.triplet
        self._take()
        self._emit(t.receptacle, Primitive.HAND_OVER, t.receptacle_ref)
        self.held = ""

    def pickup(self) -> None:
        self._take()

    def clean(self) -> None:
        """Wash what can be carried; wipe what cannot with a cloth or the like, which goes back, or make it by hand."""
        t = self.triplet
        if not is_cleaned_in_place(t.object):
            self.treat()
            return
        if is_wiped(t.object) and self.held != WIPER:
            self._take_wiper(t.receptacle if opened_to_use(t.receptacle) else "")
        self._emit(t.object, Primitive.CLEAN, t.object_ref, others=t.object_alternatives)
        if is_wiped(t.object) and not self._wiper_is_needed_next():
            stored = opened_to_use(t.receptacle)
            self._put(t.receptacle, appliance_ref(t.receptacle) if stored else "", t.receptacle_alternatives)

    def _take_wiper(self, stored: str) -> None:
        """Take up what things are wiped with, out of what it is ``stored`` in; '' where it lies in the open."""
        wiper, *others = ordered_group("wipers")
        if stored:
            self._open(stored, appliance_ref(stored))
        inside = (stored,) if stored else ()
        self._emit(wiper, Primitive.PICKUP, WIPER, others=tuple(others), place=stored, inside=inside)
        if stored and stored not in group("left_open"):
            self._close(stored, appliance_ref(stored))
        self.held = WIPER

    def _wiper_is_needed_next(self) -> bool:
        """Tell whether the next triplet wipes something, too, or is about what things are wiped with."""
        following = self.following
        if following is None:
            return False
        return following.object_ref == WIPER or (following.action == High.CLEAN and is_wiped(following.object))

    def treat(self) -> None:
        """Give the object a quality at an appliance, as the domain says, and take it back out."""
        t, known = self.triplet, equipment()
        treatment = known.treatments.get(t.action)
        if treatment is None:
            raise UnknownTreatment(t.action)
        place = treatment.place
        if t.receptacle != place and _gives_as_well(t.receptacle, treatment.quality):
            place = t.receptacle
        appliance = known.appliances[place]
        ref = t.receptacle_ref if t.receptacle == place and t.receptacle_ref else appliance_ref(place)
        self._take()
        if treatment.vessel:
            self._put(t.receptacle, t.receptacle_ref)
        else:
            self._put(place, ref)
        if appliance.switch:
            own = appliance.switch == place
            switch_ref = ref if own else appliance_ref(appliance.switch)
            self._switch(appliance.switch, switch_ref, "" if own else place)
        if not treatment.vessel and (not appliance.left_in or self._is_needed_next()):
            self._back_from(place, ref)

    def _is_needed_next(self) -> bool:
        return self.following is not None and self.following.object_ref == self.triplet.object_ref

    def slice(self) -> None:
        t = self.triplet
        if any(
            opened_to_use(place) for place in t.inside[:1]
        ):  # out of the fridge before the knife fills the hand
            self._take()
            self._put(t.receptacle, t.receptacle_ref, t.receptacle_alternatives)
        if self.held != KNIFE:
            knife, *others = ordered_group("knives")
            self._emit(knife, Primitive.PICKUP, KNIFE, others=tuple(others))
            self.held = KNIFE
        self._emit(t.object, Primitive.SLICE, t.object_ref, others=t.object_alternatives)
        if self._next_slice_needs_empty_hand():
            self._put(t.receptacle, t.receptacle_ref, t.receptacle_alternatives)

    def _next_slice_needs_empty_hand(self) -> bool:
        following = self.following
        if following is None or following.action != High.SLICE:
            return True
        return any(opened_to_use(place) for place in following.inside[:1])

    def pour(self) -> None:
        t = self.triplet
        self._take()
        drain = t.receptacle or next(iter(equipment().drains()), "")
        self._emit(
            drain,
            Primitive.POUR,
            t.receptacle_ref or appliance_ref(drain),
            others=t.receptacle_alternatives,
        )

    def look_at(self) -> None:
        t = self.triplet
        self._take()
        self._emit(t.receptacle, Primitive.TOGGLE_ON, t.receptacle_ref, others=t.receptacle_alternatives)

    def toggle_on(self) -> None:
        self._object(Primitive.TOGGLE_ON)

    def toggle_off(self) -> None:
        self._object(Primitive.TOGGLE_OFF)

    def open(self) -> None:
        self._object(Primitive.OPEN)

    def close(self) -> None:
        self._object(Primitive.CLOSE)

    def goto(self) -> None:
        self._object(Primitive.GOTO)

    def touch(self) -> None:
        self._object(Primitive.TOUCH)

    def gaze(self) -> None:
        self._object(Primitive.LOOK_AT)

    def itself(self) -> None:
        """Do what the robot does with nothing but itself."""
        self._object(Primitive[High(self.triplet.action).name])

    def nothing(self) -> None:
        """Pass: no tuple."""


_RULES: Mapping[str, Callable[[_Expander], None]] = {
    High.MOVE: _Expander.move,
    High.HAND_OVER: _Expander.hand_over,
    High.PICKUP: _Expander.pickup,
    High.PUT: _Expander.put,
    High.CLEAN: _Expander.clean,
    High.SLICE: _Expander.slice,
    High.POUR: _Expander.pour,
    High.TOGGLE_ON: _Expander.toggle_on,
    High.TOGGLE_OFF: _Expander.toggle_off,
    High.OPEN: _Expander.open,
    High.CLOSE: _Expander.close,
    High.LOOK_AT: _Expander.look_at,
    High.GOTO: _Expander.goto,
    High.TOUCH: _Expander.touch,
    High.GAZE: _Expander.gaze,
    High.SIT_DOWN: _Expander.itself,
    High.STAND_UP: _Expander.itself,
    High.LOCALIZE: _Expander.itself,
    High.PASS: _Expander.nothing,
}
"""What each action of the plan language does; all others are treatments of the domain."""


def expand(triplets: Iterable[Subgoal], hand: Hand | None = None) -> tuple[Subgoal, ...]:
    """Return the tuples of triplets (PRED's f_c); their ids are the triplet's with a running number.

    :param hand: where the tuples done so far left things; nothing held when absent
    """
    given, before = tuple(triplets), hand or Hand()
    if not given:
        return ()
    tuples = on_its_feet(_Expander(given, before).run())
    if not domain().by_hand:
        return tuples
    return with_free_hand(tuples, next((t for t in given if before.held and t.object_ref == before.held), None))
