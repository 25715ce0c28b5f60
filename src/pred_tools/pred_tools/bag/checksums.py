"""Whether a file is as it was written, by the checksums that MCAP keeps of its data and of its index."""

from __future__ import annotations

import zlib
from typing import IO

from mcap.data_stream import ReadDataStream
from mcap.opcode import Opcode
from mcap.records import DataEnd, Footer

MAGIC = b"\x89MCAP0\r\n"
_HEAD = 9
"""Bytes of a record's kind and length."""
_FOOTER = _HEAD + 20
_DATA_END = _HEAD + 4
_PART = 1 << 20


def has_end(file: IO[bytes]) -> bool:
    """Return whether a file was written to its end."""
    return _tail(file) is not None


def index_differs(file: IO[bytes]) -> bool:
    """Return whether what is after the data (summary and footer) is not what was written."""
    tail = _tail(file)
    if tail is None:
        return False
    footer, at = tail
    if not footer.summary_crc:
        return False
    start = footer.summary_start or at
    return _crc(file, start, at + _FOOTER - 4) != footer.summary_crc


def data_differs(file: IO[bytes]) -> bool:
    """Return whether what is before the index is not what was written; False where no checksum was kept of it."""
    tail = _tail(file)
    if tail is None:
        return False
    footer, at = tail
    end = (footer.summary_start or at) - _DATA_END
    file.seek(max(0, end))
    if end < 0 or file.read(_HEAD)[:1] != bytes([Opcode.DATA_END]):
        return True
    kept = DataEnd.read(ReadDataStream(file)).data_section_crc
    return bool(kept) and _crc(file, 0, end) != kept


def _tail(file: IO[bytes]) -> tuple[Footer, int] | None:
    """Return the footer and where it is; None where the file does not end as MCAP does."""
    size = file.seek(0, 2)
    at = size - len(MAGIC) - _FOOTER
    if at < len(MAGIC):
        return None
    file.seek(at)
    data = file.read()
    if data[:1] != bytes([Opcode.FOOTER]) or data[_FOOTER:] != MAGIC:
        return None
    file.seek(at + _HEAD)
    return Footer.read(ReadDataStream(file)), at


def _crc(file: IO[bytes], start: int, end: int) -> int:
    file.seek(start)
    crc, left = 0, end - start
    while left > 0 and (data := file.read(min(left, _PART))):
        crc, left = zlib.crc32(data, crc), left - len(data)
    return crc
