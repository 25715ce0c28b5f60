"""Where a Spot CAM's camera looks: it turns and zooms at limited speeds, to a position or as long as it is told to."""

from __future__ import annotations

LIMITS = {"pan": (0.0, 360.0), "tilt": (-30.0, 100.0), "zoom": (1.0, 30.0)}
"""Degrees, degrees, times. Pan goes round."""
FASTEST = {"pan": 120.0, "tilt": 90.0, "zoom": 15.0}
"""Degrees and times a second."""
_ROUND = 360.0
_NEAR = 0.01


class PanTilt:
    """The camera. ``now``, ``goal``, ``speed``: of pan, tilt (up is more) and zoom; at speed 0 it follows the goal."""

    def __init__(self) -> None:
        self.now = {"pan": 0.0, "tilt": 0.0, "zoom": 1.0}
        self.goal, self.speed = dict(self.now), dict.fromkeys(self.now, 0.0)

    def aim(self, **goal: float) -> None:
        """Go to a position, as far as the limits let it; what is not said stays as it is."""
        for name, wanted in goal.items():
            low, high = LIMITS[name]
            self.goal[name] = wanted % _ROUND if name == "pan" else max(low, min(high, wanted))
        self.speed = dict.fromkeys(self.now, 0.0)

    @property
    def there(self) -> bool:
        """Whether it looks where it was told to."""
        return all(abs(self.goal[name] - now) < _NEAR for name, now in self.now.items())

    def turn(self, **speed: float) -> None:
        """Go on at speeds, as fast as it can at most; what is not said rests."""
        self.speed = {
            name: max(-FASTEST[name], min(FASTEST[name], speed.get(name, 0.0))) for name in self.now
        }
        self.goal = dict(self.now)

    def step(self, seconds: float) -> None:
        """Go on by some time."""
        for name, now in self.now.items():
            if self.speed[name]:
                after = now + self.speed[name] * seconds
                low, high = LIMITS[name]
                self.goal[name] = self.now[name] = after % _ROUND if name == "pan" else max(low, min(high, after))
                continue
            left = self.goal[name] - now
            if name == "pan":
                left = (left + _ROUND / 2.0) % _ROUND - _ROUND / 2.0
            most = FASTEST[name] * seconds
            after = now + max(-most, min(most, left))
            self.now[name] = after % _ROUND if name == "pan" else after
