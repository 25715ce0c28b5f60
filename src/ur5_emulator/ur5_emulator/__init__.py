"""An emulated UR controller that unmodified ur_rtde programs use as the arm, and a MuJoCo table."""
