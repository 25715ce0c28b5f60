"""One remembered object: a thin cloud of the points seen of it, and what is known about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pred_core.door_side import LEAST_DOOR, growth_by_side
from pred_core.geometry import Pose2D
from pred_core.objects import Attribute, ObjectState, Truth, Vector
from pred_core.views import AT_FIRST
from pred_core.vocabulary import group, look_alike, object_types
from pred_perception.belief import Belief
from pred_perception.clouds import corners, first_of_voxels
from pred_perception.extent import within_its_size
from pred_perception.instances import Instance
from pred_perception.naming import Naming

MIN_VOXEL, MAX_VOXEL = 0.02, 0.15
ELEVATION_STEP = float(np.radians(20.0))
"""By how much the camera is tilted between two views of what is held that count as different."""


def voxel_size(class_name: str, finest: float = MIN_VOXEL) -> float:
    """Return how finely a class's surface is remembered, metres: a twentieth of its usual length."""
    known = object_types().get(class_name)
    length = max(known.size) if known is not None and known.size is not None else 0.8
    return float(np.clip(length / 20.0, finest, MAX_VOXEL))


def is_movable(class_name: str) -> bool:
    """Tell whether the robot could carry objects of a class away; unknown classes may be."""
    known = object_types().get(class_name)
    return known is None or known.can("pickupable")


def thin_out(points: NDArray[np.float32], voxel: float) -> NDArray[np.float32]:
    """Return the first point of each voxel, (K, 3), in order of appearance."""
    return np.asarray(first_of_voxels(points, np.float32(voxel)))


def vector(values: NDArray[np.float32] | NDArray[np.float64]) -> Vector:
    """Return three numbers as a tuple."""
    x, y, z = (float(v) for v in values)
    return x, y, z


@dataclass(eq=False)
class Track:
    """One remembered object. ``points`` is (K, 3) in map; ``misses`` counts looks that contradict it.

    ``rivals`` counts the frames in which tracks of its class were seen beside it, ``pieces`` those in which one
    instance lay on both. ``carried``: moves with the robot.
    ``belief``: how sure it is that there is such a thing; ``renameable``: its class is what most votes say, however
    unlike that is; ``standing``: how much of its being likely others of its class leave, where there can be one only;
    ``ajar``: the robot opened it, so that its views are of its inside and say nothing of its class;
    ``loose``: was put down, but its new place was not seen yet; ``put_from``: 4x4, the camera's pose
    (optical frame to map) when it was, None where that looked elsewhere; ``held_until``: the step of the first
    observation without it in the hand. ``naming`` weighs what its views allow it to
    be, ``votes`` sums the scores of what it was called; ``in_hand`` is what it was called in the hand, by how steeply
    the camera looked: what most of these say is its class for good, and views from afar change it no more. Standing
    for long in one pose adds no say to it.
    """

    id: str
    class_name: str
    points: NDArray[np.float32]
    voxel: float
    scores: float = 0.0
    attributes: dict[str, Attribute] = field(default_factory=dict)
    parent_id: str = ""
    held: bool = False
    carried: bool = False
    ajar: bool = False
    loose: bool = False
    put_from: NDArray[np.float64] | None = None
    held_until: int = -1
    visible: bool = False
    was_visible: bool = False
    detection_id: str = ""
    pixels: int = 0
    distance: float = 0.0
    last_seen: float = 0.0
    last_seen_step: int = 0
    observations: int = 0
    misses: int = 0
    rivals: Counter[str] = field(default_factory=Counter)
    pieces: Counter[str] = field(default_factory=Counter)
    votes: dict[str, float] = field(default_factory=dict)
    in_hand: dict[int, str] = field(default_factory=dict)
    belief: Belief = field(default_factory=Belief)
    naming: Naming = field(default_factory=Naming)
    renameable: bool = False
    standing: float = 1.0
    body: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None
    low: NDArray[np.float32] = field(init=False)
    high: NDArray[np.float32] = field(init=False)
    center: NDArray[np.float32] = field(init=False)
    _volume: float | None = None
    _longest_edge: float | None = None
    _places: int = 0
    _judgements: int = 0
    _state: tuple[tuple[object, ...], ObjectState] | None = None

    def __post_init__(self) -> None:
        self.place(self.points)

    def place(self, points: NDArray[np.float32]) -> None:
        """Replace the cloud, and with it the corners ``low`` and ``high`` and the ``center`` of its box."""
        self.points = points
        self._places += 1
        self._volume = self._longest_edge = None
        self.low, self.high = corners(points)
        self.center = (self.low + self.high) / np.float32(2.0)

    @classmethod
    def begin(cls, track_id: str, instance: Instance, finest: float = MIN_VOXEL) -> Track:
        """Return a new track of an instance; :meth:`see` must follow."""
        voxel = voxel_size(instance.class_name, finest)
        return cls(track_id, instance.class_name, thin_out(instance.points, voxel), voxel)

    @property
    def volume(self) -> float:
        """Volume of its box, cubic metres, made once a place; flat boxes count as 1 cm thick."""
        if self._volume is None:
            self._volume = float(np.maximum(self.high - self.low, 0.01).prod())
        return self._volume

    @property
    def longest_edge(self) -> float:
        """Length of the longest edge of its box, metres, made once a place."""
        if self._longest_edge is None:
            self._longest_edge = float((self.high - self.low).max())
        return self._longest_edge

    def unsee(self) -> None:
        """Forget what belongs to the last frame only."""
        self.was_visible = self.visible
        self.visible, self.pixels, self.distance = False, 0, 0.0

    def look_from_elsewhere(self) -> None:
        """Say that the camera has moved; what is in the hand moves with it."""
        if not self.carried:
            self.belief.look_from_elsewhere()
            self.naming.look_from_elsewhere()

    def see(self, instance: Instance, stamp: float, step: int, afresh: bool, elevation: float = 0.0) -> None:
        """Take an instance of the current frame as this object.

        :param afresh: the object moved: what was remembered of its shape and place is replaced
        :param elevation: of the camera's axis over the horizon, radians; tells views of what is held apart
        """
        cloud = instance.points if afresh else np.concatenate([self.points, instance.points])
        self.place(self._plausible(cloud))
        self.visible = True
        self._name(instance, elevation)
        self.detection_id = instance.detection.id
        self.pixels = instance.pixels
        self.distance = instance.distance
        self.scores += instance.detection.score
        self.belief.seen(instance.there)
        self.attributes.update(instance.detection.attributes)
        self.observations += 1
        self.misses = 0
        self.loose = False
        self.last_seen, self.last_seen_step = stamp, step

    def use_door(self, opened: bool) -> None:
        """Take in that the robot opened or closed it: it is there, and of a class that has a door.

        How far open it is a view of it tells; what is not in the picture any more is as the robot left it.
        """
        if not self.visible:
            self.attributes["open"] = Attribute("open", Truth.of(opened))
            self._state = None  # what is told of it else changes with views alone
        self.belief.confirm()
        self.naming.rule_out_others(group("must_be_open"))
        self.ajar = opened

    def recognise(self, detection_id: str, pixels: int, distance: float, stamp: float, step: int) -> None:
        """Take it for visible by its place alone: that says nothing of what it is."""
        self.visible, self.detection_id = True, detection_id
        self.pixels, self.distance = pixels, distance
        self.last_seen, self.last_seen_step = stamp, step

    def _name(self, instance: Instance, elevation: float) -> None:
        """Let a view have its say in what the object is: those in the hand decide, others are added up."""
        name = instance.class_name
        if not self.renameable and not look_alike(self.class_name, name):
            return
        if not self.held and not self.in_hand:
            self.votes[name] = self.votes.get(name, 0.0) + instance.detection.score
        if self.held and not self.renameable:
            before = max(self.votes, key=lambda n: self.votes[n], default=self.class_name)
            self.in_hand[round(elevation / ELEVATION_STEP)] = name
            views = Counter({before: AT_FIRST})
            views.update(self.in_hand.values())
            self.class_name = views.most_common(1)[0][0]
        else:
            self._weigh_in(instance, elevation)

    def _weigh_in(self, instance: Instance, elevation: float) -> None:
        """Weigh what a view allows it to be; of the views in the hand each tilt of the camera counts once."""
        if self.held and not instance.detection.whole:  # right before the camera: a mug's side looks like a box's
            return
        if self.held:
            tilt = round(elevation / ELEVATION_STEP)
            if tilt not in self.in_hand:
                self.naming.look_from_elsewhere()
            self.in_hand[tilt] = instance.class_name
        elif self.in_hand or self.ajar:
            return
        self.naming.seen(instance.may_be, instance.detection.score)
        self.class_name = self.naming.best(self.class_name)

    def note_door(self, low: NDArray[np.float32], high: NDArray[np.float32], base: Pose2D) -> None:
        """Take what a piece of furniture has grown by, when it was opened, for its door: nothing lies inside that.

        What is new on the side away from the robot is the inside, which the door had hidden.

        :param low: lower corner of its box before
        :param high: upper corner
        :param base: where the robot stood
        """
        growth = growth_by_side((vector(low), vector(high)), (vector(self.low), vector(self.high)), base)
        if max(growth.values()) < LEAST_DOOR:
            return
        self.body = np.full(3, -np.inf, np.float32), np.full(3, np.inf, np.float32)
        for side in growth:
            upper, axis = divmod(side, 2)
            self.body[upper][axis] = (low, high)[upper][axis]

    @property
    def inside(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Lower and upper corner (3,) of where things inside it can lie: of the box without an open door."""
        if self.body is None:
            return self.low, self.high
        return np.maximum(self.low, self.body[0]), np.minimum(self.high, self.body[1])

    def judge(self, attributes: Mapping[str, Attribute]) -> None:
        """Take what its views say of its attributes; others stay as they are."""
        self.attributes.update(attributes)
        self._judgements += 1

    def absorb(self, other: Track) -> None:
        """Take in a younger track that turned out to be the same object."""
        self.place(self._plausible(np.concatenate([self.points, other.points])))
        self.attributes = {**other.attributes, **self.attributes}
        self.scores += other.scores
        self.belief.join(other.belief)
        self.naming.join(other.naming)
        self.observations += other.observations
        self.rivals += other.rivals
        self.votes = {
            n: self.votes.get(n, 0.0) + other.votes.get(n, 0.0) for n in {**self.votes, **other.votes}
        }

    def is_apart_from(self, other: Track) -> bool:
        """Tell whether another track of its kind is another thing, as both were seen side by side.

        A detector that errs may have seen one thing as two: what was seen as one with another thing more often than
        beside it was a piece of it. Doors and drawers stand in rows: from aside two look like one.
        """
        apart = self.rivals.get(other.id, 0)
        if not apart:  # asked of all pairs of a class in every frame
            return False
        one = self.renameable and self.pieces[other.id] > apart
        in_row = self.class_name in group("must_be_open") and not is_movable(self.class_name)
        return not one or in_row

    def take_over(self, other: Track) -> None:
        """Take over how a track that was absorbed looks in the current frame."""
        self.visible, self.detection_id = other.visible, other.detection_id
        self.pixels, self.distance = other.pixels, other.distance
        self.attributes.update(other.attributes)
        self.last_seen, self.last_seen_step = other.last_seen, other.last_seen_step
        self.misses = 0

    def state(self) -> ObjectState:
        """Return the track as others see it: the same object as before while nothing has changed."""
        now = (
            *(self._places, self._judgements, self.observations),
            *(self.visible, self.pixels, self.parent_id, self.held, self.class_name, self.sure),
        )
        if self._state is None or self._state[0] != now:
            self._state = (now, self._new_state())
        return self._state[1]

    def _new_state(self) -> ObjectState:
        return ObjectState(
            id=self.id,
            class_name=self.class_name,
            center=vector(self.center),
            size=vector(self.high - self.low),
            score=self.sure,
            attributes=dict(self.attributes),
            parent_id=self.parent_id,
            held=self.held,
            visible=self.visible,
            detection_id=self.detection_id if self.visible else "",
            pixels=self.pixels,
            distance=self.distance,
            last_seen=self.last_seen,
            last_seen_step=self.last_seen_step,
            observations=self.observations,
            rival_class=self._rival_class(),
        )

    def add(self, points: NDArray[np.float32]) -> None:
        """Take (K, 3) points of another piece of it."""
        self.place(self._plausible(np.concatenate([self.points, points])))

    def _plausible(self, cloud: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (K, 3) points thinned out; of a detector that errs without what cannot be part of it as well."""
        return thin_out(within_its_size(self.class_name, cloud) if self.renameable else cloud, self.voxel)

    @property
    def sure(self) -> float:
        """Return how likely it is there and of its class; of what no detector may err about, its mean score."""
        if not self.renameable:
            return self.scores / max(1, self.observations)
        alone = self.belief.likely * max(self.naming.share(self.class_name), float(bool(self.in_hand)))
        return alone * self.standing

    def _rival_class(self) -> str:
        """Return what views from afar called it besides its class, '' if nothing else."""
        others = (name for name in self.votes if name != self.class_name)
        return max(others, key=lambda name: self.votes[name], default="")
