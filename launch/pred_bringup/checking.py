"""What was given to a launch, held against what there is: arguments and parameters of nodes by their names."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml

from pred_bringup.arguments import ArgumentError
from pred_core.given import near

OF_EVERY_NODE = frozenset({"use_sim_time", "start_type_description_service"})
"""Parameters that rclpy declares itself."""
OVERRIDES = "qos_overrides."
ANY_NODE = "**"


@dataclass(frozen=True)
class Section:
    """What one section of a parameter file says: the node it is for (its last name, or **) and its parameters."""

    node: str
    parameters: Mapping[str, Any]


def check_names(given: Iterable[str], arguments: Sequence[str], nodes: Mapping[str, Sequence[str]]) -> None:
    """Refuse arguments that nobody reads.

    :param given: names as typed: of arguments, and ``NODE.PARAMETER``
    :param nodes: per node the classes of its parameters, as ``module:Class``
    :raises ArgumentError: naming the first unknown one and what comes near it
    """
    for name in given:
        node, dot, parameter = name.partition(".")
        if not dot:
            if name not in arguments:
                known = [*arguments, *(f"{n}." for n in nodes)]
                raise ArgumentError(f"There is no argument {name}:=.{near(name, known)}")
        elif node not in nodes:
            raise ArgumentError(
                f"There is no node {node} to take {name}:=.{near(node, nodes)} Nodes: {', '.join(nodes)}."
            )
        else:
            check_parameter(node, parameter, parameters_of_classes(nodes[node]), f"{name}:=")


def check_file(file: Path, nodes: Mapping[str, Sequence[str]]) -> None:
    """Refuse a parameter file with a parameter that its node does not have; sections of other nodes are left alone.

    :raises ArgumentError: when it cannot be read, or names an unknown parameter
    """
    for section in sections(file):
        if section.node == ANY_NODE:
            known = frozenset().union(*(parameters_of_classes(classes) for classes in nodes.values()))
        elif section.node in nodes:
            known = parameters_of_classes(nodes[section.node])
        else:
            continue
        for parameter in section.parameters:
            check_parameter(section.node, parameter, known, f"{file}: {section.node}.{parameter}")


def check_parameter(node: str, parameter: str, known: Iterable[str], given: str) -> None:
    """Refuse a parameter that a node does not have.

    :param given: how it was given, for the sentence
    :raises ArgumentError: when it is not among the known ones
    """
    if parameter in OF_EVERY_NODE or parameter.startswith(OVERRIDES) or parameter in known:
        return
    whose = "No node" if node == ANY_NODE else f"The node {node}"
    verb = "has" if node == ANY_NODE else "does not have"
    raise ArgumentError(f"{given}: {whose} {verb} a parameter {parameter}.{near(parameter, known)}")


def sections(file: Path) -> list[Section]:
    """Return what a ROS parameter file says, node by node.

    :raises ArgumentError: when it cannot be read or is none
    """
    try:
        data = yaml.safe_load(file.read_text("utf-8")) or {}
        return [Section(name.split("/")[-1], data[name]["ros__parameters"] or {}) for name in data]
    except (OSError, ValueError, yaml.YAMLError, TypeError, KeyError, AttributeError) as error:
        raise ArgumentError(f"params_file:={file} holds no parameters of nodes: {error!r}") from error


@cache
def parameter_names(where: str) -> frozenset[str]:
    """Return the names in a parameter class, ``module:Class``, without loading what its module needs for seconds.

    Those of the classes that it is made of, imported from elsewhere, are among them.
    """
    module, _, name = where.partition(":")
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"there is no module {module}")
    tree = ast.parse(Path(spec.origin).read_text("utf-8"))
    made = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name)
    own = {n.target.id for n in made.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
    bases = {base.id for base in made.bases if isinstance(base, ast.Name)}
    imported = (n for n in tree.body if isinstance(n, ast.ImportFrom))
    inherited = [
        parameter_names(f"{n.module}:{alias.name}") for n in imported for alias in n.names if alias.name in bases
    ]
    return frozenset(own).union(*inherited)


def parameters_of_classes(classes: Iterable[str]) -> frozenset[str]:
    """Return the names of all parameters of a node."""
    return frozenset().union(*map(parameter_names, classes))
