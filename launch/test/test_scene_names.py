from __future__ import annotations

import pytest

from pred_bringup.arguments import ArgumentError
from pred_bringup.scenes import check_room, check_spot_room, check_table, main


def test_all_scenes_are_listed_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert (
        "Kitchen     FloorPlan1 to FloorPlan30 (30)" in said and "FloorPlan430" in said and "  lab\n" in said
    )
    assert main(["Bedroom", "--names"]) == 0
    assert capsys.readouterr().out.split() == [f"FloorPlan{n}" for n in range(301, 331)]


def test_a_scene_that_there_is_not_is_refused_with_what_comes_near() -> None:
    check_room("FloorPlan1_physics", "scene:=FloorPlan1_physics")
    check_table("lab", "scene:=lab")
    with pytest.raises(ArgumentError, match="Did you mean FloorPlan"):
        check_room("FlorPlan201", "scene:=FlorPlan201")
    with pytest.raises(ArgumentError, match="Did you mean fruit_bowl"):
        check_table("fruitbowl", "scene:=fruitbowl")
    check_spot_room("FloorPlan13", "scene:=FloorPlan13")
    with pytest.raises(ArgumentError, match="Did you mean CapeLab"):
        check_spot_room("CapLab", "scene:=CapLab")
    with pytest.raises(ArgumentError, match="no file nowhere"):
        check_table("nowhere.json", "scene:=nowhere.json")


def test_rooms_of_spot_alone_are_listed_and_taken_by_spot_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spot", "--names"]) == 0
    own = capsys.readouterr().out.split()
    assert own == ["CapeKitchen", "CapeLab"]
    for name in own:
        check_spot_room(name, f"scene:={name}")
        with pytest.raises(ArgumentError, match=f"no room {name}"):
            check_room(name, f"scene:={name}")
