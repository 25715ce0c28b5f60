"""``python -m thor_player.run script.py``: run an ai2thor program that does not know this player, on this player.

The program runs unchanged, in this interpreter, with its own arguments and exit code. Whatever its ``Controller`` asks
for (a build, a platform, a GPU, a display), this player is what it gets.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import runpy
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .launcher import player_command

_USAGE = "usage: python -m thor_player.run [--seed N] (script.py | -m module) [arguments of the program ...]"
_HELP = f"""{_USAGE}

Runs a program that uses ai2thor, with this player in place of AI2-THOR's Unity build.
  --seed N   varies textures and colours (default 0)
"""
_MISUSED = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run a program; return the exit status if it did not exit by itself."""
    words = list(sys.argv[1:] if argv is None else argv)
    options: list[str] = []
    while words and words[0].startswith("-") and words[0] != "-m":
        flag = words.pop(0)
        if flag in ("-h", "--help"):
            print(_HELP, end="")
            return 0
        if flag != "--seed" or not words or not words[0].lstrip("-").isdigit():
            return _misused(
                "--seed takes a whole number" if flag == "--seed" else f"there is no option {flag}"
            )
        options += [flag, words.pop(0)]
    as_module = words[:1] == ["-m"]
    program = words[1:] if as_module else words
    if not program:
        return _misused("no program is named")
    if not as_module and not Path(program[0]).exists():
        return _misused(f"there is no file {program[0]}")
    try:
        controller = importlib.import_module("ai2thor.controller").Controller
    except ModuleNotFoundError as missing:
        return _misused(
            f"this Python has no {missing.name}; the program needs it: pip install ai2thor==5.0.0"
        )
    use_player(controller, player_command(*options))
    sys.argv = program
    if as_module:
        sys.path[0] = str(Path.cwd())
        runpy.run_module(program[0], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(Path(program[0]).resolve().parent)
        runpy.run_path(program[0], run_name="__main__")
    return 0


def use_player(controller: Any, command: str) -> None:
    """Make every ``Controller`` that is made from now on start a player.

    :param controller: ai2thor's class, of whatever version
    :param command: starts the player
    """
    start = controller.__init__
    takes = inspect.signature(start)
    wanted = {
        "local_executable_path": command,
        "start_unity": True,
        "local_build": False,
        "branch": None,
        "platform": None,
        "gpu_device": None,
        "download_only": False,
    }
    ours = {name: value for name, value in wanted.items() if name in takes.parameters}

    @functools.wraps(start)
    def start_player(self: Any, *args: Any, **kwargs: Any) -> None:
        given = takes.bind(self, *args, **kwargs)
        given.arguments.update(ours)
        if "x_display" in takes.parameters and not given.arguments.get("x_display"):
            given.arguments["x_display"] = ":0"  # never opened; without one the client refuses to start
        with _without_gpus():
            start(*given.args, **given.kwargs)

    controller.__init__ = start_player


@contextmanager
def _without_gpus() -> Iterator[None]:
    """Hide the GPUs from ai2thor, which would ask Vulkan about them, but not from the rest of the program."""
    hidden = os.environ.pop("CUDA_VISIBLE_DEVICES", None)
    try:
        yield
    finally:
        if hidden is not None:
            os.environ["CUDA_VISIBLE_DEVICES"] = hidden


def _misused(why: str) -> int:
    print(f"thor_player.run: {why}\n{_USAGE}", file=sys.stderr)
    return _MISUSED


if __name__ == "__main__":
    sys.exit(main())
