"""What property tests draw does not hang on which modules a worker has loaded."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers


@pytest.mark.skipif(settings.get_current_profile_name() != "ci", reason="other cases are looked for")
def test_no_constant_of_our_code_is_drawn() -> None:
    assert len(providers._get_local_constants()) == 0
