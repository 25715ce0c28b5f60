"""A domain file that is wrong, or contradicts itself, is refused with its line and a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pred_core.domain_file import DomainError, read_domain

LAB = """{
 "qualities": {
  "sterile": {"invisible": true, "words": ["autoclaved"], "lacking": "contaminated"},
  "hot": {"ends": ["cold"]},
  "cold": {}
 },
 "appliances": {
  "Autoclave": {"switch": "Autoclave", "gives": ["sterile"], "runs_shut": true},
  "Freezer": {"gives_shut": ["cold"]}
 },
 "treatments": {
  "Sterilize": {"gives": "sterile", "at": "Autoclave"}
 },
 "types": {
  "Flask": {"flags": ["pickupable"]},
  "Autoclave": {"flags": ["receptacle", "openable", "toggleable"]},
  "Freezer": {"flags": ["receptacle", "openable"]},
  "Bench": {"flags": ["receptacle"]}
 },
 "groups": {"surfaces": ["Bench"]}
}
"""


def read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lab.json"
    path.write_text(text)
    read_domain(str(path))


def test_the_file_is_right_as_it_stands(tmp_path: Path) -> None:
    read(tmp_path, LAB)


def test_what_works_shut_is_used_through_its_door(tmp_path: Path) -> None:
    path = tmp_path / "lab.json"
    path.write_text(LAB)
    domain = read_domain(str(path))
    for group in ("opened_to_use", "must_be_open", "fully_inside"):
        assert set(domain.groups[group]) == {"Autoclave", "Freezer"}
    assert domain.equipment.invisible == {"sterile"}
    assert domain.equipment.lacking("sterile") == "contaminated" and domain.equipment.lacking("hot") == ""


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"gives": ["sterile"]', '"gives": ["sterlie"]', 8, r"no quality sterlie \(did you mean 'sterile'\?\)"),
        ('"gives": ["sterile"]', '"gives": ["shiny"]', 8, "no quality shiny$|no quality shiny\\."),
        ('"ends": ["cold"]', '"ends": ["cool"]', 4, "there is no quality cool"),
        ('"ends": ["cold"]', '"ends": ["hot"]', 4, "it ends or hinders itself"),
        ('"switch": "Autoclave"', '"switch": "Knob"', 8, "there is no type Knob"),
        ('"switch": "Autoclave", ', "", 8, "it gives sterile, but has no switch"),
        ('"switch": "Autoclave"', '"switch": "Freezer"', 8, "Freezer, is of a type that is not toggleable"),
        ('"gives_shut": ["cold"]', '"gives_shut": ["cold", "hot"]', 9, "it gives hot and cold, but hot ends cold"),
        ('"receptacle", "openable"]', '"receptacle"]', 9, "Freezer works shut, but its type is not openable"),
        ('["receptacle", "openable", ', '["openable", ', 8, "nothing can be put in Autoclave"),
        ('"at": "Autoclave"', '"at": "Bench"', 12, "Bench is no appliance"),
        ('{"gives": "sterile", "at"', '{"gives": "cold", "at"', 12, "Autoclave does not give cold"),
        ('{"gives": "sterile", "at"', '{"gives": "dry", "at"', 12, "there is no quality dry"),
        ('"Sterilize"', '"Move"', 12, "the plan language has that action"),
        ('"Sterilize"', '"Make sterile"', 12, "an action is one word"),
        ('"runs_shut"', '"run_shut"', 8, r"no key 'run_shut' in appliances Autoclave \(did you mean 'runs_shut'"),
        ('"invisible"', '"unseen"', 3, "no key 'unseen' in qualities sterile"),
        ('"lacking"', '"laking"', 3, "did you mean 'lacking'"),
        ('"words": ["autoclaved"]', '"words": "autoclaved"', 3, "words and verbs are lists of words"),
        ('"words": ["autoclaved"]', '"words": ["well done"]', 3, "'well done' is not one word"),
        ('"treatments"', '"treatment"', 11, "no key 'treatment' at the top of the file.*'treatments'"),
        ('"surfaces"', '"surface"', 20, "no key 'surface' in groups.*did you mean 'surfaces'"),
        ('"Flask": {"flags"', '"Flask": {"flag"', 15, "no key 'flag' in types Flask.*'flags'"),
        ('"pickupable"', '"pickable"', 15, "flags of Flask.*pickable.*did you mean 'pickupable'"),
        ('"cold": {}', '"open": {}', 4, "there is no quality cold"),
        ('"cold": {}', '"cold": {"attribute": "on"}', 5, "a state of doors, switches or slices"),
        ('"cold": {}', '"cold": {"takers": ["Flasks"]}', 5, "takers of cold.*Flasks.*did you mean 'Flask'"),
        ('"cold": {}', '"hot": {}', 5, "'hot' is there twice"),
        ('"cold": {}', '"cold": {},', 6, "this is no JSON"),
        ('"surfaces": ["Bench"]', '"surfaces": ["Bank"]', 20, "group surfaces.*Bank"),
        (' "types"', ' "actions": "lab.pddl",\n "types"', 14, "no file of actions 'lab.pddl'"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    assert old in LAB
    with pytest.raises(DomainError, match=rf"line {line}: .*(?:{reason})"):
        read(tmp_path, LAB.replace(old, new, 1))


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "3",
        "null",
        '"x"',
        '{"types": []}',
        '{"types": {"A": 3}}',
        '{"types": {"A": {"flags": 1}}}',
        "[" * 9999,
    ],
)
def test_what_is_no_domain_at_all_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DomainError):
        read(tmp_path, text)


def test_a_file_of_actions_beside_the_domain_is_read_and_its_errors_have_lines(tmp_path: Path) -> None:
    own = LAB.replace(' "types"', ' "actions": "lab.pddl",\n "types"', 1)
    (tmp_path / "lab.pddl").write_text("(define (domain lab)\n (:predicates (near ?o))\n (:action goto)\n)")
    with pytest.raises(DomainError, match=r"lab\.pddl, line 3: the action 'goto' has no :parameters"):
        read(tmp_path, own)
    goto = "(:action goto :parameters (?o) :effect (near ?o))"
    (tmp_path / "lab.pddl").write_text(f"(define (domain lab)\n (:predicates (near ?o))\n {goto}\n)")
    read(tmp_path, own)


@pytest.mark.parametrize("name", ["household", "table"])
def test_the_domains_that_come_along_are_right(name: str) -> None:
    domain = read_domain(name)
    assert domain.types and json.dumps(sorted(domain.groups))
