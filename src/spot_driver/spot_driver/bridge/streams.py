"""The cameras' live pictures, fetched only while somebody listens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Header

from pred_core.ros.conversions import image_to_msg, intrinsics_to_msg, stamp_of
from spot_driver.driver.errors import SDK_ERRORS
from spot_driver.driver.link import SpotLink
from spot_driver.driver.pictures import HAND_COLOR, HAND_DEPTH, PictureError, Shot, take

ENCODINGS = {"uint8": {2: "mono8", 3: "rgb8"}, "float32": {2: "32FC1"}}


def sources_of(camera: str) -> tuple[str, str]:
    """Return a camera's image sources: colour or grey, and depth registered to it."""
    if camera == "hand":
        return HAND_COLOR, HAND_DEPTH
    return f"{camera}_fisheye_image", f"{camera}_depth_in_visual_frame"


class Streams:
    """camera/NAME/image and depth_registered/NAME/image, each with camera_info, at a rate."""

    def __init__(
        self, node: Node, link: SpotLink, cameras: Sequence[str], rate: float, warn: Callable[[str], object]
    ) -> None:
        """Prepare; ``rate`` in pictures a second; ``warn`` is told when pictures cease to come."""
        self._link, self._period, self._warn = link, 1.0 / rate, warn
        self._publishers: dict[str, tuple[Publisher, Publisher]] = {}
        for camera in cameras:
            for source, topic in zip(sources_of(camera), ("camera", "depth_registered"), strict=True):
                self._publishers[source] = (
                    node.create_publisher(Image, f"{topic}/{camera}/image", qos_profile_sensor_data),
                    node.create_publisher(
                        CameraInfo, f"{topic}/{camera}/camera_info", qos_profile_sensor_data
                    ),
                )
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cameras", daemon=True)
        self._trouble = ""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            begun = time.monotonic()
            wanted = [s for s, (image, _) in self._publishers.items() if image.get_subscription_count()]
            if wanted and self._link.connected:
                self._fetch(wanted)
            self._ended.wait(max(0.0, self._period - (time.monotonic() - begun)))

    def _fetch(self, sources: Sequence[str]) -> None:
        try:
            shots = take(self._link.session, sources)
        except (PictureError, *SDK_ERRORS) as error:
            trouble = f"no live pictures: {error}"
            if trouble != self._trouble:
                self._warn(trouble)
            self._trouble = trouble
            return
        self._trouble = ""
        for shot in shots:
            self._publish(shot)

    def _publish(self, shot: Shot) -> None:
        image, info = self._publishers[shot.source]
        header = Header(stamp=stamp_of(shot.stamp), frame_id=shot.frame)
        encoding = ENCODINGS[shot.pixels.dtype.name][shot.pixels.ndim]
        image.publish(image_to_msg(shot.pixels, encoding, header))
        info.publish(intrinsics_to_msg(shot.camera, header))
