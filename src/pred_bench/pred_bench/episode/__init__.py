"""One task after the other: its world, what is put into it, the robot under test, the judge."""
