"""What a reading is built of: weighed meanings put together as the context of a task, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable

from pred_core.referring.description import Test
from pred_core.vocabulary import can_be_carried, object_types
from pred_language.lexicon.exceptions import ANYTHING
from pred_language.lexicon.inflection import is_called
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.phrases import Event, describe
from pred_language.lexicon.qualities import made_states, treated_states
from pred_language.lexicon.things import Discourse, NamedThing, PlaceWords
from pred_language.lexicon.words import Prep
from pred_language.meaning.context import Part, Ranked, Refusal, TaskContext, TaskType, confidence
from pred_language.meaning.grounding import ALIKE, Grounder, rank
from pred_language.meaning.places import transit
from pred_language.meaning.qualifiers import state_told


class Building:
    """Holds a discourse and what it is grounded in while one task is read of it."""

    def __init__(self, instruction: str, events: list[Event], discourse: Discourse, grounder: Grounder) -> None:
        self.instruction = instruction
        self.events = events
        self.discourse = discourse
        self.grounder = grounder
        self.said: dict[str, tuple[Test, ...]] = {}
        self.single: set[str] = set()
        """Slots of "the" one thing beside the target."""
        self.definite: set[str] = set()
        """Slots of "the" things beside the target, be they one or several."""

    def _held(self, thing: NamedThing) -> Weights:
        """Return the types a thing to be carried may be; what is to be sliced can be sliced."""
        weights = self.grounder.meanings(thing.mention.text, thing.classes, "pickupable")
        if "sliced" in thing.states:
            weights = {n: w for n, w in weights.items() if object_types()[n].can("sliceable")} or weights
        return weights

    def _lying_there(self, thing: NamedThing, weights: Weights) -> Weights:
        """Return the types of "everything in the sink" that were seen to lie there; of other words all of them."""
        places = [name for p in thing.sources if not p.near for name in p.mention.classes]
        here = {n: w for n, w in weights.items() if any(self.grounder.lying(n, place) > 0.0 for place in places)}
        return here if here and thing.mention.text in ANYTHING else weights

    def _made(self, thing: NamedThing, held: Weights) -> frozenset[str]:
        """Return the states that are to be made; a piece of what cannot be cut is just one of it."""
        states = (thing.states | transit(thing)) & made_states()
        cuttable = any(object_types()[name].can("sliceable") for name in held)
        return frozenset(states if cuttable else states - {"sliced"})

    def _build(
        self,
        kind: TaskType,
        thing: NamedThing,
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
            definite=frozenset(
                slot
                for slot, named in (("target", thing.mention), *(("source", p.mention) for p in sources[:1]))
                if named.is_certain
            ),
            single=frozenset({"target"} if thing.mention.is_single and count == 1 else ()) | self.single,
            confidence=confidence(ranked),
            evidence=tuple((r.words, r.best) for r in ranked),
        )

    def _types_of(self, thing: NamedThing) -> list[str]:
        """Return the types seen here that a word for all of several is about: all the cutlery is forks and spoons.

        None where the word is a type's own name ("all the mugs" are no cups), or where fewer than two are here.
        """
        spared = {m.best for m in thing.mention.excluded if not (m.pronoun or m.adjectives or m.relations)}
        best = max(thing.classes.values(), default=0.0)
        if thing.count or thing.mention.text in ANYTHING or is_called(thing.best, thing.mention.text):
            return []
        likely = [name for name, weight in thing.classes.items() if weight >= ALIKE * best]
        likely = [name for name in likely if name not in spared]
        here = [name for name in likely if self.grounder.seen(name) and can_be_carried(name)]
        told = [state for word in thing.mention.adjectives if (state := state_told(word, thing.mention))]
        so = [name for name in here if all(name in self.grounder.in_state(state) for state in told)]
        if told and so:  # "all the dirty dishes" where no cup is dirty
            return so
        sources = [place for place in thing.sources if not place.near]
        lying = [n for n in here if any(self.grounder.lies({n: 1.0}, p.mention.classes) for p in sources)]
        return lying or (here if len(here) > 1 else [])  # of "all the food on the table" what is there

    def _source(self, place: PlaceWords) -> Ranked:
        words, classes = place.mention.text, place.mention.classes
        found = self.grounder.meanings(words, classes, "receptacle")
        return rank(words, found or self.grounder.meanings(words, classes, "cover"))

    def _refuse(self, reason: str, final: bool = False) -> Refusal:
        return Refusal(reason, describe(self.events), final)


def number_of(thing: NamedThing, states: frozenset[str]) -> int:
    """Return how many are meant; things brought one after the other count when nothing else is done to them."""
    return (
        thing.count if states & treated_states() else max(thing.count, thing.deliveries) if thing.count else 0
    )
