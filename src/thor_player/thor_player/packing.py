"""Metadata as MessagePack, byte for byte what ``msgpack.packb`` makes of it; what did not change is packed once."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import msgpack

Json = dict[str, Any]
_FLOAT = struct.Struct(">Bd")
_FLOAT_TYPE = 0xCB
_PACKED_FLAG = {False: b"\xc2", True: b"\xc3"}
_PACKER = msgpack.Packer(use_bin_type=True)


class ObjectEntry(dict[str, Any]):
    """The metadata of one object: nothing in it changes but ``visible``, ``isInteractable`` and ``distance``."""

    _between: tuple[bytes, bytes, bytes, bytes] | None = None

    def add_packed(self, parts: list[bytes]) -> None:
        """Append the entry as MessagePack."""
        if self._between is None:
            self._between = self._pack_between()
        before, first, second, after = self._between
        distance = _FLOAT.pack(_FLOAT_TYPE, self["distance"])
        parts += (
            before, _PACKED_FLAG[self["visible"]], first, _PACKED_FLAG[self["isInteractable"]], second, distance, after
        )  # fmt: skip

    def _pack_between(self) -> tuple[bytes, bytes, bytes, bytes]:
        """Return what lies before, between and after the values that change, in the order of the keys."""
        stretches = [_map_header(len(self))]
        changing = []
        for key, value in self.items():
            stretches[-1] += _pack(key)
            if key in ("visible", "isInteractable", "distance"):
                changing.append(key)
                stretches.append(b"")
            else:
                stretches[-1] += _pack(value)
        if changing != ["visible", "isInteractable", "distance"]:
            raise ValueError(f"an object's changing metadata are {changing}, in this order")
        return stretches[0], stretches[1], stretches[2], stretches[3]


class LastingList(list[Any]):
    """A list in the metadata that nobody changes once it is made."""

    _packed: bytes | None = None

    def add_packed(self, parts: list[bytes]) -> None:
        """Append the list as MessagePack."""
        if self._packed is None:
            self._packed = _pack(list(self))
        parts.append(self._packed)


def pack(metadata: Mapping[str, Any]) -> bytes:
    """Return the envelope of a reply, or what is patched in the one before, as MessagePack."""
    parts = [_map_header(len(metadata))]
    for key, value in metadata.items():
        parts.append(_pack(key))
        if key == "agents":
            parts.append(_array_header(len(value)))
            for agent in value:
                _add_agent(parts, agent)
        else:
            parts.append(_pack(value))
    return b"".join(parts)


def _add_agent(parts: list[bytes], agent: Json) -> None:
    parts.append(_map_header(len(agent)))
    for key, value in agent.items():
        parts.append(_pack(key))
        if key == "objects":
            parts.append(_array_header(len(value)))
            for entry in value:
                if isinstance(entry, ObjectEntry):
                    entry.add_packed(parts)
                else:
                    parts.append(_pack(entry))
        elif isinstance(value, LastingList):
            value.add_packed(parts)
        else:
            parts.append(_pack(value))


def _map_header(length: int) -> bytes:
    """Return what begins a MessagePack map."""
    header: bytes = _PACKER.pack_map_header(length)
    return header


def _array_header(length: int) -> bytes:
    """Return what begins a MessagePack array."""
    header: bytes = _PACKER.pack_array_header(length)
    return header


def _pack(value: Any) -> bytes:
    packed: bytes = _PACKER.pack(value)
    return packed
