"""The perception node: observations in, detections, object memory and map out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from nav_msgs.msg import OccupancyGrid
from numpy.typing import NDArray
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from rclpy.time import Time
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Header
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import MarkerArray

from pred_core.outcome import Code
from pred_core.ros.conversions import (
    ImageError,
    image_from_msg,
    intrinsics_from_msg,
    pose_from_msg,
    seconds,
)
from pred_core.ros.parameters import (
    ParameterError,
    check_domain,
    declare,
    domain_parameter,
    parameter,
    use_domain,
)
from pred_core.ros.qos import OBSERVATION
from pred_core.ros.running import run_until_told
from pred_core.ros.timing import Timings
from pred_core.ros.wanted_topic import WantedTopic
from pred_msgs.msg import Detections as DetectionsMsg
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import RobotState
from pred_perception.attributes.choice import ENCODERS, make_encoder, make_gallery
from pred_perception.attributes.colours import ColourReader
from pred_perception.attributes.encoder import EncoderError, default_cache
from pred_perception.attributes.pictures import GalleryError
from pred_perception.attributes.reader import AttributeReader, ReaderSettings
from pred_perception.attributes.votes import LEAST
from pred_perception.camera_pose import CameraPoses
from pred_perception.conversions import (
    MarkerMessages,
    MemoryMessages,
    detections_from_msg,
    detections_to_msg,
    grid_to_msg,
    tool_of,
)
from pred_perception.detector import DetectorError
from pred_perception.detectors import DETECTORS, check_detector, make_detector
from pred_perception.expectation_service import ExpectationService
from pred_perception.latest import Latest
from pred_perception.learned.parameters import DetectorParameters
from pred_perception.memory_settings import MemorySettings
from pred_perception.noise import NoiseSettings, NoisyDetector
from pred_perception.observation import Observation
from pred_perception.picture_service import PictureService
from pred_perception.pipeline import Percept, Perception, semantic_values
from pred_perception.semantic_map import MapSettings
from pred_perception.synchroniser import Synchroniser
from pred_perception.timed_encoder import TimedEncoder


@dataclass(frozen=True)
class PerceptionParameters(DetectorParameters):
    """Parameters of the perception node."""

    domain: str = domain_parameter()
    detector: str = parameter("oracle", "Which detector finds the objects.", choices=tuple(sorted(DETECTORS)))
    attributes: str = parameter(
        "gallery",
        "Where attributes (clean, open, ...) come from: pixels and a gallery, with the detections (oracle), nowhere.",
        choices=("gallery", "oracle", "none"),
    )
    attribute_encoder: str = parameter(
        "auto",
        "What encodes crops for the gallery; auto: CLIP if attribute_weights is there.",
        choices=ENCODERS,
    )
    attribute_weights: str = parameter("", "File with the weights of CLIP ViT-B/32.")
    attribute_gallery: str = parameter("", "Folder of pictures that adds to the gallery that comes along.")
    attribute_crops: int = parameter(
        3, "Views encoded a frame, at most, while nothing changes.", low=1, high=100
    )
    attribute_pixels: int = parameter(100, "Smallest view worth encoding, pixels.", low=1, high=100000)
    attribute_distance: float = parameter(2.5, "Farthest view worth encoding, m.", low=0.1, high=20.0)
    attribute_confidence: float = parameter(
        LEAST, "Probability under which an attribute is unknown.", low=0.5, high=1.0
    )
    colours: bool = parameter(
        True, "Read from pixels which colours objects show, to tell things of a kind apart."
    )
    map_frame: str = parameter("map", "Frame of the object memory and the map.")
    map_size: float = parameter(12.0, "Edge of the first map, m; it grows.", low=2.0, high=40.0)
    cell: float = parameter(0.05, "Edge of a cell of the map, m.", low=0.02, high=0.5)
    highest_obstacle: float = parameter(
        1.8, "Height of the robot, m: what is above is free.", low=0.1, high=2.1
    )
    noise_confusion: float = parameter(
        0.0, "Rate at 3 m at which look-alikes are taken for each other (a noise model).", low=0.0, high=1.0
    )
    noise_miss: float = parameter(
        0.0, "Rate at 3 m at which small objects are not detected (a noise model).", low=0.0, high=1.0
    )
    noise_near: float = parameter(
        0.1, "Share of these rates that stays however near the object is.", low=0.0, high=1.0
    )
    noise_seed: int = parameter(0, "Seed of the noise model.", low=0, high=2**31 - 1)
    scale: float = parameter(
        1.0,
        "Scale of the lengths at which things are told apart: 1 for a room, 0.3 for a table.",
        low=0.05,
        high=1.0,
    )
    looks: int = parameter(2, "Frames that must contradict an object until it is forgotten.", low=1, high=100)
    picture_every: int = parameter(5, "Publish map/semantic and objects/markers every so many steps.", low=1, high=1000)

    def check(self) -> None:
        """Refuse what is not there.

        :raises ParameterError: saying what is missing
        """
        check_domain(self.domain)
        try:
            check_detector(self.detector, self.detector_settings())
        except DetectorError as error:
            raise ParameterError(f"parameter detector: {error}") from error
        folder = _path(self.attribute_gallery)
        if self.attributes == "gallery" and folder is not None and not folder.is_dir():
            raise ParameterError(f"parameter attribute_gallery: there is no folder {folder}.")


class PerceptionNode(Node):
    """Waits for all parts of an observation, answers it, publishes the answer."""

    def __init__(self) -> None:
        super().__init__("perception")
        self._p = p = declare(self, PerceptionParameters)
        use_domain(self._p.domain)
        self._timings = Timings(self)
        self._detector = make_detector(self._p.detector, self._p.detector_settings())
        if self._p.noise_confusion > 0.0 or self._p.noise_miss > 0.0:
            noise = NoiseSettings(p.noise_confusion, p.noise_miss, p.noise_near, seed=p.noise_seed)
            self._detector = NoisyDetector(self._detector, noise)
        self._perception = Perception(
            self._detector,
            self._p.attributes == "oracle",
            MemorySettings(looks=self._p.looks, scale=self._p.scale, fallible=self._detector.calibrated),
            MapSettings(cell=self._p.cell, size=self._p.map_size, highest_obstacle=self._p.highest_obstacle),
            self._reader() if self._p.attributes == "gallery" else None,
            ColourReader() if self._p.colours else None,
        )
        self._values = semantic_values()
        self._messages = MemoryMessages(self._p.map_frame)
        self._shown = MarkerMessages(self._values)
        self._poses = CameraPoses(self._p.map_frame)
        self._ready: list[dict[str, Any]] = []
        self._publish()
        self._latest = Latest(self, listens="colour" not in self._subscribe())
        look, scale = self._perception.look_at, self._p.scale
        self._expectations = ExpectationService(self, self._latest, look, self._timings, scale)
        self._pictures = PictureService(self, self._latest)

    def _reader(self) -> AttributeReader:
        p, cache = self._p, default_cache()
        encoder = make_encoder(p.attribute_encoder, _path(p.attribute_weights), cache)
        gallery = make_gallery(_path(p.attribute_gallery), encoder, cache)
        settings = ReaderSettings(p.attribute_crops, p.attribute_pixels, p.attribute_distance, p.attribute_confidence)
        return AttributeReader(TimedEncoder(encoder, self._timings), gallery, settings)

    def _publish(self) -> None:
        self._detections = self.create_publisher(DetectionsMsg, "detections", OBSERVATION)
        self._memory = self.create_publisher(ObjectMemoryMsg, "object_memory", OBSERVATION)
        self._map = self.create_publisher(OccupancyGrid, "map", OBSERVATION)
        self._height = self.create_publisher(OccupancyGrid, "map/height", OBSERVATION)
        self._semantic = WantedTopic(self, OccupancyGrid, "map/semantic")
        self._markers = WantedTopic(self, MarkerArray, "objects/markers")

    def _subscribe(self) -> Collection[str]:
        topics: dict[str, tuple[Any, str]] = {
            "depth": (Image, "camera/depth/image_raw"),
            "camera": (CameraInfo, "camera/color/camera_info"),
            "state": (RobotState, "robot_state"),
        }
        if self._detector.needs_colour or self._p.attributes == "gallery" or self._p.colours:
            topics["colour"] = (Image, "camera/color/image_raw")
        if self._detector.needs_ground_truth:
            topics["truth"] = (DetectionsMsg, "ground_truth/detections")
        self._sync = Synchroniser(topics)
        for part, (kind, topic) in topics.items():
            self.create_subscription(kind, topic, partial(self._take, part), OBSERVATION)
        # Latched as well: the bridge keeps the observations' transforms, and the world may wait for us to answer.
        latched = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        # a robot's live /tf need not be latched
        quiet = SubscriptionEventCallbacks(use_default_callbacks=False)
        for topic, qos, take in (
            ("/tf", QoSProfile(depth=100), self._poses.take),
            ("/tf", latched, self._poses.take_kept),
            ("/tf_static", latched, self._poses.take_fixed),
        ):
            heard = partial(self._take_tf, take)
            self.create_subscription(TFMessage, topic, heard, qos, event_callbacks=quiet)
        return topics

    def _take_tf(self, take: Callable[[TFMessage], None], message: TFMessage) -> None:
        take(message)
        self._answer()

    def _take(self, part: str, message: Any) -> None:
        stamp = message.header.stamp
        whole = self._sync.add(part, (stamp.sec, stamp.nanosec), message)
        if whole is not None:
            self._ready.append(whole)
            self._answer()

    def _answer(self) -> None:
        """Answer the complete observations whose transform is known, in order.

        Transforms come in order: an observation without one, older than one with one, is from before our time.
        """
        known = [(parts, self._pose(parts)) for parts in self._ready]
        last = max((k for k, (_, pose) in enumerate(known) if pose is not None), default=-1)
        self._ready = self._ready[last + 1 :]
        for parts, pose in known[: last + 1]:
            if pose is not None:
                self._answer_one(parts, pose)

    def _pose(self, parts: dict[str, Any]) -> NDArray[np.float64] | None:
        return self._poses.at(parts["camera"].header.frame_id, Time.from_msg(parts["state"].header.stamp))

    def _answer_one(self, parts: dict[str, Any], transform: NDArray[np.float64]) -> None:
        state: RobotState = parts["state"]
        try:
            observation = self._observation(parts, transform)
            percept = self._perception.process(observation)
        except (ImageError, DetectorError) as error:
            self.get_logger().error(f"observation {state.step} cannot be used: {error}")
            return
        self._latest.take(observation, percept, parts.get("colour"))
        self._send(percept, state, parts["camera"].header)

    def _observation(self, parts: dict[str, Any], transform: NDArray[np.float64]) -> Observation:
        state: RobotState = parts["state"]
        observation = Observation(
            stamp=seconds(state.header.stamp),
            step=state.step,
            episode=state.episode,
            depth=np.asarray(image_from_msg(parts["depth"]), dtype=np.float32),
            camera=intrinsics_from_msg(parts["camera"]),
            transform=transform,
            base=pose_from_msg(state.base_pose),
            holding=state.holding,
            held_detection_id=state.held_detection_id if self._detector.needs_ground_truth else "",
            tool=tool_of(state),
            last_action=state.last_action,
            last_succeeded=state.last_outcome.code == Code.SUCCESS,
        )
        if "colour" in parts:
            observation = replace(observation, colour=np.asarray(image_from_msg(parts["colour"]), np.uint8))
        if "truth" in parts:
            observation = replace(observation, ground_truth=detections_from_msg(parts["truth"]))
        return observation

    def _send(self, percept: Percept, state: RobotState, image_header: Header) -> None:
        header = Header(stamp=state.header.stamp, frame_id=self._p.map_frame)
        layers = percept.layers
        self._detections.publish(detections_to_msg(percept.detections, image_header, state.step))
        self._map.publish(grid_to_msg(layers.occupancy, layers.origin, layers.cell, header))
        self._height.publish(grid_to_msg(layers.height, layers.origin, layers.cell, header))
        self._memory.publish(self._messages.convert(percept.memory))
        if state.step % self._p.picture_every == 0:
            self._semantic.publish(partial(self._classes_seen_from_above, header))
            self._markers.publish(partial(self._shown.convert, percept.memory, header))

    def _classes_seen_from_above(self, header: Header) -> OccupancyGrid:
        """Return the class of the topmost thing of each cell, as it is known now; who comes late gets the latest."""
        grid = self._perception.map.semantic_layer(self._perception.tracks, self._values)
        return grid_to_msg(grid, self._perception.map.origin, self._p.cell, header)


def _path(text: str) -> Path | None:
    return Path(text).expanduser() if text else None


def main() -> int:
    """Run the node until it is told to end. Returns 0, or 2 when it could not start."""
    refusals = (ParameterError, DetectorError, EncoderError, GalleryError)
    return run_until_told("perception", PerceptionNode, refusals=refusals)
