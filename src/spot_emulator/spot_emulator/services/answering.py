"""What all services share: the header of every answer, leases, requests that make no sense."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from bosdyn.api import header_pb2, lease_pb2

from spot_emulator.robot.clock import stamp

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Code = header_pb2.CommonError
LEASE_OK = lease_pb2.LeaseUseResult.STATUS_OK


class HeaderError(Exception):
    """A request that is answered with an error in the header alone."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class InvalidRequest(HeaderError):
    """A request that a client with a bug sends; answered with CODE_INVALID_REQUEST."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Code.CODE_INVALID_REQUEST)


class Service:
    """A service of a robot."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        self.robot, self.logins = robot, logins

    def user(self, context: Any) -> str:
        """Return who sent a request."""
        return self.logins.user_of(context)


Method = Callable[[Any, Any, Any], Any]


def answers(response_type: Any) -> Callable[[Method], Method]:
    """Make a method that returns a response, or None for an empty one, answer a unary call with the header filled."""

    def decorate(method: Method) -> Method:
        @wraps(method)
        def call(self: Service, request: Any, context: Any) -> Any:
            received = self.robot.clock.now()
            try:
                response = method(self, request, context)
                if response is None:
                    response = response_type()
                code, message = Code.CODE_OK, ""
            except HeaderError as error:
                response, code, message = response_type(), error.code, str(error)
            fill_header(self.robot, response, request, received, code, message)
            return response

        return call

    return decorate


def fill_header(
    robot: Robot, response: Any, request: Any, received: int, code: int = Code.CODE_OK, message: str = ""
) -> None:
    """Fill in a response's header: the request's, the times in robot time, and whether all is well."""
    header = response.header
    header.request_header.CopyFrom(request.header)
    stamp(header.request_received_timestamp, received)
    stamp(header.response_timestamp, robot.clock.now())
    header.error.code = code
    header.error.message = message


def may_use(robot: Robot, request: Any, response: Any, *needed: str) -> bool:
    """Judge a request's lease, write the result into its response, and tell whether it may go on."""
    result = robot.leases.use(request.lease, needed or ("body",))
    response.lease_use_result.CopyFrom(result)
    return bool(result.status == LEASE_OK)


def may_use_all(robot: Robot, request: Any, response: Any) -> bool:
    """Judge a request's leases where it may have several; together they must cover the mobility."""
    results = [robot.leases.use(lease, ("mobility",)) for lease in request.leases]
    response.lease_use_results.extend(results or [robot.leases.use(lease_pb2.Lease())])
    return bool(results) and all(result.status == LEASE_OK for result in results)
