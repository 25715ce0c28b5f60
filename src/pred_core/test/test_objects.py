from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth


def _state(object_id: str, name: str, **kwargs: object) -> ObjectState:
    return ObjectState(object_id, name, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1), **kwargs)  # type: ignore[arg-type]


def test_truth_of_what_was_never_seen_is_unknown() -> None:
    mug = _state("Mug_1", "Mug", attributes={"clean": Attribute("clean", Truth.FALSE)})
    assert mug.truth("clean") is Truth.FALSE
    assert mug.truth("filled") is Truth.UNKNOWN
    assert [Truth.of(v) for v in (None, False, True)] == [Truth.UNKNOWN, Truth.FALSE, Truth.TRUE]


def test_memory_queries() -> None:
    memory = ObjectMemory(
        objects=(_state("Mug_1", "Mug", parent_id="Table_1"), _state("Cup_1", "Cup"), _state("Mug_2", "Mug")),
        held_id="Cup_1",
    )
    assert [o.id for o in memory.of_class("Mug")] == ["Mug_1", "Mug_2"]
    assert [o.id for o in memory.of_class(["Cup", "Mug"])] == ["Mug_1", "Cup_1", "Mug_2"]
    assert [o.id for o in memory.inside("Table_1")] == ["Mug_1"]
    assert memory.held is memory.get("Cup_1")
    assert memory.get("Plate_1") is None and ObjectMemory().held is None
