"""The sentence of every kind of discrepancy: English, with each fact said once."""

from __future__ import annotations

import pytest

from pred_core.feedback import describe
from pred_core.plan_language import Discrepancy, Kind

SENTENCES = [
    (Kind.DTA, "Apple", "in Fridge", "on CounterTop",
     "The Apple is directly visible or known from the map: it is on the CounterTop, not in the Fridge."),
    (Kind.DTA, "Apple", "Fridge", "CounterTop",
     "The Apple is directly visible or known from the map: it is on the CounterTop, not in the Fridge."),
    (Kind.DTA, "Apple", "Fridge", "elsewhere",
     "The Apple is directly visible or known from the map, not in the Fridge where it was expected."),
    (Kind.DTA, "Target", "Recep", "directly visible",
     "The Target is directly visible or known from the map, not at the Recep where it was expected."),
    (Kind.DTA, "Target", "in Recep", "CounterTop",
     "The Target is directly visible or known from the map: it is on the CounterTop, not in the Recep."),
    (Kind.DTA, "Apple", "", "CounterTop",
     "The Apple is directly visible or known from the map: it is on the CounterTop."),
    (Kind.DTA, "", "", "", "The object is directly visible or known from the map."),
    (Kind.DTA, "Apple", "in Fridge", "Fridge", "The Apple is in the Fridge, as expected."),
    (Kind.OHV, "Mug", "Mug", "Cup",
     "Seen from another side, the picked up object is not the desired Mug: it looks like a Cup."),
    (Kind.OHV, "Mug", "Mug", "Apple",
     "Seen from another side, the picked up object is not the desired Mug: it looks like an Apple."),
    (Kind.OHV, "Target", "", "not in range",
     "Seen from another side, the picked up object is not the desired Target."),
    (Kind.OHV, "", "", "", "Seen from another side, the picked up object is not the desired one."),
    (Kind.OHV, "Mug", "Mug", "Mug", "Seen from another side, the picked up object is the Mug that was wanted."),
    (Kind.APM, "Microwave", "off", "ToggleOn",
     "The picture of the Microwave shows that it is switched on, although it was expected to be switched off."),
    (Kind.APM, "Mug", "not clean", "clean",
     "The picture of the Mug shows that it is clean, although it was expected to be dirty."),
    (Kind.APM, "Mug", "", "isDirty: false", "The picture of the Mug shows that it is clean."),
    (Kind.APM, "Apple", "not hot", "hot",
     "The picture of the Apple shows that it is hot, although it was expected not to be hot."),
    (Kind.APM, "Mug", "dirty", "not clean", "The picture of the Mug shows that it is dirty, as expected."),
    (Kind.APM, "", "off", "unknown", "The picture of the object does not show which state it is in."),
    (Kind.ASR, "Pillow", "not on Sofa", "on Sofa",
     "The Pillow is already on the Sofa, the desired place, as the adjacent masks show, so it need not be moved."),
    (Kind.ASR, "Pillow", "not on Sofa", "on Bed",
     "The Pillow is on the Bed, not on the Sofa yet, as the adjacent masks show."),
    (Kind.ASR, "Pillow", "", "Sofa", "The Pillow is on the Sofa, as the adjacent masks show."),
    (Kind.ASR, "Pillow", "Sofa", "Sofa", "The Pillow is on the Sofa, as expected."),
    (Kind.ASR, "Pillow", "elsewhere", "Sofa",
     "The Pillow is already on the Sofa, the desired place, as the adjacent masks show, so it need not be moved."),
    (Kind.ASR, "Pillow", "Bed", "Sofa",
     "The Pillow is on the Sofa, as the adjacent masks show, although it was expected on the Bed."),
    (Kind.ASR, "Target", "", "in the desired place",
     "The Target is already in the desired place, as the adjacent masks show, so it need not be moved."),
    (Kind.ASR, "Pillow", "not on Sofa", "elsewhere",
     "The Pillow is not in the desired place yet, as the adjacent masks show."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "subject", "expected", "observed", "sentence"), SENTENCES)
def test_sentences(kind: Kind, subject: str, expected: str, observed: str, sentence: str) -> None:
    assert describe(Discrepancy(kind, "", subject, expected=expected, observed=observed)) == sentence
