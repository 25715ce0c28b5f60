"""Where a noun phrase belongs in the events read so far: an object, a place, a landmark, or an exception."""

from __future__ import annotations

from pred_core.vocabulary import object_types
from pred_language.lexicon.exceptions import EVERYTHING
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.qualities import TREATING
from pred_language.lexicon.words import Prep


class EventBuilder:
    """Adds mentions to events. ``slot`` says what the next one is to the current event: None for its object.

    ``last`` is the mention added last, ``head`` the one that a preposition follows, ``relation`` the word of that
    preposition where it names a landmark, ``spared_place`` the one just named that is not to be gone to: "on any shelf
    except the one with the candle"; ``spared_thing`` the one just named that is not meant, with what it was spared of
    and what that could be before: "all the dishes except the plate in the sink".
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.slot: Prep | None = None
        self.last: Mention | None = None
        self.head: Mention | None = None
        self.relation = ""
        self.spared_place: Mention | None = None
        self.spared_thing: tuple[Mention, Mention, Weights] | None = None

    @property
    def current(self) -> Event | None:
        """The event that is being read, None before the first one."""
        return self.events[-1] if self.events else None

    def begin(self, event: Event) -> None:
        """Add an event; what follows is about it."""
        self.events.append(event)
        self.slot = self.head = None

    def expect(self, prep: Prep, relation: str) -> None:
        """Take what follows as what a preposition attaches.

        :param relation: of the word itself, where it names a landmark
        """
        if self.spared_place is not None:
            self.head = self.spared_place
        elif prep is Prep.NOT and (self.head is None or relation):
            self.head = self.last
        elif prep is not Prep.NOT:
            self.head = self.last if self.last is not None and self._in_event(self.last) else None
        self.slot = prep

    def note_recipient(self, prep: Prep) -> None:
        """Note that what is read goes to the one who speaks, or is for them."""
        event = self.current
        if event is not None:
            event.to_me |= prep is Prep.ME
            event.for_me |= prep is Prep.FOR_ME
            self.slot = None

    def add(self, mention: Mention) -> None:
        """Add a noun phrase to the current event."""
        if not self.events:
            self.events.append(Event(None))
        event = self.events[-1]
        if self.slot is Prep.NOT:
            self._except(event, mention)
            return
        if self._tells_what_is_spared(event, mention):
            return
        spared, self.spared_place = self.spared_place, None
        if spared is not None and self.slot in (Prep.WITH, Prep.NEAR, Prep.UNDER):
            spared.relations.append(("with" if self.slot is Prep.WITH else self.relation or "near", [mention]))
            return
        if self.slot in (Prep.NEAR, Prep.UNDER) or (self.slot is Prep.ON and self.relation):
            self._relate(mention)
        if self.slot is Prep.ON and self.relation and self.head is not None and is_place(self.head.classes):
            self.last = mention  # "the cabinet above the counter" stands on none
            return
        if self.slot is None:
            event.objects.append(mention)
        elif self.slot is Prep.WITH:
            self._with(event, mention)
        elif mention.pronoun and _names_holder(event):
            pass  # "with a fork on it": the pronoun is the holder again
        else:
            event.attached.append((self.slot, mention))
        self.last = mention

    def _tells_what_is_spared(self, event: Event, mention: Mention) -> bool:
        """Take a place behind an exception for where that one is, unless what is done still wants a place."""
        spared, self.spared_thing = self.spared_thing, None
        if spared is None or self.slot not in (Prep.IN, Prep.ON, Prep.FROM, Prep.AT) or not mention.known:
            return False
        thing, of, classes = spared
        places = sum(prep in (Prep.IN, Prep.ON, Prep.TO) for prep, _ in event.attached)
        ends = places > (of.text == EVERYTHING)  # "everything on the table except the laptop in the box" goes there
        if event.verb is None or not (ends or event.to_me or event.verb in TREATING):
            return False
        thing.relations.append(("on", [mention]))
        of.classes = classes  # a plate in the sink is spared, no other one
        self.last = mention
        return True

    def _in_event(self, mention: Mention) -> bool:
        """Tell whether a mention belongs to the event that is being read."""
        event = self.events[-1] if self.events else Event(None)
        return any(mention is one for one in (*event.objects, *(m for _, m in event.attached)))

    def _relate(self, mention: Mention) -> None:
        """Note a landmark of the thing before the preposition; "between" has two."""
        head = self.head
        if head is None:
            return
        if head.relations and self.last is head.relations[-1][1][-1]:
            head.relations[-1][1].append(mention)
        else:
            beside = "near" if self.slot is Prep.NEAR else str(self.slot)
            head.relations.append((self.relation or beside, [mention]))

    def _except(self, event: Event, mention: Mention) -> None:
        """Note what is not meant: of the thing before the words, unless that is one certain place."""
        head = self.head if self.head is not None else self.last
        if head is not None and self.relation:  # "the mug that is not in the sink"
            head.excluded.append(Mention(head.text, head.classes, relations=[(self.relation, [mention])]))
            return
        thing = event.objects[0] if event.objects else None
        if thing is not None and thing.is_single and self._is_any_place(event, self.last):
            head, self.spared_place = self.last, mention
        elif head is None or (thing is not None and head is not thing and head.definite):
            head = thing
        if head is not None and mention.known and mention.best not in head.classes:  # "the books and pens but one book"
            head = next((one for one in event.objects if mention.best in one.classes), head)
        if head is not None:
            head.excluded.append(mention)
            if mention.known and not is_place(mention.classes) and self.spared_place is None:
                self.spared_thing = mention, head, head.classes
            least = 0.5 * max(mention.classes.values(), default=0.0)  # a statue is hardly ever called a vase
            others = {n: w for n, w in head.classes.items() if mention.classes.get(n, 0.0) < least or not least}
            if mention.known and others and not mention.adjectives:  # "any fruit but the apple"
                head.classes = others

    def _is_any_place(self, event: Event, last: Mention | None) -> bool:
        """Tell whether what was named last is any place of a kind, to which something goes."""
        attached = any(mention is last for _, mention in event.attached)
        return last is not None and attached and not last.definite and is_place(last.classes)

    def _with(self, event: Event, mention: Mention) -> None:
        places = [m for prep, m in event.attached if prep is not Prep.WITH]
        holder = places[-1] if places else event.objects[-1] if event.objects else None
        if holder is not None and mention.known:
            event.contents.append((holder, mention))
            if is_place(holder.classes):  # "the table with the lamp on it"
                holder.relations.append(("with", [mention]))
        event.attached.append((Prep.WITH, mention))


def _names_holder(event: Event) -> bool:
    """Tell whether a pronoun means the holder again: "a plate with a fork on it"."""
    return bool(event.attached) and event.attached[-1][0] is Prep.WITH


def is_place(classes: Weights) -> bool:
    """Tell whether words name a receptacle that is not carried about."""
    return bool(classes) and all(
        object_types()[name].can("receptacle") and not object_types()[name].can("pickupable")
        for name in classes
    )
