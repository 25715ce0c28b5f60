"""Which addresses are this machine's own."""

from __future__ import annotations

import ipaddress


def is_loopback(address: str) -> bool:
    """Tell whether an address is this machine's own; a name never is, as it may be anybody's."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
