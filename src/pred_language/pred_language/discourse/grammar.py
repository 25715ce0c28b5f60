"""From tokens to events: who is to be acted on, how, and which places are attached to it."""

from __future__ import annotations

from dataclasses import replace

from pred_core.vocabulary import group, object_types
from pred_language.lexicon import exceptions
from pred_language.lexicon.patterns import KEPT_STATES
from pred_language.lexicon.phrases import LABEL, Event, Mention, Modifiers
from pred_language.lexicon.qualities import TREATING, own_verbs
from pred_language.lexicon.tagger import Tag, Token, Weights, first_noun, with_adjective
from pred_language.lexicon.words import CLAUSE_CONJUNCTIONS, RANKS, TURNING, Prep, Verb

_HOW_MANY = frozenset({"another", "both", "couple", "pair", "single"})
_BACK = frozenset({"back", "away", "store", "return", "replace", "hang"})


class _Parser:
    """Walks over the tokens once; ``slot`` says what the next noun is to the current event."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.events: list[Event] = []
        self.slot: Prep | None = None
        self.modifiers = Modifiers()
        self.last: Mention | None = None
        self.head: Mention | None = None
        self.relation = ""
        self.adjacent = False
        self.part_of = False

    def run(self) -> list[Event]:
        for index, token in enumerate(self.tokens):
            self._take(token, index)
        self._close_phrase()
        return [e for e in self.events if e.verb or e.objects or e.attached]

    def _take(self, token: Token, index: int) -> None:
        match token.tag:
            case Tag.VERB:
                if index and self.tokens[index - 1].text in RANKS:  # "but first wash it" is no first thing
                    self.modifiers.adjectives.pop()
                self._close_phrase()
                made = own_verbs().get(token.text, "")
                kept = token.text in KEPT_STATES
                self.events.append(
                    Event(Verb(str(token.value)), makes=made, back=token.text in _BACK, kept=kept)
                )
                self.slot = self.head = None
            case Tag.PREP:
                self._preposition(Prep(str(token.value)), index)
                self.relation = token.relation
            case Tag.NOUN:
                self._noun(token)
            case Tag.PRONOUN:
                adjectives = self.modifiers.adjectives
                self._close_phrase(keep=True)
                self._add(
                    Mention(
                        token.text,
                        {},
                        pronoun=True,
                        plural=token.plural,
                        states=self.modifiers.states,
                        adjectives=adjectives,
                    )
                )
                self.modifiers = Modifiers()
            case Tag.STOP | Tag.CONJ:
                self._separator(token, index)
            case Tag.NUMBER if self._is_label(token, index) and self.last is not None:
                self.last.adjectives.append(f"{LABEL}{token.value}")
                self.last.plural = False
            case Tag.NUMBER if self._is_next_label(token, index) and self.last is not None:
                others = [word for word in self.last.adjectives if not word.startswith(LABEL)]
                again = replace(self.last, adjectives=[*others, f"{LABEL}{token.value}"])
                self.modifiers = Modifiers()
                self._add(again)
            case _:
                self._modify(token)
        self.adjacent = token.tag is Tag.NOUN

    def _is_label(self, token: Token, index: int) -> bool:
        """Tell whether a number says which one it is, of "burner 4", rather than how many follow."""
        after = next((t for t in self.tokens[index + 1 :] if t.tag not in (Tag.STATE, Tag.FILLER)), None)
        counts = after is not None and after.tag in (Tag.NOUN, Tag.UNKNOWN, Tag.UNIT)
        return self.adjacent and not counts and token.text not in (*_HOW_MANY, "one")

    def _is_next_label(self, token: Token, index: int) -> bool:
        """Tell whether a number goes on with those of "burners 1 and 3"."""
        joint = index > 0 and (self.tokens[index - 1].tag is Tag.CONJ or self.tokens[index - 1].text == ",")
        after = next(iter(self.tokens[index + 1 :]), None)
        ends = after is None or after.tag in (Tag.STOP, Tag.CONJ, Tag.PREP, Tag.VERB)
        labelled = self.last is not None and any(word.startswith(LABEL) for word in self.last.adjectives)
        return joint and ends and labelled and token.text not in (*_HOW_MANY, "one")

    def _separator(self, token: Token, index: int) -> None:
        """End a phrase at "and" or a comma, unless more adjectives follow: "a small, black table"."""
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        states = bool(self.modifiers.states) and token.text == ","  # "a chilled, washed tomato"
        states = states and following is not None and following.tag in (Tag.STATE, Tag.NOUN, Tag.UNIT)
        if states and (self.modifiers.determined or (self.events and not self.events[-1].objects)):
            return
        pending = bool(self.modifiers.adjectives) and self.modifiers.determined and following is not None
        if pending and following is not None and following.tag in (Tag.FILLER, Tag.NOUN, Tag.DET, Tag.STATE):
            if following.tag is Tag.DET:
                self.modifiers.number = 2
            return
        self._close_phrase()
        if self._repeats_verb(index):
            before = self.events[-1]
            goes_on = self._is_for_me(index)
            self.events.append(Event(before.verb, makes=before.makes, to_me=before.to_me, goes_on=goes_on))
            self.slot = self.head = None
            return
        goes_on = token.text == "," and following is not None and following.tag is Tag.CONJ
        if goes_on and self.events and self._lists_what_is_done_to(self.events[-1]):
            return
        clause_ends = token.tag is Tag.STOP or (
            token.text in CLAUSE_CONJUNCTIONS and following is not None and following.tag is Tag.PRONOUN
        )
        if (
            clause_ends
            and self.events
            and self.events[-1].objects
            and not self._in_list(token, following, index)
        ):
            self.events.append(Event(None))
            self.slot = self.head = None

    def _repeats_verb(self, index: int) -> bool:
        """Tell whether a verb is left out: "put the apple in the fridge and the mug in the sink"."""
        if not self.events or self.events[-1].verb is None:
            return False
        if all(prep is Prep.WITH for prep, _ in self.events[-1].attached):  # "a pan with an egg and a fork in the sink"
            return False
        rest = self.tokens[index + 1 :]
        noun = first_noun(rest)
        to_me = self._is_for_me(index)
        after = rest[noun + 1] if noun + 1 < len(rest) else None
        last = to_me and bool(self.events[-1].attached) and (after is None or after.tag in (Tag.STOP, Tag.CONJ))
        if noun >= len(rest) or rest[noun].tag is not Tag.NOUN or not (last or (after and after.tag is Tag.PREP)):
            return False
        carried = any(object_types()[name].can("pickupable") for name in rest[noun].classes)
        from_there = (Prep.FROM, Prep.AT, Prep.ME) if to_me else ()
        return carried and (last or (after is not None and after.value in (Prep.IN, Prep.ON, Prep.TO, *from_there)))

    def _is_for_me(self, index: int) -> bool:
        """Tell whether what is read goes to the one who speaks, now or in the end."""
        return self.events[-1].to_me or any(token.value == Prep.ME for token in self.tokens[index + 1 :])

    def _in_list(self, token: Token, following: Token | None, index: int) -> bool:
        """Tell whether a comma stands between the objects of one verb: "put the knife, glass in the sink"."""
        event = self.events[-1]
        if token.text != "," or following is None or event.verb is None or event.attached:
            return False
        if following.tag is Tag.NUMBER:  # "turn on burners 1, 2 and 4"
            return any(
                word.startswith(LABEL) for mention in event.objects[-1:] for word in mention.adjectives
            )
        if following.tag not in (Tag.NOUN, Tag.DET):
            return False
        rest = self.tokens[index + 1 :]
        if any(t.tag is Tag.PREP for t in rest):
            return True
        noun = next((i for i, t in enumerate(rest) if t.tag is Tag.NOUN), len(rest))
        ends = noun + 1 == len(rest) or (noun + 1 < len(rest) and rest[noun + 1].tag in (Tag.STOP, Tag.CONJ))
        return self._lists_what_is_done_to(event) and ends

    @staticmethod
    def _lists_what_is_done_to(event: Event) -> bool:
        """Tell whether a comma may stand between things without a place: "open the fridge, the drawer and the safe"."""
        return event.verb in TURNING | TREATING and not event.attached

    def _modify(self, token: Token) -> None:
        modifiers = self.modifiers
        match token.tag:
            case Tag.STATE:
                modifiers.states.add(str(token.value))
            case Tag.NUMBER:
                modifiers.number = int(token.value)
                modifiers.another = token.text == "another"
            case Tag.EVERY:
                modifiers.every = True
                modifiers.spared = int(token.text == exceptions.ALL_BUT_ONE)
            case Tag.DET:
                modifiers.determined = True
                modifiers.definite |= token.text in ("the", "my", "your", "its")
            case Tag.UNIT:
                self._unit(token)
            case Tag.UNKNOWN if not self.adjacent:
                modifiers.unknown.append(token.text)
            case _:
                modifiers.adjectives.append(token.text)
                modifiers.another |= token.text == "second"
                if token.text in _BACK and self.events:
                    self.events[-1].back = True
                if token.text == "there" and self.events and self.slot is None:
                    self.events[-1].there = True

    def _unit(self, token: Token) -> None:
        self.modifiers.plural |= token.plural
        if token.value != "slice":
            self.modifiers.whole_unit = True
            return
        if self.adjacent and self.last is not None:  # "an apple slice"
            self.last.states.add("sliced")
            self.last.plural |= token.plural
        else:
            self.modifiers.slice_unit = True

    def _preposition(self, prep: Prep, index: int) -> None:
        if prep is Prep.OF:
            self.part_of = not self._pending_phrase() and self.adjacent
            return
        self._close_phrase()
        if prep in (Prep.ME, Prep.FOR_ME):
            self._recipient(prep)
            return
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        if prep is Prep.TO and following is not None and following.tag is Tag.VERB:
            return
        if prep is Prep.NOT and (self.head is None or self.tokens[index].relation):
            self.head = self.last
        elif prep is not Prep.NOT:
            self.head = self.last if self.last is not None and self._in_event(self.last) else None
        self.slot = prep

    def _recipient(self, prep: Prep) -> None:
        """Note that what is read goes to the one who speaks, or is for them."""
        if self.events:
            self.events[-1].to_me |= prep is Prep.ME
            self.events[-1].for_me |= prep is Prep.FOR_ME
            self.slot = None

    def _in_event(self, mention: Mention) -> bool:
        """Tell whether a mention belongs to the event that is being read."""
        event = self.events[-1] if self.events else Event(None)
        return any(mention is one for one in (*event.objects, *(m for _, m in event.attached)))

    def _pending_phrase(self) -> bool:
        modifiers = self.modifiers
        return (
            modifiers.slice_unit
            or modifiers.whole_unit
            or bool(modifiers.unknown)
            or modifiers.number is not None
        )

    def _noun(self, token: Token) -> None:
        if self.part_of:  # "the drawer of the desk": the first noun stays
            self.part_of = False
            self.modifiers = Modifiers()
            self._whole(token)
            return
        if self.adjacent and self.last is not None:  # "the sink counter": the last noun is the thing
            self.last.text = f"{self.last.text} {token.text}"
            self.last.classes = token.classes
            self.last.plural = token.plural
            return
        modifiers, self.modifiers = self.modifiers, Modifiers()
        token = with_adjective(token, modifiers.adjectives)
        states = set(modifiers.states)
        if modifiers.slice_unit:
            states.add("sliced")
        self._add(
            Mention(
                token.text,
                token.classes,
                states=states,
                number=modifiers.number,
                plural=token.plural or modifiers.plural,
                every=modifiers.every or token.text == exceptions.EVERYTHING,
                spared=modifiers.spared,
                another=modifiers.another,
                adjectives=modifiers.adjectives,
                unknown=modifiers.unknown,
                definite=modifiers.definite,
            )
        )

    def _whole(self, token: Token) -> None:
        """Take "the top shelf of the fridge" as the fridge, and "the knife of the table" as one for "on"."""
        if self.last is None:
            return
        if not group("shelved").isdisjoint(token.classes):
            self.last.text, self.last.classes = token.text, token.classes
        elif (
            self.slot is None
            and self.events[-1].verb is Verb.PUT
            and _is_place(token.classes)
            and not _is_place(self.last.classes)
        ):
            self.events[-1].attached.append((Prep.ON, Mention(token.text, token.classes)))

    def _close_phrase(self, *, keep: bool = False) -> None:
        """End a noun phrase: one without a known noun is a slice of something said before, or unknown words.

        :param keep: whether its adjectives belong to what follows
        """
        modifiers, self.modifiers = self.modifiers, Modifiers()
        self.part_of = False
        if self.last is not None and modifiers.adjectives and not keep and not modifiers.unknown:
            # "the mug that is green", "the one on the far right"; but "... and back on the table" says no place
            back = set() if modifiers.determined else _BACK
            self.last.adjectives += [word for word in modifiers.adjectives if word not in back]
        if modifiers.slice_unit and not modifiers.unknown:
            self._add(
                Mention(
                    "slice",
                    {},
                    states=modifiers.states | {"sliced"},
                    number=modifiers.number,
                    plural=modifiers.plural,
                    pronoun=True,
                    slice_only=True,
                )
            )
        elif modifiers.unknown:
            text = " ".join(modifiers.unknown)
            self._add(
                Mention(text, {}, states=modifiers.states, number=modifiers.number, every=modifiers.every)
            )
        elif modifiers.states and self.last is not None:  # "after it is cut and washed"
            self.last.states |= modifiers.states
        elif modifiers.number is not None and modifiers.number > 1:
            self._add(Mention("them", {}, number=modifiers.number, plural=True, pronoun=True))

    def _add(self, mention: Mention) -> None:
        if not self.events:
            self.events.append(Event(None))
        event = self.events[-1]
        if self.slot is Prep.NOT:
            self._except(event, mention)
            return
        if self.slot in (Prep.NEAR, Prep.UNDER) or (self.slot is Prep.ON and self.relation):
            self._relate(mention)
        if self.slot is None:
            event.objects.append(mention)
        elif self.slot is Prep.WITH:
            self._with(event, mention)
        elif mention.pronoun and self._names_holder(event):
            pass  # "with a fork on it": the pronoun is the holder again
        else:
            event.attached.append((self.slot, mention))
        self.last = mention

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
        if head is None or (thing is not None and head is not thing and head.definite):
            head = thing
        if head is not None:
            head.excluded.append(mention)
            others = {name: weight for name, weight in head.classes.items() if name not in mention.classes}
            if mention.known and others and not mention.adjectives:  # "any fruit but the apple"
                head.classes = others

    def _with(self, event: Event, mention: Mention) -> None:
        places = [m for prep, m in event.attached if prep is not Prep.WITH]
        holder = places[-1] if places else event.objects[-1] if event.objects else None
        if holder is not None and mention.known:
            event.contents.append((holder, mention))
            if _is_place(holder.classes):  # "the table with the lamp on it"
                holder.relations.append(("with", [mention]))
        event.attached.append((Prep.WITH, mention))

    def _names_holder(self, event: Event) -> bool:
        return bool(event.attached) and event.attached[-1][0] is Prep.WITH


def _is_place(classes: Weights) -> bool:
    """Tell whether words name a receptacle that is not carried about."""
    return bool(classes) and all(
        object_types()[name].can("receptacle") and not object_types()[name].can("pickupable")
        for name in classes
    )


def parse(tokens: list[Token]) -> list[Event]:
    """Return the events of a tagged text, in order."""
    return _Parser(tokens).run()
