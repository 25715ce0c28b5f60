"""What bosdyn-client raises, as a rung of the ladder to climb again and as an outcome with a sentence to act on."""

from __future__ import annotations

from enum import IntEnum

from bosdyn.client import exceptions, graph_nav, lease, robot_command, time_sync
from bosdyn.client.auth import AuthResponseError, InvalidLoginError, InvalidTokenError
from bosdyn.client.estop import EstopResponseError, MotorsOnError

from pred_core.outcome import Code, Outcome

SDK_ERRORS = (exceptions.Error, lease.Error)
"""Everything that bosdyn-client raises on purpose."""


class Rung(IntEnum):
    """What has to stand before the next can: the address answers, the login holds, clocks agree, the lease is ours."""

    REACHED = 0
    LOGGED_IN = 1
    IN_TIME = 2
    LEASED = 3


_NETWORK = (exceptions.RetryableRpcError, exceptions.UnknownDnsNameError, exceptions.ResponseTooLargeError)
_LOGIN = (exceptions.UnauthenticatedError, InvalidTokenError, AuthResponseError)
_CLOCK = (robot_command.NoTimeSyncError, time_sync.TimeSyncError, exceptions.TimeSyncRequired)
_LEASE = (exceptions.LeaseUseError, lease.LeaseResponseError, lease.Error)

_SENTENCES: tuple[tuple[type[Exception], Code, str], ...] = (
    (
        exceptions.LeaseUseError,
        Code.UNAVAILABLE,
        "The lease is not ours any more: call `claim` to ask for it.",
    ),
    (
        lease.ResourceAlreadyClaimedError,
        Code.UNAVAILABLE,
        "Somebody else has the lease: have it given back (tablet: release control), then call `claim`.",
    ),
    (lease.LeaseResponseError, Code.UNAVAILABLE, "The lease was refused: call `claim` again."),
    (lease.Error, Code.UNAVAILABLE, "The driver has no lease: call `claim`."),
    (robot_command.NotPoweredOnError, Code.UNAVAILABLE, "The motors are off: call `power_on`, then `stand`."),
    (
        robot_command.BehaviorFaultError,
        Code.UNAVAILABLE,
        "A behavior fault (a fall?) must be cleared first: look at the robot, then call `recover`.",
    ),
    (robot_command.DockedError, Code.UNAVAILABLE, "The robot is docked: undock it with the tablet."),
    (
        robot_command.NoTimeSyncError,
        Code.EXECUTION_FAILURE,
        "The robot had lost the clocks' agreement: try again.",
    ),
    (
        robot_command.ExpiredError,
        Code.EXECUTION_FAILURE,
        "The command had no end in the future when it reached the robot: try again.",
    ),
    (robot_command.TooDistantError, Code.BAD_INPUT, "The command's end is too far in the future."),
    (robot_command.UnsupportedError, Code.NOT_AFFORDED, "This robot cannot do that: has it an arm?"),
    (robot_command.UnknownFrameError, Code.EXECUTION_FAILURE, "The robot does not know the command's frame."),
    (
        MotorsOnError,
        Code.UNAVAILABLE,
        "The e-stop cannot be set up while the motors are on: `power_off` first.",
    ),
    (EstopResponseError, Code.UNAVAILABLE, "The robot refused the e-stop endpoint."),
    (
        InvalidLoginError,
        Code.UNAVAILABLE,
        "User or password is wrong: set BOSDYN_CLIENT_USERNAME and BOSDYN_CLIENT_PASSWORD.",
    ),
    (exceptions.UnauthenticatedError, Code.ROBOT_LOST, "The robot does not know our login any more."),
    (exceptions.PermissionDeniedError, Code.UNAVAILABLE, "This user may not do that on this robot."),
    (exceptions.LicenseError, Code.UNAVAILABLE, "The robot's licence does not allow that."),
    (time_sync.TimeSyncError, Code.ROBOT_LOST, "The clocks of robot and computer do not agree yet."),
    (
        graph_nav.RobotNotLocalizedToRouteError,
        Code.PRECONDITION_FAILURE,
        "The robot has not found itself on its map: localize.",
    ),
    (
        graph_nav.RobotLostError,
        Code.EXECUTION_FAILURE,
        "The robot does not know where it is on its map any more: localize.",
    ),
    (graph_nav.RobotImpairedError, Code.UNAVAILABLE, "The robot cannot walk: call `recover`."),
    (graph_nav.NoPathError, Code.UNREACHABLE, "No recorded walk goes there from here."),
    (
        graph_nav.InvalidGraphError,
        Code.BAD_INPUT,
        "The robot takes the recorded walk for broken: record it again.",
    ),
    (
        exceptions.RpcError,
        Code.ROBOT_LOST,
        "The robot does not answer: is it on, is its address right, is this computer in its network?",
    ),
    (exceptions.InvalidRequestError, Code.EXECUTION_FAILURE, "The robot takes the request for malformed."),
)


def rung_lost(error: Exception) -> Rung | None:
    """Return the lowest rung that has to be climbed again after an error; None where the error says nothing of it."""
    if isinstance(error, _LOGIN):
        return Rung.LOGGED_IN
    if isinstance(error, _CLOCK):
        return Rung.IN_TIME
    if isinstance(error, _LEASE):
        return Rung.LEASED
    if isinstance(error, _NETWORK):
        return Rung.REACHED
    return None


def outcome_of(error: Exception) -> Outcome:
    """Return what an error of bosdyn-client means for the one who asked."""
    for kind, code, sentence in _SENTENCES:
        if isinstance(error, kind):
            said = getattr(error, "error_message", "")
            detail = f" ({type(error).__name__}{': ' + said if said else ''})"
            return Outcome(code, sentence + detail)
    return Outcome(Code.EXECUTION_FAILURE, f"The robot refused it: {type(error).__name__}: {error}")
