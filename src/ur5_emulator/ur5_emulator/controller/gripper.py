"""A Robotiq 2F-85 behind its URCap: the text protocol of port 63352, and fingers that take their time."""

from __future__ import annotations

from dataclasses import dataclass, field

OPEN, CLOSED = 3, 252  # what the real fingers report at their ends
SLOWEST, FASTEST = 60.0, 450.0  # counts a second: 20 and 150 mm/s of 85 mm
ACTIVATION = 0.8  # seconds
RELEASE_SPEED = 60.0  # counts a second of an automatic release, which is slow whatever the speed asked for
INSIDE = 5.0  # counts
AHEAD = 40.0  # counts that the position may be ahead of the world's fingers, which a busy machine holds up
AT_GOAL, FOUND_OPENING, FOUND_CLOSING, UNDER_WAY = 3, 1, 2, 0
NO_FAULT, RELEASING, RELEASED = 0, 11, 15  # FLT
SETTABLE = ("ACT", "GTO", "ATR", "ADR", "FOR", "SPE", "POS")
SPELLINGS = {"ARD": "ADR"}  # the direction of release as ur_rtde's client calls it
ACKNOWLEDGED = "ack"


@dataclass
class GripperRegisters:
    """The gripper's registers, positions in counts (0 open .. 255 closed), stepped with the controller."""

    position: float = float(OPEN)
    blocked_at: float | None = None  # an object that stops the fingers
    fingers_at: float | None = None  # where the world's fingers are, None: nobody says
    request: int = 0
    origin: float = float(OPEN)  # where the fingers were when they were last asked to go somewhere
    values: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("ACT", "GTO", "ATR", "ADR"), 0))
    force: int = 0
    speed: int = 0
    status: int = 0  # STA: 0 reset, 1 activating, 3 active
    found: int = UNDER_WAY
    waking: float = 0.0
    fault: int = NO_FAULT

    def step(self, dt: float) -> None:
        """Go on by some seconds."""
        if self.status == 1:
            self.waking -= dt
            if self.waking <= 0.0:
                self.status, self.found = 3, AT_GOAL
            return
        if self.status == 3 and self.values["ATR"] and self.fault == NO_FAULT:
            self.fault = RELEASING
        if self.fault == RELEASING:
            self._release(RELEASE_SPEED * dt)
        if self.status != 3 or not self.values["GTO"] or self.fault != NO_FAULT:
            return
        goal = float(min(max(self.request, OPEN), CLOSED))
        if self.blocked_at is not None and self.blocked_at < min(goal, self.position):
            # the world feels an object a moment after the fingers are there: they cannot have passed it
            self.position, self.found = self.blocked_at, FOUND_CLOSING
            return
        reach = (SLOWEST + (FASTEST - SLOWEST) * self.speed / 255.0) * dt
        closing = goal > self.position
        new = min(goal, self.position + reach) if closing else max(goal, self.position - reach)
        new = self._waiting(new, closing=closing)
        stop = self._obstacle(self.position, new)
        self.position = new if stop is None else stop
        if stop is not None:
            self.found = FOUND_CLOSING if closing else FOUND_OPENING
        else:
            self.found = AT_GOAL if self.position == goal else UNDER_WAY

    def _waiting(self, new: float, *, closing: bool) -> float:
        """Return where a step ends that waits for the world's fingers; one that runs the other way waits for none."""
        if self.fingers_at is None:
            return new
        if closing:
            return max(self.position, min(new, self.fingers_at + AHEAD))
        return min(self.position, max(new, self.fingers_at - AHEAD))

    def _release(self, reach: float) -> None:
        """Go on with an automatic release, in the direction of ADR: 0 closing, else opening.

        It overrides every other request, and ends in a fault that only a new activation clears.
        """
        goal = float(OPEN if self.values["ADR"] else CLOSED)
        self.position += min(max(goal - self.position, -reach), reach)
        if self.position == goal:
            self.fault, self.found = RELEASED, AT_GOAL

    def _obstacle(self, now: float, new: float) -> float | None:
        """Return where an object stops a step of the fingers, or None. Already at it or beyond, they stay.

        What the fingers hold from outside does not hinder them from opening: only a motion that began well beyond the
        object meets it from inside.
        """
        at = self.blocked_at
        if at is None or new == now:
            return None
        if new > now:
            return max(at, now) if new > at else None
        return min(at, now) if new < at and self.origin > at + INSIDE else None

    def answer(self, line: str) -> str:
        """Return the reply to a line of the protocol."""
        words = line.split()
        if len(words) == 2 and words[0] == "GET":
            value = self._value(words[1])
            return "?" if value is None else f"{words[1]} {value}"
        if len(words) >= 3 and words[0] == "SET" and len(words) % 2 == 1:
            return self._set(words[1:])
        return "?"

    def _value(self, name: str) -> int | None:
        known = {
            "POS": round(self.position), "PRE": self.request, "OBJ": self.found, "STA": self.status, "FLT": self.fault,
            "FOR": self.force, "SPE": self.speed, "FMAX": 255, "MSC": 0, "SID": 9, "NCY": 0, "COU": 0, **self.values,
        }  # fmt: skip
        return known.get(SPELLINGS.get(name, name))

    def _set(self, words: list[str]) -> str:
        pairs = list(zip(words[::2], words[1::2], strict=True))
        try:
            wanted = {SPELLINGS.get(name, name): int(float(value)) for name, value in pairs}
        except ValueError:
            return "?"
        if any(name not in SETTABLE or not 0 <= value <= 255 for name, value in wanted.items()):
            return "?"
        for name, value in wanted.items():
            self._write(name, value)
        # the reply to GET OBJ right after must not be that of the motion before
        goes = self.status == 3 and self.values["GTO"] and self.fault == NO_FAULT
        if goes and self.position != min(max(self.request, OPEN), CLOSED):
            self.found = UNDER_WAY
        return ACKNOWLEDGED

    def _write(self, name: str, value: int) -> None:
        if name == "POS":
            self.request, self.origin = value, self.position
        elif name == "FOR":
            self.force = value
        elif name == "SPE":
            self.speed = value
        else:
            self.values[name] = value
            if name == "ACT":
                self._activate(value)

    def _activate(self, value: int) -> None:
        if value == 0:
            self.status, self.found, self.fault = 0, UNDER_WAY, NO_FAULT
            self.values["GTO"] = 0
        elif self.status == 0:
            self.status, self.waking = 1, ACTIVATION

    def power_down(self) -> None:
        """Forget the activation."""
        self._activate(0)
        self.values = dict.fromkeys(self.values, 0)
