"""From tokens to events: who is to be acted on, how, and which places are attached to it."""

from __future__ import annotations

from dataclasses import replace

from pred_language.discourse.event_builder import EventBuilder
from pred_language.discourse.lookahead import (
    in_list,
    is_for_me,
    is_label,
    is_next_label,
    lists_objects,
    repeats_verb,
    token_after,
)
from pred_language.discourse.noun_phrases import BACK, NounPhrases
from pred_language.lexicon.patterns import KEPT_STATES
from pred_language.lexicon.phrases import LABEL, Event, Modifiers
from pred_language.lexicon.qualities import own_verbs
from pred_language.lexicon.tagger import Tag, Token
from pred_language.lexicon.words import CLAUSE_CONJUNCTIONS, RANKS, Prep, Verb


class _Parser:
    """Walks over the tokens once."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.built = EventBuilder()
        self.phrases = NounPhrases(self.built)

    def run(self) -> list[Event]:
        for index, token in enumerate(self.tokens):
            self._take(token, index)
        self.phrases.close()
        return [e for e in self.built.events if e.verb or e.objects or e.attached]

    def _take(self, token: Token, index: int) -> None:
        match token.tag:
            case Tag.VERB:
                self._verb(token, index)
            case Tag.PREP:
                self._preposition(Prep(str(token.value)), index)
                self.built.relation = token.relation
            case Tag.NOUN:
                self.phrases.end_with_noun(token)
            case Tag.PRONOUN:
                self.phrases.end_with_pronoun(token)
            case Tag.STOP | Tag.CONJ:
                self._separator(token, index)
            case Tag.NUMBER:
                self._number(token, index)
            case _:
                self.phrases.modify(token)
        self.phrases.adjacent = token.tag is Tag.NOUN

    def _verb(self, token: Token, index: int) -> None:
        if index and self.tokens[index - 1].text in RANKS:  # "but first wash it" is no first thing
            self.phrases.modifiers.adjectives.pop()
        self.phrases.close()
        made = own_verbs().get(token.text, "")
        kept = token.text in KEPT_STATES
        self.built.begin(Event(Verb(str(token.value)), makes=made, back=token.text in BACK, kept=kept))

    def _number(self, token: Token, index: int) -> None:
        """Take in a number: the name of what was said before it ("burner 4"), or how many follow."""
        last = self.built.last
        if last is not None and self.phrases.adjacent and is_label(self.tokens, index):
            last.adjectives.append(f"{LABEL}{token.value}")
            last.plural = False
        elif last is not None and is_next_label(self.tokens, index, last):
            others = [word for word in last.adjectives if not word.startswith(LABEL)]
            self.phrases.modifiers = Modifiers()
            self.built.add(replace(last, adjectives=[*others, f"{LABEL}{token.value}"]))
        else:
            self.phrases.modify(token)

    def _separator(self, token: Token, index: int) -> None:
        """End a phrase at "and" or a comma, unless more adjectives follow: "a small, black table"."""
        following = token_after(self.tokens, index)
        if self._goes_on_with_adjectives(token, following):
            return
        self.phrases.close()
        before = self.built.current
        if before is None:
            return
        if repeats_verb(self.tokens, index, before):
            goes_on = is_for_me(self.tokens, index, before)
            self.built.begin(Event(before.verb, makes=before.makes, to_me=before.to_me, goes_on=goes_on))
            return
        goes_on = token.text == "," and following is not None and following.tag is Tag.CONJ
        if goes_on and lists_objects(before):
            return
        clause_ends = token.tag is Tag.STOP or (
            token.text in CLAUSE_CONJUNCTIONS and following is not None and following.tag is Tag.PRONOUN
        )
        if clause_ends and before.objects and not in_list(self.tokens, index, before):
            self.built.begin(Event(None))

    def _goes_on_with_adjectives(self, token: Token, following: Token | None) -> bool:
        """Tell whether the noun of a phrase is still to come after "and" or a comma."""
        modifiers = self.phrases.modifiers
        if following is None:
            return False
        listed = bool(modifiers.states) and token.text == ","  # "a chilled, washed tomato"
        if listed and following.tag in (Tag.STATE, Tag.NOUN, Tag.UNIT):
            event = self.built.current
            if modifiers.determined or (event is not None and not event.objects):
                return True
        pending = bool(modifiers.adjectives) and modifiers.determined
        if not pending or following.tag not in (Tag.FILLER, Tag.NOUN, Tag.DET, Tag.STATE):
            return False
        if following.tag is Tag.DET:  # "a red and a blue mug"
            modifiers.number = 2
        return True

    def _preposition(self, prep: Prep, index: int) -> None:
        if prep is Prep.OF:
            self.phrases.begin_part()
            return
        self.phrases.close()
        if prep in (Prep.ME, Prep.FOR_ME):
            self.built.note_recipient(prep)
            return
        following = token_after(self.tokens, index)
        if prep is Prep.TO and following is not None and following.tag is Tag.VERB:
            return
        self.built.expect(prep, self.tokens[index].relation)


def parse(tokens: list[Token]) -> list[Event]:
    """Return the events of a tagged text, in order."""
    return _Parser(tokens).run()
