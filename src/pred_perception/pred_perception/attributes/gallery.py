"""The gallery: examples of objects with and without an attribute, and what the nearest among them say (PRED Eq. 4).

A view's score for an attribute, among the examples of its type, is the sum of two terms: by how much its nearest
examples with the attribute are more similar than its nearest without (Eq. 4), and a vote of all of them, weighted so
that each example is judged right by the others (kernel ridge regression). Scores become log odds by a scale for
each attribute and type, found by judging examples of one place by those of the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import Truth
from pred_core.vocabulary import whole_of
from pred_perception.attributes.encoder import Features
from pred_perception.attributes.examples import Examples, Key, Lesson

ANY = "Any"
NEIGHBOURS = 3
RIDGE = 1.0
FEWEST = 3
"""Examples that an attribute needs of a type, both with it and without."""
FOLDS = 5
SCALES = np.geomspace(0.2, 20.0, 47)
SCALE_SPREAD = 0.5  # of a type's scale about its attribute's, in natural logarithms
TYPICAL_SCALE = 2.0

Scores = NDArray[np.float32]


@dataclass(frozen=True)
class _Judge:
    """Examples (N, D) of one attribute and type, and the direction (D,) and offset of their weighted vote."""

    features: NDArray[np.float32]
    truths: NDArray[np.bool_]
    direction: NDArray[np.float32]
    offset: float

    @classmethod
    def of(cls, features: NDArray[np.float32], truths: NDArray[np.bool_]) -> _Judge:
        share = np.where(truths, truths.mean(), 1.0 - truths.mean())
        weights = 0.5 / share  # both sides count alike, however many there are
        signs = np.where(truths, 1.0, -1.0)
        middle = np.average(features, axis=0, weights=weights)
        centred = features - middle
        kernel = centred @ centred.T + RIDGE * np.diag(1.0 / weights)
        direction = centred.T @ np.linalg.solve(kernel, signs)
        return cls(features, truths, direction.astype(np.float32), float(-middle @ direction))

    def scores(self, views: NDArray[np.float32]) -> Scores:
        """Return the score of each view (K, D)."""
        similarity = views @ self.features.T
        lead = _best(similarity[:, self.truths]) - _best(similarity[:, ~self.truths])
        return np.asarray(lead + views @ self.direction + self.offset, np.float32)


class Gallery:
    """Examples by attribute and type, ready to be asked."""

    def __init__(self, examples: Examples) -> None:
        """Group the examples; keys without a scale get theirs from their own examples."""
        self._projection = examples.projection
        self.encoder = examples.encoder
        self._grouped = _grouped(examples)
        self._judges: dict[Key, _Judge] = {}
        missing = [key for key in self._grouped if key not in examples.scales]
        self._scales = {**examples.scales, **(calibrate(examples, missing) if missing else {})}
        self._attributes: dict[str, list[str]] = defaultdict(list)
        self._of_kind: dict[str, list[str]] = {}
        for attribute, kind in sorted(self._grouped):
            self._attributes[kind].append(attribute)

    def attributes_of(self, kind: str) -> list[str]:
        """Return the attributes for which a type (or any type) has examples of both sides."""
        if kind not in self._of_kind:
            self._of_kind[kind] = self._all_of(kind)
        return self._of_kind[kind]

    def _all_of(self, kind: str) -> list[str]:
        own = {*self._attributes.get(kind, ()), *self._attributes.get(ANY, ())}
        if "sliced" in self._attributes.get(whole_of(kind), ()):
            own.add("sliced")
        return sorted(own)

    def judge(self, kind: str, features: Features) -> dict[str, float]:
        """Return the evidence one view gives for each attribute its type has examples of, in log odds.

        :param features: what the encoder made of the view, (E,)
        """
        names = self.attributes_of(kind)
        if not names:
            return {}
        view = (self._projection.apply(features) if self._projection is not None else features)[None]
        found = {}
        for name in names:
            key = self._key(name, kind)
            found[name] = float(self._judge_of(key).scores(view)[0] * self._scales.get(key, TYPICAL_SCALE))
        return found

    def _key(self, attribute: str, kind: str) -> Key:
        candidates = ((attribute, kind), (attribute, whole_of(kind)), (attribute, ANY))
        return next(key for key in candidates if key in self._grouped)

    def _judge_of(self, key: Key) -> _Judge:
        """Return a key's judge, made when a type is first seen: a room has a few of all types."""
        if key not in self._judges:
            self._judges[key] = _Judge.of(*self._grouped[key])
        return self._judges[key]


def _best(similarity: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of the few best similarities of each row, which one odd example cannot decide."""
    count = min(NEIGHBOURS, similarity.shape[1])
    return np.asarray(np.partition(similarity, -count, axis=1)[:, -count:].mean(axis=1), np.float32)


def _grouped(examples: Examples) -> dict[Key, tuple[NDArray[np.float32], NDArray[np.bool_]]]:
    """Return features and truths of each key that has enough examples of both sides."""
    return {
        key: (examples.features[[lesson.row for lesson in lessons]], truths)
        for key, lessons in _by_key(examples).items()
        if _enough(truths := _truths(lessons))
    }


def _by_key(examples: Examples) -> Mapping[Key, list[Lesson]]:
    found: dict[Key, list[Lesson]] = defaultdict(list)
    for lesson in examples.lessons:
        found[lesson.key].append(lesson)
    return found


def _truths(lessons: Sequence[Lesson]) -> NDArray[np.bool_]:
    return np.array([lesson.truth is Truth.TRUE for lesson in lessons], bool)


def _enough(truths: NDArray[np.bool_]) -> bool:
    return min(int(truths.sum()), int((~truths).sum())) >= FEWEST


def calibrate(examples: Examples, keys: Sequence[Key]) -> dict[Key, float]:
    """Return the scale from score to log odds of each key whose examples tell it.

    Examples of some places are judged by those of the others; the scale makes the truths likeliest, and types with
    few examples stay near what holds for their attribute.
    """
    lessons = _by_key(examples)
    held: dict[Key, tuple[NDArray[np.float64], NDArray[np.bool_]]] = {}
    for key in keys:
        scores, truths = _held_out(examples, lessons[key])
        if scores.size:
            held[key] = (scores, truths)
    found: dict[Key, float] = {}
    for attribute in {attribute for attribute, _ in held}:
        own = [key for key in held if key[0] == attribute]
        losses = {key: _losses(*held[key]) for key in own}
        common = SCALES[np.argmin(np.sum([losses[key] for key in own], axis=0))]
        prior = (np.log(SCALES / common) / SCALE_SPREAD) ** 2 / 2.0
        found.update({key: float(SCALES[np.argmin(losses[key] + prior)]) for key in own})
    return found


def _held_out(examples: Examples, lessons: Sequence[Lesson]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return scores and truths of examples judged by those from other places; empty where there are too few."""
    places = sorted({lesson.source for lesson in lessons})
    fold = {place: index % FOLDS for index, place in enumerate(places)}
    folds = np.array([fold[lesson.source] for lesson in lessons])
    features, truths = examples.features[[lesson.row for lesson in lessons]], _truths(lessons)
    scores, known = [], []
    for held in range(FOLDS):
        inside, outside = folds == held, folds != held
        if inside.any() and _enough(truths[outside]):
            scores.append(_Judge.of(features[outside], truths[outside]).scores(features[inside]))
            known.append(truths[inside])
    if not scores:
        return np.zeros(0), np.zeros(0, bool)
    return np.concatenate(scores).astype(np.float64), np.concatenate(known)


def _losses(scores: NDArray[np.float64], truths: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the negative log likelihood of the truths for each of ``SCALES``, both sides counting alike."""
    signed = np.where(truths, scores, -scores)
    share = np.where(truths, truths.mean(), 1.0 - truths.mean())
    weights = 0.5 / np.maximum(share, 1e-9)
    return np.asarray([(weights * np.logaddexp(0.0, -scale * signed)).sum() for scale in SCALES])


def calibrated(examples: Examples) -> Examples:
    """Return examples with the scales of all keys that can be judged."""
    return replace(examples, scales=calibrate(examples, sorted(_grouped(examples))))
