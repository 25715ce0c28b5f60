"""Files of JSON as people have them: with the mark that Windows editors set, in UTF-16, packed by gzip."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from pred_core.plain_text import ended_well

_PACKED = b"\x1f\x8b"


class JsonFileError(ValueError):
    """A file that is not there or holds no JSON, with a sentence that names it."""


def text_of(path: Path) -> str:
    """Return what a file of JSON says.

    :raises JsonFileError: when it cannot be read
    """
    try:
        content = path.read_bytes()
        if content.startswith(_PACKED):
            content = gzip.decompress(content)
        return content.decode(json.detect_encoding(content))
    except FileNotFoundError as error:
        raise JsonFileError(f"There is no file or folder {path}.") from error
    except OSError as error:
        raise JsonFileError(ended_well(f"{path} cannot be read: {error}")) from error
    except (UnicodeDecodeError, EOFError, zlib.error) as error:
        raise JsonFileError(f"{path} is no text: JSON is wanted.") from error


def data_of(path: Path) -> Any:
    """Return the value in a JSON file.

    :raises JsonFileError: when it cannot be read, or is not JSON
    """
    try:
        return json.loads(text_of(path))
    except json.JSONDecodeError as error:
        raise JsonFileError(ended_well(f"{path} is not JSON: {error}")) from error
