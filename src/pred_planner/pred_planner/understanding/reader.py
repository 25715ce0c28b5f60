"""The way from free text to a TaskContext, or a refusal that says what was understood."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pred_core.referring.description import Test
from pred_core.vocabulary import group, object_types, ordered_group
from pred_planner.understanding import dishes, saying
from pred_planner.understanding.accounting import left_out, not_used
from pred_planner.understanding.antecedents import (
    mentions,
    points_back,
    resolved,
    with_antecedent,
    with_nouns,
)
from pred_planner.understanding.context import Part, Ranked, Refusal, TaskContext, TaskType, confidence
from pred_planner.understanding.exceptions import ANYTHING
from pred_planner.understanding.fusion import TREATED, combine
from pred_planner.understanding.grammar import Event, describe, parse
from pred_planner.understanding.grounding import Grounder, as_named, jointly, rank
from pred_planner.understanding.guesses import with_guesses
from pred_planner.understanding.parts import in_order, joined, one_after_the_other
from pred_planner.understanding.places import (
    elsewhere,
    ranked_place,
    receptacles,
    shares_of,
    transit,
    usual_places,
)
from pred_planner.understanding.qualities import made_states, treated_states, treating_place
from pred_planner.understanding.selectors import cannot_keep_to, refrains
from pred_planner.understanding.several import partitions
from pred_planner.understanding.story import tell
from pred_planner.understanding.tagger import Weights, normalise, tag
from pred_planner.understanding.things import Place, Story, Thing, is_carried, is_lamp, needed_flag
from pred_planner.understanding.usage import prefer
from pred_planner.understanding.utterances import heard
from pred_planner.understanding.words import Prep, Verb

_ACTING = ("driver", "follower", "robot", "agent")
EACH = 0.3
"""How much of the likeliest type's weight another one has at least that "all" and "both" are about, too."""
DEED_ONLY = frozenset({"on", "off", "open", "closed", "empty"})


@dataclass(frozen=True)
class Texts:
    """Everything a person said: a goal sentence, step-by-step texts (ALFRED), lines of a dialogue (TEACh)."""

    instruction: str
    steps: tuple[str, ...] = ()
    dialogue: tuple[str, ...] = ()


def understand(texts: Texts, grounder: Grounder, usage: Weights | None = None) -> TaskContext | Refusal:
    """Return the meaning of everything that was said.

    :param usage: what people mean by their words, instead of what was learned
    """
    meant = _goal(texts, grounder, usage)
    if texts.steps:
        meant = combine(meant, read(". ".join(texts.steps), grounder, usage))
    if isinstance(meant, TaskContext) and any(_holds_several(task) for task in in_order(meant)):
        return Refusal("I can hold one thing at a time: tell me where to put them.", final=True)
    return meant


def _holds_several(task: TaskContext) -> bool:
    """Tell whether a task only takes up more than one thing."""
    return task.task_type is TaskType.DO and not task.states and task.count != 1


def _goal(texts: Texts, grounder: Grounder, usage: Weights | None) -> TaskContext | Refusal:
    """Return the meaning of what is to be done; what was said beside it and is not served is left out of it."""
    told = heard(texts.instruction)
    if told.refusal and not texts.dialogue:
        return Refusal(told.refusal, final=True)
    orders = replace(texts, instruction=told.orders)
    goal = read(". ".join(said_to_robot(orders)), grounder, usage)
    if isinstance(goal, Refusal) or not told.unserved:
        return goal
    return replace(goal, left_out=(*goal.left_out, *told.unserved))


def accounted(context: TaskContext, texts: Texts) -> TaskContext:
    """Return a reading that somebody else made of a person's words, with those that have no part in it left out."""
    told = heard(texts.instruction)
    text = with_nouns(". ".join(said_to_robot(replace(texts, instruction=told.orders))))
    tokens = tag(text)
    left = left_out(tokens, resolved(parse(tokens)), context)
    return replace(context, left_out=tuple(dict.fromkeys((*context.left_out, *left, *told.unserved))))


def said_to_robot(texts: Texts) -> list[str]:
    """Return what is asked for, in order: the goal sentence, and of a dialogue what the one who acts did not say."""
    said = [texts.instruction, *(line for line in map(_of_commander, texts.dialogue) if line)]
    return [part for part in said if part.strip()]


def _of_commander(line: str) -> str:
    """Return what a line of dialogue asks for: what the one who acts says is only an answer."""
    speaker, colon, text = line.partition(":")
    if not colon:
        return line
    return "" if speaker.strip().lower().removesuffix(" did") in _ACTING else text.strip()


def read(instruction: str, grounder: Grounder, usage: Weights | None = None) -> TaskContext | Refusal:
    """Return the meaning of an instruction of one or more sentences.

    :param grounder: chooses among the meanings of ambiguous words by what was seen
    :param usage: what people mean by their words, instead of what was learned; none at all for the bare reading
    """
    if not instruction.strip():
        return Refusal("The instruction is empty.", final=True)
    manner = cannot_keep_to(instruction)
    if manner:
        return Refusal(f"I cannot do things {manner!r}: nothing here sees to that.", final=True)
    reading = with_guesses(with_nouns(instruction), lambda text: _read_text(text, grounder, usage))
    return reading if isinstance(reading, Refusal) else replace(reading, instruction=instruction)


def _read_text(text: str, grounder: Grounder, usage: Weights | None) -> TaskContext | Refusal:
    """Return the meaning of a text as one task, or of its parts where that leaves nothing out."""
    whole = _read_as_one(text, grounder, usage)
    if isinstance(whole, Refusal) or not whole.left_out:
        return whole
    return _read_in_parts(text, grounder, usage) or whole


def _read_in_parts(instruction: str, grounder: Grounder, usage: Weights | None) -> TaskContext | None:
    """Return the meaning of several tasks in one instruction, when in parts nothing of it is left out."""
    known: dict[tuple[str, str], TaskContext | None] = {}  # the same part comes in many ways to cut
    for parts in partitions(instruction):
        contexts = []
        for index, told in enumerate(parts):
            before = ". ".join(parts[:index]) if points_back(told) else ""
            part = with_antecedent(told, before)
            if (before, part) not in known:
                known[before, part] = _read_whole(part, before, grounder, usage)
            context = known[before, part]
            if context is None:
                break
            contexts.append(context)
        if len(contexts) == len(parts):
            return replace(
                joined(contexts),
                not_used=tuple(word for c in contexts for word in c.not_used),
                confidence=min(c.confidence for c in contexts),
            )
    return None


def _read_whole(part: str, before: str, grounder: Grounder, usage: Weights | None) -> TaskContext | None:
    """Return the meaning of a part of which nothing is left out, None where there is none.

    :param before: the parts before it, for what "it" may stand for
    """
    context = _read_as_one(part, grounder, usage, before)
    return context if isinstance(context, TaskContext) and not context.left_out else None


def _read_as_one(
    instruction: str, grounder: Grounder, usage: Weights | None, before: str = ""
) -> TaskContext | Refusal:
    """Return the meaning of an instruction as one task, with the words that have no part in it."""
    tokens = tag(instruction)
    earlier = [mention for event in (parse(tag(before)) if before else ()) for mention in mentions(event)]
    events = resolved(parse(tokens), earlier)
    context = _read_events(instruction, events, grounder, usage)
    if isinstance(context, Refusal):
        return context
    return replace(context, left_out=left_out(tokens, events, context), not_used=not_used(events, context))


def _read_events(
    instruction: str, events: list[Event], grounder: Grounder, usage: Weights | None
) -> TaskContext | Refusal:
    story = tell(events, lambda thing, place: grounder.lies(thing.classes, place.classes))
    dish = dishes.read(instruction, normalise(instruction), events, story, grounder)
    if dish is not None:
        return dish
    context = _Reader(instruction, events, story, grounder).context()
    if isinstance(context, Refusal) or context.target.words in ANYTHING:
        return context
    first, *later = (as_named(prefer(one, grounder, usage), grounder) for one in in_order(context))
    return replace(first, then=tuple(later))


class _Reader:
    def __init__(self, instruction: str, events: list[Event], story: Story, grounder: Grounder) -> None:
        self.instruction = instruction
        self.events = events
        self.story = story
        self.grounder = grounder
        self.said: dict[str, tuple[Test, ...]] = {}

    def context(self) -> TaskContext | Refusal:
        lit = self._look_at()
        if lit is not None:
            return lit
        thing = self._last_moved()
        if thing is not None:
            return self._movable(thing) or self._place(thing)
        if self.story.unplaced and not self.story.deeds:
            text = self.story.unplaced[-1].mention.text
            return self._refuse(f"I do not know where to put {text!r}: name the place.", final=True)
        return self._deed()

    # -- look at in light -----------------------------------------------------------------------------------------
    def _look_at(self) -> TaskContext | Refusal | None:
        story = self.story
        goes_elsewhere = any(not self._at_lamp(t.moves[-1]) for t in story.moved if t.moves)
        others = any(not thing.lamp and not story.turned_of(thing) for thing in story.things)
        lamps = [  # beside another thing "off" is often said for "on"
            lamp for lamp in story.lamps if others or set(story.turned_of(lamp)) != {"off"}
        ]
        lit = bool(story.switched_on) or bool(lamps) or story.examined
        if not lit or (goes_elsewhere and not (story.switched_on or story.examined)):
            return None
        candidates = [
            *story.looked_at,
            *([story.holding] if story.holding else []),
            *story.moved,
            *story.things,
        ]
        held = ((thing, self._held(thing)) for thing in candidates if not thing.lamp)
        chosen = next(((thing, weights) for thing, weights in held if weights), None)
        lamp = next(iter(story.switched_on or lamps), None)
        if chosen is None:
            return None
        any_lamp = dict.fromkeys(ordered_group("lamps"), 1.0)
        classes = {n: w for n, w in (lamp.classes if lamp else any_lamp).items() if is_lamp(n)}
        toggles = self.grounder.meanings(lamp.mention.text if lamp else "", classes or any_lamp, "toggleable")
        thing, weights = chosen
        under = Place(lamp.mention, Prep.UNDER) if lamp is not None else None
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

    @staticmethod
    def _at_lamp(place: Place) -> bool:
        return any(map(is_lamp, place.mention.classes))

    # -- moving ---------------------------------------------------------------------------------------------------
    def _last_moved(self) -> Thing | None:
        moved = [t for t in self.story.moved if t.moves]
        every = [t for t in moved if t.count == 0]
        if every:
            return every[-1]
        tools = [t for t in moved if t.best in group("knives")]
        others = [t for t in moved if t not in tools]
        if tools and others and any("sliced" in t.states for t in others):
            return others[-1]
        return moved[-1] if moved else None

    def _movable(self, thing: Thing) -> TaskContext | Refusal | None:
        holder, held = thing, list(thing.contents)
        for one, other in self.story.together:
            if thing in (one, other) and not held:
                holder, held = other, [one]
        if not held:
            outer = next((t for t in self.story.things if thing in t.contents and t.moves), None)
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

    def _held(self, thing: Thing) -> Weights:
        """Return the types a thing to be carried may be; what is to be sliced can be sliced."""
        weights = self.grounder.meanings(thing.mention.text, thing.classes, "pickupable")
        if "sliced" in thing.states:
            weights = {n: w for n, w in weights.items() if object_types()[n].can("sliceable")} or weights
        return weights

    def _made(self, thing: Thing, held: Weights) -> frozenset[str]:
        """Return the states that are to be made; a piece of what cannot be cut is just one of it."""
        states = (thing.states | transit(thing)) & made_states()
        cuttable = any(object_types()[name].can("sliceable") for name in held)
        return frozenset(states if cuttable else states - {"sliced"})

    def _place(self, thing: Thing) -> TaskContext | Refusal:
        place = thing.moves[-1]
        held = self._held(thing)
        destinations = receptacles(place, self.grounder)
        if not held:
            return self._refuse(f"I do not know what {thing.mention.text!r} is, or it is nothing to carry.")
        if not destinations:
            return self._refuse(f"I do not know the place {place.mention.text!r}.")
        self.said.update(saying.of_thing("target", thing, place, self.grounder))
        self.said.update(saying.of_place("destination", place, thing, self.grounder))
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
            count=_number(thing, states),
            cooked="hot" in states if served else None,
        )
        return (
            context
            if isinstance(context, Refusal)
            else replace(
                context,
                also=self._also(thing, destination),
                places=shares_of(thing, place),
                destination_states=frozenset(place.mention.states),
                definite=context.definite | ({"destination"} if place.mention.is_certain else set()),
                said=self.said,
            )
        )

    def _also(self, target: Thing, destination: Ranked) -> tuple[Part, ...]:
        """Return the other things that are put somewhere: "the fork and the spoon", "this here and that there"."""
        cutting = any("sliced" in t.states for t in self.story.things)
        others = [t for t in self.story.moved if t.moves and t is not target and t.mention.known]
        parts: list[Part] = []
        for thing in others:
            if (cutting and thing.best in group("knives")) or any(
                thing in t.contents and t.moves for t in self.story.things
            ):
                continue
            same = thing.moves[-1] is target.moves[-1]
            held, places = jointly(self._held(thing), receptacles(thing.moves[-1], self.grounder))
            if not held or not places:
                continue
            states = self._made(thing, held)
            place = destination if same else ranked_place(thing.moves[-1], places)
            source = next((self._source(p) for p in thing.sources if not p.near), Ranked())
            slot = f"also{len(parts) + 1}"
            self.said.update(saying.of_thing(slot, thing, thing.moves[-1], self.grounder))
            self.said.update(saying.of_place(f"{slot}_place", thing.moves[-1], thing, self.grounder))
            named, shares = rank(thing.mention.text, held), shares_of(thing, thing.moves[-1])
            parts.append(Part(named, _number(thing, states), states, source, place, shares))
        return tuple(parts)

    @staticmethod
    def _slices(thing: Thing, states: frozenset[str], place: Place) -> TaskType | None:
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
    def _place_type(thing: Thing, states: frozenset[str], place: Place) -> TaskType:
        if thing.count == 0:
            single = place.mention.number == 1 and place.mention.plural is False
            if "clean" in states:
                return TaskType.CLEAN_ALL
            return TaskType.PUT_ALL_IN_ONE if single else TaskType.PUT_ALL_ON
        for state, kind in TREATED.items():
            if state in states:
                return kind
        return TaskType.PLACE_TWO if _number(thing, states) > 1 else TaskType.PLACE

    # -- deeds without a destination ------------------------------------------------------------------------------
    def _deed(self) -> TaskContext | Refusal:
        fetched = self._fetched()
        if fetched is not None:
            return self._place(fetched)
        things = [deed.thing for deed in self.story.deeds] or (
            [self.story.holding] if self.story.holding else []
        )
        things = things or list(self.story.switched_on)
        if not things:
            moved = next(
                (t for t in self.story.things if t.best and object_types()[t.best].can("pickupable")), None
            )
            if moved is not None and any(e.verb is Verb.PUT for e in self.events):
                return self._refuse(f"I do not know where to put {moved.mention.text!r}.")
            if refrains(self.instruction):
                return self._refuse("I understood only what not to do.", final=True)
            if any(e.verb is Verb.PUT and not any(m.known for m in e.objects) for e in self.events):
                return self._refuse("I do not know which thing you mean: please name it.")
            return self._refuse("I found no action that I know, or nothing to do it to.")
        return self._each_deed(self._alike(things))

    def _alike(self, things: list[Thing]) -> list[Thing]:
        """Return the last thing, with those before it to which the same is done: "open the fridge and the safe"."""
        last = {deed.thing.best: deed.verb for deed in self.story.deeds}
        verb = last.get(things[-1].best)
        found: list[Thing] = []
        for thing in reversed(things):
            if last.get(thing.best) is not verb or (verb is None and not thing.lamp and found):
                break
            if thing not in found:
                found.insert(0, thing)
        return found

    def _each_deed(self, things: list[Thing]) -> TaskContext | Refusal:
        """Return the reading of the same deed done to one thing after the other."""
        contexts: list[TaskContext] = []
        for thing in things:
            for classes, count in self._kinds(thing):
                self.said = {}
                context = self._one_deed(thing, classes, count)
                if isinstance(context, Refusal):
                    return context
                contexts.append(context)
        return joined(contexts)

    def _kinds(self, thing: Thing) -> list[tuple[Weights, int]]:
        """Return the types, each with how many, that a deed is done to: "all the lamps" may be of several."""
        best = max(thing.classes.values(), default=0.0)
        likely = [name for name, weight in thing.classes.items() if weight >= EACH * best]
        here = {name: seen for name in likely if (seen := self.grounder.seen(name))}
        number = thing.count or sum(here.values())
        if (
            thing.count == 1
            or not self.story.turned_of(thing)
            or len(here) < 2
            or sum(here.values()) != number
        ):
            return [(thing.classes, thing.count)]
        return [({name: 1.0}, 0 if thing.count == 0 else seen) for name, seen in here.items()]

    def _one_deed(self, thing: Thing, classes: Weights, count: int) -> TaskContext | Refusal:
        states = frozenset(thing.states & (made_states() | DEED_ONLY)) | (
            {"on"} if thing in self.story.switched_on else set()
        )
        weights = self.grounder.meanings(thing.mention.text, classes, needed_flag(states))
        unknown = {deed.makes for deed in self.story.deeds if deed.thing is thing} - made_states() - DEED_ONLY
        if not weights or unknown - {""}:
            refused = f"I do not know how to do that to {thing.mention.text!r}."
            return self._refuse(refused, final=bool(unknown - {""}))
        self.said.update(saying.of_thing("target", thing, None, self.grounder))
        back = self._put_back(thing, states, weights)
        if back is not None:
            return back
        kind = TaskType.CLEAN_ALL if thing.count == 0 and states == {"clean"} else TaskType.DO
        deed = self._build(kind, thing, rank(thing.mention.text, weights), states=states, count=count)
        return deed if isinstance(deed, Refusal) else one_after_the_other(deed, self.story.turned_of(thing))

    def _fetched(self) -> Thing | None:
        """Return the thing of "get a wet cloth in the tub": what is to be washed, heated or cooled is put there."""
        thing = self.story.holding
        if thing is None or self.story.deeds or not thing.states & treated_states():
            return None
        place = next((p for p in thing.sources if p.prep in (Prep.IN, Prep.ON)), None)
        if place is None:
            return None
        thing.sources.remove(place)
        thing.moves.append(place)
        return thing

    def _put_back(self, thing: Thing, states: frozenset[str], held: Weights) -> TaskContext | Refusal | None:
        """Return the reading of "wash the mug": it stays in no hand, but goes where it was or such things are."""
        deeds = [deed for deed in self.story.deeds if deed.thing is thing]
        all_made = [deed.makes for deed in deeds if deed.makes in treated_states()]
        if not all_made and any(deed.verb is Verb.MAKE for deed in deeds):  # "make the mug cold"
            all_made = [state for state in _in_order(treated_states()) if state in states]
        if not all_made or thing.count == 0 or states & DEED_ONLY:
            return None
        made = all_made[-1]
        appliance, earlier = treating_place(made), [state for state in all_made if state != made]
        place = next((p for p in thing.sources if not p.near), None)
        words, destinations = "", usual_places(held, self.grounder)
        if place is not None:
            words, destinations = place.mention.text, receptacles(place, self.grounder)
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

    # -- results --------------------------------------------------------------------------------------------------
    def _build(
        self,
        kind: TaskType,
        thing: Thing,
        target: Ranked,
        *,
        states: Iterable[str],
        count: int,
        destination: Ranked | None = None,
        movable: Ranked | None = None,
        toggle: Ranked | None = None,
        cooked: bool | None = None,
    ) -> TaskContext | Refusal:
        ranked = [r for r in (target, destination, movable, toggle) if r is not None]
        if any(not r for r in ranked):
            return self._refuse("The things named do not go together.")
        sources = [p for p in thing.sources if not p.near and p.prep is not Prep.TO]
        source = self._source(sources[0]) if sources else Ranked()
        made = frozenset({"sliced", "cooked"} if cooked else {"sliced"})
        return TaskContext(
            instruction=self.instruction,
            task_type=kind,
            target=target,
            count=count,
            states=frozenset(states),
            movable=movable or Ranked(),
            destination=destination or Ranked(),
            toggle=toggle or Ranked(),
            source=source,
            parts=() if cooked is None else (Part(target, max(count, 1), made, source),),
            said=self.said,
            spared=thing.mention.spared,
            definite=frozenset({"target"} if thing.mention.is_certain else ()),
            confidence=confidence(ranked),
            evidence=tuple((r.words, r.best) for r in ranked),
        )

    def _source(self, place: Place) -> Ranked:
        words, classes = place.mention.text, place.mention.classes
        found = self.grounder.meanings(words, classes, "receptacle")
        return rank(words, found or self.grounder.meanings(words, classes, "cover"))

    def _refuse(self, reason: str, final: bool = False) -> Refusal:
        return Refusal(reason, describe(self.events), final)


def _in_order(states: Iterable[str]) -> list[str]:
    """Return states as they are treated: those of every household first."""
    return sorted(states, key=lambda state: ([*TREATED, state].index(state), state))


def _number(thing: Thing, states: frozenset[str]) -> int:
    """Return how many are meant; things brought one after the other count when nothing else is done to them."""
    return (
        thing.count if states & treated_states() else max(thing.count, thing.deliveries) if thing.count else 0
    )
