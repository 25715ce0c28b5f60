from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ur5_emulator.controller.profile import Piece, trapezoids

PIECES = st.lists(
    st.builds(Piece, st.floats(1e-4, 3.0), st.floats(0.05, 3.0), st.floats(0.1, 10.0), st.booleans()),
    min_size=1,
    max_size=4,
)


def test_trapezoid_and_triangle():
    assert trapezoids([Piece(1.0, 0.5, 1.0)]).duration == pytest.approx(
        2.5
    )  # 0.5 s up, 1.5 s cruising, 0.5 s down
    assert trapezoids([Piece(0.25, 2.0, 1.0)]).duration == pytest.approx(1.0)  # never reaches its speed
    assert trapezoids([Piece(0.0, 1.0, 1.0)]).duration == 0.0


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PIECES)
def test_profiles_keep_their_limits(pieces):
    profile = trapezoids(pieces)
    fastest, strongest = max(p.speed for p in pieces), max(p.acceleration for p in pieces)
    step = profile.duration / 200
    last_s, last_v = 0.0, 0.0
    for i in range(1, 201):
        s, v = profile.state(i * step)
        assert s >= last_s - 1e-9
        assert -1e-9 <= v <= fastest + 1e-9
        assert abs(v - last_v) <= strongest * step * (1 + 1e-6) + 1e-6
        last_s, last_v = s, v
    assert profile.state(profile.duration + 1.0) == (pytest.approx(sum(p.length for p in pieces)), 0.0)


def test_blended_pieces_are_passed_without_a_halt():
    pieces = [Piece(0.5, 1.0, 2.0, halt=False), Piece(0.5, 0.5, 2.0)]
    profile = trapezoids(pieces)
    at_border = [
        v for s, v in (profile.state(t / 1000 * profile.duration) for t in range(1000)) if 0.49 < s < 0.51
    ]
    assert min(at_border) >= 0.5 - 1e-6


def test_too_fast_for_the_way_left_brakes_harder():
    profile = trapezoids([Piece(0.01, 1.0, 1.0)], initial=1.0)
    assert profile.state(profile.duration)[0] == pytest.approx(0.01)
    assert profile.duration == pytest.approx(0.02)
