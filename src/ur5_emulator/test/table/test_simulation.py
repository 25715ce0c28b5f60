"""The world in real time, turn by turn, with a scripted robot; and with the emulated controller."""

from __future__ import annotations

import itertools
import math
import os
import socket
import subprocess
import sys
import threading
import time
from dataclasses import asdict

import numpy as np
import pytest

from ur5_description.calibration import DhRows
from ur5_description.kinematics import HOME, UR5E, forward, inverse, nearest_turn
from ur5_emulator.controller.links import PUBLISHED, measured
from ur5_emulator.table.following import ControllerSource, Feedback
from ur5_emulator.table.pace import Listening
from ur5_emulator.table.picks import tool_down
from ur5_emulator.table.rendering import RenderingError
from ur5_emulator.table.scenes import parse_scene, read_scene
from ur5_emulator.table.simulation import Simulation, WristView, _Booth

HOST = "127.0.0.132"
FAULT_PORT = 30232


def joints_for(target: np.ndarray) -> np.ndarray:
    limit = np.full(6, 2.0 * math.pi)
    found = [nearest_turn(q, np.array(HOME), -limit, limit) for q in inverse(UR5E, target)]
    return min((q for q in found if q is not None), key=lambda q: float(np.abs(q - np.array(HOME)).max()))


def turns(simulation: Simulation, count: int) -> None:
    for _ in range(count):
        simulation.turn()


def test_the_gripper_is_told_where_a_can_stops_it_and_presses_on(source, camera) -> None:
    simulation = Simulation(source, camera, print)
    source.joints = joints_for(tool_down(0.42, 0.02, 0.072, -math.pi / 2.0))
    simulation.load(read_scene("lab"), 0)
    for position in itertools.chain(range(0, 200, 2), [200] * 60):
        blocked = source.reports[-1].blocked_at if source.reports else None
        source.gripper = float(position if blocked is None else min(position, blocked))
        simulation.turn()
    blocked = source.reports[-1].blocked_at
    assert blocked is not None and 95 <= blocked <= 110
    assert simulation.state()["robot"]["holding"] == ["can_1"]
    source.gripper = 0.0
    turns(simulation, 100)
    assert source.reports[-1].blocked_at is None
    assert simulation.state()["robot"]["holding"] == []


def test_an_empty_gripper_closes_unblocked(source, camera) -> None:
    simulation = Simulation(source, camera, print)
    simulation.load(read_scene("lab"), 0)
    for position in itertools.chain(range(0, 252, 4), [252] * 60):
        source.gripper = float(position)
        simulation.turn()
    assert {report.blocked_at for report in source.reports} == {None}


def test_a_robot_that_jumps_is_put_there(source, camera) -> None:
    simulation = Simulation(source, camera, lambda _: None)
    simulation.load(read_scene("lab"), 0)
    source.joints[0] += 2.0
    turns(simulation, 2)
    assert np.allclose(simulation.state()["robot"]["joints"], source.joints, atol=0.01)


def test_a_robot_that_was_not_heard_for_a_while_is_followed_quickly_but_not_thrown(source, camera) -> None:
    simulation = Simulation(source, camera, print)
    simulation.load(read_scene("lab"), 0)
    begun = source.joints[0]
    source.joints[0] += 0.5
    turns(simulation, 2)
    assert 0.0 <= simulation.state()["robot"]["joints"][0] - begun < 0.1
    turns(simulation, 150)
    assert np.allclose(simulation.state()["robot"]["joints"], source.joints, atol=0.02)


def test_a_new_load_begins_anew(source, camera) -> None:
    simulation = Simulation(source, camera, print)
    simulation.load(read_scene("lab"), 1)
    first = simulation.state()
    simulation.load(read_scene("corners"), 2)
    second = simulation.state()
    assert (first["scene"], second["scene"], second["seed"]) == ("lab", "corners", 2)
    assert not any(o["moved"] or o["in_gripper"] for o in second["objects"])


def test_pictures_come_with_the_time_of_the_robots_state(source, camera) -> None:
    simulation = Simulation(source, camera, print)
    simulation.load(read_scene("lab"), 0)
    views: list[WristView] = []
    enough = threading.Event()

    def take(view: WristView) -> None:
        views.append(view)
        if len(views) == 4:
            enough.set()

    begun = time.time()
    simulation.start(lambda: Listening(1, len(views) > 1), take, 20.0)
    came = enough.wait(20.0)
    simulation.stop()
    if isinstance(simulation.failure, RenderingError):
        pytest.skip(str(simulation.failure))
    assert came and simulation.failure is None
    stamps = [view.stamp for view in views]
    assert stamps == sorted(stamps) and begun <= stamps[0] <= stamps[-1] <= time.time()
    assert views[0].labels is None and views[-1].labels is not None and views[-1].seen


def test_a_still_world_is_drawn_once_and_one_that_moves_anew(source, camera) -> None:
    simulation = Simulation(source, camera, print)
    simulation.load(read_scene("lab"), 0)
    turns(simulation, 50)
    loaded = simulation._need()
    try:
        booth = _Booth(loaded, camera)
    except RenderingError as error:
        pytest.skip(str(error))
    try:
        assert booth.copy()[1], "nothing was drawn yet"
        first = booth.picture(1.0, truth=False)
        turns(simulation, 50)
        assert not booth.copy()[1]
        again = booth.picture(2.0, truth=False)
        assert again.rgb is first.rgb and (first.stamp, again.stamp) == (1.0, 2.0)
        assert booth.picture(2.0, truth=True).labels is not None, "what the last one lacks is drawn"
        source.joints[0] += 0.3
        turns(simulation, 150)
        assert booth.copy()[1]
        moved = booth.picture(3.0, truth=False)
        assert np.mean(np.any(moved.rgb != first.rgb, axis=2)) > 0.05
    finally:
        booth.renderer.close()


def test_links_that_its_source_tells_later_are_taken_and_drawn(source, camera) -> None:
    simulation = Simulation(source, camera, lambda _: None)
    simulation.load(read_scene("lab"), 0)
    loaded = simulation._need()
    source.arm = DhRows(**asdict(measured(1))).of(UR5E)
    turns(simulation, 2)
    again = simulation._need()
    assert again is not loaded and again.world is loaded.world
    assert np.allclose(again.world.tool, forward(source.arm, again.world.joints), atol=1e-9)
    turns(simulation, 1)
    assert simulation._need() is again


@pytest.mark.parametrize("seed", [None, 5])
def test_it_follows_the_emulated_controller_and_stops_its_gripper(camera, seed: int | None) -> None:
    here = joints_for(tool_down(0.42, 0.02, 0.072, -math.pi / 2.0))
    command = [sys.executable, "-m", "ur5_emulator.controller.command", "--host", HOST, "--stdin-guard"]
    command += ["--fault-port", str(FAULT_PORT), "--start", ",".join(map(str, here))]
    command += [] if seed is None else ["--calibration", str(seed)]
    path = os.pathsep.join(sys.path)
    controller = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        assert controller.stdout is not None and controller.stdout.readline().strip() == "ready"
        link = ControllerSource(HOST, FAULT_PORT, print)
        try:
            _grip_over_the_wire(Simulation(link, camera, print), link, here)
            flange = (PUBLISHED if seed is None else measured(seed)).flange(here).p
            assert forward(link.arm, here)[:3, 3] == pytest.approx(flange, abs=1e-9)
        finally:
            link.close()
    finally:
        controller.terminate()
        controller.communicate(timeout=10)


def _grip_over_the_wire(simulation: Simulation, link: ControllerSource, here: np.ndarray) -> None:
    _until(lambda: link.read() is not None)
    reading = link.read()
    assert reading is not None and np.allclose(reading.joints, here, atol=1e-3)
    link.report(Feedback(None, (0.0,) * 6))
    simulation.load(read_scene("lab"), 0)
    simulation.start(lambda: Listening(0), lambda _: None, 10.0)
    try:
        with socket.create_connection((HOST, 63352), 5.0) as gripper:

            def ask(line: str) -> str:
                gripper.sendall(f"{line}\n".encode())
                return gripper.recv(1024).decode().strip()  # SET answers "ack" without a line feed

            ask("SET ACT 1")
            ask("SET GTO 1 SPE 100 FOR 100")
            _until(lambda: ask("GET STA") == "STA 3")
            ask("SET POS 255")
            _until(lambda: ask("GET OBJ") == "OBJ 2")
            assert 95 <= int(ask("GET POS").split()[1]) <= 112
            assert simulation.state()["robot"]["holding"] == ["can_1"]
            ask("SET POS 0")
            _until(lambda: ask("GET OBJ") == "OBJ 3")
    finally:
        simulation.stop()


def _until(condition, seconds: float = 20.0) -> None:
    ended = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ended, "it did not come to pass"
        threading.Event().wait(0.02)


def test_a_state_before_any_scene_is_refused(source, camera) -> None:
    with pytest.raises(LookupError):
        Simulation(source, camera, print).state()


def test_an_empty_table_is_a_scene(source, camera) -> None:
    scene = parse_scene({"instruction": "wait", "objects": [], "goal": []}, "empty")
    simulation = Simulation(source, camera, print)
    simulation.load(scene, 3)
    turns(simulation, 3)
    assert simulation.state()["objects"] == []


def test_no_picture_is_taken_while_the_arm_is_not_where_the_controllers_stands(source, camera) -> None:
    simulation = Simulation(source, camera, lambda _: None)
    simulation.load(read_scene("lab"), 0)
    loaded = simulation._need()
    turns(simulation, 10)
    assert loaded.in_step
    source.joints = source.joints + np.array([0.3, 0.0, 0.0, 0.0, 0.0, 0.0])
    turns(simulation, 2)
    assert not loaded.in_step
    source.speeds = np.full(6, 0.1)  # on its way it is a little late, and nobody looks
    turns(simulation, 1)
    assert loaded.in_step
    source.speeds = np.zeros(6)
    turns(simulation, 125)
    assert loaded.in_step
