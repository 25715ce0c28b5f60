"""Words of a question that its reading has no place for: "is the knife on the counter sharp?" asks for no place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pred_core.referring.description import Description, TestKind
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import singular

_SAYS_NO_MORE = closed(
    "the a an my our your his her their its this that these those any some both all every each no one ones thing "
    "things "
    "of and or in on at under inside outside into onto near by beside behind above below between over to from with "
    "next close front top bottom left right side is are was were be been has have had that's which who there here "
    "still already currently now just really also else other others another same lying standing sitting hanging "
    "placed put kept stored located left over anywhere around somewhere it them me us i we you exactly actually "
    "very really quite rather completely totally do does did own door doors lid about up only even ever yet so "
    "far not item items object objects stuff we've i've you've kind kinds sort type room"
)
"""Words of a noun phrase or a place that say nothing but which thing or place it is."""


def unheard(text: str, described: Description) -> bool:
    """Tell whether the words of a thing and its place say more of it than a description tests.

    :param text: the words for the thing and for where it is, in lower case
    """
    told = {singular(word) for phrase in _phrases(described) for word in re.findall(r"[a-z']+", phrase)}
    said = re.findall(r"[a-z']+", text)
    return any(
        word not in _SAYS_NO_MORE and word not in words.NUMBERS and not {word, singular(word)} & told for word in said
    )


def unseen(described: Description) -> bool:
    """Tell whether a description has a word for what nothing here can see: a ripe apple."""
    return any(test.kind is TestKind.UNSEEN for test in described.tests)


def _phrases(described: Description) -> Iterator[str]:
    yield described.words.lower()
    for test in described.tests:
        if test.kind is not TestKind.UNSEEN:
            yield test.words.lower()
        for landmark in test.landmarks:
            yield from _phrases(landmark)
