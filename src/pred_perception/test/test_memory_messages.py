"""Messages of what is remembered are renewed by what changed, and say the same as those that are made anew."""

from __future__ import annotations

from dataclasses import replace

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.ros.conversions import object_to_msg
from pred_perception.conversions import MemoryMessages

DIRTY, OPEN = Attribute("clean", Truth.FALSE, 0.9), Attribute("open", Truth.TRUE, 0.8)
MUG = ObjectState("Mug_1", "Mug", (1.0, 2.0, 3.0), (0.1, 0.1, 0.1), attributes={"clean": DIRTY})


def memory(*states: ObjectState) -> ObjectMemory:
    return ObjectMemory(step=1, episode=1, stamp=0.5, objects=states)


def test_each_message_says_what_a_new_one_would() -> None:
    bed = replace(MUG, id="Bed_1", class_name="Bed", attributes={})
    rows = (
        (MUG,),
        (replace(MUG, visible=True, pixels=40, distance=1.5, center=(1.0, 2.5, 3.0), last_seen=0.75), bed),
        (replace(MUG, attributes={"open": OPEN, "clean": DIRTY}), replace(bed, parent_id="Floor_1", held=True)),
        (replace(MUG, attributes={"clean": DIRTY, "open": OPEN}),),
        (bed, replace(MUG, class_name="Cup", rival_class="Mug", observations=3, score=0.25)),
    )
    messages = MemoryMessages("map")
    for states in rows:
        assert list(messages.convert(memory(*states)).objects) == [object_to_msg(state) for state in states]
