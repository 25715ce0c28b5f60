"""Logging in."""

from __future__ import annotations

from typing import Any

from bosdyn.api import auth_pb2, auth_service_pb2_grpc

from spot_emulator.services.answering import Service, answers

Response = auth_pb2.GetAuthTokenResponse


class AuthService(Service, auth_service_pb2_grpc.AuthServiceServicer):
    """Gives tokens for a user and a password, or for a token."""

    @answers(Response)
    def GetAuthToken(self, request: Any, context: Any) -> Any:
        if request.token:
            token = self.logins.renew(request.token)
            wrong = Response.STATUS_INVALID_TOKEN
        else:
            token = self.logins.log_in(request.username, request.password)
            wrong = Response.STATUS_INVALID_LOGIN
        return Response(status=Response.STATUS_OK if token else wrong, token=token or "")
