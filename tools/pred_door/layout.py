"""Where everything lives: the checkout, the git-ignored .pred folder and the user cache folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Layout:
    """Paths of one checkout (`root`) and of the cache that all checkouts of a user share (`cache`)."""

    root: Path
    cache: Path

    @property
    def state(self) -> Path:
        return self.root / ".pred"

    @property
    def venv(self) -> Path:
        """Virtual environment that runs everything."""
        return self.state / "venv"

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"

    @property
    def build_venv(self) -> Path:
        """Virtual environment with the headers and generators that build pred_msgs where no ROS is installed."""
        return self.state / "build_venv"

    @property
    def ros_tree(self) -> Path:
        """ROS 2 Jazzy runtime where no ROS is installed."""
        return self.state / "ros"

    @property
    def colcon(self) -> Path:
        """Parent of colcon's build, install and log folders."""
        return self.state / "colcon"

    @property
    def install(self) -> Path:
        return self.colcon / "install"

    @property
    def programs(self) -> Path:
        """Links to the packages' programs that people call by name."""
        return self.state / "programs"

    @property
    def stamps(self) -> Path:
        return self.state / "stamps"

    @property
    def environment_file(self) -> Path:
        """Environment after the last build, as JSON."""
        return self.state / "environment.json"

    @property
    def wheels(self) -> Path:
        """Downloaded wheels, shared between checkouts."""
        return self.cache / "wheels"

    @property
    def built(self) -> Path:
        """Built interface packages, shared between checkouts."""
        return self.cache / "built"

    @property
    def bytecode(self) -> Path:
        """Compiled code of all that runs, by the folders of its sources."""
        return self.state / "bytecode"

    @property
    def known_bytecode(self) -> Path:
        """Compiled code of packages and of Python itself, shared between checkouts."""
        return self.cache / "bytecode"

    @property
    def types(self) -> Path:
        """What mypy knows of this checkout."""
        return self.state / "mypy"

    @property
    def known_types(self) -> Path:
        """What mypy knew of the checkout that was clean last when first checked, shared between checkouts."""
        return self.cache / "mypy"

    @property
    def tools(self) -> Path:
        return self.root / "tools"

    def requirements(self, name: str) -> Path:
        """Return the pinned requirements file called `name`."""
        return self.tools / "requirements" / f"{name}.txt"


def find_layout() -> Layout:
    """Return the layout of the checkout this file belongs to."""
    root = Path(__file__).resolve().parents[2]
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Layout(root=root, cache=Path(base) / "pred")
