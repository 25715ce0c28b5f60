"""The clock of a player: rate, pause, step, seek with latched topics, loop; without waiting for anything."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from bags import SECOND, START, make_bag, text

from pred_tools.bag.playback import Playback, Span
from pred_tools.bag.reader import Bag, Recorded, open_bag


@pytest.fixture
def bag(tmp_path: Path) -> Bag:
    return open_bag(make_bag(tmp_path / "bag"))


def playback(bag: Bag, *, loop: bool = False, **options: float) -> Playback:
    return Playback(bag, Span(bag.start, bag.end, frozenset(bag.topics), loop), **options)


def words(messages: list[Recorded]) -> list[bytes]:
    return [message.data for message in messages]


def test_messages_come_when_they_are_due_at_any_rate(bag: Bag) -> None:
    normal, fast = playback(bag), playback(bag, rate=4.0)
    assert words(normal.due(0.0)) == [text("word 0")]
    assert words(normal.due(1.0)) == [text("kept 0"), text("word 1")]
    assert len(fast.due(1.0)) == 6 and fast.wait(1.0, 9.0) == pytest.approx(0.25)
    assert len(fast.due(2.25)) == 6 and fast.over


def test_a_pause_holds_time_and_a_step_is_one_message(bag: Bag) -> None:
    play = playback(bag)
    play.due(0.5)
    play.pause(0.6)
    assert play.paused and play.due(50.0) == [] and play.wait(50.0, 9.0) == 9.0
    assert words(play.step(51.0)) == [text("word 1")] and words(play.step(52.0)) == [text("word 2")]
    assert play.position(60.0) == START + 2 * SECOND
    play.resume(60.0)
    assert words(play.due(61.0)) == [text("word 3")]


def test_after_a_seek_latched_topics_are_complete(bag: Bag) -> None:
    play = playback(bag)
    play.seek(START + 7 * SECOND, 0.0)
    assert words(play.due(0.0)) == [text("kept 5"), text("word 7")]
    play.seek(START + 2 * SECOND, 10.0)
    assert words(play.due(10.0)) == [text("kept 0"), text("word 2")], "backwards, too"
    play.seek(START - 99 * SECOND, 20.0)
    assert words(play.due(20.0)) == [text("word 0")], "not before the beginning"


def test_seeking_works_where_a_bag_was_cut_off(bag: Bag, tmp_path: Path) -> None:
    data = bag.files[0].read_bytes()
    (tmp_path / "cut.mcap").write_bytes(data[: len(data) - 50])
    cut = open_bag(tmp_path / "cut.mcap")
    assert not cut.whole
    play = playback(cut)
    play.seek(START + 7 * SECOND, 0.0)
    assert words(play.due(0.0)) == [text("kept 5"), text("word 7")]


def test_a_loop_begins_again_and_a_new_rate_keeps_the_place(bag: Bag) -> None:
    play = playback(bag, loop=True)
    assert len(play.due(9.0)) == 12 and not play.over
    assert words(play.due(9.5)) == [text("word 0"), text("kept 0")]
    play.set_rate(2.0, 9.5)
    assert play.position(10.0) == START + SECOND + SECOND // 2
