"""The noise model: seeded, worse from afar, and gone from another view."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from pred_core.geometry import Intrinsics, Pose2D, camera_to_map
from pred_perception.detectors import OracleDetector
from pred_perception.noise import NoiseSettings, NoisyDetector
from pred_perception.observation import Detection, Detections, Observation

COUNT = 200


def observation(distance: float, yaw: float = 0.0) -> Observation:
    """See 200 mugs, one pixel row each."""
    labels = np.repeat(np.arange(1, COUNT + 1, dtype=np.uint16)[:, None], 40, axis=1)
    items = tuple(Detection(f"Mug|{n}", "Mug", n) for n in range(1, COUNT + 1))
    return Observation(
        stamp=0.0,
        step=1,
        episode=1,
        depth=np.full(labels.shape, distance, np.float32),
        camera=Intrinsics.from_fov(40, COUNT, 1.0),
        transform=camera_to_map((0.0, 0.0, 1.5), yaw, 0.5),
        base=Pose2D(0.0, 0.0, yaw),
        ground_truth=Detections("truth", labels, items),
    )


def names(detector: NoisyDetector, distance: float, yaw: float = 0.0) -> list[str]:
    return [d.class_name for d in detector.detect(observation(distance, yaw)).items]


def test_no_noise_changes_nothing_but_the_name() -> None:
    found = NoisyDetector(OracleDetector(), NoiseSettings()).detect(observation(3.0))
    assert found.detector == "oracle+noise"
    assert [d.class_name for d in found.items] == ["Mug"] * COUNT


def test_confusion_is_at_its_rate_far_away_and_rare_near() -> None:
    detector = NoisyDetector(OracleDetector(), NoiseSettings(confusion=0.4, seed=3))
    far, near = names(detector, 3.5).count("Cup") / COUNT, names(detector, 0.4).count("Cup") / COUNT
    assert 0.3 < far < 0.5
    assert near < 0.12


def test_pairs_that_look_the_same_from_one_side_stay_confusable_near():
    detector = NoisyDetector(OracleDetector(), NoiseSettings(confusion=0.4, near=1.0, seed=3))
    assert 0.3 < names(detector, 0.4).count("Cup") / COUNT < 0.5


def test_the_same_seed_and_view_make_the_same_mistakes_and_another_view_others() -> None:
    detector = NoisyDetector(OracleDetector(), NoiseSettings(confusion=0.4, seed=3))
    same = NoisyDetector(OracleDetector(), NoiseSettings(confusion=0.4, seed=3))
    other = NoisyDetector(OracleDetector(), NoiseSettings(confusion=0.4, seed=4))
    assert names(detector, 3.0) == names(same, 3.0)
    assert names(detector, 3.0) != names(other, 3.0)
    assert names(detector, 3.0) != names(detector, 3.0, yaw=math.pi / 2)


def test_a_task_has_the_same_mistakes_whichever_were_done_before() -> None:
    settings = NoiseSettings(confusion=0.4, seed=3)
    first, later = NoisyDetector(OracleDetector(), settings), NoisyDetector(OracleDetector(), settings)
    later.detect(observation(2.0, yaw=1.0))
    again = replace(observation(3.0), episode=7)
    assert [d.class_name for d in later.detect(again).items] == names(first, 3.0)


def test_scores_do_not_give_mistakes_away() -> None:
    found = (
        NoisyDetector(OracleDetector(), NoiseSettings(confusion=0.4, seed=3)).detect(observation(3.5)).items
    )
    wrong = [d.score for d in found if d.class_name == "Cup"]
    right = [d.score for d in found if d.class_name == "Mug"]
    below = sum(score < max(wrong) for score in right) / len(right)
    assert below > 0.5 and min(wrong) < 0.65


def test_small_things_are_missed_and_their_pixels_too() -> None:
    found = NoisyDetector(OracleDetector(), NoiseSettings(miss=0.5, seed=1)).detect(observation(3.0))
    assert 0.4 < len(found.items) / COUNT < 0.6
    assert set(np.unique(found.labels)) - {0} == {d.label for d in found.items}
