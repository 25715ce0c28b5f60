from __future__ import annotations

import pytest

from pred_bench.launch_check import check_launch
from pred_bench.options import parse
from pred_bench.settings import launch_arguments_of
from pred_bringup.arguments import ArgumentError


@pytest.mark.parametrize("suite", ["own", "ur5"])
def test_what_a_benchmark_launches_can_be_launched(suite):
    robot = "ur5" if suite == "ur5" else "thor"
    check_launch(robot, launch_arguments_of(parse(["--suite", suite])))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--detector", "yolo"], "needs the file of a trained network"),
        (["--detector", "yol"], "detector:=yol"),
        (["--attributes", "pixels"], "attributes:=pixels"),
        (["--seed", "-1"], "seed:=-1"),
    ],
)
def test_what_no_node_could_use_is_refused_before_the_graph_is_launched(given, said):
    with pytest.raises(ArgumentError, match=said):
        check_launch("thor", launch_arguments_of(parse(given)))
