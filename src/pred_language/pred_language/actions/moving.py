"""The readings in which something is carried: to a place, in or on something else, or to a lamp."""

from __future__ import annotations

from dataclasses import replace

from pred_core.vocabulary import group, is_cover, object_types, ordered_group
from pred_language.actions import constraints as saying
from pred_language.actions.building import Building, number_of
from pred_language.actions.fusion import TREATED
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.qualities import made_states, treated_states
from pred_language.lexicon.things import NamedThing, PlaceWords, is_carried, is_lamp
from pred_language.lexicon.words import Prep, Verb
from pred_language.meaning.context import Part, Ranked, Refusal, TaskContext, TaskType
from pred_language.meaning.grounding import jointly, rank
from pred_language.meaning.parts import joined, sets_apart
from pred_language.meaning.places import elsewhere, ranked_place, receptacles, shares_of, transit


class Moving(Building):
    """Reads where things are brought."""

    def _look_at(self) -> TaskContext | Refusal | None:
        discourse = self.discourse
        goes_elsewhere = any(not self._at_lamp(t.moves[-1]) for t in discourse.moved if t.moves)
        others = any(not thing.lamp and not discourse.turned_of(thing) for thing in discourse.things)
        lamps = [  # beside another thing "off" is often said for "on"
            lamp for lamp in discourse.lamps if others or set(discourse.turned_of(lamp)) != {"off"}
        ]
        lit = bool(discourse.switched_on) or (bool(lamps) and not self._beside_lamp()) or discourse.examined
        given = self.grounder.literal and any(t.moves[-1].person for t in discourse.moved if t.moves)
        given = given or (self.grounder.literal and goes_elsewhere and self._lights_first())
        shown = bool(discourse.switched_on) and not given  # "turn on the lamp, then give me my phone" is two orders
        thrown = any(event.verb is Verb.DISCARD for event in self.events)  # "throw it away and turn on the lamp"
        if not lit or thrown or self._only_a_switch():
            return None
        if (goes_elsewhere or given) and not (shown or discourse.examined):
            return None
        candidates = [
            *discourse.looked_at,
            *([discourse.holding] if discourse.holding else []),
            *discourse.moved,
            *discourse.things,
        ]
        held = ((thing, self._held(thing)) for thing in candidates if not thing.lamp)
        chosen = next(((thing, weights) for thing, weights in held if weights), None)
        lamp = next(iter(discourse.switched_on or lamps), None)
        if chosen is None:
            return None
        any_lamp = dict.fromkeys(ordered_group("lamps"), 1.0)
        classes = {n: w for n, w in (lamp.classes if lamp else any_lamp).items() if is_lamp(n)}
        toggles = self.grounder.meanings(lamp.mention.text if lamp else "", classes or any_lamp, "toggleable")
        thing, weights = chosen
        under = PlaceWords(lamp.mention, Prep.UNDER) if lamp is not None else None
        self.said.update(saying.of_thing("target", thing, under, self.grounder))
        if lamp is not None:
            self.said.update(saying.of_thing("toggle", lamp, None, self.grounder))
        return self._build(
            TaskType.LOOK_AT,
            thing,
            rank(thing.mention.text, weights),
            toggle=rank(lamp.mention.text if lamp else "lamp", toggles),
            states=thing.states & made_states(),
            count=1,
        )

    def _beside_lamp(self) -> bool:
        """Tell whether something is only to stand beside a lamp: who describes recorded tasks means its light."""
        moves = [thing.moves[-1] for thing in self.discourse.moved if thing.moves]
        beside = [move for move in moves if self._at_lamp(move) and move.prep is Prep.NEAR]
        return self.grounder.literal and bool(beside) and len(beside) == len(moves)

    def _lights_first(self) -> bool:
        """Tell whether a lamp is switched on before anything is put somewhere: then nothing is carried to it."""
        lit = [index for index, event in enumerate(self.events) if event.verb is Verb.TURN_ON]
        put = [index for index, event in enumerate(self.events) if event.verb is Verb.PUT and event.attached]
        return bool(lit) and bool(put) and lit[0] < put[0]

    def _only_a_switch(self) -> bool:
        """Tell whether no lamp was seen, but the switch of the light that is told of: nothing is held under it."""
        seen = [name for lamp in self.discourse.lamps for name in lamp.classes if self.grounder.is_seen(name)]
        return self.grounder.literal and bool(seen) and not any(map(is_lamp, seen))

    @staticmethod
    def _at_lamp(place: PlaceWords) -> bool:
        return any(map(is_lamp, place.mention.classes))

    def _last_moved(self) -> NamedThing | None:
        moved = [t for t in self.discourse.moved if t.moves]
        every = [t for t in moved if t.count == 0]
        if every:
            return every[-1]
        tools = [t for t in moved if t.best in group("knives")]
        others = [t for t in moved if t not in tools]
        if tools and others and any("sliced" in t.states for t in others):
            return others[-1]
        return moved[-1] if moved else None

    def _movable(self, thing: NamedThing) -> TaskContext | Refusal | None:
        holder, held = thing, list(thing.contents)
        for one, other in self.discourse.together:
            if thing in (one, other) and not held:
                holder, held = other, [one]
        if not held:
            outer = next((t for t in self.discourse.things if thing in t.contents and t.moves), None)
            holder, held = (outer, [thing]) if outer is not None else (holder, held)
        if not held or holder.states & treated_states() or not holder.moves:
            return None
        held.sort(key=lambda t: ("sliced" not in t.states, t.best in group("knives")))
        inner = held[0]
        place = holder.moves[-1]
        held_weights = self._held(inner)
        holders = self.grounder.meanings(holder.mention.text, holder.classes, "receptacle")
        holder_weights: Weights = {n: w for n, w in holders.items() if is_carried(n)}
        destinations = receptacles(place, self.grounder)
        if not held_weights or not holder_weights or not destinations:
            return None
        self.said.update(saying.of_thing("target", inner, holder.moves[-1], self.grounder))
        self.said.update(saying.of_thing("movable", holder, place, self.grounder))
        self.said.update(saying.of_place("destination", place, holder, self.grounder))
        if holder.mention.is_single:
            self.single.add("movable")
        held_weights, holder_weights = jointly(held_weights, holder_weights)
        holder_weights, destinations = jointly(holder_weights, destinations)
        return self._build(
            TaskType.MOVABLE_PLACE,
            inner,
            rank(inner.mention.text, held_weights),
            movable=rank(holder.mention.text, holder_weights),
            destination=ranked_place(place, destinations),
            states=(inner.states | transit(inner)) & made_states(),
            count=inner.count,
        )

    def _place(self, thing: NamedThing) -> TaskContext | Refusal:
        place = thing.moves[-1]
        held = self._held(thing)
        destinations = receptacles(place, self.grounder)
        if not held:
            fixed = bool(thing.classes) and bool(destinations) and self._is_fixed(thing)
            told = f"I do not know what {thing.mention.text!r} is, or it is nothing to carry."
            return self._refuse(told, final=fixed)
        if not destinations:
            return self._refuse(f"I do not know the place {place.mention.text!r}.")
        if place.near and not group("resting_places").isdisjoint(destinations):
            destinations = {n: w for n, w in destinations.items() if n in group("resting_places")}
        if self._bears_nothing(place):
            return self._refuse(f"I cannot put things on {place.mention.text!r}: name another "
                                f"place.", final=True)
        self.said.update(saying.of_thing("target", thing, place, self.grounder))
        self.said.update(saying.of_place("destination", place, thing, self.grounder))
        if saying.far_from(self.said.get("destination", ())):
            return self._refuse("I put things next to others, not far from them: name a place.", final=True)
        held, destinations = jointly(held, elsewhere(thing, place, destinations))
        states = self._made(thing, held)
        target = rank(thing.mention.text, held)
        served = self._slices(thing, states, place)
        destination = ranked_place(place, destinations)
        context = self._build(
            served or self._place_type(thing, states, place),
            thing,
            target,
            destination=destination,
            states=states,
            count=number_of(thing, states),
            cooked="hot" in states if served else None,
        )
        if isinstance(context, Refusal):
            return context
        whole = replace(
            context,
            also=self._also(thing, destination),
            places=shares_of(thing, place),
            destination_states=frozenset(place.mention.states),
            definite=context.definite | ({"destination"} if place.mention.is_certain else set()) | self.definite,
            said=self.said,
            single=context.single | self.single,
        )
        each = [replace(whole, target=rank(target.words, {name: 1.0})) for name in self._types_of(thing)]
        first, *others = each or [whole]
        return joined([sets_apart(first), *(replace(one, also=()) for one in others)])

    @staticmethod
    def _is_fixed(thing: NamedThing) -> bool:
        """Tell whether words name furniture that nobody carries, and that is neither switched nor opened with "put"."""
        known = [object_types()[name] for name in thing.classes]
        return all(kind.can("receptacle") and not (kind.can("pickupable") or kind.can("moveable")) for kind in known)

    def _bears_nothing(self, place: PlaceWords) -> bool:
        """Tell whether words say that something is put on what is carried itself and holds nothing: on a newspaper."""
        if not self.grounder.literal or place.prep not in (Prep.IN, Prep.ON) or place.person:
            return False
        known = [object_types()[name] for name in place.mention.classes]
        bears = any(kind.can("receptacle") or is_cover(kind.name) for kind in known)
        return bool(known) and not bears and all(kind.can("pickupable") for kind in known)

    def _also(self, target: NamedThing, destination: Ranked) -> tuple[Part, ...]:
        """Return the other things that are put somewhere: "the fork and the spoon", "this here and that there"."""
        cutting = any("sliced" in t.states for t in self.discourse.things)
        others = [t for t in self.discourse.moved if t.moves and t is not target and t.mention.known]
        parts: list[Part] = []
        for thing in others:
            if (cutting and thing.best in group("knives")) or any(
                thing in t.contents and t.moves for t in self.discourse.things
            ):
                continue
            end, own_end = thing.moves[-1], target.moves[-1]
            same = end.mention is own_end.mention and end.prep is own_end.prep  # "in it" is not "on it"
            held, places = jointly(self._held(thing), receptacles(end, self.grounder))
            if not held or not places:
                continue
            states = self._made(thing, held)
            place = destination if same else ranked_place(end, places)
            source = next((self._source(p) for p in thing.sources if not p.near), Ranked())
            slot = f"also{len(parts) + 1}"
            self.said.update(saying.of_thing(slot, thing, end, self.grounder))
            self.said.update(saying.of_place(f"{slot}_place", end, thing, self.grounder))
            named, shares = rank(thing.mention.text, held), shares_of(thing, end)
            if thing.mention.is_single and number_of(thing, states) == shares == 1:
                self.single.add(slot)
            if thing.mention.is_certain:
                self.definite.add(slot)
            parts.append(Part(named, number_of(thing, states), states, source, place, shares))
        return tuple(parts)

    @staticmethod
    def _slices(thing: NamedThing, states: frozenset[str], place: PlaceWords) -> TaskType | None:
        """Return TEACh's "N (cooked) slices of X in Y" when that is what is asked for."""
        on_dish = not group("dishes").isdisjoint(place.mention.classes)
        if (
            "sliced" not in states
            or not on_dish
            or thing.mention.number is None
            or states & (treated_states() - {"hot"})
        ):
            return None
        return TaskType.COOKED_SLICES if "hot" in states else TaskType.SLICES

    @staticmethod
    def _place_type(thing: NamedThing, states: frozenset[str], place: PlaceWords) -> TaskType:
        if thing.count == 0:
            single = place.mention.number == 1 and place.mention.plural is False
            if "clean" in states:
                return TaskType.CLEAN_ALL
            return TaskType.PUT_ALL_IN_ONE if single else TaskType.PUT_ALL_ON
        for state, kind in TREATED.items():
            if state in states:
                return kind
        return TaskType.PLACE_TWO if number_of(thing, states) > 1 else TaskType.PLACE
