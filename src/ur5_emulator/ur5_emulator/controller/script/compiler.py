"""Compile URScript to Python generators: each function and thread of the script becomes one.

A real controller runs scripts in cycles of its control loop: a thread runs until it calls something that takes time
(a move, sync(), sleep()). A generator does just that by yielding once a cycle. Nothing of the script's text gets into
Python as it is: names are prefixed, literals are written again.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from types import CodeType
from typing import NoReturn

from ur5_emulator.controller.script.tokens import ScriptError, Token, tokens

RESERVED = frozenset({
    "end", "if", "elif", "else", "while", "def", "thread", "sec", "return", "break", "continue", "halt", "kill",
    "join", "global", "local", "enter_critical", "exit_critical",
})  # fmt: skip
UNNAMED = "unnamed"
BLOCK_ENDS = frozenset({"end", "elif", "else"})
BINARY = {"or": 1, "xor": 1, "and": 2, "==": 4, "!=": 4, "<": 5, ">": 5, "<=": 5, ">=": 5,
          "+": 6, "-": 6, "*": 7, "/": 7, "%": 7}  # fmt: skip
POSE_SIZE = 6


@dataclass(frozen=True)
class Script:
    """A compiled script: `code` defines main(), a generator. `secondary`: it runs beside the program, in no time."""

    name: str
    secondary: bool
    code: CodeType


def compiled(text: str, blocking: Iterable[str]) -> Script:
    """Return a script compiled; `blocking` are the built-in functions that wait. Raises ScriptError."""
    compiler = Compiler(text, blocking)
    code = compile(compiler.program(), "<script>", "exec")
    return Script(compiler.name, text.lstrip().startswith("sec"), code)


class Compiler:
    """Translates one program. `blocking` are the built-in functions that are generators themselves."""

    def __init__(self, text: str, blocking: Iterable[str]) -> None:
        self.stream = list(tokens(text))
        self.at = 0
        self.out: list[str] = []
        self.functions = _following(self.stream, "def") | _following(self.stream, "thread")
        self.globals = _following(self.stream, "global") | _outer(self.stream)
        self.blocking = frozenset(blocking)

    # --- tokens

    @property
    def token(self) -> Token:
        return self.stream[self.at] if self.at < len(self.stream) else Token("end", "", self.stream[-1].line)

    def take(self, text: str | None = None) -> Token:
        token = self.token
        if text is not None and token.text != text:
            self.fail(f"expected {text!r}, found {token.text!r}")
        if token.kind == "end":
            self.fail("it ends in the middle of a statement")
        self.at += 1
        return token

    def has(self, *texts: str) -> bool:
        return self.token.text in texts and self.token.kind != "string"

    def fail(self, message: str) -> NoReturn:
        raise ScriptError(f"line {self.token.line}: {message}")

    def skip_lines(self) -> None:
        while self.token.kind == "newline":
            self.at += 1

    # --- statements

    def program(self) -> str:
        """Return Python source that defines `main()`, a generator that runs the program."""
        self.skip_lines()
        if self.has("def", "sec"):
            self.take()
            self.name = self.take().text
            self.parameters()
        else:
            self.name = UNNAMED
        self.out = ["def main():"]
        self.declare(())
        self.block(1)
        if self.name != UNNAMED:
            self.take("end")
            self.skip_lines()
        if self.token.kind != "end":
            self.fail(f"unexpected {self.token.text!r} behind the program")
        return "\n".join(self.out) + "\n"

    def emit(self, depth: int, line: str) -> None:
        self.out.append("    " * depth + line)

    def declare(self, locals_: Iterable[str]) -> None:
        names = sorted(self.globals - set(locals_))
        self.emit(1, "global " + ", ".join("v_" + n for n in names) if names else "pass")
        self.emit(1, "if False: yield")

    def block(self, depth: int) -> None:
        """Translate statements up to `end`, `elif` or `else`, which is left."""
        before = len(self.out)
        while True:
            self.skip_lines()
            if self.token.kind == "end" or self.has(*BLOCK_ENDS):
                break
            self.statement(depth)
        if len(self.out) == before:
            self.emit(depth, "pass")

    def statement(self, depth: int) -> None:
        special = {
            "def": self.function, "thread": self.function, "if": self.condition, "while": self.loop,
            "return": self.giving_back, "break": self.word, "continue": self.word, "halt": self.halt,
            "enter_critical": self.ignored, "exit_critical": self.ignored, "kill": self.kill, "join": self.join,
        }.get(self.token.text if self.token.kind == "name" else "")  # fmt: skip
        if special is not None:
            special(depth)
        else:
            self.assignment(depth)
        # ur_rtde's offsets stand in front of the next statement, with nothing between; the real parser takes it, too
        if self.token.kind not in ("newline", "end", "name"):
            self.fail(f"unexpected {self.token.text!r}")

    def function(self, depth: int) -> None:
        self.take()
        name = self.take().text
        names = self.parameters()
        outer, self.out = self.out, []
        self.emit(0, f"def v_{name}({', '.join('v_' + n for n in names)}):")
        self.declare(names)
        self.block(1)
        self.take("end")
        # functions stand at the top of the module, before the program that they are nested in
        inner, self.out = self.out, outer
        self.out[0:0] = inner
        if depth > 1:
            self.fail(f"{name} is defined inside of a block")

    def parameters(self) -> list[str]:
        self.take("(")
        names = []
        while not self.has(")"):
            names.append(self.take().text)
            if self.has("="):
                self.fail("default values of parameters are not supported")
            if self.has(","):
                self.take()
        self.take(")")
        if self.has(":"):
            self.take()
        return names

    def header(self) -> str:
        text = self.expression()
        if self.has(":"):
            self.take()
        return text

    def condition(self, depth: int) -> None:
        self.take()
        self.emit(depth, f"if {self.header()}:")
        self.block(depth + 1)
        while not self.has("end"):
            word = self.take().text
            if word == "elif":
                self.emit(depth, f"elif {self.header()}:")
            elif word == "else":
                if self.has(":"):
                    self.take()
                self.emit(depth, "else:")
            else:
                self.fail("a block is not closed")
            self.block(depth + 1)
        self.take("end")

    def loop(self, depth: int) -> None:
        self.take()
        self.emit(depth, f"while {self.header()}:")
        self.emit(depth + 1, "if turn(): yield")
        self.block(depth + 1)
        self.take("end")

    def giving_back(self, depth: int) -> None:
        self.take()
        self.emit(depth, "return " + (self.expression() if self.token.kind != "newline" else "None"))

    def word(self, depth: int) -> None:
        self.emit(depth, self.take().text)

    def halt(self, depth: int) -> None:
        self.take()
        self.emit(depth, "stop_program()")

    def ignored(self, depth: int) -> None:
        """A thread is never interrupted between two of its yields: every section is critical already."""
        self.take()
        self.emit(depth, "pass")

    def kill(self, depth: int) -> None:
        self.take()
        self.emit(depth, f"kill({self.expression()})")

    def join(self, depth: int) -> None:
        self.take()
        self.emit(depth, f"yield from join({self.expression()})")

    def assignment(self, depth: int) -> None:
        if self.has("global", "local"):
            self.take()
        target = self.expression()
        if not self.has("="):
            self.emit(depth, target)
            return
        self.take()
        self.skip_lines()  # ur_rtde puts its register offsets on the line after the equals sign
        value = self.expression()
        if value.startswith("v_") and value.isidentifier():
            value = f"copied({value})"
        self.emit(depth, f"{target} = {value}")

    # --- expressions

    def expression(self, level: int = 0) -> str:
        left = self.unary()
        while (rank := BINARY.get(self.token.text, -1)) > level and self.token.kind != "string":
            operator = self.take().text
            right = self.expression(rank)
            word = "!=" if operator == "xor" else operator
            left = f"({left} {word} {right})"
        return left

    def unary(self) -> str:
        if self.has("-", "+"):
            return f"({self.take().text}{self.unary()})"
        if self.has("not"):
            self.take()
            return f"(not {self.expression(3)})"
        if self.has("run"):
            self.take()
            name = self.take().text
            return f"run(v_{name}({self.arguments(name)}))"
        return self.postfix(self.primary())

    def primary(self) -> str:
        token = self.take()
        if token.kind == "number":
            return repr(_number(token.text))
        if token.kind == "string":
            return repr(token.text[1:-1])
        if token.text == "(":
            inner = self.expression()
            self.take(")")
            return f"({inner})"
        if token.text == "[":
            return "[" + ", ".join(self.items("]")) + "]"
        if token.kind != "name" or token.text in RESERVED:
            self.at -= 1
            self.fail(f"unexpected {token.text!r}")
        return self.named(token.text)

    def named(self, name: str) -> str:
        if name in ("True", "False"):
            return name
        if name == "p" and self.has("["):
            mark = self.at
            self.take()
            items = self.items("]")
            if len(items) == POSE_SIZE:
                return "pose([" + ", ".join(items) + "])"
            self.at = mark
        if not self.has("("):
            return "v_" + name
        call = f"v_{name}({self.arguments(name)})"
        if name in self.functions or name in self.blocking:
            return f"(yield from {call})"
        return call

    def postfix(self, text: str) -> str:
        while self.has("["):
            self.take()
            for item in self.items("]"):
                text = f"{text}[{item}]"
        return text

    def items(self, closing: str) -> list[str]:
        found = []
        while not self.has(closing):
            found.append(self.expression())
            if self.has(","):
                self.take()
        self.take(closing)
        return found

    def arguments(self, function: str) -> str:
        """Return call arguments; the built-in functions' keywords are Python's, those of the script are prefixed."""
        prefix = "v_" if function in self.functions else ""
        self.take("(")
        found = []
        while not self.has(")"):
            following = self.stream[self.at + 1].text if self.at + 1 < len(self.stream) else ""
            if self.token.kind == "name" and following == "=":
                name = self.take().text
                if keyword.iskeyword(prefix + name):
                    self.fail(f"{function} has no argument {name}")
                found.append(prefix + name + self.take().text + self.expression())
            else:
                found.append(self.expression())
            if self.has(","):
                self.take()
        self.take(")")
        return ", ".join(found)


def _number(text: str) -> float | int:
    if text.startswith("0x"):
        return int(text, 16)
    return int(text) if text.isdigit() else float(text)


def _following(stream: list[Token], word: str) -> set[str]:
    """Return the names that stand right behind a word."""
    return {b.text for a, b in pairwise(stream) if a.kind == "name" and a.text == word}


def _outer(stream: list[Token]) -> set[str]:
    """Return the names that the program's own body assigns: its functions and threads see them, too."""
    names, depth, inside = set(), 0, 0
    first = True
    for a, b, c in zip([Token("newline", "\n", 0), *stream], stream, stream[1:], strict=False):
        starts = a.kind == "newline" and b.kind == "name"
        if starts and b.text in ("def", "thread", "sec") and not first:
            inside = inside or depth + 1
        if starts and b.text in ("def", "thread", "sec", "if", "while"):
            depth += not first
            first = False
        elif starts and b.text == "end":
            depth -= 1
            inside = 0 if depth < inside else inside
        elif starts and c.text == "=" and not inside:
            names.add(b.text)
    return names
