"""Attributes of remembered objects, read from views over time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics, Pose2D
from pred_core.objects import Truth
from pred_perception.attributes.examples import Examples, Lesson
from pred_perception.attributes.gallery import Gallery
from pred_perception.attributes.reader import AWAY, ENOUGH, AttributeReader, ReaderSettings
from pred_perception.attributes.votes import Votes, in_words
from pred_perception.observation import Detection, Detections, Observation
from pred_perception.tracks import Track

SIDE = 60
GREEN, BLUE = (20, 200, 20), (20, 20, 200)


class ColourEncoder:
    """Mean colour as features: green microwaves are on, blue ones off."""

    name = "colour"

    def __init__(self) -> None:
        self.calls = 0

    def encode(self, rgb: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.float32]:
        self.calls += 1
        mean = rgb[mask].astype(np.float32).mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), np.float32)


def gallery() -> Gallery:
    random = np.random.default_rng(0)
    colours = np.array([GREEN, BLUE])[np.arange(20) % 2] + random.normal(0.0, 8.0, (20, 3))
    features = (colours / np.linalg.norm(colours, axis=1, keepdims=True)).astype(np.float32)
    lessons = tuple(
        Lesson(("on", "Microwave"), Truth.of(row % 2 == 0), row, f"room{row // 2}") for row in range(20)
    )
    return Gallery(Examples("colour", features, lessons, None, {}))


class Scene:
    """Microwaves side by side, each with a colour, before a camera."""

    def __init__(self, count: int = 1, settings: ReaderSettings | None = None) -> None:
        self.encoder = ColourEncoder()
        self.reader = AttributeReader(self.encoder, gallery(), settings)
        self.colours = [BLUE] * count
        self.height = 30
        self.step = 0
        self.tracks = [
            Track(f"Microwave_{n + 1}", "Microwave", np.zeros((1, 3), np.float32), 0.05) for n in range(count)
        ]

    def look(self, x: float = 0.0, action: str = "", succeeded: bool = True) -> int:
        """Show one frame from a camera at x; return how many views were encoded."""
        self.step += 1
        rgb, labels = np.zeros((SIDE, SIDE, 3), np.uint8), np.zeros((SIDE, SIDE), np.uint16)
        for n, colour in enumerate(self.colours):
            window = np.s_[10 : 10 + self.height, n * 14 : n * 14 + 12]
            rgb[window], labels[window] = colour, n + 1
            track = self.tracks[n]
            track.visible, track.detection_id, track.distance = True, str(n), 1.0
            track.pixels = 12 * self.height
        transform = np.eye(4)
        transform[0, 3] = x
        observation = Observation(
            0.0, self.step, 1, np.ones((SIDE, SIDE), np.float32), Intrinsics.from_fov(SIDE, SIDE, 1.5),
            transform, Pose2D(0.0, 0.0, 0.0), colour=rgb, last_action=action, last_succeeded=succeeded,
        )  # fmt: skip
        items = tuple(Detection(str(n), "Microwave", n + 1) for n in range(len(self.colours)))
        self.latest = (observation, Detections("test", labels, items))
        return self.reader.read(*self.latest, self.tracks)

    def on(self, index: int = 0) -> Truth:
        return self.tracks[index].state().truth("on")


@pytest.mark.parametrize(("action", "left"), [("ToggleObjectOn", Truth.UNKNOWN), ("PutObject", Truth.FALSE)])
def test_what_was_switched_and_is_too_small_to_judge_is_not_known_any_longer(action: str, left: Truth) -> None:
    scene = Scene(2, ReaderSettings(min_pixels=100))
    scene.look()
    assert scene.tracks[0].attributes["on"].value is Truth.FALSE
    scene.height, scene.colours = 5, [GREEN, BLUE]  # 60 pixels: something hides the rest
    assert scene.look(action=action) == 0
    assert scene.tracks[0].attributes["on"].value is left
    assert scene.tracks[1].attributes["on"].value is Truth.FALSE


def test_what_changes_before_a_resting_camera_is_judged_at_once() -> None:
    scene = Scene()
    for x in (0.0, 0.1, 0.2):
        scene.look(x)
    assert scene.on() is Truth.FALSE
    scene.colours = [GREEN]
    assert scene.look(0.2, "ToggleObjectOn") == 1
    assert scene.on() is Truth.TRUE  # three older votes against it do not count any more


def test_a_view_that_says_nothing_new_is_not_encoded() -> None:
    scene = Scene()
    assert scene.look() == 1
    assert [scene.look() for _ in range(5)] == [0] * 5


def test_what_is_known_well_is_not_encoded_from_every_side() -> None:
    scene = Scene()
    for side in range(8):
        scene.colours = [(20, 20, 200 - 30 * (side % 2))]  # another light from each: every view looks new
        scene.look(0.1 * side)
    assert scene.encoder.calls == 1 and scene.on() is Truth.FALSE


def test_what_stays_unsure_is_encoded_a_few_times_only() -> None:
    scene = Scene()
    for side in range(8):
        scene.colours = [(20, 110 + 30 * (side % 2), 110 + 30 * (side % 2))]  # neither green nor blue
        scene.look(0.1 * side)
    assert scene.encoder.calls == ENOUGH


def test_what_is_known_well_is_encoded_from_much_nearer() -> None:
    scene = Scene()
    scene.height = 15
    scene.look()
    scene.height, scene.colours = 25, [GREEN]  # somebody switched it on, unseen, and the robot has come nearer
    assert scene.look(0.5) == 0
    scene.height = 31
    assert scene.look(0.6) == 1


def test_what_was_long_out_of_sight_is_encoded_again() -> None:
    scene = Scene()
    scene.look()
    scene.colours = [GREEN]
    scene.step += AWAY - 1
    assert scene.look(0.5) == 0
    scene.step += AWAY
    assert scene.look(0.6) == 1


def test_a_frame_has_a_budget_and_those_never_judged_come_first() -> None:
    scene = Scene(4, ReaderSettings(per_frame=2))
    assert scene.look() == 2
    assert scene.look() == 2
    assert scene.encoder.calls == 4
    assert [scene.on(n) for n in range(4)] == [Truth.FALSE] * 4


def test_what_is_asked_about_is_judged_though_it_had_no_turn_yet() -> None:
    scene = Scene(4, ReaderSettings(per_frame=1))
    scene.look()
    waiting = next(n for n in range(4) if scene.on(n) is Truth.UNKNOWN)
    assert scene.reader.look_at(*scene.latest, scene.tracks[waiting])
    assert scene.on(waiting) is Truth.FALSE
    assert not scene.reader.look_at(*scene.latest, scene.tracks[waiting]), "that view was judged"
    scene.tracks[waiting].visible = False
    assert not scene.reader.look_at(*scene.latest, scene.tracks[waiting])


def test_small_and_far_views_are_left_out() -> None:
    assert Scene(1, ReaderSettings(min_pixels=400)).look() == 0
    far = Scene(1, ReaderSettings(max_distance=0.5))
    assert far.look() == 1, "but what is large is seen from anywhere"
    far.height = 20
    assert far.look(1.0) == 0


def test_the_robots_word_helps_only_if_something_changed() -> None:
    said, silent = Scene(), Scene()
    for scene, action in ((said, "ToggleObjectOn"), (silent, "")):
        scene.look()
        scene.colours = [(20, 110, 110)]  # between the two
        scene.look(0.0, action)
    assert said.tracks[0].attributes["on"].confidence != silent.tracks[0].attributes["on"].confidence
    scene = Scene()
    scene.look()
    scene.look(0.0, "ToggleObjectOn")
    assert scene.on() is Truth.FALSE


def test_recent_views_outweigh_old_ones() -> None:
    votes = Votes()
    for _ in range(6):
        votes.add({"on": 2.0})
    for _ in range(3):
        votes.add({"on": -2.0})
    assert votes.attributes(0.6)["on"].value is Truth.FALSE


def test_little_evidence_is_unknown() -> None:
    assert in_words("on", 0.5, 0.75).value is Truth.UNKNOWN
    assert in_words("on", 3.0, 0.75).confidence == pytest.approx(0.953, abs=1e-3)


def test_without_colour_nothing_is_read() -> None:
    scene = Scene()
    observation = Observation(
        0.0, 1, 1, np.ones((4, 4), np.float32), Intrinsics.from_fov(4, 4, 1.5), np.eye(4), Pose2D(0, 0, 0)
    )
    detections = Detections("test", np.zeros((4, 4), np.uint16))
    assert scene.reader.read(replace(observation, colour=None), detections, scene.tracks) == 0
