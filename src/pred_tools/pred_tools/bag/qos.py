"""QoS profiles as rosbag2 writes them, and those that a recorder asks for and a player offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml
from rclpy.duration import Duration
from rclpy.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSProfile,
    ReliabilityPolicy,
)

DEPTH = 200
"""Messages that may wait in a topic's queue."""
_FOREVER = {"sec": 9223372036, "nsec": 854775807}
_LONGEST = 2**63 - 1


class QosError(ValueError):
    """A QoS profile that cannot be used, with the entry and the reason."""


def entry_of(profile: QoSProfile) -> dict[str, Any]:
    """Return a profile as rosbag2 writes it in metadata of version 9."""
    return {
        "history": profile.history.name.lower(),
        "depth": profile.depth,
        "reliability": profile.reliability.name.lower(),
        "durability": profile.durability.name.lower(),
        "deadline": _duration(profile.deadline),
        "lifespan": _duration(profile.lifespan),
        "liveliness": profile.liveliness.name.lower(),
        "liveliness_lease_duration": _duration(profile.liveliness_lease_duration),
        "avoid_ros_namespace_conventions": profile.avoid_ros_namespace_conventions,
    }


def to_record(offered: Iterable[QoSProfile], depth: int = DEPTH) -> QoSProfile:
    """Return what to ask for: the strongest that every publisher offers, as rosbag2 does."""
    profiles = list(offered)
    reliable = all(p.reliability == ReliabilityPolicy.RELIABLE for p in profiles)
    kept = all(p.durability == DurabilityPolicy.TRANSIENT_LOCAL for p in profiles)
    deepest = max((p.depth for p in profiles if p.history == HistoryPolicy.KEEP_LAST), default=0)
    return QoSProfile(
        depth=max(depth, deepest),
        history=HistoryPolicy.KEEP_LAST,
        reliability=ReliabilityPolicy.RELIABLE if reliable else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if kept else DurabilityPolicy.VOLATILE,
    )


def to_play(text: str, depth: int = DEPTH) -> QoSProfile:
    """Return what to offer for a channel's ``offered_qos_profiles``; reliable and volatile when it says nothing.

    :raises QosError: when the text is no list of profiles
    """
    try:
        entries = yaml.safe_load(text) or []
        reliable = all(_named(ReliabilityPolicy, e["reliability"]) != "best_effort" for e in entries)
        kept = bool(entries) and all(
            _named(DurabilityPolicy, e["durability"]) == "transient_local" for e in entries
        )
        deepest = max((int(e.get("depth", 0)) for e in entries), default=0)
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise QosError(f"not a list of QoS profiles: {error!r}") from error
    return QoSProfile(
        depth=max(depth, deepest),
        reliability=ReliabilityPolicy.RELIABLE if reliable else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if kept else DurabilityPolicy.VOLATILE,
    )


def override(entry: Mapping[str, Any]) -> QoSProfile:
    """Return the profile of one topic in a file for ``--qos-profile-overrides-path``.

    :raises QosError: when a policy is unknown or has a wrong value
    """
    policies = {
        "history": HistoryPolicy,
        "reliability": ReliabilityPolicy,
        "durability": DurabilityPolicy,
        "liveliness": LivelinessPolicy,
    }
    given: dict[str, Any] = {}
    for name, value in entry.items():
        if name in policies:
            if str(value).upper() not in policies[name].__members__:
                raise QosError(f"{name}: there is no {value!r}")
            given[name] = policies[name][str(value).upper()]
        elif name == "depth":
            given[name] = int(value)
        elif name in ("deadline", "lifespan", "liveliness_lease_duration"):
            given[name] = Duration(seconds=int(value.get("sec", 0)), nanoseconds=int(value.get("nsec", 0)))
        elif name != "avoid_ros_namespace_conventions":
            raise QosError(f"there is no policy {name!r}")
    return QoSProfile(**{"depth": DEPTH, **given})


def is_latched(text: str) -> bool:
    """Return whether late subscribers get the last messages of a channel, too."""
    return bool(to_play(text).durability == DurabilityPolicy.TRANSIENT_LOCAL)


def as_text(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return profiles as the text that a channel carries."""
    return str(yaml.safe_dump(list(entries), sort_keys=False))


def _named(policy: Any, value: Any) -> str:
    """Return a policy's name: older bags write it as a number."""
    return str(policy(value).name if isinstance(value, int) else value).lower()


def _duration(duration: Duration) -> dict[str, int]:
    spent = duration.nanoseconds
    if spent <= 0 or spent >= _LONGEST:
        return dict(_FOREVER)
    return {"sec": spent // 10**9, "nsec": spent % 10**9}
