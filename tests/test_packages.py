"""The packages stand side by side as docs/architecture.md says, and declare all that they import."""

from __future__ import annotations

import re
from functools import cache

import pytest
from package_imports import NAME, ROOT, Import, Package, outside, packages, rows

ANY = "all"
ROS_NAMES = {"tf2_ros": "tf2_ros_py"}
"""Modules of ROS 2 whose package has another name."""
PYTHON = sorted(name for name, package in packages().items() if (package.folder / "setup.py").is_file())
EXEC = ("depend", "exec_depend")
TEST = (*EXEC, "test_depend")
OPTIONAL = {"dask", "distributed", "playwright", "torch", "ultralytics"}
"""What is imported only where it is installed."""


@cache
def table() -> dict[str, tuple[str, set[str]]]:
    """Return what docs/architecture.md says: per package, or part of one, what it is and what it may import."""
    made = {}
    for name, what, may in rows("architecture.md", "package"):
        allowed = (
            {ANY} if may == ANY else set(NAME.findall(may)) if "`" in may else set(re.findall(r"[\w.]+", may))
        )
        made[NAME.findall(name)[0]] = (what, allowed)
    return made


def within(module: str, part: str) -> bool:
    return module == part or module.startswith(f"{part}.")


def closed(allowed: set[str]) -> set[str]:
    """Return what may be imported through what may be imported."""
    more = {n for name in allowed for n in table().get(name, ("", set()))[1]} - allowed
    return closed(allowed | more) if more else allowed


def key_of(name: str) -> str:
    """Return what package.xml has to declare for a module, '' where only pip has it."""
    return outside()[name].rosdep if name in outside() else ROS_NAMES.get(name, name)


@pytest.mark.parametrize("part", sorted(table()))
def test_a_package_imports_what_the_table_allows(part: str) -> None:
    what, allowed = table()[part]
    package = packages()[part.partition(".")[0]]
    parts = [p for p in table() if p != part and within(p, part)]
    ours = [
        one
        for one in package.imports(package.product) | _own(package, part)
        if within(one.where, part) and not any(within(one.where, p) for p in parts)
    ]
    if "no ROS" in what:
        ros = {one for one in ours if one.top == "rclpy" or one.top.endswith("_msgs")}
        assert not ros, f"{part} is without ROS"
    if ANY in allowed:
        return
    to_ours = {one for one in ours if one.top in packages()}
    may = closed(allowed)
    found_by = {
        name.partition(".")[0] for name in (*may, part)
    }  # `import pred_core` looks where it is installed
    strangers = {
        one for one in to_ours if not any(within(one.module, to) for to in may) and one.module not in found_by
    }
    assert not strangers


def _own(package: Package, part: str) -> set[Import]:
    """Return what a part of a package imports from the rest of it."""
    if part == package.name:
        return set()
    whole = Package("", package.folder).imports(package.product)
    return {one for one in whole if within(one.module, package.name) and not within(one.module, part)}


def test_the_table_names_every_package() -> None:
    assert {name for name in table() if "." not in name} == packages().keys()


@pytest.mark.parametrize("name", PYTHON)
def test_what_a_package_imports_is_declared(name: str) -> None:
    package = packages()[name]
    used = {one.top for one in package.imports(package.product)} - OPTIONAL
    launched = {"ros2launch"} if any(package.folder.rglob("*.launch.py")) else set()
    wanted = {key for key in map(key_of, used) if key} | launched
    assert not wanted - package.declared(*EXEC)
    tested = {one.top for one in package.imports(package.tests)} - OPTIONAL
    assert not {key for key in map(key_of, tested) if key} - package.declared(*TEST)
    assert {outside()[one].pip for one in used if one in outside()} <= package.required()


def needed(name: str) -> set[str]:
    """Return the packages of the workspace that are there wherever a package is installed."""
    direct = packages()[name].declared(*EXEC) & packages().keys()
    return direct.union(*(needed(one) for one in direct))


@pytest.mark.parametrize("name", PYTHON)
def test_what_a_package_starts_or_loads_by_its_name_is_declared(name: str) -> None:
    named = {text.partition(":")[0].partition(".")[0] for text in packages()[name].strings()}
    missing = (named & packages().keys()) - {name} - needed(name)
    assert not {one for one in missing if name not in needed(one)}, "those above it cannot be declared: a circle"


@pytest.mark.parametrize("name", PYTHON)
def test_what_a_package_declares_is_used(name: str) -> None:
    package = packages()[name]
    used = {one.top for one in package.imports(package.product)} | package.strings() | {"ros2launch"}
    keys = {key_of(one) for one in used}
    assert not package.declared(*EXEC) - keys
    tested = {key_of(one.top) for one in package.imports(package.tests)}
    tested |= {name for name in packages() for path in package.tests if name in path.read_text("utf-8")}
    assert not package.declared("test_depend") - tested
    assert not package.declared("test_depend") & package.declared(*EXEC)
    assert package.required() <= {"setuptools"} | {outside()[one].pip for one in used if one in outside()}


def test_the_interfaces_declare_the_packages_of_their_fields() -> None:
    package = packages()["pred_msgs"]
    files = [p for kind in ("msg", "srv", "action") for p in (package.folder / kind).glob(f"*.{kind}")]
    fields = {m for path in files for m in re.findall(r"^(\w+)/\w+", path.read_text("utf-8"), re.MULTILINE)}
    assert fields - {"pred_msgs"} <= package.declared("depend")
    assert package.declared("depend") - fields <= {"action_msgs", "builtin_interfaces"}


def test_every_row_of_the_table_of_imports_is_used_and_pinned() -> None:
    pins = "".join(
        (ROOT / "tools" / "requirements" / f"{name}.txt").read_text("utf-8").lower()
        for name in ("runtime", "build", "dev", "cluster")
    )
    used = {one.top for p in packages().values() for one in p.imports(p.product) | p.imports(p.tests)}
    used |= {string for p in packages().values() for string in p.strings()}
    for name, way in outside().items():
        assert name in used, name
        same = re.escape(way.pip.lower()).replace("_", "[-_]").replace(r"\-", "[-_]")
        assert re.search(rf"^{same}==", pins, re.MULTILINE) or name == "psutil", name
