"""What is surely known is seen while its surface is there, though the detector says nothing of the view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pred_core.geometry import Pose2D, unproject
from pred_core.objects import ObjectMemory, Truth
from pred_perception.association import look_at_tracks
from pred_perception.by_place import Known, recognise
from pred_perception.memory import MemoryTracker
from pred_perception.memory_settings import MemorySettings
from pred_perception.observation import Detections, Observation

FRIDGE = ((1.6, -0.4, 0.0), (2.3, 0.4, 1.6))


@pytest.fixture
def tracker() -> MemoryTracker:
    return MemoryTracker(MemorySettings(fallible=True))


def view(studio: Any, x: float) -> Observation:
    """Return what the camera sees from a place on the x axis."""
    studio.step += 1
    studio.pose = Pose2D(x, 0.0, 0.0)
    return studio.observation()


def looked(tracker: MemoryTracker, seen: Observation, *, blind: bool = False) -> ObjectMemory:
    """Let the memory see a picture in which the detector finds all, or nothing."""
    found = seen.ground_truth
    if blind:
        found = Detections("blind", np.zeros_like(found.labels))
    return tracker.update(seen, found, unproject(seen.depth, seen.camera, seen.transform))


def test_what_is_not_detected_from_near_can_be_acted_on(studio, make_thing, tracker):
    studio.things = {"f": make_thing("Fridge", *FRIDGE)}
    assert looked(tracker, view(studio, 0.0)).get("Fridge_1").visible
    near = view(studio, 0.4)
    known = looked(tracker, near, blind=True).get("Fridge_1")
    assert known.visible and known.detection_id
    seen = next(d for d in tracker.seen.items if d.id == known.detection_id)
    mask = tracker.seen.labels == seen.label
    truth = near.ground_truth.labels > 0
    assert known.pixels == mask.sum() and (mask & truth).sum() / mask.sum() > 0.9


def test_what_is_unsure_stands_apart_until_a_view_is_sure(studio, make_thing, tracker):
    studio.things = {"m": make_thing("Mug", (1.0, -0.1, 0.0), (1.1, 0.0, 0.1))}
    first = view(studio, 0.0)
    unsure = tuple(replace(d, score=0.4, thing=0.4, may_be={"Mug": 0.9}) for d in first.ground_truth.items)
    memory = looked(tracker, replace(first, ground_truth=replace(first.ground_truth, items=unsure)))
    assert not memory.objects and [o.id for o in memory.doubtful] == ["Mug_1"]
    assert memory.get("Mug_1") is None and memory.get_even_doubtful("Mug_1").class_name == "Mug"
    memory = looked(tracker, view(studio, 0.3))
    assert [o.id for o in memory.objects] == ["Mug_1"] and not memory.doubtful


def test_the_body_is_seen_by_its_place_though_its_door_has_swung(studio, make_thing, tracker):
    body = make_thing("Fridge", *FRIDGE)
    studio.things = {"f": make_thing("Fridge", (1.0, -0.45, 0.0), (2.3, 0.4, 1.6))}  # with its door out
    looked(tracker, view(studio, 0.0))
    studio.things = {"f": body}
    closed = view(studio, 0.1)
    known = looked(tracker, closed, blind=True).get("Fridge_1")
    assert known is None or not known.visible  # nothing of its body was known

    tracker.reset(1)
    studio.things = {"f": body}
    looked(tracker, view(studio, 0.0))
    studio.things = {"f": body, "door": make_thing("Fridge", (1.1, 0.35, 0.0), (1.6, 0.4, 1.6))}
    both = view(studio, 0.0)
    one = next(d for d in both.ground_truth.items if d.id == "f")
    whole = Detections("oracle", np.where(both.ground_truth.labels > 0, one.label, 0).astype(np.uint16), (one,))
    looked(tracker, replace(both, ground_truth=whole))
    studio.things = {"f": body}
    known = looked(tracker, view(studio, 0.1), blind=True).get("Fridge_1")
    assert known.visible


def test_what_another_sure_thing_shows_stays_that_ones(studio, make_thing, tracker):
    studio.things = {
        "f": make_thing("Fridge", *FRIDGE),
        "c": make_thing("Chair", (1.0, -0.2, 0.0), (1.4, 0.2, 0.9)),
    }
    looked(tracker, view(studio, 0.0))
    near = view(studio, 0.1)
    chair = next(d for d in near.ground_truth.items if d.class_name == "Chair")
    labels = np.where(near.ground_truth.labels == chair.label, chair.label, 0).astype(np.uint16)
    only = replace(near, ground_truth=Detections("half blind", labels, (chair,)))
    memory = looked(tracker, only)
    assert memory.get("Fridge_1").visible and memory.get("Chair_1").visible
    assert ((tracker.seen.labels == chair.label) == (labels == chair.label)).all()


def test_where_the_camera_looks_through_it_is_not_taken_for_seen(studio, make_thing, tracker):
    studio.things = {"f": make_thing("Fridge", *FRIDGE)}
    looked(tracker, view(studio, 0.0))
    studio.things = {}
    gone = looked(tracker, view(studio, 0.4), blind=True).get("Fridge_1")
    assert gone is None or not gone.visible


@pytest.mark.parametrize("opened", [True, False])
def test_what_was_opened_is_not_forgotten_for_looking_like_nothing(studio, make_thing, tracker, opened):
    studio.things = {"f": make_thing("Fridge", *FRIDGE)}
    looked(tracker, view(studio, 0.0))
    studio.things = {"f": make_thing("Fridge", (2.2, -0.4, 0.0), FRIDGE[1])}  # its back shows now
    for look in range(4):
        seen = view(studio, 0.1 * look)
        if opened and look == 0:
            seen = replace(seen, last_action="OpenObject", last_succeeded=True)
        known = looked(tracker, seen, blind=True)
    assert (known.get("Fridge_1") is not None) == opened


def test_what_was_opened_out_of_the_picture_is_known_to_be_open(studio, make_thing, tracker):
    studio.things = {"f": make_thing("Fridge", *FRIDGE)}
    looked(tracker, view(studio, 0.0))
    studio.things = {}
    for action, so in (("OpenObject", Truth.TRUE), ("CloseObject", Truth.FALSE)):
        tracker.tracks[0].visible = True
        seen = replace(view(studio, 0.0), last_action=action, last_succeeded=True)
        assert looked(tracker, seen, blind=True).get("Fridge_1").truth("open") is so


def test_what_the_frame_has_changed_is_not_recognised_by_what_it_was(studio, make_thing, tracker):
    studio.things = {"f": make_thing("Fridge", *FRIDGE)}
    looked(tracker, view(studio, 0.0))
    seen = view(studio, 0.1)
    points = unproject(seen.depth, seen.camera, seen.transform)
    (track,) = tracker.tracks
    looks = look_at_tracks([track], seen, np.zeros_like(seen.ground_truth.labels))
    before = track.points
    nothing = Detections("blind", np.zeros_like(seen.ground_truth.labels))
    track.unsee()
    track.place(before[::2])
    assert recognise([Known(track, looks[0], before)], seen, nothing, points, 0.7) is nothing
    track.place(before)
    assert recognise([Known(track, looks[0], track.points)], seen, nothing, points, 0.7).items


@pytest.mark.parametrize("opened", [True, False])
def test_a_swung_door_that_looks_like_a_second_fridge_does_not_displace_the_opened_one(
    studio, make_thing, tracker, opened
):
    studio.things = {"f": make_thing("Fridge", *FRIDGE)}
    looked(tracker, view(studio, 0.0))
    studio.things["door"] = make_thing("Fridge", (0.9, 0.7, 0.0), (1.5, 0.75, 1.6))
    action = "OpenObject" if opened else "PickupObject"
    looked(tracker, replace(view(studio, 0.0), last_action=action, last_succeeded=True))
    for look in range(4):
        seen = view(studio, 0.1 * look)
        door = next(d for d in seen.ground_truth.items if d.id == "door")
        labels = np.where(seen.ground_truth.labels == door.label, door.label, 0).astype(np.uint16)
        memory = looked(tracker, replace(seen, ground_truth=Detections("half blind", labels, (door,))))
    told = [o.id for o in memory.of_class(("Fridge",))]
    assert told == (["Fridge_1"] if opened else ["Fridge_2"])


def test_of_two_that_are_equally_sure_where_a_room_has_one_the_longer_known_is_told(studio, make_thing, tracker):
    studio.things = {"f": make_thing("Fridge", *FRIDGE)}
    looked(tracker, view(studio, 0.0))
    studio.things["other"] = make_thing("Fridge", (1.6, 0.8, 0.0), (2.3, 1.4, 1.6))
    memory = [looked(tracker, view(studio, 0.1 * look)) for look in range(3)][-1]
    assert [o.id for o in memory.of_class(("Fridge",))] == ["Fridge_1"]


@pytest.mark.parametrize("closed", [True, False])
def test_the_inside_of_what_was_opened_does_not_rename_it(studio, make_thing, tracker, closed):
    body = make_thing("Fridge", *FRIDGE)
    studio.things = {"f": body}
    looked(tracker, view(studio, 0.0))
    looked(tracker, replace(view(studio, 0.0), last_action="OpenObject", last_succeeded=True))
    if closed:
        looked(tracker, replace(view(studio, 0.0), last_action="CloseObject", last_succeeded=True))
    for name in ("Painting", "Cabinet", "Cabinet", "Cabinet"):  # nothing with a door is a painting
        seen = view(studio, 0.1 * (studio.step % 4))
        items = tuple(replace(d, class_name=name, may_be={name: 0.9, "Fridge": 0.06}) for d in seen.ground_truth.items)
        looked(tracker, replace(seen, ground_truth=replace(seen.ground_truth, items=items)))
    (track,) = tracker.tracks
    assert track.id == "Fridge_1"
    assert track.class_name == ("Cabinet" if closed else "Fridge")
