"""The Real-Time Data Exchange protocol (port 30004), protocol version 2."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from ur5_emulator.controller.robot import ArmController
from ur5_emulator.controller.sockets import Connection
from ur5_emulator.controller.variables import INPUTS, OUTPUTS, STRUCTS, VECTORS, PackedValues, write

VERSION = (5, 17, 0, 128072)
HEADER = struct.Struct(">HB")
NEGOTIATE, CONTROLLER_VERSION, MESSAGE = 86, 118, 77
OUTPUT_SETUP, INPUT_SETUP, START, PAUSE, DATA = 79, 73, 83, 80, 85
MAX_PACKAGE = 4096
FREQUENCY = 500.0
BACKLOG = 1 << 16  # bytes a client may leave unread before cycles are left out for it


class Claims:
    """Which connection writes which input variable: one at a time, as on the real controller."""

    def __init__(self) -> None:
        self.owners: dict[str, object] = {}

    def free(self, name: str, owner: object) -> bool:
        """Return whether a connection may write a variable."""
        return self.owners.get(name, owner) is owner

    def release(self, owner: object) -> None:
        """Give up everything of an owner."""
        self.owners = {name: other for name, other in self.owners.items() if other is not owner}


class InputRecipe:
    """The variables of one kind of package that a client sends."""

    def __init__(self, names: list[str]) -> None:
        self.names, self.kinds = names, [INPUTS[name] for name in names]
        self.watched = frozenset(names)
        self.size = sum(STRUCTS[kind].size for kind in self.kinds)

    def unpack(self, data: bytes) -> dict[str, Any]:
        """Return the values by name; raises struct.error where the size is another."""
        values: dict[str, Any] = {}
        at = 0
        for name, kind in zip(self.names, self.kinds, strict=True):
            found = STRUCTS[kind].unpack_from(data, at)
            values[name] = found if kind in VECTORS else found[0]
            at += STRUCTS[kind].size
        if at != len(data):
            raise struct.error(f"{len(data)} bytes instead of {at}")
        return values


class RtdeSession:
    """One client's connection."""

    def __init__(self, connection: Connection, robot: ArmController, claims: Claims, snapshot: PackedValues) -> None:
        self.connection, self.robot, self.claims, self.snapshot = connection, robot, claims, snapshot
        self.buffer = bytearray()
        self.outputs: list[str] = []
        self.inputs: list[InputRecipe] = []
        self.started = False
        self.share = 1.0  # packages a cycle
        self.due = 0.0
        self.handlers: dict[int, Callable[[bytes], None]] = {
            NEGOTIATE: self._negotiate,
            CONTROLLER_VERSION: lambda _: self._reply(CONTROLLER_VERSION, struct.pack(">4I", *VERSION)),
            OUTPUT_SETUP: self._output_setup,
            INPUT_SETUP: self._input_setup,
            START: self._start,
            PAUSE: self._pause,
            DATA: self._data,
            MESSAGE: lambda _: None,
        }

    def feed(self, data: bytes) -> None:
        """Take what the client sent; a package of an impossible size ends the connection."""
        self.buffer += data
        while len(self.buffer) >= HEADER.size:
            size, kind = HEADER.unpack_from(self.buffer)
            if not HEADER.size <= size <= MAX_PACKAGE or kind not in self.handlers:
                self.connection.close()
                return
            if len(self.buffer) < size:
                return
            payload = bytes(self.buffer[HEADER.size : size])
            del self.buffer[:size]
            self.handlers[kind](payload)

    def closed(self) -> None:
        """Give up what the client had claimed."""
        self.claims.release(self)

    def cycle(self) -> None:
        """Send this control cycle's package, if one is due and the client keeps up."""
        if not self.started or not self.outputs:
            return
        self.due += self.share
        if self.due < 1.0 - 1e-9:
            return
        self.due -= 1.0
        if self.connection.waiting > BACKLOG:
            return
        body = b"".join([self.snapshot.get(name) for name in self.outputs])
        self.connection.send(HEADER.pack(HEADER.size + 1 + len(body), DATA) + b"\x01" + body)

    def _reply(self, kind: int, payload: bytes) -> None:
        self.connection.send(HEADER.pack(HEADER.size + len(payload), kind) + payload)

    def _negotiate(self, payload: bytes) -> None:
        accepted = len(payload) == 2 and payload == b"\x00\x02"
        self._reply(NEGOTIATE, bytes([accepted]))

    def _output_setup(self, payload: bytes) -> None:
        if len(payload) < 8:
            self.connection.close()
            return
        frequency = struct.unpack_from(">d", payload)[0]
        names = _names(payload[8:])
        kinds = [OUTPUTS[name][0] if name in OUTPUTS else "NOT_FOUND" for name in names]
        valid = "NOT_FOUND" not in kinds and 0.0 < frequency <= FREQUENCY and bool(names)
        self.outputs = names if valid else []
        self.share = frequency / FREQUENCY if valid else 1.0
        self._reply(OUTPUT_SETUP, bytes([valid]) + ",".join(kinds).encode())

    def _input_setup(self, payload: bytes) -> None:
        names = _names(payload)
        kinds = []
        for name in names:
            if name not in INPUTS:
                kinds.append("NOT_FOUND")
            else:
                kinds.append(INPUTS[name] if self.claims.free(name, self) else "IN_USE")
        valid = bool(names) and not {"NOT_FOUND", "IN_USE"} & set(kinds)
        if valid:
            self.inputs.append(InputRecipe(names))
            self.claims.owners |= dict.fromkeys(names, self)
        self._reply(INPUT_SETUP, bytes([len(self.inputs) if valid else 0]) + ",".join(kinds).encode())

    def _start(self, _: bytes) -> None:
        self.started = bool(self.outputs)
        self._reply(START, bytes([self.started]))

    def _pause(self, _: bytes) -> None:
        self.started = False
        self._reply(PAUSE, b"\x01")

    def _data(self, payload: bytes) -> None:
        number = payload[0] if payload else 0
        if not 1 <= number <= len(self.inputs) or len(payload) - 1 != self.inputs[number - 1].size:
            return
        recipe = self.inputs[number - 1]
        write(self.robot, recipe.unpack(payload[1:]))
        self.robot.written(recipe.watched)


def _names(payload: bytes) -> list[str]:
    return [name for name in payload.decode("ascii", "replace").strip().split(",") if name]
