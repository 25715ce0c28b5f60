"""The program on the controller with a guard in it: one that was held for a moment ends itself before anything moves.

A safeguard that is closed again lets a held program go on by itself, and so does a person at the pendant. No driver is
always quick enough to end it before. So the program counts its own time in a register, the driver tells it the
controller's time less that count (:mod:`ur5_driver.driver.permission`), and a count that has fallen behind was held.
The rest is ur_rtde's control script, which its client hands out as it does to the External Control URCap.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from ur5_driver.driver.dashboard import Dashboard

UPPER = 24
"""How far the upper range of registers is from the lower one."""
COUNTED = 19
"""Output register (double): seconds that the program has run. ur_rtde's client reads 12 to 19 and 36 to 43."""
BEHIND = 23
"""Input register (double): what the driver says; ur_rtde's control and I/O clients write 0 to 22."""
HELD = 0.05
"""A program that fell behind by more was held, s. A stop of category 2 takes 0.1 s to bring the arm to rest."""
DRIFT = 0.01
"""By so much of the time a busy controller may run late without having been held."""
SCRIPT_PORT = 30003
_REQUEST = b"request_program\n"
_LAST = b"# NODE_CONTROL_LOOP_ENDS"
_PATIENCE = 5.0
_KEPT = 4.0
_DRAINED = 0.05
_TIMES = 3


def guarded(script: str, *, upper: bool) -> str:
    """Return a program of a control script and its guard."""
    return f"def pred_control():\n{with_guard(script, upper=upper)}\nend\n"


def with_guard(script: str, *, upper: bool) -> str:
    """Return the lines of a control script with a guard before it.

    The guard ends the program when it was held, and when the driver takes its leave back or begins anew.
    """
    shift = UPPER if upper else 0
    return f"""  thread pred_guard():
    local counted = 0.0
    local begun = False
    local allowed = 0.0
    local behind = 0.0
    while True:
      counted = counted + get_steptime()
      write_output_float_register({COUNTED + shift}, counted)
      behind = read_input_float_register({BEHIND + shift})
      if behind <= 0.0:
        if begun or behind < 0.0:
          textmsg("The driver took its leave back.")
          halt
        end
      elif not begun:
        begun = True
        allowed = behind + {HELD}
      elif behind > allowed:
        textmsg("The program was held: it does not go on by itself.")
        halt
      elif behind > allowed - {HELD}:
        allowed = allowed + {DRIFT} * get_steptime()
      end
      sync()
    end
  end
  pred_guarding = run pred_guard()
{script}"""


def free_port() -> int:
    """Return a port on which nothing listens now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def begin_upload(host: str, port: int, *, upper: bool) -> BaseProcess:
    """Begin, in a process of its own, to take ur_rtde's script from a port of this machine to a controller.

    ur_rtde's client holds Python's global lock while it waits for the program to run. Kill the process once it does.
    """
    process = get_context("fork").Process(target=_upload, args=(host, port, upper), daemon=True)
    process.start()
    return process


def _upload(host: str, port: int, upper: bool) -> None:
    parent = os.getppid()
    program = guarded(_fetched(port), upper=upper).encode()
    for _ in range(_TIMES):  # an arm whose brakes were just released may not take it yet; who waits for it ends this
        if os.getppid() == parent:
            _send(host, program)


def _send(host: str, program: bytes) -> None:
    """Send a program and keep the connection: closed over what the controller streams it would be reset."""
    until = time.monotonic() + _KEPT
    with contextlib.suppress(OSError), socket.create_connection((host, SCRIPT_PORT), _PATIENCE) as controller:
        controller.sendall(program)
        while (left := until - time.monotonic()) > 0.0:
            controller.settimeout(left)
            if not controller.recv(1 << 16):
                break
            time.sleep(_DRAINED)  # it streams 500 packets a second: one wake-up for each would keep a core busy
    time.sleep(max(0.0, until - time.monotonic()))


def begin_hand_out(host: str, asked: int, port: int, *, upper: bool) -> BaseProcess:
    """Begin, likewise, to have a controller fetch the script itself: its External Control program, which is loaded.

    :param asked: port of this machine on which that program asks
    :raises OSError: when another program listens there
    """
    listener = socket.create_server(("", asked), backlog=1)
    with listener:
        process = get_context("fork").Process(
            target=_hand_out, args=(listener, host, port, upper), daemon=True
        )
        process.start()
    return process


def _hand_out(listener: socket.socket, host: str, port: int, upper: bool) -> None:
    text = with_guard(_fetched(port), upper=upper).encode()
    Dashboard(host).ask("play")
    listener.settimeout(_PATIENCE)
    robot = socket.gethostbyname(host)
    while True:
        with contextlib.suppress(OSError):
            client, peer = listener.accept()
            with client:
                client.settimeout(_PATIENCE)
                if peer[0] == robot and client.recv(1 << 10).startswith(_REQUEST):
                    client.sendall(text)


def _fetched(port: int) -> str:
    """Return the script that ur_rtde's client hands out on a port, as soon as it listens there."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), _PATIENCE) as client:
                client.sendall(_REQUEST)
                text = b""
                while _LAST not in text:
                    piece = client.recv(1 << 16)
                    if not piece:
                        raise ConnectionError("ur_rtde's client broke off while it handed its script out")
                    text += piece
                return text.decode()
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
