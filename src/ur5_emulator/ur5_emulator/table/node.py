"""The table node: the emulated lab's table on ROS topics and services. Wiring only."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import UInt32

from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.parameters import ParameterError, declare
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_core.ros.questions import serve_question
from pred_core.ros.running import run_until_told
from pred_msgs.msg import Detections
from pred_msgs.srv import GetWorldState, LoadWorld
from ur5_description.mount import MountError, read_mount
from ur5_emulator.table import conversions
from ur5_emulator.table.following import ControllerSource, JointSource
from ur5_emulator.table.pace import Listening
from ur5_emulator.table.parameters import TableParameters
from ur5_emulator.table.rendering import RenderingError
from ur5_emulator.table.scenes import SceneError, read_scene
from ur5_emulator.table.simulation import Simulation, WristView
from ur5_emulator.table.world import CameraModel

CHECK_SECONDS = 0.5
NAMES_SECONDS = 1.0
"""How often it is asked who listens where their number stays: names come later than their listening."""


class TableNode(Node):
    """Publishes the wrist camera and the episode, and serves sim/load_world and sim/get_world_state."""

    def __init__(self, source: JointSource | None = None) -> None:
        """Load the scene and begin to run.

        :param source: of the joints; the controller the parameters name when None
        :raises ParameterError: for a parameter that cannot be used
        :raises SceneError: when the scene cannot be used
        :raises MountError: when the camera's mount cannot be read
        """
        super().__init__("table")
        settings = declare(self, TableParameters)
        mount = read_mount(Path(settings.mount) if settings.mount else None)
        self._camera = CameraModel(mount, settings.fov, settings.width, settings.height)
        self._ground_truth = settings.ground_truth
        self._patient = re.compile(settings.patient)
        self._listening, self._asked = Listening(0), 0.0
        self._episode = 0
        scene = read_scene(settings.scene)
        log = self.get_logger().info
        self._source = source or ControllerSource(settings.controller, settings.fault_port, log)
        self.simulation = Simulation(self._source, self._camera, log, settings.stand_in)
        self._make_interfaces()
        try:
            self.simulation.load(scene, settings.seed)
        except SceneError:
            self.close()
            raise
        self._next_episode()
        self.simulation.start(self._wanted, self._publish, settings.rate)
        self.create_timer(CHECK_SECONDS, self._check)

    def _make_interfaces(self) -> None:
        self._rgb = self.create_publisher(Image, "wrist_camera/color/image_raw", OBSERVATION)
        self._depth = self.create_publisher(Image, "wrist_camera/depth/image_raw", OBSERVATION)
        self._info = self.create_publisher(CameraInfo, "wrist_camera/color/camera_info", OBSERVATION)
        self._truth = self.create_publisher(Detections, "wrist_camera/ground_truth", OBSERVATION)
        self._episodes = self.create_publisher(UInt32, "sim/episode", LATCHED)
        serve_question(self, LoadWorld, "sim/load_world", self._load_world)
        self.create_service(GetWorldState, "sim/get_world_state", self._get_world_state)

    def close(self) -> None:
        """End the threads and the connections."""
        self.simulation.stop()
        self._source.close()

    def _wanted(self) -> Listening:
        truth = self._truth.get_subscription_count() if self._ground_truth else 0
        count = truth + sum(topic.get_subscription_count() for topic in (self._rgb, self._depth))
        now = time.monotonic()
        if count != self._listening.listeners or (count and now > self._asked + NAMES_SECONDS):
            self._asked = now
            self._listening = Listening(count, truth > 0, self._only_patient())
        return self._listening

    def _only_patient(self) -> bool:
        listeners = [
            info.node_name
            for topic in (self._rgb, self._depth, self._truth)
            for info in self.get_subscriptions_info_by_topic(topic.topic_name)
        ]
        return all(map(self._patient.fullmatch, listeners))

    def _publish(self, view: WristView) -> None:
        header = conversions.header(view.stamp)
        self._info.publish(conversions.camera_info(self._camera, header))
        self._depth.publish(conversions.depth(view, header))
        if view.labels is not None:
            self._truth.publish(conversions.detections(view, header))
        self._rgb.publish(conversions.colour(view, header))

    def _next_episode(self) -> None:
        self._episode += 1
        self._episodes.publish(UInt32(data=self._episode))

    def _load_world(self, request: LoadWorld.Request, response: LoadWorld.Response) -> LoadWorld.Response:
        outcome = self._load(request)
        if request.trace:
            response.notes = ["The table writes no trace."]
        response.outcome = outcome_to_msg(outcome)
        return response

    def _load(self, request: LoadWorld.Request) -> Outcome:
        if request.layout:
            return Outcome(
                Code.BAD_INPUT, "The table takes no layout: write a scene file (docs/ur5_table.md)."
            )
        try:
            scene = read_scene(request.scene)
            self.simulation.load(scene, request.seed)
        except SceneError as error:
            return Outcome(Code.BAD_INPUT, str(error))
        self._next_episode()
        return Outcome.success(f"{scene.name}, seed {request.seed}")

    def _get_world_state(
        self, _request: GetWorldState.Request, response: GetWorldState.Response
    ) -> GetWorldState.Response:
        response.metadata = json.dumps(self.simulation.state())
        response.outcome = outcome_to_msg(Outcome.success())
        return response

    def _check(self) -> None:
        if self.simulation.failure is not None:
            raise self.simulation.failure


def main(args: list[str] | None = None) -> int:
    """Run the table until it is told to end. Returns 0, 2 when it could not start, 1 when it broke down."""
    return run_until_told(
        "table",
        TableNode,
        close=TableNode.close,
        refusals=(ParameterError, SceneError, MountError),
        breakdowns=(RenderingError,),
        args=args,
    )


if __name__ == "__main__":
    sys.exit(main())
