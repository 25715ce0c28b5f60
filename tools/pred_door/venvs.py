"""Virtual environments filled from the wheel cache."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from pathlib import Path

from .console import say
from .layout import Layout
from .process import run, run_or_fail
from .wheels import Pin, fetch, read_pins


def runs(python: Path) -> bool:
    """Say whether a virtual environment's interpreter runs and is Python 3.12."""
    if not python.exists():
        return False
    check = "import sys, pip; sys.exit(sys.version_info[:2] != (3, 12))"
    return run([str(python), "-c", check], quiet=True).returncode == 0


def sees_system(venv: Path) -> bool:
    """Say whether a virtual environment also sees the packages of the interpreter it was made from."""
    try:
        text = (venv / "pyvenv.cfg").read_text()
    except FileNotFoundError:
        return False
    return "include-system-site-packages = true" in text


def create(venv: Path, python: str, *, system_packages: bool = False) -> None:
    """Make an empty virtual environment; one that is there and works is kept."""
    if runs(venv / "bin" / "python") and sees_system(venv) == system_packages:
        return
    shutil.rmtree(venv, ignore_errors=True)
    command = [python, "-m", "venv", *(["--system-site-packages"] if system_packages else []), str(venv)]
    run_or_fail(
        command,
        f"could not make the virtual environment {venv}",
        hint="Is the python3.12-venv package there?",
    )


def installer(layout: Layout, python: Path) -> Path:
    """Return the pinned installer's program, taken out of its wheel on first use."""
    pin = read_pins(layout.requirements("installer"))[0]
    program = layout.state / "bin" / f"{pin.name}-{pin.version}"
    if not program.exists():
        wheel = fetch(layout.wheels, [pin], python)[0]
        program.parent.mkdir(parents=True, exist_ok=True)
        fresh = program.with_suffix(".new")
        with zipfile.ZipFile(wheel) as archive:
            fresh.write_bytes(archive.read(f"{pin.name}-{pin.version}.data/scripts/{pin.name}"))
        fresh.chmod(0o755)
        fresh.replace(program)
    return program


def install(layout: Layout, venv: Path, pins: list[Pin]) -> None:
    """Bring `venv` to `pins`, downloading only what the cache lacks; packages beyond the pins are left alone."""
    python = venv / "bin" / "python"
    wheels = fetch(layout.wheels, pins, python)
    say(f"      installing {len(wheels)} packages into {os.path.relpath(venv, layout.root)}")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=layout.state) as wanted:
        wanted.write("".join(f"{pin}\n" for pin in pins))
        wanted.flush()
        command = [str(installer(layout, python)), "pip", "install", "--quiet", "--no-config"]
        command += ["--cache-dir", str(layout.cache / "unpacked"), "--python", str(python)]
        command += ["--offline", "--no-index", "--no-deps", "--find-links", str(layout.wheels)]
        run_or_fail([*command, "-r", wanted.name], f"could not install into {venv}")


def install_editable(layout: Layout, projects: list[Path]) -> None:
    """Install projects of this repository into the runtime environment, in place."""
    command = [
        str(layout.python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
    ]
    command += ["--no-index", "--no-build-isolation", "--config-settings", "editable_mode=compat"]
    for project in projects:
        run_or_fail([*command, "--editable", str(project)], f"could not install {project.name}")
