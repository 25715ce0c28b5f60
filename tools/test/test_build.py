"""What makes a package be built again, and packages out of the cache."""

from pathlib import Path

import pytest

from pred_door import build
from pred_door.build import Package, find_packages, package_key
from pred_door.layout import Layout

MANIFEST = "<package><name>{}</name></package>"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    files = {
        "src/msgs/package.xml": MANIFEST.format("msgs"),
        "src/msgs/CMakeLists.txt": "",
        "src/msgs/msg/A.msg": "int32 x\n",
        "src/node/package.xml": MANIFEST.format("node"),
        "src/node/setup.py": "",
        "src/node/node/__init__.py": "",
        "src/node/test/test_it.py": "",
        "launch/package.xml": MANIFEST.format("bringup"),
        "launch/setup.py": "",
        "launch/launch/one.launch.py": "",
        "src/notes/readme.txt": "no package",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_packages_are_found_in_src_and_launch(workspace: Path) -> None:
    found = [(package.name, package.interfaces) for package in find_packages(workspace)]
    assert found == [("bringup", False), ("msgs", True), ("node", False)]


@pytest.mark.parametrize(
    ("package", "file", "again"),
    [
        ("node", "src/node/node/__init__.py", False),
        ("node", "src/node/node/new.py", False),
        ("node", "src/node/test/test_it.py", False),
        ("node", "src/node/__pycache__/x.pyc", False),
        ("node", "src/node/setup.py", True),
        ("node", "src/node/data/new.json", True),
        ("msgs", "src/msgs/msg/A.msg", True),
        ("bringup", "launch/launch/one.launch.py", False),
        ("bringup", "launch/launch/two.launch.py", True),
    ],
)
def test_only_what_matters_makes_a_package_be_built_again(
    workspace: Path, package: str, file: str, again: bool
) -> None:
    def key() -> str:
        return next(package_key(found) for found in find_packages(workspace) if found.name == package)

    before = key()
    path = workspace / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("changed")
    assert (key() != before) == again


def test_a_package_from_the_cache_forgets_where_it_was_built(tmp_path: Path) -> None:
    first = tmp_path / "first" / "install" / "msgs"
    (first / "share").mkdir(parents=True)
    (first / "share" / "package.sh").write_text(f"prefix={first}\n")
    (first / "lib.so").write_bytes(b"\x00\xff binary")
    archive = tmp_path / "cache" / "msgs-1.tar"
    build._keep(first, archive)
    second = tmp_path / "second" / "install" / "msgs"
    build._restore(archive, second)
    assert (second / "share" / "package.sh").read_text() == f"prefix={second}\n"
    assert (second / "lib.so").read_bytes() == b"\x00\xff binary"
    assert [path.name for path in archive.parent.iterdir()] == ["msgs-1.tar"]


def test_an_unnamed_manifest_is_no_package(tmp_path: Path) -> None:
    (tmp_path / "src" / "x").mkdir(parents=True)
    (tmp_path / "src" / "x" / "package.xml").write_text("<package/>")
    (tmp_path / "src" / "x" / "setup.py").touch()
    assert find_packages(tmp_path) == []


def test_keys_of_equal_trees_are_equal(workspace: Path) -> None:
    package = Package("node", workspace / "src" / "node", interfaces=False)
    assert package_key(package) == package_key(package)


def test_links_of_a_built_package_to_files_that_are_gone_are_taken_away(workspace: Path) -> None:
    layout = Layout(workspace, workspace / "cache")
    node = next(package for package in find_packages(workspace) if package.name == "node")
    data = workspace / "src" / "node" / "data"
    built = layout.colcon / "build" / "node" / "data"
    for folder in (data, built):
        folder.mkdir(parents=True)
    for name in ("kept.json", "removed.json"):
        (data / name).write_text("{}")
        (built / name).symlink_to(data / name)
    (data / "removed.json").unlink()
    build.forget_removed(layout, [node])
    assert [path.name for path in sorted(built.iterdir())] == ["kept.json"]
