"""A robot as a tree of links, from its URDF: what rviz draws, and the transforms of tf from joint positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, sin
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Joint:
    """One joint: ``origin`` is its frame in the parent link (4x4) at position 0, ``axis`` a unit vector in it.

    ``source`` is the joint whose position counts: another one where it mimics.
    """

    name: str
    kind: str
    parent: str
    child: str
    origin: Array
    axis: Array
    source: str

    def transform(self, position: float) -> Array:
        """Return the child link in the parent link, 4x4, at a position in rad or m."""
        if self.kind == "revolute":
            fixed, along, across = self._turning
            return fixed + cos(position) * along + sin(position) * across
        moved = np.array(self.origin)
        if self.kind == "prismatic":
            moved[:3, 3] += position * self._sliding
        return moved

    def placed(self, position: float) -> tuple[Sequence[float], Sequence[float]]:
        """Return the same as a place (m) and a turn, a quaternion (x, y, z, w) with w >= 0, in plain numbers."""
        still, moving = self._quaternions
        if self.kind == "revolute":
            c, s = cos(0.5 * position), sin(0.5 * position)
            turn = [c * a + s * b for a, b in zip(still, moving, strict=True)]
            return self._place, turn if turn[3] >= 0.0 else [-part for part in turn]
        if self.kind == "prismatic":
            return [at + position * by for at, by in zip(self._place, self._sliding.tolist(), strict=True)], still
        return self._place, still

    @cached_property
    def _place(self) -> list[float]:
        place: list[float] = self.origin[:3, 3].tolist()
        return place

    @cached_property
    def _quaternions(self) -> tuple[list[float], list[float]]:
        """The turn at position 0, with w >= 0, and what is added of it, times the sine of half the position."""
        still = Rotation.from_matrix(self.origin[:3, :3]).as_quat(canonical=True)
        axis, w = still[:3], still[3]
        moving = [*(w * self.axis + np.cross(axis, self.axis)).tolist(), -float(axis @ self.axis)]
        return still.tolist(), moving

    @cached_property
    def _turning(self) -> tuple[Array, Array, Array]:
        """What a turn about the axis is made of: the parts that stay, go with its cosine, and with its sine."""
        x, y, z = self.axis
        fixed, along, across = np.zeros((3, 4, 4))
        fixed[:3, :3] = np.outer(self.axis, self.axis)
        along[:3, :3] = np.eye(3) - fixed[:3, :3]
        across[:3, :3] = ((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0))
        fixed[3, 3] = 1.0
        return self.origin @ fixed, self.origin @ along, self.origin @ across

    @cached_property
    def _sliding(self) -> Array:
        """The axis in the parent link."""
        return np.asarray(self.origin[:3, :3] @ self.axis)


@dataclass(frozen=True)
class RobotModel:
    """A robot's joints, parents before children; ``urdf`` is the text they were read from."""

    urdf: str
    joints: tuple[Joint, ...]

    def transforms(self, positions: Mapping[str, float]) -> dict[str, tuple[str, Array]]:
        """Return each link's parent and its pose in it (4x4). Joints without a position are at 0.

        :param positions: by joint name, rad or m
        """
        return {
            joint.child: (joint.parent, joint.transform(positions.get(joint.source, 0.0)))
            for joint in self.joints
        }

    def pose(self, link: str, positions: Mapping[str, float]) -> Array:
        """Return a link in the root link, 4x4.

        :raises KeyError: when there is no such link
        """
        links = self.transforms(positions)
        parent, pose = links[link]
        while parent in links:
            parent, above = links[parent]
            pose = above @ pose
        return pose


def model_of(urdf: str) -> RobotModel:
    """Return the model that a URDF describes.

    :raises xml.etree.ElementTree.ParseError: when it is no XML
    """
    joints = {j.child: j for j in map(_joint, ElementTree.fromstring(urdf).iter("joint"))}
    depths = {child: _depth(child, joints) for child in joints}
    return RobotModel(urdf, tuple(sorted(joints.values(), key=lambda j: depths[j.child])))


def _depth(link: str, joints: Mapping[str, Joint]) -> int:
    return 0 if link not in joints else 1 + _depth(joints[link].parent, joints)


def _joint(element: ElementTree.Element) -> Joint:
    name = element.attrib["name"]
    place, axis, mimic = element.find("origin"), element.find("axis"), element.find("mimic")
    origin = np.eye(4)
    if place is not None:
        origin[:3, :3] = Rotation.from_euler("xyz", _numbers(place.attrib["rpy"])).as_matrix()
        origin[:3, 3] = _numbers(place.attrib["xyz"])
    return Joint(
        name=name,
        kind=element.attrib["type"],
        parent=_link(element, "parent"),
        child=_link(element, "child"),
        origin=origin,
        axis=_numbers(axis.attrib["xyz"]) if axis is not None else np.zeros(3),
        source=mimic.attrib["joint"] if mimic is not None else name,
    )


def _link(element: ElementTree.Element, role: str) -> str:
    found = element.find(role)
    if found is None:
        raise ValueError(f"joint {element.attrib['name']} has no {role}")
    return found.attrib["link"]


def _numbers(text: str) -> Array:
    return np.array([float(v) for v in text.split()])


def prefixed(urdf: str, prefix: str) -> str:
    """Return a URDF whose links and joints have a prefix to their names: two robots of a kind in one tree.

    :raises xml.etree.ElementTree.ParseError: when it is no XML
    """
    if not prefix:
        return urdf
    root = ElementTree.fromstring(urdf)
    for element in root.iter():
        if element.tag in ("link", "joint") and "name" in element.attrib:
            element.set("name", prefix + element.attrib["name"])
        for key in ("link", "joint"):
            if key in element.attrib:  # parent, child, mimic
                element.set(key, prefix + element.attrib[key])
    return ElementTree.tostring(root, encoding="unicode")
