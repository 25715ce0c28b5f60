"""Sinks and their basins are seen in pieces: one where these meet, two where they were seen side by side."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("name", "remembered"), [("Sink", 1), ("CounterTop", 2)])
def test_a_sink_that_is_seen_in_pieces_that_meet_is_one(studio, make_thing, name, remembered):
    for piece in ((-0.8, 0.01), (-0.01, 0.8)):  # as much of it as a picture shows
        studio.things = {"s": make_thing(name, (1.0, piece[0], 0.7), (1.4, piece[1], 0.9))}
        memory = studio.look(0.3, sum(piece), 0)
    assert len(memory.of_class(name)) == remembered


def test_two_sinks_side_by_side_are_two(studio, make_thing):
    studio.things = {
        "left": make_thing("Sink", (1.0, -0.8, 0.7), (1.4, 0.0, 0.9)),
        "right": make_thing("Sink", (1.0, 0.03, 0.7), (1.4, 0.8, 0.9)),
    }
    for y in (0.0, -1.3, 1.3, 0.0):
        memory = studio.look(-0.5, y, 0)
    assert len(memory.of_class("Sink")) == 2


@pytest.mark.parametrize(("sinks", "basins"), [(1, 1), (2, 2)])
def test_basins_are_one_where_they_are_in_one_sink(studio, make_thing, sinks, basins):
    ends = [(-0.8, 0.8)] if sinks == 1 else [(-0.8, -0.1), (0.1, 0.8)]
    around = {
        f"s{k}": make_thing("Sink", (1.0, low, 0.7), (1.5, high, 0.85)) for k, (low, high) in enumerate(ends)
    }
    for low, high in ((-0.7, -0.3), (0.3, 0.7)):
        studio.things = {**around, "b": make_thing("SinkBasin", (1.1, low, 0.85), (1.4, high, 0.9))}
        memory = studio.look(-0.3, (low + high) / 2.0, 0)
    assert len(memory.of_class("SinkBasin")) == basins
