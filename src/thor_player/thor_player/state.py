"""All that a running player holds besides the world: settings, cameras, the screen, timers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from thor_player.types import object_types

from .containment import relink
from .display import Display, display_of, set_display
from .model import Agent, Array, Camera, SimObject, World
from .render import Renderer
from .rooms import load_world

DECAY_SECONDS = 10.0
"""Time after which a hot or cold object is back at room temperature (SimObjPhysics' default)."""
OPEN_SECONDS = 0.5
"""Time that opening and closing takes."""
_OWN_VIEW = ("_obstacles", "_scenery", "_reachable")
"""What modules keep with a world and leave out what the acting agent holds of."""


@dataclass
class Settings:
    """What Initialize sets. Angles in degrees, lengths in metres."""

    grid_size: float = 0.25
    snap_to_grid: bool = True
    rotate_step: float = 90.0
    visibility_distance: float = 1.5
    field_of_view: float = 90.0
    render_depth: bool = False
    render_ids: bool = False
    render_classes: bool = False
    max_up: float = 30.0
    max_down: float = 60.0
    near: float = 0.01
    far: float = 20.0
    mass_threshold: float | None = None  # kg; what is heavier can be frozen
    fast_emit: bool = True  # whether answers to questions may leave out the world, which did not change
    show_agents: bool = False  # whether other cameras see the agent's body


@dataclass
class ThirdPartyCamera:
    """One more camera: ``position`` and ``rotation`` (pitch, yaw, roll) as the client gave them.

    ``orthographic_size`` is half the height in metres that it shows without perspective (None: with perspective);
    ``sky`` the colour, 0..255, where it sees nothing (None: the renderer's).
    """

    position: Array
    rotation: Array
    fov: float = 90.0
    orthographic_size: float | None = None
    sky: tuple[int, int, int] | None = None


@dataclass
class Outcome:
    """How an agent's last action ended: the fields of the metadata that say so."""

    action: str
    success: bool = True
    message: str = ""
    code: str | None = None
    value: object = None


@dataclass
class AgentBody:
    """One agent: its body, its hand, what it ran into and saw, and how its last action ended.

    ``hand_shift`` (3,) is right, up, ahead of where the hand is at first; ``hand_yaw`` the degrees by which what is
    held is turned against the agent.
    """

    agent: Agent
    hand_shift: Array = field(default_factory=lambda: np.zeros(3))
    hand_yaw: float = 0.0
    collided: tuple[str, ...] = ()
    seen: tuple[tuple[object, ...], dict[str, int]] | None = None
    outcome: Outcome = field(default_factory=lambda: Outcome("Initialize"))


@dataclass
class PlayerState:
    """A loaded room with everything actions may read or change.

    ``bodies`` are its agents by number; what is said of *the* agent is said of the ``acting`` one.
    """

    world: World
    bodies: list[AgentBody] = field(default_factory=list)
    acting: int = 0
    width: int = 300
    height: int = 300
    settings: Settings = field(default_factory=Settings)
    cameras: list[ThirdPartyCamera] = field(default_factory=list)
    map_view: bool = False
    object_filter: frozenset[str] | None = None
    unbreakable: set[str] = field(default_factory=set)  # types
    unbreakable_ids: set[str] = field(default_factory=set)
    all_unbreakable: bool = False
    breakable_ids: set[str] = field(default_factory=set)  # made breakable again
    kinematic: set[str] = field(default_factory=set)  # ids of what hangs where it is until freed or pushed
    open_seconds: float = OPEN_SECONDS
    decay_seconds: float = DECAY_SECONDS
    decay_by_type: dict[str, float] = field(default_factory=dict)
    decays: bool = True
    leaves_zone_at: dict[str, float] = field(default_factory=dict)
    drags: dict[str, float] = field(default_factory=dict)  # by id: share of its speed lost a second in flight
    physics_paused: bool = False
    disabled: dict[str, tuple[str | None, list[str]]] = field(
        default_factory=dict
    )  # by id: parent, what went along
    renderer: tuple[World, tuple[object, ...], Renderer] | None = None
    seed: int = 0
    lots: np.random.Generator = field(default_factory=np.random.default_rng)

    def __post_init__(self) -> None:
        self.bodies = self.bodies or [AgentBody(self.world.agent)]

    @property
    def body(self) -> AgentBody:
        """The acting agent with its hand."""
        return self.bodies[self.acting]

    @property
    def agent(self) -> Agent:
        """The acting agent's body."""
        return self.world.agent

    def activate(self, number: int) -> None:
        """Let another agent act from now on."""
        carries = any(body.agent.held for body in self.bodies)
        if carries and self.bodies[number].agent is not self.world.agent:
            for kept in _OWN_VIEW:
                self.world.settings.pop(kept, None)
        self.acting = number
        self.world.agent = self.bodies[number].agent

    @contextmanager
    def acting_as(self, number: int) -> Iterator[None]:
        """Let another agent act for a while."""
        before = self.acting
        self.activate(number)
        try:
            yield
        finally:
            self.activate(before)

    def others(self) -> list[Agent]:
        """Return the agents besides the acting one."""
        return [body.agent for body in self.bodies if body.agent is not self.world.agent]

    @property
    def display(self) -> Display:
        """What pictures leave out or paint flat."""
        return display_of(self.world)

    @display.setter
    def display(self, display: Display) -> None:
        set_display(self.world, display)

    def held(self) -> SimObject | None:
        """Return the object in the hand."""
        held = self.world.agent.held
        return self.world.objects[held] if held else None

    def camera(self) -> Camera:
        """Return the agent's own camera."""
        agent = self.world.agent
        return Camera(
            agent.camera_position(),
            agent.yaw,
            agent.horizon,
            self.settings.field_of_view,
            self.width,
            self.height,
        )

    def become(self, other: PlayerState) -> None:
        """Take everything over from a freshly loaded room, but keep the screen."""
        for name in (
            "world",
            "settings",
            "cameras",
            "map_view",
            "object_filter",
            "unbreakable",
            "unbreakable_ids",
            "breakable_ids",
            "kinematic",
            "open_seconds",
            "decay_seconds",
            "decay_by_type",
            "decays",
            "leaves_zone_at",
            "all_unbreakable",
            "disabled",
            "drags",
            "physics_paused",
            "bodies",
            "acting",
        ):
            setattr(self, name, getattr(other, name))
        self.renderer = None


def load(scene: str, seed: int = 0) -> PlayerState:
    """Return a room as it was recorded, ready to play.

    :raises UnknownScene: when there is no such room
    """
    world = load_world(scene, seed)
    for obj in world.objects.values():
        # The recording of the rooms leaves this affordance out, though AI2-THOR's documentation lists it.
        if "canBeUsedUp" in object_types()[obj.object_type].some:
            obj.flags |= {"canBeUsedUp"}
    relink(world)
    for obj in world.objects.values():
        obj.home = obj.stand()
    return PlayerState(world, seed=seed, lots=np.random.default_rng(seed))
