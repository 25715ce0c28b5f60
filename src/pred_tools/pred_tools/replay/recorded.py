"""A recorded run as what is replayed of it: observations with their transforms, and questions with their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rclpy.serialization import deserialize_message
from rosidl_runtime_py.utilities import get_service
from tf2_msgs.msg import TFMessage

from pred_core.ros.lazy_message import Stamp, stamp_of_raw
from pred_core.ros.questions import EVENT_SUFFIX
from pred_msgs.msg import ObjectMemory, Plan, RobotState, TaskEvent
from pred_tools.bag.reader import Bag, BagError

COLOUR = "camera/color/image_raw"
STATE = "robot_state"
PARTS = (COLOUR, "camera/depth/image_raw", "camera/color/camera_info", STATE, "ground_truth/detections")
"""What perception is given of an observation."""
NEEDED = PARTS[:4]
TRANSFORMS, FIXED = "/tf", "/tf_static"
MEMORY, PLAN, EVENTS = "object_memory", "plan", "task_events"
CHECK, MAKE, REVISE, REGROUND = "check_expectations", "make_plan", "revise_plan", "reground_plan"
QUESTIONS = (CHECK, MAKE, REVISE, REGROUND)
_RECEIVED, _SENT = 1, 2
"""Values of service_msgs/ServiceEventInfo.event_type on the side of the server."""


@dataclass(frozen=True)
class RecordedObservation:
    """One observation: stamp, and the serialized messages by relative topic."""

    stamp: Stamp
    parts: Mapping[str, bytes]


@dataclass(frozen=True)
class ServiceCall:
    """One call of a service: which, request and response, when it came (ns), and the stamp it was asked on."""

    service: str
    request: Any
    response: Any
    time: int
    stamp: Stamp = (0, 0)


@dataclass(frozen=True)
class Transform:
    """A message of /tf or /tf_static and the newest stamp in it."""

    topic: str
    stamp: Stamp
    data: bytes


@dataclass
class Recording:
    """A bag seen as a run of one robot. ``started`` is the step at which its task began.

    ``memories`` are what perception answered, by stamp, ``times`` when (ns); ``transforms`` are in order of stamps.
    """

    bag: Bag
    namespace: str
    memories: dict[Stamp, bytes] = field(default_factory=dict)
    questions: list[ServiceCall] = field(default_factory=list)
    transforms: list[Transform] = field(default_factory=list)
    plans: list[tuple[int, Plan]] = field(default_factory=list)
    steps: dict[int, Stamp] = field(default_factory=dict)
    times: dict[Stamp, int] = field(default_factory=dict)
    episodes: dict[Stamp, int] = field(default_factory=dict)
    started: int = 0

    @property
    def begins_late(self) -> bool:
        """Whether the robot knew things before the first observation, which no replay can know."""
        first = min(self.memories, default=None)
        return first is not None and any(not o.visible for o in memory_of(self.memories[first]).objects)

    def topic(self, name: str) -> str:
        """Return the full name of a relative topic."""
        return f"{self.namespace}/{name}"

    def qos(self, topic: str) -> str:
        """Return what the publishers of a topic (full name) offered, as text."""
        found = self.bag.topics.get(topic)
        return found.qos if found is not None else ""

    def plan_before(self, when: int) -> Plan | None:
        """Return the plan that was being carried out at a time (ns)."""
        return next((plan for time, plan in reversed(self.plans) if time <= when), None)

    def observations(self) -> Iterator[RecordedObservation]:
        """Yield the observations that perception answered, in order.

        :raises BagError: when the bag cannot be read
        """
        there = {self.topic(part): part for part in PARTS if self.topic(part) in self.bag.topics}
        waiting: dict[Stamp, dict[str, bytes]] = {}
        for message in self.bag.messages(there.keys()):
            stamp = stamp_of_raw(message.data)
            if stamp not in self.memories:
                continue
            parts = waiting.setdefault(stamp, {})
            parts[there[message.topic]] = message.data
            if len(parts) == len(there):
                yield RecordedObservation(stamp, waiting.pop(stamp))


def read_recording(bag: Bag) -> Recording:
    """Read everything but the pictures.

    :raises BagError: when the bag is not of a run that can be replayed; the text says what it lacks
    """
    recording = Recording(bag, _namespace(bag))
    events: dict[tuple[str, bytes, int], Any] = {}
    services = {recording.topic(name) + EVENT_SUFFIX: name for name in QUESTIONS}
    kinds = {
        topic: get_service(bag.topics[topic].kind.removesuffix("_Event"))
        for topic in services
        if topic in bag.topics
    }
    memory, plan, state, event_topic = (recording.topic(name) for name in (MEMORY, PLAN, STATE, EVENTS))
    for message in bag.messages({memory, plan, state, event_topic, TRANSFORMS, FIXED, *kinds}):
        if message.topic == memory:
            recording.memories[stamp_of_raw(message.data)] = message.data
            recording.times[stamp_of_raw(message.data)] = message.time
        elif message.topic == plan:
            recording.plans.append((message.time, deserialize_message(message.data, Plan)))
        elif message.topic == state:
            told = deserialize_message(message.data, RobotState)
            recording.steps[told.step] = stamp_of_raw(message.data)
            recording.episodes[stamp_of_raw(message.data)] = told.episode
        elif message.topic == event_topic:
            event = deserialize_message(message.data, TaskEvent)
            recording.started = event.step if event.kind == "start" else recording.started
        elif message.topic in kinds:
            event = deserialize_message(message.data, kinds[message.topic].Event)
            question = _paired(events, services[message.topic], event, message.time)
            if question is not None:
                recording.questions.append(question)
        else:
            recording.transforms.append(_transform(message.topic, message.data))
    _leave_out_other_worlds(recording)
    _check_pictures(recording)
    recording.questions = sorted(
        (replace(q, stamp=_stamp_of(q, recording.steps)) for q in recording.questions),
        key=lambda q: (q.stamp, q.time),
    )
    recording.transforms.sort(key=lambda t: (t.topic != FIXED, t.stamp))
    return recording


def memory_of(data: bytes) -> ObjectMemory:
    """Return a serialized object memory taken apart."""
    memory: ObjectMemory = deserialize_message(data, ObjectMemory)
    return memory


def _namespace(bag: Bag) -> str:
    found = [name.removesuffix(f"/{MEMORY}") for name in bag.topics if name.endswith(f"/{MEMORY}")]
    if not found:
        raise BagError(f"{bag.path} holds no {MEMORY}: it is not the bag of a run.")
    if len(found) > 1:
        raise BagError(f"{bag.path} holds several robots ({', '.join(found)}): trim it to one of them.")
    missing = [part for part in NEEDED if f"{found[0]}/{part}" not in bag.topics]
    if missing:
        raise BagError(f"{bag.path} lacks {', '.join(missing)}: it cannot be replayed.")
    return found[0]


def _leave_out_other_worlds(recording: Recording) -> None:
    """Drop what was seen last in a world that was left before the task began."""
    start = recording.steps.get(recording.started)
    if start is None:
        return
    world = recording.episodes[start]
    recording.memories = {
        stamp: data
        for stamp, data in recording.memories.items()
        if stamp >= start or recording.episodes.get(stamp) == world
    }


def _check_pictures(recording: Recording) -> None:
    answered = len(recording.memories)
    for part in NEEDED:
        count = recording.bag.topics[recording.topic(part)].count
        if count < answered:
            raise BagError(
                f"{recording.bag.path} holds {count} of {answered} {part}: light recordings, and those that were "
                "bounded, cannot be replayed. Record with record:=true."
            )


def _paired(
    events: dict[tuple[str, bytes, int], Any], service: str, event: Any, when: int
) -> ServiceCall | None:
    """Return the question when its response comes; the request came before."""
    key = (service, bytes(event.info.client_gid), event.info.sequence_number)
    if event.info.event_type == _RECEIVED:
        events[key] = (event.request[0], when)
        return None
    if event.info.event_type != _SENT or key not in events:
        return None
    request, asked = events.pop(key)
    return ServiceCall(service, request, event.response[0], asked)


def _stamp_of(question: ServiceCall, steps: Mapping[int, Stamp]) -> Stamp:
    """Return the stamp of the observation a question was asked on."""
    if question.service == CHECK:
        step = question.response.step or question.request.step
        return steps.get(int(step), (0, 0))
    stamp = question.request.memory.header.stamp
    return (stamp.sec, stamp.nanosec)


def _transform(topic: str, data: bytes) -> Transform:
    message: TFMessage = deserialize_message(data, TFMessage)
    stamps = [(t.header.stamp.sec, t.header.stamp.nanosec) for t in message.transforms]
    return Transform(topic, max(stamps, default=(0, 0)), data)
