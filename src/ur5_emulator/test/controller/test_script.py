from __future__ import annotations

import pytest

from ur5_emulator.controller.script.compiler import compiled
from ur5_emulator.controller.script.tokens import ScriptError, programs, tokens

HOME = [0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]


def body(*lines: str) -> str:
    return "def f():\n" + "".join(f"  {line}\n" for line in lines) + "end\n"


def test_arithmetic_loops_and_functions(robot):
    script = body(
        "global total = 0",
        "def add(n, weight):",
        "  i = 0",
        "  while i < n:",
        "    i = i + 1",
        "    if i % 2 == 0:",
        "      continue",
        "    elif i > 7 or not (weight != 2):",
        "      total = total + weight * i",
        "    else:",
        "      total = total - 1",
        "    end",
        "  end",
        "  return total",
        "end",
        "write_output_integer_register(5, add(9, 2))",
        "write_output_float_register(3, -2.5e-1 + 0x10 / 4)",
        "write_output_integer_register(6, length([1, 2, 3]))",
    )
    assert robot.load(script) == ""
    robot.finish()
    assert robot.registers.out_int[5] == 2 * (1 + 3 + 5 + 7 + 9)
    assert robot.registers.out_double[3] == 3.75
    assert robot.registers.out_int[6] == 3


def test_lists_are_values(robot):
    robot.load(body("a = [1, 2]", "b = a", "b[0] = 9", "write_output_integer_register(5, a[0])"))
    robot.finish()
    assert robot.registers.out_int[5] == 1


def test_threads_run_beside_and_can_be_killed(robot):
    script = body(
        "global n = 0",
        "thread count():",
        "  while True:",
        "    n = n + 1",
        "    sync()",
        "  end",
        "end",
        "counting = run count()",
        "sleep(0.1)",
        "kill counting",
        "sleep(0.1)",
        "write_output_integer_register(5, n)",
    )
    robot.load(script)
    robot.finish()
    assert 45 <= robot.registers.out_int[5] <= 55


def test_a_loop_that_never_waits_does_not_hang_the_controller(robot):
    robot.load(body("while True:", "  x = 1", "end"))
    robot.go(0.1)
    assert robot.program is not None
    robot.stop_program()


@pytest.mark.parametrize(
    "line", ["x = ", "if True:", "movej([0,0,0,0,0,0]", "while 1", 'x = "open', "movej(q, lambda=3)", "x = $"]
)
def test_bad_scripts_are_refused_with_their_line(robot, line):
    reason = robot.load(body("y = 1", line))
    assert "line" in reason
    assert robot.program is None


def test_a_runtime_fault_ends_the_program(robot):
    for line in ("x = undefined_thing", "nobody()", "x = 1 / 0", "get_inverse_kin(p[3, 0, 0, 0, 0, 0])"):
        assert robot.load(body(line)) == ""
        robot.finish(1.0)
        assert "died" in robot.notes[-1]


def test_poses_and_joints_are_told_apart(robot):
    robot.load(body("movel([0.1, -1.5708, 1.5708, -1.5708, -1.5708, 0], v=1.0)"))
    robot.finish()
    assert robot.arm.q == pytest.approx([0.1, *HOME[1:]], abs=1e-6)
    robot.load(body("q = get_inverse_kin(p[-0.45, -0.2, 0.4, -2.2214, -2.2214, 0])", "movej(q)"))
    robot.finish()
    assert robot.asking.get_target_tcp_pose()[:3] == pytest.approx([-0.45, -0.2, 0.4], abs=1e-9)


def test_programs_are_cut_out_of_a_stream():
    stream = bytearray(b"def a():\n  if True:\n  end\nend\nset_digital_out(1, True)\ndef b():\n x = 1\n")
    assert [text.split("(")[0].strip() for text in programs(stream)] == ["def a", "set_digital_out"]
    stream += b"end\n"
    assert len(list(programs(stream))) == 1
    assert not stream


def test_tokens_name_the_line_of_rubbish():
    with pytest.raises(ScriptError, match="line 2"):
        list(tokens("x = 1\ny = ?"))


def test_a_script_that_is_cut_off_anywhere_is_refused_or_whole():
    text = body("global n = [1, add(2, 3)]", "def f(x, y):", "  if x > y:", "    return -n[0]", "  end", "end")
    whole = [text[:k] for k in range(len("def"), len(text) + 1) if _compiles(text[:k])]
    assert whole == [text[:-1], text]


def _compiles(text):
    try:
        compiled(text, {"sync"})
    except ScriptError:
        return False
    return True
