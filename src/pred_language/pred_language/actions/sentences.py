"""A discourse as one task: what is carried, or else what is done to things where they are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pred_core.people import PERSON
from pred_core.referring.description import Test, TestKind
from pred_core.vocabulary import can_be_carried, group, is_cleaned_in_place, object_types
from pred_language.actions import constraints as saying
from pred_language.actions.fusion import TREATED
from pred_language.actions.moving import Moving
from pred_language.lexicon.exceptions import EVERYTHING
from pred_language.lexicon.inflection import is_called
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.phrases import AS_SEEN, Mention
from pred_language.lexicon.qualities import made_states, treated_states, treating_place
from pred_language.lexicon.selectors import refrains
from pred_language.lexicon.things import YOU, NamedThing, carried_about, needed_flag, the_speaker
from pred_language.lexicon.words import SEEN_STATES, Prep, Verb
from pred_language.meaning.context import NEAR, Refusal, TaskContext, TaskType
from pred_language.meaning.grounding import ALIKE, jointly, rank
from pred_language.meaning.parts import joined, one_after_the_other
from pred_language.meaning.places import receptacles, usual_places
from pred_language.meaning.qualifiers import tell_landmarks_by_states

EACH = 0.3
"""How much of the likeliest type's weight another one has at least that "all" and "both" are about, too."""
_OUT = re.compile(r"\b(?:out|off|remov\w+|clear\w*|empt\w+)\b")
"""Words that say more than that a thing is to be held: it is to be away from where it is."""
_WANTED = re.compile(r"\b(?:i|we) (?:do |really |just )*(?:need|want|would like|'?d like)\b(?! (?:you )?to\b)")
"""What says that something is to be brought, without an action."""
_LEFT_SO = {"off": "on", "closed": "open"}
"""What was seen of all that is to be brought to a state."""
_SHARE = re.compile(r"\b(?:one|two|three|four|five|some|any|half|most|both|none) of\b")
"""What says that not all of those named are meant."""
_TURNED = {"off": ("on", "on"), "on": ("on", "not on"), "closed": ("open", "open"), "open": ("open", "not open")}
"""What a door or switch is brought to, with the attribute that shows it and what it is before that."""
_TOLD_ONLY = frozenset({"filled"})
"""States that "the" thing is told by even where none was seen to have it: "the cup with water in it"."""
ACTION_ONLY = frozenset({"on", "off", "open", "closed", "empty"})


class TaskReader(Moving):
    """Reads a discourse as one task."""

    def context(self) -> TaskContext | Refusal:
        self._take_all_as_said()
        self._take_states_as_told()
        self.said.update(saying.of_tool(self.events, self.grounder))
        lit = self._look_at()
        if lit is not None:
            return lit
        taken_out = self._taken_out()
        if taken_out is not None:
            return taken_out
        thing = self._last_moved()
        if thing is not None:
            return self._movable(thing) or self._place(thing)
        if self.discourse.unplaced and not self.discourse.actions:
            thing = self.discourse.unplaced[-1]
            carried = not thing.classes or any(map(can_be_carried, thing.classes))  # "set the table": it is not
            return self._refuse(f"I do not know where to put {thing.mention.text!r}: name the place.", final=carried)
        return self._action()

    def _take_all_as_said(self) -> None:
        """Take "the books" for all of them where more than two are here and words mean what they say."""
        as_said = self.grounder.literal and not _SHARE.search(self.instruction.lower())
        for thing in self.discourse.things if as_said else ():
            said = thing.mention
            plain = said.plural and said.definite and said.number is None and not said.every and not said.spared
            best = max(thing.classes.values(), default=0.0)
            kinds = [n for n, w in thing.classes.items() if w >= ALIKE * best and self.grounder.seen(n)]
            several = len(kinds) > 1 and not is_called(thing.best, said.text)  # "the dishes" are of several types
            spares = any(one.pronoun or one.adjectives for one in said.excluded)  # "the apples, but not the green one"
            here = [name for name in thing.classes if self.grounder.seen(name)]
            if plain and here and self.discourse.turned_of(thing) and not any(map(can_be_carried, here)):
                said.every = True  # "the lights" may be one switch
            told = here and any(w.startswith(AS_SEEN) or w in SEEN_STATES for w in said.adjectives)  # "dirty towels"
            several = several or spares or bool(told) or self.grounder.seen(thing.best) > 2
            if plain and several and carried_about(thing):
                said.every = True

    def _take_states_as_told(self) -> None:
        """Take "the clean mug" for the one that is clean, where one was seen to be and another not."""
        made = {(id(action.thing), action.makes) for action in self.discourse.actions}
        for thing in self.discourse.things if self.grounder.literal else ():
            told = {state for state in self._told_by(thing.mention) if (id(thing), state) not in made}
            thing.states -= told
            tell_landmarks_by_states(thing.mention)
            for place in thing.moves:
                self._told_by(place.mention)
                place.mention.states -= {s for s in place.mention.states if self._may_be_so(place.mention.best, s)}
                tell_landmarks_by_states(place.mention)

    def _may_be_so(self, name: str, state: str) -> bool:
        """Tell whether a thing of a type was seen that is in a state, or may be."""
        unlike = name in self.grounder.in_state(f"not {state}")
        return name in self.grounder.in_state(state) or (self.grounder.is_seen(name) and not unlike)

    def _told_by(self, said: Mention) -> set[str]:
        """Return the states that tell a thing from others of its kind; they are no states to be made then."""
        one = said.number in (None, 1) and not (said.plural or said.every)  # who wants "a clean mug" has one that is so
        single = said.definite and one
        # "a clean towel" is one that is clean: none is washed here
        none_made = said.number in (None, 1) and not any(self._can_be_made(state, said) for state in said.states)
        all_so = said.number is None and (said.every or (said.plural and said.definite))  # "all the clean mugs"
        number = said.number or 0
        least = 1 if one or none_made or all_so else number if number > 1 else 0
        told = {s for s in said.states if single and s in _TOLD_ONLY}
        told |= {s for s in said.states if least and self.grounder.differ(said.classes, s, least)}
        said.states -= told
        said.adjectives += [f"{AS_SEEN}{state}" for state in sorted(told)]
        return told

    @staticmethod
    def _can_be_made(state: str, said: Mention) -> bool:
        """Tell whether a thing of some words goes where a state is given."""
        appliance = treating_place(state)
        return not appliance or not said.best or object_types()[said.best].fits_in(appliance)

    def _taken_out(self) -> Refusal | None:
        """Return the refusal of what is only taken out of something: where it is to go is for the person to say."""
        if not group("resting_places") or not _OUT.search(self.instruction.lower()):
            return None
        for thing in self.discourse.things:
            if not thing.moves and any(place.prep is Prep.FROM for place in thing.sources):
                text = thing.mention.text
                return self._refuse(f"Where shall I put {text!r}? Please name the place as well.", final=True)
        return None

    def _action(self) -> TaskContext | Refusal:
        fetched = self._fetched()
        if fetched is not None:
            return self._place(fetched)
        things = [action.thing for action in self.discourse.actions] or (
            [self.discourse.holding] if self.discourse.holding else []
        )
        things = things or list(self.discourse.switched_on)
        if not things:
            moved = next(
                (t for t in self.discourse.things if t.best and object_types()[t.best].can("pickupable")), None
            )
            if moved is not None and any(e.verb is Verb.PUT for e in self.events):
                return self._refuse(f"I do not know where to put {moved.mention.text!r}.")
            wished = self._wished()
            if wished is not None:
                return wished
            going = self._going()
            if going is not None:
                return going
            if refrains(self.instruction):
                return self._refuse("I understood only what not to do.", final=True)
            if any(e.verb is Verb.PUT and not any(m.known for m in e.objects) for e in self.events):
                return self._refuse("I do not know which thing you mean: please name it.")
            return self._refuse("I found no action that I know, or nothing to do it to.")
        return self._each_action(self._alike(things))

    def _wished(self) -> TaskContext | Refusal | None:
        """Return the reading of "I need the fork from the counter": it is brought to the one who says so."""
        things = [t for t in self.discourse.things if t.best and object_types()[t.best].can("pickupable")]
        if len(things) != 1 or any(e.verb for e in self.events) or not _WANTED.search(self.instruction.lower()):
            return None
        things[0].moves.append(the_speaker())
        return self._place(things[0])

    def _going(self) -> TaskContext | Refusal | None:
        """Return the reading of "go to the bed", with nothing to do there."""
        if any(event.verb is not Verb.GO for event in self.events):
            return None
        places = [m for event in self.events for m in (*event.objects, *(m for _, m in event.attached))]
        if not places and any(event.to_me for event in self.events):
            you, who = NamedThing(the_speaker().mention), rank(YOU, {PERSON: 1.0})
            return self._build(TaskType.DO, you, who, states={NEAR}, count=1)
        if len(places) != 1 or not places[0].known:
            return None
        place = NamedThing(places[0])
        self.said.update(saying.of_thing("target", place, None, self.grounder))
        ranked = rank(places[0].text, self.grounder.meanings(places[0].text, place.classes, ""))
        return self._build(TaskType.DO, place, ranked, states={NEAR}, count=1)

    def _alike(self, things: list[NamedThing]) -> list[NamedThing]:
        """Return the last thing, with those before it to which the same is done: "open the fridge and the safe"."""
        last = {action.thing.best: action.verb for action in self.discourse.actions}
        verb = last.get(things[-1].best)
        found: list[NamedThing] = []
        for thing in reversed(things):
            if last.get(thing.best) is not verb or (verb is None and not thing.lamp and found):
                break
            if thing not in found:
                found.insert(0, thing)
        return found

    def _each_action(self, things: list[NamedThing]) -> TaskContext | Refusal:
        """Return the reading of the same action done to one thing after the other."""
        contexts: list[TaskContext] = []
        for thing in things:
            for classes, count in self._kinds(thing):
                self.said = dict(saying.of_tool(self.events, self.grounder))
                context = self._one_action(thing, classes, count)
                if isinstance(context, Refusal):
                    return context
                contexts.append(context)
        return joined(contexts)

    def _kinds(self, thing: NamedThing) -> list[tuple[Weights, int]]:
        """Return the types, each with how many, that an action is done to: "all the lamps" may be of several."""
        turned = self.discourse.turned_of(thing)
        if turned and thing.mention.text == EVERYTHING:  # "turn everything off" is about what is on
            each = self.grounder.in_state(_LEFT_SO.get(turned[-1], ""))
        else:
            each = self._types_of(thing)
        if each:
            return [({name: 1.0}, 0) for name in each]
        best = max(thing.classes.values(), default=0.0)
        likely = [name for name, weight in thing.classes.items() if weight >= EACH * best]
        here = {name: seen for name in likely if (seen := self.grounder.seen(name))}
        number = thing.count or sum(here.values())
        if (
            thing.count == 1
            or not turned
            or len(here) < 2
            or sum(here.values()) != number
        ):
            return [(thing.classes, thing.count)]
        return [({name: 1.0}, 0 if thing.count == 0 else seen) for name, seen in here.items()]

    def _one_action(self, thing: NamedThing, classes: Weights, count: int) -> TaskContext | Refusal:
        states = frozenset(thing.states & (made_states() | ACTION_ONLY)) | (
            {"on"} if thing in self.discourse.switched_on else set()
        )
        weights = self._lying_there(thing, self.grounder.meanings(thing.mention.text, classes, needed_flag(states)))
        if not weights and states == {"clean"}:
            weights = self._cleaned_in_place(thing, classes)
        made = {action.makes for action in self.discourse.actions if action.thing is thing}
        unknown = made - made_states() - ACTION_ONLY
        if not weights or unknown - {""}:
            turned = states & {"open", "closed"} if thing.classes else frozenset[str]()
            verb = "open" if "open" in turned else "close"
            refused = (
                f"A {thing.mention.text} is nothing that I can {verb}."
                if turned
                else f"I do not know how to do that to {thing.mention.text!r}."
            )
            return self._refuse(refused, final=bool(unknown - {""}) or bool(turned))
        self.said.update(saying.of_thing("target", thing, None, self.grounder))
        self._tell_by_state(thing, states, count)
        back = self._put_back(thing, states, weights)
        if back is not None:
            return back
        carried = any(map(can_be_carried, weights))
        kind = TaskType.CLEAN_ALL if thing.count == 0 and states == {"clean"} and carried else TaskType.DO
        action = self._build(kind, thing, rank(thing.mention.text, weights), states=states, count=count)
        return action if isinstance(action, Refusal) else one_after_the_other(action, self.discourse.turned_of(thing))

    def _cleaned_in_place(self, thing: NamedThing, classes: Weights) -> Weights:
        """Return the types of what is wiped or made where it stands, where words mean nothing to be carried."""
        here = {name: weight for name, weight in classes.items() if is_cleaned_in_place(name)}
        return self.grounder.meanings(thing.mention.text, here, "") if here else {}

    def _tell_by_state(self, thing: NamedThing, states: frozenset[str], count: int) -> None:
        """Take "turn off the tap" for one that runs, where several are here and nothing else says which."""
        state, now = _TURNED.get(next(iter(states), ""), ("", ""))
        if any(event.kept and thing.mention.text in {m.text for m in event.objects} for event in self.events):
            now = {"not on": "on", "on": "not on", "not open": "open", "open": "not open"}.get(now, "")  # as it is
        plain = all(test.kind is TestKind.UNSEEN for test in self.said.get("target", ()))
        if len(states) == 1 and count == 1 and plain and state and self.grounder.differ(thing.classes, state):
            self.said["target"] = (*self.said.get("target", ()), Test(TestKind.STATE, now))

    def _fetched(self) -> NamedThing | None:
        """Return the thing of "get a wet cloth in the tub": what is to be washed, heated or cooled is put there."""
        thing = self.discourse.holding
        if thing is None or self.discourse.actions or not thing.states & treated_states():
            return None
        place = next((p for p in thing.sources if p.prep in (Prep.IN, Prep.ON)), None)
        if place is None:
            return None
        thing.sources.remove(place)
        thing.moves.append(place)
        return thing

    def _put_back(self, thing: NamedThing, states: frozenset[str], held: Weights) -> TaskContext | Refusal | None:
        """Return the reading of "wash the mug": it stays in no hand, but goes where it was or such things are."""
        actions = [action for action in self.discourse.actions if action.thing is thing]
        all_made = [action.makes for action in actions if action.makes in treated_states()]
        if not all_made and any(action.verb is Verb.MAKE for action in actions):  # "make the mug cold"
            all_made = [state for state in _in_order(treated_states()) if state in states]
        if not all_made or thing.count == 0 or states & ACTION_ONLY or not any(map(can_be_carried, held)):
            return None
        made = all_made[-1]
        appliance, earlier = treating_place(made), [state for state in all_made if state != made]
        taken_out = _OUT.search(self.instruction.lower()) is not None
        back = [p for p in thing.sources if not p.near and not (taken_out and p.prep is Prep.FROM)]
        place = next(iter(back), None)
        words, destinations = "", usual_places(held, self.grounder)
        if place is not None:
            words, destinations = place.mention.text, receptacles(place, self.grounder)
        elif made in ("hot", "cold"):  # a hot potato goes into no fridge
            treating = {treating_place(state) for state in treated_states()}
            destinations = {n: w for n, w in destinations.items() if n not in treating}
        destinations = {n: w for n, w in destinations.items() if n != appliance}
        if earlier and appliance:  # "cool it and microwave it": it stays where it was treated last
            made, words, destinations = earlier[0], "", {appliance: 1.0}
        held, destinations = jointly(held, destinations)
        if not destinations:
            return None
        destination = rank(words, destinations)
        return self._build(
            TREATED.get(made, TaskType.PLACE),
            thing,
            rank(thing.mention.text, held),
            destination=destination,
            states=states,
            count=thing.count,
        )


def _in_order(states: Iterable[str]) -> list[str]:
    """Return states as they are treated: those of every household first."""
    return sorted(states, key=lambda state: ([*TREATED, state].index(state), state))
