"""What ``--set`` changes: launch arguments, and parameters of single nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml


class OverrideError(ValueError):
    """A ``--set`` that cannot be read."""


def pairs(texts: Sequence[str]) -> dict[str, str]:
    """Return NAME=VALUE texts as a mapping.

    :raises OverrideError: naming the text that is none
    """
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip("."):
            raise OverrideError(f"--set takes NAME=VALUE or NODE.PARAMETER=VALUE, got {text!r}.")
        found[name] = value
    return found


def launch_arguments(settings: Mapping[str, str], base: Path, out: Path) -> dict[str, str]:
    """Return the launch arguments of the settings.

    A name with a dot is NODE.PARAMETER: it goes into a copy of the parameter file, written to ``out``.

    :param base: the robot's parameter file
    """
    arguments = {name: value for name, value in settings.items() if "." not in name}
    parameters = {name: value for name, value in settings.items() if "." in name}
    if not parameters:
        return arguments
    source = Path(arguments.get("params_file", base))
    data: dict[str, Any] = yaml.safe_load(source.read_text("utf-8")) or {}
    for name, value in parameters.items():
        node, _, key = name.partition(".")
        section = data.setdefault(f"/**/{node}", {}).setdefault("ros__parameters", {})
        section[key] = yaml.safe_load(value)
    out.write_text(yaml.safe_dump(data), "utf-8")
    return {**arguments, "params_file": str(out.resolve())}
