"""How a robot and the link to it are, on the topic ``diagnostics``."""

from __future__ import annotations

from collections.abc import Mapping

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from pred_core.ros.conversions import stamp_of


def health_to_msg(
    stamp: float, name: str, hardware: str, level: bytes, message: str, figures: Mapping[str, object]
) -> DiagnosticArray:
    """Return one status as the message of the topic.

    :param stamp: seconds
    :param name: who reports on what, such as ``spot_driver: robot``
    :param level: one of DiagnosticStatus' levels
    """
    status = DiagnosticStatus(
        level=level,
        name=name,
        message=message,
        hardware_id=hardware,
        values=[KeyValue(key=key, value=str(value)) for key, value in figures.items()],
    )
    array = DiagnosticArray(status=[status])
    array.header.stamp = stamp_of(stamp)
    return array
