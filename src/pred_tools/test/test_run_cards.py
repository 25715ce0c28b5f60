"""The cards of a run: words from its folder, pictures from the topics, in whatever order these arrive."""

from __future__ import annotations

import itertools
import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from PIL import Image
from std_msgs.msg import Header

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import Discrepancy, High, Kind, Level, Plan, Subgoal
from pred_core.ros.conversions import image_to_msg, memory_to_msg, stamp_of
from pred_core.ros.plan_conversions import discrepancy_to_msg, revision_to_msg
from pred_msgs.msg import Detection, Detections
from pred_planner.plan.expansion import expand
from pred_planner.rules.revision import revise
from pred_tools.cards import OUTLINE
from pred_tools.run_cards import RunCards, write_cards
from pred_tools.run_files import RunError

MOVE = Subgoal("t1", Level.TRIPLET, High.MOVE, "Mug", "Shelf", object_ref="x1")
PLAN = Plan("p", "put a mug on the shelf", "place", "rules", (MOVE,), expand((MOVE,)))
FOUND = Discrepancy(Kind.ASR, "t1.1", "Mug", "Mug_1", "not on Shelf", "on Shelf", 0.8)
REVISION = revise(PLAN, (FOUND,), ObjectMemory())
GREY, RED, BLUE = (90, 90, 90), (250, 10, 10), (10, 10, 250)


class FakeNode:
    """Keeps the subscriptions and hands messages to them."""

    def __init__(self):
        self.callbacks = {}

    def create_subscription(self, _kind, topic, callback, _qos):
        self.callbacks.setdefault(topic, []).append(callback)

    def tell(self, topic, msg):
        for callback in self.callbacks[topic]:
            callback(msg)


def header(time):
    return Header(stamp=stamp_of(time), frame_id="map")


def painted(time, colour, mug=(30, 50)):
    pixels = np.full((80, 100, 3), GREY, np.uint8)
    pixels[mug[0] : mug[1], mug[0] : mug[1]] = colour
    return image_to_msg(pixels, "rgb8", header(time))


def observed(time, colour, *, visible=True):
    """Return the messages of one observation by topic."""
    labels = np.zeros((80, 100), np.uint16)
    labels[30:50, 30:50] = 7
    mug = ObjectState(
        "Mug_1", "Mug", (1.0, 0.0, 1.0), (0.1, 0.1, 0.1), visible=visible, detection_id="d" if visible else ""
    )
    memory = ObjectMemory(step=int(time * 4), stamp=time, objects=(mug,))
    return {
        "camera/color/image_raw": painted(time, colour),
        "detections": Detections(
            header=header(time),
            labels=image_to_msg(labels, "16UC1", header(time)),
            detections=[Detection(id="d", label=7)] if visible else [],
        ),
        "object_memory": memory_to_msg(memory),
    }


@pytest.fixture
def node():
    return FakeNode()


@pytest.fixture
def folder(tmp_path):
    start = {"step": 4, "kind": "start", "subgoal": "", "text": PLAN.instruction, "data": {}}
    (tmp_path / "events.jsonl").write_text(json.dumps(start) + "\n")
    (tmp_path / "plan.json").write_text(json.dumps(asdict(PLAN)))
    (tmp_path / "revisions.jsonl").write_text(json.dumps({"step": 4, **asdict(REVISION)}) + "\n")
    return tmp_path


def colours_of(path):
    card = np.asarray(Image.open(path))
    return {c for c in (RED, BLUE, OUTLINE) if (card == c).all(axis=2).any()}


@pytest.mark.parametrize("order", itertools.permutations(range(3)))
def test_the_subject_is_shown_as_it_was_last_seen(node, folder, order):
    cards = RunCards(node)
    parts = list(observed(1.0, RED).items())
    for index in order:
        node.tell(*parts[index])
    for part in observed(2.0, BLUE, visible=False).items():
        node.tell(*part)
    node.tell("plan_revisions", revision_to_msg(REVISION, header(2.0)))
    write_cards(folder, cards.take())
    assert colours_of(folder / "cards" / "01_asr.png") == {RED, OUTLINE}
    assert "cards/01_asr.png" in (folder / "story.md").read_text()


def test_what_perception_sent_is_shown_first(node, folder):
    cards = RunCards(node)
    for part in observed(1.0, RED).items():
        node.tell(*part)
    node.tell("plan_revisions", revision_to_msg(REVISION, header(2.0)))
    finding = discrepancy_to_msg(FOUND, header(2.0))
    finding.crop = painted(2.0, BLUE)
    node.tell("discrepancies", finding)
    write_cards(folder, cards.take())
    assert colours_of(folder / "cards" / "01_asr.png") == {BLUE}


def test_without_a_subject_the_camera_of_that_moment_is_shown(node, folder):
    plain = replace(REVISION, trigger="recovery", discrepancies=())
    (folder / "revisions.jsonl").write_text(json.dumps({"step": 4, **asdict(plain)}) + "\n")
    cards = RunCards(node)
    node.tell("camera/color/image_raw", painted(1.0, RED))
    node.tell("plan_revisions", revision_to_msg(plain, header(2.0)))
    node.tell("camera/color/image_raw", painted(2.0, BLUE))
    node.tell("camera/color/image_raw", painted(3.0, RED))
    write_cards(folder, cards.take())
    assert colours_of(folder / "cards" / "01_recovery.png") == {BLUE}


def test_revisions_of_an_earlier_task_are_left_out(node, folder):
    cards = RunCards(node)
    for time, colour in ((1.0, RED), (2.0, BLUE)):
        for part in observed(time, colour).items():
            node.tell(*part)
        node.tell("plan_revisions", revision_to_msg(REVISION, header(time)))
    write_cards(folder, cards.take())
    assert [p.name for p in (folder / "cards").iterdir()] == ["01_asr.png"]
    assert BLUE in colours_of(folder / "cards" / "01_asr.png")


def test_words_alone_make_a_card(node, folder):
    write_cards(folder, RunCards(node).take())
    assert colours_of(folder / "cards" / "01_asr.png") == set()


def test_a_task_that_never_began_leaves_nothing(node, tmp_path):
    write_cards(tmp_path, RunCards(node).take())
    assert not list(tmp_path.iterdir())


def test_a_broken_record_is_an_error(node, folder):
    (folder / "revisions.jsonl").write_text("{")
    with pytest.raises(RunError):
        write_cards(folder, RunCards(node).take())
