"""The network that knows photographs only, and the portraits that it is shown."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import pytest

from pred_learning.looks import judge
from thor_player.types import object_types


def test_each_type_with_near_classes_is_a_type_of_the_player() -> None:
    assert set(judge.near_classes()) <= set(object_types())
    assert all(0 <= i < 1000 for classes in judge.near_classes().values() for i in classes)


def test_one_class_has_one_name() -> None:
    names: dict[int, set[str]] = {}
    for classes in judge.near_classes().values():
        for i, word in classes.items():
            names.setdefault(i, set()).add(word)
    assert {i for i, words in names.items() if len(words) > 1} == set()


def test_a_teddy_bear_is_named_and_a_picture_of_nothing_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["judge", "--out", str(tmp_path), "--types", "TeddyBear"])
    judge.main()
    with (tmp_path / "verdicts.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert row["type"] == "TeddyBear" and int(row["named of 5"]) >= judge.NEEDED
    assert "1 of 1 types named" in capsys.readouterr().out
    assert (tmp_path / "portraits.png").stat().st_size > 1000
    blank = np.full((judge.SIDE, judge.SIDE, 3), 127, np.uint8)
    assert judge.judge(judge.Onlooker(), "TeddyBear", [blank]).named == 0
