"""A trouble that lasts is told once, and again when it comes back."""

from __future__ import annotations

from pred_bridge.trouble import LASTED, Trouble


def told(*looks: tuple[float, str]) -> list[tuple[float, str]]:
    trouble = Trouble()
    return [(now, said) for now, what in looks if (said := trouble.to_tell(what, now))]


def test_what_lasts_is_told_once_and_in_time_for_a_person_who_waits() -> None:
    looks = [(0.5 * k, "no robot") for k in range(100)]
    assert told(*looks) == [(LASTED, "no robot")]
    assert LASTED < 15.0


def test_what_passes_is_not_told() -> None:
    assert told(*((0.5 * k, "no robot") for k in range(10)), (5.0, "")) == []


def test_what_becomes_of_it_and_what_comes_back_is_told() -> None:
    first = [(0.0, "off"), (LASTED, "off"), (LASTED + 1.0, "locked"), (LASTED + 2.0, "")]
    again = [(20.0, "off"), (20.0 + LASTED, "off")]
    assert told(*first, *again) == [(LASTED, "off"), (LASTED + 1.0, "locked"), (20.0 + LASTED, "off")]
