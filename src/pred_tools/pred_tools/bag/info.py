"""What a bag holds, as lines for people, in the order of ``ros2 bag info``."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence

from pred_tools.bag.known import PARAMETERS
from pred_tools.bag.reader import Bag

LONGEST = 100
"""Characters of a text of the custom data that are shown."""


def describe(bag: Bag, damage: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines."""
    yield f"Files:             {', '.join(str(path) for path in bag.files)}"
    yield f"Bag size:          {_size(bag.size)}"
    yield "Storage id:        mcap"
    yield f"Duration:          {(bag.end - bag.start) / 1e9:.3f} s"
    yield f"Start:             {_time(bag.start)}"
    yield f"End:               {_time(bag.end)}"
    yield f"Messages:          {bag.count}"
    if not bag.whole and not damage:
        yield (
            "Cut off:           the recording was ended by force. Everything up to there can be read; "
            "'./pred bag trim BAG -o NEW' writes a whole bag of it."
        )
    for sentence in damage:
        yield f"Damaged:           {sentence}"
    yield "Topic information:"
    width = max((len(name) for name in bag.topics), default=0)
    for name in sorted(bag.topics):
        topic = bag.topics[name]
        yield f"  {name.ljust(width)} | {topic.kind} | {topic.count}"
    yield from _custom(bag.custom)


def as_json(bag: Bag, damage: Sequence[str] = ()) -> str:
    """Return the same for programs."""
    content = {
        "files": [str(path) for path in bag.files],
        "bytes": bag.size,
        "start_ns": bag.start,
        "end_ns": bag.end,
        "messages": bag.count,
        "whole": bag.whole,
        "damage": list(damage),
        "topics": {t.name: {"type": t.kind, "count": t.count} for t in bag.topics.values()},
        "custom": dict(bag.custom),
    }
    return json.dumps(content, indent=2, sort_keys=True)


def _custom(custom: Mapping[str, str]) -> Iterator[str]:
    if custom:
        yield "Custom data:"
    for key, value in sorted(custom.items()):
        if key == PARAMETERS:
            yield f"  parameters: of {', '.join(sorted(json.loads(value)))} (all with --json)"
        else:
            yield f"  {key}: {value if len(value) <= LONGEST else value[:LONGEST] + '...'}"


def _time(when: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(when // 10**9)) + f".{when // 10**6 % 1000:03d}"


def _size(size: int) -> str:
    return f"{size / 1e6:.2f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
