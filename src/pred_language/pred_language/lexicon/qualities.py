"""The states that people name, and the verbs that ask for them: English's own words, and those of the domain file.

A domain says for each quality what people call it (``words``) and what they say to get it (``verbs``). Its name is a
word, too, and the names of its treatments are verbs, unless English has the word already.
"""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.appliances import Quality
from pred_core.vocabulary import equipment, per_domain
from pred_language.lexicon.inflection import forms, participle
from pred_language.lexicon.words import STATES, VERB_FORMS, Verb

STATE_OF = {Verb.CLEAN: "clean", Verb.HEAT: "hot", Verb.COOL: "cold"}
"""What English's own verbs of treating make of a thing."""
TREATING = frozenset({*STATE_OF, Verb.SLICE, Verb.TREAT})


@per_domain
def own_verbs() -> Mapping[str, str]:
    """Return the state that each form of the domain's own verbs asks for."""
    return {
        form: quality.attribute
        for quality in equipment().qualities.values()
        for base in _verbs(quality)
        for form in forms(base)
    }


@per_domain
def verb_forms() -> Mapping[str, Verb]:
    """Return every form of every verb that asks for an action; of the domain's own ones TREAT."""
    return {**VERB_FORMS, **dict.fromkeys(own_verbs(), Verb.TREAT)}


@per_domain
def own_state_words() -> Mapping[str, str]:
    """Return the domain's own adjectives that ask for a state of a thing, each with its state."""
    own: dict[str, str] = {}
    for quality in equipment().qualities.values():
        plain = [quality.name.lower()] if not quality.liquid and quality.name.lower() not in STATES else []
        regular = [participle(base) for base in _verbs(quality)]
        own |= dict.fromkeys((*plain, *regular, *quality.words), quality.attribute)
    return own


@per_domain
def state_words() -> Mapping[str, str]:
    """Return all adjectives that ask for a state of a thing, each with its state."""
    return {**STATES, **own_state_words()}


def _verbs(quality: Quality) -> list[str]:
    named = [t.action.lower() for t in equipment().treatments.values() if t.quality == quality.name]
    return [*(name for name in named if name not in VERB_FORMS and name not in quality.verbs), *quality.verbs]


@per_domain
def made_states() -> frozenset[str]:
    """Return the states that words can ask for."""
    return frozenset(state_words().values())


@per_domain
def treated_states() -> frozenset[str]:
    """Return the states for whose sake a thing is brought to an appliance and on to its place."""
    return made_states() - {"sliced", "filled"}


def treating_place(state: str) -> str:
    """Return the appliance that is used to give a state, '' where nothing gives it."""
    return equipment().first_giving(state)


@per_domain
def given_in_passing() -> Mapping[str, str]:
    """Return what a thing becomes when it is put somewhere on the way to somewhere else: in the fridge, cold."""
    known = equipment()
    firsts = {t.place: known.appliances[t.place].all_given[0] for t in known.treatments.values()}
    states = {place: known.qualities[name].attribute for place, name in firsts.items()}
    return {place: state for place, state in states.items() if state in treated_states()}


@per_domain
def treating_appliances() -> frozenset[str]:
    """Return the appliances that treat what is put there, with the switches beside them."""
    known = equipment()
    vessels = {t.place for t in known.treatments.values() if t.vessel}
    places = set(given_in_passing()) - vessels
    return frozenset(places | {known.appliances[place].switch for place in places} - {""})
