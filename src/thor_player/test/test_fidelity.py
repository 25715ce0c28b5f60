"""The rebuilt rooms against recorded tasks: where the real agent stood is free, what it used is in view."""

from __future__ import annotations

from pathlib import Path

import pytest

from thor_player import fidelity, layout, rooms

TASKS = Path(__file__).parents[4] / "shared" / "data" / "alfred_train_sample.jsonl"
EVERY = 4  # the whole file takes minutes: python -m thor_player.fidelity


@pytest.fixture(scope="module")
def tallies() -> dict[str, fidelity.Tally]:
    if not TASKS.is_file():
        pytest.skip("the recorded tasks (../shared/data) are not beside this checkout")
    found = fidelity.judge_all(fidelity.read_tasks(TASKS)[::EVERY])
    print("\n" + fidelity.table(found, worst=12))
    return found


@pytest.mark.parametrize(
    ("question", "least"),
    [
        ("start free", 1.0),
        ("pose free", 0.98),
        ("pose reachable", 0.98),
        ("object visible", 0.85),
        ("object placed", 0.9),
    ],
)
def test_share(tallies: dict[str, fidelity.Tally], question: str, least: float) -> None:
    whole = fidelity.total(tallies)
    assert whole.share(question) >= least, "\n".join(f for f in whole.faults if f.startswith(question))


def test_interactions_pair_poses_with_what_follows() -> None:
    task = {
        "expert_subgoals": [
            ["GotoLocation", "fridge"],
            ["PickupObject", "apple"],
            ["GotoLocation", "sinkbasin"],
            ["CleanObject", "apple"],
            ["GotoLocation", "cart"],
            ["PutObject", "apple", "cart"],
        ],
        "expert_locations": [{"x": 1.0}, {"x": 2.0}, {"x": 3.0}],
    }
    found = fidelity.interactions(task)
    assert [pose["x"] for pose, _ in found] == [1.0, 2.0, 3.0]
    assert found[0][1] == ["apple"]
    assert "sinkbasin" in found[1][1]
    assert "shelf" in found[2][1]


def test_tally_adds_up() -> None:
    first, second = fidelity.Tally(), fidelity.Tally()
    first.note("pose free", True, "")
    second.note("pose free", False, "in the sofa")
    first.add(second)
    assert first.share("pose free") == 0.5
    assert first.faults == ["pose free: in the sofa"]
    assert first.share("start free") == 1.0


def test_layout_is_matched_by_type() -> None:
    world = rooms.load_world("FloorPlan1")
    names = {o.object_type: o.name for o in world.objects.values()}

    def pose(name: str, x: float) -> dict[str, object]:
        return {
            "name": name,
            "position": {"x": x, "y": 1.0, "z": 0.0},
            "rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
        }

    placements = layout.assign(
        world, [pose("Mug_old", 0.1), pose("Mug_old", 0.2), pose("Kettle_1", 0.3), pose("Newspaper_1", 0.4)]
    )
    assert [p.name for p in placements] == [names["Mug"], names["Mug"], names["Kettle"], "Newspaper"]
    placed = layout.apply(world, placements)
    assert [o.object_type for o in placed] == ["Mug", "Mug", "Kettle", "Newspaper"]
    assert len({o.object_id for o in placed}) == 4
    active = {o.object_id for o in world.active() if o.can("pickupable")}
    assert active == {o.object_id for o in placed}


def test_renamed_types_are_known() -> None:
    assert layout.type_of({"name": "Glassbottle_1"}) == "Bottle"
    assert layout.type_of({"name": "x", "type": "Mug"}) == "Mug"
