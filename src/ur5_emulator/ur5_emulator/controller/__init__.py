"""An emulated UR controller that an unmodified ur_rtde talks to."""
