"""``./pred bag info|play|record|trim|export``, with the option names of ``ros2 bag``."""

from __future__ import annotations

import argparse
import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import rclpy
import yaml
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import QoSProfile

from pred_core.exit_codes import BAD_INPUT, INTERRUPTED
from pred_core.lines import until_unread
from pred_core.ros.running import run_until_told
from pred_tools.bag import info
from pred_tools.bag.export import export
from pred_tools.bag.lerobot import ExportError
from pred_tools.bag.playback import Playback, Span
from pred_tools.bag.player import KEYS, Player, keyboard
from pred_tools.bag.qos import QosError, override
from pred_tools.bag.reader import Bag, BagError, open_bag
from pred_tools.bag.recorder import Choice, Recorder
from pred_tools.bag.recorder_node import MEGABYTE
from pred_tools.bag.trim import trim
from pred_tools.bag.writer import BagWriter

DISCOVERY = 1.0
"""How long subscribers are given to find the topics before the first message, s."""


def main(args: list[str] | None = None) -> int:
    """Run one verb. Returns 0; 1 when ``info`` finds a bag that is not as it was written; 2 when it cannot be used."""
    given = list(sys.argv[1:]) if args is None else args
    options = _parser().parse_args(given)
    try:
        act: Callable[[argparse.Namespace], int] = options.act
        return act(options)
    except (BagError, ExportError, QosError, OSError, re.error) as error:
        print(f"bag: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _info(options: argparse.Namespace) -> int:
    bag = open_bag(options.bag)
    damage = list(bag.damage())
    with until_unread():
        print(info.as_json(bag, damage) if options.json else "\n".join(info.describe(bag, damage)))
    return 1 if damage else 0


def _trim(options: argparse.Namespace) -> int:
    bag = open_bag(options.bag)
    start, end = _window(bag, options)
    trim(bag, options.output, start, end, _choice(options).takes)
    print(f"Written: {options.output}")
    return 0


def _export(options: argparse.Namespace) -> int:
    bag = open_bag(options.bag)
    start, end = _window(bag, options)
    for line in export(bag, options.output, options.to, start, end, _choice(options).takes):
        print(line)
    return 0


def _record(options: argparse.Namespace) -> int:
    class Recording(Node):
        """A recorder started by hand."""

        def __init__(self) -> None:
            super().__init__("recorder")
            limit = options.max_bag_size * MEGABYTE
            self.writer = BagWriter(options.output, limit=limit, failed=self._failed)
            self.recorder = Recorder(self, self.writer, _choice(options), {}, limit // 2)
            self.get_logger().info(f"recording to {self.writer.path}; Ctrl-C ends it")

        def _failed(self, sentence: str) -> None:
            self.recorder.end()
            self.get_logger().error(sentence)

        def close(self) -> None:
            self.recorder.end()
            self.writer.close()

    return run_until_told("bag record", Recording, close=Recording.close, refusals=(OSError,), args=[])


def _play(options: argparse.Namespace) -> int:
    bag = open_bag(options.bag)
    start, end = _window(bag, options)
    topics = frozenset(filter(_choice(options).takes, bag.topics))
    if not topics:
        raise BagError(
            "No topic of the bag is to be played: --topics, --regex or --exclude-regex leave none."
        )
    span = Span(bag.start if start is None else start, bag.end if end is None else end, topics, options.loop)
    rclpy.init(args=["--ros-args", *(a for rule in options.remap for a in ("-r", rule))])
    try:
        _play_on(bag, span, options)
    finally:
        rclpy.try_shutdown()
    return 0


def _play_on(bag: Bag, span: Span, options: argparse.Namespace) -> None:
    playback = Playback(bag, span, rate=options.rate, paused=options.start_paused, now=time.monotonic())
    player = Player(
        bag, playback, clock=options.clock, overrides=_overrides(options.qos_profile_overrides_path)
    )
    executor = SingleThreadedExecutor()
    executor.add_node(player)
    serving = threading.Thread(target=_serve, args=(executor,), daemon=True)
    serving.start()
    time.sleep(DISCOVERY + options.delay)
    playback.seek(span.start, time.monotonic())
    try:
        if options.disable_keyboard_controls:
            player.play()
        else:
            with keyboard(player.press) as there:
                print(KEYS if there else "no terminal: no keys", flush=True)
                player.play()
    finally:
        executor.shutdown()
        serving.join()


def _serve(executor: SingleThreadedExecutor) -> None:
    try:
        executor.spin()
    except ExternalShutdownException:
        return


def _overrides(path: Path | None) -> dict[str, QoSProfile]:
    if path is None:
        return {}
    try:
        content = yaml.safe_load(path.read_bytes()) or {}
        return {str(topic): override(entry) for topic, entry in content.items()}
    except (yaml.YAMLError, AttributeError, QosError) as error:
        raise QosError(f"{path}: {error}") from error


def _choice(options: argparse.Namespace) -> Choice:
    return Choice(
        frozenset(options.topics), options.regex, options.exclude_regex, getattr(options, "light", False)
    )


def _window(bag: Bag, options: argparse.Namespace) -> tuple[int | None, int | None]:
    """Return start and end (ns) that were asked for, None for those of the bag."""
    if options.start_offset < 0 or (options.playback_duration or 0) < 0:
        raise BagError("--start-offset and --playback-duration must not be negative.")
    start = bag.start + int(options.start_offset * 1e9) if options.start_offset else None
    if start is not None and start > bag.end:
        raise BagError(
            f"--start-offset {options.start_offset} is past the end: {(bag.end - bag.start) / 1e9:.1f} s."
        )
    if options.playback_duration is None:
        return start, None
    return start, (bag.start if start is None else start) + int(options.playback_duration * 1e9)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pred bag", description="Bags in rosbag2's MCAP format.")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    seen = _verb(verbs, "info", _info, "what a bag holds")
    seen.add_argument("--json", action="store_true", help="everything, for programs")
    play = _verb(verbs, "play", _play, "publish a bag's messages as they were")
    play.add_argument("-r", "--rate", type=_rate, default=1.0, help="times as fast (1)")
    play.add_argument(
        "--clock", type=float, nargs="?", const=40.0, default=0.0, help="publish /clock, Hz (40)"
    )
    play.add_argument("-l", "--loop", action="store_true", help="again and again")
    play.add_argument("-p", "--start-paused", action="store_true", help="begin when space is pressed")
    play.add_argument("-m", "--remap", nargs="+", default=[], metavar="A:=B", help="other names for topics")
    play.add_argument("-d", "--delay", type=float, default=0.0, help="wait before the first message, s")
    play.add_argument("--qos-profile-overrides-path", type=Path, help="YAML file: QoS by topic")
    play.add_argument("--disable-keyboard-controls", action="store_true", help="take no keys")
    cut = _verb(verbs, "trim", _trim, "write a part of a bag, with latched topics complete")
    out = _verb(verbs, "export", _export, "write a bag as JSON lines and PNG, or as a LeRobot dataset")
    out.add_argument("--to", choices=("jsonl", "lerobot"), default="jsonl", help="format (jsonl)")
    for verb in (play, cut, out):
        _choosing(verb)
        verb.add_argument(
            "--start-offset", type=float, default=0.0, help="begin so many seconds into the bag"
        )
        verb.add_argument("--playback-duration", type=float, help="end after so many seconds of the bag")
    for verb in (cut, out):
        verb.add_argument("-o", "--output", type=Path, required=True, help="folder to write, new or empty")
    record = verbs.add_parser("record", help="record topics", description="Record topics until Ctrl-C.")
    record.set_defaults(act=_record)
    record.add_argument("topics", nargs="*", help="topics to record; all when none is named")
    record.add_argument("-a", "--all", action="store_true", help="all topics (as when none is named)")
    record.add_argument(
        "-o", "--output", type=Path, help="folder of the bag (bag_TIME)", default=_default_output()
    )
    record.add_argument("-e", "--regex", default="", help="topics that match")
    record.add_argument("-x", "--exclude-regex", default="", help="but none that match")
    record.add_argument(
        "-b", "--max-bag-size", type=int, default=0, help="end at so many megabytes, 0 = never"
    )
    record.add_argument("--light", action="store_true", help="pictures once a second")
    return parser


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    act: Callable[[argparse.Namespace], int],
    text: str,
) -> argparse.ArgumentParser:
    verb = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    verb.add_argument("bag", type=Path, help="the bag's folder, the folder of a run, or an .mcap file")
    verb.set_defaults(act=act)
    return verb


def _choosing(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--topics", nargs="+", default=[], help="only these topics")
    verb.add_argument("-e", "--regex", default="", help="only topics that match")
    verb.add_argument("-x", "--exclude-regex", default="", help="no topics that match")


def _rate(text: str) -> float:
    value = float(text)
    if not value > 0.0:
        raise argparse.ArgumentTypeError("must be greater than 0")
    return value


def _default_output() -> Path:
    return Path(f"bag_{time.strftime('%Y%m%d-%H%M%S')}")
