"""``./pred do "..."``: give a running robot a task and tell in one honest line how it ended."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pred_client.robot import NoAnswer, Robot, Understanding
from pred_client.task import Ended, Task
from pred_core.exit_codes import BAD_INPUT, DONE, INTERRUPTED, UNAVAILABLE, code_of
from pred_core.people import name_of_recipient
from pred_core.plain_text import ended_well, one_line
from pred_core.plan_language import Plan
from pred_core.run_folder import NO_RECORD
from pred_tools import doing
from pred_tools.phrases import sentence, what_to_do
from pred_tools.run_calls import RunCalls


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what a sentence says. Returns one of :mod:`pred_core.exit_codes`."""
    options = _parser().parse_args(arguments)
    words = " ".join(options.words).strip()
    if not words:
        print("do: say what is to be done.", file=sys.stderr)
        return BAD_INPUT
    robot = None
    try:
        with Robot(options.namespace) as robot:
            robot.wait_until_ready(options.patience)
            if options.dry_run:
                return _tell(robot.plan(words))
            return _do(robot, words, options)
    except NoAnswer as error:
        print(f"Not done: {ended_well(str(error))}", file=sys.stderr)
        return UNAVAILABLE
    except KeyboardInterrupt:
        given = robot is not None and (robot.running or robot.finished)
        told = "; the robot was told to stop" if given else " before the robot had the task"
        print(f"Not done: interrupted{told}.", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pred do", description="Give a running robot a task.")
    parser.add_argument("words", nargs="+", help="what is to be done, in a sentence")
    parser.add_argument(
        "--dry-run", action="store_true", help="tell what is understood and planned; do nothing"
    )
    parser.add_argument("--namespace", default="pred", help="namespace of the robot (pred)")
    parser.add_argument(
        "--run-dir", default="", help="folder for the record; none = no record (a new one, where the launch says)"
    )
    parser.add_argument("--max-actions", type=int, default=0, help="actions after which it is given up")
    parser.add_argument("--max-failures", type=int, default=0, help="failures after which it is given up")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds to wait for the robot (10)")
    parser.add_argument("-q", "--quiet", action="store_true", help="only the last line")
    return parser


def do(robot: Robot, task: Task, say: Callable[[object], None]) -> tuple[Ended, str]:
    """Do a task; return how it ended and the folder with its record, '' when it left none.

    :raises NoAnswer: when the robot does not answer
    """
    calls = RunCalls(robot.node, say)
    ended = doing.do(robot, task, say, calls)
    spent = calls.take()
    if spent is not None:
        say(f"Model: {spent.report()}")
    return ended, robot.record()


def _do(robot: Robot, words: str, options: argparse.Namespace) -> int:
    given = options.run_dir
    task = Task(
        words,
        max_actions=options.max_actions,
        max_failures=options.max_failures,
        # the executive may work in another folder
        run_dir=given if given in ("", NO_RECORD) else str(Path(given).expanduser().absolute()),
    )
    ended, record = do(robot, task, (lambda _: None) if options.quiet else _say)
    print(one_line(str(ended)), file=sys.stdout if ended else sys.stderr)
    if record and not options.quiet:
        _say(f"Record of the run: {record}")
    return code_of(ended.outcome)


def _say(what: object) -> None:
    print(one_line(str(what)), flush=True)


def _tell(understood: Understanding) -> int:
    if understood.plan is None:
        print(f"Not understood: {understood.outcome.message or understood.sentence}", file=sys.stderr)
        return code_of(understood.outcome)
    _say(sentence(understood.sentence))
    for step in steps_of(understood.plan):
        _say(step)
    return DONE


def steps_of(plan: Plan) -> list[str]:
    """Return a plan as numbered lines."""
    recipient = name_of_recipient(plan.context)
    return [f"{number}. {sentence(what_to_do(step, recipient))}" for number, step in enumerate(plan.triplets, 1)]


if __name__ == "__main__":
    sys.exit(main())
