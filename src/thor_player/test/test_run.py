"""Programs that know ai2thor and not the player run on it, unchanged."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from thor_player.run import use_player

STRANGER = """\
import json, os, sys
from ai2thor.controller import Controller
from ai2thor.platform import CloudRendering
from helper import SCENE

controller = Controller(scene=SCENE, platform=CloudRendering, gpu_device=None, width=128, height=96)
event = controller.step("RotateRight")
print(json.dumps({
    "argv": sys.argv, "name": __name__, "file": __file__, "shape": event.frame.shape,
    "scene": event.metadata["sceneName"], "gpus": os.environ.get("CUDA_VISIBLE_DEVICES"),
}))
controller.stop()
sys.exit(7)
"""


def _run(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "thor_player.run", *words],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_program_runs_with_its_arguments_and_exit_code(tmp_path: Path) -> None:
    folder = tmp_path / "its own folder"
    folder.mkdir()
    (folder / "helper.py").write_text('SCENE = "FloorPlan401"\n')
    script = folder / "stranger.py"
    script.write_text(STRANGER)
    # GPUs would make the client ask for Vulkan; the program must still find them where it put them.
    done = _run("--seed", "3", str(script), "--epochs", "2", "-m", cwd=tmp_path, CUDA_VISIBLE_DEVICES="0")
    assert done.returncode == 7, done.stderr
    told = json.loads(done.stdout)
    assert told == {
        "argv": [str(script), "--epochs", "2", "-m"],
        "name": "__main__",
        "file": str(script),
        "shape": [96, 128, 3],
        "scene": "FloorPlan401_physics",
        "gpus": "0",
    }


def test_modules_run_as_well_and_errors_are_the_programs_own(tmp_path: Path) -> None:
    (tmp_path / "stranger.py").write_text("import sys\nprint(sys.argv[1:])\nraise LookupError('its own')\n")
    done = _run("-m", "stranger", "-x", "1", cwd=tmp_path)
    assert done.returncode == 1 and done.stdout == "['-x', '1']\n"
    assert done.stderr.endswith("LookupError: its own\n")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "no program is named"),
        (["nothing.py"], "there is no file nothing.py"),
        (["--fast", "a.py"], "there is no option --fast"),
        (["--seed", "red", "a.py"], "--seed takes a whole number"),
    ],
)
def test_misuse_is_told(tmp_path: Path, words: list[str], text: str) -> None:
    done = _run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert text in done.stderr and "usage:" in done.stderr and "Traceback" not in done.stderr


def test_what_a_program_asks_for_is_replaced_by_the_player() -> None:
    started: dict[str, Any] = {}

    class Controller:  # of an older ai2thor, which knows fewer arguments
        def __init__(self, local_executable_path: Any = None, x_display: Any = None, **more: Any) -> None:
            started.update(path=local_executable_path, display=x_display, **more)

    use_player(Controller, "the player")
    Controller("/opt/unity/thor", scene="FloorPlan1")
    assert started == {"path": "the player", "display": ":0", "scene": "FloorPlan1"}
    Controller(x_display="7")
    assert started["display"] == "7"
