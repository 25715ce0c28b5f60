"""The table world in real time: one thread for the physics, one for the wrist camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import mujoco
import numpy as np
from numpy.typing import NDArray

from ur5_emulator.table import contacts, robot_model
from ur5_emulator.table.appearance import Appearance, SeenThing
from ur5_emulator.table.fingers import Fingers
from ur5_emulator.table.following import Feedback, JointSource, Reading
from ur5_emulator.table.layout import place
from ur5_emulator.table.pace import Listening, Pace
from ur5_emulator.table.person import TableStandIn
from ur5_emulator.table.rendering import Renderer
from ur5_emulator.table.scenes import Scene
from ur5_emulator.table.state import WorldState, world_state
from ur5_emulator.table.world import TIMESTEP, CameraModel, TableWorld

Array = NDArray[np.float64]

STEPS_PER_TURN = 4
TURN_SECONDS = STEPS_PER_TURN * TIMESTEP
SETTLE_STEPS = 500
MOST_BEHIND = 0.2
"""When the physics is later than this, s, it lets the lost time go instead of catching up."""
JUMP = 1.5
"""When the controller's joints are this far (rad) from the arm's, the arm is put there at once."""
CATCH_UP = 3.0
"""How fast, rad/s, the arm goes to where the controller's is when the physics was late: a held thing stays held."""
BEHIND = 0.02
"""Where a joint of the arm is farther (rad) from the controller's that stands, no picture is taken: who gets it would
take the camera to be elsewhere. Physics that a busy machine holds up is as late as that."""
AT_REST = 0.005
MOVED = 1e-4
"""By how much a joint or a thing has to move (rad, m) for a picture to be drawn anew."""
TCP_IN_TOOL = 0.1525
"""The tool centre point's distance from the flange along the tool's z, m."""


@dataclass(frozen=True)
class WristView:
    """One picture of the wrist camera: system time of the robot's state (s), colour, depth (m), and what is seen."""

    stamp: float
    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    labels: NDArray[np.uint16] | None
    seen: tuple[SeenThing, ...]


@dataclass
class Loaded:
    """A world that is running: what was loaded, and the physics, with the system time of its state (s)."""

    scene: Scene
    seed: int
    world: TableWorld
    owners: contacts.Owners
    begun: WorldState
    person: TableStandIn
    stamp: float = 0.0
    in_step: bool = True
    """Whether the arm is where the controller's is, as far as that stands."""


class Simulation:
    """Runs a scene, follows a robot, takes pictures."""

    def __init__(
        self,
        source: JointSource,
        camera: CameraModel,
        log: Callable[[str], None],
        stand_in: Callable[[], TableStandIn] = TableStandIn,
    ) -> None:
        """Nothing runs yet: :meth:`load` a scene, then :meth:`start`; ``stand_in`` makes the person of each world."""
        self._stand_in = stand_in
        self._source = source
        self._camera = camera
        self._log = log
        self._lock = threading.Lock()
        self._loaded: Loaded | None = None
        self._fingers = Fingers()
        self._aimed: Array = np.zeros(6)
        self._ending = threading.Event()
        self._threads: list[threading.Thread] = []
        self.steps = 0
        self.seconds_lost = 0.0
        self.failure: BaseException | None = None

    def load(self, scene: Scene, seed: int) -> None:
        """Replace the world by a scene, with everything settled.

        :raises SceneError: when the scene cannot be placed
        """
        things = place(scene, seed)
        world = TableWorld(things, self._camera)
        world.become(self._source.arm)
        reading = self._source.read()
        if reading is not None:
            world.place_robot(reading.joints)
            world.grip(reading.gripper)
        world.step(SETTLE_STEPS)
        owners = contacts.Owners.of(world.model, tuple(thing.id for thing in things))
        loaded = Loaded(scene, seed, world, owners, world_state(world, owners), self._stand_in(), time.time())
        with self._lock:
            self._loaded = loaded
            self._fingers = Fingers()
            self._aimed = world.joints

    def state(self) -> dict[str, object]:
        """Return the true state of everything, as JSON has it.

        :raises LookupError: while nothing is loaded
        """
        with self._lock:
            loaded = self._need()
            given = frozenset(loaded.person.given)
            now = world_state(loaded.world, loaded.owners, given)
            return now.as_json(loaded.scene, loaded.seed, loaded.begun)

    def start(
        self, wanted: Callable[[], Listening], take: Callable[[WristView], None], rate: float
    ) -> None:
        """Begin to run.

        :param wanted: asked before each picture who listens to the camera
        :param take: given every picture, in the camera's thread
        :param rate: pictures a second, while something moves or somebody new listens
        """
        physics = threading.Thread(
            target=self._guarded, args=(self._run_physics,), name="physics", daemon=True
        )
        camera = threading.Thread(
            target=self._guarded, args=(self._run_camera, wanted, take, rate), name="camera", daemon=True
        )
        self._threads = [physics, camera]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End both threads."""
        self._ending.set()
        for thread in self._threads:
            thread.join(5.0)

    def _need(self) -> Loaded:
        if self._loaded is None:
            raise LookupError("no scene is loaded")
        return self._loaded

    def _guarded(self, work: Callable[..., None], *args: object) -> None:
        try:
            work(*args)
        except Exception as error:  # noqa: BLE001 (a thread's end must be heard of: the owner looks at `failure`)
            self.failure = error
            self._ending.set()

    def _run_physics(self) -> None:
        due = time.monotonic()
        while not self._ending.is_set():
            self.turn()
            due += TURN_SECONDS
            late = time.monotonic() - due
            if late > MOST_BEHIND:
                self.seconds_lost += late
                due += late
            elif late < 0.0:
                time.sleep(-late)

    def turn(self) -> None:
        """Let 8 ms pass."""
        reading = self._source.read()
        with self._lock:
            loaded = self._loaded
            if loaded is None:
                return
            world = loaded.world
            if world.arm is not self._source.arm:
                self._log("The arm has the links that its controller tells now")
                world.become(self._source.arm)
                self._loaded = loaded = replace(loaded)  # pictures are drawn anew
            aim = None if reading is None else self._aim(world, reading)
            for k in range(STEPS_PER_TURN):
                if reading is not None and aim is not None:
                    world.follow(aim + reading.speeds * k * TIMESTEP, reading.speeds)
                world.step()
            self.steps += STEPS_PER_TURN
            loaded.in_step = reading is None or _in_step(world.joints, reading)
            loaded.stamp = time.time() if reading is None else reading.stamp
            feedback = self._feedback(loaded)
        self._source.report(feedback)

    def _aim(self, world: TableWorld, reading: Reading) -> Array:
        """Return the joints (rad) the arm is to have next, on the way to those of the controller."""
        self._fingers.aim(world, reading.gripper)
        if float(np.max(np.abs(reading.joints - world.joints))) > JUMP:
            self._log("The controller's joints jumped: the arm is put there at once")
            world.place_robot(reading.joints)
            self._aimed = reading.joints
        most = CATCH_UP * TURN_SECONDS
        self._aimed = self._aimed + np.clip(reading.joints - self._aimed, -most, most)
        return self._aimed

    def _feedback(self, loaded: Loaded) -> Feedback:
        world = loaded.world
        tool = world.tool
        point = tool[:3, 3] + TCP_IN_TOOL * tool[:3, 2]
        push = contacts.wrench(world.model, world.data, loaded.owners, point) + self._pull(loaded, point)
        fx, fy, fz, tx, ty, tz = (float(v) for v in push)
        fingers = round(world.finger_position, 1)
        return Feedback(self._fingers.blocked_at(world), (fx, fy, fz, tx, ty, tz), fingers)

    def _pull(self, loaded: Loaded, point: Array) -> Array:
        """Let the person do what they do, and return how they pull at the tool."""
        near = loaded.person.in_reach(point)
        gripped = contacts.gripped(loaded.world.data, loaded.owners) if near else frozenset[str]()
        now = TIMESTEP * self.steps
        pull, taken = loaded.person.sees(point, gripped, TURN_SECONDS, now)
        for thing in taken:
            loaded.world.take_away(thing)
        return np.array(pull)

    def _run_camera(
        self, wanted: Callable[[], Listening], take: Callable[[WristView], None], rate: float
    ) -> None:
        booth: _Booth | None = None
        pace, due = Pace(), time.monotonic()
        try:
            while not self._ending.is_set():
                due = max(due + 1.0 / rate, time.monotonic() - 1.0 / rate)
                self._ending.wait(max(0.0, due - time.monotonic()))
                listening = wanted()
                if not listening.listeners or self._loaded is None or not self._loaded.in_step:
                    continue
                if booth is None or booth.loaded is not self._loaded:
                    if booth is not None:
                        booth.renderer.close()
                    booth = _Booth(self._loaded, self._camera)
                with self._lock:
                    stamp, moved = booth.copy()
                if pace.due(time.monotonic(), listening, moved=moved):
                    take(booth.picture(stamp, listening.truth))
        finally:
            if booth is not None:
                booth.renderer.close()


def _in_step(joints: Array, reading: Reading) -> bool:
    """Tell whether the arm is where the controller's stands; while that moves it follows closely enough."""
    moves = float(np.max(np.abs(reading.speeds))) > AT_REST
    return moves or float(np.max(np.abs(reading.joints - joints))) < BEHIND


class _Booth:
    """What takes pictures of one loaded world, from a copy of its state."""

    def __init__(self, loaded: Loaded, camera: CameraModel) -> None:
        self.loaded = loaded
        self.renderer = Renderer(loaded.world.model, camera.width, camera.height)
        self._data = mujoco.MjData(loaded.world.model)
        self._appearance = Appearance(loaded.world.model, loaded.world.things)
        self._last: WristView | None = None

    def copy(self) -> tuple[float, bool]:
        """Take over the world's state (under its lock); return its system time, s, and whether it looks different."""
        world = self.loaded.world
        moved = self._last is None or float(np.abs(world.data.qpos - self._data.qpos).max()) > MOVED
        if moved:
            self._data.qpos[:] = world.data.qpos
            self._last = None
        return self.loaded.stamp, moved

    def picture(self, stamp: float, truth: bool) -> WristView:
        if self._last is None or (truth and self._last.labels is None):
            self._last = self._drawn(stamp, truth)
        return replace(self._last, stamp=stamp)

    def _drawn(self, stamp: float, truth: bool) -> WristView:
        mujoco.mj_kinematics(self.loaded.world.model, self._data)
        mujoco.mj_camlight(self.loaded.world.model, self._data)
        frame = self.renderer.draw(self._data, robot_model.CAMERA, segmentation=truth)
        if frame.geoms is None:
            return WristView(stamp, frame.rgb, frame.depth, None, ())
        labels, seen = self._appearance.look(frame.geoms)
        return WristView(stamp, frame.rgb, frame.depth, labels, tuple(seen))
