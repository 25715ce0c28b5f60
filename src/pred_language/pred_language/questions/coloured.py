"""Answers about colours: which a thing has, and whether it has the one that is asked about."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.objects import ObjectState
from pred_core.referring.qualities import COLOUR
from pred_language.questions.asks import Ask
from pred_language.questions.wording import be, capital, colours, listed, number, subject_of

Told = tuple[bool | str | None, str, Sequence[ObjectState]]
"""The value of an answer, its sentence, and the things that it names."""


def which_colour(ask: Ask, found: Sequence[ObjectState]) -> Told:
    """Return what is known of the colours of things."""
    shown = list(dict.fromkeys(colour for o in found for colour in colours(o)))
    if not shown:
        seen = "I have not seen its colour well" if found else f"I have seen no {ask.of.words} so far"
        return None, f"I don't know: {seen}.", ()
    return listed(shown), f"{capital(subject_of(ask, found))} {listed(shown)}.", found


def has_colour(ask: Ask, found: Sequence[ObjectState]) -> Told:
    """Return whether things have the colour that is asked about, or which they have."""
    colour = ask.state.removeprefix(COLOUR)
    so = [o for o in found if colour in colours(o)]
    if not all(map(colours, found)):
        return None, f"I don't know: I have not seen the colour of the {ask.of.words} well.", ()
    if so and len(so) < len(found):
        return not ask.many, f"{number(len(so)).capitalize()} of {number(len(found))} {be(so)} {colour}.", so
    holds = bool(so) is ask.value
    seen = colour if so else listed(list(dict.fromkeys(one for o in found for one in colours(o))))
    return holds, f"{'Yes' if holds else 'No'}, {subject_of(ask, found)} {seen}.", so
