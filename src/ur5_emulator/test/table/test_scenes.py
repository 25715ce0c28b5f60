"""Scene files: what is refused and why, and what seeds do."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ur5_emulator.table.kinds import KINDS
from ur5_emulator.table.layout import place
from ur5_emulator.table.scenes import SceneError, parse_scene, read_scene, scene_names

GOOD: dict[str, Any] = {
    "instruction": "put a Fanta on the yellow cupboard",
    "about": "OHV",
    "objects": [
        {"id": "cupboard", "type": "YellowCupboard", "at": [0.6, 0.27], "yaw": 200},
        {"id": "a", "type": "FantaCan", "at": [0.4, 0.0], "group": "cans", "jitter": [0.02, 0.02, 180]},
        {"id": "b", "type": "PepsiCan", "top": "FantaCan", "at": [0.5, -0.2], "group": "cans"},
        {"id": "cup", "type": "RedCup", "at": [0.3, 0.25], "upside_down": True},
        {"id": "hidden", "type": "BlueCan", "under": "cup"},
    ],
    "goal": [{"type": "FantaCan", "relation": "on", "receptacle": "YellowCupboard"}],
}


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.pop("instruction"), "instruction is missing"),
        (lambda d: d.update(about="XYZ"), "about 'XYZ' is not one of DTA"),
        (lambda d: d.update(object=[]), "does not know object"),
        (lambda d: d["objects"][1].pop("at"), "object a: at is missing"),
        (lambda d: d["objects"][1].update(at=[0.1]), "object a: at must be a list of 2 numbers"),
        (lambda d: d["objects"][1].update(at=[0.1, True]), "object a: at must be made of numbers"),
        (lambda d: d["objects"][1].update(type="Cola"), "object a: type 'Cola' is not one of FantaCan"),
        (lambda d: d["objects"][2].update(top="Lemon"), "object b: top 'Lemon' is not one of FantaCan"),
        (lambda d: d["objects"][0].update(top="FantaCan"), "object cupboard: does not know top"),
        (lambda d: d["objects"][2].update(id="a"), "object a: ids must differ"),
        (lambda d: d["objects"][4].update(under="a"), "object hidden: nothing can be under a"),
        (lambda d: d["objects"][4].update(under="nobody"), "object hidden: there is no object 'nobody'"),
        (lambda d: d["objects"][4].update(on="cupboard"), "object hidden: only one of on, in, under"),
        (lambda d: d["objects"][3].update(upside_down=False), "under a cup that is upside_down"),
        (lambda d: d["objects"][3].update(chance=0.5), "cup must always be there"),
        (lambda d: d["objects"][1].update(chance=0), "object a: chance must be over 0"),
        (lambda d: d["goal"][0].update(relation="beside"), "goal 1: relation 'beside'"),
        (lambda d: d["goal"][0].update(receptacle="Shelf"), "goal 1: receptacle 'Shelf' is neither"),
        (lambda d: d["goal"][0].update(type=["FantaCan", "Tea"]), "goal 1: type must be one of"),
        (lambda d: d["goal"][0].update(at_most=-1), "goal 1: at_most must be a whole number"),
    ],
)
def test_a_mistake_is_named(change: Callable[[dict[str, Any]], object], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        parse_scene(changed(change), "mine")


def test_a_good_scene_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(GOOD))
    scene = read_scene(str(path))
    assert scene.name == "mine" and len(scene.things) == 5
    hidden, cup = place(scene, 5)[4], place(scene, 5)[3]
    assert hidden.position[:2] == cup.position[:2]


@pytest.mark.parametrize("text", ["[1, 2]", "{", '"scene"'])
def test_a_file_that_holds_no_scene_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(SceneError, match="mine"):
        read_scene(str(path))


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SceneError, match="lab"):
        read_scene("kitchen")


def test_there_are_scenes_about_every_module_that_needs_no_attributes() -> None:
    about = [read_scene(name).about for name in scene_names()]
    assert len(about) >= 8 and {"DTA", "OHV", "ASR"} <= set(about)


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_can_be_placed_with_any_seed(name: str) -> None:
    scene = read_scene(name)
    for seed in range(10):
        placed = place(scene, seed)
        assert placed == place(scene, seed)
        assert {thing.kind for thing in placed} <= set(KINDS)


def test_seeds_move_things_and_swap_look_alikes() -> None:
    scene = read_scene("look_alikes")
    at = {seed: {t.id: t.position for t in place(scene, seed)} for seed in range(12)}
    assert len({p["can_3"] for p in at.values()}) == 12
    assert len({p["can_3"][0] > 0.47 for p in at.values()}) == 2


def test_chance_leaves_a_thing_out_in_some_seeds() -> None:
    scene = read_scene("pepsi_free")
    there = [any(t.id == "can_hidden" for t in place(scene, seed)) for seed in range(20)]
    assert there[0] and 5 <= sum(there) <= 15


def test_things_that_stand_in_one_another_are_named() -> None:
    data = changed(lambda d: d["objects"][2].update(at=[0.42, 0.0]))
    with pytest.raises(SceneError, match="b and a are too close"):
        place(parse_scene(data, "mine"), 0)
    del data["objects"][1]["group"], data["objects"][1]["jitter"], data["objects"][2]["group"]
    with pytest.raises(SceneError, match=r"seed 4: no placement found"):
        place(parse_scene(data, "mine"), 4)
