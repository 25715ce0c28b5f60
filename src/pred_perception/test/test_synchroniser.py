"""Parts of an observation come in any order and interleaved with others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pred_perception.synchroniser import Synchroniser


@given(st.permutations([(part, stamp) for stamp in range(4) for part in "abc"]))
def test_complete_sets_come_out_once_and_never_out_of_order(arrivals):
    sync = Synchroniser("abc")
    out = []
    for part, stamp in arrivals:
        whole = sync.add(part, (stamp, 0), f"{part}{stamp}")
        if whole is not None:
            out.append(stamp)
            assert whole == {p: f"{p}{stamp}" for p in "abc"}
    assert out[-1] == 3 or len(out) > 0
    assert len(set(out)) == len(out)


def test_parts_in_order_are_all_answered():
    sync = Synchroniser("ab")
    done = []
    for stamp in range(10):
        assert sync.add("a", (stamp, 5), stamp) is None
        done.append(sync.add("b", (stamp, 5), stamp))
    assert done == [{"a": s, "b": s} for s in range(10)] and sync.dropped == 0


def test_what_will_never_be_complete_is_dropped():
    sync = Synchroniser("ab", depth=3)
    for stamp in range(10):
        sync.add("a", (stamp, 0), stamp)
    assert sync.dropped == 7
    assert sync.add("b", (9, 0), 9) == {"a": 9, "b": 9}
