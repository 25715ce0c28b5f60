"""Read a domain file (docs/domains.md). What is wrong in it is refused with its line and a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pred_core.action_model.pddl import PddlDomain, PddlError
from pred_core.action_model.pddl import read_domain as read_pddl
from pred_core.appliances import KEYS as EQUIPMENT_KEYS
from pred_core.appliances import Equipment, EquipmentError, meant, read_equipment
from pred_core.plain_text import ended_well

HOUSEHOLD = "household"
_BUILT_IN = {HOUSEHOLD: "household_types.json", "table": "table_types.json"}
FLAGS = frozenset(
    {
        *("breakable", "canBeUsedUp", "canFillWithLiquid", "cookable", "cover", "dirtyable", "isColdSource"),
        *("isHeatSource", "moveable", "openable", "pickupable", "receptacle", "sliceable", "toggleable"),
    }
)
"""Affordances: those of AI2-THOR, and ``cover`` for what hides a thing it is put over."""


class DomainError(ValueError):
    """A domain that cannot be used, with a sentence that says which and why."""


@dataclass(frozen=True)
class ObjectType:
    """One object type. ``size`` is the median axis-aligned box (x, y up, z) in metres, mass in kg.

    ``words`` weighs what people call it; ``alike`` are types it is taken for unless seen well; ``usual_count`` is how
    many there are where nothing else is known.
    """

    name: str
    flags: frozenset[str]
    some: frozenset[str] = frozenset()
    rooms: Mapping[str, int] = field(default_factory=dict)
    size: tuple[float, float, float] | None = None
    mass: float = 0.0
    materials: tuple[str, ...] = ()
    receptacles: frozenset[str] | None = None
    slices_to: str = ""
    slice_count: int = 0
    found_in: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, float] = field(default_factory=dict)
    alike: frozenset[str] = frozenset()
    usual_count: int = 0

    def can(self, flag: str) -> bool:
        """Tell whether the type has an affordance flag, always or in some instances."""
        return flag in self.flags or flag in self.some

    def fits_in(self, receptacle: str) -> bool:
        """Tell whether an object of this type may be put on or in that type (True if unrestricted)."""
        return self.receptacles is None or receptacle in self.receptacles


@dataclass(frozen=True, eq=False)
class Domain:
    """All types of a domain by name, its groups of types in order, and ``kinds``: words that mean any of several.

    ``equipment`` says what its appliances do, ``actions`` (PDDL) what each primitive needs and does. As in the file are
    ``part_of`` (part -> whole), ``aliases`` (name -> type), ``stand_ins``, ``under`` and ``dishes`` (task -> type ->
    how many). ``harms`` says what comes to harm in or on a place, or does harm there (place -> types). As a ``robot``
    can act in it (:mod:`pred_core.robots`) it has that one's actions only; ``by_hand``: doors take an empty hand;
    ``stands``: it never goes anywhere.
    """

    name: str
    types: Mapping[str, ObjectType]
    groups: Mapping[str, tuple[str, ...]]
    single_slots: Mapping[str, frozenset[str]]
    kinds: Mapping[str, tuple[str, ...]]
    equipment: Equipment
    actions: PddlDomain
    part_of: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    stand_ins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    under: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    dishes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    harms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    robot: str = ""
    by_hand: bool = False
    stands: bool = False


_SLOTS = "object_specific_single_slot"
GROUPS = frozenset(
    {
        *(
            "surfaces",
            "resting_places",
            "carried",
            "seen_from_afar",
            "structure",
            "floors",
            "flames",
            "lamps",
            "table_lamps",
        ),
        *(
            "must_be_open",
            "opened_to_use",
            "left_open",
            "open_above",
            "fully_inside",
            "inside_bottom_four_corners",
        ),
        *(
            "on_top_four_corners",
            "placed_upright",
            "id_from_parent",
            "hollow",
            "shelved",
            "shelves",
            "inner_parts",
        ),
        *(
            "furniture_parts",
            "one_a_room",
            "about_one_size",
            "knives",
            "wipers",
            "made",
            "plates",
            "dishes",
            "foods",
            "boiled",
            "eaten_cooked",
            "served_on",
            "waste",
            "plants",
        ),
        *("coffee_machines", "coffee_vessels", "boiling_pots", "water_holders", _SLOTS),
    }
)
"""The groups that decisions read."""
TOP_KEYS = frozenset(
    {
        *("extends", "types", "kinds", "look_alikes", "groups", "found_in", "other_names", "actions"),
        *EQUIPMENT_KEYS,
        *("part_of", "aliases", "stand_ins", "under", "dishes", "harms"),
    }
)
TYPE_KEYS = frozenset(
    {
        *(
            "flags",
            "some",
            "rooms",
            "size",
            "mass",
            "materials",
            "receptacles",
            "slices_to",
            "words",
            "usual_count",
        ),
    }
)
_SHUT = ("opened_to_use", "must_be_open", "fully_inside")
"""The groups of what is used through its door: appliances that work shut belong to them by themselves."""


@cache
def read_domain(name: str) -> Domain:
    """Return a built-in domain, or the one of a JSON file.

    :raises DomainError: naming the file, the line and what is wrong with it
    """
    if name in _BUILT_IN:
        text = resources.files("pred_core").joinpath(f"data/{_BUILT_IN[name]}").read_text("utf-8")
        return _Reader(name, text).read()
    try:
        text = Path(name).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        known = ", ".join(_BUILT_IN)
        raise DomainError(f"domain {name!r} is none of {known}, and no file to read: {error}") from error
    return _Reader(name, text).read()


class _Reader:
    """Reads one file."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def read(self) -> Domain:
        try:
            data = json.loads(self.text, object_pairs_hook=self._object)
            self._keys_of(data)
            data = self._extended(data)
            read = self._domain(data)
        except DomainError:
            raise
        except PddlError as error:
            raise DomainError(ended_well(f"domain {self.name!r}: {error}")) from error
        except EquipmentError as error:
            raise self._wrong(error.section, error.entry, str(error)) from error
        except json.JSONDecodeError as error:
            raise DomainError(
                ended_well(f"domain {self.name!r}, line {error.lineno}: this is no JSON: {error.msg}")
            ) from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            reason = f"is not written as docs/domains.md says: {error!r}"
            raise DomainError(f"domain {self.name!r} {reason}") from error
        self._check(read, data)
        return read

    def _extended(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the file's own entries over those of the domain that comes along which it extends, if any."""
        base = data.get("extends", "")
        if not base:
            return data
        if base not in _BUILT_IN:
            known = " or ".join(_BUILT_IN)
            raise self._wrong("extends", "", f"a file extends {known}, not {base!r}")
        text = resources.files("pred_core").joinpath(f"data/{_BUILT_IN[base]}").read_text("utf-8")
        return _over(json.loads(text), {key: value for key, value in data.items() if key != "extends"})

    # -- errors -------------------------------------------------------------------------------------------------------
    def _line_of(self, section: str, entry: str = "") -> int:
        """Return the line, from 1, in which an entry of a section stands."""
        at = 0
        for key in filter(None, (section, entry)):
            found = re.compile(rf'"{re.escape(key)}"\s*:').search(self.text, at)
            at = found.start() if found else at
        return self.text.count("\n", 0, at) + 1

    def _wrong(self, section: str, entry: str, reason: str) -> DomainError:
        line = self._line_of(section, entry)
        return DomainError(ended_well(f"domain {self.name!r}, line {line}: {reason}"))

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Build a JSON object; of a name that is there twice nobody could tell which one counts."""
        made = dict(pairs)
        names = [key for key, _ in pairs]
        twice = next((key for key in made if names.count(key) > 1), None) if len(made) < len(pairs) else None
        if twice is not None:
            *_, last = re.finditer(rf'"{re.escape(twice)}"\s*:', self.text)
            line = self.text.count("\n", 0, last.start()) + 1
            raise DomainError(f"domain {self.name!r}, line {line}: {twice!r} is there twice in one object.")
        return made

    def _keys_of(self, data: Mapping[str, Any]) -> None:
        self._keys("", "", data, TOP_KEYS)
        for name, entry in data.get("types", {}).items():
            self._keys("types", name, entry, TYPE_KEYS)
        for section, allowed in EQUIPMENT_KEYS.items():
            for name, entry in data.get(section, {}).items():
                self._keys(section, name, entry, allowed)
        self._keys("groups", "", data.get("groups", {}), GROUPS)

    def _keys(self, section: str, entry: str, given: Iterable[str], allowed: Iterable[str]) -> None:
        for key in given:
            if key not in allowed:
                where = (
                    f"in {' '.join(filter(None, (section, entry)))}" if section else "at the top of the file"
                )
                at = (entry, key) if entry else (section, key)
                raise self._wrong(*at, f"there is no key {key!r} {where}{meant(key, allowed)}")

    # -- contents -----------------------------------------------------------------------------------------------------
    def _domain(self, data: Mapping[str, Any]) -> Domain:
        equipment = read_equipment(data, data["types"])
        groups = {key: tuple(members) for key, members in data.get("groups", {}).items() if key != _SLOTS}
        slots = data.get("groups", {}).get(_SLOTS, {})
        return Domain(
            name=self.name,
            types={n: _type(n, entry, data) for n, entry in data["types"].items()},
            groups={**groups, **{key: self._with_shut(groups.get(key, ()), equipment) for key in _SHUT}},
            single_slots={place: frozenset(takes) for place, takes in slots.items()},
            kinds={word: tuple(members) for word, members in data.get("kinds", {}).items()},
            equipment=equipment,
            actions=self._actions(data.get("actions", f"{HOUSEHOLD}.pddl")),
            part_of=data.get("part_of", {}),
            aliases=data.get("aliases", {}),
            stand_ins={name: tuple(types) for name, types in data.get("stand_ins", {}).items()},
            under=data.get("under", {}),
            dishes=data.get("dishes", {}),
            harms={place: frozenset(types) for place, types in data.get("harms", {}).items()},
        )

    @staticmethod
    def _with_shut(members: tuple[str, ...], equipment: Equipment) -> tuple[str, ...]:
        shut = (a.place for a in equipment.appliances.values() if a.runs_shut or a.gives_shut)
        return tuple(dict.fromkeys((*members, *shut)))

    def _actions(self, file: str) -> PddlDomain:
        """Read the PDDL file that a domain names: one that comes along, or one beside the domain's own file."""
        built_in = resources.files("pred_core").joinpath("data", Path(file).name)
        own = Path(self.name).expanduser().parent / file
        if self.name not in _BUILT_IN and own.is_file():
            return read_pddl(own.read_text("utf-8"), str(own))
        if not built_in.is_file():
            raise self._wrong("actions", "", f"there is no file of actions {file!r} beside it")
        return read_pddl(built_in.read_text("utf-8"), file)

    # -- what does not go together ------------------------------------------------------------------------------------
    def _check(self, read: Domain, data: Mapping[str, Any]) -> None:
        if not read.types:
            raise self._wrong("types", "", "there are no types")
        if not read.groups.get("surfaces"):
            reason = "the group surfaces is empty, so nothing can be put down on the way"
            raise self._wrong("groups", "surfaces", reason)
        names = frozenset(read.types) | frozenset(data.get("other_names", ()))
        for kind in read.types.values():
            self._known("types", kind.name, f"the flags of {kind.name}", kind.flags | kind.some, FLAGS)
            self._known("types", kind.name, f"the receptacles of {kind.name}", kind.receptacles or (), names)
            self._known("look_alikes", "", f"the look_alikes of {kind.name}", kind.alike, names)
            self._known("types", kind.name, f"what {kind.name} is sliced to", {kind.slices_to} - {""}, names)
        for quality in read.equipment.qualities.values():
            self._known(
                "qualities", quality.name, f"the takers of {quality.name}", quality.takers, names | FLAGS
            )
        self._check_lists(read, names)
        for place, appliance in read.equipment.appliances.items():
            if (appliance.runs_shut or appliance.gives_shut) and not read.types[place].can("openable"):
                raise self._wrong("appliances", place, f"{place} works shut, but its type is not openable")
            if appliance.switch and not read.types[appliance.switch].can("toggleable"):
                reason = f"the switch of {place}, {appliance.switch}, is of a type that is not toggleable"
                raise self._wrong("appliances", place, reason)
            if not read.types[place].can("receptacle"):
                raise self._wrong(
                    "appliances", place, f"nothing can be put in {place}: its type is no receptacle"
                )

    def _check_lists(self, read: Domain, names: frozenset[str]) -> None:
        for section, what, lists in (
            ("groups", "group", read.groups),
            ("kinds", "kind", read.kinds),
            ("groups", "single slot", read.single_slots),
            ("under", "under", read.under),
            ("dishes", "dish", read.dishes),
            ("harms", "harms", read.harms),
            ("stand_ins", "stand-ins of", read.stand_ins),
        ):
            for key, entries in lists.items():
                self._known(section, key, f"{what} {key}", entries, names)
        for section, ones in (("part_of", read.part_of), ("aliases", read.aliases)):
            for key, name in ones.items():
                self._known(section, key, f"{section} {key}", (name,), names)

    def _known(
        self, section: str, entry: str, where: str, used: Iterable[str], allowed: frozenset[str]
    ) -> None:
        wrong = sorted(set(used) - allowed)
        if wrong:
            hint = meant(wrong[0], allowed)
            raise self._wrong(section, entry, f"{where} name what is not there: {', '.join(wrong)}{hint}")


def _over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a JSON object with the entries of another one put over its own, object by object."""
    both = {key for key in own if isinstance(own[key], dict) and isinstance(base.get(key), dict)}
    return {**base, **own, **{key: _over(base[key], own[key]) for key in both}}


def _type(name: str, entry: Mapping[str, Any], data: Mapping[str, Any]) -> ObjectType:
    words = entry.get("words", {})
    alike = {other for alike in data.get("look_alikes", ()) if name in alike for other in alike} - {name}
    x, y, z = entry.get("size", (0.0, 0.0, 0.0))
    return ObjectType(
        name=name,
        flags=frozenset(entry["flags"]),
        some=frozenset(entry.get("some", ())),
        rooms=entry.get("rooms", {}),
        size=(x, y, z) if "size" in entry else None,
        mass=entry.get("mass", 0.0),
        materials=tuple(entry.get("materials", ())),
        receptacles=frozenset(entry["receptacles"]) if "receptacles" in entry else None,
        slices_to=entry.get("slices_to", {}).get("type", ""),
        slice_count=entry.get("slices_to", {}).get("count", 0),
        found_in=data.get("found_in", {}).get(name, {}),
        words=words if isinstance(words, dict) else dict.fromkeys(words, 1.0),
        alike=frozenset(alike),
        usual_count=int(entry.get("usual_count", 0)),
    )
