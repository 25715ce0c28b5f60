"""Nodes that leave nothing in the temporary folder."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from launch_ros.actions import Node


class TidyNode(Node):
    """A node whose parameters leave no file behind: launch_ros writes one for each, which nobody takes away."""

    def _create_params_file_from_dict(self, params: Mapping[str, Any]) -> str:
        path = str(super()._create_params_file_from_dict(params))
        # not before the end: a node that is started again reads it again
        atexit.register(partial(Path(path).unlink, missing_ok=True))
        return path
