"""How often a model that sees is right is measured on labelled pictures, and is the weight of what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pred_learning.attributes.eyes import Seen, asked_about, drawn, report
from pred_perception.attributes.pictures import list_pictures
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.endpoint import ServerError
from pred_planner.llm.scripted_server import Reply, ScriptedServer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Clean mugs are white, dirty ones brown; open books white, closed ones brown."""
    for attribute, name in (("clean", "Mug"), ("open", "Book")):
        for truth, colour in (("true", (255, 255, 255)), ("false", (90, 60, 20))):
            here = tmp_path / attribute / truth / name
            here.mkdir(parents=True)
            for number in range(3):
                pixels = np.zeros((40, 40, 4), np.uint8)
                pixels[8:32, 8:32] = (*colour, 255)
                Image.fromarray(pixels).save(here / f"{attribute}{truth}{number}.png")
    return tmp_path


def ask(folder: Path, answer: Any) -> list[Seen]:
    with ScriptedServer([Reply(answer)]) as server:
        client = LlmClient(ModelSettings("eyes", server.base_url), lambda _: None)
        try:
            return asked_about(client, drawn(list_pictures(folder), 12, 0))
        finally:
            client.close()


def test_a_model_is_asked_for_both_sides_and_counted_by_attribute(folder: Path) -> None:
    texts: list[str] = []

    def always_first(request: dict[str, Any]) -> str:
        texts.append(request["messages"][1]["content"][1]["text"])
        return '{"number": 1}' if "book" in texts[-1] else '{"number": 0}'

    seen = ask(folder, always_first)
    assert sum(one.right is None for one in seen) == 6
    assert sum(one.right is True for one in seen) == sum(one.right is False for one in seen) == 3
    assert any("1. The mug is clean.\n2. The mug is dirty." in text for text in texts)
    told = report(seen).splitlines()
    assert told[2] == "| clean | 6 | - | 1.000 |" and told[3] == "| open | 6 | 0.500 | 0.000 |"
    assert told[-1] == "planner.llm_picture_accuracy:=0.50", "no worse than a coin is no weight at all"


def test_the_lower_end_of_what_was_measured_is_the_weight() -> None:
    told = report([Seen("clean", right=number > 2) for number in range(60)])
    assert "0.950 (95 %: 0.863 to 0.983)" in told and told.endswith("llm_picture_accuracy:=0.86")
    assert "leave vision off" in report([Seen("clean", None)])


def test_pictures_are_drawn_from_each_attribute_and_side_in_turn(folder: Path) -> None:
    first = drawn(list_pictures(folder), 4, 3)
    assert len({(p.attribute, p.truth) for p in first}) == 4
    assert drawn(list_pictures(folder), 4, 3) == first != drawn(list_pictures(folder), 4, 4)


def test_a_model_without_eyes_is_said(folder: Path) -> None:
    with ScriptedServer([Reply("image input is not supported", status=500)]) as server:
        client = LlmClient(ModelSettings("blind", server.base_url), lambda _: None)
        with pytest.raises(ServerError, match="takes no pictures"):
            asked_about(client, list_pictures(folder))
        client.close()
