"""Noun phrases: what modifiers, units and nouns that follow each other name together."""

from __future__ import annotations

from pred_core.vocabulary import group
from pred_language.discourse.event_builder import EventBuilder, is_place
from pred_language.lexicon import exceptions
from pred_language.lexicon.phrases import Mention, Modifiers
from pred_language.lexicon.tagger import Tag, Token, with_adjective
from pred_language.lexicon.words import Prep, Verb
from pred_language.meaning.places import outlets

BACK = frozenset({"back", "away", "store", "return", "replace", "hang"})


class NounPhrases:
    """Gathers modifiers until their noun comes, and hands each phrase that ends to the events.

    ``adjacent``: the token before was a noun; ``part_of``: "of" was, as in "the drawer of the desk".
    """

    def __init__(self, events: EventBuilder) -> None:
        self.built = events
        self.modifiers = Modifiers()
        self.adjacent = False
        self.part_of = False

    def modify(self, token: Token) -> None:
        """Take in a token before a noun."""
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
                modifiers.apart = len(modifiers.unknown)
                modifiers.determined = True
                modifiers.definite |= token.text in ("the", "my", "your", "its", "that")
            case Tag.UNIT:
                self._unit(token)
            case Tag.UNKNOWN if not self.adjacent:
                modifiers.unknown.append(token.text)
            case _:
                modifiers.adjectives.append(token.text)
                modifiers.another |= token.text == "second"
                if token.text in BACK and self.built.events:
                    self.built.events[-1].back = True
                    self.built.events[-1].away |= token.text == "away"
                if token.text == "there" and self.built.events and self.built.slot is None:
                    self.built.events[-1].there = True

    def _unit(self, token: Token) -> None:
        self.modifiers.plural |= token.plural
        if token.value != "slice":
            self.modifiers.whole_unit = True
            return
        if self.adjacent and self.built.last is not None:  # "an apple slice"
            self.built.last.states.add("sliced")
            self.built.last.plural |= token.plural
        else:
            self.modifiers.slice_unit = True

    def begin_part(self) -> None:
        """Take in "of": of "the drawer of the desk" the noun before it stays, of "two of the cups" that after it."""
        self.part_of = not self.modifiers.stand_for_noun and self.adjacent

    def end_with_noun(self, token: Token) -> None:
        """Take in a noun: it ends a phrase, or goes on with the noun before it."""
        if self.part_of:  # "the drawer of the desk": the first noun stays
            self.part_of = False
            self.modifiers = Modifiers()
            self._whole(token)
            return
        if self.adjacent and self.built.last is not None:  # "the sink counter": the last noun is the thing
            self.built.last.text = f"{self.built.last.text} {token.text}"
            self.built.last.classes = token.classes
            self.built.last.plural = token.plural
            return
        modifiers, self.modifiers = self.modifiers, Modifiers()
        token = with_adjective(token, modifiers.adjectives)
        states = set(modifiers.states)
        if modifiers.slice_unit:
            states.add("sliced")
        self.built.add(
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
                apart=modifiers.apart,
                definite=modifiers.definite,
                indefinite=modifiers.determined and not modifiers.definite and modifiers.number is None,
            )
        )

    def end_with_pronoun(self, token: Token) -> None:
        """Take in a pronoun: it ends a phrase, and what stands before it is its own: "the clean one"."""
        adjectives, states = self.modifiers.adjectives, set(self.modifiers.states)
        self.close(keep=True)
        self.built.add(
            Mention(
                token.text,
                {},
                pronoun=True,
                plural=token.plural,
                states=states,
                adjectives=adjectives,
            )
        )
        self.modifiers = Modifiers()

    def close(self, *, keep: bool = False) -> None:
        """End a noun phrase: one without a known noun is a slice of something said before, or unknown words.

        :param keep: whether its adjectives belong to what follows
        """
        modifiers, self.modifiers = self.modifiers, Modifiers()
        self.part_of = False
        if self.built.last is not None and modifiers.adjectives and not keep and not modifiers.unknown:
            # "the mug that is green", "the one on the far right"; but "... and back on the table" says no place
            back = set() if modifiers.determined else BACK
            self.built.last.adjectives += [word for word in modifiers.adjectives if word not in back]
        if modifiers.slice_unit and not modifiers.unknown:
            self.built.add(
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
            self.built.add(
                Mention(text, {}, states=modifiers.states, number=modifiers.number, every=modifiers.every)
            )
        elif modifiers.states and self.built.last is not None:  # "after it is cut and washed"
            self.built.last.states |= modifiers.states
        elif modifiers.number is not None and modifiers.number > 1:
            self.built.add(Mention("them", {}, number=modifiers.number, plural=True, pronoun=True))

    def _whole(self, token: Token) -> None:
        """Take "the top shelf of the fridge" as the fridge, and "the knife of the table" as one for "on"."""
        if self.built.last is None:
            return
        if self.built.last.best in outlets():  # "the tap of the bathtub" is that by it
            self.built.last.relations.append(("near", [Mention(token.text, token.classes)]))
        elif not group("shelved").isdisjoint(token.classes):
            self.built.last.text, self.built.last.classes = token.text, token.classes
        elif (
            self.built.slot is None
            and self.built.events[-1].verb is Verb.PUT
            and is_place(token.classes)
            and not is_place(self.built.last.classes)
        ):
            self.built.events[-1].attached.append((Prep.ON, Mention(token.text, token.classes)))
