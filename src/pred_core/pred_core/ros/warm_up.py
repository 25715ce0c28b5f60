"""What our ROS programs load when they first do something, loaded before others are forked from a process."""

from __future__ import annotations

import sys
from importlib import import_module

from rclpy.type_support import check_for_type_support
from rclpy.utilities import get_rmw_implementation_identifier

from pred_core.robots import domain_of

LATER = (
    "faulthandler",
    "rclpy.experimental",
    "service_msgs.msg",
    "type_description_interfaces.msg",
)
"""What rclpy imports when a node is made and served."""
INTERFACES = (".msg", ".srv", ".action")


def warm_up() -> None:
    """Load the middleware, the code of the interfaces that are imported and the usual domain."""
    for later in LATER:
        import_module(later)
    get_rmw_implementation_identifier()
    for name, module in list(sys.modules.items()):
        if name.endswith(INTERFACES):
            for kind in vars(module).values():
                if hasattr(kind, "__import_type_support__"):
                    check_for_type_support(kind)
    domain_of("household")
