"""What keeps the body off: footprints with grown sides, how they are fitted to a record, and the ways in a record."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thor_player.collision import distances, is_free, obstacles
from thor_player.footprints import cut, grow, row, rows_with
from thor_player.model import Agent, Box, Clearance, SimObject, Structure, World
from thor_player.outlines.margins import MOST, USUAL, fit, steps
from thor_player.outlines.outline import Outline
from thor_player.outlines.ways import between
from thor_player.solids_pose import move

DRESSER = "Dresser|0"


def _world(half_x: float = 0.25, yaw: float = 0.0) -> World:
    box = Box(np.array([0.0, 0.5, 0.0]), np.array([half_x, 0.5, 0.25]), yaw)
    bounds = np.array([[-half_x, 0.0, -0.25], [half_x, 1.0, 0.25]])
    dresser = SimObject(
        DRESSER, "Dresser", "Dresser", "", np.zeros(3), np.array([0.0, yaw, 0.0]), box, frozenset({"moveable"}),
        solids=[box], bounds=bounds,
    )  # fmt: skip
    room = Box(np.array([0.0, 1.25, 0.0]), np.array([3.0, 1.25, 3.0]))
    agent = Agent(np.array([1.0, 0.9009992, 0.0]))
    return World("test", {DRESSER: dresser}, Structure([], [], []), agent, "Kitchen", room)


def _fitted(
    world: World, recorded: list[tuple[float, float]], unknown: list[tuple[float, float]]
) -> Clearance:
    shape = Outline(floor=[], walls=[], niches=[], pieces=[], stand_off={}, fixtures=[], usual=USUAL)
    found = fit(world, shape, steps(recorded), unknown)
    return found.stand_off.get(DRESSER, [Clearance(USUAL)])[0]


def _free(world: World, x: float, z: float) -> bool:
    return is_free(world, np.array([x, 0.9009992, z]))


def test_a_piece_grows_towards_an_unknown_place_and_keeps_clear_of_recorded_ones() -> None:
    found = _fitted(_world(), recorded=[(-0.5, 0.0), (0.75, 0.0)], unknown=[(0.5, 0.0)])
    assert found.near == USUAL
    ((left, right, back, front),) = found.grown
    assert 0.05 <= right <= 0.07
    assert (left, back, front) == (0.0, 0.0, 0.0)


def test_nothing_grows_onto_a_recorded_way() -> None:
    between_two = _fitted(_world(), recorded=[(0.5, -0.25), (0.5, 0.0), (0.5, 0.25)], unknown=[(0.5, 0.125)])
    assert between_two == Clearance(USUAL)


def test_nothing_grows_further_than_that_it_keeps_the_body_off_so_far() -> None:
    assert _fitted(_world(), [(2.0, 0.0)], [(0.25 + MOST - 0.02, 0.0)]).grown
    assert not _fitted(_world(), [(2.0, 0.0)], [(0.25 + MOST + 0.02, 0.0)]).grown


def test_a_recorded_place_that_is_nearer_than_usual_brings_the_body_nearer() -> None:
    assert _fitted(_world(half_x=0.35), [(0.5, 0.0)], []).near == pytest.approx(0.145)


def test_one_length_of_long_furniture_grows_alone() -> None:
    found = _fitted(_world(half_x=1.0), recorded=[(-0.75, 0.5)], unknown=[(0.75, 0.5)])
    assert [sides[3] > 0.0 for sides in found.grown] == [False, False, False, True]


def test_what_grew_moves_and_turns_with_the_piece() -> None:
    world = _world()
    world.structure.stand_off = {DRESSER: [Clearance(USUAL, ((0.0, 0.2, 0.0, 0.0),))]}
    assert not _free(world, 0.6, 0.0)
    assert _free(world, -0.6, 0.0)
    move(world.objects[DRESSER], np.array([0.0, 0.0, 2.0]), np.array([0.0, 180.0, 0.0]))
    assert _free(world, 0.6, 0.0)
    assert _free(world, 0.6, 2.0)
    assert not _free(world, -0.6, 2.0)


def test_a_solid_without_growth_is_one_footprint() -> None:
    world = _world(half_x=1.0)
    world.structure.stand_off = {DRESSER: [Clearance(0.2)]}
    assert len(obstacles(world).rows) == 1


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 360), st.integers(1, 5), st.floats(-2, 2), st.floats(-2, 2))
def test_lengths_cover_what_they_are_cut_from(yaw: float, count: int, x: float, z: float) -> None:
    whole = row(Box(np.array([0.3, 0.5, -0.2]), np.array([0.4, 0.5, 0.9]), yaw))
    at = np.array([[x, z, x, z]])
    away = distances(np.array([whole]), at)[0, 0]
    parts = distances(np.array(cut(whole, count)), at).min()
    assert max(parts, 0.0) == pytest.approx(max(away, 0.0), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 360), st.floats(0, 0.3), st.floats(-2, 2), st.floats(-2, 2))
def test_sides_that_all_grow_bring_a_footprint_nearer(yaw: float, more: float, x: float, z: float) -> None:
    whole = row(Box(np.array([0.3, 0.5, -0.2]), np.array([0.4, 0.5, 0.9]), yaw))
    wider = grow(whole, (more, more, more, more))
    same = row(Box(np.array([0.3, 0.5, -0.2]), np.array([0.4 + more, 0.5, 0.9 + more]), yaw))
    assert wider == pytest.approx(same)
    assert rows_with(whole, [(more, more, more, more)])[0] == pytest.approx(same)


def test_places_that_no_step_joins_are_joined_round_what_is_in_the_way() -> None:
    world = _world()
    assert between(world, [(0.75, 0.0), (1.0, 0.0)]) == set()
    assert between(world, [(0.75, 0.0), (1.25, 0.0)]) == {(1.0, 0.0)}
    way = between(world, [(0.5, 0.0), (-0.5, 0.0)])
    assert len(way) == 7
    assert all(_free(world, *place) for place in way)
