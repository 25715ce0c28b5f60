"""From class names to what a network is asked for, and back."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.vocabulary import object_types, within_domain
from pred_perception.detector import DetectorError
from pred_perception.learned.prompts import MOST_WORDS, read_prompts


def test_a_class_may_come_with_its_own_words():
    prompts = read_prompts(["FantaCan: orange soda can, Fanta", "PepsiCan: blue soda can"])
    assert prompts.texts == ("orange soda can", "Fanta", "blue soda can")
    assert prompts.types == ("FantaCan", "FantaCan", "PepsiCan")


def test_without_words_the_domains_are_taken():
    with within_domain("table"):
        prompts = read_prompts(["FantaCan"])
    assert 1 <= len(prompts.texts) <= MOST_WORDS
    assert set(prompts.types) == {"FantaCan"} and any("fanta" in t for t in prompts.texts)


@pytest.mark.parametrize("name", ["household", "table"])
def test_without_classes_the_whole_domain_is_looked_for(name):
    with within_domain(name):
        for classes in ([], [""]):
            prompts = read_prompts(classes)
            assert set(prompts.types) == set(object_types())
            assert len(set(prompts.texts)) == len(prompts.texts)


def test_a_class_the_domain_does_not_know_is_asked_for_by_its_name():
    assert read_prompts(["HolePunch"]).texts == ("hole punch",)
    assert read_prompts(["hole_punch"]).texts == ("hole punch",)


@pytest.mark.parametrize("entry", ["Fanta Can", "FantaCan:", "FantaCan: ,", ": fanta"])
def test_what_is_not_well_written_is_named(entry):
    with pytest.raises(DetectorError, match="is not written as"):
        read_prompts([entry])


def test_words_that_mean_two_classes_are_refused():
    with pytest.raises(DetectorError, match=r"'can'.*FantaCan and PepsiCan"):
        read_prompts(["FantaCan: can", "PepsiCan: can"])


@pytest.mark.parametrize("name", ["orange_soda_can", "Orange Soda Can", "FANTACAN", "fanta_can"])
def test_a_networks_spelling_is_understood(name):
    assert read_prompts(["FantaCan: orange soda can"]).type_of(name) == "FantaCan"
    assert read_prompts(["PepsiCan: pepsi"]).type_of(name) == ""


names = st.from_regex(r"[A-Z][a-z]{1,6}([A-Z][a-z]{1,6})?", fullmatch=True)
words = st.from_regex(r"[a-z]{1,8}( [a-z]{1,8})?", fullmatch=True)


@given(st.dictionaries(names, st.lists(words, min_size=1, max_size=3), min_size=1, max_size=4))
def test_every_word_means_its_class_unless_two_want_it(wanted):
    entries = [f"{name}: {', '.join(texts)}" for name, texts in wanted.items()]
    if sum(len(set(t)) for t in wanted.values()) != len({t for texts in wanted.values() for t in texts}):
        with pytest.raises(DetectorError, match="are to mean"):
            read_prompts(entries)
        return
    prompts = read_prompts(entries)
    pairs = set(zip(prompts.texts, prompts.types, strict=True))
    assert pairs == {(text, name) for name, texts in wanted.items() for text in texts}


@given(st.text(max_size=20))
def test_whatever_is_written_no_other_exception_comes(entry):
    with contextlib.suppress(DetectorError):
        assert read_prompts([entry]).texts
