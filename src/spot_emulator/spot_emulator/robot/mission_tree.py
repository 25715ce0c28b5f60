"""A mission's tree of nodes without the robot: their order, variables, waiting, and questions to whoever listens."""

from __future__ import annotations

import itertools
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bosdyn.api.mission import mission_pb2, nodes_pb2, util_pb2

from spot_emulator.robot.blackboard import Blackboard, Unknown

RUNNING: int = util_pb2.RESULT_RUNNING
SUCCESS: int = util_pb2.RESULT_SUCCESS
FAILURE: int = util_pb2.RESULT_FAILURE
ERROR: int = util_pb2.RESULT_ERROR
_COMPARISONS: dict[int, Callable[[Any, Any], bool]] = {
    nodes_pb2.Condition.COMPARE_EQ: operator.eq,
    nodes_pb2.Condition.COMPARE_NE: operator.ne,
    nodes_pb2.Condition.COMPARE_LT: operator.lt,
    nodes_pb2.Condition.COMPARE_GT: operator.gt,
    nodes_pb2.Condition.COMPARE_LE: operator.le,
    nodes_pb2.Condition.COMPARE_GE: operator.ge,
}


@dataclass
class Run:
    """One mission while it is played. ``robot`` is what its nodes act on; ``time``: seconds that it was played.

    ``beside``: other services of the robot that nodes ask, which they know
    """

    robot: Any
    beside: Any = None
    leases: Sequence[Any] = ()
    time: float = 0.0
    blackboard: Blackboard = field(default_factory=Blackboard)
    asked: dict[str, Any] = field(default_factory=dict)
    """Questions by the source that asks."""
    answers: dict[int, int] = field(default_factory=dict)
    texts: dict[int, Any] = field(default_factory=dict)
    states: list[Any] = field(default_factory=list)
    """What nodes came to in this tick, in the order in which they were ticked."""


class Node(ABC):
    """A node. ``number``: unique in its mission."""

    def __init__(self, number: int, name: str, children: Sequence[Node] = ()) -> None:
        self.number, self.name, self.children = number, name, list(children)
        self.begun = False
        self.error = ""

    def tick(self, run: Run) -> int:
        """Go on; return the result."""
        state = mission_pb2.State.NodeStatesAtTick.NodeState(id=self.number)
        run.states.append(state)
        if not self.begun:
            self.begun, self.error = True, ""
            self.begin(run)
        try:
            result = self.go_on(run)
        except Unknown as error:
            result, self.error = ERROR, str(error)
        if result != RUNNING:
            self.begun = False
            for child in self.children:
                child.end(run)
            self.finish(run)
        state.result, state.error = result, self.error if result in {FAILURE, ERROR} else ""
        return result

    def end(self, run: Run) -> None:
        """Be over before it came to anything, as are those below; the next tick begins anew."""
        for child in self.children:
            child.end(run)
        if self.begun:
            self.begun = False
            self.pause(run)
            self.finish(run)

    def pause(self, run: Run) -> None:
        """Let go of the robot until the next tick."""
        for child in self.children:
            child.pause(run)

    def begin(self, run: Run) -> None:  # noqa: B027
        """Get ready; ``go_on`` follows."""

    def finish(self, run: Run) -> None:  # noqa: B027
        """Leave nothing behind."""

    def prepare(self, beside: Any, leases: Sequence[Any]) -> str:
        """Get ready as the mission is loaded, which may take long; return why it cannot be played, or ''."""
        return ""

    def dismiss(self) -> None:  # noqa: B027
        """Let go of what ``prepare`` got: the mission is loaded no longer."""

    def below(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for child in self.children:
            yield from child.below()

    @abstractmethod
    def go_on(self, run: Run) -> int:
        """Return what it comes to now."""


class InOrder(Node):
    """Children one after the other: all until one is not so (Sequence), or none until one is (Selector)."""

    def __init__(self, number: int, name: str, children: Sequence[Node], going: int, *, anew: bool) -> None:
        super().__init__(number, name, children)
        self._going, self._anew, self._at = going, anew, 0

    def begin(self, run: Run) -> None:
        self._at = 0

    def go_on(self, run: Run) -> int:
        if self._anew:
            self._at = 0
        while self._at < len(self.children):
            result = self.children[self._at].tick(run)
            if result != self._going:
                return result
            self._at += 1
        return self._going


class Again(Node):
    """A child several times: so often (Repeat), or until it succeeds (Retry). ``most``: 0 is without end."""

    def __init__(
        self, number: int, name: str, child: Node, most: int, count: str, *, ends_with: frozenset[int]
    ) -> None:
        super().__init__(number, name, [child])
        self._most, self._count, self._ends_with, self._starts = most, count, ends_with, 0

    def begin(self, run: Run) -> None:
        self._starts = 0
        self._start(run)

    def _start(self, run: Run) -> None:
        self._starts += 1
        if self._count:
            run.blackboard.write(self._count, self._starts)

    def go_on(self, run: Run) -> int:
        result = self.children[0].tick(run)
        if result == RUNNING:
            return RUNNING
        if result == ERROR or result in self._ends_with or 0 < self._most <= self._starts:
            return result
        self._start(run)
        return RUNNING


class ForDuration(Node):
    """A child for so long at most (s); what then follows is a second child, or a failure."""

    def __init__(self, number: int, name: str, children: Sequence[Node], seconds: Value, left: str) -> None:
        super().__init__(number, name, children)
        self._seconds, self._left, self._since, self._late = seconds, left, 0.0, False

    def begin(self, run: Run) -> None:
        self._since, self._late = run.time, False

    def go_on(self, run: Run) -> int:
        left = float(self._seconds(run)) - (run.time - self._since)
        if self._left:
            run.blackboard.write(self._left, left)
        if not self._late and left > 0.0:
            return self.children[0].tick(run)
        if not self._late:
            self._late = True
            self.children[0].end(run)
        if len(self.children) > 1:
            return self.children[1].tick(run)
        self.error = "its time is over"
        return FAILURE


class Together(Node):
    """Children side by side. ``primary`` alone decides; without it all have to succeed."""

    def __init__(
        self, number: int, name: str, children: Sequence[Node], *, primary: bool, all_end: bool = False
    ) -> None:
        super().__init__(number, name, children)
        self._primary, self._all_end = primary, all_end
        self._done: dict[int, int] = {}

    def begin(self, run: Run) -> None:
        self._done = {}

    def go_on(self, run: Run) -> int:
        for child in self.children:
            if child.number not in self._done:
                result = child.tick(run)
                if result != RUNNING:
                    self._done[child.number] = result
        if self._primary:
            return self._done.get(self.children[0].number, RUNNING)
        bad = [result for result in self._done.values() if result != SUCCESS]
        if len(self._done) < len(self.children) and (self._all_end or not bad):
            return RUNNING
        return bad[0] if bad else SUCCESS


Value = Callable[[Run], Any]
"""What gives a value when a node needs it."""


class Comparison(Node):
    """A comparison of two values."""

    def __init__(self, number: int, name: str, left: Value, right: Value, comparison: int) -> None:
        super().__init__(number, name)
        self._left, self._right, self._comparison = left, right, _COMPARISONS[comparison]

    def go_on(self, run: Run) -> int:
        return SUCCESS if self._comparison(self._left(run), self._right(run)) else FAILURE


class Constant(Node):
    """The same result each time."""

    def __init__(self, number: int, name: str, result: int) -> None:
        super().__init__(number, name)
        self._result = result

    def go_on(self, run: Run) -> int:
        return self._result


class Sleep(Node):
    """Wait, s."""

    def __init__(self, number: int, name: str, seconds: Value) -> None:
        super().__init__(number, name)
        self._seconds, self._since = seconds, 0.0

    def begin(self, run: Run) -> None:
        self._since = run.time

    def go_on(self, run: Run) -> int:
        return SUCCESS if run.time - self._since >= float(self._seconds(run)) else RUNNING


class Define(Node):
    """Variables that are there for a child alone."""

    def __init__(self, number: int, name: str, child: Node, values: dict[str, Value]) -> None:
        super().__init__(number, name, [child])
        self._values, self._scope = values, dict[str, Any]()

    def begin(self, run: Run) -> None:
        self._scope = {name: value(run) for name, value in self._values.items()}

    def go_on(self, run: Run) -> int:
        run.blackboard.enter(self._scope)
        try:
            return self.children[0].tick(run)
        finally:
            run.blackboard.leave()


class Write(Node):
    """Variables are written."""

    def __init__(self, number: int, name: str, values: dict[str, Value]) -> None:
        super().__init__(number, name)
        self._values = values

    def go_on(self, run: Run) -> int:
        for name, value in self._values.items():
            run.blackboard.write(name, value(run))
        return SUCCESS


class RestartWhenPaused(Node):
    """A child that begins anew after a pause."""

    def __init__(self, number: int, name: str, child: Node) -> None:
        super().__init__(number, name, [child])

    def pause(self, run: Run) -> None:
        for child in self.children:
            child.end(run)

    def go_on(self, run: Run) -> int:
        return self.children[0].tick(run)


class Text(Node):
    """Words for whoever watches, as long as a child goes on."""

    def __init__(self, number: int, name: str, child: Sequence[Node], text: Any) -> None:
        super().__init__(number, name, child)
        self._text = text

    def begin(self, run: Run) -> None:
        run.texts[self.number] = self._text

    def finish(self, run: Run) -> None:
        run.texts.pop(self.number, None)

    def go_on(self, run: Run) -> int:
        return self.children[0].tick(run) if self.children else SUCCESS


class Prompt(Node):
    """A question; once somebody answers, its code is a variable named as who asks, and a child goes on."""

    _numbers = itertools.count(1)

    def __init__(self, number: int, name: str, child: Sequence[Node], asked: Any) -> None:
        super().__init__(number, name, child)
        self._asked = asked

    def begin(self, run: Run) -> None:
        asked = run.asked.get(self._asked.source)
        if asked is None or (self._asked.always_reprompt and asked.id in run.answers):
            options = self._asked.options_list.options or self._asked.options
            run.asked[self._asked.source] = mission_pb2.Question(
                id=next(self._numbers), source=self._asked.source, text=self._asked.text, options=options,
                for_autonomous_processing=self._asked.for_autonomous_processing, severity=self._asked.severity,
            )  # fmt: skip

    def finish(self, run: Run) -> None:
        asked = run.asked.get(self._asked.source)
        if asked is not None and asked.id not in run.answers:
            del run.asked[self._asked.source]  # nobody waits for the answer any more

    def go_on(self, run: Run) -> int:
        answer = run.answers.get(run.asked[self._asked.source].id)
        if answer is None:
            return RUNNING
        run.blackboard.write(self._asked.source, answer)
        return self.children[0].tick(run) if self.children else SUCCESS


def today(run: Run) -> str:
    """Return the robot's date and time (ISO 8601)."""
    return datetime.fromtimestamp(run.robot.clock.seconds(), UTC).isoformat(timespec="seconds")
