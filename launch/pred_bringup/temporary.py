"""What a launch leaves for its nodes in the temporary folder, which goes when the launch ends."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from launch_ros.actions import Node


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="pred_launch_")


def place() -> Path:
    """Return a folder that lasts as long as this launch; it is made when it is first asked for."""
    return Path(_folder().name)


class TidyNode(Node):
    """A node whose parameters leave no file behind: launch_ros writes one for each, which nobody takes away."""

    def _create_params_file_from_dict(self, params: Mapping[str, Any]) -> str:
        path = str(super()._create_params_file_from_dict(params))
        # not before the end: a node that is started again reads it again
        atexit.register(partial(Path(path).unlink, missing_ok=True))
        return path
