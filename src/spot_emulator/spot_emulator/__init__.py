"""An emulated Spot with arm: what unmodified programs of its SDK take for the robot."""
