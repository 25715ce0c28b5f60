"""Which addresses are this machine's own, and which of them an emulated robot has."""

from __future__ import annotations

import ipaddress
import zlib

FIRST = "pred"
"""The namespace whose emulated robot, in ROS domain 0, has the address that people try first: 127.0.0.1."""


def is_loopback(address: str) -> bool:
    """Tell whether an address is this machine's own; a name never is, as it may be anybody's."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def emulated_at(domain: int, namespace: str) -> str:
    """Return the loopback address of the robot emulated for a stack, so that stacks side by side have one each.

    Ports of an emulator are those of the robot and always the same, so the address tells them apart.

    :param domain: the stack's ROS domain, from 0 to 232
    """
    name = namespace.strip("/")
    return f"127.{0 if name == FIRST else 1 + zlib.crc32(name.encode()) % 254}.{domain}.1"
