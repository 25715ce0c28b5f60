"""The noun phrases that are known, and which object types each may mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from pred_core.vocabulary import kinds, object_types, part_of, per_domain, spoken, whole_of
from pred_language.lexicon import exceptions

Weights = Mapping[str, float]
"""How likely each class is meant."""


AS_WHOLE = 0.003
"""Weight of furniture where words mean the part of it that things are put in."""


@cache
def _lexicon() -> Mapping[str, Weights]:
    text = resources.files("pred_language").joinpath("data/nouns.json").read_text("utf-8")
    phrases: dict[str, dict[str, float]] = json.loads(text)
    return phrases


@per_domain
def nouns() -> Mapping[str, Weights]:
    """Return the object types, weighed, that each known noun phrase may mean: the domain's own words, then the lexicon.

    Of the lexicon those phrases count whose best meaning the domain has.
    """
    types = object_types()
    phrases: dict[str, dict[str, float]] = {
        phrase: {name: weight for name, weight in classes.items() if name in types}
        for phrase, classes in _lexicon().items()
        if max(classes, key=classes.__getitem__) in types
    }
    for weights in phrases.values():  # who says the left sink means the basin, and the sink that it is part of
        wholes = {part_of()[name] for name in weights if name in part_of()}
        weights |= {name: AS_WHOLE for name in wholes - weights.keys() if name in types}
    named = {name for classes in phrases.values() for name in classes}
    own: dict[str, dict[str, float]] = {
        word: dict.fromkeys(members, 1.0) for word, members in kinds().items()
    }
    for name, kind in types.items():
        plain = {} if name in named or whole_of(name) else {spoken(name): 1.0}
        for word, weight in {**plain, **kind.words}.items():
            own.setdefault(word, {})[name] = weight
    carried = {name: 1.0 for name, kind in types.items() if kind.can("pickupable") and not whole_of(name)}
    own |= dict.fromkeys(exceptions.ANYTHING, carried)
    unknown: dict[str, dict[str, float]] = {name: {} for name in exceptions.NOT_HERE - own.keys()}
    return {**phrases, **unknown, **own}
