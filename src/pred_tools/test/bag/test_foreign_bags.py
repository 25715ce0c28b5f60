"""Bags as others write and damage them: read, or named for what they are."""

from __future__ import annotations

import codecs
import random
import struct
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import zstandard
from bags import KIND, START, make_bag, text
from mcap.opcode import Opcode
from mcap.writer import CompressionType, IndexType, Writer

from pred_tools.bag.checksums import MAGIC
from pred_tools.bag.commands import main
from pred_tools.bag.metadata import METADATA
from pred_tools.bag.reader import BagError, open_bag
from pred_tools.bag.schemas import definition

WORDS = [text(f"word {n}") for n in range(10)]


def said(path: Path) -> list[bytes]:
    return [message.data for message in open_bag(path).messages({"/said"})]


def test_no_flipped_byte_goes_unseen(tmp_path: Path) -> None:
    folder = make_bag(tmp_path / "bag")
    file = folder / "bag_0.mcap"
    before, content = open_bag(file), file.read_bytes()
    messages = list(before.messages())
    dice = random.Random(1)
    for place in dice.sample(range(len(content)), 400):
        changed = bytearray(content)
        changed[place] ^= 1 << dice.randrange(8)
        file.write_bytes(changed)
        try:
            bag = open_bag(file)
            seen = bool(list(bag.damage())) or not bag.whole
            same = list(bag.messages()) == messages and (bag.topics, bag.custom) == (
                before.topics,
                before.custom,
            )
        except BagError:
            continue
        assert same or seen, place


def test_messages_of_a_damaged_chunk_are_not_handed_out(tmp_path: Path) -> None:
    plain = tmp_path / "plain.mcap"
    _foreign(plain, compression=CompressionType.NONE)
    content = plain.read_bytes()
    plain.write_bytes(content.replace(b"word 4", b"word X", 1))
    bag = open_bag(plain)
    with pytest.raises(BagError, match=r"plain.mcap is damaged .*what is before can be read"):
        list(bag.messages())


def test_info_names_damage_and_trim_keeps_what_is_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = make_bag(tmp_path / "bag") / "bag_0.mcap"
    assert main(["info", str(file)]) == 0 and "Damaged" not in capsys.readouterr().out
    content = file.read_bytes()
    file.write_bytes(content.replace(b"abc", b"abd", 1))  # the commit in the custom data
    assert main(["info", str(file)]) == 1
    assert f"Damaged:           {file} is not as it was written" in capsys.readouterr().out
    inside = content.index(zstandard.FRAME_HEADER) + 60
    file.write_bytes(
        content[:inside] + bytes(b ^ 0xFF for b in content[inside : inside + 8]) + content[inside + 8 :]
    )
    assert main(["trim", str(file), "-o", str(tmp_path / "kept")]) == 2
    assert "holds what is before" in capsys.readouterr().err
    assert open_bag(tmp_path / "kept").whole


@pytest.mark.parametrize("chunks", [True, False])
@pytest.mark.parametrize("length", [2**63, 2**33, 5000])
def test_a_length_that_cannot_be_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], chunks: bool, length: int
) -> None:
    file = tmp_path / "long.mcap"
    _foreign(file, summary=False, use_chunking=chunks)
    content = bytearray(file.read_bytes())
    struct.pack_into("<Q", content, _first(content, Opcode.CHUNK if chunks else Opcode.MESSAGE) + 1, length)
    file.write_bytes(content)
    assert main(["info", str(file)]) == 1
    said = capsys.readouterr().out
    assert "Damaged:" in said and "length" in said and "Cut off" not in said
    with pytest.raises(BagError, match=r"is damaged \(.*length.*\)"):
        list(open_bag(file).messages())


def _first(content: bytes, kind: Opcode) -> int:
    """Return where the first record of a kind is."""
    at = len(MAGIC)
    while content[at] != kind:
        at += 9 + struct.unpack_from("<Q", content, at + 1)[0]
    return at


@pytest.mark.parametrize("content", [None, b"", b"\n"])
def test_a_bag_whose_metadata_says_nothing_is_read(tmp_path: Path, content: bytes | None) -> None:
    folder = make_bag(tmp_path / "bag")
    if content is None:
        (folder / METADATA).unlink()
    else:
        (folder / METADATA).write_bytes(content)
    assert said(folder) == WORDS


@pytest.mark.parametrize(
    ("mark", "encoding"), [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le")]
)
def test_metadata_as_windows_editors_save_it_is_read(tmp_path: Path, mark: bytes, encoding: str) -> None:
    folder = make_bag(tmp_path / "bag")
    words = (folder / METADATA).read_text("utf-8")
    (folder / METADATA).write_bytes(mark + words.encode(encoding))
    assert open_bag(folder).custom == {"git": "abc", "seed": "3"} and said(folder) == WORDS


@pytest.mark.parametrize("metadata", [True, False])
def test_a_bag_compressed_as_files_is_read(tmp_path: Path, metadata: bool) -> None:
    folder = make_bag(tmp_path / "bag")
    plain = folder / "bag_0.mcap"
    packed = folder / "bag_0.mcap.zstd"
    packed.write_bytes(zstandard.compress(plain.read_bytes()))
    plain.unlink()
    info = (folder / METADATA).read_text().replace("bag_0.mcap", packed.name)
    info = info.replace("compression_mode: ''", "compression_mode: FILE")
    (folder / METADATA).write_text(info.replace("compression_format: ''", "compression_format: zstd"))
    if not metadata:
        (folder / METADATA).unlink()
    assert said(folder) == said(packed) == WORDS


def test_messages_compressed_one_by_one_are_refused_with_the_way_out(tmp_path: Path) -> None:
    folder = make_bag(tmp_path / "bag")
    info = (folder / METADATA).read_text().replace("compression_mode: ''", "compression_mode: MESSAGE")
    (folder / METADATA).write_text(info)
    with pytest.raises(BagError, match="ros2 bag convert"):
        open_bag(folder)


@pytest.mark.parametrize("chunks", [True, False])
def test_a_file_without_summary_is_whole(tmp_path: Path, chunks: bool) -> None:
    file = tmp_path / "fast.mcap"
    _foreign(file, summary=False, use_chunking=chunks)
    bag = open_bag(file)
    assert bag.whole and bag.count == 10 and said(file) == WORDS
    assert bag.last_before(START + 5, {"/said"})["/said"].data == WORDS[4]
    file.write_bytes(file.read_bytes()[:-20])
    assert not open_bag(file).whole


def _foreign(
    path: Path,
    *,
    summary: bool = True,
    use_chunking: bool = True,
    compression: CompressionType = CompressionType.ZSTD,
) -> None:
    """Write ten words as a recorder does that keeps no summary, or no checksum of all data."""
    options: dict[str, object] = {}
    if not summary:
        options = {
            "index_types": IndexType.NONE,
            "repeat_channels": False,
            "repeat_schemas": False,
            "use_statistics": False,
            "use_summary_offsets": False,
        }
    with path.open("wb") as file:
        writer = Writer(file, use_chunking=use_chunking, compression=compression, **options)  # type: ignore[arg-type]
        writer.start(profile="ros2", library="foreign")
        schema = writer.register_schema(KIND, "ros2msg", definition(KIND).encode())
        channel = writer.register_channel("/said", "cdr", schema, {})
        for n, data in enumerate(WORDS):
            writer.add_message(channel, START + n, data, START + n, n)
        writer.finish()
