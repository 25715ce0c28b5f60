"""The node that launch files start with ``view:=true``: pages, Studio, and the robot's topics for browsers."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from rclpy.node import Node

from pred_core.plain_text import ended_well
from pred_core.ros.parameters import ParameterError, declare, parameter
from pred_core.ros.running import run_until_told
from pred_tools.view.bridge import LiveBridge, ViewError
from pred_tools.view.pages import live_link
from pred_tools.view.pictures import ViewPictures
from pred_tools.view.server import PortError, Site, ViewServer
from pred_tools.view.studio import StudioError, default_folder, fetched, installed
from pred_tools.view.talk import Talk

PORT, LIVE_PORT = 8780, 8765


@dataclass(frozen=True)
class ViewParameters:
    """Parameters of the view."""

    port: int = parameter(PORT, "Port of the pages on this machine; 0 = a free one.", low=0, high=65535)
    live_port: int = parameter(
        LIVE_PORT, "Port of the robot's topics on this machine; 0 = a free one.", low=0, high=65535
    )
    runs: str = parameter("runs", "Folder of runs that the start page lists.")


class ViewNode(Node):
    """Serves until it is told to end. Ports that are taken are replaced by free ones."""

    def __init__(self, live_port: int | None = None) -> None:
        """Begin to serve.

        :param live_port: wins over the parameter of that name
        """
        super().__init__("view")
        chosen = declare(self, ViewParameters)
        self.pictures = ViewPictures(self)
        self._bridge = self._live(chosen.live_port if live_port is None else live_port)
        studio = default_folder() if installed(default_folder()) else None
        site = Site(
            Path(chosen.runs).expanduser().absolute(),
            studio,
            "" if studio else "Foxglove Studio is being fetched; load this page again in a moment.",
            self._bridge.port,
            self.get_namespace().strip("/"),
            Talk(self),
        )
        self._server = self._pages(site, chosen.port)
        if studio is None:
            threading.Thread(target=self._fetch, name="studio", daemon=True).start()
        self.get_logger().info(
            f"View: {self._server.url} (the robot itself: {self._server.url.rstrip('/')}{live_link(self._bridge.port)})"
        )

    def close(self) -> None:
        """Let go of all browsers."""
        self._server.close()
        self._bridge.close()

    def _live(self, port: int) -> LiveBridge:
        try:
            return LiveBridge(self, port)
        except ViewError as error:
            self.get_logger().warning(f"{ended_well(str(error))} A free port is taken.")
            return LiveBridge(self, 0)

    def _pages(self, site: Site, port: int) -> ViewServer:
        try:
            return ViewServer(site, port)
        except PortError as error:
            self.get_logger().warning(f"View: {ended_well(str(error))} A free port is taken.")
            return ViewServer(site, 0)

    def _fetch(self) -> None:
        try:
            self._server.studio_is_at(fetched(default_folder()))
        except StudioError as error:
            self.get_logger().warning(str(error))
            self._server.studio_is_at(None, str(error))
        else:
            self.get_logger().info("View: Foxglove Studio was fetched.")


def main() -> int:
    """Serve the view until told to end. Returns 0, or 2 when it could not start."""
    return run_until_told(
        "view",
        ViewNode,
        close=ViewNode.close,
        refusals=(ParameterError, ViewError, PortError),
    )
