"""What to play when: a bag's messages against a clock that can be stopped, stepped, set and run at any rate."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pred_tools.bag.reader import Bag, Recorded


@dataclass(frozen=True)
class Span:
    """Which part is played: from ``start`` to ``end`` (ns), of which topics, again and again or once."""

    start: int
    end: int
    topics: Collection[str]
    loop: bool = False


class Playback:
    """Hands out messages as they are due. Times handed in (s) are of one clock that never goes back."""

    def __init__(
        self, bag: Bag, span: Span, *, rate: float = 1.0, paused: bool = False, now: float = 0.0
    ) -> None:
        self._bag = bag
        self._span = span
        self._rate = rate
        self._paused = paused
        self._position = span.start
        self._since = now
        self._latched = bag.latched & set(span.topics)
        self._due: list[Recorded] = []
        self._next: Recorded | None = None
        self._messages: Iterator[Recorded] = iter(())
        self.over = False
        self.seek(span.start, now)

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return self._paused

    @property
    def rate(self) -> float:
        """Seconds of the bag a second."""
        return self._rate

    def position(self, now: float) -> int:
        """Return the time of the bag (ns)."""
        if self._paused:
            return self._position
        return self._position + int((now - self._since) * self._rate * 1e9)

    def pause(self, now: float) -> None:
        """Stop the clock."""
        self._set(self.position(now), now)
        self._paused = True

    def resume(self, now: float) -> None:
        """Let the clock go on."""
        self._since = now
        self._paused = False

    def set_rate(self, rate: float, now: float) -> None:
        """Change the speed."""
        self._set(self.position(now), now)
        self._rate = rate

    def seek(self, when: int, now: float) -> None:
        """Go to a time of the bag (ns, kept within the span). The last message of each latched topic comes first.

        :raises BagError: when the bag cannot be read
        """
        when = min(max(when, self._span.start), self._span.end)
        self._set(when, now)
        self._due = (
            list(self._bag.last_before(when, self._latched).values()) if when > self._bag.start else []
        )
        self._messages = self._bag.messages(self._span.topics, when, self._span.end + 1)
        self._next = next(self._messages, None)
        self.over = self._next is None and not self._due

    def due(self, now: float) -> list[Recorded]:
        """Return what is to be published now.

        :raises BagError: when the bag cannot be read
        """
        found, self._due = self._due, []
        position = self.position(now)
        while self._next is not None and not self._paused and self._next.time <= position:
            found.append(self._take())
        self._end(now)
        return found

    def step(self, now: float) -> list[Recorded]:
        """Return the next message, whenever it is due; the clock is set to its time and stands still.

        :raises BagError: when the bag cannot be read
        """
        found, self._due = self._due, []
        self.pause(now)
        if self._next is not None:
            message = self._take()
            self._set(message.time, now)
            found.append(message)
        self._end(now)
        return found

    def wait(self, now: float, longest: float) -> float:
        """Return how long nothing is due (s)."""
        if self._due or self._next is None:
            return 0.0
        if self._paused:
            return longest
        return min(longest, max(0.0, (self._next.time - self.position(now)) / self._rate / 1e9))

    def _take(self) -> Recorded:
        message = self._next
        if message is None:
            raise IndexError("nothing is left")
        self._next = next(self._messages, None)
        return message

    def _end(self, now: float) -> None:
        if self._next is not None or self._due:
            return
        if self._span.loop:
            self.seek(self._span.start, now)
        else:
            self.over = True

    def _set(self, position: int, now: float) -> None:
        self._position, self._since = position, now
