"""Intg: from a task's context to triplets (PRED section C.1). One template per family of tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pred_core.action_model.effects import results
from pred_core.objects import Attribute, ObjectMemory, Truth
from pred_core.people import PERSON
from pred_core.plan_language import Expectation, High, Subgoal
from pred_core.referring.description import Test, TestKind
from pred_core.vocabulary import equipment, is_cleaned_in_place, object_types, ordered_group, single_slot
from pred_language.lexicon.inflection import names_several
from pred_language.meaning.context import KEEPS_HAND, Part, Ranked, TaskContext, TaskType
from pred_language.meaning.parts import in_order, source_of
from pred_planner.plan.appliances import NoAppliance, appliance_of, treatments_for
from pred_planner.plan.between_parts import hand_freed
from pred_planner.plan.every_one import has_no_part, meant_of
from pred_planner.plan.expansion import appliance_ref, opened_to_use
from pred_planner.plan.its_skills import ITS_SKILLS, lacking
from pred_planner.plan.referents import destination_ref, of_part, place_ref
from pred_planner.plan.shares import goes_to, shares
from pred_planner.plan.triplets import Triplets, TripletThing
from pred_planner.plan.wiping import wiper_home

DISHES = frozenset({TaskType.TOAST, TaskType.SALAD, TaskType.SANDWICH, TaskType.BREAKFAST})
"""Tasks whose plate has to be clean."""
UNCOUNTED = 2
"""How many things "all" means when none was seen yet."""


SWITCHED_STATES = frozenset({"on", "off", "open", "closed", "empty"})
"""States that no treatment gives: a switch, a door or pouring out does."""


def preferred(names: tuple[str, ...], memory: ObjectMemory) -> tuple[str, ...]:
    """Return the names, those seen so far first."""
    seen = {o.class_name for o in memory.objects}
    return tuple(sorted(names, key=lambda n: n not in seen))


class _Composer:
    def __init__(self, context: TaskContext, memory: ObjectMemory) -> None:
        self.context = context
        self.memory = memory
        self.triplets = Triplets()
        self.taken: dict[str, int] = {}
        """How many things went to places that hold only one, by the variable of the first."""
        inside = context.source.classes
        self.things = [TripletThing(context.target, f"x{i + 1}", inside) for i in range(self._count())]
        self.place = (
            TripletThing(context.destination, destination_ref(context)) if context.destination else None
        )

    def _count(self) -> int:
        if self.context.count:
            return self.context.count
        seen = meant_of(self.context, self.memory)
        return max(len(seen) - self.context.spared, 1) if seen else UNCOUNTED

    def compose(self) -> tuple[Subgoal, ...]:
        """Return the triplets of the context's task."""
        held = self.memory.held
        if held is not None and not self._keeps_hand():  # the hand is needed: what is in it goes down first
            self.triplets.add(High.PUT, TripletThing.of((held.class_name,), "held"), self.rest())
        recipe = _RECIPES.get(self.context.task_type, _Composer.place_things)
        recipe(self)
        return tuple(self.triplets.made)

    def _keeps_hand(self) -> bool:
        """Tell whether all that is asked for can be done with something in the hand."""
        states = self.context.states
        return self.context.task_type is TaskType.DO and bool(states) and states <= KEEPS_HAND

    # -- places ---------------------------------------------------------------------------------------------------
    def _sliced(self, things: list[TripletThing]) -> list[TripletThing]:
        """Slice one thing and return as many of its slices as things were wanted."""
        whole = things[0]
        self.triplets.add(High.SLICE, whole, self.rest(), expectation=_opposite(whole.name, "sliced"))
        return [whole.slice(i + 1) for i in range(len(things))]

    def rest(self) -> TripletThing:
        """Return where a tool is put down: on any surface, so it has no variable."""
        return TripletThing.of(preferred(ordered_group("surfaces"), self.memory), "")

    def place_things(self) -> None:
        """Slice, clean, heat or cool each thing as wanted and move it to its place."""
        own_end = goes_to(self.context, len(self.context.also) + 1)
        single: list[TripletThing] = []  # places that get something of their own
        for number, part in enumerate(self.context.also, 1):
            if part.places == 1:
                refs = [f"z{number}_{i + 1}" for i in range(part.count or 1)]
                things = [TripletThing(part.thing, ref, part.source.classes) for ref in refs]
                end = goes_to(self.context, number)
                ref = self._also_ref(part.destination, number)
                if self.context.places == 1 and self.place is not None and _is_one_place(end, own_end):
                    ref = self.place.ref  # "inside the cupboard and the Fanta on top of it"
                same = self.context.places == 1 and _than_any(end) == _than_any(own_end)
                place = self.place if same else TripletThing(part.destination, ref)
                single += [place] if place is not None else []
                self._bring(things, part.states, [place] * len(things))
        if self.context.places == 1 or self.place is None:
            single += [self.place] if self.place is not None else []
            self._bring(self.things, self.context.states, [self._place_for()] * len(self.things))
        self._spread(single)

    def _also_ref(self, place: Ranked, number: int) -> str:
        """Return the variable of where another thing goes: one place for all that go to the same.

        There is one who speaks, and the drawer that something else is taken out of is one as well.
        """
        tests = self.context.said.get(f"also{number}_place", ())
        others = (source_of(self.context, i) for i in range(len(self.context.also) + 1) if i != number)
        holds = any(test.value == "with" for test in tests)
        one = any(told is not None and told.words == place.words and (holds or told.tests == tests) for told in others)
        if tests and one and opened_to_use(place.best):
            return appliance_ref(place.best)
        if place.best == PERSON:
            return place_ref(place)
        ends = [_than_any(goes_to(self.context, i)) for i in range(1, number + 1)]
        first = next(i for i, end in enumerate(ends, 1) if _is_one_place(end, ends[-1]))
        return f"z{first}_place"

    def _spread(self, single: list[TripletThing]) -> None:
        """Bring as many as are wanted to each of several places.

        :param single: the places that got something of their own
        """
        context = self.context
        parts = [*context.also, Part(context.target, max(context.count, 1), context.states, context.source)]
        for share in shares(context, [(p.name, p.ref) for p in single], self._count_places):
            for number in share.things:
                part = parts[number - 1]
                refs = [f"x{share.number}_{number}_{i + 1}" for i in range(part.count or 1)]
                things = [TripletThing(part.thing, ref, part.source.classes) for ref in refs]
                self._bring(things, part.states, [TripletThing(share.place, share.ref)] * len(things))

    def _count_places(self, place: Ranked) -> int:
        return len(self.memory.of_class(place.best)) or object_types()[place.best].usual_count or UNCOUNTED

    def _bring(self, things: list[TripletThing], states: frozenset[str], places: list[TripletThing | None]) -> None:
        things = self._sliced(things) if "sliced" in states else things
        for thing, named in zip(things, places, strict=True):
            place = self._free(named)
            self.treat(thing, states, place)
            if place is not None and not _stays(states, place):
                self.move(thing, place)

    def _free(self, place: TripletThing | None) -> TripletThing | None:
        """Return a place for one more thing: where it holds only one, the next of its kind, as far as there are some.

        "Both pans on the stove" are on two burners; "the left burner" is one.
        """
        if place is None or not single_slot(place.name) or self.context.said.get("destination"):
            return place
        number = self.taken[place.ref] = self.taken.get(place.ref, 0) + 1
        seen = len(self.memory.of_class(place.name))
        if (number == 1 and place.ref) or 0 < seen < number:
            return place
        return place.at(f"{place.ref}{number}" if place.ref.endswith("place") else f"y{number}")

    def _place_for(self) -> TripletThing | None:
        """Return where a thing goes: all to one instance, but "put all on any table" may take several.

        "The left table" is one.
        """
        context = self.context
        any_of_them = context.task_type is TaskType.PUT_ALL_ON and not opened_to_use(context.destination.best)
        any_of_them = (
            any_of_them and not context.said.get("destination") and context.destination.best != PERSON
        )
        if self.place is not None and any_of_them:
            return TripletThing(context.destination, "")
        return self.rest() if self.place is None and context.task_type is TaskType.CLEAN_ALL else self.place

    def treat(self, thing: TripletThing, states: frozenset[str], place: TripletThing | None = None) -> None:
        """Clean, then heat or cool; the last treatment leaves the thing in its appliance when that is its place."""
        impossible = sorted(states - SWITCHED_STATES - set(results().values()))
        if impossible:
            raise NoAppliance(f"Nothing here makes things {' or '.join(impossible)}.")
        wanted = [(action, state) for action, state in treatments_for(states) if action != High.FILL]
        wanted.sort(key=lambda one: place is not None and appliance_of(one[0]) == place.name)
        if "filled" in states:
            fill = (High.FILL, "filled")
            wanted = [fill, *wanted] if _stays(states - {"filled"}, place) else [*wanted, fill]
        if "empty" in states:
            drain = equipment().drains()[:1]
            if not drain:
                raise NoAppliance("There is nothing here to pour out into.")
            self.triplets.add(High.POUR, thing, TripletThing.of(drain, appliance_ref(drain[0])))
        for action, state in wanted:
            if action == High.CLEAN and is_cleaned_in_place(thing.name):
                home = wiper_home(thing.name, self.context, self.memory)
                self.triplets.add(action, thing, home, expectation=_opposite(thing.name, state))
                continue
            last = (action, state) == wanted[-1] and action != High.FILL
            stays = place if last and place is not None and appliance_of(action) == place.name else None
            self.triplets.add(action, thing, stays, expectation=_opposite(thing.name, state))

    def move(self, thing: TripletThing, place: TripletThing) -> None:
        """Move a thing that is expected not to be there yet; to a person it is handed."""
        if place.name == PERSON:
            self.triplets.add(High.HAND_OVER, thing, place)
            return
        expectation = Expectation(class_name=thing.name, relation="not_on", relation_target=place.name)
        self.triplets.add(High.MOVE, thing, place, expectation=expectation)

    # -- the other families ---------------------------------------------------------------------------------------
    def look_at(self) -> None:
        """Hold the thing and switch the lamp on."""
        lamp = TripletThing(self.context.toggle, "lamp")
        states = self.context.states
        things = self._sliced(self.things) if "sliced" in states else self.things
        self.treat(things[0], states)
        self.triplets.add(High.LOOK_AT, things[0], lamp, expectation=_opposite(lamp.name, "on"))

    def movable(self) -> None:
        """Put the things into the movable receptacle, then move that."""
        holder = TripletThing(self.context.movable, "holder")
        states = self.context.states
        things = self._sliced(self.things) if "sliced" in states else self.things
        for thing in things:
            self.treat(thing, states)
            self.move(thing, holder)
        if self.place is not None:
            self.move(holder, self.place)

    def action(self) -> None:
        """Do a single action: switch, open, close, slice, clean, heat, cool, fill, empty or pick up."""
        context, states = self.context, self.context.states
        single = {"closed": High.CLOSE, "open": High.OPEN, "off": High.TOGGLE_OFF, "on": High.TOGGLE_ON}
        for thing in self.things:
            for state, action in single.items():
                if state in states:
                    self.triplets.add(action, thing, expectation=_opposite(thing.name, state))
        for state in states & set(ITS_SKILLS):
            self.triplets.add(ITS_SKILLS[state], self.things[0])
        if states & {*single, *ITS_SKILLS}:
            return
        if states == {"sliced"} and (context.count == 0 or names_several(context.target.words)):
            for thing in self.things:
                self._sliced([thing])
            return
        things = self._sliced(self.things) if "sliced" in states else self.things
        for thing in things:
            self.treat(thing, states)
            laid_down = treatments_for(states) and not is_cleaned_in_place(thing.name)
            if laid_down and thing is not things[-1]:
                self.triplets.add(High.MOVE, thing, self.rest())
        if not states:
            self.triplets.add(High.PICKUP, things[-1])

    def coffee(self) -> None:
        """Clean the mug, empty it, let the coffee machine fill it; serve it if a place is named."""
        mug = self.things[0]
        machines, drain = ordered_group("coffee_machines"), equipment().drains()[:1]
        if not machines or not drain:
            raise NoAppliance("There is nothing here to make coffee with.")
        machine = TripletThing.of(machines, "machine")
        self.triplets.add(High.CLEAN, mug, expectation=_opposite(mug.name, "clean"))
        self.triplets.add(High.POUR, mug, TripletThing.of(drain, appliance_ref(drain[0])))
        self.triplets.add(High.FILL, mug, machine, expectation=_opposite(mug.name, "filled"))
        if self.place is not None and self.place.name != machine.name:
            self.move(mug, self.place)

    def boil(self) -> None:
        """Fill a pot with water, put the thing in it, boil it on the stove; serve it if a place is named."""
        pots = ordered_group("boiling_pots")
        if not pots or not appliance_of(High.BOIL):
            raise NoAppliance("There is nothing here to boil in.")
        pot = TripletThing.of(pots, "pot")
        self.triplets.add(High.FILL, pot, expectation=_opposite(pot.name, "filled"))
        burner = TripletThing.of((appliance_of(High.BOIL),), "burner")
        self.move(pot, burner)
        self.triplets.add(
            High.BOIL, self.things[0], pot, expectation=_opposite(self.things[0].name, "cooked")
        )
        if self.place is not None:
            self.move(self.things[0], self.place)

    def water_plant(self) -> None:
        """Fill a vessel and pour it over the plant, for each plant."""
        vessel = TripletThing.of(preferred(ordered_group("water_holders"), self.memory), "vessel")
        for plant in self.things:
            self.triplets.add(High.FILL, vessel, expectation=_opposite(vessel.name, "filled"))
            self.triplets.add(High.POUR, vessel, plant)

    def dish(self) -> None:
        """Clean a plate, then slice, cook and serve the parts on it."""
        context = self.context
        plate = TripletThing(context.destination, "plate")
        if context.task_type in DISHES or "clean" in context.destination_states:
            self.triplets.add(High.CLEAN, plate, expectation=_opposite(plate.name, "clean"))
            self.triplets.add(High.MOVE, plate, self.rest())
        wholes = [
            (TripletThing(part.thing, f"part{i + 1}", part.source.classes), part)
            for i, part in enumerate(context.parts)
        ]
        for whole, part in wholes:
            if "sliced" in part.states:
                self.triplets.add(
                    High.SLICE, whole, self.rest(), expectation=_opposite(whole.name, "sliced")
                )
        for whole, part in wholes:
            for index in range(part.count):
                self._serve(whole.slice(index + 1) if "sliced" in part.states else whole, part, plate)

    def _serve(self, thing: TripletThing, part: Part, plate: TripletThing) -> None:
        if "cooked" in part.states:
            toasted = thing.name in single_slot(appliance_of(High.TOAST))
            action = High.TOAST if toasted else High.COOK
            self.triplets.add(action, thing, expectation=_opposite(thing.name, "cooked"))
        self.move(thing, plate)

    def breakfast(self) -> None:
        """Make coffee and the dish that goes with it."""
        self.coffee()
        if self.place is None:
            self.triplets.add(High.MOVE, self.things[0], self.rest())
        self.context = _with_plate(self.context)
        self.dish()


def _is_one_place(one: tuple[Ranked, tuple[Test, ...], int], other: tuple[Ranked, tuple[Test, ...], int]) -> bool:
    """Tell whether two ends are the same place, be it in the one and on the other."""
    return (replace(_named(one[0]), relation=""), *one[1:]) == (replace(_named(other[0]), relation=""), *other[1:])


def _named(place: Ranked) -> Ranked:
    """Return a place by its words and what they mean: what else they may mean is weighed anew for each thing."""
    return replace(place, classes=place.classes[:1], weights=place.weights[:0]) if place.words else place


def _than_any(end: tuple[Ranked, tuple[Test, ...], int]) -> tuple[Ranked, tuple[Test, ...], int]:
    """Return an end in which "the other counter" is other than none: for two things it is one place."""
    place, tests, number = end
    return _named(place), tuple(replace(t, landmarks=()) if t.kind is TestKind.OTHER else t for t in tests), number


def _with_plate(context: TaskContext) -> TaskContext:
    plates = ordered_group("plates")
    return replace(context, destination=Ranked("plate", plates, (1.0,) * len(plates)))


def _stays(states: frozenset[str], place: TripletThing | None) -> bool:
    """Tell whether the last treatment already leaves the thing at its place."""
    if place is None:
        return False
    return any(appliance_of(action) == place.name for action, _ in treatments_for(states - {"filled"}))


def _opposite(name: str, state: str) -> Expectation:
    """Return the expectation that a thing is not yet in the state wanted of it (PRED C.1)."""
    attribute, value = ("open", Truth.TRUE) if state == "closed" else (state, Truth.FALSE)
    if state == "off":
        attribute, value = "on", Truth.TRUE
    return Expectation(class_name=name, attributes=(Attribute(attribute, value),))


_RECIPES: Mapping[TaskType, Callable[[_Composer], None]] = {
    TaskType.LOOK_AT: _Composer.look_at,
    TaskType.MOVABLE_PLACE: _Composer.movable,
    TaskType.DO: _Composer.action,
    TaskType.CLEAN_ALL: _Composer.place_things,
    TaskType.COFFEE: _Composer.coffee,
    TaskType.BOIL: _Composer.boil,
    TaskType.WATER_PLANT: _Composer.water_plant,
    TaskType.TOAST: _Composer.dish,
    TaskType.SALAD: _Composer.dish,
    TaskType.SANDWICH: _Composer.dish,
    TaskType.SLICES: _Composer.dish,
    TaskType.COOKED_SLICES: _Composer.dish,
    TaskType.BREAKFAST: _Composer.breakfast,
}


def integrate(context: TaskContext, memory: ObjectMemory | None = None) -> tuple[Subgoal, ...]:
    """Return the triplets for a task and for what is to be done after it (PRED's Intg(T, E)).

    :param memory: what was seen; "all" means as many as were seen, tools and vessels are those seen
    :raises NoAppliance: when the task needs what the domain has no appliance for, or a hand-over and the robot has none
    """
    memory = memory or ObjectMemory()
    tasks = list(in_order(context))
    triplets: list[Subgoal] = []
    for number, task in enumerate(tasks, 1):
        if has_no_part(task, tasks, memory):
            continue
        composer = _Composer(task, memory if number == 1 else replace(memory, held_id=""))
        own = tuple(of_part(composer.compose(), number, tasks))
        triplets += (*hand_freed(triplets, own, composer.rest()), *own)
    lacks = lacking(triplets)
    if lacks:
        raise NoAppliance(lacks)
    return tuple(replace(triplet, id=f"t{index}") for index, triplet in enumerate(triplets, 1))
