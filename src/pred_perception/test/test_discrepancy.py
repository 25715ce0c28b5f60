"""The four detectors on hand-made situations: found, not found, unknown, doubtful."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import PRECEDENCE, Discrepancy, Expectation, Kind, Level, Primitive, Subgoal
from pred_perception.discrepancy.detector import FrameView, Situation
from pred_perception.discrepancy.panel import Panel


def thing(object_id: str, parent: str = "", **more: object) -> ObjectState:
    name = object_id.split("_", maxsplit=1)[0]
    given = {"observations": 5, "visible": True, "parent_id": parent} | more
    return ObjectState(object_id, name, (1.0, 0.0, 0.8), (0.1, 0.1, 0.1), **given)  # type: ignore[arg-type]


def place(object_id: str) -> ObjectState:
    return ObjectState(
        object_id, object_id.split("_", maxsplit=1)[0], (1.0, 0.0, 0.4), (1.0, 1.0, 0.8), visible=True
    )


def subgoal(action: Primitive, name: str, **expectation: object) -> Subgoal:
    return Subgoal("s1", Level.TUPLE, action, name, expectation=Expectation(**expectation))  # type: ignore[arg-type]


def found(kind: Kind, situation: Situation) -> Discrepancy | None:
    findings = Panel([kind]).check(situation)
    return next(iter(findings.certain), None)


OPENING = subgoal(Primitive.OPEN, "Fridge", class_name="Apple", place="Fridge")


def test_dta_an_apple_on_the_counter_need_not_be_looked_for_in_the_fridge() -> None:
    memory = ObjectMemory(objects=(place("CounterTop_1"), thing("Apple_1", "CounterTop_1")))
    discrepancy = found(Kind.DTA, Situation(OPENING, memory))
    assert discrepancy is not None
    assert (discrepancy.subject_id, discrepancy.expected, discrepancy.observed) == (
        "Apple_1",
        "Fridge",
        "CounterTop",
    )


@pytest.mark.parametrize(
    ("objects", "excluded"),
    [
        ((), ()),
        ((place("Fridge_1"), thing("Apple_1", "Fridge_1")), ()),
        ((place("CounterTop_1"), thing("Apple_1", "CounterTop_1")), ("Apple_1",)),
        ((thing("Apple_1", held=True),), ()),
        ((place("Fridge_1"), thing("Apple_1", "Fridge_1"), place("Desk_1"), thing("Apple_2", "Desk_1")), ()),
    ],
)
def test_dta_is_silent_when_nothing_better_is_known(objects: tuple, excluded: tuple) -> None:
    situation = Situation(OPENING, ObjectMemory(objects=objects), excluded=frozenset(excluded))
    assert found(Kind.DTA, situation) is None


def test_dta_an_old_glimpse_is_only_a_doubt() -> None:
    glimpse = thing("Apple_1", "CounterTop_1", visible=False, observations=1, last_seen_step=1)
    memory = ObjectMemory(step=400, objects=(place("CounterTop_1"), glimpse))
    findings = Panel([Kind.DTA]).check(Situation(OPENING, memory))
    assert not findings.certain
    assert [d.subject_id for d in findings.doubtful] == ["Apple_1"]


def test_ohv_a_cup_among_mugs() -> None:
    pick = subgoal(Primitive.PICKUP, "Mug")
    memory = ObjectMemory(objects=(thing("Mug_1", held=True),), held_id="Mug_1")
    discrepancy = found(Kind.OHV, Situation(pick, memory, "Mug_1", held_views=("Mug", "Cup", "Cup")))
    assert discrepancy is not None
    assert (discrepancy.expected, discrepancy.observed) == ("Mug", "Cup")
    assert discrepancy.confidence == pytest.approx(0.84, abs=0.01)
    for views in ((), ("Mug",), ("Mug", "Mug", "Mug"), ("Mug", "", "")):
        assert found(Kind.OHV, Situation(pick, memory, "Mug_1", held_views=views)) is None
    one_of_three = Situation(pick, memory, "Mug_1", held_views=("Mug", "Mug", "Cup", "Mug"))
    assert [d.observed for d in Panel([Kind.OHV]).check(one_of_three).doubtful] == ["Cup"]
    one_of_two = Situation(pick, memory, "Mug_1", held_views=("Mug", "Mug", "Cup"))
    assert [d.observed for d in Panel([Kind.OHV]).check(one_of_two).doubtful] == ["Cup"]
    the_only_one = Situation(pick, memory, "Mug_1", held_views=("Mug", "Cup"))
    assert [d.observed for d in Panel([Kind.OHV]).check(the_only_one).certain] == ["Cup"]


def dirty(value: Truth) -> tuple[Attribute, ...]:
    return (Attribute("clean", value),)


def test_apm_what_is_clean_already() -> None:
    cleaning = subgoal(Primitive.PUT, "SinkBasin", class_name="Mug", attributes=dirty(Truth.FALSE))
    for value, expected in ((Truth.TRUE, "clean"), (Truth.FALSE, None), (Truth.UNKNOWN, None)):
        mug = thing("Mug_1", attributes={"clean": Attribute("clean", value, 0.9)})
        discrepancy = found(Kind.APM, Situation(cleaning, ObjectMemory(objects=(mug,)), "Mug_1"))
        assert (discrepancy.observed if discrepancy else None) == expected
    assert found(Kind.APM, Situation(cleaning, ObjectMemory(), "Mug_1")) is None


def test_apm_slices_are_the_whole_sliced_already() -> None:
    uncut = (Attribute("sliced", Truth.FALSE),)
    slicing = subgoal(Primitive.SLICE, "Apple", class_name="Apple", attributes=uncut)
    memory = ObjectMemory(objects=(thing("AppleSliced_1"), thing("BreadSliced_1")))
    discrepancy = found(Kind.APM, Situation(slicing, memory, "AppleSliced_1"))
    assert discrepancy is not None
    assert (discrepancy.subject, discrepancy.observed) == ("Apple", "sliced")
    assert found(Kind.APM, Situation(slicing, memory, "BreadSliced_1")) is None


def test_apm_does_not_trust_what_wears_off() -> None:
    heating = subgoal(Primitive.PICKUP, "Apple", attributes=(Attribute("hot", Truth.FALSE),))
    apple = thing("Apple_1", attributes={"hot": Attribute("hot", Truth.TRUE)})
    assert found(Kind.APM, Situation(heating, ObjectMemory(objects=(apple,)), "Apple_1")) is None


def test_apm_an_unsure_picture_is_only_a_doubt() -> None:
    cleaning = subgoal(Primitive.PUT, "SinkBasin", attributes=dirty(Truth.FALSE))
    mug = thing("Mug_1", attributes={"clean": Attribute("clean", Truth.TRUE, 0.3)})
    findings = Panel([Kind.APM]).check(Situation(cleaning, ObjectMemory(objects=(mug,)), "Mug_1"))
    assert not findings.certain and len(findings.doubtful) == 1


@pytest.mark.parametrize(("confidence", "certain"), [(0.8, False), (0.96, True)])
def test_apm_a_switch_is_left_out_only_for_a_sure_picture(confidence: float, certain: bool) -> None:
    switching = subgoal(Primitive.TOGGLE_ON, "Microwave", attributes=(Attribute("on", Truth.FALSE),))
    oven = thing("Microwave_1", attributes={"on": Attribute("on", Truth.TRUE, confidence)})
    situation = Situation(switching, ObjectMemory(objects=(oven,)), "Microwave_1")
    assert bool(Panel([Kind.APM]).check(situation).certain) is certain
    opening = subgoal(Primitive.OPEN, "Microwave", attributes=(Attribute("on", Truth.FALSE),))
    hindered = Situation(opening, ObjectMemory(objects=(oven,)), "Microwave_1")
    assert Panel([Kind.APM]).check(hindered).certain, "switching off what may be on costs little"


MOVING = subgoal(Primitive.PICKUP, "Pillow", class_name="Pillow", relation="not_on", relation_target="Sofa")


def seen(gap: float) -> FrameView:
    labels = np.zeros((100, 100), np.uint16)
    depth = np.full((100, 100), 4.0, np.float32)
    labels[50:90, 10:90], depth[50:90, 10:90] = 2, 1.5 + gap
    labels[30:55, 40:60], depth[30:55, 40:60] = 1, 1.5
    return FrameView(labels, depth, {"Pillow_1": 1, "Sofa_1": 2})


def test_asr_a_pillow_on_the_sofa_stays_there() -> None:
    memory = ObjectMemory(objects=(thing("Pillow_1"), place("Sofa_1")))
    discrepancy = found(Kind.ASR, Situation(MOVING, memory, "Pillow_1", view=seen(0.03)))
    assert discrepancy is not None
    assert discrepancy.observed == "on Sofa"
    assert discrepancy.confidence > 0.9


def test_asr_a_pillow_before_the_sofa_is_moved() -> None:
    memory = ObjectMemory(objects=(thing("Pillow_1"), place("Sofa_1")))
    assert found(Kind.ASR, Situation(MOVING, memory, "Pillow_1", view=seen(0.8))) is None


def test_asr_out_of_view_the_memory_is_asked() -> None:
    memory = ObjectMemory(objects=(thing("Pillow_1", "Sofa_1"), place("Sofa_1")))
    assert found(Kind.ASR, Situation(MOVING, memory, "Pillow_1")) is not None
    on_bed = ObjectMemory(objects=(thing("Pillow_1", "Bed_1"), place("Bed_1"), place("Sofa_1")))
    assert found(Kind.ASR, Situation(MOVING, on_bed, "Pillow_1")) is None


@pytest.mark.parametrize(
    ("opened", "visible", "there"), [(False, True, False), (True, True, True), (False, False, True)]
)
def test_asr_what_is_seen_lies_in_nothing_that_is_shut(opened: bool, visible: bool, there: bool) -> None:
    putting = subgoal(Primitive.PICKUP, "Spoon", class_name="Spoon", relation="not_on", relation_target="Drawer")
    spoon = replace(thing("Spoon_1", "Drawer_1"), visible=visible)
    drawer = replace(place("Drawer_1"), attributes={"open": Attribute("open", Truth.of(opened))})
    memory = ObjectMemory(objects=(spoon, drawer))
    assert (found(Kind.ASR, Situation(putting, memory, "Spoon_1")) is not None) == there


def test_several_at_once_come_in_the_order_in_which_they_matter_and_can_be_switched_off() -> None:
    goal = subgoal(
        Primitive.PICKUP,
        "Pillow",
        class_name="Pillow",
        place="Drawer",
        attributes=dirty(Truth.FALSE),
        relation="not_on",
        relation_target="Sofa",
    )
    clean = {"clean": Attribute("clean", Truth.TRUE)}
    memory = ObjectMemory(objects=(thing("Pillow_1", "Sofa_1", attributes=clean), place("Sofa_1")))
    situation = Situation(goal, memory, "Pillow_1", held_views=("Pillow", "TeddyBear"))
    assert [d.kind for d in Panel(Kind).check(situation).certain] == list(PRECEDENCE)
    assert [d.kind for d in Panel([Kind.APM]).check(situation).certain] == [Kind.APM]
    assert Panel([]).check(situation).certain == ()


def test_a_check_takes_less_than_ten_milliseconds() -> None:
    view = seen(0.03)
    big = FrameView(
        np.kron(view.labels, np.ones((3, 3), np.uint16)),
        np.kron(view.depth, np.ones((3, 3), np.float32)),
        view.label_of,
    )
    crowd = tuple(place(f"Shelf_{n}") for n in range(80))
    memory = ObjectMemory(objects=(thing("Pillow_1"), place("Sofa_1"), *crowd))
    panel, situation = Panel(Kind), Situation(MOVING, memory, "Pillow_1", view=big)
    panel.check(situation)
    started = time.process_time()
    for _ in range(20):
        panel.check(situation)
    spent = (time.process_time() - started) / 20
    print(f"discrepancy check {1000 * spent:.2f} ms")
    assert spent < 0.05  # ten times what it takes on an idle core
