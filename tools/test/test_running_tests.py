"""Which tests are run, and which are run again."""

import pytest

from pred_door.tests import ALONE, TOGETHER, run_tests


@pytest.mark.parametrize(
    ("options", "ends", "code", "runs"),
    [
        ([], [0], 0, [list(TOGETHER)]),
        ([], [1, 0], 0, [list(TOGETHER), list(ALONE)]),
        ([], [1, 1], 1, [list(TOGETHER), list(ALONE)]),
        ([], [2], 2, [list(TOGETHER)]),  # a file could not be read: nothing was decided by chance
        (["src/pred_nav", "-x"], [1], 1, [["src/pred_nav", "-x"]]),
    ],
)
def test_only_failures_among_all_tests_are_run_again(
    options: list[str], ends: list[int], code: int, runs: list[list[str]]
) -> None:
    asked: list[list[str]] = []

    def run(given: list[str]) -> int:
        asked.append(given)
        return ends[len(asked) - 1]

    assert run_tests(run, options) == code
    assert asked == runs
