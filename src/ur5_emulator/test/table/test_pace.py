"""A still table is looked at twice a second; whoever comes, and whatever moves, is seen at once."""

from __future__ import annotations

from ur5_emulator.table.pace import LIVELY_SECONDS, STILL_SECONDS, Listening, Pace

EVERY = 0.1


def taken(
    pace: Pace, begin: float, seconds: float, listeners: int = 1, moved: bool = False, patient: bool = False
) -> int:
    """Return how many pictures are taken when it is asked ten times a second."""
    times = [begin + EVERY * k for k in range(round(seconds / EVERY))]
    listening = Listening(listeners, patient=patient)
    return sum(pace.due(now, listening, moved=moved) for now in times)


def test_a_still_table_is_looked_at_twice_a_second() -> None:
    pace = Pace()
    assert taken(pace, 100.0, LIVELY_SECONDS) == round(LIVELY_SECONDS / EVERY), "somebody has just come"
    assert taken(pace, 100.0 + LIVELY_SECONDS, 5.0) in (10, 11)
    assert STILL_SECONDS == 5.0 * EVERY


def test_motion_and_somebody_new_are_served_at_full_rate() -> None:
    pace = Pace()
    taken(pace, 100.0, 10.0)
    assert taken(pace, 110.0, 1.0, moved=True) == 10
    assert taken(pace, 111.0, 1.0) == 10, "what has just moved may go on"
    taken(pace, 112.0, 10.0)
    assert pace.due(122.01, Listening(2), moved=False), "who asks for a picture does not wait"


def test_who_is_patient_gets_two_a_second_of_what_moves_and_whoever_joins_all() -> None:
    pace = Pace()
    assert taken(pace, 100.0, 5.0, moved=True, patient=True) in (10, 11)
    assert taken(pace, 105.0, 1.0, listeners=2, moved=True) == 10
    assert taken(pace, 106.0, 5.0, moved=True, patient=True) in (10, 11)


def test_nobody_is_served_without_listeners() -> None:
    assert taken(Pace(), 100.0, 3.0, listeners=0, moved=True) == 0
