"""An emulated controller, and a table when wanted, in processes of their own: for rehearsals, trials and tests.

The driver reaches them as it reaches a real arm, over ur_rtde; only the node is left out.
"""

from __future__ import annotations

import json
import multiprocessing
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from pred_core.geometry import Intrinsics
from pred_core.pictures import Picture
from pred_core.targets import Target, TargetKind
from ur5_description import kinematics
from ur5_description.mount import read_mount
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import Payload
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.manipulator import Manipulator
from ur5_driver.driver.moves import ArmSettings
from ur5_driver.driver.states import State

FOV = np.radians(55.0)
LIMITS = Limits(hand=Hand(camera=read_mount().optical_in_tool))
"""Those of a driver as it comes, whose hand has a camera."""
PATIENCE = 3.0
"""How long this process, which does the physics as well, may hang while the arm moves, s."""
PATIENT_WATCHDOG = 1.0
"""The same for the link's control process, s: a busy machine gives it no turn for longer than a real arm's 0.2 s, while
the controller's cycles go on."""
STARTS_WITHIN = 120.0
"""How long a link may take to be ready, s, or anything else to become so: 60 s are few at a load of 30 on two cores."""


class RehearsalError(RuntimeError):
    """The emulated arm or table is not as it has to be."""


def eventually(condition: Callable[[], Any], timeout: float = STARTS_WITHIN) -> bool:
    """Wait until something is so; False when it does not become so in time."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


class Controller:
    """An emulated controller in a process of its own."""

    def __init__(self, host: str, port: int, *options: str) -> None:
        self.host, self.port = host, port
        start = ",".join(str(v) for v in kinematics.HOME)
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "ur5_emulator.controller.command"),
                *("--host", host, "--fault-port", str(port), "--start", start, "--stdin-guard"),
                *options,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said = self._process.stdout.readline().strip() if self._process.stdout is not None else ""
        if said != "ready":
            raise RehearsalError(f"the emulated controller at {host} did not start")
        self._socket = socket.create_connection((host, port), 5.0)
        self._answers = self._socket.makefile("r")

    def tell(self, **request: Any) -> dict[str, Any]:
        """Send a request to the fault port and return its answer.

        :raises RehearsalError: when it is refused
        """
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        answer: dict[str, Any] = json.loads(self._answers.readline())
        if not answer["ok"]:
            raise RehearsalError(str(answer["error"]))
        return answer

    def fault(self, name: str) -> None:
        """Make a fault happen now."""
        self.tell(fault=name)

    def state(self) -> dict[str, Any]:
        """Return the controller's true state."""
        return self.tell(state=True)

    def close(self) -> None:
        """End the process."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(5.0)


@contextmanager
def linked(
    host: str,
    port: int,
    *options: str,
    gripper: bool = True,
    hand: Payload | None = None,
    held_mass: float = 0.0,
    watchdog: float = PATIENT_WATCHDOG,
    limits: Limits = LIMITS,
) -> Iterator[tuple[Controller, ArmLink]]:
    """Give a controller and a link that is ready; ``hand`` and what follows it are the link settings'."""
    controller = Controller(host, port, *options)
    settings = LinkSettings(
        host, limits, gripper=gripper, silence=PATIENCE, watchdog=watchdog, hand=hand, held_mass=held_mass
    )
    link = ArmLink(settings)
    try:
        link.start()
        if not eventually(lambda: link.state is State.READY, STARTS_WITHIN):
            raise RehearsalError(f"the link is {link.state}: {link.problem}")
        yield controller, link
    finally:
        link.close()
        controller.close()


def _table(pipe: Connection, host: str, port: int) -> None:
    """Run the table world; answers shots and questions on a pipe."""
    from ur5_emulator.table.following import ControllerSource
    from ur5_emulator.table.pace import Listening
    from ur5_emulator.table.scenes import read_scene
    from ur5_emulator.table.simulation import Simulation, WristView
    from ur5_emulator.table.world import CameraModel

    source = ControllerSource(host, port, lambda _: None)
    simulation = Simulation(source, CameraModel(read_mount()), lambda _: None)
    latest: list[WristView] = []
    running = False
    asked = threading.Event()

    def take(view: WristView) -> None:
        latest[:] = [view]

    while True:
        try:
            question, *rest = pipe.recv()
        except EOFError:
            break
        if question == "load":
            simulation.load(read_scene(rest[0]), rest[1])
            if not running:
                running = True
                simulation.start(lambda: Listening(int(asked.is_set()), truth=True), take, 8.0)
            pipe.send(True)
        elif question == "shot":
            after = time.time()
            asked.set()
            view = _newer(latest, after)
            asked.clear()
            pipe.send((view.stamp, view.rgb, view.depth, view.labels, [(s.id, s.label) for s in view.seen]))
        else:
            pipe.send(simulation.state())
    simulation.stop()
    source.close()


def _newer(latest: list[Any], after: float) -> Any:
    """Wait for a picture that was taken after a time."""
    if not eventually(lambda: bool(latest) and latest[0].stamp > after):
        raise RehearsalError("the table gives no pictures")
    return latest[0]


class Table:
    """A table world in a process of its own, and an arm that acts on it."""

    def __init__(self, controller: Controller, link: ArmLink, scene: str, seed: int = 0) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_table, args=(theirs, controller.host, controller.port))
        self._process.start()
        theirs.close()
        self.arm = Manipulator(link, ArmSettings(read_mount().optical_in_tool))
        self.step = 0
        self.load(scene, seed)

    def _ask(self, *question: Any) -> Any:
        self._pipe.send(question)
        return self._pipe.recv()

    def load(self, scene: str, seed: int = 0) -> None:
        """Load a scene and observe."""
        self._ask("load", scene, seed)
        self.arm.forget()
        self.see()

    def world(self) -> dict[str, Any]:
        """Return the true objects by id."""
        return {o["id"]: o for o in self._ask("state")["objects"]}

    def see(self) -> Picture:
        """Observe, as the node does."""
        seen = self.arm.link.receiver.wait_newer(time.monotonic(), 1.0)
        if seen is None:
            raise RehearsalError("nothing comes from the controller")
        stamp, rgb, depth, labels, instances = self._ask("shot")
        tool = kinematics.forward(LIMITS.arm, seen.q)
        optical = tool @ self.arm.settings.mount
        self.step += 1
        camera = Intrinsics.from_fov(rgb.shape[1], rgb.shape[0], float(FOV))
        picture = Picture(self.step, stamp, rgb, depth, camera, tool, optical, labels, dict(instances))
        self.arm.see(picture)
        return picture

    def target(self, name: str) -> Target:
        """Return an instance of the latest picture as a skill's target."""
        return Target(TargetKind.INSTANCE, self.step, detection_id=name, class_name=name)

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(10.0)
