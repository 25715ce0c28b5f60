"""What a person said, told so that everything after it reads one way of speaking: the first step of all reading."""

from __future__ import annotations

from functools import lru_cache

from pred_core.domain_file import Domain
from pred_core.vocabulary import domain
from pred_language.discourse import (
    afterthoughts,
    asked_for,
    asking_number,
    asking_turned,
    asking_where,
    bare_clauses,
    by_contrast,
    clause_pairs,
    cleaned_in_place,
    complaints,
    contrasts,
    desired,
    done_yet,
    elliptic,
    end_states,
    for_what,
    headings,
    hinting,
    homely,
    idle_words,
    instead_of,
    introducing,
    left_so,
    likewise,
    moved_about,
    named_ahead,
    offhand,
    one_after_other,
    one_but_not,
    particles,
    passives,
    picked_out,
    picking,
    pointed_back,
    reasons_first,
    refrained,
    reproaches,
    second_thoughts,
    set_aside,
    set_so,
    so_then,
    sparing,
    staying,
    stiffly,
    stories,
    subjects,
    taken_back,
    that_or_other,
    told_of,
    turns_of_speech,
    ways,
    which_of_all,
    wishing,
)
from pred_language.discourse.asking import as_plain_question
from pred_language.discourse.asking_about import with_what_it_is_about
from pred_language.discourse.excluding import without_spared
from pred_language.discourse.framing import framed
from pred_language.discourse.fronted import with_fronted
from pred_language.discourse.independent import independent
from pred_language.discourse.politeness import without_courtesy
from pred_language.discourse.purposes import without_purpose
from pred_language.discourse.remarking import without_remarks
from pred_language.discourse.rewriting import retold
from pred_language.discourse.run_on import with_signs
from pred_language.discourse.said_instead import as_meant
from pred_language.discourse.series import with_orders
from pred_language.discourse.small_talk import without_small_talk
from pred_language.discourse.timing import in_time
from pred_language.discourse.typed import as_typed
from pred_language.discourse.uses import named_by_kind
from pred_language.discourse.wrapping import unwrapped

KEPT = 64
"""Texts whose telling is kept: each is asked for some times while one sentence is read."""


def as_asked(text: str) -> str:
    """Return a text without slips of the hand and wrappers, in the order of time, and in the words of the grammar."""
    return _told(text, domain())


@lru_cache(KEPT)
def _told(text: str, _: Domain) -> str:
    """Return the same; the words of the grammar are those of a domain."""
    told = with_orders(without_courtesy(without_small_talk(as_typed(with_what_it_is_about(text)))))
    told = retold(told, idle_words.RULES, set_aside.RULES, stiffly.RULES, told_of.RULES, so_then.RULES)
    told = retold(told, done_yet.RULES, for_what.RULES, complaints.RULES, homely.RULES)
    told = retold(told, stories.RULES, instead_of.RULES)
    told = retold(told, headings.RULES, staying.RULES, passives.RULES)
    told = retold(told, reproaches.RULES, picked_out.RULES)
    told = retold(as_meant(told), cleaned_in_place.RULES)
    if bare_clauses.is_telegraphic(told):
        told = bare_clauses.with_articles(told)
    told = retold(told, taken_back.RULES, introducing.RULES, one_after_other.RULES)
    told = retold(told, likewise.RULES, left_so.RULES, by_contrast.RULES, moved_about.RULES)
    told = retold(without_remarks(with_signs(told)), refrained.RULES, second_thoughts.RULES, particles.RULES)
    return " ".join(map(_in_words_of_the_grammar, independent(told)))


def _in_words_of_the_grammar(told: str) -> str:
    """Return one order, or several that belong together, in the words of the grammar."""
    told = retold(told, reasons_first.RULES, asking_turned.RULES, asking_where.RULES, asking_number.RULES)
    told = retold(told, desired.RULES, asked_for.RULES, set_so.RULES)
    told = retold(told, that_or_other.RULES, subjects.RULES, one_but_not.RULES, end_states.RULES, pointed_back.RULES)
    told = retold(told, which_of_all.RULES, afterthoughts.RULES)
    told = retold(told, contrasts.RULES, named_ahead.RULES)
    told = retold(told, offhand.RULES, wishing.HOPES)
    told = with_fronted(without_spared(without_purpose(told)))
    told = retold(told, elliptic.RULES, hinting.RULES, clause_pairs.RULES, turns_of_speech.RULES)
    told = named_by_kind(as_plain_question(retold(told, picking.RULES)))
    told = retold(framed(told), ways.SHORT)
    if bare_clauses.is_telegraphic(told):
        told = bare_clauses.with_articles(told)
    told = unwrapped(told)
    return retold(in_time(told), wishing.RULES, ways.RULES, sparing.RULES, bare_clauses.RULES)
