"""What a person said, in plain orders: the second try where the grammar has no full meaning of it."""

from __future__ import annotations

from collections.abc import Iterator

from pred_language.discourse.hinting import as_undone
from pred_language.discourse.plainly import as_asked
from pred_language.discourse.taken_back import unheeded
from pred_language.discourse.utterances import UtteranceKind, heard
from pred_language.retelling.leaner import leaner
from pred_language.retelling.objections import TURNS, objections, verb_form
from pred_language.retelling.search import certainty, tellings
from pred_language.retelling.weighing import ActWeights, learned

SURE = 0.4
"""How likely a telling is at least that is taken."""
SURE_OF_TURNING = 0.6
"""The same where something is switched, opened or closed: the words for the opposite are much alike."""
OFFERED_FROM = 0.3
"""How likely a telling is at least that a person is asked about."""


def told_again(text: str) -> Iterator[tuple[str, str]]:
    """Yield other ways to tell a text, with the words of which each has to serve all; only one is to be taken."""
    yield from ((told, told) for told in leaner(text))
    plainly = retell(text)
    if plainly:
        yield plainly, text


def retell(text: str, weights: ActWeights | None = None) -> str:
    """Return a text in plain orders, '' where none is likely enough or a word speaks against it.

    It is tried as it was said, then without what wraps it.

    :param weights: instead of the learned ones
    """
    if unheeded(text, heard(text).orders):  # what is taken back is no part of it
        return ""
    known = learned() if weights is None else weights
    tried = (_retold(told, known) for told in dict.fromkeys((text, as_asked(text))))
    return next((plainly for plainly in tried if plainly), "")


def likeliest(text: str, weights: ActWeights | None = None) -> str:
    """Return an order in the plain words that it is likeliest to mean, to be asked about; '' for none.

    Most of what speaks against it is not heeded, as nothing is done without a yes: only another action that is named.
    What is no order stays without, but for what was left on or open.

    :param weights: instead of the learned ones
    """
    left = as_undone(text)
    if left:
        return left
    told = heard(text)
    if told.refusal or told.first is not UtteranceKind.ORDER:
        return ""
    known = learned() if weights is None else weights
    found = certainty(tellings(text, known))
    if found is None or found[1] < OFFERED_FROM:
        return ""
    against = objections(text, found[0], known)
    unmeant = _is_of_no_kind(found[0].text) or any(verb_form(word) is not None for word in against)
    return "" if unmeant else found[0].text


def _retold(text: str, weights: ActWeights) -> str:
    found = certainty(tellings(text, weights))
    if found is None:
        return ""
    telling, sure = found
    needed = SURE_OF_TURNING if any(told.act in TURNS for told in telling.told) else SURE
    unmeant = not telling.text or _is_of_no_kind(telling.text)
    if sure < needed or unmeant or any(objections(text, telling, weights)):
        return ""
    return telling.text


def _is_of_no_kind(plainly: str) -> bool:
    """Tell whether plain orders are about "something": whatever it is to be is in the words that they lack."""
    return "something" in plainly.split()
